#pragma once

#include "common.hpp"

#define SATORI_DOC_SMALL_IDS                                                                                           \
    "ids : (n,) array of uint32 or int\n"                                                                              \
    "    Ids of the boxes, or one id.\n"

namespace satori::python::docs {

inline constexpr const char* Broadphase =
    R"(A set of axis-aligned bounding boxes (AABBs) that move, and the pairs of them that overlap.

Each update tells which pairs are new and which are lost.

Parameters
----------
margin : float, default 0.0
    How much larger than the bounds the fat bounds are on every side, in meters. Pairs are pairs of fat
    bounds. They change only when the bounds leave them.
relative_margin : float, default 0.0
    The same, in longest edges of the bounds. Both margins add up.

See Also
--------
find_pairs : Pairs of bounds that do not move.
World : Boxes that move, and which of them touch.

Notes
-----
Ids are small integers: a new box gets the lowest free one. One thread at a time may use a Broadphase: a
call during another call raises RuntimeError. A call that fails changes nothing. ``len(broadphase)`` is
the number of boxes, ``id in broadphase`` tells whether a box has this id.

Examples
--------
>>> broadphase = satori.Broadphase()
>>> bounds = np.array([[[0, 0, 0], [1, 1, 1]], [[1, 1, 1], [2, 2, 2]]], np.float32)
>>> ids = broadphase.add(bounds)
>>> broadphase.update().new_pairs
array([[0, 1]], dtype=uint32)
>>> broadphase.move(ids[1:], bounds[1:] + 5)
>>> broadphase.update().lost_pairs
array([[0, 1]], dtype=uint32)
)";

inline constexpr const char* Broadphase_add = R"(Add bounds.

Parameters
----------
bounds : (n, 2, 3) array of float32, or Boxes
    Minimum and maximum corner of each, in meters; or boxes that have these bounds.
motion : {"dynamic", "static", "kinematic", "detector"}, default "dynamic"
    Two boxes make a pair only if one of them is "dynamic" or "detector".

Returns
-------
(n,) array of uint32
    Ids of the new boxes.

Raises
------
TypeError
    The bounds are not float32.
ValueError
    Bounds are not finite, a minimum is above its maximum, or there is no such motion.

Examples
--------
>>> broadphase = satori.Broadphase()
>>> broadphase.add(satori.Boxes(centers=np.zeros((3, 3), np.float32), sizes=np.ones((3, 3))))
array([0, 1, 2], dtype=uint32)
)";

inline constexpr const char* Broadphase_move = R"(Set new bounds.

Parameters
----------
)" SATORI_DOC_SMALL_IDS R"(bounds : (n, 2, 3) array of float32, or Boxes
    Minimum and maximum corner of each, in meters; or boxes that have these bounds.

Raises
------
IndexError
    No box has this id.
TypeError
    The bounds are not float32.
ValueError
    There are more or fewer bounds than ids, bounds are not finite, or a minimum is above its maximum.

Notes
-----
When an id comes twice, the last bounds count. New fat bounds wake a sleeping box.

Examples
--------
>>> broadphase = satori.Broadphase()
>>> bounds = np.array([[[0, 0, 0], [1, 1, 1]]], np.float32)
>>> ids = broadphase.add(bounds)
>>> broadphase.move(ids, bounds + 2)
>>> broadphase.fat_bounds(ids).tolist()
[[[2.0, 2.0, 2.0], [3.0, 3.0, 3.0]]]
)";

inline constexpr const char* Broadphase_remove = R"(Remove boxes.

Parameters
----------
)" SATORI_DOC_SMALL_IDS R"(
Raises
------
IndexError
    No box has this id, or it comes twice.

Notes
-----
An id is free for another box after the next `update`.

Examples
--------
>>> broadphase = satori.Broadphase()
>>> ids = broadphase.add(np.zeros((3, 2, 3), np.float32))
>>> broadphase.remove(ids[:2])
>>> len(broadphase), 0 in broadphase
(1, False)
)";

inline constexpr const char* Broadphase_set_motion = R"(Set what may move boxes, and what they make pairs with.

Parameters
----------
)" SATORI_DOC_SMALL_IDS R"(motion : {"static", "kinematic", "dynamic", "detector"}
    Two boxes make a pair only if one of them is "dynamic" or "detector".

Raises
------
IndexError
    No box has this id.
ValueError
    There is no such motion.

Examples
--------
>>> broadphase = satori.Broadphase()
>>> ids = broadphase.add(np.zeros((2, 2, 3), np.float32))
>>> broadphase.set_motion(ids, "static")
>>> broadphase.update().pair_count
0
)";

