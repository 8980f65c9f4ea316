#pragma once

#include "common.hpp"

#define SATORI_DOC_SHAPE                                                                                               \
    "boxes : Boxes\n"                                                                                                  \
    "    The boxes.\n"                                                                                                 \
    "shape : shape or sequence of 3 floats\n"                                                                          \
    "    Sphere, Aabb, Plane, Ray, Segment, Triangle, Frustum, Box, or a point.\n"

namespace satori::python::docs {

// Shapes. Coordinates are float32, in meters, in the frame of the boxes.

inline constexpr const char* Sphere = R"(A sphere: all points within a radius of its center.

Parameters
----------
center : sequence of 3 floats
    Center, in meters.
radius : float
    Radius in meters, 0 to 1e9.

Examples
--------
>>> satori.Sphere((0, 0, 0), 0.5)
Sphere(center=(0.0, 0.0, 0.0), radius=0.5)
)";
inline constexpr const char* Sphere_center = R"(Center, in meters.)";
inline constexpr const char* Sphere_radius = R"(Radius, in meters.)";

inline constexpr const char* Aabb = R"(A box along the axes of the world, between two corners.

Parameters
----------
min : sequence of 3 floats
    Minimum corner, in meters.
max : sequence of 3 floats
    Maximum corner, in meters.

Examples
--------
>>> satori.Aabb((0, 0, 0), (1, 2, 3))
Aabb(min=(0.0, 0.0, 0.0), max=(1.0, 2.0, 3.0))
)";
inline constexpr const char* Aabb_min = R"(Minimum corner, in meters.)";
inline constexpr const char* Aabb_max = R"(Maximum corner, in meters.)";

inline constexpr const char* Plane = R"(A plane: all points x with normal . x = offset.

Parameters
----------
normal : sequence of 3 floats
    Normal of any length but zero.
offset : float
    Distance of the plane from the origin, in lengths of the normal.

Examples
--------
>>> satori.Plane((0, 0, 1), 2)
Plane(normal=(0.0, 0.0, 1.0), offset=2.0)
)";
inline constexpr const char* Plane_normal = R"(Normal, of any length.)";
inline constexpr const char* Plane_offset = R"(Distance of the plane from the origin, in lengths of the normal.)";

inline constexpr const char* Ray = R"(A ray: all points origin + t * direction with 0 <= t <= max_distance.

Parameters
----------
origin : sequence of 3 floats
    Where the ray begins, in meters.
direction : sequence of 3 floats
    Where it leads; any length but zero, which is the unit of distances along the ray.
max_distance : float, default inf
    How far it goes.

Examples
--------
>>> satori.Ray((0, 0, 0), (0, 0, 1), 5)
Ray(origin=(0.0, 0.0, 0.0), direction=(0.0, 0.0, 1.0), max_distance=5.0)
)";
inline constexpr const char* Ray_origin = R"(Where the ray begins, in meters.)";
inline constexpr const char* Ray_direction = R"(Where the ray leads; its length is the unit of distances.)";
inline constexpr const char* Ray_max_distance = R"(How far the ray goes, in lengths of the direction.)";

inline constexpr const char* Segment = R"(A segment: all points between two points.

Parameters
----------
start : sequence of 3 floats
    One end, in meters.
end : sequence of 3 floats
    The other end, which may be the same point.

Examples
--------
>>> satori.Segment((0, 0, 0), (1, 0, 0))
Segment(start=(0.0, 0.0, 0.0), end=(1.0, 0.0, 0.0))
)";
inline constexpr const char* Segment_start = R"(One end, in meters.)";
inline constexpr const char* Segment_end = R"(The other end, in meters.)";

inline constexpr const char* Triangle = R"(A filled triangle.

Parameters
----------
a : sequence of 3 floats
    A corner, in meters.
b : sequence of 3 floats
    Another corner; corners may be collinear or equal.
c : sequence of 3 floats
    The third corner.

