#pragma once

#include <cstdint>
#include <span>

#include "narrowphase/distance_rows.hpp"

namespace satori::v0::narrowphase {

/// Changes the rows of cores that are apart so that no direction leads out of a covered side. What covers a side goes
/// on beyond it: the way from box to box would lead along a seam that nothing can touch.
///
/// A box goes on beyond a covered side that the direction leads out of, as far as the other core reaches. Direction and
/// points become those of the longer box. The distance stays: what is beyond the side has contacts of its own, and may
/// be thin. If the longer box meets the other core, the row stays as it is.
///
/// `barred`: the covered sides of each pair, see barred_sides(). `records`: the cores of pair k are records[0][k] and
/// records[1][k]. Writes `true` to goes_on[k] for the rows that change, and nothing for the others.
void look_past_covered_sides(const simd::KernelTable& kernels, std::span<const std::uint32_t> barred,
                             const simd::BoxRecord* const (&records)[2], simd::DistanceRow<3>* rows,
                             bool* goes_on) noexcept;

}  // namespace satori::v0::narrowphase
