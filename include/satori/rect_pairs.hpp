#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/pairs.hpp>
#include <satori/rect_batch.hpp>

SATORI_NAMESPACE_BEGIN

// The calls of satori/pairs.hpp on rectangles: the same semantics, results, orders, errors and options. Indices are of
// rectangles, candidates are pairs whose 2D AABBs overlap or touch.

/// A view of axis-aligned rectangles in the caller's memory: minimum and maximum corner x y, at a fixed distance in bytes
/// (multiple of 4).
struct Aabb2View {
    const float* minima = nullptr;
    const float* maxima = nullptr;
    std::ptrdiff_t stride = 0;  ///< bytes, of both streams
    std::size_t count = 0;
};

/// An array, a std::vector, a std::span of Aabb2.
constexpr Aabb2View aabb_rows(std::span<const Aabb2> rects) noexcept {
    if (rects.empty()) return {};
    return {&rects[0].min.x, &rects[0].max.x, 16, rects.size()};
}

/// AABBs of all rectangles, rounded outward so that each contains its exact rectangle: `bounds[i]` for rectangle i. One skipped
/// as illegal gets an inverted AABB. O(n). `invalid_argument` when bounds.size() != rects.size(); after `executor_failed` the
/// bounds are unspecified.
///
/// r = (|cos| h_x + |sin| h_y) * (1 + 16 eps) + 16 eps * (h_x + h_y) and so on, then one float further out on both sides.
SATORI_API Status compute_aabbs(const RectBatch& rects, std::span<Aabb2> bounds,
                                const Execution& execution = {}) noexcept;

/// Broadphase: all pairs whose AABBs (as compute_aabbs gives them) overlap or touch.
SATORI_API Status find_pairs(const RectBatch& rects, Workspace& workspace, PairResult& result,
                             const Execution& execution = {}, PairBuffer buffer = {}) noexcept;
/// All pairs of one rectangle of `first` and one of `second`; never two of the same set.
SATORI_API Status find_pairs(const RectBatch& first, const RectBatch& second, Workspace& workspace, PairResult& result,
                             const Execution& execution = {}, PairBuffer buffer = {}) noexcept;
/// The same on AABBs of the caller's own.
SATORI_API Status find_pairs(const Aabb2View& rects, Workspace& workspace, PairResult& result,
                             const Execution& execution = {}, PairBuffer buffer = {}) noexcept;
SATORI_API Status find_pairs(const Aabb2View& first, const Aabb2View& second, Workspace& workspace, PairResult& result,
                             const Execution& execution = {}, PairBuffer buffer = {}) noexcept;

/// Broadphase and narrowphase, fused column by column: all pairs of rectangles that overlap.
///
/// Exact within delta = 16 * FLT_EPSILON * (all four half extents + distance of the centres): a penetration deeper than delta
/// is always reported, a separation wider than delta never. The truth is the float32 input with its angle's exact sine and
/// cosine.
SATORI_API Status find_overlaps(const RectBatch& rects, Workspace& workspace, PairResult& result,
                                const CollideOptions& options = {}, const Execution& execution = {},
                                PairBuffer buffer = {}) noexcept;
SATORI_API Status find_overlaps(const RectBatch& first, const RectBatch& second, Workspace& workspace,
                                PairResult& result, const CollideOptions& options = {}, const Execution& execution = {},
                                PairBuffer buffer = {}) noexcept;

/// Narrowphase alone: overlaps[k] = 1 when the rectangles of pairs[k] overlap, else 0. Workspace: 32 bytes per rectangle.
SATORI_API Status test_pairs(const RectBatch& rects, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                             Workspace& workspace, const CollideOptions& options = {}, const Execution& execution = {},
                             std::uint64_t* invalid_pair = nullptr) noexcept;
SATORI_API Status test_pairs(const RectBatch& first, const RectBatch& second, std::span<const BoxPair> pairs,
                             std::span<std::uint8_t> overlaps, Workspace& workspace, const CollideOptions& options = {},
                             const Execution& execution = {}, std::uint64_t* invalid_pair = nullptr) noexcept;

/// Two rectangles. `invalid_box`, and `overlap` unchanged, if either is not legal. Same answer as the batch calls, to the bit,
/// where `a` is the rectangle of lower index.
SATORI_API Status overlaps(const OrientedRect& a, const OrientedRect& b, bool& overlap,
                           const CollideOptions& options = {}) noexcept;

SATORI_NAMESPACE_END
