#pragma once

// Sweep and prune inside one column segment. Lane = inner box, against one outer box.
//
// Both lists ascend in lo[0]. An outer box looks at inner boxes from its start on, while their lo[0] <= its hi[0]; the
// sentinels behind the list end every scan. A lane is a candidate when the boxes overlap on all cross axes and, on each
// cross axis, at least one of the two starts in this column: that is so in exactly one of the columns they share.
// Candidates are compacted in a register and stored without a branch.
// Sources: Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992; Terdiman, "Box pruning revisited", 2017.
// Cost per vector of candidates: Dim * 2 - 1 comparisons, one compaction, two stores.

#include "simd/kernel_abi.hpp"
#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

template <class L, int Dim>
struct OuterBox {
    typename L::Float reach;  ///< hi[0]
    typename L::Float lo[Dim], hi[Dim];
    typename L::Uint id, missing;
};

template <class L, int Dim>
SATORI_LANES_INLINE OuterBox<L, Dim> broadcast_box(const SweepArrays<Dim>& boxes, std::uint32_t i) {
    OuterBox<L, Dim> box;
    box.reach = L::broadcast(boxes.hi[0][i]);
    for (int c = 1; c < Dim; ++c) {
        box.lo[c] = L::broadcast(boxes.lo[c][i]);
        box.hi[c] = L::broadcast(boxes.hi[c][i]);
    }
    box.id = L::broadcast(boxes.id[i]);
    box.missing = L::broadcast(boxes.missing[i]);
    return box;
}

/// Scans inner boxes from `j` on; false when the buffer filled up, with state.inner where to go on.
template <class L, int Dim, PairOrder kOrder>
SATORI_LANES_INLINE bool scan(SweepState<Dim>& state, const OuterBox<L, Dim>& box, const SweepArrays<Dim>& inner,
                              std::uint32_t j) {
    // Locals, because the stores below may alias the state.
    std::uint32_t* const first = state.first;
    std::uint32_t* const second = state.second;
    const std::uint32_t capacity = state.capacity;
    std::uint32_t n = state.count;
    for (;;) {
        if (n >= capacity) {
            state.count = n;
            state.inner = j;
            return false;
        }
        const auto within = L::le(L::loadu(inner.lo[0] + j), box.reach);
        auto hit = L::both(within, L::disjoint(L::loadu(inner.missing + j), box.missing));
        for (int c = 1; c < Dim; ++c) {
            hit = L::both(hit, L::le(L::loadu(inner.lo[c] + j), box.hi[c]));
            hit = L::both(hit, L::ge(L::loadu(inner.hi[c] + j), box.lo[c]));
        }
        const std::uint32_t hits = L::bits(hit);
        const auto id = L::compress(L::loadu(inner.id + j), hits);
        if constexpr (kOrder == PairOrder::by_id) {
            L::storeu(first + n, L::min_id(id, box.id));
            L::storeu(second + n, L::max_id(id, box.id));
        } else {
            L::storeu(first + n, kOrder == PairOrder::outer_first ? box.id : id);
            L::storeu(second + n, kOrder == PairOrder::outer_first ? id : box.id);
        }
        n += static_cast<std::uint32_t>(__builtin_popcount(hits));
        if (L::bits(within) != (1U << L::width) - 1) break;
        j += L::width;
    }
    state.count = n;
    return true;
}

/// Every pair inside state.a.
template <class L, int Dim>
void sweep_self(SweepState<Dim>& state) {
    const SweepArrays<Dim> boxes = state.a;
    std::uint32_t inner = state.inner;
    for (std::uint32_t i = state.outer; i < boxes.count; ++i) {
        if (!scan<L, Dim, PairOrder::by_id>(state, broadcast_box<L>(boxes, i), boxes, inner != 0 ? inner : i + 1)) {
            state.outer = i;
            return;
        }
        inner = 0;
    }
    state.done = true;
}

/// One direction of a cross sweep. `kTies`: inner boxes with equal lo[0] belong to this direction.
template <class L, int Dim, PairOrder kOrder, bool kTies>
SATORI_LANES_INLINE bool sweep_one_way(SweepState<Dim>& state, const SweepArrays<Dim>& outer,
                                       const SweepArrays<Dim>& inner) {
    for (; state.outer < outer.count; ++state.outer) {
        const float lo = outer.lo[0][state.outer];
        // Ends at the sentinels at the latest.
        while (kTies ? inner.lo[0][state.start] < lo : inner.lo[0][state.start] <= lo) ++state.start;
        const std::uint32_t from = state.inner != 0 ? state.inner - 1 : state.start;
        if (!scan<L, Dim, kOrder>(state, broadcast_box<L>(outer, state.outer), inner, from)) {
            ++state.inner;  // 0 means "not begun"
            return false;
        }
        state.inner = 0;
    }
    return true;
}

/// Every pair of one box of state.a and one of state.b. Equal lo[0] count as a before b, so each pair comes up once.
template <class L, int Dim, PairOrder kForth, PairOrder kBack>
SATORI_LANES_INLINE void sweep_both_ways(SweepState<Dim>& state) {
    const SweepArrays<Dim> a = state.a, b = state.b;
    if (state.phase == 0) {
        if (!sweep_one_way<L, Dim, kForth, true>(state, a, b)) return;
        state.phase = 1;
        state.outer = 0;
        state.start = 0;
    }
    if (!sweep_one_way<L, Dim, kBack, false>(state, b, a)) return;
    state.done = true;
}

template <class L, int Dim>
void sweep_cross(SweepState<Dim>& state) {
    using enum PairOrder;
    switch (state.order) {
        case by_id: return sweep_both_ways<L, Dim, by_id, by_id>(state);
        case outer_first: return sweep_both_ways<L, Dim, outer_first, inner_first>(state);
        case inner_first: return sweep_both_ways<L, Dim, inner_first, outer_first>(state);
    }
}

}  // namespace satori::inline v0::simd
