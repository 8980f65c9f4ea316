#pragma once

#include <cstdint>
#include <span>

#include <satori/contacts.hpp>
#include <satori/export.hpp>

namespace satori::inline v0::narrowphase {

/// Pairs that somebody else has found: of legal rows of a batch, the first of each being A; with the axis that each had in the
/// last step, or kNoAxis.
struct ListedPairs {
    std::span<const BoxPair> pairs;
    std::span<const std::uint8_t> last_axes;
};

/// The manifolds of those that overlap or are within the speculative distance, in the order of the list, `pair` as it stands there;
/// a manifold may have no point. What separating_axes() with cached axes and build_manifolds() give for them, without what lies
/// between in memory. `manifolds` is in the workspace, until its next use. Errors: those of collide() but for the buffer's.
/// Exported, for satori_bullet; no public header names it.
SATORI_API Status collide_pairs(const BoxBatch& boxes, const ListedPairs& listed, Workspace& workspace,
                                std::span<const ContactManifold>& manifolds, const CollideOptions& options,
                                const Execution& execution) noexcept;

}  // namespace satori::inline v0::narrowphase
