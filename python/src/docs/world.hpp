#pragma once

#include "common.hpp"
#include "world_storage.hpp"
#include "world_update.hpp"

namespace satori::python::docs {

inline constexpr const char* World = R"(A set of boxes that move, and which of them touch.

The program adds boxes, moves them, and calls `update`, which tells what contacts have begun, changed and
ended. Contacts keep their slot as long as the boxes touch. Only pairs with a changed box are tested again.

Parameters
----------
)" SATORI_DOC_BOUNDARY R"(speculative_distance : float, default 0.0
    Boxes at most this far apart get contacts too, if parts of them lie opposite each other:
    not edge beside edge. In meters; see also `add`.
margin : float, default 0.0
    How much larger than the box its bounds are on every side, in meters. Boxes that move less need no
    new search for neighbors.
relative_margin : float, default 0.0
    The same, in longest edges of the bounds. Both margins add up.
motion_tolerance : float, default 0.0
    `move` ignores a pose in which no point of the box is further than this from where it is, in sizes
    of the box (sum of its half extents), 0 to 1.
impact_depth : float, default 0.005
    How deep boxes are in each other at an impact, in meters: a quarter of this to all of it; see
    `set_continuous`. It should be more than the depth at which bodies rest on each other.

See Also
--------
collide : Contacts of boxes that do not move.
Broadphase : Only pairs of bounds.

Notes
-----
Positions are doubles: contacts at 1e7 m are as precise as at the origin. A position may be up to 1e12 m.

An id is a uint64 that names one box: its index in the lower half, its generation in the upper half.
Indices are used again, ids are not. Static boxes make no pairs with static and kinematic ones, see `add`.

One thread at a time may use a World: a call during another call raises RuntimeError. A call that fails
changes nothing. ``len(world)`` is the number of boxes, ``id in world`` tells whether a box has this id.
A World can be pickled and copied.

Examples
--------
>>> world = satori.World()
>>> floor = world.add(centers=[[0.0, 0.0, -0.5]], sizes=[[10.0, 10.0, 1.0]], motion="static")
>>> cubes = world.add(centers=[[0.0, 0.0, 0.5], [0.0, 0.0, 4.0]], sizes=np.ones((2, 3)))
>>> update = world.update()
>>> len(update.begun)
1
>>> world.move(cubes[1:], [[0.0, 0.0, 1.5]])
>>> update = world.update()
>>> len(update.begun), update.contact_count
(1, 2)
>>> world.manifolds(update.begun["slot"])["normal"].tolist()
[[0.0, 0.0, 1.0]]
)";

inline constexpr const char* World_add = R"(Add boxes.

Parameters
----------
rows : (n, 10) array of float, optional
    All of a box in one row: center x y z, half extents x y z, quaternion x y z w.
centers : (n, 3) array of float, optional
    Centers, in meters: these and the next six instead of `rows`. float64 centers stay doubles.
half_extents : (n, 3) array of float, optional
    Half of the edge lengths, in meters.
sizes : (n, 3) array of float, optional
    Full edge lengths, in meters, instead of `half_extents`.
)" SATORI_DOC_NEW_ROTATIONS R"(radii : (n,) array of float, optional
    Radii, in meters, as those of Boxes. Without `half_extents` and `sizes` all boxes are spheres.
origin : sequence of 3 floats, optional
    Subtracted from the centers, in double.
motion : {"dynamic", "static", "kinematic", "detector"}, default "dynamic"
    Two boxes make a pair only if one of them is "dynamic" or "detector".
sensor : bool, default False
    True: contacts of the boxes have no manifold. Two sensors make no pair.
sleeping : bool, default False
    True: the boxes are at rest until they are moved.
continuous : bool, default False
    True: `update` also reports what the boxes meet on their way, see `set_continuous`.
category : int, default 1
    Bits that name what the boxes are; see `filters` for this and the next three.
mask : int, default 2**64 - 1
    Bits of the categories that the boxes make pairs with.
group : int, default 0
    Boxes of one group always make pairs if it is positive, and never if it is negative.
owner : int, default 0
    Boxes of one owner make no pairs, unless it is 0.
speculative_distance : float, default 0.0
    Distance of these boxes, in meters. That of a pair is the World's and those of both boxes together.
user_data : int, default 0
    64 bits of the program's own, see `boxes`.

Returns
-------
(n,) array of uint64
    Ids of the new boxes.

Raises
------
InvalidBoxError
    A box is not legal, see `Boxes`.
TypeError
    An argument is not float32 or float64, two arguments say the same, or one is missing.
ValueError
    An array has another shape or length, or a value is wrong.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((3, 3)), sizes=np.ones((3, 3)), motion="kinematic")
