#include <satori/c/impacts.h>

#include "c_api/batch_calls.hpp"

using namespace satori;

static_assert(c_api::same(SATORI_IMPACT_NONE, ImpactKind::none));
static_assert(c_api::same(SATORI_IMPACT_MEETS, ImpactKind::meets));
static_assert(c_api::same(SATORI_IMPACT_UNRESOLVED, ImpactKind::unresolved));

namespace {

const satori_box_batch* set_of(const satori_moving_boxes& moving) noexcept {
    return moving.boxes;
}
const satori_rect_batch* set_of(const satori_moving_rects& moving) noexcept {
    return moving.rects;
}

/// One or two sets of C that move. `second` is null for one set.
template <class Moving>
class MovingOfC {
    using Set = std::remove_pointer_t<decltype(set_of(std::declval<Moving>()))>;

public:
    MovingOfC(const Moving* first, const Moving* second) noexcept : first_(first), second_(second) {}

    bool complete() const noexcept {
        return first_ != nullptr && set_of(*first_) != nullptr && (second_ == nullptr || set_of(*second_) != nullptr);
    }
    /// The sets, null where there is none.
    Set* first() const noexcept { return first_ != nullptr ? set_of(*first_) : nullptr; }
    Set* second() const noexcept { return second_ != nullptr ? set_of(*second_) : nullptr; }

    /// Returns the C++ sets with their motions: C gives a pointer, C++ wants one motion per box. The sets are complete.
    template <class Sets>
    auto with_motions(const Sets& sets) const noexcept {
        const auto first = motions_of(*first_, sets.first());
        using Both = SetsOf<std::remove_const_t<decltype(first)>>;
        using Cpp = std::conditional_t<std::is_same_v<Sets, BoxSets>, MovingBoxes, MovingRects>;
        if (second_ == nullptr) return Cpp{sets, Both(first)};
        return Cpp{sets, Both(first, motions_of(*second_, *sets.second()))};
    }

private:
    template <class Batch>
    static auto motions_of(const Moving& moving, const Batch& batch) noexcept {
        return std::span(c_api::cpp(moving.motions), moving.motions != nullptr ? batch.size() : 0);
    }

    const Moving* first_;
    const Moving* second_;
};

/// Options of C as options of C++. A null pointer gives the defaults.
class GivenImpactOptions {
public:
    explicit GivenImpactOptions(const satori_impact_options* options) noexcept
        : given_(options != nullptr ? *options : satori_impact_options_default()), execution_(given_.execution) {}

    bool complete() const noexcept { return c_api::complete(given_.buffer.data, given_.buffer.capacity); }
    operator ImpactOptions() const noexcept {
        return {given_.distance,
                given_.tolerance,
                execution_,
                c_api::to_cpp(given_.buffer),
                given_.invalid_pair,
                c_api::cpp(given_.invalid_motion),
                {},
                {}};
    }
    /// Returns the options of a call that finds pairs.
    template <class Set>
    ImpactOptions filtered(const SetsOf<Set>& sets) const noexcept {
        ImpactOptions options = *this;
        c_api::set_filters(options, sets, given_.first_filters, given_.second_filters);
        return options;
    }

private:
    satori_impact_options given_;
    c_api::GivenExecution execution_;
};

template <class Moving, class Impact>
satori_status times_of_impact(const MovingOfC<Moving>& moving, const c_api::PairsOfC& pairs, Impact* found,
                              satori_workspace* workspace, const satori_impact_options* options) noexcept {
    if (workspace == nullptr || !moving.complete() || !pairs.complete() || !c_api::complete(found, pairs.count))
        return SATORI_INVALID_ARGUMENT;
    const GivenImpactOptions given(options);
    return c_api::with_sets(*moving.first(), moving.second(), [&](const auto& sets) {
        return satori::times_of_impact(moving.with_motions(sets), pairs, {c_api::cpp(found), pairs.count},
                                       workspace->object, given);
    });
}

template <class Moving, class Impact>
satori_status time_of_impact(const Moving* a, const Moving* b, Impact* found,
                             const satori_impact_options* options) noexcept {
    if (c_api::any_null(a, b, found)) return SATORI_INVALID_ARGUMENT;
    const GivenImpactOptions given(options);
    return c_api::to_c(satori::time_of_impact(c_api::to_cpp(*a), c_api::to_cpp(*b), *c_api::cpp(found), given));
}

template <class Moving>
satori_status find_impacts(const MovingOfC<Moving>& moving, satori_workspace* workspace, satori_pair_result* result,
                           const satori_impact_options* options) noexcept {
    const GivenImpactOptions given(options);
    const auto call = [&](const auto& sets, PairResult& found) {
        return satori::find_impacts(moving.with_motions(sets), workspace->object, found, given.filtered(sets));
    };
    return c_api::find<PairResult>(moving.first(), moving.second(), workspace, result,
                                   given.complete() && moving.complete(), call);
}

}  // namespace

satori_impact_options satori_impact_options_default(void) noexcept {
    const ImpactOptions options;
    return {options.distance, options.tolerance, nullptr, {}, nullptr, nullptr, {}, {}};
}

satori_status satori_times_of_impact(const satori_moving_boxes* first, const satori_moving_boxes* second,
                                     const satori_box_pair* pairs, satori_impact* impacts, size_t count,
                                     satori_workspace* workspace, const satori_impact_options* options) noexcept {
    return ::times_of_impact(MovingOfC(first, second), {pairs, count}, impacts, workspace, options);
}

satori_status satori_rect_times_of_impact(const satori_moving_rects* first, const satori_moving_rects* second,
                                          const satori_box_pair* pairs, satori_rect_impact* impacts, size_t count,
                                          satori_workspace* workspace, const satori_impact_options* options) noexcept {
    return ::times_of_impact(MovingOfC(first, second), {pairs, count}, impacts, workspace, options);
}

satori_status satori_time_of_impact(const satori_moving_box* a, const satori_moving_box* b, satori_impact* impact,
                                    const satori_impact_options* options) noexcept {
    return ::time_of_impact(a, b, impact, options);
}

satori_status satori_time_of_impact_rects(const satori_moving_rect* a, const satori_moving_rect* b,
                                          satori_rect_impact* impact, const satori_impact_options* options) noexcept {
    return ::time_of_impact(a, b, impact, options);
}

satori_status satori_find_impacts(const satori_moving_boxes* first, const satori_moving_boxes* second,
                                  satori_workspace* workspace, satori_pair_result* result,
                                  const satori_impact_options* options) noexcept {
    return ::find_impacts(MovingOfC(first, second), workspace, result, options);
}

satori_status satori_find_rect_impacts(const satori_moving_rects* first, const satori_moving_rects* second,
                                       satori_workspace* workspace, satori_pair_result* result,
                                       const satori_impact_options* options) noexcept {
    return ::find_impacts(MovingOfC(first, second), workspace, result, options);
}
