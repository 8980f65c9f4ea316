"""World: events, contacts, snapshots, recordings; each against the stateless calls or a count by hand."""

import copy
import pickle
import threading

import numpy as np
import pytest

import satori

from test_boxes import random_rows


def pairs_of(contacts):
    """Pairs of indices, sorted, each with the lower index first."""
    index = np.stack([satori.box_indices(contacts["first"]), satori.box_indices(contacts["second"])], 1)
    return {tuple(sorted(pair)) for pair in index.tolist()}


def overlapping(rows):
    return {tuple(pair) for pair in satori.find_overlaps(satori.Boxes(rows)).tolist()}


def shaken(rows, seed):
    rows = rows.copy()
    rows[:, :3] += np.random.default_rng(seed).normal(scale=0.3, size=(len(rows), 3)).astype(np.float32)
    return rows


def test_contacts_are_the_overlaps_of_each_step():
    rows = random_rows(400, width=12)
    world = satori.World(margin=0.1)
    ids = world.add(rows)
    assert ids.dtype == np.uint64 and len(world) == 400 and ids[3] in world
    touching = set()
    for step in range(6):
        update = world.update()
        wanted = overlapping(rows)
        assert pairs_of(world.contacts()) == wanted and update.contact_count == len(wanted)
        assert pairs_of(update.begun) == wanted - touching
        assert pairs_of(update.ended) == touching - wanted
        touching = wanted
        rows = shaken(rows, step)
        world.move(ids, rows[:, :3], rotations_xyzw=rows[:, 6:])
    assert len(touching) > 100


def test_manifolds_are_those_of_collide():
    rows = random_rows(300, width=8)
    world = satori.World()
    world.add(rows)
    world.update()
    contacts = world.contacts()
    manifolds = world.manifolds(contacts["slot"])
    wanted = {tuple(m["pair"]): m for m in satori.collide(satori.Boxes(rows))}
    assert len(manifolds) == len(wanted) > 100
    for manifold in manifolds:
        other = wanted[tuple(manifold["pair"])]
        assert manifold["point_count"] == other["point_count"]
        np.testing.assert_allclose(manifold["normal"], other["normal"], atol=1e-5)


def test_positions_stay_doubles():
    far = np.array([[5e6 + 0.001, 4e6, 0], [5e6 + 1.0005, 4e6, 0]])
    world = satori.World()
    ids = world.add(centers=far, sizes=np.ones((2, 3)))
    np.testing.assert_array_equal(world.boxes(ids)["center"], far)
    assert world.update().contact_count == 1
    world.move(ids[1:], far[1:] + [0.0006, 0, 0])
    update = world.update()
    assert (len(update.ended), update.contact_count) == (1, 0)


def test_boxes_are_what_was_added():
    rows = random_rows(5)
    world = satori.World()
    ids = world.add(
        rows,
        motion="kinematic",
        sensor=True,
        continuous=True,
        category=6,
        mask=9,
        group=-2,
        owner=4,
        speculative_distance=0.5,
        radii=[0, 0.125, 0.25, 0.5, 1],
        user_data=2**63 + 1,
    )
    found = world.boxes()
    assert found.dtype == satori.BOX
    np.testing.assert_array_equal(found["id"], ids)
    np.testing.assert_array_equal(found["center"], rows[:, :3])
    np.testing.assert_array_equal(found["half_extents"], rows[:, 3:6])
    wanted = dict(
        motion=1,
        sensor=True,
        sleeping=False,
        continuous=True,
        category=6,
        mask=9,
        group=-2,
        owner=4,
        speculative_distance=0.5,
        user_data=2**63 + 1,
    )
    for name, value in wanted.items():
        assert (found[name] == value).all(), name
    np.testing.assert_array_equal(found["radius"], [0, 0.125, 0.25, 0.5, 1])
    np.testing.assert_array_equal(world.boxes(ids[2:3]), found[2:3])


def two_that_touch(**arguments):
    world = satori.World()
    ids = world.add(centers=[[0, 0, 0], [0.5, 0, 0]], sizes=[[1, 1, 1], [1, 1, 1]], **arguments)
    return world, ids