>>> ids.dtype, len(world), ids[0] in world
(dtype('uint64'), 3, True)
)";

inline constexpr const char* World_move = R"(Set the poses of boxes, and wake them.

Parameters
----------
)" SATORI_DOC_IDS R"(centers : (n, 3) array of float
    New centers, in meters.
)" SATORI_DOC_NEW_ROTATIONS R"(origin : sequence of 3 floats, optional
    Subtracted from the centers, in double.

Raises
------
IndexError
    No box has this id.
InvalidBoxError
    A pose is not legal.
ValueError
    There are more or fewer poses than ids.

Notes
-----
Without rotations the boxes keep theirs. When an id comes twice, the last pose counts. Contacts
change in the next `update`.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
>>> world.move(ids[1:], [[1e7, 0.25, 0.0]])
>>> world.boxes(ids)["center"].tolist()
[[0.0, 0.0, 0.0], [10000000.0, 0.25, 0.0]]
)";

inline constexpr const char* World_remove = R"(Remove boxes.

Parameters
----------
)" SATORI_DOC_IDS R"(
Raises
------
IndexError
    No box has this id, or it comes twice.

Notes
-----
The contacts of the boxes are in `ended` of the next `update`.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((3, 3)), sizes=np.ones((3, 3)))
>>> world.remove(ids[:2])
>>> len(world), ids[0] in world
(1, False)
)";

inline constexpr const char* World_set_motion = R"(Set what may move boxes, and what they make pairs with.

Parameters
----------
)" SATORI_DOC_IDS R"(motion : {"static", "kinematic", "dynamic", "detector"}
    Two boxes make a pair only if one of them is "dynamic" or "detector".

Raises
------
IndexError
    No box has this id.
ValueError
    There is no such motion.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
>>> world.set_motion(ids, "static")
>>> world.update().contact_count
0
)";

inline constexpr const char* World_set_sleeping = R"(Put boxes to sleep, or wake them.

Parameters
----------
)" SATORI_DOC_IDS R"(sleeping : bool
    True: the boxes are at rest until they are moved. They keep their contacts.

Raises
------
IndexError
    No box has this id.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
>>> world.set_sleeping(ids, True)
>>> world.boxes()["sleeping"].tolist()
[True, True]
)";

inline constexpr const char* World_set_sensor = R"(Make boxes sensors, whose contacts have no manifold, or solid.

Parameters
----------
)" SATORI_DOC_IDS R"(sensor : bool
    True: sensors, False: solid.

Raises
------
IndexError
    No box has this id.

Notes
-----
In the next `update` contacts of the boxes end, and begin again as those of the other kind.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
>>> world.set_sensor(ids[:1], True)
>>> bool(world.update().begun["slot"][0] == satori.NO_SLOT)
True
)";

inline constexpr const char* World_set_continuous =
    R"(Make boxes continuous, or no longer: updates report what continuous boxes meet on their way.

Parameters
----------
)" SATORI_DOC_IDS R"(continuous : bool
    True: continuous, False: not.

Raises
------
IndexError
    No box has this id.

See Also
--------
WorldUpdate : Its `impacts` are what the boxes meet.

Notes
-----
Time runs from 0, the poses of the last update, to 1, the poses of the next one. The boxes move straight,
and turn the shorter way. At an impact two boxes are between a quarter of the `impact_depth` of the World and
all of it in each other, edges and corners up to 2.5 times as deep.

An impact is that of boxes that are smaller on all sides by its ``shrink``. The half thickness of a box is its
least half extent plus its radius. ``shrink`` is `impact_depth` when both half thicknesses are at least twice
that. Thinner boxes, and boxes that are deeper in each other at time 0, are smaller by 1/4, 1/2, 1, 2 or 4
times the half thickness of the thinner box (that of the other box, up to twice `impact_depth`, if that is
more): the first of these with which they are apart. When none is enough, there is no impact. Boxes that move
and turn by at most half of the half thickness of the thinner box have none either: they cannot pass.

The ways of the boxes begin anew, where they are now; with the first continuous box of a World, those of all
boxes. To set a box to another place, so that it meets nothing in between, move it and then call this with the
value that the box has. The way of a new box begins where it was added.

Examples
--------
A bullet flies through a wall within one update. Then it is set back, without a way.

>>> world = satori.World()
>>> wall = world.add(centers=[[0.0, 0.0, 0.0]], sizes=[[0.1, 4.0, 4.0]], motion="static")
>>> bullet = world.add(centers=[[-5.0, 0.0, 0.0]], sizes=[[0.1, 0.1, 0.1]])
>>> world.set_continuous(bullet, True)
>>> len(world.update().impacts)
0
>>> world.move(bullet, [[5.0, 0.0, 0.0]])
>>> update = world.update()
>>> update.impacts["time"].round(2), update.contact_count
(array([0.49], dtype=float32), 0)
>>> world.move(bullet, [[-5.0, 0.0, 0.0]])
>>> world.set_continuous(bullet, True)
>>> len(world.update().impacts)
0
)";

