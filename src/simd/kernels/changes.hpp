#pragma once

// Changes of a persistent world: candidates that are pairs now and were none before, or the reverse.
//   tracked_bounds: lane = box, 64-byte rows to 32-byte entries
//   filter_changes: lane = candidate pair, boxes by index, 64-byte rows transposed in registers
//   sweep_changes:  lane = box of a list, against one changed box
//   scan_changes:   lane = box, 64-byte rows transposed in registers, against a few changed boxes
//
// Two boxes are (were) a pair when their bounds overlap (overlapped) and at least one of them is (was) dynamic. The
// kernels take signs of differences, as in sweep.hpp. Boxes that do not exist have infinite bounds. These give infinite
// differences, never NaN, because each difference is an upper bound minus a lower bound. A candidate may occur more
// than once, and a box may be a candidate with itself: the caller removes repeats.
// Cost per vector: 12 subtractions, 14 integer operations. filter_changes: 8 row transposes. sweep_changes: 7 loads, 2
// comparisons. scan_changes: 4 row transposes, and half as many operations per changed box where it finds none.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/kernels/bounds.hpp"
#include "simd/kernels/rows.hpp"
#include "simd/kernels/sweep.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// Returns a word whose sign bit is set when the boxes are not a pair.
template <class L>
SATORI_LANES_INLINE typename L::Uint apart(const typename L::Float* lo_a, const typename L::Float* hi_a,
                                           typename L::Uint state_a, const typename L::Float* lo_b,
                                           const typename L::Float* hi_b, typename L::Uint state_b) {
    auto sign = state_a & state_b;
    for (int c = 0; c < 3; ++c) sign = sign | L::as_uint(hi_a[c] - lo_b[c]) | L::as_uint(hi_b[c] - lo_a[c]);
    return sign;
}

template <class L>
SATORI_LANES_INLINE void load_tracked(const TrackedBox* boxes, const std::uint32_t* index, typename L::Float* out) {
    const float* rows[L::width];
    rows_at<L>(boxes, index, rows);
    L::template load_rows<4>(rows, out);
}

template <class L>
SATORI_LANES_INLINE typename L::Float longest_edge(const typename L::Float* lo, const typename L::Float* hi) {
    return L::max(L::max(hi[0] - lo[0], hi[1] - lo[1]), hi[2] - lo[2]);
}

template <class L>
std::uint32_t tracked_bounds(const TrackedBoundsArgs& args, EdgeRange& edges) {
    using Float = typename L::Float;
    EdgeLanes<L> seen{L::broadcast(edges.min), L::broadcast(edges.max), L::broadcast(edges.shortest)};
    const auto motion_bits = L::broadcast(args.only_then ? 0 : kMotionBits);
    std::uint32_t i = 0;
    for (; i + L::width <= args.count; i += L::width) {
        ask_ahead<sizeof(TrackedBox) * L::width>(args.boxes + i);
        const float* rows[L::width];
        rows_from<L>(args.boxes + i, rows);
        Float box[16], entry[8];
        L::template load_rows<4>(rows, box);
        if (args.only_then) {
            for (int c = 0; c < 7; ++c) box[c] = box[8 + c];
        }
        const Float *const then = box + 8, *const now = box;
        for (int c = 0; c < 3; ++c) {
            entry[c] = L::min(now[c], then[c]);
            entry[3 + c] = L::max(now[3 + c], then[3 + c]);
        }
        const Float edge = longest_edge<L>(entry, entry + 3);
        const Float larger = L::max(longest_edge<L>(now, now + 3), longest_edge<L>(then, then + 3));
        // Signs: both states have no box, the box jumped, it was and is not dynamic.
        const auto other =
            L::as_uint(edge) | L::as_uint((larger + larger) - edge) | (L::as_uint(now[6]) & L::as_uint(then[6]));
        if (L::sign_bits(other) != 0) break;
        entry[6] = L::as_float(L::broadcast(args.first + i) + L::iota());
        const Float longest = L::min(edge, L::broadcast(__FLT_MAX__));
        seen.min = L::min(seen.min, longest);
        seen.max = L::max(seen.max, longest);
        Float shift = L::broadcast(kLeastMotion);
        for (int c = 0; c < 6; ++c) shift = L::max(shift, L::abs(now[c] - then[c]));
        // A box that is not dynamic in one of the two states has changed its motion type.
        const auto unknown = L::as_uint(now[6]) | L::as_uint(then[6]) | L::as_uint(L::broadcast(kMostMotion) - shift);
        // as in motion_tag()
        entry[7] = L::as_float(((L::as_uint(shift) + L::broadcast(kMotionSlack)) & motion_bits) |
                               (unknown & L::broadcast(kUnknownMotion)));
        for (int c = 0; c < 3; ++c) seen.shortest = L::min(seen.shortest, entry[3 + c] - entry[c]);
        put_rows<L, 2>(args.entries + i, entry, false);
    }
    edges = seen.joined();
    return i;
}

