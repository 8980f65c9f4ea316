#pragma once

#include "common.hpp"

namespace satori::python::docs {

inline constexpr const char* find_overlaps = R"(Find all pairs of boxes that overlap, in one set or between two.

Parameters
----------
a : Boxes or Rects
    The boxes, or with `b` the first set of them.
b : Boxes or Rects, optional
    A second set. The call then finds only pairs of a box of `a` and a box of `b`.
)" SATORI_DOC_BOUNDARY SATORI_DOC_FILTERS
                                             R"(sort : bool, default True
    True: pairs are sorted by (first, second). False: they have a fixed order that costs less.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS SATORI_DOC_OUT("(n, 2) array of uint32") R"(
Returns
-------
(n, 2) array of uint32
    Indices of the two boxes of each pair, each pair once. In one set the lower index comes first; with
    `b`, column 0 holds indices of `a`, column 1 those of `b`.

Raises
------
LimitExceededError
    There are more candidates than `max_pairs`.
UnsupportedIsaError
    This machine lacks the instruction set.
ValueError
    An argument has a wrong value, or the pairs do not fit in `out`.

See Also
--------
find_pairs : Pairs of boxes whose bounds overlap.
collide : Contacts of the boxes that overlap.
World : Boxes that move, and the pairs that begin and cease to touch.

Notes
-----
The call is exact within delta = 2e-6 * (all half extents of both boxes + distance of their centers), more
precisely 16 float epsilons: it always reports boxes that overlap by more than delta, and never reports
boxes that are apart by more. The bytes of the result are the same for every instruction set and number
of threads. Expected time is O(n + pairs) for boxes of similar size.

Candidates are pairs whose AABBs overlap, those that filters drop included.

Examples
--------
>>> centers = np.array([[0, 0, 0], [0.75, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> satori.find_overlaps(boxes)
array([[0, 1]], dtype=uint32)

Between two sets:

>>> satori.find_overlaps(boxes, boxes[:1])
array([[0, 0],
       [1, 0]], dtype=uint32)
)";

inline constexpr const char* find_pairs =
    R"(Find all pairs of boxes whose axis-aligned bounding boxes (AABBs) overlap or touch.

Parameters
----------
a : Boxes, Rects or array of float32
    The boxes, or with `b` the first set of them: or their bounds, (n, 2, 3) in space, (n, 2, 2) in the
    plane, minimum and maximum corner of each.
b : Boxes, Rects or array of float32, optional
    A second set, of the same kind. The call then finds only pairs of a box of `a` and a box of `b`.
)" SATORI_DOC_FILTERS
    R"(sort : bool, default True
    True: pairs are sorted by (first, second). False: they have a fixed order that costs less.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS SATORI_DOC_OUT("(n, 2) array of uint32") R"(
Returns
-------
(n, 2) array of uint32
    Indices of the two boxes of each pair, as `find_overlaps` returns them.

Raises
------
LimitExceededError
    There are more candidates than `max_pairs`.
UnsupportedIsaError
    This machine lacks the instruction set.
ValueError
    An argument has a wrong value, a bound is not finite or its minimum is above its maximum, or the
    pairs do not fit in `out`.

See Also
--------
find_overlaps : Pairs of boxes that overlap.
test_pairs : Which of given pairs overlap.
Broadphase : Pairs of bounds that move.

Notes
-----
The bounds of Boxes are those of ``bounds()``. Expected time is O(n + pairs) for boxes of similar size.

Examples
--------
>>> bounds = np.array([[[0, 0, 0], [1, 1, 1]], [[1, 1, 1], [2, 2, 2]], [[5, 5, 5], [6, 6, 6]]], np.float32)
>>> satori.find_pairs(bounds)
array([[0, 1]], dtype=uint32)
)";

inline constexpr const char* test_pairs = R"(Test which of the given pairs of boxes overlap.

Parameters
----------
a : Boxes or Rects
    The boxes, or with `b` the first set of them.
pairs : (n, 2) array of uint32
    Indices of the two boxes of each pair, in any order, also repeated. With `b`, column 0 holds indices
    of `a`, column 1 those of `b`.