inline constexpr const char* World_set_half_extents = R"(Set the half extents of boxes.

Parameters
----------
)" SATORI_DOC_IDS R"(half_extents : (n, 3) array of float
    Half of the edge lengths, in meters.

Raises
------
IndexError
    No box has this id.
InvalidBoxError
    Half extents are not legal, see `Boxes`.
ValueError
    There are more or fewer half extents than ids.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((1, 3)), sizes=np.ones((1, 3)))
>>> world.set_half_extents(ids, [[1.0, 2.0, 3.0]])
>>> world.boxes()["half_extents"].tolist()
[[1.0, 2.0, 3.0]]
)";

inline constexpr const char* World_set_filters = R"(Set the filters of boxes.

Parameters
----------
)" SATORI_DOC_IDS R"(filters : (n,) array of FILTER
    Filters, see `filters`.

Raises
------
IndexError
    No box has this id.
ValueError
    There are more or fewer filters than ids.

See Also
--------
filters : Makes filters, and says what they do.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
>>> filters = satori.filters(2)
>>> filters["group"] = -1
>>> world.set_filters(ids, filters)
>>> world.update().contact_count
0
)";

inline constexpr const char* World_set_radii = R"(Set the radii of boxes.

Parameters
----------
)" SATORI_DOC_IDS R"(radii : (n,) array of float
    Radii, in meters: 0, or 1e-7 to 1e8. See Boxes.

Raises
------
IndexError
    No box has this id.
ValueError
    A radius is not legal, or there are more or fewer of them than ids.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [1.25, 0.0, 0.0]], radii=[0.5, 0.5])
>>> world.update().contact_count
0
>>> world.set_radii(ids, [0.75, 0.5])
>>> world.update().contact_count
1
)";

inline constexpr const char* World_set_speculative_distances = R"(Set the speculative distances of boxes.

Parameters
----------
)" SATORI_DOC_IDS R"(distances : (n,) array of float
    Distances in meters, 0 to 1e9, such as how far the box moves in a step. That of a pair is the World's
    and those of both boxes together; with a sensor it is 0.

Raises
------
IndexError
    No box has this id.
ValueError
    A distance is not legal, or there are more or fewer of them than ids.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [1.25, 0.0, 0.0]], sizes=np.ones((2, 3)))
>>> world.update().contact_count
0
>>> world.set_speculative_distances(ids, [0.25, 0.25])
>>> world.update().contact_count
1
)";

inline constexpr const char* World_set_origin = R"(Set the origin that bounds are relative to.

Bounds are floats. Far from this origin they are coarse, which costs time but never a contact. The next
`update` computes all bounds again.

Parameters
----------
origin : sequence of 3 floats
    Origin in meters, such as the middle of the scene.

Raises
------
ValueError
    A component is not finite or beyond 1e12.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[500000.0, 4649776.0, 100.0]], sizes=np.ones((1, 3)))
>>> world.set_origin((500000.0, 4649776.0, 100.0))
>>> world.boxes()["center"].tolist()
[[500000.0, 4649776.0, 100.0]]
)";

inline constexpr const char* World_ignore =
    R"(Make two boxes ignore each other: from the next update on they make no pair.

Parameters
----------
a : int
    Id of a box.
b : int
    Id of another box.

Raises
------
IndexError
    No box has one of the ids, or both are the same.

See Also
--------
World.restore : Undoes it.

Examples
--------
>>> world = satori.World()
>>> a, b = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
>>> world.ignore(a, b)
>>> world.update().contact_count
0
)";

inline constexpr const char* World_restore = R"(Undo `ignore` for two boxes.

Parameters
----------
a : int
    Id of a box.
b : int
    Id of another box.

Raises
------
IndexError
    No box has one of the ids, or both are the same.

Examples
--------
>>> world = satori.World()
>>> a, b = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
>>> world.ignore(a, b)
>>> world.restore(a, b)
>>> world.update().contact_count
1
)";

inline constexpr const char* World_set_contact_enabled = R"(Switch the contact of two boxes off, or on again.

The next `update` has it in `ended` or `begun`. A contact that is off is in no list or count until it is
switched on. This is forgotten when the boxes cease to touch.

Parameters
----------
a : int
    Id of a box.
