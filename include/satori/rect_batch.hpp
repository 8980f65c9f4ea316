#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/batch_storage.hpp>
#include <satori/box_batch.hpp>
#include <satori/rect.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup rect_batches
/// @{

/// A view of rectangles in the caller's memory: three streams of `count` items, each at a fixed distance in bytes.
/// Nothing is owned. Pointers must be aligned to 4 bytes, and strides must be multiples of 4; a stride of 0 repeats
/// one item.
struct RectView {
    const float* centers = nullptr;         ///< x y of the first center
    const float* half_extents = nullptr;    ///< x y of the first half extents
    const float* angles = nullptr;          ///< the first angle, radians
    std::ptrdiff_t center_stride = 0;       ///< bytes from one center to the next
    std::ptrdiff_t half_extent_stride = 0;  ///< bytes from one item of half extents to the next
    std::ptrdiff_t angle_stride = 0;        ///< bytes from one angle to the next
    std::size_t count = 0;                  ///< number of rectangles
};

/// Returns a view of rows: center xy, half extents xy, angle. Rows are `stride` bytes apart (20 when packed).
constexpr RectView rect_rows(const float* rows, std::size_t count, std::ptrdiff_t stride = 20) noexcept {
    if (rows == nullptr) return {nullptr, nullptr, nullptr, stride, stride, stride, count};
    return {rows, rows + 2, rows + 4, stride, stride, stride, count};
}
/// Returns a view of an array, a std::vector or a std::span of rectangles.
constexpr RectView rect_rows(std::span<const OrientedRect> rects) noexcept {
    if (rects.empty()) return {};
    const OrientedRect& first = rects[0];
    return {&first.center.x, &first.half_extents.x, &first.angle, 20, 20, 20, rects.size()};
}
/// Returns a view of separate packed arrays: centers (n, 2), half extents (n, 2), angles (n).
constexpr RectView rect_arrays(const float* centers, const float* half_extents, const float* angles,
                               std::size_t count) noexcept {
    return {centers, half_extents, angles, 8, 8, 4, count};
}

/// A view of rectangles in doubles, relative to an origin: BoxView64 in 2D.
struct RectView64 {
    const double* centers = nullptr;        ///< x y of the first center
    const double* half_extents = nullptr;   ///< x y of the first half extents
    const double* angles = nullptr;         ///< the first angle, radians
    std::ptrdiff_t center_stride = 0;       ///< bytes from one center to the next
    std::ptrdiff_t half_extent_stride = 0;  ///< bytes from one item of half extents to the next
    std::ptrdiff_t angle_stride = 0;        ///< bytes from one angle to the next
    std::size_t count = 0;                  ///< number of rectangles
    Vec2d origin;                           ///< subtracted from the centers before they are rounded; finite
};

/// Returns a view of rows: center xy, half extents xy, angle. Rows are `stride` bytes apart (40 when packed).
constexpr RectView64 rect_rows64(const double* rows, std::size_t count, const Vec2d& origin = {},
                                 std::ptrdiff_t stride = 40) noexcept {
    if (rows == nullptr) return {nullptr, nullptr, nullptr, stride, stride, stride, count, origin};
    return {rows, rows + 2, rows + 4, stride, stride, stride, count, origin};
}
/// Returns a view of separate packed arrays: centers (n, 2), half extents (n, 2), angles (n).
constexpr RectView64 rect_arrays64(const double* centers, const double* half_extents, const double* angles,
                                   std::size_t count, const Vec2d& origin = {}) noexcept {
    return {centers, half_extents, angles, 16, 16, 8, count, origin};
}

/// The arrays of a RectBatch. axis_x and axis_y are axis 0 of the rectangle, (cos, sin) of its angle; axis 1 is
/// (-axis_y, axis_x).
enum class RectComponent : std::uint32_t {
    center_x,  ///< x of the center, meters
    center_y,  ///< y of the center
    half_x,    ///< half extent along axis 0, meters
    half_y,    ///< half extent along axis 1
    axis_x,    ///< cosine of the angle
    axis_y,    ///< sine of the angle
};
/// The number of arrays of a RectBatch.
inline constexpr std::uint32_t kRectComponentCount = 6;

/// A set of validated rectangles as structure of arrays: BoxBatch in 2D. 6 floats per rectangle (center, half
/// extents, axis), 64-byte aligned, padded to whole vectors with rectangles that overlap nothing. A program fills the
/// batch once per frame from a view. 48 bytes per rectangle.
class SATORI_API RectBatch : public BatchStorage {
public:
    /// Creates an empty batch. Allocates nothing yet.
    explicit RectBatch(Allocator allocator = {}) noexcept : BatchStorage(allocator) {}

    /// Replaces the rectangles with those of `view`, as BoxBatch::assign() does, with its errors. Cosine and sine are
    /// within about one unit in the last place, with the same bytes on every machine.
    Status assign(const RectView& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;
    /// Replaces the rectangles with those of an array, a std::vector or a std::span. Errors as above.
    Status assign(std::span<const OrientedRect> rects, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept {
        return assign(rect_rows(rects), on_invalid, execution);
    }
    /// Replaces the rectangles with those of a view of doubles, as BoxBatch::assign() of a BoxView64 does.
    Status assign(const RectView64& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;

    /// Replaces the rectangles with those of `source`, scaled about the origin and then moved by `pose`. Errors and
    /// limits of the scale are those of BoxBatch::assign_transformed(). `source` may be this batch.
    ///
    /// Each rectangle agrees with transform(rect, pose). Centers are within half a float (half a unit in the last
    /// place), plus 1e-13 * (|center| + |pose.position|). Half extents are rounded once; those below kMinHalfExtent
    /// become 0. Axes are within 4 FLT_EPSILON, and stay as near to length 1 however often the call is repeated. An
    /// angle of 0 leaves the axes unchanged, to the bit.
    Status assign_transformed(const RectBatch& source, const Pose2& pose, float scale = 1,
                              const Execution& execution = {}) noexcept;

    /// Returns one array: size() floats, 64-byte aligned. Valid until the next assign() or assign_transformed(). A
    /// rectangle skipped as illegal has half extents of -1e30, with which it overlaps nothing.
    std::span<const float> component(RectComponent component) const noexcept {
        return array(static_cast<std::uint32_t>(component));
    }
};

/// Computes the corners of all rectangles: corners[i] for rectangle i. Each coordinate is within 8 FLT_EPSILON * (sum
/// of the half extents) + FLT_EPSILON * |coordinate| of the exact one; the batch keeps axes as floats, while
/// compute_corners() of one rectangle starts from its angle. A rectangle skipped as illegal gets 8 NaN. O(n).
///
/// Errors: `invalid_argument` (corners.size() != rects.size()), `unsupported_isa`. After `executor_failed` the
/// corners are unspecified.
SATORI_API Status compute_corners(const RectBatch& rects, std::span<RectCorners> corners,
                                  const Execution& execution = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
