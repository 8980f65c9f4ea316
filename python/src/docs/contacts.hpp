#pragma once

#include "common.hpp"

namespace satori::python::docs {

inline constexpr const char* collide = R"(Find the contacts of all boxes that overlap, in one set or between two.

Parameters
----------
a : Boxes or Rects
    The boxes, or with `b` the first set of them.
b : Boxes or Rects, optional
    A second set. The call then finds only contacts of a box of `a` and a box of `b`.
)" SATORI_DOC_BOUNDARY SATORI_DOC_DISTANCE SATORI_DOC_FILTERS SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS
    SATORI_DOC_OUT("(n,) array of MANIFOLD or RECT_MANIFOLD") R"(
Returns
-------
(n,) array of MANIFOLD or RECT_MANIFOLD
    One manifold for each pair that overlaps, or that is within the distance and has a point. The order
    is fixed, but not sorted.

Raises
------
LimitExceededError
    There are more candidates than `max_pairs`.
UnsupportedIsaError
    This machine lacks the instruction set.
ValueError
    An argument has a wrong value, or the manifolds do not fit in `out`.

See Also
--------
find_overlaps : Only the pairs.
collide_pairs : Contacts of given pairs.
contact_positions : Points of the manifolds as positions.
World : Boxes that move, with contacts that persist.

Notes
-----
A manifold says where two boxes A and B touch. A is the box of lower index, or the one of `a`. Fields:

- ``pair``: indices of A and B.
- ``normal``: unit vector from A to B.
- ``point_count``: 1 to 4 points, 1 or 2 of rectangles. The points after them are zero.
- ``points["offset"]``: the point minus A's center, in world directions. It is the midpoint of two
  points, one on each box.
- ``points["separation"]``: how far these two are apart along the normal; negative where the boxes overlap.
- ``points["feature_id"]``: names where the point lies on both boxes, so that the next step can find it again.

The normal is that of the axis along which the boxes overlap least. Faces are preferred to edges where the
overlaps are nearly equal. One of the points is a deepest one. The bytes of the result are the same for
every instruction set and number of threads. Expected time is O(n + pairs) for boxes of similar size.

Examples
--------
>>> centers = np.array([[0, 0, 0], [0.75, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> manifold = satori.collide(boxes)[0]
>>> manifold["pair"].tolist(), manifold["normal"].tolist()
([0, 1], [1.0, 0.0, 0.0])
>>> manifold["points"]["separation"].tolist()
[-0.25, -0.25, -0.25, -0.25]
)";

inline constexpr const char* collide_pairs = R"(Find the contacts of given pairs of boxes.

Parameters
----------
a : Boxes or Rects
    The boxes, or with `b` the first set of them.
pairs : (n, 2) array of uint32
    Indices of the two boxes of each pair, in any order, also repeated. With `b`, column 0 holds indices
    of `a`, column 1 those of `b`.
b : Boxes or Rects, optional
    The second set.
)" SATORI_DOC_BOUNDARY SATORI_DOC_DISTANCE SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_OUT(
    "(n,) array of MANIFOLD or RECT_MANIFOLD") R"(
Returns
-------
(k,) array of MANIFOLD or RECT_MANIFOLD
    Manifolds of the pairs that have one, in the order of `pairs`. They name the lower index first.

Raises
------
IndexError
    A pair names a box that is not there or, in one set, one box twice.
UnsupportedIsaError
    This machine lacks the instruction set.
ValueError
    An argument has a wrong value, or the manifolds do not fit in `out`.

See Also
--------
collide : Finds the pairs too; says what a manifold is.

Notes
-----
The call takes O(boxes + pairs).

Examples
--------
>>> centers = np.array([[0, 0, 0], [0.75, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> manifolds = satori.collide_pairs(boxes, np.array([[2, 0], [1, 0]], np.uint32))
>>> manifolds["pair"]
array([[0, 1]], dtype=uint32)
)";

inline constexpr const char* separations =
    R"(Find the separating axis of each given pair of boxes, and their distance along it.

Parameters
----------
a : Boxes or Rects
    The boxes, or with `b` the first set of them.
pairs : (n, 2) array of uint32
    Indices of the two boxes of each pair, in any order, also repeated. With `b`, column 0 holds indices
    of `a`, column 1 those of `b`.
b : Boxes or Rects, optional
    The second set.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_OUT("(n,) array of SEPARATION or RECT_SEPARATION") R"(
Returns
-------
(n,) array of SEPARATION or RECT_SEPARATION
    The axis of each pair on which the boxes overlap least or are farthest apart, as `collide` chooses it.

Raises
------
IndexError
    A pair names a box that is not there or, in one set, one box twice.
UnsupportedIsaError
    This machine lacks the instruction set.

See Also
--------
test_pairs : Only whether the boxes overlap.

Notes
-----
Fields of the result:

- ``normal``: unit vector from the first box of the pair to the second.
- ``separation``: distance of the boxes along the normal, in meters; negative: they overlap by this much.
  Boxes that are apart corner to corner may be farther apart than this.
- ``axis``: number of the axis. With A the box of lower index, or the one of `a`: 0 to 2 faces of A, 3 to
  5 faces of B, 6 + 3 i + j edge i of A with edge j of B. Of rectangles: 0 and 1 edges of A, 2 and 3
  edges of B.

The call takes O(boxes + pairs).

Examples
--------
>>> centers = np.array([[0, 0, 0], [0.75, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> axes = satori.separations(boxes, np.array([[0, 1], [0, 2]], np.uint32))
>>> axes["separation"]
array([-0.25,  4.  ], dtype=float32)
>>> axes["normal"][1].tolist()
[1.0, 0.0, 0.0]
)";

inline constexpr const char* contact_positions = R"(Compute the positions of contact points.

Parameters
----------
a : Boxes or Rects
    The boxes that `collide` got, or the first set of them.
manifolds : (n,) array of MANIFOLD or RECT_MANIFOLD
    Manifolds of these boxes.

Returns
-------
(n, 4, 3) or (n, 2, 2) array of float32
    Positions of the points, in meters, in the frame of the boxes. NaN where a manifold has no point.

Raises
------
IndexError
    A manifold names a box that is not there.

See Also
--------
collide : Finds manifolds.

Examples
--------
>>> boxes = satori.Boxes(centers=np.array([[0, 0, 0], [0.75, 0, 0]], np.float32), sizes=np.ones((2, 3)))
>>> positions = satori.contact_positions(boxes, satori.collide(boxes))
>>> positions.shape
(1, 4, 3)
>>> positions[0].mean(axis=0).tolist()
[0.375, 0.0, 0.0]
)";

}  // namespace satori::python::docs