b : Boxes or Rects, optional
    The second set.
)" SATORI_DOC_BOUNDARY SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_OUT("(n,) array of bool") R"(
Returns
-------
(n,) array of bool
    True where the boxes of the pair overlap: the answers of `find_overlaps`.

Raises
------
IndexError
    A pair names a box that is not there or, in one set, one box twice.
UnsupportedIsaError
    This machine lacks the instruction set.

See Also
--------
find_pairs : Pairs of boxes whose bounds overlap.
separations : How far the boxes of each pair are apart.

Notes
-----
The call takes O(boxes + pairs).

Examples
--------
>>> centers = np.array([[0, 0, 0], [0.75, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> satori.test_pairs(boxes, np.array([[0, 1], [0, 2]], np.uint32))
array([ True, False])
)";

inline constexpr const char* find_near_pairs =
    R"(Find all pairs of boxes that are near each other, in one set or between two.

Parameters
----------
a : Boxes or Rects
    The boxes, or with `b` the first set of them.
b : Boxes or Rects, optional
    A second set. The call then finds only pairs of a box of `a` and a box of `b`.
max_distance : float
    Pairs at most this far apart are found, in meters, 0 to 1e9.
)" SATORI_DOC_FILTERS
    R"(sort : bool, default True
    True: pairs are sorted by (first, second). False: they have a fixed order that costs less.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS SATORI_DOC_OUT("(n, 2) array of uint32") R"(
Returns
-------
(n, 2) array of uint32
    Indices of the two boxes of each pair, as `find_overlaps` returns them.

Raises
------
LimitExceededError
    There are more candidates than `max_pairs`.
UnsupportedIsaError
    This machine lacks the instruction set.
ValueError
    An argument has a wrong value, or the pairs do not fit in `out`.

See Also
--------
find_nearest : The nearest other box of each box.
distances : How far the boxes of each pair are apart, and where.
find_overlaps : Pairs of boxes that overlap.

Notes
-----
A pair is found when `distances` says at most `max_distance`. Candidates are pairs whose AABBs are at most
`max_distance` apart along every axis.

Examples
--------
>>> centers = np.array([[0, 0, 0], [1.25, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> satori.find_near_pairs(boxes, max_distance=0.5)
array([[0, 1]], dtype=uint32)
)";

inline constexpr const char* find_nearest =
    R"(Find the nearest other box of each box, in one set or in a second one.

Parameters
----------
a : Boxes or Rects
    The boxes whose nearest boxes are wanted.
b : Boxes or Rects, optional
    The boxes to search. Without it, these are the other boxes of `a`.
max_distance : float
    Boxes at most this far away are found, in meters, 0 to 1e9. Every pair within it is measured, so
    choose it no larger than you need.
)" SATORI_DOC_FILTERS SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS SATORI_DOC_OUT("(n,) array of NEAREST")
        R"(
Returns
-------
(n,) array of NEAREST
    The nearest box of each box of `a`. Fields: ``index``, NO_BOX where no box is near; ``distance``,
    meters, 0 where the boxes overlap, infinite where no box is near. Of equally near boxes it is the one
    of the lowest index.

Raises
------
LimitExceededError
    There are more candidates than `max_pairs`.
UnsupportedIsaError
    This machine lacks the instruction set.
ValueError
    An argument has a wrong value.

See Also
--------
find_near_pairs : Pairs of boxes that are near each other.
distances : How far the boxes of each pair are apart, and where.

Examples
--------
>>> centers = np.array([[0, 0, 0], [1.5, 0, 0], [2.75, 0, 0], [9, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((4, 3)))
>>> nearest = satori.find_nearest(boxes, max_distance=2)
>>> nearest["distance"]
array([0.5 , 0.25, 0.25,  inf], dtype=float32)
>>> near = np.flatnonzero(nearest["index"] != satori.NO_BOX)
>>> np.stack([near, nearest["index"][near]], axis=1)
array([[0, 1],
       [1, 2],
       [2, 1]])
)";

inline constexpr const char* distances = R"(Compute how far the boxes of the given pairs are apart, and where.

Parameters
----------
a : Boxes or Rects
    The boxes, or with `b` the first set of them.
pairs : (n, 2) array of uint32
    Indices of the two boxes of each pair, in any order, also repeated. With `b`, column 0 holds indices
    of `a`, column 1 those of `b`.
b : Boxes or Rects, optional
    The second set.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_OUT("(n,) array of DISTANCE or RECT_DISTANCE") R"(
Returns
-------
(n,) array of DISTANCE or RECT_DISTANCE
    The distance of each pair, and its closest points.

Raises
------
IndexError
    A pair names a box that is not there or, in one set, one box twice.
UnsupportedIsaError
    This machine lacks the instruction set.

See Also
--------
find_near_pairs : Pairs of boxes that are near each other.
separations : Distance along the separating axis, and the depth of boxes that overlap.

Notes
-----
Fields of the result:

- ``distance``: meters; 0 where the boxes overlap, infinite where one was skipped as illegal. Its error is at
  most 2e-6 * (all half extents of both boxes + distance of their centers).
- ``direction``: unit vector from the first box's closest point to the second's; 0 where the distance is 0.
- ``first_offset``, ``second_offset``: the closest point of each box, from the center of that box. Where the
  boxes overlap, both are the same point of both boxes.

The call takes O(boxes + pairs).

Examples
--------
>>> centers = np.array([[0, 0, 0], [2, 3, 3]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((2, 3)))
>>> found = satori.distances(boxes, np.array([[0, 1]], np.uint32))
>>> found["distance"]
array([3.], dtype=float32)
>>> boxes.centers[0] + found["first_offset"][0]
array([0.5, 0.5, 0.5], dtype=float32)
)";

inline constexpr const char* filters = R"(Make an array of filters that have the defaults.

Parameters
----------
n : int
    Number of filters.

Returns
-------
(n,) array of FILTER
    Filters with category 1, all bits of mask, group 0 and owner 0.

See Also
--------
find_overlaps : Takes filters.
World.set_filters : Sets filters of boxes.

Notes
-----
Filters decide which boxes make pairs. The first rule that applies decides:

- Boxes of one owner make no pair, unless the owner is 0.
- Boxes of one group, unless it is 0, make a pair if the group is positive and none if it is negative.
- Other boxes make a pair if the category of each has a bit in the mask of the other.

In any case one of the two boxes must be dynamic or a detector.

Examples
--------
>>> boxes = satori.Boxes(centers=np.zeros((3, 3), np.float32), sizes=np.ones((3, 3)))
>>> filters = satori.filters(3)
>>> filters["owner"][:2] = 7
>>> satori.find_overlaps(boxes, filters=filters)
array([[0, 2],
       [1, 2]], dtype=uint32)
)";

}  // namespace satori::python::docs
