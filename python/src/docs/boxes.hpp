#pragma once

#include "common.hpp"

namespace satori::python::docs {

inline constexpr const char* Boxes = R"(Oriented boxes, checked and stored for the calls of this package.

A box has a center, three own axes, half extents along them (half of its edge lengths) and a rotation,
which takes its axes to world directions. Boxes do not change once they are made, and any number of
threads may use them. They can be pickled and copied. ``boxes[...]`` takes a number, a slice, or an array
of indices or bools, and gives Boxes with the same bytes.

Parameters
----------
rows : (n, 10) array of float, optional
    All of a box in one row: center x y z, half extents x y z, quaternion x y z w.
centers : (n, 3) array of float, optional
    Centers, in meters: these and the next six instead of `rows`.
half_extents : (n, 3) array of float, optional
    Half of the edge lengths, in meters.
sizes : (n, 3) array of float, optional
    Full edge lengths, in meters, instead of `half_extents`.
)" SATORI_DOC_NEW_ROTATIONS R"(radii : (n,) array of float, optional
    Radii, in meters: the solid of a box is every point at most its radius away from the box. So a box
    without extents is a sphere, one with a single extent a capsule, any other a rounded box.
    Without `half_extents` and `sizes` all are spheres.
origin : sequence of 3 floats, optional
    Subtracted from the centers in double, before they become float32. float64 centers need it. All
    results are relative to it.
skip_invalid : bool, default False
    True: a box that is not legal keeps its index but overlaps nothing, see `skipped`.
)" SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Raises
------
InvalidBoxError
    A box is not legal, and `skip_invalid` is False. The error names the first one.
TypeError
    An argument is not float32 or float64, two arguments say the same, one is missing, or centers are
    float64 without `origin`.
ValueError
    An array has another shape or length, or a radius is not legal. The error names the first one.

See Also
--------
Rects : Rectangles in the plane.
find_overlaps : Pairs of boxes that overlap.

Notes
-----
A box is legal when all its numbers are finite, no center component is beyond 1e8 m, each half extent is
0 or between 1e-7 m and 1e8 m, and the rotation is not zero. A matrix must have orthonormal axes within
1e-3; left-handed axes are legal, since a mirrored box is the same box.

A radius is legal when it is 0 or between 1e-7 m and 1e8 m, also that of a skipped box. These calls read
radii: bounds, find_pairs, find_overlaps, find_near_pairs, find_nearest, test_pairs, distances, find_impacts,
times_of_impact, collide, collide_pairs, find_boxes, test_boxes, classify_boxes, intersect, closest_points,
transformed, and Broadphase. `corners` gives the corners of the cores: the boxes without their radii. All
other calls refuse boxes with radii.

Arrays may have any stride between items. They may come from numpy or from anything with DLPack,
``__array_interface__`` or ``__array__``. Lists of numbers are float64.

Examples
--------
>>> centers = np.array([[0, 0, 0], [0.75, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> len(boxes), len(boxes[1:])
(3, 2)
>>> boxes.half_extents[0]
array([0.5, 0.5, 0.5], dtype=float32)
>>> satori.find_overlaps(boxes)
array([[0, 1]], dtype=uint32)
>>> spheres = satori.Boxes(centers=centers, radii=[0.5, 0.5, 4.0])
>>> satori.find_overlaps(spheres)
array([[0, 1],
       [1, 2]], dtype=uint32)
)";

inline constexpr const char* Boxes_centers =
    R"(Centers of the boxes, relative to `origin`: (n, 3) float32, in meters.)";

inline constexpr const char* Boxes_half_extents =
    R"(Half of the edge lengths along the own axes: (n, 3) float32, in meters.)";

inline constexpr const char* Boxes_axes =
    R"(Axes of the boxes as unit vectors: (n, 3, 3) float32, where row i is axis i.)";

inline constexpr const char* Boxes_radii =
    R"(Radii of the boxes: (n,) float32, in meters, or None if no radii were given. It cannot be written.)";

inline constexpr const char* Boxes_origin =
    R"(What was subtracted from the centers: (3,) float64, or None if no origin was given.)";

inline constexpr const char* Boxes_center_error =
    R"(The largest distance along an axis between a center as given and as stored, in meters.

It is 0 for centers that were float32.)";

inline constexpr const char* Boxes_skipped =
    R"(Indices of the boxes that are not legal, ascending: (k,) uint32, empty unless skip_invalid is True.)";

inline constexpr const char* Boxes_bounds = R"(Compute the axis-aligned bounding box (AABB) of each box.

Bounds are rounded outward: each contains its box exactly, with its radius. A skipped box has its minimum
above its maximum.

Returns
-------
(n, 2, 3) array of float32
    Minimum and maximum corner of each box, in meters, relative to `origin`.

See Also
--------
find_pairs : Pairs of boxes whose bounds overlap.

Examples
--------
>>> box = satori.Boxes(centers=np.zeros((1, 3), np.float32), sizes=[[2.0, 4.0, 6.0]])
>>> box.bounds()[0].round(3).tolist()
[[-1.0, -2.0, -3.0], [1.0, 2.0, 3.0]]
)";

inline constexpr const char* Boxes_corners = R"(Compute the eight corners of each box.

Corner k lies on the positive side of axis i where bit i of k is set. Radii do not count.

Returns
-------
(n, 8, 3) array of float32
    Corners of each box, in meters, relative to `origin`. Those of a skipped box are NaN.

Examples
--------
>>> box = satori.Boxes(centers=np.zeros((1, 3), np.float32), sizes=[[2.0, 4.0, 6.0]])
>>> box.corners()[0, [0, 1, 7]].tolist()
[[-1.0, -2.0, -3.0], [1.0, -2.0, -3.0], [1.0, 2.0, 3.0]]
)";

inline constexpr const char* Boxes_transformed = R"(Make the boxes as a motion leaves them.

Boxes are scaled about the origin of their coordinates, then rotated about it, then moved.

Parameters
----------
position : sequence of 3 floats
    How far the boxes move, in meters.
rotation_xyzw : sequence of 4 floats, default (0, 0, 0, 1)
    Rotation as a quaternion of any length but zero, real part last.
scale : float, default 1.0
    Factor of all lengths, radii too, 1e-15 to 1e15.

Returns
-------
Boxes
    Box i is the image of box i. Skipped boxes stay skipped.

Raises
------
ValueError
    A number is not finite, the rotation is zero, the scale is out of its range, or a box would not be legal.

Examples
--------
>>> boxes = satori.Boxes(centers=np.array([[1, 0, 0]], np.float32), sizes=[[2.0, 2.0, 2.0]])
>>> moved = boxes.transformed((0, 0, 5), scale=0.5)
>>> moved.centers, moved.half_extents
(array([[0.5, 0. , 5. ]], dtype=float32), array([[0.5, 0.5, 0.5]], dtype=float32))
)";

}  // namespace satori::python::docs
