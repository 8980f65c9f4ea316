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

// A and B, axes and feature ids: satori/rect_manifold.hpp. World frame, metres. Each call is that of satori/contacts.hpp of the
// same name, in the plane: options, errors, order and what a failure leaves are the same, and only what differs is said here.

/// Where the manifolds go when the caller wants them in memory of its own.
struct RectManifoldBuffer {
    RectManifold* data = nullptr;  ///< null: they stay in the workspace
    std::uint64_t capacity = 0;
};

/// What collide() gives of rectangles; see ContactResult.
struct RectContactResult {
    /// One for each pair that overlaps, or comes within the speculative distance and has a point; in column order. In the
    /// workspace (until its next use) or in the caller's buffer. Empty on errors.
    std::span<RectManifold> manifolds;
    std::uint64_t manifold_count = 0;   ///< found, also when the caller's buffer was too small for them
    std::uint64_t point_count = 0;      ///< of all manifolds
    /// Pairs whose AABBs, larger by the speculative distance, overlap; with `limit_exceeded` at least so many, as in PairResult.
    std::uint64_t candidate_count = 0;
    std::uint32_t thread_count = 0;     ///< threads that took part
    Isa isa = Isa::best;                ///< the set that ran
    StageTimes times;
};

/// Rectangles in, manifolds out: broadphase, separating axes and manifolds.
///
/// The axis of a pair is the one along which the rectangles overlap least (or are separated most), but one of A's goes before
/// one of B's, unless the later is better by more than
///     contact_slack = max(4 delta, options.axis_slack * sum of the smaller rectangle's half extents), or 0 where axis_slack is 0,
/// delta being that of find_overlaps(), or of what is near the smaller one where the other is more than 32 times its size; where
/// the sides of only one axis of that are near, this is the axis.
/// options.edge_share has no effect: rectangles have no edge axes. An axis that `last` remembers for the pair goes before all
/// others in the same way. So resting rectangles keep their contacts. Where the edges of an axis that slack or `last` has chosen
/// pass beside each other, the axis is chosen again without `last`, and then without slack.
/// The separations are those along the chosen axis: up to slack and half a delta below the rectangles' separation.
/// Sources: Gottschalk 1996 (axes); Catto, "Iterative dynamics with temporal coherence", GDC 2005 (edges clipped, ids).
///
/// O(n + candidates + manifolds). Workspace: as find_overlaps(), with 36 bytes per manifold for its 12 per pair, and the
/// manifolds of 52 bytes where they do not go into a buffer.
SATORI_API Status collide(const RectBatch& rects, Workspace& workspace, RectContactResult& result,
                          const CollideOptions& options = {}, const Execution& execution = {},
                          RectManifoldBuffer buffer = {}, const ContactCache* last = nullptr) noexcept;
SATORI_API Status collide(const RectBatch& first, const RectBatch& second, Workspace& workspace,
                          RectContactResult& result, const CollideOptions& options = {},
                          const Execution& execution = {}, RectManifoldBuffer buffer = {},
                          const ContactCache* last = nullptr) noexcept;

/// The axis of each pair: axes[k] for pairs[k]. Legal cached axes are 0 to 3 and kNoAxis. Errors as for boxes.
SATORI_API Status separating_axes(const RectBatch& rects, std::span<const BoxPair> pairs,
                                  std::span<RectSeparatingAxis> axes, Workspace& workspace,
                                  const CollideOptions& options = {}, const Execution& execution = {},
                                  std::span<const std::uint8_t> cached_axes = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;
SATORI_API Status separating_axes(const RectBatch& first, const RectBatch& second, std::span<const BoxPair> pairs,
                                  std::span<RectSeparatingAxis> axes, Workspace& workspace,
                                  const CollideOptions& options = {}, const Execution& execution = {},
                                  std::span<const std::uint8_t> cached_axes = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;

/// The manifold of each pair along the axis given for it. Errors as for boxes; `invalid_argument` also for an axis above 3.
SATORI_API Status build_manifolds(const RectBatch& rects, std::span<const BoxPair> pairs,
                                  std::span<const RectSeparatingAxis> axes, std::span<RectManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;
SATORI_API Status build_manifolds(const RectBatch& first, const RectBatch& second, std::span<const BoxPair> pairs,
                                  std::span<const RectSeparatingAxis> axes, std::span<RectManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;

SATORI_NAMESPACE_END
