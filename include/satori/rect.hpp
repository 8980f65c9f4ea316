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

/// An oriented rectangle: 20 bytes, exactly one float32 row of a 2D scene file. Metres, radians; `angle` turns the
/// rectangle's axes counter-clockwise into world directions: axis 0 is (cos, sin), axis 1 its left normal (-sin, cos).
///
/// Legal: every number finite, |centre component| <= 1e8, each half extent 0 or 1e-7 to 1e8 (see kMinHalfExtent), |angle| <=
/// kMaxAngle.
struct OrientedRect {
    Vec2 center;
    Vec2 half_extents{0.5F, 0.5F};
    float angle = 0;
};
static_assert(sizeof(OrientedRect) == 20);

/// Limit of legal angles, radians: 16 000 turns. Neighbouring floats lie 0.4 degrees apart there.
inline constexpr float kMaxAngle = 1e5F;

// OrientedRect is a plain value: {center, size / 2, angle} makes one, and assigning sets and resets it. The functions below are
// for one rectangle at a time; they compute in double and round once. Errors leave outputs unchanged; `invalid_box`: the
// rectangle is not legal, and check_rect() says why.

/// Why a rectangle is not legal; BoxFault::none when it is.
SATORI_API BoxFault check_rect(const OrientedRect& rect) noexcept;

/// The corners of a rectangle, counter-clockwise, the first on the negative side of both axes:
///
///         3-----------2
///         |           |     axis 1
///         0-----------1      |__ axis 0
struct RectCorners {
    Vec2 corners[4];
};
static_assert(sizeof(RectCorners) == 32);

/// Corners within half a float of the exact ones.
SATORI_API Status compute_corners(const OrientedRect& rect, RectCorners& corners) noexcept;

/// Why four points are not the corners of a legal rectangle.
enum class CornersFault : std::uint32_t {
    none = 0,
    not_finite,
    coincident,       ///< two consecutive ones are equal, the last and the first among them: no area, or no rectangle
    not_a_rectangle,  ///< not in order, or sides that differ, or no right angles, by more than kRectCornersTolerance
    not_legal,        ///< the rectangle would be too far from the origin or too large
};

/// A short English description, for messages. Never null; static storage.
SATORI_API const char* describe(CornersFault fault) noexcept;

/// How far corners may lie from those of the rectangle, relative to its longer edge.
inline constexpr double kRectCornersTolerance = 1e-3;

/// The rectangle of four corners in order, of either winding, from any of them on. Its centre is their mean, its half extents
/// are from the means of opposite edges (below kMinHalfExtent 0), axis 0 points from the first to the second (its direction from
/// the longer edges, which tell it best), |angle| <= pi rounded to float. Its corners lie within kRectCornersTolerance * (longer
/// edge) + 4 FLT_EPSILON * (largest coordinate) of those given. `invalid_argument`: they do not, or two consecutive corners are
/// equal, or one is not finite; `invalid_box`: the rectangle would not be legal; `*fault` (if given) says which.
SATORI_API Status rect_from_corners(const RectCorners& corners, OrientedRect& rect,
                                    CornersFault* fault = nullptr) noexcept;

/// The AABB of one rectangle, rounded outward: as compute_aabbs() gives it, to the bit.
SATORI_API Status compute_aabb(const OrientedRect& rect, Aabb2& bounds) noexcept;

/// Square metres, of a legal rectangle.
SATORI_API double area(const OrientedRect& rect) noexcept;

/// Whether a point lies in the rectangle, boundary included. Exact where the arithmetic is (angle 0, dyadic coordinates), else
/// within 1e-15 * (half extents + distance from the centre). `invalid_shape`: the point is not finite, or a coordinate is
/// beyond kMaxShapeCoordinate.
SATORI_API Status contains(const OrientedRect& rect, const Vec2& point, bool& inside) noexcept;

/// Many points: inside[i] = 1 when point i lies in the rectangle, boundary included, else 0. O(n); rows that are not packed
/// (stride 8) are copied on the way. In floats: within 16 FLT_EPSILON * (half extents + distance from the centre) of the
/// boundary either answer may come, also another one than contains() gives; exact where the arithmetic is. A point that is not
/// legal (contains() says which) is no error: it is in no rectangle.
/// `invalid_argument` (sizes do not fit, a null or misaligned view), `unsupported_isa`; after `executor_failed` answers are
/// unspecified.
SATORI_API Status contains_points(const OrientedRect& rect, const Point2Rows& points, std::span<std::uint8_t> inside,
                                  const Execution& execution = {}) noexcept;

// Changing one rectangle, in place. Errors, after which it is as before: `invalid_box` (it was not legal), `invalid_argument`
// (a number that is not finite, an angle beyond kMaxAngle), `result_out_of_range` (it would not be legal). Half extents below
// kMinHalfExtent become 0.

/// Moves it by `offset`.
SATORI_API Status translate(OrientedRect& rect, const Vec2& offset) noexcept;

/// Turns it about its centre by `angle` radians, counter-clockwise. Its own angle is then between -pi and pi, rounded to
/// float.
SATORI_API Status rotate(OrientedRect& rect, double angle) noexcept;
/// Turns it about a point.
SATORI_API Status rotate_about(OrientedRect& rect, double angle, const Vec2& point) noexcept;

/// Scales it about its centre, along its own axes. Signs do not matter; 0 makes it flat.
SATORI_API Status scale(OrientedRect& rect, const Vec2& factors) noexcept;

/// A rigid motion in the plane, or where a body stands: a point p of the body, turned counter-clockwise by `angle` radians
/// about the origin, lies at that + position. Legal: finite, |angle| <= kMaxAngle.
struct Pose2 {
    Vec2 position;
    double angle = 0;
};

/// Moves it as part of a body that `pose` moves. Its own angle is then between -pi and pi, rounded to float.
SATORI_API Status transform(OrientedRect& rect, const Pose2& pose) noexcept;

/// The rectangle of least area around both. Of rectangles within 1e-6 of the smallest the first: that of a's angle, of b's,
/// then others. Every point of both is in it exactly, not only but for rounding: half extents are larger by about 1e-13 of all
/// lengths and rounded up; only those below kMinHalfExtent become 0. Its angle is a float, so that its area is least within
/// FLT_EPSILON rad.
/// `result_out_of_range` when none is legal. Errors leave `merged`, which may be one of the two, unchanged.
SATORI_API Status merge(const OrientedRect& a, const OrientedRect& b, OrientedRect& merged) noexcept;

SATORI_NAMESPACE_END
