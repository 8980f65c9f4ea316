#pragma once

#include <type_traits>

#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup pairs
/// @{

/// One set of boxes, or two. With two sets, a call looks at pairs of one box of the first set and one box of the
/// second, never at two boxes of the same set. A set converts to a SetsOf. So do two sets in braces:
///
///     find_pairs(boxes, workspace, result);
///     find_pairs({first, second}, workspace, result);
///
/// It holds pointers to batches, which must exist as long as it does. It copies views and spans. Both sets may be the
/// same one: then each box also meets itself, and each pair of boxes comes twice.
template <class Set>
class SetsOf {
    static constexpr bool kIsView = std::is_trivially_copyable_v<Set>;

public:
    /// Creates one empty set.
    constexpr SetsOf() noexcept requires kIsView : first_{} {}
    /// Holds one set.
    constexpr SetsOf(const Set& only) noexcept : first_(held(only)) {}
    /// Holds two sets.
    constexpr SetsOf(const Set& first, const Set& second) noexcept
        : first_(held(first)), second_(held(second)), has_second_(true) {}

    /// Returns the only or the first set.
    constexpr const Set& first() const noexcept { return *set_of(first_); }
    /// Returns the second set, or null when there is only one.
    constexpr const Set* second() const noexcept { return has_second_ ? set_of(second_) : nullptr; }

private:
    using Held = std::conditional_t<kIsView, Set, const Set*>;

    static constexpr Held held(const Set& set) noexcept {
        if constexpr (kIsView)
            return set;
        else
            return &set;
    }
    static constexpr const Set* set_of(const Held& held) noexcept {
        if constexpr (kIsView)
            return &held;
        else
            return held;
    }

    Held first_;
    Held second_{};
    bool has_second_ = false;
};

/// @}

SATORI_NAMESPACE_END
