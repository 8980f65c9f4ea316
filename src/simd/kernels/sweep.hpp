#pragma once

// Sweep and prune inside one column segment. Lane = inner box, against one outer box.
//
// Both lists ascend in lo[0]. An outer box looks at inner boxes from its start on, while their lo[0] <= its hi[0]; the
// sentinels behind the list end every scan. A lane is a candidate when the boxes overlap on all cross axes and, on each
// cut axis, at least one of the two starts in this column: that is so in exactly one of the columns they share.
// Candidates are compacted in a register and stored without a branch.
// Boxes of a persistent world come around where they were and are. Where both have moved little and these bounds overlap deeply,
// the boxes overlapped then and do so now: nothing has changed, and the pair is no candidate (SweepState::calm_depth).
// Sources: Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992; Terdiman, "Box pruning revisited", 2017.
// Cost per vector of candidates in 3D: 1 comparison, 4 subtractions, 7 integer operations, one compaction, one store; of calm
// ones 3 subtractions, 5 minima, 1 integer operation more.

#include <type_traits>

#include "simd/kernel_abi.hpp"
#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

/// SweepArrays as the kernels address them: two pointers and multiples of one stride instead of eight pointers, which the
/// registers of a loop on x86 have no room for. Stream k lies at pointer k / 4, k % 4 strides further.
template <int Dim>
struct Streams {
    const char* base;
    std::size_t stride;  // bytes
    std::size_t three_strides;

    explicit Streams(const SweepArrays<Dim>& arrays)
        : base(reinterpret_cast<const char*>(arrays.lo[0])),
          stride(static_cast<std::size_t>(reinterpret_cast<const char*>(arrays.hi[0]) - base)),
          three_strides(3 * stride) {}
    struct Place {
        const char* streams_0;
        const char* streams_4;
        const Streams& of;

        template <class T = float>
        const T* stream(int k) const {
            const char* const pointer = k < 4 ? streams_0 : streams_4;
            return reinterpret_cast<const T*>(pointer + (k % 4 == 3 ? of.three_strides : (k % 4) * of.stride));
        }
        const float* lo(int c) const { return stream(2 * c); }
        const float* hi(int c) const { return stream(2 * c + 1); }
        const std::uint32_t* id() const { return stream<std::uint32_t>(2 * Dim); }
        const std::uint32_t* missing() const { return stream<std::uint32_t>(2 * Dim + 1); }
        void advance(std::size_t boxes) {
            streams_0 += boxes * sizeof(float);
            streams_4 += boxes * sizeof(float);
        }
    };
    Place at(std::size_t i) const {
        const char* const p = base + i * sizeof(float);
        return {p, p + 4 * stride, *this};
    }
};

template <class L, int Dim>
struct OuterBox {
    typename L::Float reach;             ///< hi[0]
    typename L::Float lo[Dim], hi[Dim];  ///< of axis 0 only lo, and only with `kCalmly`
    typename L::Uint id, missing;
};

template <class L, bool kCalmly, int Dim>
SATORI_LANES_INLINE OuterBox<L, Dim> broadcast_box(const Streams<Dim>& boxes, std::uint32_t i) {
    const auto place = boxes.at(i);
    OuterBox<L, Dim> box;
    box.reach = L::broadcast(*place.hi(0));
    if constexpr (kCalmly) box.lo[0] = L::broadcast(*place.lo(0));
    for (int c = 1; c < Dim; ++c) {
        box.lo[c] = L::broadcast(*place.lo(c));
        box.hi[c] = L::broadcast(*place.hi(c));
    }
    box.id = L::broadcast(*place.id());
    box.missing = L::broadcast(*place.missing());
    return box;
}

/// f(constant, calmly) with the block that a sweep was asked to take, in boxes (the scalar set has nothing to gain from any), and
/// whether some boxes are calm; the block is the longest then.
template <class L, int Dim, class F>
SATORI_LANES_INLINE void with_block(const SweepState<Dim>& state, int way, F&& f) {
    constexpr bool kScalar = L::width == 1;
    constexpr std::integral_constant<std::uint32_t, kScalar ? 1 : kSweepBlock> longest;
    constexpr std::integral_constant<std::uint32_t, kScalar ? 1 : kHalfSweepBlock> half;
    constexpr std::integral_constant<std::uint32_t, kScalar ? 1 : kQuarterSweepBlock> quarter;
    constexpr std::bool_constant<Dim == 3> calmly;  // persistent worlds have three dimensions
    const std::uint32_t block = state.block[way];
    if (calmly && state.calm_depth >= 0)
        f(longest, calmly);
    else if (kScalar || block > kHalfSweepBlock)
        f(longest, std::false_type{});
    else if (block > kQuarterSweepBlock || L::width > kQuarterSweepBlock)
        f(half, std::false_type{});
    else
        f(quarter, std::false_type{});
}

