#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/pairs.hpp>
#include <satori/rect_batch.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup rect_pairs
///
/// Pairs of rectangles. Each call works as the call of the same name in satori/pairs.hpp: results, order, errors and
/// options are the same. Indices are those of rectangles; candidates are pairs whose 2D AABBs overlap or touch.
/// @{

/// A view of 2D AABBs in the caller's memory: minimum and maximum corners x y, `stride` bytes apart. Nothing is
/// owned. Pointers must be aligned to 4 bytes, and the stride must be a multiple of 4.
struct Aabb2View {
    const float* minima = nullptr;  ///< x y of the first lower corner
    const float* maxima = nullptr;  ///< x y of the first upper corner
    std::ptrdiff_t stride = 0;      ///< bytes, of both streams
    std::size_t count = 0;          ///< number of AABBs
};

/// Returns a view of an array, a std::vector or a std::span of Aabb2.
constexpr Aabb2View aabb_rows(std::span<const Aabb2> rects) noexcept {
    if (rects.empty()) return {};
    return {&rects[0].min.x, &rects[0].max.x, 16, rects.size()};
}

/// One set of rectangles, or two.
using RectSets = SetsOf<RectBatch>;
/// One set of 2D AABBs, or two.
using Aabb2Sets = SetsOf<Aabb2View>;

/// Computes the AABBs of all rectangles: bounds[i] for rectangle i. They are rounded outward, so each contains its
/// exact rectangle. A rectangle skipped as illegal gets an inverted AABB (minimum above maximum). O(n).
///
/// Errors: `invalid_argument` (bounds.size() != rects.size()), `unsupported_isa`, `executor_failed` (the bounds are
/// then unspecified).
///
/// Half width of the AABB: r = (|cos| h_x + |sin| h_y) * (1 + 16 eps) + 16 eps * (h_x + h_y); the half height
/// likewise. Then both bounds move one float further out.
SATORI_API Status compute_aabbs(const RectBatch& rects, std::span<Aabb2> bounds,
                                const Execution& execution = {}) noexcept;

/// Finds all pairs whose AABBs overlap or touch (broadphase only). The AABBs are those of compute_aabbs().
SATORI_API Status find_pairs(const RectSets& sets, Workspace& workspace, PairResult& result,
                             const PairOptions& options = {}) noexcept;
/// Finds all pairs of AABBs that overlap or touch.
SATORI_API Status find_pairs(const Aabb2Sets& sets, Workspace& workspace, PairResult& result,
                             const PairOptions& options = {}) noexcept;

/// Finds all pairs of rectangles that overlap: broadphase and narrowphase, fused column by column.
///
/// Exact within delta = 16 * FLT_EPSILON * (all four half extents + distance of the centers): a penetration deeper
/// than delta is always reported, a separation wider than delta never. The truth is the float32 input with the exact
/// sine and cosine of its angle.
SATORI_API Status find_overlaps(const RectSets& sets, Workspace& workspace, PairResult& result,
                                const PairOptions& options = {}) noexcept;

/// Tests given pairs (narrowphase only): overlaps[k] = 1 when the rectangles of pairs[k] overlap, else 0. Workspace:
/// 32 bytes per rectangle.
SATORI_API Status test_pairs(const RectSets& sets, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                             Workspace& workspace, const PairOptions& options = {}) noexcept;

/// Tests whether two rectangles overlap. The answer is the one of the batch calls, to the bit, when `a` is the
/// rectangle of lower index. Errors: `invalid_box` (a rectangle is not legal), `invalid_argument` (an unknown
/// boundary); `overlap` is then unchanged.
SATORI_API Status overlaps(const OrientedRect& a, const OrientedRect& b, bool& overlap,
                           Boundary boundary = Boundary::closed) noexcept;

/// @}

SATORI_NAMESPACE_END
