#pragma once

#include <cstdint>
#include <span>

#include <satori/contacts.hpp>
#include <satori/executor.hpp>
#include <satori/pairs.hpp>
#include <satori/rect_batch.hpp>
#include <satori/rect_manifold.hpp>
#include <satori/status.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

// Contacts of rectangles. Each call works as the call of the same name in satori/contacts.hpp, in the plane: options,
// errors, order and effects of errors are the same. Only differences are documented here. satori/rect_manifold.hpp
// defines A and B, axes and feature ids. World frame, meters.

/// Memory of the caller for the manifolds that a call makes.
struct RectManifoldBuffer {
    RectManifold* data = nullptr;  ///< null: the manifolds stay in the workspace
    std::uint64_t capacity = 0;
};

/// The results of collide() of rectangles; see ContactResult.
struct RectContactResult {
    /// One manifold for each pair that overlaps, or that is within the speculative distance and has a point. In
    /// column order. The manifolds are in the caller's buffer, or in the workspace until its next use. Empty on
    /// errors.
    std::span<RectManifold> manifolds;
    std::uint64_t manifold_count = 0;  ///< number found, even when the caller's buffer is too small
    std::uint64_t point_count = 0;     ///< points of all manifolds
    /// Number of pairs whose AABBs overlap once they are enlarged by the speculative distance. After `limit_exceeded`
    /// it is a lower bound, as in PairResult.
    std::uint64_t candidate_count = 0;
    std::uint32_t thread_count = 0;  ///< threads that took part
    Isa isa = Isa::best;             ///< the instruction set that ran
    StageTimes times;
};

/// Finds all contacts in a set of rectangles: broadphase, separating axes and manifolds in one call.
///
/// **Axis.** The call chooses the axis on which the rectangles overlap least, or are separated most, with a
/// preference: an axis of A is preferred to an axis of B, unless B's overlap is less by more than
///     contact_slack = max(4 delta, options.axis_slack * sum of the smaller rectangle's half extents),
///                     or 0 when options.axis_slack is 0.
/// options.edge_share has no effect: rectangles have no edge axes. An axis that `last` holds for the pair is
/// preferred to all others in the same way, so resting rectangles keep their contacts. When slack or `last` has
/// chosen an axis whose edges pass beside each other, the call chooses again without `last`, and then without slack.
///
/// **Delta** is defined at find_overlaps(). When one rectangle is more than 32 times the size of the other, delta is
/// that of the smaller one and the part of the larger one that is near it. If only the sides of one axis are in that
/// part, this is the axis of the pair.
///
/// **Separations** are measured along the chosen axis. They may be smaller than the separation of the rectangles by
/// up to the slack plus half a delta.
///
/// Sources: Gottschalk 1996 (axes); Catto, "Iterative dynamics with temporal coherence", GDC 2005 (clipped edges,
/// ids).
///
/// O(n + candidates + manifolds). Workspace: as find_overlaps(), but 36 bytes per manifold instead of 12 per pair,
/// and the manifolds (52 bytes each) unless they go to a buffer.
SATORI_API Status collide(const RectBatch& rects, Workspace& workspace, RectContactResult& result,
                          const CollideOptions& options = {}, const Execution& execution = {},
                          RectManifoldBuffer buffer = {}, const ContactCache* last = nullptr) noexcept;
/// Finds all contacts between rectangles of `first` and rectangles of `second`.
SATORI_API Status collide(const RectBatch& first, const RectBatch& second, Workspace& workspace,
                          RectContactResult& result, const CollideOptions& options = {},
                          const Execution& execution = {}, RectManifoldBuffer buffer = {},
                          const ContactCache* last = nullptr) noexcept;

/// Finds the axis of each pair: axes[k] for pairs[k]. Legal cached axes are 0 to 3 and kNoAxis. Errors as for boxes.
SATORI_API Status separating_axes(const RectBatch& rects, std::span<const BoxPair> pairs,
                                  std::span<RectSeparatingAxis> axes, Workspace& workspace,
                                  const CollideOptions& options = {}, const Execution& execution = {},
                                  std::span<const std::uint8_t> cached_axes = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;
/// Finds the axes of pairs between two sets: pairs[k].first indexes `first`, pairs[k].second indexes `second`.
SATORI_API Status separating_axes(const RectBatch& first, const RectBatch& second, std::span<const BoxPair> pairs,
                                  std::span<RectSeparatingAxis> axes, Workspace& workspace,
                                  const CollideOptions& options = {}, const Execution& execution = {},
                                  std::span<const std::uint8_t> cached_axes = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;

/// Makes the manifold of each pair along a given axis: manifolds[k] for pairs[k] and axes[k].axis. Errors as for
/// boxes; `invalid_argument` also for an axis above 3.
SATORI_API Status build_manifolds(const RectBatch& rects, std::span<const BoxPair> pairs,
                                  std::span<const RectSeparatingAxis> axes, std::span<RectManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;
/// Makes the manifolds of pairs between two sets: pairs[k].first indexes `first`, pairs[k].second indexes `second`.
SATORI_API Status build_manifolds(const RectBatch& first, const RectBatch& second, std::span<const BoxPair> pairs,
                                  std::span<const RectSeparatingAxis> axes, std::span<RectManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;

SATORI_NAMESPACE_END