/// Where a scan writes: the inner boxes' ids and, beside each, the outer box's.
struct ScanOut {
    std::uint32_t* inner;
    std::uint32_t* outer;
    std::uint32_t capacity;
    float calm_depth;
};

inline constexpr std::uint32_t kScanDone = ~0U;

/// Scans inner boxes from `j` on and raises `n`, the count of candidates written. kScanDone, or where to go on when the
/// buffer filled up.
template <class L, std::uint32_t kBlock, bool kCalmly, int Dim>
SATORI_LANES_INLINE std::uint32_t scan(const OuterBox<L, Dim>& box, const Streams<Dim>& inner, std::uint32_t j,
                                       const ScanOut& out, std::uint32_t& n) {
    const std::uint32_t begin = n;
    std::uint32_t within = 0, go_on = kScanDone;
    // Long scans from a whole vector on, as a load that straddles two cache lines counts twice: lanes before j are masked out.
    // Short ones use every lane.
    constexpr bool kAligned = kBlock == kSweepBlock;
    const std::uint32_t before = kAligned ? j % L::width : 0;
    std::uint32_t live = ~0U << before;
    auto place = inner.at(j - before);
    const auto floats = [](const float* at) { return kAligned ? L::load(at) : L::loadu(at); };
    const auto integers = [](const std::uint32_t* at) { return kAligned ? L::load(at) : L::loadu(at); };
    do {
        if (n >= out.capacity) {
            go_on = static_cast<std::uint32_t>((place.streams_0 - inner.base) /
                                               static_cast<std::ptrdiff_t>(sizeof(float))) +
                    static_cast<std::uint32_t>(__builtin_ctz(live));
            break;
        }
        for (std::uint32_t v = 0; v < kBlock / L::width; ++v, place.advance(L::width)) {
            within = L::bits(L::le(floats(place.lo(0)), box.reach));
            // Differences instead of comparisons: their signs gather with OR, and a difference of floats has the right
            // sign always (no -0 comes in, denormals are kept, an overflow is infinite with that
            // sign).
            const auto flags = integers(place.missing()) & box.missing;
            const auto from_below = [&](int c) SATORI_INLINE_LAMBDA { return box.hi[c] - floats(place.lo(c)); };
            const auto from_above = [&](int c) SATORI_INLINE_LAMBDA { return floats(place.hi(c)) - box.lo[c]; };
            std::uint32_t hits = within & live;
            if constexpr (kCalmly) {
                // The least overlap; on the sweep axis, where the inner box begins last, the scan knows that there is one.
                auto depth = L::min(box.reach - floats(place.lo(0)), from_above(0));
                for (int c = 1; c < Dim; ++c) depth = L::min(L::min(depth, from_below(c)), from_above(c));
                const auto neither_starts = flags & L::broadcast(kMissing[0] | kMissing[1] | kMissing[2]);
                const auto apart = L::as_uint(depth) | (L::broadcast(0U) - neither_starts);
                const auto not_calm = (flags & L::broadcast(kCalm)) - L::broadcast(1U);  // negative unless both are
                const auto shallow = L::as_uint(depth - L::broadcast(out.calm_depth));
                hits &= ~L::sign_bits(apart) & L::sign_bits(shallow | not_calm);
            } else {
                auto apart = L::broadcast(0U) - flags;  // negative unless both start
                for (int c = 1; c < Dim; ++c) apart = apart | L::as_uint(from_below(c)) | L::as_uint(from_above(c));
                hits &= ~L::sign_bits(apart);
            }
            live = ~0U;
            L::storeu(out.inner + n, L::compress(integers(place.id()), hits));
            n += static_cast<std::uint32_t>(__builtin_popcount(hits));
        }
        // lo[0] ascends: when the last vector is not all within reach, nothing behind it is.
    } while (within == kAllLanes<L>);
    // Once per outer box, not once per vector: few have more hits than lanes.
    std::uint32_t k = begin;
    do L::storeu(out.outer + k, box.id);
    while ((k += L::width) < n);
    return go_on;
}

