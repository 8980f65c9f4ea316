#pragma once

#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/executor.hpp>
#include <satori/filters.hpp>
#include <satori/manifold.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

class ContactCache;

/// @addtogroup contacts
///
/// satori/manifold.hpp defines A and B, axes and feature ids. World frame, meters. A depth is a negative separation.
/// For contacts of near boxes that do not overlap, set ContactOptions::speculative_distance.
/// @{

/// The largest ContactOptions::speculative_distance, meters.
inline constexpr float kMaxSpeculativeDistance = 1e9F;

/// How contacts are chosen.
struct ContactOptions {
    Boundary boundary = Boundary::closed;  ///< whether boxes that only touch have contacts
    /// Boxes at most this far apart get contacts too, if parts of them lie opposite each other: not edge beside edge.
    /// Meters, 0 to kMaxSpeculativeDistance. Unless it is 0, `boundary` has no effect: boxes that touch are then within
    /// the distance. In a World that is so for a pair whose distance is not 0 (BoxDef::speculative_distance).
    float speculative_distance = 0;
    /// By how much the overlap along an axis of a later kind must be less, so that it is chosen. The kinds are, in
    /// order, faces of A, faces of B, pairs of edges. In sizes of the smaller box, 0 to 1; the size of a box is the sum
    /// of its half extents. The slack keeps noise in the poses from changing the axis: 1e-4 is 0.15 mm for cubes of 1
    /// m.
    float axis_slack = 1e-4F;
    /// By which share the overlap of edges must be less than that of the face, so that edges are chosen. The overlaps
    /// are those along the normals. The two normals must also differ by enough. 0 to 1. When this and axis_slack are
    /// both 0, the call chooses the axis of least overlap, of any kind. See collide() and @ref guide_contacts
    /// "docs/contacts.md".
    float edge_share = 0.05F;
};

/// Memory of the caller for the manifolds that a call makes.
struct ManifoldBuffer {
    ContactManifold* data = nullptr;  ///< room for manifolds; null: they stay in the workspace
    std::uint64_t capacity = 0;       ///< number of manifolds that it has room for
};

/// Options of the calls that make contacts.
struct CollideOptions {
    ContactOptions contacts{};           ///< how contacts are chosen
    Execution execution{};               ///< where the call runs
    ManifoldBuffer buffer{};             ///< where manifolds go. For collide() and collide_pairs() only
    const ContactCache* last = nullptr;  ///< the last step's manifolds, or null. For the same two calls only
    /// The axis of each pair in the last step, or kNoAxis; empty: none. For separating_axes() only.
    std::span<const std::uint8_t> cached_axes{};
    /// Where calls on a list of pairs write the index of an invalid pair; may be null.
    std::uint64_t* invalid_pair = nullptr;
    BoxFilters filters{};   ///< which boxes make pairs, see find_pairs(). For collide() only
    MotionTypes motions{};  ///< what may move the boxes, see find_pairs(). For collide() only
};

/// The results of collide() and collide_pairs().
struct ContactResult {
    /// One manifold for each pair that overlaps, or that is within the speculative distance and has a point. In
    /// column order, see PairResult::pairs; of collide_pairs() in the order of its list. A pair of very
    /// different sizes (see collide()) that overlaps by less than delta may have none. The manifolds are in the
    /// caller's buffer, or in the workspace until its next use. Empty on errors.
    std::span<ContactManifold> manifolds;
    std::uint64_t manifold_count = 0;  ///< number found, even when the caller's buffer is too small
    std::uint64_t point_count = 0;     ///< points of all manifolds
    /// Number of pairs whose AABBs overlap, including pairs that filters drop. Each AABB is larger by half the
    /// speculative distance on every side. After `limit_exceeded` it is a lower bound, as in PairResult. Of
    /// collide_pairs(): the number of pairs in the list.
    std::uint64_t candidate_count = 0;
    std::uint32_t thread_count = 0;  ///< threads that took part
    Isa isa = Isa::best;             ///< the instruction set that ran
    StageTimes times;                ///< CPU time of each stage

