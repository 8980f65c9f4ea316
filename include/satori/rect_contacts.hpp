#pragma once

#include <cstdint>
#include <span>

#include <satori/contacts.hpp>
#include <satori/executor.hpp>
#include <satori/filters.hpp>
#include <satori/pairs.hpp>
#include <satori/rect_batch.hpp>
#include <satori/rect_manifold.hpp>
#include <satori/rect_pairs.hpp>
#include <satori/status.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup rect_contacts
///
/// Contacts of rectangles. Each call works as the call of the same name in satori/contacts.hpp, in the plane: options,
/// errors, order and effects of errors are the same. Only differences are documented here. satori/rect_manifold.hpp
/// defines A and B, axes and feature ids. World frame, meters.
/// @{

/// Memory of the caller for the manifolds that a call makes.
struct RectManifoldBuffer {
    RectManifold* data = nullptr;  ///< room for manifolds; null: they stay in the workspace
    std::uint64_t capacity = 0;    ///< number of manifolds that it has room for
};

/// Options of the calls that make contacts of rectangles. Each member has the meaning, and serves the calls, of the
/// same member of CollideOptions.
struct RectCollideOptions {
    ContactOptions contacts{};                    ///< how contacts are chosen
    Execution execution{};                        ///< where the call runs
    RectManifoldBuffer buffer{};                  ///< where manifolds go
    const ContactCache* last = nullptr;           ///< the manifolds of the last step, or null
    std::span<const std::uint8_t> cached_axes{};  ///< the axis of each pair in the last step, for separating_axes()
    std::uint64_t* invalid_pair = nullptr;        ///< where the index of an invalid pair goes; may be null
    BoxFilters filters{};                         ///< which rectangles make pairs
    MotionTypes motions{};                        ///< what may move the rectangles
};

/// The results of collide() and collide_pairs() of rectangles; see ContactResult.
struct RectContactResult {
    /// One manifold for each pair that overlaps, or that is within the speculative distance and has a point. In
    /// column order; of collide_pairs() in the order of its list. A pair of very different sizes (see collide()) that
    /// overlaps by less than delta may have none. The manifolds are in the caller's buffer, or in the workspace until
    /// its next use. Empty on errors.
    std::span<RectManifold> manifolds;
    std::uint64_t manifold_count = 0;  ///< number found, even when the caller's buffer is too small
    std::uint64_t point_count = 0;     ///< points of all manifolds
    /// Number of pairs whose AABBs overlap, including pairs that filters drop. Each AABB is larger by half the
    /// speculative distance on every side. After `limit_exceeded` it is a lower bound, as in PairResult. Of
    /// collide_pairs(): the number of pairs in the list.
    std::uint64_t candidate_count = 0;
    std::uint32_t thread_count = 0;  ///< threads that took part
    Isa isa = Isa::best;             ///< the instruction set that ran
    StageTimes times;                ///< CPU time of each stage

    /// Returns the manifold of a pair, or null, as ContactResult::find().
    const RectManifold* find(std::uint32_t first, std::uint32_t second) const noexcept {
        for (const RectManifold& manifold : manifolds)
            if (manifold.pair == BoxPair{first, second}) return &manifold;
        return nullptr;
    }
};

/// Finds all contacts of rectangles, in one set or between two: broadphase, separating axes and manifolds in one call.
///
/// **Axis.** The call chooses the axis on which the rectangles overlap least, or are separated most, with a
/// preference: an axis of A is preferred to an axis of B, unless B's overlap is less by more than
///     contact_slack = max(4 delta, axis_slack * sum of the smaller rectangle's half extents),
///                     or 0 when axis_slack is 0.
/// axis_slack is that of options.contacts. Its edge_share has no effect: rectangles have no edge axes. An axis that
/// options.last holds for the pair is preferred to all others in the same way, so resting rectangles keep their
/// contacts. When slack or options.last has chosen an axis whose edges pass beside each other, the call chooses again
/// without options.last, and then without slack.
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
/// O(n + candidates + manifolds). Workspace: as for find_pairs() (see Workspace), but 36 bytes per manifold
/// instead of 12 per pair,
/// and the manifolds (52 bytes each) unless they go to a buffer.
SATORI_API Status collide(const RectSets& sets, Workspace& workspace, RectContactResult& result,
                          const RectCollideOptions& options = {}) noexcept;

/// Finds the contacts of given pairs, without a broadphase. Workspace: 32 bytes per rectangle and 16 per pair of the
/// list, and 52 per manifold unless they go to a buffer.
SATORI_API Status collide_pairs(const RectSets& sets, std::span<const BoxPair> pairs, Workspace& workspace,
                                RectContactResult& result, const RectCollideOptions& options = {}) noexcept;

/// Finds the axis of each pair: axes[k] for pairs[k]. Legal cached axes are 0 to 3 and kNoAxis. Errors as for boxes.
SATORI_API Status separating_axes(const RectSets& sets, std::span<const BoxPair> pairs,
                                  std::span<RectSeparatingAxis> axes, Workspace& workspace,
                                  const RectCollideOptions& options = {}) noexcept;

/// Pairs, and the axis of each.
struct RectPairAxes {
    std::span<const BoxPair> pairs;            ///< pairs of one set, or between two
    std::span<const RectSeparatingAxis> axes;  ///< axes[k] is that of pairs[k]
};

/// Makes the manifold of each pair along a given axis: manifolds[k] for list.pairs[k] and list.axes[k].axis. Errors as
/// for boxes; `invalid_argument` also for an axis above 3.
SATORI_API Status build_manifolds(const RectSets& sets, const RectPairAxes& list, std::span<RectManifold> manifolds,
                                  Workspace& workspace, const RectCollideOptions& options = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
