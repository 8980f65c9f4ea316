#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/box_sets.hpp>
#include <satori/executor.hpp>
#include <satori/filters.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup pairs
/// @{

/// Whether touching counts as overlap.
enum class Boundary : std::uint32_t {
    closed,  ///< touching counts as overlap
    open,    ///< touching does not count, and a box with a zero half extent and no radius overlaps nothing; candidates
             ///< do not change
};

/// A view of AABBs in the caller's memory: minimum and maximum corners x y z, `stride` bytes apart. Nothing is owned.
/// Pointers must be aligned to 4 bytes, and the stride must be a multiple of 4.
struct AabbView {
    const float* minima = nullptr;  ///< x y z of the first lower corner
    const float* maxima = nullptr;  ///< x y z of the first upper corner
    std::ptrdiff_t stride = 0;      ///< bytes, of both streams
    std::size_t count = 0;          ///< number of AABBs
};

/// Returns a view of an array, a std::vector or a std::span of Aabb.
constexpr AabbView aabb_rows(std::span<const Aabb> boxes) noexcept {
    if (boxes.empty()) return {};
    return {&boxes[0].min.x, &boxes[0].max.x, 24, boxes.size()};
}

/// Memory of the caller for the pairs that a call finds.
struct PairBuffer {
    BoxPair* data = nullptr;     ///< room for pairs; null: they stay in the workspace
    std::uint64_t capacity = 0;  ///< number of pairs that it has room for
};

/// One set of boxes, or two.
using BoxSets = SetsOf<BoxBatch>;
/// One set of AABBs, or two.
using AabbSets = SetsOf<AabbView>;

/// Options of the calls on pairs.
struct PairOptions {
    Boundary boundary = Boundary::closed;   ///< no effect on find_pairs()
    Execution execution{};                  ///< where the call runs
    PairBuffer buffer{};                    ///< where found pairs go; no effect on test_pairs() and distances()
    std::uint64_t* invalid_pair = nullptr;  ///< where test_pairs() writes the index of an invalid pair; may be null
    BoxFilters filters{};                   ///< which boxes make pairs, see find_pairs(); no effect on test_pairs()
    MotionTypes motions{};                  ///< what may move the boxes, see find_pairs(); no effect on test_pairs()
};

/// CPU time per stage, nanoseconds, summed over threads. Stages that run together are timed column by column. All zero
/// in calls on at most 32 boxes: on two boxes, to read the clock would take a tenth of the call.
struct StageTimes {
    std::uint64_t aabb = 0;         ///< bounds of the boxes
    std::uint64_t broadphase = 0;   ///< search for candidates
    std::uint64_t narrowphase = 0;  ///< separating axes
    std::uint64_t manifold = 0;     ///< contact points
};

/// The results of a call that finds pairs.
struct PairResult {
    /// The pairs, each once, in column order. This order is fixed: it does not depend on instruction set or threads.
    /// It is not sorted by index; see sort_pairs(). The pairs are in the caller's buffer, or in the workspace until
    /// its next call, except sort_pairs(), test_pairs() and distances(). Empty on errors.
    std::span<BoxPair> pairs;
    std::uint64_t pair_count = 0;  ///< number of pairs found, even when the caller's buffer is too small
    /// Number of pairs whose AABBs overlap, or are near in find_near_pairs(), including pairs that filters drop. After
    /// `limit_exceeded` it is Execution::max_pairs + 1, a lower bound.
    std::uint64_t candidate_count = 0;
    std::uint64_t invalid_index = 0;  ///< the first invalid index, after `invalid_bounds`
    std::uint32_t invalid_set = 0;    ///< the set of that index, 0 or 1, after `invalid_bounds`
    std::uint32_t thread_count = 0;   ///< threads that took part
    Isa isa = Isa::best;              ///< the instruction set that ran
    StageTimes times;                 ///< CPU time of each stage
};

/// Computes the AABBs of all boxes: bounds[i] for box i. They are rounded outward, so each contains its exact box. A
/// box skipped as illegal gets an inverted AABB (minimum above maximum). O(n).
///
/// Errors: `invalid_argument` (bounds.size() != boxes.size()), `unsupported_isa`, `executor_failed` (the bounds are
/// then unspecified).
///
/// Half size of the AABB: r = sum |R| h * (1 + 16 eps) + 16 eps * sum h. Then both bounds move one float further out.
SATORI_API Status compute_aabbs(const BoxBatch& boxes, std::span<Aabb> bounds,
                                const Execution& execution = {}) noexcept;