    /// Returns the manifold of a pair, or null when it has none. Within one set `first` must be the lower index. The
    /// pointer is valid as long as `manifolds`. O(n) in the number of manifolds: for many pairs, a table of the caller
    /// is faster.
    const ContactManifold* find(std::uint32_t first, std::uint32_t second) const noexcept {
        for (const ContactManifold& manifold : manifolds)
            if (manifold.pair == BoxPair{first, second}) return &manifold;
        return nullptr;
    }
};

/// Finds all contacts of boxes, in one set or between two: broadphase, separating axes and manifolds in one call.
///
/// **Size and delta.** The size of a box is the sum of its half extents. delta is defined at find_overlaps().
///
/// **Axis.** The call chooses the axis on which the boxes overlap least, or are separated most, with preferences. A
/// face of A is preferred to a face of B, and a face to a pair of edges. The call chooses an axis of a later kind
/// only when the overlap along it is less by more than
///     contact_slack = max(4 delta, axis_slack * size of the smaller box), or 0 when axis_slack is 0.
/// axis_slack and edge_share are those of options.contacts. In any case the overlap along the normal of edges must be
/// less by at least half a delta. Two more conditions hold for edges:
/// - The overlap along their normal must be less than
///       face - edge_share * max(face, 0) - max(contact_slack, delta / 2)
///   where `face` is the overlap along the normal of the chosen face.
/// - The angle between their normal and the face's normal must be more than acos(1 - edge_share), by default
///   18 degrees. At smaller angles no point between the faces is deeper than the edges by more than that share. The
///   angle does not count in two cases: the boxes overlap along the face's normal by more than the thickness of the
///   face's box, or the normal of the edges separates the boxes.
///
/// So the deepest point of a manifold is at most
///     (least depth + slack) / (1 - edge_share) + slack
/// deep. For boxes without extent along an axis it may be deeper.
///
/// **Last step.** `options.last` holds the manifolds of the last step, or is null; it must not change during the call.
/// The axis of the pair's manifold in it is preferred. If it is a face, it is preferred to all other axes by the slack.
/// If it is a pair of edges, it is preferred to other edges by the slack, and to faces when the overlap along it is
/// less by half the slack. So resting boxes keep their face contacts, and get them back after a contact of edges.
///
/// **Features that miss each other.** The two faces or edges of the chosen axis may pass beside each other, so that
/// they give no point. Then the next best axis within these tolerances makes the contact. If there is none, the best
/// face does, or, for boxes that only touch, their closest points do.
///
/// **Radii** (BoxBatch::set_radii()). Where the cores of two boxes overlap, the contact is that of the cores, and the
/// depths of its points grow by both radii. So it is also where one core faces a side of the other: the direction
/// between the cores is within 3 degrees of that side's normal. Where two edges lie beside each other, within 18
/// degrees, the points are the ends of their common part, and also the closest point if it is deeper than both ends.
/// Everywhere else, as at a corner or for a sphere, the contact is one point on the line between the closest points of
/// the cores.
///
/// **Covered sides** (BoxBatch::set_covered_sides()) and their edges are never chosen, unless no other axis is left.
/// For cores that are apart, if the direction leads out of a covered side, the call takes the direction of a longer
/// box: one that goes on beyond that side. The depth stays that without covered sides. If the direction would turn by
/// more than 20 degrees, solids that do not overlap have no contact. If it would turn by more than 60 degrees, solids
/// that overlap have the contact that they have without covered sides, so that nothing sinks in at a sharp edge; but
/// none along the normal of a covered side.
///
/// **Different sizes.** When one box is more than 32 times and less than 2^22 times the size of the other, the call
/// first cuts the large box. Along each of its axes it keeps the part near the small box's center, to a distance of 4 *
/// (size of the small box) + 2 * (speculative distance). delta is then that of the remaining part and the small box. If
/// the cut removes all sides but those of one axis, that is the axis of the pair. Boxes that overlap by 2 small sizes
/// or more are not cut. The remaining error is the resolution of the input: the axes of a rotated large box are floats.
/// For two boxes without any extent delta is at least 1e-16 m.
///
/// **Separations** are measured along the chosen axis. They may be smaller than the separation of the boxes by up to
/// the slack plus half a delta: boxes that are apart by less than that may have points with a negative separation.
/// When boxes are apart corner to corner and two edges are less than 0.01 rad from parallel, the call may miss the
/// axis of these edges, and the separation is too small.
///
/// Sources: Gottschalk 1996 (axes); Gregorius, Robust contact creation for physics simulations, GDC 2013 (manifolds).
///
/// Errors: those of find_overlaps(), with the same effect on the buffer; `invalid_argument` for options that are not
/// legal. `capacity_exceeded`: the buffer is too small, result.manifold_count is the size needed, and nothing is
/// written. After a successful call with a speculative distance, with radii, or with a pair of very different sizes,
/// the buffer after the last manifold is unspecified.
///
/// O(n + candidates + manifolds). Workspace: as for find_pairs() (see Workspace), but 36 bytes per manifold
/// instead of 12 per pair.
/// The manifolds are in the workspace too unless they go to a buffer. With a speculative distance, radii or pairs of
/// very different sizes they go to the buffer directly only when it has room for all pairs that may make contact.
SATORI_API Status collide(const BoxSets& sets, Workspace& workspace, ContactResult& result,
                          const CollideOptions& options = {}) noexcept;