Examples
--------
>>> satori.Triangle((0, 0, 0), (1, 0, 0), (0, 1, 0))
Triangle(a=(0.0, 0.0, 0.0), b=(1.0, 0.0, 0.0), c=(0.0, 1.0, 0.0))
)";
inline constexpr const char* Triangle_a = R"(A corner, in meters.)";
inline constexpr const char* Triangle_b = R"(A corner, in meters.)";
inline constexpr const char* Triangle_c = R"(A corner, in meters.)";

inline constexpr const char* Frustum = R"(A frustum: all points x with normal . x >= offset for each of six planes.

Parameters
----------
planes : (6, 4) array of float
    Normal x y z and offset of each plane; normals look inward. The order is left, right, bottom, top,
    near, far. The planes must bound a volume with eight corners. A normal of zero and an offset of at
    most 0 leave the near or the far end open.

Raises
------
ValueError
    The planes bound no such volume.

See Also
--------
Frustum.from_matrix : The frustum of a camera.

Examples
--------
>>> cube = satori.Frustum(np.array(
...     [[1, 0, 0, -1], [-1, 0, 0, -1], [0, 1, 0, -1], [0, -1, 0, -1], [0, 0, 1, -1], [0, 0, -1, -1.0]]))
>>> boxes = satori.Boxes(centers=np.array([[0, 0, 0], [5, 0, 0]], np.float32), sizes=np.ones((2, 3)))
>>> satori.find_boxes(boxes, cube)
array([0], dtype=uint32)
)";
inline constexpr const char* Frustum_planes =
    R"(Normal x y z and offset of the six planes: left, right, bottom, top, near, far.)";

inline constexpr const char* Frustum_from_matrix = R"(Make the frustum of a view-projection matrix.

Parameters
----------
matrix : (4, 4) array of float
    Matrix that acts on column vectors: clip = matrix @ (x, y, z, 1).
clip : {"zero_to_one", "minus_one_to_one"}, default "zero_to_one"
    Depth range of the projection: 0 to w (Direct3D, Vulkan, Metal) or -w to w (OpenGL).

Returns
-------
Frustum
    The frustum, open at the far end if the far plane is at infinity.

Raises
------
ValueError
    The planes bound no volume with eight corners.

Notes
-----
Far from the origin a float matrix bounds poorly: give boxes relative to the camera, and leave the
translation out of the matrix.

Examples
--------
>>> frustum = satori.Frustum.from_matrix(np.eye(4), clip="minus_one_to_one")
>>> boxes = satori.Boxes(centers=np.array([[0, 0, 0], [5, 0, 0]], np.float32), sizes=np.ones((2, 3)))
>>> satori.find_boxes(boxes, frustum)
array([0], dtype=uint32)
)";

inline constexpr const char* Box = R"(An oriented box, as a shape.

Parameters
----------
center : sequence of 3 floats
    Center, in meters.
half_extents : sequence of 3 floats
    Half of the edge lengths, in meters.
rotation_xyzw : sequence of 4 floats, default (0, 0, 0, 1)
    Rotation as a quaternion of any length but zero, real part last.

Raises
------
ValueError
    The box is not legal, see `Boxes`.

See Also
--------
Boxes : Many boxes.

Examples
--------
>>> satori.Box((0, 0, 0), (1, 2, 3)).half_extents
(1.0, 2.0, 3.0)
)";
inline constexpr const char* Box_center = R"(Center, in meters.)";
inline constexpr const char* Box_half_extents = R"(Half of the edge lengths, in meters.)";
inline constexpr const char* Box_rotation_xyzw = R"(Rotation as a quaternion, real part last.)";

// Calls.

inline constexpr const char* test_boxes = R"(Test which boxes have a point in common with a shape.

