#pragma once

// Sweep and prune inside one column segment.
//
// Lists ascend in lo[0]. A scan tests one outer box with the inner boxes from a start position on, while their lo[0] <=
// its hi[0]. The sentinels behind the list end every scan. Two boxes are a candidate when they overlap on all cross
// axes and, on each cut axis, at least one of the two starts in this column. That is true in exactly one of the columns
// that they share. Candidates are compacted in a register and stored without a branch.
// Two lists: lane = inner box, against one outer box.
// A list against itself: lane = one of eight outer boxes and one of two inner boxes. One load reads the two inner boxes
// and repeats them in turns. Eight scans share one loop, so only the end of that loop is hard to predict, and in wide
// sets few lanes are idle. An outer box that reaches far goes on alone.
// Sources: Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992; Terdiman, "Box pruning revisited", 2017.
// Cost per vector in 3D: 1 comparison, 4 subtractions, 7 integer operations. Two lists: 1 compaction and 1 store; one
// list: 2 and 2.

#include <type_traits>

#include "simd/kernel_abi.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// SweepArrays as the kernels address them: two pointers and multiples of one stride instead of eight pointers. A loop
/// on x86 has too few registers for eight pointers. Stream k is k % 4 strides behind pointer k / 4.
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
    typename L::Float lo[Dim], hi[Dim];  ///< of the cross axes
    typename L::Uint id, missing;
};

/// Loads outer boxes from `place`. of(pointer) loads the values from each stream.
template <class L, int Dim, class Of>
SATORI_LANES_INLINE OuterBox<L, Dim> load_outer(const typename Streams<Dim>::Place& place, const Of& of) {
    OuterBox<L, Dim> box;
    box.reach = of(place.hi(0));
    for (int c = 1; c < Dim; ++c) {
        box.lo[c] = of(place.lo(c));
        box.hi[c] = of(place.hi(c));
    }
    box.id = of(place.id());
    box.missing = of(place.missing());
    return box;
}
/// Broadcasts one box to all lanes.
template <class L, int Dim>
SATORI_LANES_INLINE OuterBox<L, Dim> broadcast_box(const Streams<Dim>& boxes, std::uint32_t i) {
    return load_outer<L, Dim>(boxes.at(i), [](auto* p) SATORI_INLINE_LAMBDA { return L::broadcast(*p); });
}

/// Returns a bit for each lane whose inner box is a candidate, without the test on the sweep axis. missing, lo(c) and
/// hi(c) are the values of the inner boxes.
template <class L, int Dim, class Lo, class Hi>
SATORI_LANES_INLINE std::uint32_t candidates(const OuterBox<L, Dim>& box, typename L::Uint missing, const Lo& lo,
                                             const Hi& hi) {
    // Differences instead of comparisons, because OR can gather their signs. A difference of floats always has the
    // right sign: no input is -0, denormals are kept, and an overflow is infinite with the right sign.
    const auto flags = missing & box.missing;
    const auto from_below = [&](int c) SATORI_INLINE_LAMBDA { return box.hi[c] - lo(c); };
    const auto from_above = [&](int c) SATORI_INLINE_LAMBDA { return hi(c) - box.lo[c]; };
    auto apart = L::broadcast(0U) - flags;  // negative unless at least one of the two starts here, on every axis
    for (int c = 1; c < Dim; ++c) apart = apart | L::as_uint(from_below(c)) | L::as_uint(from_above(c));
    return ~L::sign_bits(apart);
}

/// The longest block of a scan, in boxes. The scalar set gains nothing from longer blocks.
template <class L>
inline constexpr std::uint32_t kLongest = L::width == 1 ? 1 : kSweepBlock;

/// Calls f(block) with the block of the sweep in boxes, as a constant. The scalar set always uses a block of one box,
/// because it gains nothing from longer ones.
template <class L, int Dim, class F>
SATORI_LANES_INLINE void with_block(const SweepState<Dim>& state, int way, F&& f) {
    constexpr bool kScalar = L::width == 1;
    constexpr std::integral_constant<std::uint32_t, kLongest<L>> longest;
    constexpr std::integral_constant<std::uint32_t, kScalar ? 1 : kHalfSweepBlock> half;
    constexpr std::integral_constant<std::uint32_t, kScalar ? 1 : kQuarterSweepBlock> quarter;
    const std::uint32_t block = state.block[way];
    if (kScalar || block > kHalfSweepBlock)
        f(longest);
    else if (block > kQuarterSweepBlock || L::width > kQuarterSweepBlock)
        f(half);
    else
        f(quarter);
}

/// The output of a scan: the ids of the inner boxes and, beside each, the id of the outer box.
struct ScanOut {
    std::uint32_t* inner;
    std::uint32_t* outer;
    std::uint32_t capacity;
};

inline constexpr std::uint32_t kScanDone = ~0U;

