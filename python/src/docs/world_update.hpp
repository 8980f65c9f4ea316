#pragma once

#include "common.hpp"

namespace satori::python::docs {

inline constexpr const char* World_update = R"(Find which boxes touch now, and what has changed since the last update.

Parameters
----------
)" SATORI_DOC_ISA SATORI_DOC_THREADS SATORI_DOC_MAX_PAIRS R"(
Returns
-------
WorldUpdate
    Contacts that have begun, changed and ended, impacts, and counts.

Raises
------
LimitExceededError
    More pairs of bounds would exist than `max_pairs`; the update can be repeated with a higher limit.
UnsupportedIsaError
    This machine lacks the instruction set.
RuntimeError
    Another thread uses this World.

Notes
-----
The call takes O(changed boxes and their pairs) while boxes move little or few of them move; otherwise
about as much as `find_pairs`. Results are the same for every instruction set and number of threads.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [0.75, 0.0, 0.0]], sizes=np.ones((2, 3)))
>>> world.update()
<satori.WorldUpdate: 1 begun, 0 changed, 0 ended, 1 contacts>
>>> world.move(ids[1:], [[5.0, 0.0, 0.0]])
>>> world.update()
<satori.WorldUpdate: 0 begun, 0 changed, 1 ended, 0 contacts>
)";

inline constexpr const char* WorldUpdate = R"(What an update of a World has found.

Its arrays are its own: they stay when the World changes. The order of contacts has no meaning.

See Also
--------
World.update : Makes it.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=[[0.0, 0.0, 0.0], [0.75, 0.0, 0.0]], sizes=np.ones((2, 3)))
>>> update = world.update()
>>> bool(update.begun["first"][0] == ids[0])
True
>>> update.contact_count, update.tested_count, update.point_count
(1, 1, 4)
)";

inline constexpr const char* WorldUpdate_begun =
    R"(Contacts of boxes that touch now and did not before: (n,) CONTACT, see World.contacts.

Contacts that have become those of the other kind, with a manifold or without, and those that are switched
on again are here too.)";

inline constexpr const char* WorldUpdate_changed =
    R"(Contacts of boxes that touched before and touch now, where a box has changed: (n,) CONTACT.)";

inline constexpr const char* WorldUpdate_ended =
    R"(Contacts of boxes that touched before and do not now: (n,) CONTACT.

Contacts of removed boxes, those that have become contacts of the other kind, and those that are switched
off are here too. Their slots may belong to others now.)";

inline constexpr const char* WorldUpdate_impacts =
    R"(What continuous boxes meet on their way, by time, then by pair: (n,) WORLD_IMPACT.

Fields: ``first`` and ``second``, ids of the two boxes, the lower index first; ``time``, ``kind`` (MEETS or
UNRESOLVED) and ``closest`` as `times_of_impact` gives them, for boxes that are smaller on all sides by
``shrink``, in meters; ``sensor``, True when one of the boxes is a sensor. See World.set_continuous.)";

inline constexpr const char* WorldUpdate_contact_count =
    R"(Number of contacts now, without those that are switched off.)";

inline constexpr const char* WorldUpdate_pair_count =
    R"(Number of pairs whose bounds overlap and that pass the filters.)";

inline constexpr const char* WorldUpdate_tested_count =
    R"(Number of pairs that were tested again: new ones, and those with a changed box.)";

inline constexpr const char* WorldUpdate_changed_box_count = R"(Number of boxes with newly computed bounds.)";

inline constexpr const char* WorldUpdate_point_count = R"(Number of contact points of the pairs tested again.)";

inline constexpr const char* WorldUpdate_isa = R"(Name of the instruction set that ran.)";

inline constexpr const char* WorldUpdate_threads = R"(Number of threads that took part.)";

}  // namespace satori::python::docs
