#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/executor.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

/// Whether touching counts as overlap.
enum class Boundary : std::uint32_t {
    closed,  ///< it does
    open,    ///< it does not; a box with a zero half extent overlaps nothing. Candidates are not affected.
};

/// Limits of CollideOptions.
inline constexpr float kMaxSpeculativeDistance = 1e9F;

/// What counts as an overlap, and what contacts are made of.
struct CollideOptions {
    Boundary boundary = Boundary::closed;
    /// Contacts only: pairs whose boxes are separated by up to this get contacts too. Metres, 0 to kMaxSpeculativeDistance.
    /// Unless it is 0, `boundary` has no effect on contacts: boxes that touch are near each other.
    float speculative_distance = 0;
    /// Contacts only: how much less deep an axis of another kind must be to be chosen, in sizes of the smaller box (a size is the
    /// sum of its half extents). 0 to 1. So that noise in the poses does not choose: 1e-4 is 0.15 mm for cubes of 1 m.
    float axis_slack = 1e-4F;
    /// Contacts only: how much less deep two edges must be than a face to be chosen, as a share of the face's depth; and their
    /// normal must not be nearly the face's. 0 to 1. With 0 for this and axis_slack the best axis of all is taken. See
    /// docs/contacts.md.
    float edge_share = 0.05F;
};

/// A view of axis-aligned boxes in the caller's memory: minimum and maximum corner x y z, at a fixed distance in bytes
/// (multiple of 4).
struct AabbView {
    const float* minima = nullptr;
    const float* maxima = nullptr;
    std::ptrdiff_t stride = 0;  ///< bytes, of both streams
    std::size_t count = 0;
};

/// An array, a std::vector, a std::span of Aabb.
constexpr AabbView aabb_rows(std::span<const Aabb> boxes) noexcept {
    if (boxes.empty()) return {};
    return {&boxes[0].min.x, &boxes[0].max.x, 24, boxes.size()};
}

/// Where pairs go when the caller wants them in memory of its own.
struct PairBuffer {
    BoxPair* data = nullptr;  ///< null: the pairs stay in the workspace
    std::uint64_t capacity = 0;
};

/// CPU time per stage, nanoseconds, summed over threads. Fused stages are measured column by column.
struct StageTimes {
    std::uint64_t aabb = 0;
    std::uint64_t broadphase = 0;
    std::uint64_t narrowphase = 0;
    std::uint64_t manifold = 0;
};

/// What a pair-finding call gives.
struct PairResult {
    /// The pairs, each once, in column order: a fixed order that does not depend on instruction set or threads, but is not
    /// sorted; see sort_pairs(). In the workspace (until its next use) or in the caller's buffer. Empty on errors.
    std::span<BoxPair> pairs;
    std::uint64_t pair_count = 0;       ///< pairs found, also when the caller's buffer was too small for them
    /// Pairs whose AABBs overlap. With `limit_exceeded` there are at least as many as this, which is Execution::max_pairs and one more.
    std::uint64_t candidate_count = 0;
    std::uint64_t invalid_index = 0;    ///< with `invalid_bounds` and `invalid_id`: the first index at fault
    std::uint32_t invalid_set = 0;      ///< with `invalid_bounds`: 0 or 1, the set it belongs to
    std::uint32_t thread_count = 0;     ///< threads that took part
    Isa isa = Isa::best;                ///< the set that ran
    StageTimes times;
};

/// AABBs of all boxes, rounded outward so that each contains its exact box: `bounds[i]` for box i. A box skipped as illegal
/// gets an inverted AABB. O(n). `invalid_argument` when bounds.size() != boxes.size(); `unsupported_isa`; after
/// `executor_failed` the bounds are unspecified.
///
/// r = sum |R| h * (1 + 16 eps) + 16 eps * sum h, then one float further out on both sides.
SATORI_API Status compute_aabbs(const BoxBatch& boxes, std::span<Aabb> bounds,
                                const Execution& execution = {}) noexcept;

