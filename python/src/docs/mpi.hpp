#pragma once

#include "common.hpp"

#define SATORI_DOC_RANK_BOXES                                                                                          \
    "boxes : (n, 10) array of float\n"                                                                                 \
    "    The boxes of this rank: center x y z, half extents x y z, quaternion x y z w. May be empty.\n"                \
    "ids : (n,) array of uint64\n"                                                                                     \
    "    An id for each box. No two boxes of all ranks may have the same.\n"

#define SATORI_DOC_RANK_PARTS                                                                                          \
    "radii : (n,) array of float, optional\n"                                                                          \
    "    Radii, in meters, see `Boxes`. As all arrays but `boxes` and `ids`, a rank may leave them out.\n"             \
    "origin : sequence of 3 floats, optional\n"                                                                        \
    "    Subtracted from the centers in double, the same on all ranks. float64 boxes need it.\n"

#define SATORI_DOC_RANK_FILTERS                                                                                        \
    "filters : (n,) array of FILTER, optional\n"                                                                       \
    "    Filter of each box, see `filters`. None: every box has the default.\n"                                        \
    "motions : (n,) array of uint32, optional\n"                                                                       \
    "    STATIC, KINEMATIC, DYNAMIC or DETECTOR for each box. None: all are DYNAMIC.\n"

#define SATORI_DOC_RANK_OPTIONS                                                                                        \
    "comm : mpi4py.MPI.Intracomm, optional\n"                                                                          \
    "    The communicator; None: ``MPI.COMM_WORLD``. The first call duplicates it.\n"                                  \
    "lattice_edge : float, default 1024.0\n"                                                                           \
    "    For boxes with an origin, in meters: both boxes of a pair are rounded to float32 as seen from a point of a\n" \
    "    lattice of this edge, so that contacts are as exact far from the origin as near it. 0: all are seen from\n"   \
    "    the origin, as in one process.\n"

#define SATORI_DOC_RANK_RAISES                                                                                         \
    "Raises\n"                                                                                                         \
    "------\n"                                                                                                         \
    "InvalidBoxError\n"                                                                                                \
    "    A box of some rank is not legal. The error names the first by ``rank``, ``index`` and ``id``.\n"              \
    "LimitExceededError\n"                                                                                             \
    "    There are more candidates than `max_pairs` on some rank.\n"                                                   \
    "ValueError\n"                                                                                                     \
    "    An argument of some rank has a wrong value, two boxes have the same id, or the ranks do not make the\n"       \
    "    same call.\n"

namespace satori::python::docs {

inline constexpr const char* mpi = R"(Pairs and contacts of boxes that are spread over the ranks of MPI.

Each rank brings some of the boxes, any of them, and an id for each. Each pair comes out on exactly one rank.
The pairs, and the bytes of the contacts, are those of one process that has all boxes, sorted by id. Far from
an `origin` they are more exact, see `Partition`.

All ranks must make the same calls in the same order, with the same options. A call that fails on one rank
raises on all of them, and the message names the lowest rank that failed.

MANIFOLD is the type of contacts: ``ids`` (2 uint64), ``ranks`` (2 int32) and ``indices`` (2 uint32) of the
two boxes, the lower id first, and the fields of ``satori.MANIFOLD`` but ``pair``. A box is at its index
among those that its rank brought.
)";

inline constexpr const char* Partition =
    R"(Space cut into one part per rank of MPI, for pairs of the boxes of all ranks.

The cuts are kept from call to call until the load of the ranks becomes uneven. All ranks must release a
Partition before MPI ends.

Parameters
----------
)" SATORI_DOC_RANK_OPTIONS R"(
See Also
--------
ContactTracker : The contacts of boxes that move.

Examples
--------
>>> from mpi4py import MPI
>>> import satori.mpi
>>> partition = satori.mpi.Partition(MPI.COMM_WORLD)
>>> rank = MPI.COMM_WORLD.Get_rank()
>>> rows = np.array([[3 * rank + x, 0, 0, 1, 1, 1, 0, 0, 0, 1] for x in range(3)], np.float32)
>>> ids = np.arange(3 * rank, 3 * rank + 3, dtype=np.uint64)
>>> partition.find_overlaps(rows, ids)
array([[0, 1],
       [0, 2],
       [1, 2]], dtype=uint64)
)";

inline constexpr const char* Partition_find_overlaps = R"(Find all pairs of boxes that overlap, over all ranks.

Parameters
----------
)" SATORI_DOC_RANK_BOXES SATORI_DOC_RANK_PARTS SATORI_DOC_BOUNDARY SATORI_DOC_RANK_FILTERS
                                                       R"(sort : bool, default True
    True: the pairs of this rank are sorted by (first, second). False: they are in any order.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS R"(
