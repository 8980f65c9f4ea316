#pragma once

#include <cstdint>
#include <span>

#include <satori/batch_storage.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/points.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup one_rect
///
/// OrientedRect is a plain value: {center, size / 2, angle} makes one, and assignment changes it. The functions compute
/// in double and round once. Errors leave outputs unchanged. `invalid_box` means that the rectangle is not legal;
/// check_rect() returns the reason.
///
/// translate(), rotate(), rotate_about(), scale() and transform() change a rectangle in place. Their errors, which
/// leave it unchanged: `invalid_box`, `invalid_argument` (a number that is not finite, an angle beyond kMaxAngle),
/// `result_out_of_range` (the result would not be legal). Half extents below kMinHalfExtent become 0.
/// @{

/// An oriented rectangle: 20 bytes, exactly one float32 row of a 2D scene file. Meters, radians. `angle` rotates the
/// rectangle's axes counter-clockwise to world directions: axis 0 is (cos, sin); axis 1, its left normal, is
/// (-sin, cos).
///
/// Legal: every number finite, |center component| <= 1e8, each half extent 0 or 1e-7 to 1e8 (see kMinHalfExtent),
/// |angle| <= kMaxAngle.
struct OrientedRect {
    Vec2 center;                    ///< meters, world frame
    Vec2 half_extents{0.5F, 0.5F};  ///< half of the edge lengths, meters, along its own axes
    float angle = 0;                ///< radians, counter-clockwise
};
static_assert(sizeof(OrientedRect) == 20);

/// The limit of legal angles, radians: 16 000 turns. Adjacent floats are 0.4 degrees apart there.
inline constexpr float kMaxAngle = 1e5F;

/// Returns why a rectangle is not legal; BoxFault::none when it is legal.
SATORI_API BoxFault check_rect(const OrientedRect& rect) noexcept;

/// The corners of a rectangle, counter-clockwise. The first corner lies on the negative side of both axes:
///
///         3-----------2
///         |           |     axis 1
///         0-----------1      |__ axis 0
struct RectCorners {
    Vec2 corners[4];  ///< counter-clockwise
};
static_assert(sizeof(RectCorners) == 32);

/// Computes the corners, each within half a float (half a unit in the last place) of the exact one. Errors:
/// `invalid_box`.
SATORI_API Status compute_corners(const OrientedRect& rect, RectCorners& corners) noexcept;

/// Why four points are not the corners of a legal rectangle.
enum class CornersFault : std::uint32_t {
    none = 0,         ///< the points are corners of a legal rectangle
    not_finite,       ///< a coordinate is NaN or infinite
    coincident,       ///< two consecutive points are equal (last and first included): no area, or no rectangle
    not_a_rectangle,  ///< wrong order, or sides or angles that deviate by more than kRectCornersTolerance
    not_legal,        ///< the rectangle would be too far from the origin or too large
};

/// Returns a short English description of the fault, for messages. Never null; static storage.
SATORI_API const char* describe(CornersFault fault) noexcept;

/// The largest distance of given corners from those of the rectangle, relative to its longer edge.
inline constexpr double kRectCornersTolerance = 1e-3;

/// Finds the rectangle of four corners. They must be in order, with either winding, starting anywhere. The center is
/// their mean, the half extents come from the means of opposite edges (0 below kMinHalfExtent). Axis 0 points from the
/// first to the second corner; its direction comes from the longer edges, which are the more exact ones. The angle is
/// between -pi and pi, rounded to float. The rectangle's corners lie within kRectCornersTolerance * (longer edge) + 4
/// FLT_EPSILON * (largest coordinate) of the given ones.
///
/// Errors: `invalid_argument` (the corners do not lie within that distance, two consecutive ones are equal, one is
/// not finite), `invalid_box` (the rectangle would not be legal). `*fault` (if given) is the reason.
SATORI_API Status rect_from_corners(const RectCorners& corners, OrientedRect& rect,
                                    CornersFault* fault = nullptr) noexcept;

/// Computes the AABB of one rectangle, rounded outward: the one of compute_aabbs(), to the bit. Errors:
/// `invalid_box`.
SATORI_API Status compute_aabb(const OrientedRect& rect, Aabb2& bounds) noexcept;

/// Returns the area of a legal rectangle, square meters.
SATORI_API double area(const OrientedRect& rect) noexcept;

/// Tests whether a point lies in the rectangle or on its boundary. Exact where the arithmetic is exact (angle 0,
/// dyadic coordinates), else within 1e-15 * (half extents + distance from the center). Errors: `invalid_box`;
/// `invalid_shape` (the point is not finite, or a coordinate is beyond kMaxShapeCoordinate).
SATORI_API Status contains(const OrientedRect& rect, const Vec2& point, bool& inside) noexcept;

/// Tests many points: inside[i] = 1 when point i lies in the rectangle or on its boundary, else 0. O(n); rows that
/// are not packed (stride 8) are copied first. Computed in floats: within 16 FLT_EPSILON * (half extents + distance
/// from the center) of the boundary either answer may come, which may differ from contains(); exact where the
/// arithmetic is exact. A point that is not legal (see contains()) is no error: it is in no rectangle.
///
/// Errors: `invalid_box`, `invalid_argument` (sizes do not fit, a null or misaligned view), `unsupported_isa`. After
/// `executor_failed` the answers are unspecified.
SATORI_API Status contains_points(const OrientedRect& rect, const Point2Rows& points, std::span<std::uint8_t> inside,
                                  const Execution& execution = {}) noexcept;

/// Moves the rectangle by `offset`, world frame.
SATORI_API Status translate(OrientedRect& rect, const Vec2& offset) noexcept;

/// Rotates the rectangle about its center by `angle` radians, counter-clockwise. Afterwards its own angle is between
/// -pi and pi, rounded to float.
SATORI_API Status rotate(OrientedRect& rect, double angle) noexcept;
/// Rotates the rectangle about a point.
SATORI_API Status rotate_about(OrientedRect& rect, double angle, const Vec2& point) noexcept;

/// Scales the rectangle about its center, along its own axes. Signs make no difference; 0 makes it flat.
SATORI_API Status scale(OrientedRect& rect, const Vec2& factors) noexcept;

/// A rigid motion in the plane, or the place of a body. A point p of the body is rotated counter-clockwise by `angle`
/// radians about the origin, then moved by `position`. Legal: finite, |angle| <= kMaxAngle.
struct Pose2 {
    Vec2 position;     ///< where the body's origin is, meters
    double angle = 0;  ///< radians, counter-clockwise
};

/// Moves the rectangle as part of a body that `pose` moves. Afterwards its own angle is between -pi and pi, rounded
/// to float.
SATORI_API Status transform(OrientedRect& rect, const Pose2& pose) noexcept;

/// Finds the rectangle of least area around both. Among rectangles within 1e-6 of the smallest it takes the first:
/// the one with the angle of `a`, the one with the angle of `b`, then others. It contains every point of both
/// exactly: half extents are larger by about 1e-13 of all lengths and rounded up. Only half extents below
/// kMinHalfExtent become 0. The angle is a float, so the area is the least within FLT_EPSILON rad.
///
/// Errors, which leave `merged` unchanged: `invalid_box`, `result_out_of_range` (no such rectangle is legal).
/// `merged` may be one of the two.
SATORI_API Status merge(const OrientedRect& a, const OrientedRect& b, OrientedRect& merged) noexcept;

/// @}

SATORI_NAMESPACE_END