template <class L>
std::uint32_t filter_changes(const ChangeTestArgs& args, BoxPair* out) {
    std::uint32_t* const begin = reinterpret_cast<std::uint32_t*>(out);
    std::uint32_t* end = begin;
    // The candidates are those few pairs of a column that may have changed. No earlier code has prefetched their lines.
    constexpr std::uint32_t kAhead = 2 * kMaxLanes;
    for (std::uint32_t k = 0; k < args.count; k += L::width) {
        for (std::uint32_t j = k + kAhead; j < args.count && j < k + kAhead + L::width; ++j) {
            __builtin_prefetch(args.boxes + args.first[j], 0, kSecondLevel);
            __builtin_prefetch(args.boxes + args.second[j], 0, kSecondLevel);
        }
        typename L::Float a[16], b[16];
        load_tracked<L>(args.boxes, args.first + k, a);
        load_tracked<L>(args.boxes, args.second + k, b);
        const auto now = apart<L>(a, a + 3, L::as_uint(a[6]), b, b + 3, L::as_uint(b[6]));
        const auto then = apart<L>(a + 8, a + 11, L::as_uint(a[14]), b + 8, b + 11, L::as_uint(b[14]));
        std::uint32_t bits = L::sign_bits(now) ^ L::sign_bits(then);
        if (args.count - k < L::width) bits &= (1U << (args.count - k)) - 1;
        const auto second = L::loadu(args.second + k) | (now & L::broadcast(kLostPair));
        L::store_pairs(end, L::compress(L::loadu(args.first + k), bits), L::compress(second, bits));
        end += 2 * __builtin_popcount(bits);
    }
    return static_cast<std::uint32_t>(end - begin) / 2;
}

/// `kAlike`: all boxes of the list have the same state.
template <class L, bool kAlike>
SATORI_LANES_INLINE void sweep_changes_with(ChangeSweep& sweep) {
    using Float = typename L::Float;
    Float lo[3], hi[3], old_lo[3], old_hi[3];
    for (int c = 0; c < 3; ++c) {
        lo[c] = L::broadcast(sweep.box->lo[sweep.axis[c]]);
        hi[c] = L::broadcast(sweep.box->hi[sweep.axis[c]]);
        old_lo[c] = L::broadcast(sweep.box->old_lo[sweep.axis[c]]);
        old_hi[c] = L::broadcast(sweep.box->old_hi[sweep.axis[c]]);
    }
    const auto id = L::broadcast(sweep.id);
    const auto now_dynamic = L::broadcast(sweep.box->state & kNotDynamic);
    const auto then_dynamic = L::broadcast(sweep.box->old_state & kNotDynamic);
    const auto common_state = L::broadcast(sweep.common_state);
    const Float reach = L::broadcast(sweep.reach);
    std::uint32_t* const out = reinterpret_cast<std::uint32_t*>(sweep.out);
    std::uint32_t n = sweep.count, below = sweep.below;
    std::uint32_t within;
    const Streams<3> list(sweep.list);
    auto place = list.at(sweep.next);
    do {
        Float in_lo[3], in_hi[3];
        for (int c = 0; c < 3; ++c) {
            in_lo[c] = L::load(place.lo(c));
            in_hi[c] = L::load(place.hi(c));
        }
        within = L::bits(L::le(in_lo[0], reach));
        const auto state = kAlike ? common_state : L::load(place.missing());
        const auto now = apart<L>(lo, hi, now_dynamic, in_lo, in_hi, state);
        const auto then = apart<L>(old_lo, old_hi, then_dynamic, in_lo, in_hi, state);
        const std::uint32_t bits = L::sign_bits(now ^ then) & within;
        if (n >= sweep.capacity) {
            sweep.count = n;
            sweep.next =
                static_cast<std::uint32_t>((place.streams_0 - list.base) / static_cast<std::ptrdiff_t>(sizeof(float)));
            sweep.below = below;
            return;
        }
        // No branch tests whether the vector has a hit. Such a branch is unpredictable where the list holds only boxes
        // near the changed box.
        const auto second = L::load(place.id()) | (now & L::broadcast(kLostPair));
        L::store_pairs(out + 2 * n, id, L::compress(second, bits));
        n += static_cast<std::uint32_t>(__builtin_popcount(bits));
        below += static_cast<std::uint32_t>(__builtin_popcount(L::bits(L::lt(in_lo[0], old_lo[0]))));
        place.advance(L::width);
    } while (within == kAllLanes<L>);
    sweep.count = n;
    sweep.below = below;
    sweep.done = true;
}

