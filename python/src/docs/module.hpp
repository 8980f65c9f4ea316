#pragma once

namespace satori::python::docs {

inline constexpr const char* module = R"(Batched collision detection of oriented boxes.

satori finds which of many boxes overlap and where they touch, with all cores and SIMD instructions. All
arrays are arrays of numpy. Positions are in meters, angles in radians, frames are right-handed. The bytes
of a result are the same for every instruction set and number of threads.

Boxes that do not move: `Boxes` and `Rects`, `find_overlaps`, `find_near_pairs`, `find_nearest`, `find_pairs`,
`test_pairs`, `distances`, `collide`, `collide_pairs`, `separations`, `contact_positions`. Boxes that move:
`find_impacts`, `times_of_impact`, `World`, `Broadphase`. Questions about shapes: `test_boxes`, `find_boxes`,
`classify_boxes`, `intersect`, `closest_points`, `contains_points`. A box around points: `fit_box`. Pictures:
``satori.plot``, which needs matplotlib.

Types of structured arrays: MANIFOLD and RECT_MANIFOLD (see `collide`), SEPARATION and RECT_SEPARATION (see
`separations`), DISTANCE and RECT_DISTANCE (see `distances`), NEAREST (see `find_nearest`), IMPACT and
RECT_IMPACT (see `times_of_impact`), FILTER (see `filters`), CONTACT (see `World.contacts`), BOX (see
`World.boxes`), HIT (see `World.closest_hits`), CLOSEST (see `World.closest_boxes`).

Numbers: STATIC, KINEMATIC, DYNAMIC and DETECTOR are 0 to 3, the motions of boxes. OUTSIDE, CROSSING and
INSIDE are 0 to 2, the results of `classify_boxes`. NO_SLOT is the slot of a contact with a sensor. NO_BOX is
the index of no box in `find_nearest`. NO_IMPACT, MEETS and UNRESOLVED are 0 to 2, the kinds of
`times_of_impact`.

Examples
--------
>>> centers = np.array([[0, 0, 0], [0.75, 0, 0], [5, 0, 0]], np.float32)
>>> boxes = satori.Boxes(centers=centers, sizes=np.ones((3, 3)))
>>> satori.find_overlaps(boxes)
array([[0, 1]], dtype=uint32)
)";

inline constexpr const char* best_isa = R"(Return the instruction set that calls use by default.

Returns
-------
str
    The widest set that this machine runs, or the one that the environment variable SATORI_ISA names.

Raises
------
UnsupportedIsaError
    This machine lacks the set that SATORI_ISA names.

Examples
--------
>>> satori.best_isa() in satori.isas()
True
)";

inline constexpr const char* isas = R"(Return the instruction sets that this machine runs, narrowest first.

Returns
-------
list of str
    Names for the argument `isa`. All give the same results.

Examples
--------
>>> satori.isas()[0]
'scalar'
)";

}  // namespace satori::python::docs
