#pragma once

#include <cstdint>
#include <span>

#include <satori/contacts.hpp>
#include <satori/export.hpp>

#include "narrowphase/barred_sides.hpp"

namespace satori::v0::narrowphase {

/// Pairs that the caller has found, and their boxes.
struct ListedPairs {
    std::span<const OrientedBox> boxes;       ///< an illegal box overlaps nothing
    std::span<const std::uint32_t> numbers;   ///< the number of each box; no number occurs twice
    std::uint32_t number_limit;               ///< greater than every number
    std::span<const BoxPair> pairs;           ///< the numbers of two boxes, A first
    std::span<const std::uint8_t> last_axes;  ///< the axis of each pair in the last step, or kNoAxis
    CoveredSets covered;                      ///< by number; of the boxes that have covered sides
    std::span<const float> radii{};           ///< one per box, legal; or empty
};

/// Makes the manifolds of those pairs that overlap or lie within the speculative distance, in the order of the list.
/// Each manifold's `pair` is the pair of the list, and its first box is A. A manifold may have no point.
/// Without radii, the result equals that of separating_axes() with cached axes, followed by build_manifolds(). Nothing
/// is stored between these two stages. `manifolds` lies in the workspace and is valid until its next use.
/// Errors: as collide(), except those of its buffer. The function is exported for satori_bullet; no public header
/// declares it.
SATORI_API Status collide_listed(const ListedPairs& listed, Workspace& workspace,
                                 std::span<const ContactManifold>& manifolds, const ContactOptions& options,
                                 const Execution& execution) noexcept;

}  // namespace satori::v0::narrowphase
