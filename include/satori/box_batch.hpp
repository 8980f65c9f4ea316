#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/any_box_view.hpp>
#include <satori/batch_storage.hpp>
#include <satori/pose.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup batches
/// @{

/// A view of boxes in the caller's memory: three streams of `count` items, each at a fixed distance in bytes. Nothing
/// is owned. Pointers must be aligned to 4 bytes, and strides must be multiples of 4; a stride of 0 repeats one item.
struct BoxView {
    const float* centers = nullptr;         ///< x y z of the first center
    const float* half_extents = nullptr;    ///< x y z of the first half extents
    const float* rotations = nullptr;       ///< x y z w of the first rotation
    std::ptrdiff_t center_stride = 0;       ///< bytes from one center to the next
    std::ptrdiff_t half_extent_stride = 0;  ///< bytes from one item of half extents to the next
    std::ptrdiff_t rotation_stride = 0;     ///< bytes from one rotation to the next
    std::size_t count = 0;                  ///< number of boxes
};

/// Returns a view of rows: center xyz, half extents xyz, quaternion xyzw. Rows are `stride` bytes apart (40 when
/// packed).
constexpr BoxView box_rows(const float* rows, std::size_t count, std::ptrdiff_t stride = 40) noexcept {
    if (rows == nullptr) return {nullptr, nullptr, nullptr, stride, stride, stride, count};
    return {rows, rows + 3, rows + 6, stride, stride, stride, count};
}
/// Returns a view of an array, a std::vector or a std::span of boxes.
constexpr BoxView box_rows(std::span<const OrientedBox> boxes) noexcept {
    if (boxes.empty()) return {};
    const OrientedBox& first = boxes[0];
    return {&first.center.x, &first.half_extents.x, &first.rotation.x, 40, 40, 40, boxes.size()};
}
/// Returns a view of separate packed arrays: centers (n, 3), half extents (n, 3), quaternions (n, 4).
constexpr BoxView box_arrays(const float* centers, const float* half_extents, const float* rotations,
                             std::size_t count) noexcept {
    return {centers, half_extents, rotations, 12, 12, 16, count};
}

/// A view of boxes in doubles. The batch subtracts `origin` from the centers and then rounds them to float, so map
/// coordinates keep a precision of centimeters. All results are then relative to `origin`. `origin` must be finite,
/// else `invalid_argument`; a point among the boxes is a good choice. Pointers must be aligned to 8 bytes, and
/// strides must be multiples of 8; a stride of 0 repeats one item.
struct BoxView64 {
    const double* centers = nullptr;        ///< x y z of the first center
    const double* half_extents = nullptr;   ///< x y z of the first half extents
    const double* rotations = nullptr;      ///< x y z w of the first rotation
    std::ptrdiff_t center_stride = 0;       ///< bytes from one center to the next
    std::ptrdiff_t half_extent_stride = 0;  ///< bytes from one item of half extents to the next
    std::ptrdiff_t rotation_stride = 0;     ///< bytes from one rotation to the next
    std::size_t count = 0;                  ///< number of boxes
    Vec3d origin;                           ///< subtracted from the centers before they are rounded; finite
};

/// Returns a view of rows: center xyz, half extents xyz, quaternion xyzw. Rows are `stride` bytes apart (80 when
/// packed).
constexpr BoxView64 box_rows64(const double* rows, std::size_t count, const Vec3d& origin = {},
                               std::ptrdiff_t stride = 80) noexcept {
    if (rows == nullptr) return {nullptr, nullptr, nullptr, stride, stride, stride, count, origin};
    return {rows, rows + 3, rows + 6, stride, stride, stride, count, origin};
}
/// Returns a view of separate packed arrays: centers (n, 3), half extents (n, 3), quaternions (n, 4).
constexpr BoxView64 box_arrays64(const double* centers, const double* half_extents, const double* rotations,
                                 std::size_t count, const Vec3d& origin = {}) noexcept {
    return {centers, half_extents, rotations, 24, 24, 32, count, origin};
}

/// The arrays of a BoxBatch. axis_yx is the world x component of the box's y axis: the component along world axis k
/// of box axis i is axis_xx + 3 * i + k.
enum class BoxComponent : std::uint32_t {
    center_x,  ///< x of the center, meters
    center_y,  ///< y of the center
    center_z,  ///< z of the center
    half_x,    ///< half extent along the x axis of the box, meters
    half_y,    ///< half extent along its y axis
    half_z,    ///< half extent along its z axis
    axis_xx,   ///< world x component of the x axis of the box
    axis_xy,   ///< world y component of the x axis of the box
    axis_xz,   ///< world z component of the x axis of the box
    axis_yx,   ///< world x component of the y axis of the box
    axis_yy,   ///< world y component of the y axis of the box
    axis_yz,   ///< world z component of the y axis of the box
    axis_zx,   ///< world x component of the z axis of the box
    axis_zy,   ///< world y component of the z axis of the box
    axis_zz,   ///< world z component of the z axis of the box
};
/// The number of arrays of a BoxBatch.
inline constexpr std::uint32_t kBoxComponentCount = 15;

