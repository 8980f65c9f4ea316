#pragma once

#include <cstdint>
#include <span>

#include "narrowphase/distance_rows.hpp"

namespace satori::v0::narrowphase {

/// What a covered side does to the contact of two cores that are apart.
enum class SeamRule : std::uint8_t {
    none,        ///< the contact is as without covered sides
    turned,      ///< the contact has the direction from a longer box
    no_contact,  ///< what covers the side has the contact
};

/// Changes the rows of cores that are apart so that no direction leads out of a covered side. The way out of such a
/// side would end at a seam, which nothing can touch.
///
/// A box goes on beyond a covered side that the direction leads out of, past the other core. The direction becomes that
/// from the longer box. Distance and point stay those of the other core: the cover may be thin, and has contacts of its
/// own.
///
/// The direction does not turn by more than 20 degrees, or 60 if the solids overlap, nor if the longer box meets the
/// other core: then that core is beside the cover or in it, or the edge at the seam is sharp. There, solids that
/// overlap keep their row, so that nothing sinks in; but not if the direction is about that of the normal of a covered
/// side. All others have no contact.
///
/// `barred`: the covered sides of each pair, see barred_sides(); 0 for pairs that keep their rows. `records`: the cores
/// of pair k are records[0][k] and records[1][k], whose reach is the radius. Writes to rules[k] for each pair.
void look_past_covered_sides(const simd::KernelTable& kernels, std::span<const std::uint32_t> barred,
                             const simd::BoxRecord* const (&records)[2], simd::DistanceRow<3>* rows,
                             SeamRule* rules) noexcept;

/// Returns whether the direction of cores that are apart leads out of a covered side by more than 3 degrees.
bool leads_far_out(const simd::BoxRecord& first, const simd::BoxRecord& second, std::uint32_t barred,
                   const simd::DistanceRow<3>& row) noexcept;

}  // namespace satori::v0::narrowphase