/// Broadphase: all pairs whose AABBs (as compute_aabbs gives them) overlap or touch. Expected O(n + pairs) for boxes of
/// similar size; sweep and prune in columns, after Baraff 1992 and Terdiman 2017.
///
/// Errors of all pair-finding calls: `capacity_exceeded` (a given buffer is too small: result.pair_count is the size
/// needed, nothing is written; or more than 2^31 - 1 boxes, both sets together), `limit_exceeded` (more candidates than
/// execution.max_pairs: it stops on its way, nothing is written; this goes before a small buffer), `out_of_memory` and
/// `executor_failed` (the pairs in a given buffer are then unspecified), `unsupported_isa`, `workspace_in_use`; for raw AABBs
/// `invalid_argument` and `invalid_bounds`.
SATORI_API Status find_pairs(const BoxBatch& boxes, Workspace& workspace, PairResult& result,
                             const Execution& execution = {}, PairBuffer buffer = {}) noexcept;
/// All pairs of one box of `first` and one of `second`; never two of the same set.
SATORI_API Status find_pairs(const BoxBatch& first, const BoxBatch& second, Workspace& workspace, PairResult& result,
                             const Execution& execution = {}, PairBuffer buffer = {}) noexcept;
/// The same on AABBs of the caller's own.
SATORI_API Status find_pairs(const AabbView& boxes, Workspace& workspace, PairResult& result,
                             const Execution& execution = {}, PairBuffer buffer = {}) noexcept;
SATORI_API Status find_pairs(const AabbView& first, const AabbView& second, Workspace& workspace, PairResult& result,
                             const Execution& execution = {}, PairBuffer buffer = {}) noexcept;

/// Broadphase and narrowphase, fused column by column: all pairs of boxes that overlap.
///
/// Exact within delta = 16 * FLT_EPSILON * (all six half extents + distance of the centres): a penetration deeper than delta
/// is always reported, a separation wider than delta never.
SATORI_API Status find_overlaps(const BoxBatch& boxes, Workspace& workspace, PairResult& result,
                                const CollideOptions& options = {}, const Execution& execution = {},
                                PairBuffer buffer = {}) noexcept;
SATORI_API Status find_overlaps(const BoxBatch& first, const BoxBatch& second, Workspace& workspace, PairResult& result,
                                const CollideOptions& options = {}, const Execution& execution = {},
                                PairBuffer buffer = {}) noexcept;

/// Narrowphase alone: overlaps[k] = 1 when the boxes of pairs[k] overlap, else 0. Any order, repeats and both orders of a
/// pair allowed; (a, b) and (b, a) give the same answer.
/// `invalid_argument` when the sizes differ; `invalid_id` when a pair names a box that does not exist or one box twice:
/// `*invalid_pair` (if given) is the first such pair, and `overlaps` is unchanged. After `out_of_memory` and
/// `executor_failed` it is unspecified.
/// Workspace: 64 bytes per box.
SATORI_API Status test_pairs(const BoxBatch& boxes, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                             Workspace& workspace, const CollideOptions& options = {}, const Execution& execution = {},
                             std::uint64_t* invalid_pair = nullptr) noexcept;
/// pairs[k].first indexes `first`, pairs[k].second `second`.
SATORI_API Status test_pairs(const BoxBatch& first, const BoxBatch& second, std::span<const BoxPair> pairs,
                             std::span<std::uint8_t> overlaps, Workspace& workspace, const CollideOptions& options = {},
                             const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;

/// Two boxes. `invalid_box`, and `overlap` unchanged, if either is not legal. Same answer as the batch calls, to the bit, where
/// `a` is the box of lower index.
SATORI_API Status overlaps(const OrientedBox& a, const OrientedBox& b, bool& overlap,
                           const CollideOptions& options = {}) noexcept;

/// Sorts pairs by (first, second), in place. O(n), with the workspace's memory. The pairs may be those that the workspace
/// itself holds. `out_of_memory`, `workspace_in_use`: the pairs are unchanged.
SATORI_API Status sort_pairs(std::span<BoxPair> pairs, Workspace& workspace) noexcept;

SATORI_NAMESPACE_END
