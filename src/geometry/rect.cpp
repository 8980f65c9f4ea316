#include <satori/rect.hpp>

#include <cfloat>
#include <cmath>

#include <satori/shapes.hpp>

#include "geometry/rect_math.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace geometry {
namespace {

/// Returns the rectangle that fits the corners best. Sets `mirrored` when they are clockwise. The rectangle need not be
/// legal.
OrientedRect fitted(const Double2* corners, bool& mirrored) noexcept {
    const Double2 along_0 = 0.5 * ((corners[1] - corners[0]) + (corners[2] - corners[3]));
    Double2 along_1 = 0.5 * ((corners[3] - corners[0]) + (corners[2] - corners[1]));
    mirrored = along_0.x * along_1.y < along_0.y * along_1.x;
    if (mirrored) along_1 = -1 * along_1;
    const double length_0 = length(along_0), length_1 = length(along_1);
    const double angle = length_0 >= length_1 ? direction_angle(along_0.x, along_0.y)
                                              : direction_angle(along_1.y, -along_1.x);  // back by a right angle
    const Double2 center = 0.25 * ((corners[0] + corners[1]) + (corners[2] + corners[3]));
    return {narrowed(center), narrowed(Double2(0.5 * length_0, 0.5 * length_1)), static_cast<float>(angle)};
}

/// True when the corners of the rectangle are the given ones, within the tolerance.
bool fits(const OrientedRect& rect, const Double2* given, bool mirrored) noexcept {
    double largest = 0;
    for (int i = 0; i < 4; ++i) largest = std::fmax(largest, std::fmax(std::fabs(given[i].x), std::fabs(given[i].y)));
    const double longer_edge = 2.0 * std::fmax(double{rect.half_extents.x}, double{rect.half_extents.y});
    const double tolerance = kRectCornersTolerance * longer_edge + 4 * double{FLT_EPSILON} * largest;
    Double2 corners[4];
    exact_corners(rect, corners);
    for (int i = 0; i < 4; ++i)
        if (length(corners[mirrored ? 3 - i : i] - given[i]) > tolerance) return false;
    return true;
}

CornersFault fit(const RectCorners& given, OrientedRect& rect) noexcept {
    for (const Vec2& corner : given.corners)
        if (!finite(corner)) return CornersFault::not_finite;
    for (int i = 0; i < 4; ++i) {
        const Vec2 &a = given.corners[i], &b = given.corners[(i + 1) % 4];
        if (a.x == b.x && a.y == b.y) return CornersFault::coincident;
    }
    const Double2 corners[4] = {Double2(given.corners[0]), Double2(given.corners[1]), Double2(given.corners[2]),
                                Double2(given.corners[3])};
    bool mirrored = false;
    const OrientedRect found = fitted(corners, mirrored);
    OrientedRect made = found;
    made.half_extents = flattened(found.half_extents);
    if (!is_legal(made)) return CornersFault::not_legal;
    if (!fits(found, corners, mirrored)) return CornersFault::not_a_rectangle;
    rect = made;
    return CornersFault::none;
}

}  // namespace
}  // namespace geometry

BoxFault check_rect(const OrientedRect& rect) noexcept {
    const parallel::FpEnvironment ieee;
    return geometry::fault_of(rect);
}

Status compute_corners(const OrientedRect& rect, RectCorners& corners) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(rect)) return Status::invalid_box;
    geometry::Double2 exact[4];
    geometry::exact_corners(rect, exact);
    for (int i = 0; i < 4; ++i) corners.corners[i] = geometry::narrowed(exact[i]);
    return Status::ok;
}

Status rect_from_corners(const RectCorners& corners, OrientedRect& rect, CornersFault* fault) noexcept {
    const parallel::FpEnvironment ieee;
    const CornersFault found = geometry::fit(corners, rect);
    if (fault != nullptr) *fault = found;
    if (found == CornersFault::none) return Status::ok;
    return found == CornersFault::not_legal ? Status::invalid_box : Status::invalid_argument;
}

double area(const OrientedRect& rect) noexcept {
    return 4.0 * rect.half_extents.x * rect.half_extents.y;
}

Status contains(const OrientedRect& rect, const Vec2& point, bool& inside) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(rect)) return Status::invalid_box;
    if (!(std::fabs(point.x) <= kMaxShapeCoordinate && std::fabs(point.y) <= kMaxShapeCoordinate))
        return Status::invalid_shape;
    geometry::SinCos back = geometry::sin_cos(rect.angle);
    back.sin = -back.sin;
    const geometry::Double2 local = geometry::turned(geometry::Double2(point) - geometry::Double2(rect.center), back);
    inside = std::fabs(local.x) <= rect.half_extents.x && std::fabs(local.y) <= rect.half_extents.y;
    return Status::ok;
}

Status translate(OrientedRect& rect, const Vec2& offset) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(rect)) return Status::invalid_box;
    if (!geometry::finite(offset)) return Status::invalid_argument;
    OrientedRect changed = rect;
    changed.center = geometry::narrowed(geometry::Double2(rect.center) + geometry::Double2(offset));
    return geometry::commit(changed, rect);
}

Status rotate(OrientedRect& rect, double angle) noexcept {
    return rotate_about(rect, angle, rect.center);
}

Status rotate_about(OrientedRect& rect, double angle, const Vec2& point) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(rect)) return Status::invalid_box;
    if (!geometry::finite(point) || !(std::fabs(angle) <= double{kMaxAngle})) return Status::invalid_argument;
    const geometry::Double2 pivot(point);
    OrientedRect changed = rect;
    changed.center =
        geometry::narrowed(pivot + geometry::turned(geometry::Double2(rect.center) - pivot, geometry::sin_cos(angle)));
    changed.angle = static_cast<float>(geometry::wrapped(rect.angle + angle));
    return geometry::commit(changed, rect);
}

Status transform(OrientedRect& rect, const Pose2& pose) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(rect)) return Status::invalid_box;
    if (!geometry::is_legal(pose)) return Status::invalid_argument;
    const geometry::Double2 turned = geometry::turned(geometry::Double2(rect.center), geometry::sin_cos(pose.angle));
    OrientedRect changed = rect;
    changed.center = geometry::narrowed(turned + geometry::Double2(pose.position));
    changed.angle = static_cast<float>(geometry::wrapped(rect.angle + pose.angle));
    return geometry::commit(changed, rect);
}

Status scale(OrientedRect& rect, const Vec2& factors) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(rect)) return Status::invalid_box;
    if (!geometry::finite(factors)) return Status::invalid_argument;
    const geometry::Double2 half(rect.half_extents), by(factors);
    OrientedRect changed = rect;
    changed.half_extents =
        geometry::flattened(geometry::narrowed(geometry::Double2(half.x * std::fabs(by.x), half.y * std::fabs(by.y))));
    return geometry::commit(changed, rect);
}

}  // namespace satori::v0
