#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/batch_storage.hpp>
#include <satori/box_batch.hpp>
#include <satori/rect.hpp>

SATORI_NAMESPACE_BEGIN

/// A view of rectangles in the caller's memory: three streams, each `count` items at a fixed distance in bytes. Nothing is
/// owned. Pointers must be aligned to 4 bytes, strides be multiples of 4; a stride of 0 repeats one item.
struct RectView {
    const float* centers = nullptr;       ///< x y
    const float* half_extents = nullptr;  ///< x y
    const float* angles = nullptr;        ///< radians
    std::ptrdiff_t center_stride = 0;     ///< bytes
    std::ptrdiff_t half_extent_stride = 0;
    std::ptrdiff_t angle_stride = 0;
    std::size_t count = 0;
};

/// Rows of centre xy, half extents xy, angle, `stride` bytes apart (20 when packed).
constexpr RectView rect_rows(const float* rows, std::size_t count, std::ptrdiff_t stride = 20) noexcept {
    if (rows == nullptr) return {nullptr, nullptr, nullptr, stride, stride, stride, count};
    return {rows, rows + 2, rows + 4, stride, stride, stride, count};
}
/// Rectangles in an array, a std::vector, a std::span.
constexpr RectView rect_rows(std::span<const OrientedRect> rects) noexcept {
    if (rects.empty()) return {};
    const OrientedRect& first = rects[0];
    return {&first.center.x, &first.half_extents.x, &first.angle, 20, 20, 20, rects.size()};
}
/// Separate packed arrays: centres (n, 2), half extents (n, 2), angles (n).
constexpr RectView rect_arrays(const float* centers, const float* half_extents, const float* angles,
                               std::size_t count) noexcept {
    return {centers, half_extents, angles, 8, 8, 4, count};
}

/// A view of rectangles in doubles, seen from an origin: BoxView64 in 2D.
struct RectView64 {
    const double* centers = nullptr;       ///< x y
    const double* half_extents = nullptr;  ///< x y
    const double* angles = nullptr;        ///< radians
    std::ptrdiff_t center_stride = 0;      ///< bytes
    std::ptrdiff_t half_extent_stride = 0;
    std::ptrdiff_t angle_stride = 0;
    std::size_t count = 0;
    Vec2d origin;
};

/// Rows of centre xy, half extents xy, angle, `stride` bytes apart (40 when packed).
constexpr RectView64 rect_rows64(const double* rows, std::size_t count, const Vec2d& origin = {},
                                 std::ptrdiff_t stride = 40) noexcept {
    if (rows == nullptr) return {nullptr, nullptr, nullptr, stride, stride, stride, count, origin};
    return {rows, rows + 2, rows + 4, stride, stride, stride, count, origin};
}
/// Separate packed arrays: centres (n, 2), half extents (n, 2), angles (n).
constexpr RectView64 rect_arrays64(const double* centers, const double* half_extents, const double* angles,
                                   std::size_t count, const Vec2d& origin = {}) noexcept {
    return {centers, half_extents, angles, 16, 16, 8, count, origin};
}

/// The arrays of a RectBatch. The axis is axis 0 of the rectangle, (cos, sin) of its angle; axis 1 is (-axis_y, axis_x).
enum class RectComponent : std::uint32_t { center_x, center_y, half_x, half_y, axis_x, axis_y };
inline constexpr std::uint32_t kRectComponentCount = 6;

/// Validated rectangles as structure of arrays: BoxBatch in 2D. 6 floats per rectangle (centre, half extents, axis), 64-byte
/// aligned, padded to whole vectors with rectangles that overlap nothing. Filled once per frame from raw views. 48 bytes per
/// rectangle.
class SATORI_API RectBatch : public BatchStorage {
public:
    /// Allocates nothing yet.
    explicit RectBatch(Allocator allocator = {}) noexcept : BatchStorage(allocator) {}

    /// Replaces the rectangles by those of `view`, as BoxBatch::assign() does, with its errors. Cosine and sine are within
    /// about one unit in the last place, the same bytes on every machine.
    Status assign(const RectView& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;
    /// The same of doubles, as BoxBatch::assign() of a BoxView64.
    Status assign(const RectView64& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;

    /// Replaces the rectangles by those of `source`, which may be this batch, scaled about the origin and then moved by `pose`,
    /// as BoxBatch::assign_transformed() does, with its errors and its limits of the scale. Each is where transform(rect, pose)
    /// would put it: centres within half a float (and 1e-13 of the way), half extents rounded once (below kMinHalfExtent: 0),
    /// axes within 4 FLT_EPSILON, and as near to length 1 however often it is repeated. An angle of 0 leaves axes as they are, to
    /// the bit.
    Status assign_transformed(const RectBatch& source, const Pose2& pose, float scale = 1,
                              const Execution& execution = {}) noexcept;

    /// size() floats, 64-byte aligned. Valid until the next assign() or assign_transformed(). Rectangles skipped as illegal
    /// read as half extents of -1e30, which overlap nothing.
    std::span<const float> component(RectComponent component) const noexcept {
        return array(static_cast<std::uint32_t>(component));
    }
};

/// `corners[i]` for rectangle i, within 8 FLT_EPSILON * (sum of the half extents) + FLT_EPSILON * |coordinate| of the exact
/// ones, per coordinate: the batch keeps axes as floats, compute_corners() of one rectangle starts from its angle. A rectangle
/// skipped as illegal gets 8 NaN. O(n). `invalid_argument` when corners.size() != rects.size(); `unsupported_isa`;
/// after `executor_failed` the corners are unspecified.
SATORI_API Status compute_corners(const RectBatch& rects, std::span<RectCorners> corners,
                                  const Execution& execution = {}) noexcept;

SATORI_NAMESPACE_END
