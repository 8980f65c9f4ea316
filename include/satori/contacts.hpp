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
    /// find_overlaps() gives them. A pair of very different sizes (see collide()) that overlaps by less than delta may have
    /// none. In the workspace (until its next use) or in the caller's buffer. Empty on errors.
    std::span<ContactManifold> manifolds;
    std::uint64_t manifold_count = 0;   ///< found, also when the caller's buffer was too small for them
    std::uint64_t point_count = 0;      ///< of all manifolds
    /// Pairs whose AABBs, larger by the speculative distance, overlap; with `limit_exceeded` at least so many, as in PairResult.
    std::uint64_t candidate_count = 0;
    std::uint32_t thread_count = 0;     ///< threads that took part
    Isa isa = Isa::best;                ///< the set that ran
    StageTimes times;
};

/// Boxes in, manifolds out: broadphase, separating axes and manifolds.
///
/// **Axis.** The one along which the boxes overlap least, or are separated most. But a face of A goes before a face of B, and a
/// face before a pair of edges, unless the later is better by more than
///     contact_slack = max(4 delta, options.axis_slack * size of the smaller box), or 0 where options.axis_slack is 0,
/// edges by half a delta at least. Edges also have to be less deep than the face by the share options.edge_share, and their normal
/// has to lean from the face's by more than acos(1 - edge_share), 18 degrees: at smaller angles no point between the faces is deeper
/// than the edges by more than that share. So the deepest point of a manifold is at most
///     (least depth + slack) / (1 - edge_share) + slack
/// deep.
/// Two exceptions: the angle does not count where boxes overlap along the face's normal by more than the face's box is thick, and
/// of boxes without extent along an axis the deepest point may be deeper.
/// A face that `last` remembers for the pair goes before all others by the slack, edges that it remembers before other edges, and
/// before faces where they are better by half of it. So resting boxes keep their face contacts, and get them back.
/// Where the features of the axis pass beside each other, the next best axis within these tolerances makes the contact, then the best
/// face, or (where boxes do no more than touch) their closest points do.
/// Sides that neighbors cover (BoxBatch::set_covered_sides) are no axis, nor are their edges, unless there is no other.
///
/// **Sizes.** The size of a box is the sum of its half extents. delta is that of find_overlaps(). Where one box is more than 32 times
/// the size of the other, and less than 2^22 times, the large one is first cut down: along each of its axes, to what lies within
/// 4 small sizes and twice the speculative distance of the small one's center. delta is then that of this part and the small box.
/// Where that takes all its sides but those of one axis, this is the axis of the pair.
/// Boxes that overlap by 2 small sizes or more are taken whole. What remains is the resolution of the input: floats for the axes of
/// a turned large box. Of two boxes without any extent delta is 1e-16 m at least.
/// The separations are those along the chosen axis: up to slack and half a delta below the boxes' separation, so that boxes up
/// to that far apart may have points that say they overlap. Of boxes that are apart corner to corner with edges less than 0.01
/// rad from parallel the axis of these edges may be missed, which leaves the separation too small.
/// Sources: Gottschalk 1996 (axes); Gregorius, Robust contact creation for physics simulations, GDC 2013 (manifolds).
///
/// Errors: those of find_overlaps(), after which a buffer's contents are as there; `invalid_argument` for options that are not
/// legal; `capacity_exceeded`: the buffer is too small, result.manifold_count is the size needed and nothing is written. Behind
/// the last manifold a buffer's contents are unspecified where there is a speculative distance or a pair of very different sizes.
/// `last` may be null, and must not change during the call. O(n + candidates + manifolds). Workspace: as find_overlaps(), with
/// 36 bytes per manifold for its 12 per pair, and the manifolds themselves where they do not go into a buffer (with a
/// speculative distance or pairs of very different sizes: into one that is large enough for all pairs that may make contact).
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
