#pragma once

#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/executor.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

class ContactCache;

// In all of this file A is the box of lower index (of two sets: the one of the first set), B the other, whichever way a pair
// is asked. World frame, metres.
//
// Features. An axis is 0-2: faces of A, 3-5: faces of B, 6 + 3 i + j: edge i of A x edge j of B. A feature id is
//
//     bits  8-11  the axis
//     face axes:  bit 7     the reference face looks against its axis
//                 bits 4-6  incident face: 2 * axis + (1: looks against it)
//                 bits 0-3  slot
//     edge axes:  bits 2-3, 0-1   edge of A, of B: which of the four edges that are parallel to the axis; bit 0 (2) is set where it
//                                 lies on the negative side of the box's next axis, bit 1 (3) of the one after
//
// Slots of a face contact: the incident face (quadrilateral 0 1 2 3) is clipped by the reference face (R):
//
//                    R10 +-----------------------+ R11         0, 2, 4, 6   first point of an incident edge that lies over the
//                        |        5 . 4          |                          reference face: its first corner if that does
//         corner 2 . . . |. . . *       .        |             1, 3, 5, 7   the last one, where the edge was cut before its end
//                 .      |               .       |             8 ... 11     a reference corner that lies over the incident face
//                  .     |                * 2    |
//          (3)      .   6|               .       |             A corner of the reference face within contact_slack() of an
//                    .   |             .         |             incident corner, or a cut point within it of either, has that
//                    R8  +--*--------*-----------+ R9          corner's slot: ids do not change where faces lie flush.
//                       7     .   1
//                                *  corner 1

/// Where the boxes of a pair come closest to being separated.
struct SeparatingAxis {
    Vec3 normal;           ///< unit, from A to B; asked as (B, A): from B to A
    float separation = 0;  ///< of the boxes along the normal; negative: they overlap by as much
    std::uint32_t axis = 0;
};

/// One point of contact: the midpoint of two witnesses, one on (or in) each box, that lie `separation` apart along the normal.
struct ContactPoint {
    Vec3 offset;           ///< from A's centre
    float separation = 0;  ///< negative: the boxes overlap there by as much
    std::uint32_t feature_id = 0;
};

/// How two boxes touch: at most four points, the deepest among them (within contact_slack()) and chosen to span a large area.
struct ContactManifold {
    BoxPair pair;
    Vec3 normal;                    ///< unit, from A to B
    std::uint32_t point_count = 0;  ///< 1 to 4; the points behind are zero
    ContactPoint points[4];
};
static_assert(sizeof(ContactPoint) == 20 && sizeof(ContactManifold) == 104);

/// The axis a feature id belongs to.
constexpr std::uint32_t feature_axis(std::uint32_t feature_id) noexcept {
    return feature_id >> 8;
}

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
/// face of B, and a face before a pair of edges, unless the later is better by more than
///     contact_slack = options.axis_bias * max(4 delta, 1e-4 * sum of the smaller box's half extents),
/// delta being that of find_overlaps(); and the axis that `last` remembers for the pair goes before all others. So
/// resting boxes keep their face contacts. Source: Gottschalk 1996 (axes); Gregorius, GDC 2013, Robust contact creation for
/// physics simulations (manifolds).
///
/// Errors: those of find_overlaps(); `invalid_argument` for options that are not legal; `capacity_exceeded`: the buffer is too
/// small, result.manifold_count is the size needed and nothing is written.
/// O(n + candidates + manifolds). Workspace: as find_overlaps(), and 16 bytes per manifold.
SATORI_API Status collide(const BoxBatch& boxes, Workspace& workspace, ContactResult& result,
                          const CollideOptions& options = {}, const Execution& execution = {},
                          ManifoldBuffer buffer = {}, const ContactCache* last = nullptr) noexcept;
SATORI_API Status collide(const BoxBatch& first, const BoxBatch& second, Workspace& workspace, ContactResult& result,
                          const CollideOptions& options = {}, const Execution& execution = {},
                          ManifoldBuffer buffer = {}, const ContactCache* last = nullptr) noexcept;

/// The axis of each pair, whether it overlaps or not: axes[k] for pairs[k]. `cached_axes`: empty, or one per pair that goes
/// before all others; kNoAxis: none. Any order, repeats and both orders of a pair allowed.
/// `invalid_argument` when sizes differ, for options or cached axes that are not legal; `invalid_id` as test_pairs().
inline constexpr std::uint8_t kNoAxis = 255;
SATORI_API Status separating_axes(const BoxBatch& boxes, std::span<const BoxPair> pairs,
                                  std::span<SeparatingAxis> axes, Workspace& workspace,
                                  const CollideOptions& options = {}, const Execution& execution = {},
                                  std::span<const std::uint8_t> cached_axes = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;
SATORI_API Status separating_axes(const BoxBatch& first, const BoxBatch& second, std::span<const BoxPair> pairs,
                                  std::span<SeparatingAxis> axes, Workspace& workspace,
                                  const CollideOptions& options = {}, const Execution& execution = {},
                                  std::span<const std::uint8_t> cached_axes = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;

/// The manifold of each pair along the axis given for it: manifolds[k] for pairs[k] and axes[k].axis (the rest of axes[k] is not
/// read). point_count 0: the boxes are further apart than the speculative distance, or separated with nothing opposite to
/// each other. manifolds[k].pair is in canonical order (A, B), as are normal and offsets.
/// Errors as separating_axes(); `invalid_argument` also for an axis above 14.
SATORI_API Status build_manifolds(const BoxBatch& boxes, std::span<const BoxPair> pairs,
                                  std::span<const SeparatingAxis> axes, std::span<ContactManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;
SATORI_API Status build_manifolds(const BoxBatch& first, const BoxBatch& second, std::span<const BoxPair> pairs,
                                  std::span<const SeparatingAxis> axes, std::span<ContactManifold> manifolds,
                                  Workspace& workspace, const CollideOptions& options = {},
                                  const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;

SATORI_NAMESPACE_END