/// Puts the lower id of each pair in [begin, end) first.
template <class L>
SATORI_LANES_INLINE void order_by_id(std::uint32_t* first, std::uint32_t* second, std::uint32_t begin,
                                     std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; i += L::width) {
        const auto a = L::loadu(first + i), b = L::loadu(second + i);
        L::storeu(first + i, L::min_id(a, b));
        L::storeu(second + i, L::max_id(a, b));
    }
}

/// A function of its own each, which profiles can tell apart.
template <class L, std::uint32_t kBlock, bool kCalmly, int Dim>
[[gnu::noinline]] static void sweep_self_by(SweepState<Dim>& state) {
    const Streams<Dim> boxes(state.a);
    const ScanOut out{state.second, state.first, state.capacity, state.calm_depth};
    const std::uint32_t begin = state.count, box_count = state.a.count;
    std::uint32_t n = begin;  // a local, because the stores may alias the state
    std::uint32_t i = state.outer;
    std::uint32_t inner = state.inner != 0 ? state.inner : i + 1;
    std::uint32_t go_on = kScanDone;
    for (; i < box_count; inner = ++i + 1) {
        if (state.ahead != state.ahead_end) __builtin_prefetch(state.ahead_records + state.ahead++->id);
        go_on = scan<L, kBlock, kCalmly>(broadcast_box<L, kCalmly>(boxes, i), boxes, inner, out, n);
        if (go_on != kScanDone) break;
    }
    order_by_id<L>(state.first, state.second, begin, n);
    state.count = n;
    state.outer = i;
    state.inner = go_on;
    state.done = go_on == kScanDone;
}

/// Every pair inside state.a.
template <class L, int Dim>
void sweep_self(SweepState<Dim>& state) {
    with_block<L>(state, 0, [&](auto block, auto calmly) { sweep_self_by<L, block(), calmly()>(state); });
}

/// One direction of a cross sweep; false when the buffer filled up. `kTies`: inner boxes with equal lo[0] belong to this
/// direction.
template <class L, std::uint32_t kBlock, bool kCalmly, bool kTies, int Dim>
SATORI_LANES_INLINE bool sweep_one_way(SweepState<Dim>& state, const SweepArrays<Dim>& outer_arrays,
                                       const SweepArrays<Dim>& inner_arrays, const ScanOut& out, std::uint32_t& n) {
    const Streams<Dim> outer(outer_arrays), inner(inner_arrays);
    const std::uint32_t count = outer_arrays.count;
    std::uint32_t i = state.outer, start = state.start;
    std::uint32_t resume = state.inner;  // 0: at the start, else one more than where to go on
    for (; i < count; ++i) {
        const float lo = *outer.at(i).lo(0);
        // Ends at the sentinels at the latest.
        while (kTies ? *inner.at(start).lo(0) < lo : *inner.at(start).lo(0) <= lo) ++start;
        const std::uint32_t from = resume != 0 ? resume - 1 : start;
        const auto box = broadcast_box<L, kCalmly>(outer, i);
        const std::uint32_t go_on = scan<L, kBlock, kCalmly>(box, inner, from, out, n);
        if (go_on != kScanDone) {
            state.outer = i;
            state.start = start;
            state.inner = go_on + 1;
            return false;
        }
        resume = 0;
    }
    state.outer = state.start = state.inner = 0;
    return true;
}

/// Every pair of one box of state.a and one of state.b. Equal lo[0] count as a before b, so each pair comes up once.
template <class L, int Dim>
void sweep_cross(SweepState<Dim>& state) {
    const std::uint32_t begin = state.count;
    std::uint32_t n = begin;
    // Where a's boxes are written, and b's.
    std::uint32_t* const of_a = state.order == PairOrder::inner_first ? state.second : state.first;
    std::uint32_t* const of_b = state.order == PairOrder::inner_first ? state.first : state.second;
    bool complete = true;
    if (state.phase == 0) {
        const ScanOut out{of_b, of_a, state.capacity, state.calm_depth};
        with_block<L>(state, 0, [&](auto block, auto calmly) {
            complete = sweep_one_way<L, block(), calmly(), true>(state, state.a, state.b, out, n);
        });
        if (complete) state.phase = 1;
    }
    if (complete) {
        const ScanOut out{of_a, of_b, state.capacity, state.calm_depth};
        with_block<L>(state, 1, [&](auto block, auto calmly) {
            complete = sweep_one_way<L, block(), calmly(), false>(state, state.b, state.a, out, n);
        });
    }
    state.done = complete;
    if (state.order == PairOrder::by_id) order_by_id<L>(state.first, state.second, begin, n);
    state.count = n;
}

}  // namespace satori::inline v0::simd
