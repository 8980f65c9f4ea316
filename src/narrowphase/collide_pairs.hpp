#pragma once

#include <cstdint>
#include <span>

#include <satori/contacts.hpp>
#include <satori/export.hpp>

#include "narrowphase/barred_sides.hpp"

namespace satori::inline v0::narrowphase {

/// Pairs that somebody else has found, and their boxes.
struct ListedPairs {
    std::span<const OrientedBox> boxes;       ///< those that are no legal input touch nothing
    std::span<const std::uint32_t> numbers;   ///< of the boxes, each once
    std::uint32_t number_limit;               ///< every number is below
    std::span<const BoxPair> pairs;           ///< numbers of two boxes, A first
    std::span<const std::uint8_t> last_axes;  ///< of each pair in the last step, or kNoAxis
    CoveredSets covered;                      ///< by number; of boxes that have any
};

/// The manifolds of pairs that overlap or are within the speculative distance, in the order of the list, `pair` as it stands
/// there; a manifold may have no point. What separating_axes() with cached axes and build_manifolds() give for them, A being
/// the first of a pair, without what lies between in memory. `manifolds` is in the workspace, until its next use. Errors: those
/// of collide() but for the buffer's. Exported, for satori_bullet; no public header names it.
SATORI_API Status collide_pairs(const ListedPairs& listed, Workspace& workspace,
                                std::span<const ContactManifold>& manifolds, const CollideOptions& options,
                                const Execution& execution) noexcept;

}  // namespace satori::inline v0::narrowphase