def test_what_is_set_decides_which_boxes_touch():
    world, ids = two_that_touch()
    assert world.update().contact_count == 1
    changes = [
        lambda: world.set_motion(ids, "static"),
        lambda: world.set_motion(ids[0], "dynamic"),
        lambda: world.ignore(ids[0], ids[1]),
        lambda: world.restore(ids[1], ids[0]),
        lambda: world.set_filters(ids, np.array([(1, 0, 0, 0)] * 2, satori.FILTER)),
        lambda: world.set_filters(ids, np.array([(1, 1, 0, 0)] * 2, satori.FILTER)),
        lambda: world.set_half_extents(ids, np.full((2, 3), 0.1, np.float32)),
        lambda: world.set_speculative_distances(ids, [0.2, 0.2]),
        lambda: world.set_speculative_distances(ids, [0, 0]),
        lambda: world.set_radii(ids, [0.25, 0.25]),
        lambda: world.set_contact_enabled(ids[0], ids[1], False),
        lambda: world.set_contact_enabled(ids[0], ids[1], True),
        lambda: world.remove(ids[0]),
    ]
    counts = []
    for change in changes:
        change()
        counts.append(world.update().contact_count)
    assert counts == [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]
    assert ids[0] not in world and ids[1] in world


def test_sensors_have_no_manifold():
    world, ids = two_that_touch(sensor=True)
    world.set_sensor(ids[1:], False)
    update = world.update()
    assert update.begun["slot"].tolist() == [satori.NO_SLOT]
    assert world.contacts(ids[0]).tolist() == world.contacts().tolist()
    world.set_sensor(ids, False)
    update = world.update()
    assert len(update.begun) == len(update.ended) == 1 and world.manifolds(update.begun["slot"])["point_count"] > 0


def test_sleeping_boxes_keep_their_contacts():
    world, ids = two_that_touch()
    world.update()
    world.set_sleeping(ids, True)
    world.update()
    assert world.boxes()["sleeping"].all() and len(world.contacts()) == 1


def bullet_and_wall(**options):
    """A bullet 5 m before a wall of 0.1 m, after the first update: (World, id of the wall, id of the bullet)."""
    world = satori.World(**options)
    wall = world.add(centers=[[0, 0, 0]], sizes=[[0.1, 4, 4]], motion="static")
    bullet = world.add(centers=[[-5, 0, 0]], sizes=[[0.1, 0.1, 0.1]], continuous=True)
    assert len(world.update().impacts) == 0
    return world, wall, bullet


def flown(world, bullet, x):
    """The impacts after a flight to another x."""
    world.move(bullet, [[x, 0, 0]])
    update = world.update()
    assert update.contact_count == 0 and update.impacts.dtype == satori.WORLD_IMPACT
    return update.impacts


def test_a_bullet_meets_the_wall_that_it_passes():
    world, wall, bullet = bullet_and_wall()
    impacts = flown(world, bullet, 5)
    assert (impacts["first"].tolist(), impacts["second"].tolist()) == (wall.tolist(), bullet.tolist())
    found = impacts[0]
    # The fronts are 4.9 m apart. At the time the bullet is 2.5 mm to 5 mm deep: half of the depth to all of it. Boxes
    # that are 5 mm smaller on all sides are 5 mm to 7.5 mm apart then.
    assert (4.9 + 0.00249) / 10 <= found["time"] <= (4.9 + 0.00501) / 10
    assert found["kind"] == satori.MEETS and found["shrink"] == np.float32(0.005) and not found["sensor"]
    assert 0.0049 < found["closest"]["distance"] < 0.0076
    np.testing.assert_allclose(found["closest"]["direction"], [-1, 0, 0], atol=1e-6)
    assert found["closest"]["first_offset"][0] == pytest.approx(-0.045)
    assert flown(world, bullet, 5.5).tolist() == []


def test_the_time_is_that_of_times_of_impact():
    world, _, bullet = bullet_and_wall(impact_depth=0.01)
    # Both boxes are 1 cm smaller on all sides.
    rows = [[0, 0, 0, 0.04, 1.99, 1.99, 0, 0, 0, 1], [-5, 0, 0, 0.04, 0.04, 0.04, 0, 0, 0, 1]]
    times = satori.times_of_impact(
        satori.Boxes(np.array(rows, np.float32)),
        np.array([[0, 1]], np.uint32),
        translations=np.array([[0, 0, 0], [10, 0, 0]], np.float32),
        distance=0.01,
        tolerance=0.005,
    )
    np.testing.assert_allclose(flown(world, bullet, 5)["time"], times["time"], atol=1e-5)
    assert 0.4904 < times["time"][0] < 0.4911


