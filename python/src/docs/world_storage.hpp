#pragma once

#include "common.hpp"

namespace satori::python::docs {

inline constexpr const char* World_save = R"(Return a snapshot of the World as bytes.

It holds boxes with their ids, contacts with their slots, ignored pairs, the origin and the options.

Returns
-------
bytes
    The snapshot. Two Worlds that got the same calls give the same bytes, on every machine.

See Also
--------
World.load : Takes it.

Notes
-----
The call takes O(boxes + pairs); the bytes are about 150 per box and 250 per contact. Only the version of
satori that wrote a snapshot surely reads it.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((3, 3)), sizes=np.ones((3, 3)))
>>> other = satori.World()
>>> other.load(world.save())
>>> len(other), ids[2] in other
(3, True)
)";

inline constexpr const char* World_load = R"(Make the World what it was when a snapshot was saved.

Parameters
----------
snapshot : bytes
    What `save` returned.
)" SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Raises
------
ValueError
    The bytes are not a whole snapshot of this version, or the World is being recorded and has other
    options. The World is unchanged.

Notes
-----
The call takes O(boxes + pairs log pairs), and memory for a second World.

Examples
--------
>>> world = satori.World()
>>> snapshot = world.save()
>>> ids = world.add(centers=np.zeros((3, 3)), sizes=np.ones((3, 3)))
>>> world.load(snapshot)
>>> len(world)
0
)";

inline constexpr const char* World_copy = R"(Make a copy of the World.

Returns
-------
World
    Its boxes have the same ids and its contacts the same slots. As long as both get the same calls, they
    give the same results.

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((3, 3)), sizes=np.ones((3, 3)))
>>> trial = world.copy()
>>> trial.remove(ids)
>>> len(world), len(trial)
(3, 0)
)";

inline constexpr const char* World_state_hash = R"(Compute a hash of all state that later updates depend on.

Returns
-------
int
    Hash of 64 bits. Two Worlds that got the same calls have the same hash, on every machine.

Notes
-----
The call takes O(boxes + pairs).

Examples
--------
>>> world = satori.World()
>>> ids = world.add(centers=np.zeros((3, 3)), sizes=np.ones((3, 3)))
>>> world.copy().state_hash() == world.state_hash()
True
)";

inline constexpr const char* World_record = R"(Start to record all that changes the World in a file.

The recording ends with `stop_recording`, with the World, or by itself when the file takes no more bytes
or an update fails. In the last case the next call that would change the World raises RuntimeError, once,
and can be repeated.

Parameters
----------
path : str or path-like
    File to write; an existing one is replaced.
hash_every : int, default 1
    The state hash is recorded with every so many updates, each in O(boxes + pairs); 0: never.

Raises
------
OSError
    The file cannot be opened.
ValueError
    A recording runs already.

See Also
--------
replay : Replays it.

Examples
--------
>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "world.rec")
...     world = satori.World()
...     world.record(path)
...     ids = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
...     update = world.update()
...     world.stop_recording()
...     [step.same for step in satori.replay(path)]
[True]
)";

inline constexpr const char* World_stop_recording = R"(End the recording, and close its file.

Raises
------
RuntimeError
    The file did not take all bytes, or the recording has ended by itself.
ValueError
    No recording runs.

See Also
--------
World.record : Starts it.

Examples
--------
>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "world.rec")
...     world = satori.World()
...     world.record(path)
...     world.stop_recording()
...     os.path.getsize(path) > 0
True
)";

inline constexpr const char* replay = R"(Replay a recording of a World, update by update.

Parameters
----------
path : str or path-like
    File that `World.record` wrote.
)" SATORI_DOC_ISA SATORI_DOC_THREADS R"(
Returns
-------
Replay
    Iterator over the updates.

Raises
------
OSError
    The file cannot be read.

See Also
--------
World.record : Makes a recording.

Examples
--------
>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "world.rec")
...     world = satori.World()
...     world.record(path)
...     for _ in range(3):
...         ids = world.add(centers=np.zeros((1, 3)), sizes=np.ones((1, 3)))
...         update = world.update()
...     world.stop_recording()
...     all(step.same for step in satori.replay(path, threads=1))
True
)";

inline constexpr const char* Replay =
    R"(A recording of a World that is being replayed: an iterator of steps, one for each update.

It ends after the last update, or after the first one that differs. A file that is cut off or damaged
raises ValueError where it is.

See Also
--------
replay : Makes it.

Examples
--------
>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "world.rec")
...     world = satori.World()
...     world.record(path)
...     update = world.update()
...     world.stop_recording()
...     [step.number for step in satori.replay(path)]
[0]
)";

inline constexpr const char* Replay_world = R"(Return a copy of the World as the last step left it.

Returns
-------
World
    The copy. Before the first step it is empty.

Examples
--------
>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "world.rec")
...     world = satori.World()
...     world.record(path)
...     ids = world.add(centers=np.zeros((2, 3)), sizes=np.ones((2, 3)))
...     update = world.update()
...     world.stop_recording()
...     replay = satori.replay(path)
...     step = next(replay)
...     len(replay.world().contacts())
1
)";

inline constexpr const char* ReplayStep = R"(A step of a replay: one update, and whether it went as recorded.

See Also
--------
replay : Gives the steps.

Examples
--------
>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "world.rec")
...     world = satori.World()
...     world.record(path)
...     update = world.update()
...     world.stop_recording()
...     step = next(satori.replay(path))
...     step.number, step.same, step.hash == world.state_hash()
(0, True, True)
)";

inline constexpr const char* ReplayStep_number = R"(Number of the update, from 0.)";

inline constexpr const char* ReplayStep_same =
    R"(Whether calls and update had the recorded results, and the state has the recorded hash.)";

inline constexpr const char* ReplayStep_hash =
    R"(State hash of the World after the update, or None if none was recorded with it.)";

}  // namespace satori::python::docs