b : int
    Id of another box, which touched the first in the last `update`.
enabled : bool
    False: off, True: on.

Raises
------
IndexError
    No box has one of the ids, or both are the same.
ValueError
    The boxes did not touch.

Examples
--------
>>> world = satori.World()
>>> a, b = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
>>> world.update().contact_count
1
>>> world.set_contact_enabled(a, b, False)
>>> len(world.update().ended), len(world.contacts())
(1, 0)
)";

inline constexpr const char* World_find_covered_sides = R"(Find the sides of static boxes that other static boxes cover.

A box that slides over a floor of tiles then gets no contact with the sides where two tiles meet. The
program calls it again after static boxes are added, removed or moved.

Parameters
----------
tolerance : float
    How far a side may be from what covers it, in meters: far less than the boxes, such as 0.001.
)" SATORI_DOC_THREADS R"(
Raises
------
ValueError
    The tolerance is not above 0 and at most 1e8.

Notes
-----
A side is covered when all of it, moved outward by the tolerance, lies in other boxes that are enlarged by
the tolerance. The field `covered_sides` of `boxes` has a bit for each side: bit 2 k for the one in the
direction of axis k, bit 2 k + 1 for the opposite one.

Examples
--------
>>> world = satori.World()
>>> tiles = world.add(centers=[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]], sizes=np.ones((2, 3)), motion="static")
>>> world.find_covered_sides(0.001)
>>> world.boxes(tiles)["covered_sides"].tolist()
[1, 2]
)";

inline constexpr const char* World_contacts = R"(Return the contacts of the last update, of all boxes or of one.

Parameters
----------
id : int, optional
    Id of a box. None: of all boxes.

Returns
-------
(n,) array of CONTACT
    Contacts, those with sensors included, without those that are off. Of one box they ascend with the
    other box; else their order has no meaning.

Raises
------
IndexError
    No box has this id.

See Also
--------
World.manifolds : Where the boxes touch.

Notes
-----
Fields: ``first`` and ``second``, ids of the two boxes, the lower index first; ``slot``, which names the
manifold, or NO_SLOT with a sensor.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [0.75, 0.0, 0.0], [1.5, 0.0, 0.0]], sizes=np.ones((3, 3)))
>>> update = world.update()
>>> len(world.contacts()), len(world.contacts(ids[0]))
(2, 1)
)";

inline constexpr const char* World_manifolds = R"(Return the manifolds of contacts.

Parameters
----------
slots : (n,) array of uint32
    Slots of contacts of the last `update`.

Returns
-------
(n,) array of MANIFOLD
    Manifolds, see `collide`. Their ``pair`` holds indices, the lower halves of ids, and their offsets
    are from the center of the box ``first``. A slot of no contact gives a manifold without points.

See Also
--------
collide : Says what a manifold is.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [0.75, 0.0, 0.0]], sizes=np.ones((2, 3)))
>>> update = world.update()
>>> manifold = world.manifolds(update.begun["slot"])[0]
>>> manifold["normal"].tolist(), int(manifold["point_count"])
([1.0, 0.0, 0.0], 4)
)";

inline constexpr const char* World_boxes = R"(Return boxes as they are now.

Parameters
----------
ids : (n,) array of uint64 or int, optional
    Ids of the boxes, or one id. None: all boxes, by index.

Returns
-------
(n,) array of BOX
    Boxes. The fields are the arguments of `add`: id, center, half_extents, rotation_xyzw, motion (STATIC,
    KINEMATIC, DYNAMIC or DETECTOR), speculative_distance, radius, sensor, sleeping, continuous,
    covered_sides, category, mask, group, owner, user_data.

Raises
------
IndexError
    No box has this id.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[1.0, 2.0, 3.0]], sizes=np.ones((1, 3)), user_data=42)
>>> box = world.boxes(ids)[0]
>>> box["center"].tolist(), int(box["user_data"])
([1.0, 2.0, 3.0], 42)
)";

inline constexpr const char* box_indices = R"(Return the indices of ids of a World.

A World numbers its boxes with small indices, and uses them again when boxes are removed. An id is the
index (its lower 32 bits) and a generation that tells boxes of one index apart. Manifolds name boxes by
index.

Parameters
----------
ids : (n,) array of uint64 or int
    Ids, such as those of `World.add` or of a field of CONTACT, HIT or BOX.

Returns
-------
(n,) array of uint32
    The indices.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0, 0, 0], [5, 0, 0]], sizes=[[1, 1, 1], [1, 1, 1]])
>>> satori.box_indices(ids)
array([0, 1], dtype=uint32)
)";

}  // namespace satori::python::docs
