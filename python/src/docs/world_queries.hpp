#pragma once

#include "common.hpp"

/// The arguments of the queries of rays.
#define SATORI_DOC_RAYS                                                                                                \
    "origins : (n, 3) or (3,) array of float\n"                                                                        \
    "    Where the rays begin, in meters; one for all where it is (3,).\n"                                             \
    "directions : (n, 3) or (3,) array of float\n"                                                                     \
    "    Where they lead; any length but zero, which is the unit of distances along the ray.\n"                        \
    "max_distances : float or (n,) array of float, default inf\n"                                                      \
    "    How far they go.\n"

namespace satori::python::docs {

inline constexpr const char* World_closest_hits = R"(Find the first box that each ray meets, and where.

Parameters
----------
)" SATORI_DOC_RAYS SATORI_DOC_QUERY SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(n,) array of HIT
    The first hit of each ray. Of several boxes at one distance, the one of lowest index.

Raises
------
ValueError
    A ray is not legal: a number is not finite, or the direction is zero.

See Also
--------
World.any_hits : Only whether a ray meets a box.
World.all_hits : All boxes that a ray meets.
World.cast_boxes : The same for boxes that move.

Notes
-----
Fields of a hit: ``distance`` along the ray, in lengths of the direction, inf without a hit; ``box``, its
id, 0 without a hit; ``normal`` of the box's surface, zero when the ray begins in the box; ``point``, where
the ray meets the box; ``depth``, which only `cast_boxes` sets.

Queries see boxes as they are now, also before the next `update`. The first query after a change takes
longer. A ray takes O(parts of the World crossed + boxes near it).

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [0.0, 0.0, 3.0]], sizes=np.ones((2, 3)))
>>> hits = world.closest_hits([[0.0, 0.0, 9.0], [5.0, 0.0, 9.0]], (0.0, 0.0, -1.0))
>>> hits["distance"].tolist(), (hits["box"] == [ids[1], 0]).tolist()
([5.5, inf], [True, True])
)";

inline constexpr const char* World_any_hits = R"(Find which rays meet any box.

Parameters
----------
)" SATORI_DOC_RAYS SATORI_DOC_QUERY SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(n,) array of bool
    True where the ray meets a box.

Raises
------
ValueError
    A ray is not legal: a number is not finite, or the direction is zero.

See Also
--------
World.closest_hits : Which box, and where.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0]], sizes=np.ones((1, 3)))
>>> world.any_hits([[0.0, 0.0, 9.0], [5.0, 0.0, 9.0]], (0.0, 0.0, -1.0))
array([ True, False])
)";

inline constexpr const char* World_all_hits = R"(Find every box that each ray meets, and where.

Parameters
----------
)" SATORI_DOC_RAYS SATORI_DOC_QUERY SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
hits : (k,) array of HIT
    Hits of all rays, those of a ray by distance, then index. See `closest_hits`.
begin : (n + 1,) array of uint64
    The hits of ray i are ``hits[begin[i]:begin[i + 1]]``.

Raises
------
ValueError
    A ray is not legal: a number is not finite, or the direction is zero.

See Also
--------
World.closest_hits : Only the first hit.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [0.0, 0.0, 3.0]], sizes=np.ones((2, 3)))
>>> hits, begin = world.all_hits([[0.0, 0.0, 9.0], [5.0, 0.0, 9.0]], (0.0, 0.0, -1.0))
>>> hits["distance"].tolist(), begin.tolist()
([5.5, 8.5], [0, 2, 2])
)";

inline constexpr const char* World_cast_boxes = R"(Find the first box that each moving box would meet, and where.

The boxes of the call move along a direction without turning. They are not boxes of the World.

Parameters
----------
centers : (n, 3) or (3,) array of float
    Centers where the motion begins, in meters; one for all where it is (3,), here and below.
half_extents : (n, 3) or (3,) array of float
    Half of the edge lengths, in meters.
directions : (n, 3) or (3,) array of float
    Where the boxes move; any length but zero, which is the unit of distances.
rotations_xyzw : (n, 4) or (4,) array of float, optional
    Quaternions of any length but zero, real part last. None: the boxes are axis-aligned.
max_distances : float or (n,) array of float, default inf
    How far the boxes move.
skins : float or (n,) array of float, default 0.0
    The motion ends this far before a box, in meters.
radii : float or (n,) array of float, default 0.0
    Radii of the cast boxes, in meters. With half extents of 0 they are spheres. See Boxes.
)" SATORI_DOC_QUERY SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(n,) array of HIT
    The first hit of each box, see `closest_hits`. ``depth`` is how deep it is in the other box when the
    motion begins, in meters, and ``point`` is a point that both have in common at the hit.

Raises
------
ValueError
    A cast is not legal: a number is not finite or out of range, or the direction is zero.

Notes
-----
A box that begins in contact with another one meets it, at distance 0, only if the motion takes it deeper:
it may slide along or move away. `find_boxes` tells what overlaps at the beginning.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0]], sizes=np.ones((1, 3)))
>>> hits = world.cast_boxes((0.0, 0.0, 9.0), (0.5, 0.5, 0.5), (0.0, 0.0, -1.0))
>>> hits["distance"].tolist(), hits["normal"].tolist()
([8.0], [[0.0, 0.0, 1.0]])
)";

inline constexpr const char* World_first_impacts = R"(Find the first box that each moving box meets, and when.

The boxes of the call move straight and turn. They are not boxes of the World, which stand still. Time runs
from 0 to 1: from the given poses to the end of the motions.

Parameters
----------
centers : (n, 3) or (3,) array of float
    Centers at time 0, in meters; one for all where it is (3,), here and below.
