#pragma once

// Sweep and prune inside one column segment. Lane = inner box, against one outer box.
//
// Both lists ascend in lo[0]. An outer box looks at inner boxes from its start on, while their lo[0] <= its hi[0]; the
// sentinels behind the list end every scan. A lane is a candidate when the boxes overlap on all cross axes and, on each
// cut axis, at least one of the two starts in this column: that is so in exactly one of the columns they share.
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

/// Where a scan writes: the inner boxes' ids and, beside each, the outer box's.
struct ScanOut {
    std::uint32_t* inner;
    std::uint32_t* outer;
};

/// Scans inner boxes from `j` on; false when the buffer filled up, with state.inner where to go on.
template <class L, int Dim>
SATORI_LANES_INLINE bool scan(SweepState<Dim>& state, const OuterBox<L, Dim>& box, const SweepArrays<Dim>& inner,
                              std::uint32_t j, ScanOut out) {
    // Locals, because the stores below may alias the state.
    const std::uint32_t capacity = state.capacity;
    const std::uint32_t begin = state.count;
    std::uint32_t n = begin;
    std::uint32_t within = 0;
    bool complete = true;
    // From a whole vector on: a load that straddles two cache lines counts twice. Lanes before j are masked out.
    std::uint32_t live = ~0U << j % L::width;
    j -= j % L::width;
    do {
        if (n >= capacity) {
            state.inner = j + static_cast<std::uint32_t>(__builtin_ctz(live));
            complete = false;
            break;
        }
        for (std::uint32_t end = j + kBlock<L>; j < end; j += L::width) {
            within = L::bits(L::le(L::load(inner.lo[0] + j), box.reach));
            // Differences instead of comparisons: their signs gather with OR, and a difference of floats has the right
            // sign always (no -0 comes in, denormals are kept, an overflow is infinite with that
            // sign).
            const auto neither_starts = L::load(inner.missing + j) & box.missing;
            auto apart = L::broadcast(0U) - neither_starts;  // negative unless 0
            for (int c = 1; c < Dim; ++c) {
                apart = apart | L::as_uint(box.hi[c] - L::load(inner.lo[c] + j));
                apart = apart | L::as_uint(L::load(inner.hi[c] + j) - box.lo[c]);
            }
            const std::uint32_t hits = within & live & ~L::sign_bits(apart);
            live = ~0U;
            L::storeu(out.inner + n, L::compress(L::load(inner.id + j), hits));
            n += static_cast<std::uint32_t>(__builtin_popcount(hits));
        }
        // lo[0] ascends: when the last vector is not all within reach, nothing behind it is.
    } while (within == (1U << L::width) - 1);
    // Once per outer box, not once per vector: few have more hits than lanes.
    std::uint32_t k = begin;
    do L::storeu(out.outer + k, box.id);
    while ((k += L::width) < n);
    state.count = n;
    return complete;
}

/// Puts the lower id of each pair from `begin` on first.
template <class L, int Dim>
SATORI_LANES_INLINE void order_by_id(const SweepState<Dim>& state, std::uint32_t begin) {
    for (std::uint32_t i = begin; i < state.count; i += L::width) {
        const auto a = L::loadu(state.first + i), b = L::loadu(state.second + i);
        L::storeu(state.first + i, L::min_id(a, b));
        L::storeu(state.second + i, L::max_id(a, b));
    }
}

/// Every pair inside state.a.
template <class L, int Dim>
void sweep_self(SweepState<Dim>& state) {
    const SweepArrays<Dim> boxes = state.a;
    const std::uint32_t begin = state.count;
    std::uint32_t inner = state.inner;
    state.done = true;
    for (std::uint32_t i = state.outer; i < boxes.count; ++i) {
        if (!scan<L>(state, broadcast_box<L>(boxes, i), boxes, inner != 0 ? inner : i + 1,
                     {state.second, state.first})) {
            state.outer = i;
            state.done = false;
            break;
        }
        inner = 0;
    }
    order_by_id<L>(state, begin);
}

/// One direction of a cross sweep. `kTies`: inner boxes with equal lo[0] belong to this direction.
template <class L, int Dim, bool kTies>
SATORI_LANES_INLINE bool sweep_one_way(SweepState<Dim>& state, const SweepArrays<Dim>& outer,
                                       const SweepArrays<Dim>& inner, ScanOut out) {
    for (; state.outer < outer.count; ++state.outer) {
        const float lo = outer.lo[0][state.outer];
        // Ends at the sentinels at the latest.
        while (kTies ? inner.lo[0][state.start] < lo : inner.lo[0][state.start] <= lo) ++state.start;
        const std::uint32_t from = state.inner != 0 ? state.inner - 1 : state.start;
        if (!scan<L>(state, broadcast_box<L>(outer, state.outer), inner, from, out)) {
            ++state.inner;  // 0 means "not begun"
            return false;
        }
        state.inner = 0;
    }
    return true;
}

/// Every pair of one box of state.a and one of state.b. Equal lo[0] count as a before b, so each pair comes up once.
template <class L, int Dim>
void sweep_cross(SweepState<Dim>& state) {
    const SweepArrays<Dim> a = state.a, b = state.b;
    const std::uint32_t begin = state.count;
    // Where a's boxes are written, and b's.
    std::uint32_t* const of_a = state.order == PairOrder::inner_first ? state.second : state.first;
    std::uint32_t* const of_b = state.order == PairOrder::inner_first ? state.first : state.second;
    bool complete = true;
    if (state.phase == 0) {
        complete = sweep_one_way<L, Dim, true>(state, a, b, {of_b, of_a});
        if (complete) {
            state.phase = 1;
            state.outer = 0;
            state.start = 0;
        }
    }
    state.done = complete && sweep_one_way<L, Dim, false>(state, b, a, {of_a, of_b});
    if (state.order == PairOrder::by_id) order_by_id<L>(state, begin);
}

}  // namespace satori::inline v0::simd