inline constexpr const char* Broadphase_set_sleeping = R"(Put boxes to sleep, or wake them.

Parameters
----------
)" SATORI_DOC_SMALL_IDS R"(sleeping : bool
    True: the boxes are at rest until they are moved. They keep their pairs.

Raises
------
IndexError
    No box has this id.

Examples
--------
>>> broadphase = satori.Broadphase()
>>> ids = broadphase.add(np.zeros((2, 2, 3), np.float32))
>>> broadphase.set_sleeping(ids, True)
>>> broadphase.update().pair_count
1
)";

inline constexpr const char* Broadphase_update = R"(Find which pairs are new and which are lost since the last update.

Parameters
----------
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS R"(
Returns
-------
BroadphaseUpdate
    The pairs, and counts.

Raises
------
LimitExceededError
    More pairs would exist than `max_pairs`; the update can be repeated with a higher limit.
UnsupportedIsaError
    This machine lacks the instruction set.

Notes
-----
The call takes O(changed boxes and the boxes near them) while boxes move little or few of them move;
otherwise two to four times as much as `find_pairs`.

Examples
--------
>>> broadphase = satori.Broadphase()
>>> ids = broadphase.add(np.zeros((2, 2, 3), np.float32))
>>> broadphase.update()
<satori.BroadphaseUpdate: 1 new, 0 lost, 1 pairs>
)";

inline constexpr const char* Broadphase_pairs = R"(Return all pairs of the last update.

Returns
-------
(n, 2) array of uint32
    Ids of the two boxes of each pair, sorted, the lower one first.

Notes
-----
The call takes O(ids + pairs).

Examples
--------
>>> broadphase = satori.Broadphase()
>>> ids = broadphase.add(np.zeros((3, 2, 3), np.float32))
>>> update = broadphase.update()
>>> broadphase.pairs().tolist()
[[0, 1], [0, 2], [1, 2]]
)";

inline constexpr const char* Broadphase_partners =
    R"(Return the boxes that make pairs with a box, as of the last update.

Parameters
----------
id : int
    Id of a box.

Returns
-------
(k,) array of uint32
    Ids of the other boxes, ascending.

Raises
------
IndexError
    No box has this id.

Notes
-----
The call takes O(k).

Examples
--------
>>> broadphase = satori.Broadphase()
>>> ids = broadphase.add(np.zeros((3, 2, 3), np.float32))
>>> update = broadphase.update()
>>> broadphase.partners(1)
array([0, 2], dtype=uint32)
)";

inline constexpr const char* Broadphase_fat_bounds =
    R"(Return the fat bounds of boxes: the bounds that pairs are made of.

Parameters
----------
)" SATORI_DOC_SMALL_IDS R"(
Returns
-------
(n, 2, 3) array of float32
    Minimum and maximum corner of each, in meters.

Raises
------
IndexError
    No box has this id.

Examples
--------
>>> broadphase = satori.Broadphase(margin=0.5)
>>> ids = broadphase.add(np.zeros((1, 2, 3), np.float32))
>>> broadphase.fat_bounds(ids).tolist()
[[[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]]]
)";

inline constexpr const char* BroadphaseUpdate = R"(What an update of a Broadphase has found.

Its arrays are its own: they stay when the Broadphase changes.

See Also
--------
Broadphase.update : Makes it.

Examples
--------
>>> broadphase = satori.Broadphase()
>>> ids = broadphase.add(np.zeros((3, 2, 3), np.float32))
>>> update = broadphase.update()
>>> len(update.new_pairs), len(update.lost_pairs), update.pair_count, update.changed_count
(3, 0, 3, 3)
)";

inline constexpr const char* BroadphaseUpdate_new_pairs =
    R"(Pairs that began since the last update: (n, 2) uint32 ids, sorted, the lower one first.)";

inline constexpr const char* BroadphaseUpdate_lost_pairs =
    R"(Pairs that ceased since the last update: (n, 2) uint32 ids, sorted, the lower one first.)";

inline constexpr const char* BroadphaseUpdate_pair_count = R"(Number of pairs now.)";

inline constexpr const char* BroadphaseUpdate_changed_count =
    R"(Number of boxes added, removed, or given new fat bounds or another motion since the last update.)";

inline constexpr const char* BroadphaseUpdate_isa = R"(Name of the instruction set that ran.)";

inline constexpr const char* BroadphaseUpdate_threads = R"(Number of threads that took part.)";

}  // namespace satori::python::docs

#undef SATORI_DOC_SMALL_IDS