half_extents : (n, 3) or (3,) array of float
    Half of the edge lengths, in meters.
translations : (n, 3) or (3,) array of float
    How far the centers move, in meters.
rotations : (n, 3) or (3,) array of float, default (0.0, 0.0, 0.0)
    Rotation vectors: the axis times the angle by which the box turns, in radians; up to 100.
rotations_xyzw : (n, 4) or (4,) array of float, optional
    Quaternions at time 0, of any length but zero, real part last. None: the boxes are axis-aligned.
radii : float or (n,) array of float, default 0.0
    Radii of the boxes, in meters. With half extents of 0 they are spheres. See Boxes.
distances : float or (n,) array of float, default 0.0
    A box meets another one when it is nearer to it than this, in meters.
tolerances : float or (n,) array of float, default 0.001
    At the time of the impact the box may be farther away by this, in meters.
)" SATORI_DOC_QUERY SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(n,) array of BOX_IMPACT
    The id of the first box that each box meets, 0 for none, and the fields of `times_of_impact`. ``closest``
    is from the moving box to the other one.

Raises
------
ValueError
    A box or its motion is not legal: a number is not finite or out of range.

See Also
--------
World.cast_boxes : The same for boxes that do not turn, with the normal of the hit.
times_of_impact : The same for given pairs.

Notes
-----
A box that is nearer than the distance at time 0 meets at time 0, also when it moves away. A tolerance
counts as 4 delta if it is less, see `times_of_impact`. delta grows with the larger box: on a ground of 2 km
a box is met up to 1 cm early, and `cast_boxes` is more exact.

Examples
--------
A bar that turns by 1.5 rad meets a post:

>>> world = satori.World()
>>> ids = world.add(centers=[[1.0, 1.0, 0.0]], sizes=[[0.2, 0.2, 2.0]])
>>> found = world.first_impacts((0, 0, 0), (2, 0.05, 0.05), (0, 0, 0), rotations=(0, 0, 1.5))
>>> found["box"] == ids, found["time"].round(2)
(array([ True]), array([0.43], dtype=float32))
)";

inline constexpr const char* World_find_boxes = R"(Find all boxes that have a point in common with each shape.

Parameters
----------
shapes : shape, point or sequence of them
    Shapes such as Sphere, Aabb, Box or Frustum; a point is a sequence of 3 floats.
origins : (n, 3) or (3,) array of float, optional
    What the coordinates of each shape are relative to, in meters. Shapes hold floats: far from the origin
    of the World, choose a point near the shape. None: the origin.
)" SATORI_DOC_QUERY SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
ids : (k,) array of uint64
    Ids of the boxes, those of one shape by index.
begin : (n + 1,) array of uint64
    The boxes of shape i are ``ids[begin[i]:begin[i + 1]]``.

Raises
------
ValueError
    A shape is not legal, or there are more or fewer origins than shapes.

See Also
--------
find_boxes : The same for Boxes.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]], sizes=np.ones((2, 3)))
>>> found, begin = world.find_boxes([satori.Sphere((0, 0, 0), 1), satori.Sphere((0, 0, 0), 5)])
>>> begin.tolist(), (found == ids[[0, 0, 1]]).tolist()
([0, 1, 3], [True, True, True])
)";

inline constexpr const char* World_closest_boxes = R"(Find the box nearest to each point.

Parameters
----------
points : (n, 3) or (3,) array of float
    Points, in meters.
max_distances : float or (n,) array of float, default inf
    How far away a box may be, in meters.
)" SATORI_DOC_QUERY SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(n,) array of CLOSEST
    The nearest box of each point. Of several at one distance, the one of lowest index.

Raises
------
ValueError
    A point is not finite, or a distance is below 0.

Notes
-----
Fields: ``distance`` in meters, 0 when the point is in the box, inf without a box; ``box``, its id, 0 without
one; ``point``, the point of the box that is nearest.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [9.0, 0.0, 0.0]], sizes=np.ones((2, 3)))
>>> closest = world.closest_boxes([[2.0, 0.0, 0.0]])
>>> closest["distance"].tolist(), closest["point"].tolist()
([1.5], [[0.5, 0.0, 0.0]])
)";

inline constexpr const char* World_distances = R"(Compute how far the boxes of the given pairs are apart, and where.

Parameters
----------
pairs : (n, 2) array of uint64
    Ids of the two boxes of each pair, in any order, also repeated.
)" SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(n,) array of DISTANCE
    The distance of each pair, and its closest points: see `distances`.

Raises
------
IndexError
    A pair names a box that is not there, or one box twice.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]], sizes=np.ones((2, 3)))
>>> found = world.distances(ids[None])
>>> found["distance"].tolist(), found["direction"].tolist()
([2.0], [[1.0, 0.0, 0.0]])
)";

inline constexpr const char* World_find_near_pairs = R"(Find all pairs of boxes that are near each other.

Parameters
----------
max_distance : float
    Pairs at most this far apart are found, in meters, 0 to 1e9.
)" SATORI_DOC_QUERY SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
(n, 2) array of uint64
    Ids of the two boxes of each pair, sorted by index: the pairs that `update` would keep, without the
    predicate. Both boxes must pass `mask`, `sensors` and `ignored`.

Raises
------
ValueError
    The distance is not between 0 and 1e9.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [9.0, 0.0, 0.0]], sizes=np.ones((3, 3)))
>>> near = world.find_near_pairs(2.5)
>>> (near == ids[[[0, 1]]]).tolist()
[[True, True]]
)";

}  // namespace satori::python::docs

#undef SATORI_DOC_RAYS
