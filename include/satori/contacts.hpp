#pragma once

#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/executor.hpp>
#include <satori/manifold.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

class ContactCache;

// A and B, axes and feature ids: satori/manifold.hpp. World frame, metres.

/// Where the manifolds go when the caller wants them in memory of its own.
struct ManifoldBuffer {
    ContactManifold* data = nullptr;  ///< null: they stay in the workspace
    std::uint64_t capacity = 0;
};

/// What collide() gives.
struct ContactResult {
    /// One for each pair that overlaps, or comes within the speculative distance and has a point; in column order, as
    /// find_overlaps() gives them. In the workspace (until its next use) or in the caller's buffer. Empty on errors.
    std::span<ContactManifold> manifolds;
    std::uint64_t manifold_count = 0;   ///< found, also when the caller's buffer was too small for them
    std::uint64_t point_count = 0;      ///< of all manifolds
    std::uint64_t candidate_count = 0;  ///< pairs whose AABBs, larger by the speculative distance, overlap
    std::uint32_t thread_count = 0;     ///< threads that took part
    Isa isa = Isa::best;                ///< the set that ran
    StageTimes times;
};

/// Boxes in, manifolds out: broadphase, separating axes and manifolds.
///
/// The axis of a pair is the one along which the boxes overlap least (or are separated most), but a face of A goes before a
/// face of B, and a face before a pair of edges, unless the later is better by more than options.axis_bias times
///     contact_slack = max(4 delta, 1e-4 * sum of the smaller box's half extents),
/// delta being that of find_overlaps(); edges by half a delta at least. A face that `last` remembers for the pair goes before
/// all others in the same way, edges that it remembers go before other edges, and before faces where they are better by
/// half of that. So resting boxes keep their face contacts, and get them back. Where the features of an axis that slack has
/// chosen pass beside each other, the best face makes the contact, or the best axis of all, or (where boxes do no more than touch)
/// their closest points do.
/// The separations are those along the chosen axis: up to slack and half a delta below the boxes' separation, so that boxes up
/// to that far apart may have points that say they overlap. Of boxes that are apart corner to corner with edges less than 0.01
/// rad from parallel the axis of these edges may be missed, which leaves the separation too small. Of two boxes without any extent
/// delta is 1e-16 m at least.
/// Sources: Gottschalk 1996 (axes); Gregorius, Robust contact creation for physics simulations, GDC 2013 (manifolds).
///
/// Errors: those of find_overlaps(), after which a buffer's contents are as there; `invalid_argument` for options that are not
/// legal; `capacity_exceeded`: the buffer is too small, result.manifold_count is the size needed and nothing is written. Behind
/// the last manifold a buffer's contents are unspecified where there is a speculative distance.
/// `last` may be null, and must not change during the call. O(n + candidates + manifolds). Workspace: as find_overlaps(), with
/// 36 bytes per manifold for its 12 per pair, and the manifolds themselves where they do not go into a buffer (with a
/// speculative distance: into one that is large enough for all pairs within it).
SATORI_API Status collide(const BoxBatch& boxes, Workspace& workspace, ContactResult& result,
                          const CollideOptions& options = {}, const Execution& execution = {},
                          ManifoldBuffer buffer = {}, const ContactCache* last = nullptr) noexcept;
SATORI_API Status collide(const BoxBatch& first, const BoxBatch& second, Workspace& workspace, ContactResult& result,
                          const CollideOptions& options = {}, const Execution& execution = {},
                          ManifoldBuffer buffer = {}, const ContactCache* last = nullptr) noexcept;

/// The axis of each pair, whether it overlaps or not: axes[k] for pairs[k]. `cached_axes`: empty, or one per pair, which
/// goes before others as one that collide() remembers; kNoAxis: none. Any order, repeats and both orders of a pair allowed.
/// A box skipped as illegal is infinitely far from all others, along any axis.
/// `invalid_argument` when sizes differ, for options or cached axes that are not legal; `invalid_id` as test_pairs(). After
/// `out_of_memory` and `executor_failed` the axes are unspecified.
inline constexpr std::uint8_t kNoAxis = 255;
SATORI_API Status separating_axes(const BoxBatch& boxes, std::span<const BoxPair> pairs, std::span<SeparatingAxis> axes,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::span<const std::uint8_t> cached_axes = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;
SATORI_API Status separating_axes(const BoxBatch& first, const BoxBatch& second, std::span<const BoxPair> pairs,
                                  std::span<SeparatingAxis> axes, Workspace& workspace,
                                  const CollideOptions& options = {}, const Execution& execution = {},
                                  std::span<const std::uint8_t> cached_axes = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;

/// The manifold of each pair along the axis given for it: manifolds[k] for pairs[k] and axes[k].axis (the rest of axes[k] is
/// not read), or as in collide() where its features pass beside each other though the boxes overlap along it. point_count 0:
/// the boxes are further apart than the speculative distance, or separated with nothing opposite to each other.
/// manifolds[k].pair is in canonical order (A, B), as are normal and offsets.
/// Errors as separating_axes(), the manifolds then likewise; `invalid_argument` also for an axis above 14.
SATORI_API Status build_manifolds(const BoxBatch& boxes, std::span<const BoxPair> pairs,
                                  std::span<const SeparatingAxis> axes, std::span<ContactManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;
SATORI_API Status build_manifolds(const BoxBatch& first, const BoxBatch& second, std::span<const BoxPair> pairs,
                                  std::span<const SeparatingAxis> axes, std::span<ContactManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;

SATORI_NAMESPACE_END
