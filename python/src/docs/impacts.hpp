#pragma once

#include "docs/common.hpp"

namespace satori::python::docs {

#define SATORI_DOC_MOVES                                                                                               \
    "translations : (n, 3) or (3,) array of float, optional\n"                                                         \
    "    How far each center moves from time 0 to time 1, in meters, or one row for all; for Rects (n, 2) or\n"        \
    "    (2,). With `b` a tuple of two, each of which may be None. None: the centers stand still.\n"                   \
    "rotations : (n, 3) or (3,) array of float, optional\n"                                                            \
    "    How each box turns about its center: a rotation vector, which is the axis times the angle in radians,\n"      \
    "    at most 100; for Rects (n,) or a number, the angle counterclockwise. With `b` a tuple of two. None:\n"        \
    "    the boxes do not turn.\n"

#define SATORI_DOC_LIMITS                                                                                              \
    "distance : float, default 0.0\n"                                                                                  \
    "    Boxes meet when they are nearer to each other than this, in meters.\n"                                        \
    "tolerance : float, default 0.001\n"                                                                               \
    "    How much farther apart they may be at the time, in meters.\n"

inline constexpr const char* times_of_impact =
    R"(Compute when the moving boxes of the given pairs meet, and where.

The boxes move straight and turn at constant speed. Time runs from 0 to 1: from the given boxes to the end
of their motions.

Parameters
----------
a : Boxes or Rects
    The boxes at time 0, or with `b` the first set of them.
pairs : (n, 2) array of uint32
    Indices of the two boxes of each pair, in any order, also repeated. With `b`, column 0 holds indices
    of `a`, column 1 those of `b`.
b : Boxes or Rects, optional
    The second set.
)" SATORI_DOC_MOVES SATORI_DOC_LIMITS SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_OUT(
        "(n,) array of IMPACT or RECT_IMPACT") R"(
Returns
-------
(n,) array of IMPACT or RECT_IMPACT
    The time of each pair, whether it meets, and its closest points.

Raises
------
IndexError
    A pair names a box that is not there or, in one set, one box twice.
UnsupportedIsaError
    This machine lacks the instruction set.
ValueError
    An argument has a wrong value. For translations and rotations the message has the set, the row and the
    column.

See Also
--------
find_impacts : Pairs of moving boxes that meet.
distances : How far the boxes of each pair are apart, and where.

Notes
-----
Fields of the result:

- ``time``: the boxes are not nearer than `distance` before it. 1 where they do not meet. Where they meet,
  they are at that time at most `distance` + `tolerance` apart.
- ``kind``: MEETS, NO_IMPACT, or UNRESOLVED. UNRESOLVED: the boxes do not meet before ``time``, and later is
  not known, because they turn fast close to each other. Call again from there.
- ``closest``: distance and closest points at the time, as `distances` gives them. All zero for NO_IMPACT.

A pair that comes within `distance` + `tolerance` may count as meeting. The call takes O(boxes + pairs).

Examples
--------
A bullet flies 18 m through a wall that stands 9 m before it.

>>> centers = np.array([[0.5, 0, 0], [-9.5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=[[1, 5, 5], [1, 0.1, 0.1]])
>>> moves = np.array([[0, 0, 0], [18, 0, 0]], np.float32)
>>> impacts = satori.times_of_impact(boxes, np.array([[0, 1]], np.uint32), translations=moves)
>>> impacts["kind"] == satori.MEETS
array([ True])
>>> impacts["time"].round(3)
array([0.5], dtype=float32)
>>> boxes.centers[0] + impacts["closest"]["first_offset"][0]
array([0.  , 0.05, 0.05], dtype=float32)
)";

inline constexpr const char* find_impacts =
    R"(Find all pairs of moving boxes that meet, in one set or between two.

The boxes move straight and turn at constant speed. Time runs from 0 to 1: from the given boxes to the end
of their motions.

Parameters
----------
a : Boxes or Rects
    The boxes at time 0, or with `b` the first set of them.
b : Boxes or Rects, optional
    A second set. The call then finds only pairs of a box of `a` and a box of `b`.
)" SATORI_DOC_MOVES SATORI_DOC_LIMITS SATORI_DOC_FILTERS
    R"(sort : bool, default True
    True: pairs are sorted by (first, second). False: they have a fixed order that costs less.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS SATORI_DOC_OUT("(n, 2) array of uint32") R"(
Returns
-------
(n, 2) array of uint32
    Indices of the two boxes of each pair, as `find_overlaps` returns them. The pairs are those that
    `times_of_impact` calls MEETS, and those UNRESOLVED ones whose bounds meet on their way.

Raises
------
LimitExceededError
    There are more candidates than `max_pairs`.
UnsupportedIsaError
    This machine lacks the instruction set.
ValueError
    An argument has a wrong value, or the pairs do not fit in `out`. For translations and rotations the
    message has the set, the row and the column.

See Also
--------
times_of_impact : When the boxes of each pair meet, and where.
find_overlaps : Pairs of boxes that overlap.

Examples
--------
>>> centers = np.array([[0.5, 0, 0], [-9.5, 0, 0], [-5, 3, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=[[1, 5, 5], [1, 0.1, 0.1], [1, 1, 1]])
>>> moves = np.array([[0, 0, 0], [18, 0, 0], [0, -1, 0]], np.float32)
>>> satori.find_impacts(boxes, translations=moves)
array([[0, 1]], dtype=uint32)

A set that moves as a whole, and obstacles that stand still:

>>> robot = satori.Boxes(centers=np.array([[0, 0, 0], [0, 0, 2]], np.float32), sizes=np.ones((2, 3)))
>>> obstacles = satori.Boxes(centers=np.array([[3, 0, 2]], np.float32), sizes=np.ones((1, 3)))
>>> satori.find_impacts(robot, obstacles, translations=((2.5, 0, 0), None))
array([[1, 0]], dtype=uint32)
)";

#undef SATORI_DOC_MOVES
#undef SATORI_DOC_LIMITS

}  // namespace satori::python::docs