/// Finds all pairs whose AABBs overlap or touch (broadphase only). The AABBs are those of compute_aabbs(). Expected
/// O(n + pairs) for boxes of similar size. Sweep and prune in columns, after Baraff 1992 and Terdiman 2017.
///
/// **Filters**, of all calls that find pairs: options.motions and options.filters drop candidates before their exact
/// test. A pair needs a box that is dynamic or a detector (MotionType), and must pass the rules of BoxFilter.
///
/// Errors of all calls that find pairs:
/// - `capacity_exceeded`: the caller's buffer is too small; result.pair_count is the size needed, and nothing is
///   written to the buffer. Also: more than 2^31 - 1 boxes, both sets together.
/// - `limit_exceeded`: more candidates than options.execution.max_pairs. The call stops early and writes nothing to the
///   buffer. This error takes precedence over a small buffer.
/// - `out_of_memory`, `executor_failed`: the contents of the caller's buffer are then unspecified.
/// - `invalid_argument`: the number of filters or motion types of a set is neither 0 nor that of its boxes, there are
///   some for a second set in a call on one, or a motion type is unknown.
/// - `unsupported_isa`, `workspace_in_use`.
/// - Calls that take an AabbView also: `invalid_argument`, `invalid_bounds`.
SATORI_API Status find_pairs(const BoxSets& sets, Workspace& workspace, PairResult& result,
                             const PairOptions& options = {}) noexcept;
/// Finds all pairs of AABBs that overlap or touch; aabb_rows() makes a view of an array.
SATORI_API Status find_pairs(const AabbSets& sets, Workspace& workspace, PairResult& result,
                             const PairOptions& options = {}) noexcept;

/// Finds all pairs of boxes that overlap: broadphase and narrowphase, both together in each column. Errors: see
/// find_pairs(), and `invalid_argument` (an unknown boundary).
///
/// Exact within delta = 16 * FLT_EPSILON * (all six half extents + distance of the centers): a penetration deeper
/// than delta is always reported, a separation wider than delta never.
SATORI_API Status find_overlaps(const BoxSets& sets, Workspace& workspace, PairResult& result,
                                const PairOptions& options = {}) noexcept;

/// Tests given pairs (narrowphase only): overlaps[k] = 1 when the boxes of pairs[k] overlap, else 0. Pairs may be in
/// any order and may repeat. In one set they may name their boxes in either order: (a, b) and (b, a) give the same
/// answer. With two sets, pairs[k].first indexes the first set and pairs[k].second the second. The pairs may be those
/// that the workspace holds, and stay there. O(boxes + pairs). Workspace: 64 bytes per box.
///
/// Errors that leave `overlaps` unchanged: `invalid_argument` (the sizes differ, an unknown boundary), `invalid_id` (a
/// pair names a box that does not exist or, in one set, one box twice), `unsupported_isa`, `workspace_in_use`. After
/// `invalid_id`, `*options.invalid_pair` (if given) is the index of the first such pair. After `out_of_memory` and
/// `executor_failed`, `overlaps` is unspecified.
SATORI_API Status test_pairs(const BoxSets& sets, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                             Workspace& workspace, const PairOptions& options = {}) noexcept;

/// Tests whether two boxes overlap. The answer is the one of the batch calls, to the bit, when `a` is the box of
/// lower index. Errors: `invalid_box` (a box is not legal), `invalid_argument` (an unknown boundary); `overlap` is
/// then unchanged.
/// @ingroup overlap_two
SATORI_API Status overlaps(const OrientedBox& a, const OrientedBox& b, bool& overlap,
                           Boundary boundary = Boundary::closed) noexcept;

/// Sorts pairs by (first, second), in place. O(n), with memory of the workspace. The pairs may be those that the
/// workspace holds. Errors, which leave the pairs unchanged: `out_of_memory`, `workspace_in_use`.
SATORI_API Status sort_pairs(std::span<BoxPair> pairs, Workspace& workspace) noexcept;

/// @}

SATORI_NAMESPACE_END