Returns
-------
(n, 2) array of uint64
    Ids of the two boxes of each pair that this rank keeps, the lower id first.

)" SATORI_DOC_RANK_RAISES R"(
Examples
--------
>>> import satori.mpi
>>> rows = np.array([[x, 0, 0, 1, 1, 1, 0, 0, 0, 1] for x in (0, 1, 9)], np.float32)
>>> satori.mpi.Partition().find_overlaps(rows, np.array([50, 40, 30], np.uint64))
array([[40, 50]], dtype=uint64)
)";

inline constexpr const char* Partition_find_near_pairs =
    R"(Find all pairs of boxes that are at most a distance apart, over all ranks.

Parameters
----------
)" SATORI_DOC_RANK_BOXES R"(max_distance : float
    The distance, in meters, 0 to 1e9.
)" SATORI_DOC_RANK_PARTS SATORI_DOC_RANK_FILTERS R"(sort : bool, default True
    True: the pairs of this rank are sorted by (first, second). False: they are in any order.
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS R"(
Returns
-------
(n, 2) array of uint64
    Ids of the two boxes of each pair that this rank keeps, the lower id first.

)" SATORI_DOC_RANK_RAISES R"(
Examples
--------
>>> import satori.mpi
>>> rows = np.array([[x, 0, 0, 1, 1, 1, 0, 0, 0, 1] for x in (0, 2.5, 9)], np.float32)
>>> satori.mpi.Partition().find_near_pairs(rows, np.arange(3, dtype=np.uint64), max_distance=1)
array([[0, 1]], dtype=uint64)
)";

inline constexpr const char* Partition_collide = R"(Find the contacts of all boxes that overlap, over all ranks.

Parameters
----------
)" SATORI_DOC_RANK_BOXES SATORI_DOC_RANK_PARTS SATORI_DOC_BOUNDARY SATORI_DOC_DISTANCE SATORI_DOC_RANK_FILTERS
    SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS R"(
Returns
-------
(n,) array of satori.mpi.MANIFOLD
    The manifolds that this rank keeps, in any order. The box of the lower id is A.

)" SATORI_DOC_RANK_RAISES R"(
Examples
--------
>>> import satori.mpi
>>> rows = np.array([[x, 0, 0, 1, 1, 1, 0, 0, 0, 1] for x in (0, 1.5, 9)], np.float32)
>>> manifolds = satori.mpi.Partition().collide(rows, np.arange(3, dtype=np.uint64))
>>> manifolds["ids"].tolist(), manifolds["ranks"].tolist(), manifolds["point_count"].tolist()
([[0, 1]], [[0, 0]], [4])
)";

inline constexpr const char* ContactTracker = R"(The contacts of moving boxes from step to step, over the ranks of MPI.

A box may come from another rank in each step: it is the same box as long as it has the same id. A box that
no rank brings any more has ceased to exist. All ranks must release a ContactTracker before MPI ends.

Parameters
----------
)" SATORI_DOC_RANK_OPTIONS R"(
See Also
--------
Partition : Calls that do not depend on the last step.

Examples
--------
>>> import satori.mpi
>>> tracker = satori.mpi.ContactTracker()
>>> rows = np.array([[x, 0, 0, 1, 1, 1, 0, 0, 0, 1] for x in (0, 1.5, 9)], np.float32)
>>> ids = np.array([7, 8, 9], np.uint64)
>>> manifolds, begun, ended = tracker.update(rows, ids)
>>> manifolds["ids"][begun].tolist(), ended.tolist()
([[7, 8]], [])
>>> manifolds, begun, ended = tracker.update(rows[1:], ids[1:])
>>> len(manifolds), ended.tolist()
(0, [[7, 8]])
)";

inline constexpr const char* ContactTracker_update =
    R"(Find the contacts of the boxes where they are now, and what has changed.

Parameters
----------
)" SATORI_DOC_RANK_BOXES SATORI_DOC_RANK_PARTS SATORI_DOC_BOUNDARY SATORI_DOC_DISTANCE SATORI_DOC_RANK_FILTERS
        SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS R"(
Returns
-------
manifolds : (n,) array of satori.mpi.MANIFOLD
    The manifolds that this rank keeps, by the ids of their boxes.
begun : (k,) array of uint32
    Which manifolds are those of contacts that have begun since the last step.
ended : (m, 2) array of uint64
    Ids of the boxes of contacts that have ended; each is on exactly one rank.

)" SATORI_DOC_RANK_RAISES R"(
Notes
-----
After an error the contacts of the last step are still there.

Examples
--------
>>> import satori.mpi
>>> rows = np.array([[x, 0, 0, 1, 1, 1, 0, 0, 0, 1] for x in (0, 1.5)], np.float32)
>>> manifolds, begun, ended = satori.mpi.ContactTracker().update(rows, np.arange(2, dtype=np.uint64))
>>> len(manifolds), len(begun), len(ended)
(1, 1, 0)
)";

inline constexpr const char* ContactTracker_clear = R"(Forget all contacts: those of the next update begin.

All ranks must call it.

Examples
--------
>>> import satori.mpi
>>> satori.mpi.ContactTracker().clear()
)";

}  // namespace satori::python::docs