/// Finds the contacts of given pairs, without a broadphase: axes and manifolds of collide(), in the order of the list.
/// Pairs may be in any order and may repeat. In one set they may name their boxes in either order; manifolds name the
/// lower index first. With two sets, pairs[k].first indexes the first set and pairs[k].second the second. Pairs to
/// which collide() would give no manifold have none. The pairs may be those that the workspace holds. O(boxes + pairs).
/// Workspace: 64 bytes per box and 16 per pair of the list, and 104 per manifold unless they go to a buffer.
///
/// Errors: those of collide(), except that execution.max_pairs has no effect; `invalid_id` as in test_pairs().
SATORI_API Status collide_pairs(const BoxSets& sets, std::span<const BoxPair> pairs, Workspace& workspace,
                                ContactResult& result, const CollideOptions& options = {}) noexcept;

/// The value in CollideOptions::cached_axes for a pair without a cached axis.
inline constexpr std::uint8_t kNoAxis = 255;

/// Finds the axis of each pair, whether its boxes overlap or not: axes[k] for pairs[k]. Pairs are as in test_pairs();
/// when a pair of one set names B first, the normal points from B to A. options.cached_axes is empty or has one axis
/// per pair; a cached axis is preferred as collide() prefers an axis of the last step, and kNoAxis means none. A box
/// skipped as illegal is infinitely far from all others, along any axis.
///
/// Errors that leave the axes unchanged: `invalid_argument` (sizes differ, options or cached axes that are not legal),
/// `invalid_id` as in test_pairs(), `unsupported_isa`, `workspace_in_use`. After `out_of_memory` and `executor_failed`
/// the axes are unspecified. O(boxes + pairs). Workspace: 64 bytes per box.
SATORI_API Status separating_axes(const BoxSets& sets, std::span<const BoxPair> pairs, std::span<SeparatingAxis> axes,
                                  Workspace& workspace, const CollideOptions& options = {}) noexcept;

/// Pairs, and the axis of each.
struct PairAxes {
    std::span<const BoxPair> pairs;        ///< pairs of one set, or between two
    std::span<const SeparatingAxis> axes;  ///< axes[k] is that of pairs[k]
};

/// Makes the manifold of each pair along a given axis: manifolds[k] for list.pairs[k] and list.axes[k].axis. The call
/// reads nothing else of the axes. When the boxes overlap along the axis but its features pass beside each other, it
/// chooses another axis as collide() does. manifolds[k].pair is in the order (A, B), also when the pair is (B, A). The
/// normal points from A to B, and offsets are from A's center. point_count is 0 when the boxes are farther apart than
/// the speculative distance, or when they are separated and no parts of them lie opposite to each other.
///
/// Errors: those of separating_axes(), with the same effect on the manifolds; also `invalid_argument` for an axis
/// above 14.
SATORI_API Status build_manifolds(const BoxSets& sets, const PairAxes& list, std::span<ContactManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