/// Scans inner boxes from `j` on and increases `n`, the number of candidates written. Returns kScanDone, or the
/// position to continue from when the buffer is full.
template <class L, std::uint32_t kBlock, int Dim>
SATORI_LANES_INLINE std::uint32_t scan(const OuterBox<L, Dim>& box, const Streams<Dim>& inner, std::uint32_t j,
                                       const ScanOut& out, std::uint32_t& n) {
    const std::uint32_t begin = n;
    std::uint32_t within = 0, go_on = kScanDone;
    // A long scan begins at a whole vector and masks out the lanes before j, because a load that straddles two cache
    // lines costs twice. A short scan uses every lane.
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
            const std::uint32_t hits =
                within & live &
                candidates<L, Dim>(
                    box, integers(place.missing()), [&](int c) SATORI_INLINE_LAMBDA { return floats(place.lo(c)); },
                    [&](int c) SATORI_INLINE_LAMBDA { return floats(place.hi(c)); });
            live = ~0U;
            L::storeu(out.inner + n, L::compress(integers(place.id()), hits));
            n += static_cast<std::uint32_t>(__builtin_popcount(hits));
        }
        // lo[0] ascends: when the last vector is not completely within reach, no box behind it is.
    } while (within == kAllLanes<L>);
    // Once per outer box, not once per vector: few outer boxes have more hits than lanes.
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

/// The number of vectors that the combinations of a tile fill. Lane 2 * i + k, counted over all vectors, is outer box i
/// against inner box k.
template <class L>
inline constexpr std::uint32_t kTileParts = kMaxLanes / L::width;

/// Returns part q of a stream of the outer boxes from p on.
template <class L>
SATORI_LANES_INLINE typename L::Float of_outer(const float* p, std::uint32_t q) {
    return L::twice(p + q * L::width / kTileInner);
}
template <class L>
SATORI_LANES_INLINE typename L::Uint of_outer(const std::uint32_t* p, std::uint32_t q) {
    return L::as_uint(of_outer<L>(reinterpret_cast<const float*>(p), q));
}
/// Returns part q of a stream of the inner boxes from p on.
template <class L>
SATORI_LANES_INLINE typename L::Float of_inner(const float* p, std::uint32_t q) {
    return L::in_turn(p + q * L::width % kTileInner);
}
template <class L>
SATORI_LANES_INLINE typename L::Uint of_inner(const std::uint32_t* p, std::uint32_t q) {
    return L::as_uint(of_inner<L>(reinterpret_cast<const float*>(p), q));
}

/// For inner boxes that begin at box 1, 3, 5 and so on of a tile: the combinations with an inner box that is behind the
/// outer box.
struct CombinationsBehind {
    std::uint32_t combinations[kTileOuter / kTileInner] = {};
    constexpr CombinationsBehind() {
        for (std::uint32_t step = 0; step < kTileOuter / kTileInner; ++step) {
            for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane) {
                const std::uint32_t i = lane / kTileInner, inner = 1 + step * kTileInner + lane % kTileInner;
                combinations[step] |= (i < inner ? 1U : 0U) << lane;
            }
        }
    }
};
static constexpr CombinationsBehind kCombinationsBehind;