Parameters
----------
)" SATORI_DOC_SHAPE SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_OUT("(n,) array of bool") R"(
Returns
-------
(n,) array of bool
    True where the box and the shape overlap or touch. False for a skipped box.

See Also
--------
find_boxes : Indices of these boxes.
classify_boxes : Which boxes lie wholly inside.

Notes
-----
Answers are exact within 16 float epsilons times the half extents of the box, its radius and the distance
of its center from the shape's farthest corner.

Examples
--------
>>> boxes = satori.Boxes(centers=np.array([[0, 0, 0], [5, 0, 0]], np.float32), sizes=np.ones((2, 3)))
>>> satori.test_boxes(boxes, satori.Sphere((1, 0, 0), 0.5))
array([ True, False])
)";

inline constexpr const char* find_boxes = R"(Find the boxes that have a point in common with a shape.

Parameters
----------
)" SATORI_DOC_SHAPE SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(k,) array of uint32
    Indices of the boxes that overlap or touch the shape, ascending.

See Also
--------
World.find_boxes : The same for a World.

Examples
--------
>>> boxes = satori.Boxes(centers=np.array([[0, 0, 0], [5, 0, 0]], np.float32), sizes=np.ones((2, 3)))
>>> satori.find_boxes(boxes, (5.25, 0, 0))
array([1], dtype=uint32)
)";

inline constexpr const char* classify_boxes = R"(Find which boxes lie outside a shape, across its surface, or inside.

Parameters
----------
)" SATORI_DOC_SHAPE SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_OUT("(n,) array of uint8") R"(
Returns
-------
(n,) array of uint8
    OUTSIDE, CROSSING or INSIDE for each box. Only a Sphere, an Aabb, a Frustum and a Box can have boxes
    inside. A skipped box is outside.

Examples
--------
>>> centers = np.array([[0, 0, 0], [2, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> found = satori.classify_boxes(boxes, satori.Sphere((0, 0, 0), 2))
>>> (found == [satori.INSIDE, satori.CROSSING, satori.OUTSIDE]).all()
True
)";

inline constexpr const char* intersect = R"(Find the part of a ray that lies in each box.

Parameters
----------
boxes : Boxes
    The boxes.
ray : Ray
    The ray.
)" SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(n, 2) array of float32
    Entry and exit of the ray in each box, in lengths of its direction; entry is 0 when the ray begins
    inside. A ray that misses has inf and -inf.

See Also
--------
World.closest_hits : Many rays among many boxes.

Examples
--------
>>> boxes = satori.Boxes(centers=np.array([[0, 0, 3], [5, 0, 0]], np.float32), sizes=np.ones((2, 3)))
>>> satori.intersect(boxes, satori.Ray((0, 0, 0), (0, 0, 1))).tolist()
[[2.5, 3.5], [inf, -inf]]
)";

inline constexpr const char* closest_points = R"(Find the point of each box that is nearest to a given point.

Parameters
----------
boxes : Boxes
    The boxes.
point : sequence of 3 floats
    The point, in meters.
)" SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
points : (n, 3) array of float32
    Nearest point of each box; the given point itself where that is inside.
signed_distances : (n,) array of float32
    Distance from the point to the box in meters; inside, minus the distance to the nearest face. A
    skipped box has inf.

Examples
--------
>>> boxes = satori.Boxes(centers=np.array([[0, 0, 0], [5, 0, 0]], np.float32), sizes=np.ones((2, 3)))
>>> points, distances = satori.closest_points(boxes, (0.25, 0, 0))
>>> points.tolist(), distances.tolist()
([[0.25, 0.0, 0.0], [4.5, 0.0, 0.0]], [-0.25, 4.25])
)";

inline constexpr const char* contains_points = R"(Test which points lie in a box or on its surface.

Parameters
----------
box : Box
    The box.
points : (n, 3) array of float
    Points, in meters; float64 is rounded to float32.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_OUT("(n,) array of bool") R"(
Returns
-------
(n,) array of bool
    True where the point lies in the box. A point that is not finite lies in none.

Examples
--------
>>> box = satori.Box((0, 0, 0), (1, 1, 1))
>>> satori.contains_points(box, np.array([[0, 0, 1], [0, 0, 2]], np.float32))
array([ True, False])
)";

}  // namespace satori::python::docs

#undef SATORI_DOC_SHAPE