def test_a_bullet_that_begins_in_the_wall_does_not_pass_it():
    world, _, bullet = bullet_and_wall()
    world.move(bullet, [[-0.08, 0, 0]])  # 2 cm deep
    world.set_continuous(bullet, True)
    assert len(world.update().impacts) == 0
    found = flown(world, bullet, 5)
    # Boxes that are smaller by a quarter of 5 cm are 5 mm apart at first.
    assert found["shrink"].tolist() == [np.float32(0.0125)] and 0 < found["time"][0] < 0.001


def test_impacts_with_sensors_say_so():
    world, wall, bullet = bullet_and_wall()
    world.set_sensor(wall, True)
    assert flown(world, bullet, 5)["sensor"].tolist() == [True]


def test_boxes_that_make_no_pair_have_no_impact():
    world, wall, bullet = bullet_and_wall()
    world.ignore(wall[0], bullet[0])
    assert len(flown(world, bullet, 5)) == 0
    world.restore(wall[0], bullet[0])
    assert len(flown(world, bullet, -5)) == 1


def test_set_continuous_begins_the_way_anew():
    world, wall, bullet = bullet_and_wall()
    world.move(bullet, [[5, 0, 0]])
    world.set_continuous(bullet, True)
    assert len(world.update().impacts) == 0
    assert len(flown(world, bullet, -5)) == 1
    world.set_continuous(bullet, False)
    assert len(flown(world, bullet, 5)) == 0 and not world.boxes()["continuous"].any()
    world.set_continuous(wall, True)
    assert len(flown(world, bullet, -5)) == 1


@pytest.mark.parametrize("clone", [lambda w: w.copy(), lambda w: pickle.loads(pickle.dumps(w))])
def test_a_copy_has_the_same_impacts(clone):
    world, _, bullet = bullet_and_wall(impact_depth=0.02)
    other = clone(world)
    found, again = flown(world, bullet, 5), flown(other, bullet, 5)
    # 1 cm to 2 cm deep after 4.9 m of 10 m; with the default depth it is before 0.4906.
    assert found.tobytes() == again.tobytes() and len(found) == 1 and 0.4909 < found["time"][0] < 0.4921


def test_covered_sides():
    world = satori.World()
    world.add(centers=[[0, 0, 0], [1, 0, 0]], sizes=[[1, 1, 1], [1, 1, 1]], motion="static")
    world.find_covered_sides(1e-3)
    assert world.boxes()["covered_sides"].tolist() == [1, 2]  # +x of the first, -x of the second


@pytest.mark.parametrize(
    "clone",
    [
        lambda world: world.copy(),
        copy.copy,
        copy.deepcopy,
        lambda world: pickle.loads(pickle.dumps(world)),
        lambda world: loaded(world.save()),
    ],
)
def test_a_copy_goes_on_as_the_original(clone):
    rows = random_rows(200, width=8)
    world = satori.World(margin=0.05, speculative_distance=0.02)
    ids = world.add(rows)
    world.update()
    other = clone(world)
    assert other.state_hash() == world.state_hash()
    rows = shaken(rows, 7)
    for each in (world, other):
        each.move(ids, rows[:, :3])
    found, again = world.update(), other.update(isa="scalar", threads=1)
    assert found.begun.tobytes() == again.begun.tobytes() and len(found.begun) > 0
    assert world.state_hash() == other.state_hash()


def loaded(snapshot):
    world = satori.World()
    world.load(snapshot)
    return world


