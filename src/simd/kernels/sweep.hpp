#pragma once

// Sweep and prune inside one column segment. Lane = inner box, against one outer box.
//
// Both lists ascend in lo[0]. An outer box looks at inner boxes from its start on, while their lo[0] <= its hi[0]; the
// sentinels behind the list end every scan. A lane is a candidate when the boxes overlap on all cross axes and, on each
// cross axis, at least one of the two starts in this column: that is so in exactly one of the columns they share.
// Candidates are compacted in a register and stored without a branch.
// Sources: Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992; Terdiman, "Box pruning revisited", 2017.
// Cost per vector of candidates in 3D: 1 comparison, 4 subtractions, 7 integer operations, one compaction, two stores.

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

/// Candidates that every scan looks at before its first branch: most scans end within them, so the branch is predicted.
/// Twice the widest vector, whatever the set; the scalar set has nothing to gain.
template <class L>
inline constexpr std::uint32_t kBlock = L::width == 1 ? 1 : kSweepBlock;

/// Scans inner boxes from `j` on; false when the buffer filled up, with state.inner where to go on.
template <class L, int Dim, PairOrder kOrder>
SATORI_LANES_INLINE bool scan(SweepState<Dim>& state, const OuterBox<L, Dim>& box, const SweepArrays<Dim>& inner,
                              std::uint32_t j) {
    // Locals, because the stores below may alias the state.
    std::uint32_t* const first = state.first;
    std::uint32_t* const second = state.second;
    const std::uint32_t capacity = state.capacity;
    std::uint32_t n = state.count;
    std::uint32_t within = 0;
    // From a whole vector on: a load that straddles two cache lines counts twice. Lanes before j are masked out.
    std::uint32_t live = ~0U << j % L::width;
    j -= j % L::width;
    do {
        if (n >= capacity) {
            state.count = n;
            state.inner = j + static_cast<std::uint32_t>(__builtin_ctz(live));
            return false;
        }
        for (std::uint32_t end = j + kBlock<L>; j < end; j += L::width) {
            within = L::bits(L::le(L::load(inner.lo[0] + j), box.reach));
            // Differences instead of comparisons: their signs gather with OR, and a difference of floats has the right
            // sign always (no -0 comes in, denormals are kept, an overflow is infinite with that
            // sign).
            const auto neither_starts = L::load(inner.missing + j) & box.missing;
            auto apart = neither_starts | (neither_starts << 1);
            for (int c = 1; c < Dim; ++c) {
                apart = apart | L::as_uint(box.hi[c] - L::load(inner.lo[c] + j));
                apart = apart | L::as_uint(L::load(inner.hi[c] + j) - box.lo[c]);
            }
            const std::uint32_t hits = within & live & ~L::sign_bits(apart);
            live = ~0U;
            const auto id = L::compress(L::load(inner.id + j), hits);
            if constexpr (kOrder == PairOrder::by_id) {
                L::storeu(first + n, L::min_id(id, box.id));
                L::storeu(second + n, L::max_id(id, box.id));
            } else {
                L::storeu(first + n, kOrder == PairOrder::outer_first ? box.id : id);
                L::storeu(second + n, kOrder == PairOrder::outer_first ? id : box.id);
            }
            n += static_cast<std::uint32_t>(__builtin_popcount(hits));
        }
        // lo[0] ascends: when the last vector is not all within reach, nothing behind it is.
    } while (within == (1U << L::width) - 1);
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