/// The least scale of BoxBatch::assign_transformed().
inline constexpr float kMinScale = 1e-15F;
/// The greatest scale of BoxBatch::assign_transformed(): it takes the smallest legal half extent to the largest.
inline constexpr float kMaxScale = 1e15F;

/// A set of validated boxes as structure of arrays: 15 floats per box. These are the center, the half extents and the
/// three axes of the exactly normalized rotation. The arrays are 64-byte aligned and padded to whole vectors; padding
/// overlaps nothing. A program fills the batch once per frame from a view. 120 bytes per box.
class SATORI_API BoxBatch : public BatchStorage {
public:
    /// Creates an empty batch. Allocates nothing yet.
    explicit BoxBatch(Allocator allocator = {}) noexcept : BatchStorage(allocator) {}

    /// Replaces the boxes with those of `view`; box i of the view becomes box i. O(n). Reads the view once, and a
    /// second time when it must list illegal boxes. Allocates only when the view has more boxes, or more illegal
    /// boxes, than any view before.
    ///
    /// Errors, which leave the boxes unchanged: `invalid_argument` (a null or misaligned stream of a non-empty view,
    /// a stride that is no multiple of 4), `invalid_box` (with OnInvalid::refuse; invalid() lists every illegal box,
    /// by index), `capacity_exceeded` (more than kMaxBoxCount boxes), `out_of_memory`, `unsupported_isa`,
    /// `executor_failed`.
    Status assign(const BoxView& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;
    /// Replaces the boxes with those of an array, a std::vector or a std::span. Errors as above.
    Status assign(std::span<const OrientedBox> boxes, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept {
        return assign(box_rows(boxes), on_invalid, execution);
    }
    /// Replaces the boxes with those of a view of doubles. Centers are rounded to float after the origin is
    /// subtracted; center_error() returns the error of this rounding. All other numbers are rounded to the nearest
    /// float. A half extent that is not 0 does not become 0. Errors as above; also `invalid_argument` for an origin
    /// that is not finite and for a stride that is no multiple of 8.
    Status assign(const BoxView64& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;
    /// Replaces the boxes with those of a view of any form. Rounds as above; center_error() counts what rounding a
    /// center loses, also that of a box placed by its corner. Results are relative to the origin. InvalidBox::column is
    /// that of a row (see BoxView), and 6 for every fault of a matrix. Errors as above, and those of AnyBoxView; any
    /// alignment and any stride are legal.
    Status assign(const AnyBoxView& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;

    /// Replaces the boxes with those of `source`, scaled about the origin and then moved by `pose`. Box i of the
    /// source becomes box i. `source` may be this batch. O(n).
    ///
    /// Each box agrees with transform(box, pose). Centers are within half a float (half a unit in the last place),
    /// plus 1e-13 * (|center| + |pose.position|). Half extents are rounded once; those below kMinHalfExtent become 0.
    /// Axes are within 8 FLT_EPSILON, and stay as near to orthonormal however often the call is repeated. A rotation
    /// of (0, 0, 0, w) leaves the axes unchanged, to the bit. Boxes skipped as illegal stay skipped. Covered sides
    /// are copied with their boxes. Radii are scaled; those below kMinRadius become 0.
    ///
    /// Errors, which leave the boxes unchanged: `invalid_argument` (the pose is not legal, the scale is not between
    /// kMinScale and kMaxScale), `result_out_of_range` (boxes would not be legal: invalid() lists all of them, by
    /// index. Or a radius would be above kMaxRadius: invalid() is then empty), `out_of_memory`, `unsupported_isa`,
    /// `executor_failed`.
    Status assign_transformed(const BoxBatch& source, const Pose& pose, float scale = 1,
                              const Execution& execution = {}) noexcept;

    /// Returns one array: size() floats, 64-byte aligned. Valid until the next assign() or assign_transformed(). A
    /// box skipped as illegal has half extents of -1e30, with which it overlaps nothing.
    std::span<const float> component(BoxComponent component) const noexcept {
        return array(static_cast<std::uint32_t>(component));
    }

    /// Sets the covered sides: sides[i] are the sides of box i that its neighbors cover. An empty span removes all of
    /// them. assign() and clear() remove them too. find_covered_sides() finds them. Errors, which leave the covered
    /// sides unchanged: `invalid_argument` (the span's size is neither 0 nor size(), a value is above kAllSides),
    /// `out_of_memory`.
    Status set_covered_sides(std::span<const CoveredSides> sides) noexcept;
    /// Returns the covered sides, one per box; empty when none are set. Valid as long as component(), or until the
    /// next set_covered_sides().
    std::span<const CoveredSides> covered_sides() const noexcept { return sides(); }
};

/// @}

SATORI_NAMESPACE_END