/// Finds every pair inside state.a.
template <class L, int Dim>
void sweep_self(SweepState<Dim>& state) {
    const Streams<Dim> boxes(state.a);
    const std::uint32_t begin = state.count, box_count = state.a.count, capacity = state.capacity;
    std::uint32_t *const first = state.first, *const second = state.second;
    std::uint32_t n = begin;  // a local variable, because the stores may alias the state
    std::uint32_t tile = state.outer - state.outer % kTileOuter, j = state.inner;
    // The box of the tile that goes on alone.
    std::uint32_t alone = state.phase != 0 ? state.outer : tile;
    bool room = n < capacity, far = state.phase != 0;
    const ScanOut out{second, first, capacity};
    for (; room && tile < box_count; tile += kTileOuter, j = 0) {
        const auto place = boxes.at(tile);
        OuterBox<L, Dim> outer[kTileParts<L>];
        SATORI_UNROLL(16)
        for (std::uint32_t q = 0; q < kTileParts<L>; ++q)
            outer[q] = load_outer<L, Dim>(place, [q](auto* p) SATORI_INLINE_LAMBDA { return of_outer<L>(p, q); });
        float reach = place.hi(0)[0];
        for (std::uint32_t i = 1; i < kTileOuter; ++i) reach = reach < place.hi(0)[i] ? place.hi(0)[i] : reach;
        for (std::uint32_t i = 0; i < kTileOuter && state.ahead != state.ahead_end; ++i)
            __builtin_prefetch(state.ahead_records + state.ahead++->id, 0, kSecondLevel);

        const std::uint32_t far_begin = tile + 1 + kTileReach;
        if (j == 0) j = tile + 1;
        auto inner = boxes.at(j);
        const auto meet = [&](std::uint32_t behind) SATORI_INLINE_LAMBDA {
            SATORI_UNROLL(16)
            for (std::uint32_t q = 0; q < kTileParts<L>; ++q) {
                const std::uint32_t live = behind >> (q * L::width) & kAllLanes<L>;
                if (live == 0) continue;
                const std::uint32_t hits = L::bits(L::le(of_inner<L>(inner.lo(0), q), outer[q].reach)) & live &
                                           candidates<L, Dim>(
                                               outer[q], of_inner<L>(inner.missing(), q),
                                               [&](int c) SATORI_INLINE_LAMBDA { return of_inner<L>(inner.lo(c), q); },
                                               [&](int c) SATORI_INLINE_LAMBDA { return of_inner<L>(inner.hi(c), q); });
                L::storeu(first + n, L::compress(outer[q].id, hits));
                L::storeu(second + n, L::compress(of_inner<L>(inner.id(), q), hits));
                n += static_cast<std::uint32_t>(__builtin_popcount(hits));
            }
            j += kTileInner;
            inner.advance(kTileInner);
            room = n < capacity;
        };
        if (!far) {
            // Inner boxes of the tile itself are behind only some of its outer boxes.
            while (room && j < tile + kTileOuter) meet(kCombinationsBehind.combinations[(j - tile) / kTileInner]);
            while (room && j < far_begin && *inner.lo(0) <= reach) meet(~0U);
            if (!room) break;
            far = j == far_begin && *inner.lo(0) <= reach;
            alone = tile;
        }
        if (!far) continue;
        const float begin_of_far = *boxes.at(far_begin).lo(0);
        for (; alone < tile + kTileOuter; ++alone, j = far_begin) {
            if (!(begin_of_far <= *boxes.at(alone).hi(0))) continue;
            j = scan<L, kLongest<L>>(broadcast_box<L>(boxes, alone), boxes, j, out, n);
            room = j == kScanDone;
            if (!room) break;
        }
        if (!room) break;
        far = false;
        room = n < capacity;  // the last scan checked the room before its last block
    }
    order_by_id<L>(first, second, begin, n);
    state.count = n;
    state.phase = far ? 1 : 0;
    state.outer = far ? alone : tile;
    state.inner = j;
    state.done = room;
}

/// Sweeps in one direction of a cross sweep. Returns false when the buffer is full. `kTies`: pairs with equal lo[0]
/// belong to this direction.
template <class L, std::uint32_t kBlock, bool kTies, int Dim>
SATORI_LANES_INLINE bool sweep_one_way(SweepState<Dim>& state, const SweepArrays<Dim>& outer_arrays,
                                       const SweepArrays<Dim>& inner_arrays, const ScanOut& out, std::uint32_t& n) {
    const Streams<Dim> outer(outer_arrays), inner(inner_arrays);
    const std::uint32_t count = outer_arrays.count;
    std::uint32_t i = state.outer, start = state.start;
    std::uint32_t resume = state.inner;  // 0: from the start; else one more than the position to continue from
    for (; i < count; ++i) {
        const float lo = *outer.at(i).lo(0);
        // The sentinels end this loop.
        while (kTies ? *inner.at(start).lo(0) < lo : *inner.at(start).lo(0) <= lo) ++start;
        const std::uint32_t from = resume != 0 ? resume - 1 : start;
        const auto box = broadcast_box<L>(outer, i);
        const std::uint32_t go_on = scan<L, kBlock>(box, inner, from, out, n);
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

/// Finds every pair of a box of state.a and a box of state.b. With equal lo[0], the box of a counts as the first, so
/// each pair is found once.
template <class L, int Dim>
void sweep_cross(SweepState<Dim>& state) {
    const std::uint32_t begin = state.count;
    std::uint32_t n = begin;
    // The output arrays for the boxes of a and of b.
    std::uint32_t* const of_a = state.order == PairOrder::inner_first ? state.second : state.first;
    std::uint32_t* const of_b = state.order == PairOrder::inner_first ? state.first : state.second;
    bool complete = true;
    if (state.phase == 0) {
        const ScanOut out{of_b, of_a, state.capacity};
        with_block<L>(state, 0,
                      [&](auto block) { complete = sweep_one_way<L, block(), true>(state, state.a, state.b, out, n); });
        if (complete) state.phase = 1;
    }
    if (complete) {
        const ScanOut out{of_a, of_b, state.capacity};
        with_block<L>(state, 1, [&](auto block) {
            complete = sweep_one_way<L, block(), false>(state, state.b, state.a, out, n);
        });
    }
    state.done = complete;
    if (state.order == PairOrder::by_id) order_by_id<L>(state.first, state.second, begin, n);
    state.count = n;
}

}  // namespace satori::v0::simd
