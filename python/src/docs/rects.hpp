#pragma once

#include "common.hpp"

namespace satori::python::docs {

inline constexpr const char* Rects =
    R"(Oriented rectangles in the plane, checked and stored for the calls of this package.

A rectangle has a center, half extents along its two own axes (half of its edge lengths) and an angle:
axis 0 is (cos, sin) of it, axis 1 is (-sin, cos). Rects do not change once they are made, and any
number of threads may use them. They can be pickled and copied. ``rects[...]`` takes a number, a slice,
or an array of indices or bools, and gives Rects with the same bytes.

Parameters
----------
rows : (n, 5) array of float, optional
    All of a rectangle in one row: center x y, half extents x y, angle.
centers : (n, 2) array of float, optional
    Centers, in meters: these and the next three instead of `rows`.
half_extents : (n, 2) array of float, optional
    Half of the edge lengths, in meters.
sizes : (n, 2) array of float, optional
    Full edge lengths, in meters, instead of `half_extents`.
angles : (n,) array of float, optional
    Angles counterclockwise, in radians. Without them the rectangles are axis-aligned.
radii : (n,) array of float, optional
    Radii, in meters: the solid of a box is every point at most its radius away from the box. So a box
    without extents is a circle, one with a single extent a capsule, any other a rounded rectangle.
    Without `half_extents` and `sizes` all are circles.
origin : sequence of 2 floats, optional
    Subtracted from the centers in double, before they become float32. float64 centers need it. All
    results are relative to it.
skip_invalid : bool, default False
    True: a rectangle that is not legal keeps its index but overlaps nothing, see `skipped`.
)" SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Raises
------
InvalidBoxError
    A rectangle is not legal, and `skip_invalid` is False. The error names the first one.
TypeError
    An argument is not float32 or float64, two arguments say the same, one is missing, or centers are
    float64 without `origin`.
ValueError
    An array has another shape or length, or a radius is not legal. The error names the first one.

See Also
--------
Boxes : Boxes in space, and what arrays they take.
find_overlaps : Pairs of rectangles that overlap.

Notes
-----
A rectangle is legal when all its numbers are finite, no center component is beyond 1e8 m, each half
extent is 0 or between 1e-7 m and 1e8 m, and the angle is not beyond 1e5. Radii and the calls that read
them are those of Boxes.

Examples
--------
>>> rows = np.array([[0, 0, 1, 1, 0], [1, 1, 1, 1, np.pi / 4], [9, 0, 1, 1, 0]], np.float32)
>>> rects = satori.Rects(rows)
>>> len(rects)
3
>>> satori.find_overlaps(rects)
array([[0, 1]], dtype=uint32)
)";

inline constexpr const char* Rects_centers =
    R"(Centers of the rectangles, relative to `origin`: (n, 2) float32, in meters.)";

inline constexpr const char* Rects_half_extents =
    R"(Half of the edge lengths along the own axes: (n, 2) float32, in meters.)";

inline constexpr const char* Rects_axes =
    R"(Axes of the rectangles as unit vectors: (n, 2, 2) float32, where row i is axis i.)";

inline constexpr const char* Rects_angles =
    R"(Angles of axis 0, counterclockwise from the x axis: (n,) float64, in radians, as they were given.)";

inline constexpr const char* Rects_radii =
    R"(Radii of the rectangles: (n,) float32, in meters, or None if no radii were given. It cannot be written.)";

inline constexpr const char* Rects_origin =
    R"(What was subtracted from the centers: (2,) float64, or None if no origin was given.)";

inline constexpr const char* Rects_center_error =
    R"(The largest distance along an axis between a center as given and as stored, in meters.

It is 0 for centers that were float32.)";

inline constexpr const char* Rects_skipped =
    R"(Indices of the rectangles that are not legal, ascending: (k,) uint32, empty unless skip_invalid is True.)";

inline constexpr const char* Rects_bounds = R"(Compute the axis-aligned bounding box (AABB) of each rectangle.

Bounds are rounded outward: each contains its rectangle exactly, with its radius. A skipped rectangle has
its minimum above its maximum.

Returns
-------
(n, 2, 2) array of float32
    Minimum and maximum corner of each rectangle, in meters, relative to `origin`.

See Also
--------
find_pairs : Pairs of rectangles whose bounds overlap.

Examples
--------
>>> rect = satori.Rects(centers=np.zeros((1, 2), np.float32), sizes=[[2.0, 4.0]])
>>> rect.bounds()[0].round(3).tolist()
[[-1.0, -2.0], [1.0, 2.0]]
)";

inline constexpr const char* Rects_corners = R"(Compute the four corners of each rectangle.

They are counterclockwise; the first lies on the negative side of both axes.

Returns
-------
(n, 4, 2) array of float32
    Corners of each rectangle, in meters, relative to `origin`. Those of a skipped rectangle are NaN.

Examples
--------
>>> rect = satori.Rects(centers=np.zeros((1, 2), np.float32), sizes=[[2.0, 4.0]])
>>> rect.corners()[0].tolist()
[[-1.0, -2.0], [1.0, -2.0], [1.0, 2.0], [-1.0, 2.0]]
)";

inline constexpr const char* Rects_transformed = R"(Make the rectangles as a motion leaves them.

Rectangles are scaled about the origin of their coordinates, then rotated about it, then moved.

Parameters
----------
position : sequence of 2 floats
    How far the rectangles move, in meters.
angle : float, default 0.0
    Rotation counterclockwise, in radians.
scale : float, default 1.0
    Factor of all lengths, 1e-15 to 1e15.

Returns
-------
Rects
    Rectangle i is the image of rectangle i. Skipped rectangles stay skipped.

Raises
------
ValueError
    A number is not finite or out of its range, or a rectangle would not be legal.

Examples
--------
>>> rects = satori.Rects(centers=np.array([[1, 0]], np.float32), sizes=[[2.0, 2.0]])
>>> moved = rects.transformed((0, 5), scale=0.5)
>>> moved.centers, moved.half_extents
(array([[0.5, 5. ]], dtype=float32), array([[0.5, 0.5]], dtype=float32))
)";

}  // namespace satori::python::docs
