#pragma once

#include <cstdint>

#include "base/assert.hpp"
#include "broadphase/classes/class_division.hpp"

namespace satori::v0::broadphase {

inline constexpr std::uint32_t kMaxClasses = 256 / kClassOctaves + 1;
inline constexpr std::uint32_t kOctaves = 256;

/// The classes of boxes by key: (octave of the longest edge) * shapes + shape.
template <int Dim>
struct ClassTable {
    static constexpr std::uint8_t kNoClass = 0xff;
    std::uint32_t shapes = 1;                ///< number of shapes that are distinguished: 1 or 2^Dim
    std::uint8_t class_of[kOctaves << Dim];  ///< kNoClass: no box had this key

    /// Requires an entry whose bounds are not inverted.
    std::uint32_t key(const simd::BoundsEntry<Dim>& entry) const noexcept;
};
static_assert(kMaxClasses < ClassTable<3>::kNoClass);

/// Entries ordered by class, and within a class by set; both orders are stable. Where it pays, the boxes of a class
/// have similar sizes, or similar sizes and the same shape (the set of their long edges). Finer classes come first.
template <int Dim>
struct BoxClasses {
    const simd::BoundsEntry<Dim>* entries = nullptr;  ///< readable to padded(count)
    std::uint32_t class_count = 0;
    bool two_sets = false;  ///< pairs have one box of each set
    ClassTable<Dim> table;
    /// Entries [begin[c][s], begin[c][s + 1]) are set s of class c; begin[c][2] == begin[c + 1][0].
    std::uint32_t begin[kMaxClasses][3] = {};

    std::uint32_t count() const noexcept { return class_count == 0 ? 0 : begin[class_count - 1][2]; }
    std::uint32_t count(std::uint32_t c) const noexcept {
        SATORI_ASSERT(c < class_count && begin[c][0] <= begin[c][2]);
        return begin[c][2] - begin[c][0];
    }
    std::uint32_t count(std::uint32_t c, std::uint32_t set) const noexcept { return begin[c][set + 1] - begin[c][set]; }
    /// True when a box of class `a` and a box of class `b` can make a pair.
    bool can_pair(std::uint32_t a, std::uint32_t b) const noexcept {
        return !two_sets || (count(a, 0) != 0 && count(b, 1) != 0) || (count(a, 1) != 0 && count(b, 0) != 0);
    }
};

/// Divides the boxes into classes as choose_division() decides, by size, starting with the finest box. Nothing is
/// copied when there is only one class. O(n).
template <int Dim>
Status classify(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                BoxClasses<Dim>& out) noexcept;

}  // namespace satori::v0::broadphase