template <class L>
void sweep_changes(ChangeSweep& sweep) {
    if (sweep.list.missing == nullptr)
        sweep_changes_with<L, true>(sweep);
    else
        sweep_changes_with<L, false>(sweep);
}

template <class L>
void scan_changes(ChangeScan& scan) {
    using Float = typename L::Float;
    std::uint32_t* const out = reinterpret_cast<std::uint32_t*>(scan.out);
    const std::uint32_t most = scan.capacity - scan.changed_count * L::width;
    std::uint32_t n = scan.count, i = scan.next;
    for (; i < scan.end && n <= most; i += L::width) {
        ask_ahead<sizeof(TrackedBox) * L::width>(scan.boxes + i);
        const std::uint32_t last = (scan.end - i < L::width ? scan.end - i : L::width) - 1;
        const float* rows[L::width];
        for (std::uint32_t lane = 0; lane < L::width; ++lane)
            rows[lane] = reinterpret_cast<const float*>(scan.boxes + i + (lane < last ? lane : last));
        Float box[16], lo[3], hi[3];
        L::template load_rows<4>(rows, box);
        const Float *const then = box + 8, *const now = box;
        for (int c = 0; c < 3; ++c) {
            lo[c] = L::min(now[c], then[c]);
            hi[c] = L::max(now[3 + c], then[3 + c]);
        }
        const auto state = L::as_uint(now[6]) & L::as_uint(then[6]);
        const auto id = L::broadcast(i) + L::iota();
        for (std::uint32_t k = 0; k < scan.changed_count; ++k) {
            const BoundsEntry<3>& entry = scan.changed[k];
            auto sign = state & L::broadcast(entry.tag);
            for (int c = 0; c < 3; ++c) {
                sign = sign | L::as_uint(L::broadcast(entry.hi[c]) - lo[c]) |
                       L::as_uint(hi[c] - L::broadcast(entry.lo[c]));
            }
            // Of all compared boxes, one in a thousand is near.
            const std::uint32_t near = ~L::sign_bits(sign) & (kAllLanes<L> >> (L::width - 1 - last));
            if (near == 0) [[likely]]
                continue;
            const TrackedBox& changed = scan.boxes[entry.id];
            Float changed_now[6], changed_then[6];
            for (int c = 0; c < 3; ++c) {
                changed_now[c] = L::broadcast(changed.lo[c]);
                changed_now[3 + c] = L::broadcast(changed.hi[c]);
                changed_then[c] = L::broadcast(changed.old_lo[c]);
                changed_then[3 + c] = L::broadcast(changed.old_hi[c]);
            }
            const auto apart_now =
                apart<L>(changed_now, changed_now + 3, L::broadcast(changed.state), now, now + 3, L::as_uint(now[6]));
            const auto apart_then = apart<L>(changed_then, changed_then + 3, L::broadcast(changed.old_state), then,
                                             then + 3, L::as_uint(then[6]));
            const std::uint32_t bits = L::sign_bits(apart_now ^ apart_then) & near;
            const auto second = id | (apart_now & L::broadcast(kLostPair));
            L::store_pairs(out + 2 * n, L::broadcast(entry.id), L::compress(second, bits));
            n += static_cast<std::uint32_t>(__builtin_popcount(bits));
        }
    }
    scan.next = i < scan.end ? i : scan.end;
    scan.count = n;
}

}  // namespace satori::v0::simd