def test_a_damaged_snapshot_changes_nothing():
    world, _ = two_that_touch()
    snapshot = bytearray(world.save())
    snapshot[len(snapshot) // 2] ^= 1
    other, _ = two_that_touch()
    before = other.state_hash()
    for bad in (bytes(snapshot), b"", world.save()[:-1]):
        with pytest.raises(ValueError, match="World.load"):
            other.load(bad)
    assert other.state_hash() == before


def recorded(path, steps=5):
    rows = random_rows(100, width=6)
    world = satori.World()
    world.record(path)
    ids = world.add(rows)
    hashes = []
    for step in range(steps):
        world.update()
        hashes.append(world.state_hash())
        rows = shaken(rows, step)
        world.move(ids, rows[:, :3])
    world.stop_recording()
    return world, hashes


def test_a_recording_is_replayed(tmp_path):
    path = tmp_path / "world.rec"
    world, hashes = recorded(path)
    replay = satori.replay(path, isa="scalar", threads=1)
    steps = list(replay)
    assert [step.hash for step in steps] == hashes
    assert [step.number for step in steps] == list(range(5)) and all(step.same for step in steps)
    assert replay.world().state_hash() == world.state_hash()
    with pytest.raises(ValueError, match="no recording"):
        world.stop_recording()


def test_a_damaged_recording_says_where(tmp_path):
    path = tmp_path / "world.rec"
    recorded(path)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(ValueError, match="byte [0-9]+"):
        list(satori.replay(path))
    with pytest.raises(FileNotFoundError):
        satori.replay(tmp_path / "missing")
    with pytest.raises(OSError):
        satori.World().record(tmp_path / "no" / "folder")


def test_a_world_may_end_while_it_records(tmp_path):
    world = satori.World()
    world.record(tmp_path / "world.rec")
    world.add(random_rows(3))
    del world
    assert len(list(satori.replay(tmp_path / "world.rec"))) == 0


def test_a_second_thread_is_refused():
    world = satori.World()
    ids = world.add(random_rows(20000, width=40))
    rows = random_rows(20000, seed=5, width=40)
    stop, refused, other = threading.Event(), [], []

    def ask():
        while not stop.is_set():
            try:
                world.contacts()
            except RuntimeError as error:
                refused.append(str(error))
            except Exception as error:  # noqa: BLE001: any other error fails the test
                other.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    for _ in range(10):
        try:
            world.move(ids, rows[:, :3])
            world.update(threads=1)
        except RuntimeError as error:
            refused.append(str(error))
    stop.set()
    thread.join()
    assert not other and all("another thread" in text for text in refused)
    world.move(ids, rows[:, :3], rotations_xyzw=rows[:, 6:])
    world.update()
    sized = random_rows(20000, width=40)
    sized[:, :3], sized[:, 6:] = rows[:, :3], rows[:, 6:]
    assert pairs_of(world.contacts()) == overlapping(sized)


BAD_ROWS = random_rows(4)
BAD_ROWS[2, 8] = np.inf
WRONG = [
    (satori.InvalidBoxError, "box 2, column 8", lambda world, ids: world.add(BAD_ROWS)),
    (
        satori.InvalidBoxError,
        "box 1, column 2: center is not finite",
        lambda world, ids: world.move(ids, np.array([[0, 0, 0], [0, 0, np.nan]])),
    ),
    (satori.InvalidBoxError, "box 0.*center", lambda world, ids: world.move(ids[:1], np.array([[1e13, 0, 0]]))),
    (
        satori.InvalidBoxError,
        "box 1, column 4: half extent is negative",
        lambda world, ids: world.set_half_extents(ids, np.array([[1, 1, 1], [1, -1, 1]], np.float32)),
    ),
    (ValueError, "motion", lambda world, ids: world.set_motion(ids, "fixed")),
    (ValueError, "motion", lambda world, ids: world.add(random_rows(1), motion="fixed")),
    (ValueError, "centers: 1 items for 2 ids", lambda world, ids: world.move(ids, np.zeros((1, 3)))),
    (IndexError, r"ids\[1\]", lambda world, ids: world.remove(np.array([ids[0], ids[0]]))),
    (IndexError, r"ids\[0\]", lambda world, ids: world.remove(12345)),
    (ValueError, "is no id", lambda world, ids: world.remove(-1)),
    (TypeError, "uint64", lambda world, ids: world.remove(ids.astype(np.int64))),
    (TypeError, r"ids\[0\]: 1.5 is no id", lambda world, ids: world.remove([1.5])),
    (ValueError, "shape", lambda world, ids: world.remove(ids.reshape(1, 2))),
    (IndexError, r"World.set_continuous: ids\[1\]", lambda world, ids: world.set_continuous([ids[0], 99], True)),
    (IndexError, "World.ignore", lambda world, ids: world.ignore(ids[0], ids[0])),
    (ValueError, "set_contact_enabled", lambda world, ids: world.set_contact_enabled(ids[0], ids[1], False)),
    (ValueError, r"radii\[1\] is -1", lambda world, ids: world.set_radii(ids, [0, -1])),
    (ValueError, "radii: 1 items for 2 ids", lambda world, ids: world.set_radii(ids, [1])),
    (ValueError, r"radii\[1\] is inf", lambda world, ids: world.add(centers=np.zeros((2, 3)), radii=[1, np.inf])),
    (ValueError, r"distances\[1\]", lambda world, ids: world.set_speculative_distances(ids, [0, -1])),
    (ValueError, "filters: 1 items for 2 ids", lambda world, ids: world.set_filters(ids, np.zeros(1, satori.FILTER))),
    (TypeError, "FILTER", lambda world, ids: world.set_filters(ids, np.zeros((2, 4), np.uint64))),
    (ValueError, "half_extents: 1 items for 2 ids", lambda world, ids: world.set_half_extents(ids, np.ones((1, 3)))),
    (ValueError, r"not \(n, 3\)", lambda world, ids: world.set_half_extents(ids, np.ones((2, 2)))),
    (TypeError, "uint32", lambda world, ids: world.manifolds([0.5])),
    (ValueError, "slots", lambda world, ids: world.manifolds(np.zeros((1, 1), np.uint32))),
    (ValueError, "World.set_origin", lambda world, ids: world.set_origin((np.nan, 0, 0))),
    (IndexError, "World.contacts", lambda world, ids: world.contacts(77)),
    (IndexError, r"ids\[1\]", lambda world, ids: world.boxes(np.array([ids[0], 99], np.uint64))),
    (TypeError, "bytes|incompatible", lambda world, ids: world.load("text")),
    (satori.LimitExceededError, "World.update", None),
    (ValueError, "isa", lambda world, ids: world.update(isa="sse5")),
    (ValueError, "threads", lambda world, ids: world.update(threads=0)),
    (ValueError, "boundary", lambda world, ids: satori.World(boundary="half")),
    (ValueError, "World", lambda world, ids: satori.World(margin=-1.0)),
    (ValueError, "impact_depth", lambda world, ids: satori.World(impact_depth=-1.0)),
    (ValueError, "impact_depth", lambda world, ids: satori.World(impact_depth=np.nan)),
]


@pytest.mark.parametrize("error, message, call", WRONG)
def test_wrong_arguments_change_nothing(error, message, call):
    world = satori.World()
    ids = world.add(centers=[[0, 0, 0], [5, 0, 0]], sizes=[[1, 1, 1], [1, 1, 1]])
    if error is satori.LimitExceededError:
        world.add(centers=np.zeros((3, 3)), sizes=np.ones((3, 3)))
        call = lambda world, ids: world.update(max_pairs=1)  # noqa: E731
    before = world.state_hash()
    with pytest.raises(error, match=message):
        call(world, ids)
    # An update that fails may have made bounds anew; nothing else changes the state.
    assert world.state_hash() == before or error is satori.LimitExceededError
    assert ids[0] in world
    world.update()


@pytest.mark.parametrize(
    "column, fault, half, center",
    [(4, "half extent is negative", -1, 1e9), (0, "center is farther than 1e12 from the origin", 1, 1e13)],
)
def test_a_fault_is_named_whatever_the_origin(column, fault, half, center):
    with pytest.raises(satori.InvalidBoxError) as caught:
        satori.World().add(centers=[[center, 1e9, 1e9]], half_extents=[[1, half, 1]], origin=(1e9, 1e9, 1e9))
    assert (caught.value.index, caught.value.column, caught.value.fault) == (0, column, fault)


def test_threads_of_one_replay(tmp_path):
    path = tmp_path / "world.rec"
    recorded(path, steps=30)
    replay, taken, refused = satori.replay(path), [], []

    def take():
        while True:
            try:
                taken.append(next(replay).number)
            except RuntimeError as error:
                refused.append(str(error))
            except StopIteration:
                return

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == list(range(30)) and all("another thread" in text for text in refused)


def test_a_world_says_what_it_is():
    world, _ = two_that_touch()
    update = world.update(threads=1, isa="scalar")
    assert repr(world) == "<satori.World of 2 boxes, 1 contacts>"
    assert repr(update) == "<satori.WorldUpdate: 1 begun, 0 changed, 0 ended, 1 contacts>"
    assert (update.isa, update.threads, update.pair_count, update.changed_box_count) == ("scalar", 1, 1, 2)
