#pragma once

#include <algorithm>
#include <cstdint>

#include "base/assert.hpp"
#include "narrowphase/contact_types.hpp"
#include "narrowphase/manifold_tile.hpp"
#include "narrowphase/options.hpp"
#include "simd/dispatch.hpp"

namespace satori::v0::narrowphase {

/// Stores the axis of the last step in a hit; kNoAxis stores nothing.
inline void note_last_axis(simd::ContactHit& hit, std::uint32_t last) noexcept {
    SATORI_ASSERT(last == kNoAxis || last < simd::kAxisCount);
    if (last != kNoAxis) hit.flags |= (last + 1) << simd::kLastAxis;
}

/// Writes the axes of a tile's pairs to rows[0] and on. A pair whose axes are all barred gets the axis that it would
/// have with nothing barred.
template <int Dim>
void find_axes(const simd::KernelTable& kernels, simd::AxisArgsOf<simd::PairRecord<Dim>> args,
               typename ContactTypes<Dim>::AxisRow* rows) noexcept {
    using AxisRow = typename ContactTypes<Dim>::AxisRow;
    const auto kernel = simd::box_kernels<Dim>(kernels).find_axes;
    const auto all_barred = [](const AxisRow& row) { return row.axis == simd::kAllBarred; };
    kernel(args, rows);
    if (args.barred == nullptr || std::none_of(rows, rows + args.pairs.count, all_barred)) return;
    SATORI_ASSERT(args.pairs.count <= kTilePairs);
    AxisRow free[kTilePairs];
    args.barred = nullptr;
    kernel(args, free);
    for (std::uint32_t i = 0; i < args.pairs.count; ++i)
        if (all_barred(rows[i])) rows[i] = free[i];
}

/// Chooses the axis again for those pairs of a tile that the first choice cannot decide. These pairs had another axis
/// in the last step, have barred sides, or have sizes so different that rounding may have chosen the axis. They are
/// few: most pairs are new or lie as before.
template <int Dim>
void choose_again(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                  const ContactOptions& options, ContactTile& tile) noexcept {
    if ((tile.any_flags & ~simd::kUneven) == 0 && !tile.any_barred) return;
    PairTile asked;
    std::uint32_t rows[kTilePairs];
    alignas(64) std::uint32_t cached[kTilePairs], barred[kTilePairs];
    for (std::uint32_t i = 0; i < tile.pairs.count; ++i) {
        SATORI_ASSERT(tile.axis[i] < ContactTypes<Dim>::kAxes);
        const std::uint32_t last = tile.flags[i] >> simd::kLastAxis, sides = tile.any_barred ? tile.barred[i] : 0U;
        const bool other_axis = last != 0 && last - 1 != tile.axis[i];
        if ((tile.flags[i] & simd::kUnclear) == 0 && sides == 0 && !other_axis) continue;
        rows[asked.count] = i;
        asked.first[asked.count] = tile.pairs.first[i];
        asked.second[asked.count] = tile.pairs.second[i];
        cached[asked.count] = last != 0 ? last - 1 : kNoAxis;
        barred[asked.count] = sides;
        ++asked.count;
    }
    if (asked.count == 0) return;
    asked.pad();
    const auto end = static_cast<std::uint32_t>(simd::padded(asked.count));
    std::fill(cached + asked.count, cached + end, std::uint32_t{kNoAxis});
    std::fill(barred + asked.count, barred + end, 0U);
    typename ContactTypes<Dim>::AxisRow found[kTilePairs];
    find_axes<Dim>(kernels,
                   {asked.rows(records), cached, tile.any_barred ? barred : nullptr, options.speculative_distance,
                    tolerance(options)},
                   found);
    for (std::uint32_t k = 0; k < asked.count; ++k) {
        SATORI_ASSERT(found[k].axis < ContactTypes<Dim>::kAxes);
        tile.axis[rows[k]] = found[k].axis;
    }
}

}  // namespace satori::v0::narrowphase
