#pragma once

#include <array>

#include <satori/rect.hpp>
#include <satori/types.hpp>

#include "reference_box.hpp"

SATORI_NAMESPACE_BEGIN

/// What is certain of a distance, meters.
struct DistanceBounds {
    double lower;  ///< the boxes are apart by this much along a direction; zero when they overlap
    double upper;  ///< two points of the boxes are this far from each other; zero when the boxes overlap
};

/// The oracle of distances, in double. It finds two close points by trying corners against boxes and edges against
/// edges. It trusts none of them: the lower bound comes from the projections of all corners on the direction from one
/// point to the other, which is right for every direction. So where the two bounds meet, they are proven; a test must
/// check that they do. Boxes without a separating axis overlap (reference_overlap.hpp). The boxes must be legal.
///
/// The error of the direction is about 1e-16 * size / distance. So the bounds differ by up to 1e-16 * size^2 /
/// distance, which is less than delta / 100 for any distance above delta / 100.
DistanceBounds reference_distance(const OrientedBox& a, const OrientedBox& b) noexcept;
/// The same for rectangles.
DistanceBounds reference_distance(const OrientedRect& a, const OrientedRect& b) noexcept;

namespace reference {

/// A box anywhere, in double.
struct PlacedBox {
    Point center, half;
    std::array<Point, 3> axes;
};

}  // namespace reference

/// The same for boxes in double.
DistanceBounds reference_distance(const reference::PlacedBox& a, const reference::PlacedBox& b) noexcept;

/// Returns how far a point lies outside of a box along the axis on which it lies farthest outside; zero inside.
/// `offset`: from the center of the box.
double reference_outside(const OrientedBox& box, const Vec3& offset) noexcept;
/// The same for a box in double.
double reference_outside(const reference::PlacedBox& box, const reference::Point& offset) noexcept;
/// The same for a rectangle.
double reference_outside(const OrientedRect& rect, const Vec2& offset) noexcept;

SATORI_NAMESPACE_END
