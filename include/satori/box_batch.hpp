#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/batch_storage.hpp>
#include <satori/pose.hpp>

SATORI_NAMESPACE_BEGIN

/// A view of boxes in the caller's memory: three streams, each `count` items at a fixed distance in bytes. Nothing is owned.
/// Pointers must be aligned to 4 bytes, strides be multiples of 4; a stride of 0 repeats one item.
struct BoxView {
    const float* centers = nullptr;       ///< x y z
    const float* half_extents = nullptr;  ///< x y z
    const float* rotations = nullptr;     ///< x y z w
    std::ptrdiff_t center_stride = 0;     ///< bytes
    std::ptrdiff_t half_extent_stride = 0;
    std::ptrdiff_t rotation_stride = 0;
    std::size_t count = 0;
};

/// Rows of centre xyz, half extents xyz, quaternion xyzw, `stride` bytes apart (40 when packed).
constexpr BoxView box_rows(const float* rows, std::size_t count, std::ptrdiff_t stride = 40) noexcept {
    if (rows == nullptr) return {nullptr, nullptr, nullptr, stride, stride, stride, count};
    return {rows, rows + 3, rows + 6, stride, stride, stride, count};
}
/// Boxes in an array, a std::vector, a std::span.
constexpr BoxView box_rows(std::span<const OrientedBox> boxes) noexcept {
    if (boxes.empty()) return {};
    const OrientedBox& first = boxes[0];
    return {&first.center.x, &first.half_extents.x, &first.rotation.x, 40, 40, 40, boxes.size()};
}
/// Separate packed arrays: centres (n, 3), half extents (n, 3), quaternions (n, 4).
constexpr BoxView box_arrays(const float* centers, const float* half_extents, const float* rotations,
                             std::size_t count) noexcept {
    return {centers, half_extents, rotations, 12, 12, 16, count};
}

/// A view of boxes in doubles. The batch takes `origin` off the centres before it rounds them to float: so coordinates of maps keep their
/// centimetres. All results are then relative to `origin`. Pointers must be aligned to 8 bytes, strides be multiples of 8; a stride of 0
/// repeats one item. `origin`: finite, otherwise `invalid_argument`; a good one lies among the boxes.
struct BoxView64 {
    const double* centers = nullptr;       ///< x y z
    const double* half_extents = nullptr;  ///< x y z
    const double* rotations = nullptr;     ///< x y z w
    std::ptrdiff_t center_stride = 0;      ///< bytes
    std::ptrdiff_t half_extent_stride = 0;
    std::ptrdiff_t rotation_stride = 0;
    std::size_t count = 0;
    Vec3d origin;
};

/// Rows of centre xyz, half extents xyz, quaternion xyzw, `stride` bytes apart (80 when packed).
constexpr BoxView64 box_rows64(const double* rows, std::size_t count, const Vec3d& origin = {},
                               std::ptrdiff_t stride = 80) noexcept {
    if (rows == nullptr) return {nullptr, nullptr, nullptr, stride, stride, stride, count, origin};
    return {rows, rows + 3, rows + 6, stride, stride, stride, count, origin};
}
/// Separate packed arrays: centres (n, 3), half extents (n, 3), quaternions (n, 4).
constexpr BoxView64 box_arrays64(const double* centers, const double* half_extents, const double* rotations,
                                 std::size_t count, const Vec3d& origin = {}) noexcept {
    return {centers, half_extents, rotations, 24, 24, 32, count, origin};
}

/// The arrays of a BoxBatch. World axis k of box axis i is axes[3 * i + k]: a row of three is one box axis in world frame.
enum class BoxComponent : std::uint32_t {
    center_x,
    center_y,
    center_z,
    half_x,
    half_y,
    half_z,
    axis_xx,
    axis_xy,
    axis_xz,
    axis_yx,
    axis_yy,
    axis_yz,
    axis_zx,
    axis_zy,
    axis_zz,
};
inline constexpr std::uint32_t kBoxComponentCount = 15;

/// Limits of the scale of BoxBatch::assign_transformed(): what takes the thinnest legal box to the thickest.
inline constexpr float kMinScale = 1e-15F;
inline constexpr float kMaxScale = 1e15F;

/// Validated boxes as structure of arrays: 15 floats per box (centre, half extents, the three axes of the exactly
/// normalised rotation), 64-byte aligned, padded to whole vectors with boxes that overlap nothing. Filled once per frame
/// from raw views. 120 bytes per box.
class SATORI_API BoxBatch : public BatchStorage {
public:
    /// Allocates nothing yet.
    explicit BoxBatch(Allocator allocator = {}) noexcept : BatchStorage(allocator) {}

    /// Replaces the boxes by those of `view`; box i of the view is box i here. O(n), reads the view once (again
    /// where illegal boxes must be listed), allocates
    /// only when more boxes (or illegal ones) than ever before come in.
    ///
    /// Errors, after which the boxes are as before: `invalid_argument` (null or misaligned stream of a non-empty view, or
    /// stride no multiple of 4), `invalid_box` (OnInvalid::refuse; invalid() lists every illegal box, by index),
    /// `capacity_exceeded` (more than kMaxBoxCount), `out_of_memory`, `unsupported_isa`, `executor_failed`.
    Status assign(const BoxView& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;
    /// The same of doubles. They are rounded to float once the origin is off; a half extent that is not 0 does not become 0. What that
    /// costs the centres, center_loss() tells; all else is within half a float. Errors as above; `invalid_argument` also for an origin
    /// that is not finite and a stride that is no multiple of 8.
    Status assign(const BoxView64& view, OnInvalid on_invalid = OnInvalid::refuse,
                  const Execution& execution = {}) noexcept;

    /// Replaces the boxes by those of `source`, which may be this batch, scaled about the origin and then moved by `pose`: box
    /// i of the source is box i here. Each is where transform(box, pose) would put it: centres within half a float (and 1e-13
    /// of the way), half extents rounded once (below kMinHalfExtent: 0), axes within 8 FLT_EPSILON, and as near to orthonormal
    /// however often it is repeated. A rotation of (0, 0, 0, w) leaves axes as they are, to the bit. Boxes skipped as illegal stay
    /// skipped. Covered sides come with their boxes. O(n).
    ///
    /// Errors, after which the boxes are as before: `invalid_argument` (the pose is not legal, the scale not between kMinScale
    /// and kMaxScale), `result_out_of_range` (boxes would not be legal: invalid() lists all of them, by index),
    /// `out_of_memory`, `unsupported_isa`, `executor_failed`.
    Status assign_transformed(const BoxBatch& source, const Pose& pose, float scale = 1,
                              const Execution& execution = {}) noexcept;

    /// size() floats, 64-byte aligned. Valid until the next assign() or assign_transformed(). Boxes skipped as illegal read as
    /// half extents of -1e30, which overlap nothing.
    std::span<const float> component(BoxComponent component) const noexcept {
        return array(static_cast<std::uint32_t>(component));
    }

    /// The sides of box i that its neighbors cover are sides[i]; an empty span takes all of them away. assign() and
    /// clear() forget them. Errors, after which they are as before: `invalid_argument` (a span of another size than 0
    /// and size(), a value above kAllSides), `out_of_memory`. find_covered_sides() finds them.
    Status set_covered_sides(std::span<const CoveredSides> sides) noexcept;
    /// One per box; empty where none were set. Valid as long as component() is, or until the next set_covered_sides().
    std::span<const CoveredSides> covered_sides() const noexcept { return sides(); }
};

SATORI_NAMESPACE_END
