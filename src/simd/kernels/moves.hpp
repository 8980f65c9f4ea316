#pragma once

// New bounds for boxes of a persistent world. Lane = box, by id.
//   legal_bounds: tests that raw AABBs are finite and not inverted
//   move_boxes:   keeps fat bounds that the new bounds fit, and computes new fat bounds else, as BoxTable::move() does
//
// Boxes are read and written by id. If an id came twice in a vector, its first move would be lost. So ids must ascend.
// Cost per vector: legal_bounds 2 row transposes, 9 comparisons; move_boxes 4 transposes of rows in, 2 out, 12
// comparisons, 21 additions, 12 minima and maxima, 7 selections.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/bounds.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

template <class L>
std::uint32_t legal_bounds(const BoundsRows& rows, std::uint32_t count) {
    std::uint32_t i = 0;
    for (; i + L::width <= count; i += L::width) {
        ask_rows_ahead<L>(rows, i);
        typename L::Float bounds[6];
        load_aabbs<L>(rows, i, bounds);
        if (legal_lanes<L>(bounds) != kAllLanes<L>) break;
    }
    return i;
}

template <class L>
std::uint32_t move_boxes(const MoveArgs& args, std::uint32_t* changed, std::uint32_t& changed_count) {
    using Float = typename L::Float;
    constexpr std::uint32_t kAhead = 64;  // a page of boxes where ids are consecutive
    const Float most = L::broadcast(__FLT_MAX__);
    std::uint32_t end = changed_count, i = 0;
    // The loop reads one id more than a vector has.
    for (; i + L::width < args.count; i += L::width) {
        const auto id = L::loadu(args.ids + i);
        if (L::sign_bits(L::loadu(args.ids + i + 1) - id - L::broadcast(1U)) != 0) break;
        ask_rows_ahead<L>(args.bounds, i);
        float* rows[L::width];
        for (std::uint32_t lane = 0; lane < L::width; ++lane) {
            if (i + lane + kAhead < args.count)
                __builtin_prefetch(args.boxes + args.ids[i + lane + kAhead], 1, kSecondLevel);
            rows[lane] = reinterpret_cast<float*>(args.boxes + args.ids[i + lane]);
        }
        Float box[8], now[6];
        L::template load_rows<2>(rows, box);
        load_aabbs<L>(args.bounds, i, now);
        Float edge = now[3] - now[0];
        for (int c = 1; c < 3; ++c) edge = L::max(edge, now[3 + c] - now[c]);
        const Float margin = L::broadcast(args.margin) + L::broadcast(args.relative_margin) * L::min(edge, most);
        const Float reach = L::broadcast(args.most_margins) * margin;
        const auto misfits_on = [&](int c) SATORI_INLINE_LAMBDA {
            const auto sticks_out = L::either(L::lt(now[c], box[c]), L::lt(box[3 + c], now[3 + c]));
            return L::either(sticks_out,
                             L::either(L::lt(box[c], now[c] - reach), L::lt(now[3 + c] + reach, box[3 + c])));
        };
        const auto misfits = L::either(misfits_on(0), L::either(misfits_on(1), misfits_on(2)));
        std::uint32_t bits = L::bits(misfits);
        if (bits == 0) continue;
        for (int c = 0; c < 3; ++c) {
            // Adding zero turns -0 into +0.
            const Float lo = L::max(now[c] - margin, L::broadcast(-__FLT_MAX__)) + L::broadcast(0.0F);
            const Float hi = L::min(now[3 + c] + margin, most) + L::broadcast(0.0F);
            box[c] = L::select(misfits, lo, box[c]);
            box[3 + c] = L::select(misfits, hi, box[3 + c]);
        }
        const auto state = L::as_uint(box[6]);
        const auto moved = (state & L::broadcast(~kAsleep)) | L::broadcast(kListed);
        box[6] = L::select(misfits, L::as_float(moved), box[6]);
        bits &= ~L::sign_bits(L::broadcast(0U) - (state & L::broadcast(kListed)));
        L::store_group(rows, box[0], box[1], box[2], box[3]);
        for (float*& row : rows) row += 4;
        L::store_group(rows, box[4], box[5], box[6], box[7]);
        L::storeu(changed + end, L::compress(id, bits));
        end += static_cast<std::uint32_t>(__builtin_popcount(bits));
    }
    changed_count = end;
    return i;
}

}  // namespace satori::v0::simd
