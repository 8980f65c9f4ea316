"""satori.mpi on the ranks of MPI: results of one process, and errors of one rank on all.

All ranks run this file: mpirun -n 3 python3 -m mpi4py -m pytest -x test_ranks.py. Each test has the same steps on all
ranks. A rank whose test fails ends the others too, by mpi4py.
"""

import pathlib
import runpy
import sys
import threading
import time

import numpy as np
import pytest
from mpi4py import MPI

import satori
import satori.mpi

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from helpers import random_rows  # noqa: E402

COMM = MPI.COMM_WORLD
RANK, RANKS = COMM.Get_rank(), COMM.Get_size()
LAST = RANKS - 1
EXAMPLE = pathlib.Path(__file__).parents[2] / "examples/mpi_contacts.py"

ROWS = random_rows(3000)
IDS = np.random.default_rng(7).permutation(np.arange(10**12, 10**12 + 3000, dtype=np.uint64))
BY_ID = np.argsort(IDS)
RADII = np.where(np.arange(3000) % 3 == 0, 0.25, 0).astype(np.float32)
MOTIONS = np.random.default_rng(8).choice([satori.STATIC, satori.DYNAMIC], 3000).astype(np.uint32)
FILTERS = satori.filters(3000)
FILTERS["category"] = np.random.default_rng(9).choice([1, 2], 3000)
FILTERS["mask"] = 1
SCENES = {
    "float32": dict(rows=ROWS),
    "strides": dict(rows=np.asfortranarray(ROWS)),
    "float64": dict(rows=np.float64(ROWS) + np.array([5e6, -3e6, 100] + [0] * 7), origin=(5e6, -3e6, 100.0)),
    "float32 with an origin": dict(rows=ROWS, origin=(5.0, 5.0, 5.0)),
    "radii": dict(rows=ROWS, radii=RADII),
    "filters": dict(rows=ROWS, filters=FILTERS),
    "motions": dict(rows=ROWS, motions=MOTIONS),
}
EVERY = [pytest.param(scene, id=name) for name, scene in SCENES.items()]


@pytest.fixture
def partition():
    return satori.mpi.Partition()


def mine(scene, share=slice(RANK, None, RANKS)):
    """The arguments of this rank: a share of the boxes."""
    given = dict(boxes=scene["rows"][share], ids=IDS[share], threads=1)
    given.update({"origin": scene["origin"]} if "origin" in scene else {})
    given.update({name: scene[name][share] for name in ("radii", "filters", "motions") if name in scene})
    return given


def all_boxes(scene):
    """All boxes on one process, sorted by id."""
    radii = scene["radii"][BY_ID] if "radii" in scene else None
    return satori.Boxes(scene["rows"][BY_ID], radii=radii, origin=scene.get("origin"))


def filters_of(scene):
    """Which of all_boxes() make pairs."""
    return {name: scene[name][BY_ID] for name in ("filters", "motions") if name in scene}


def gathered(array):
    """The items of all ranks, on all ranks."""
    return np.concatenate(COMM.allgather(array))


def by_ids(items, ids):
    return items[np.lexsort((ids[:, 1], ids[:, 0]))]


@pytest.mark.parametrize("scene", EVERY)
def test_pairs_are_those_of_one_process(partition, scene):
    wanted = IDS[BY_ID][satori.find_overlaps(all_boxes(scene), **filters_of(scene))]
    pairs = partition.find_overlaps(**mine(scene))
    assert pairs.dtype == np.uint64 and pairs.shape[1:] == (2,)
    np.testing.assert_array_equal(pairs, by_ids(pairs, pairs))
    everything = gathered(pairs)
    assert 1000 < len(wanted) == len(everything)
    np.testing.assert_array_equal(by_ids(everything, everything), wanted)
    unsorted = partition.find_overlaps(**mine(scene), sort=False)
    np.testing.assert_array_equal(by_ids(unsorted, unsorted), pairs)


def test_near_pairs_are_those_of_one_process(partition):
    scene = SCENES["radii"]
    wanted = IDS[BY_ID][satori.find_near_pairs(all_boxes(scene), max_distance=0.3)]
    pairs = gathered(partition.find_near_pairs(**mine(scene), max_distance=0.3))
    np.testing.assert_array_equal(by_ids(pairs, pairs), wanted)


@pytest.mark.parametrize("scene", EVERY)
def test_contacts_have_the_bytes_of_one_process(partition, scene):
    wanted = satori.collide(all_boxes(scene), speculative_distance=0.1, **filters_of(scene))
    manifolds = partition.collide(**mine(scene), speculative_distance=0.1)
    assert manifolds.dtype == satori.mpi.MANIFOLD
    everything = gathered(manifolds)
    everything = by_ids(everything, everything["ids"])
    wanted = by_ids(wanted, wanted["pair"])
    assert 1000 < len(wanted) == len(everything)
    np.testing.assert_array_equal(everything["ids"], IDS[BY_ID][wanted["pair"]])
    for field in ("normal", "point_count", "points"):
        assert everything[field].tobytes() == wanted[field].tobytes(), field
    # Where a box comes from: rank r has brought the boxes r, r + RANKS, ...
    np.testing.assert_array_equal(IDS[everything["indices"] * RANKS + everything["ranks"]], everything["ids"])
    assert set(np.unique(everything["ranks"])) == set(range(RANKS))


def test_contacts_far_from_the_origin_are_those_of_one_rank():
    """Not those of one process, unless the lattice is off."""
    scene = dict(rows=np.float64(ROWS) + np.array([200e3, 0, 0] + [0] * 7), origin=(0.0, 0.0, 0.0))

    def points(comm, share, **options):
        partition = satori.mpi.Partition(comm, **options)
        found = np.concatenate(comm.allgather(partition.collide(**mine(scene, share))))
        return by_ids(found, found["ids"])["points"].tobytes()

    one_rank = points(MPI.COMM_SELF, slice(None))
    assert points(COMM, slice(RANK, None, RANKS)) == one_rank
    wanted = satori.collide(all_boxes(scene))
    wanted = by_ids(wanted, wanted["pair"])["points"].tobytes()
    assert points(COMM, slice(RANK, None, RANKS), lattice_edge=0) == wanted != one_rank


def test_options_reach_the_call(partition):
    rows = np.array([[2.0 * x, 0, 0, 1, 1, 1, 0, 0, 0, 1] for x in range(40)], np.float32)
    share = dict(boxes=rows[RANK::RANKS], ids=np.arange(RANK, 40, RANKS, dtype=np.uint64))
    assert len(gathered(partition.find_overlaps(**share))) == 39
    assert len(gathered(partition.find_overlaps(**share, boundary="open"))) == 0
    assert len(gathered(partition.collide(**share, boundary="open"))) == 0
    apart = dict(share, boxes=share["boxes"] * np.float32([1, 1, 1, 0.9, 1, 1, 1, 1, 1, 1]))
    assert len(gathered(partition.collide(**apart))) == 0
    assert len(gathered(partition.collide(**apart, speculative_distance=0.3, isa="scalar"))) == 39


def test_one_rank_may_bring_all(partition):
    scene = SCENES["float32"]
    share = slice(None) if RANK == LAST else slice(0)
    pairs = gathered(partition.find_overlaps(**mine(scene, share)))
    np.testing.assert_array_equal(by_ids(pairs, pairs), IDS[BY_ID][satori.find_overlaps(all_boxes(scene))])


def test_a_communicator_of_some_ranks():
    half = COMM.Split(RANK % 2, RANK)
    partition = satori.mpi.Partition(half)
    rows = random_rows(300, seed=RANK % 2, width=6)[half.Get_rank() :: half.Get_size()]
    ids = np.arange(300, dtype=np.uint64)[half.Get_rank() :: half.Get_size()]
    pairs = np.concatenate(half.allgather(partition.find_overlaps(rows, ids)))
    wanted = satori.find_overlaps(satori.Boxes(random_rows(300, seed=RANK % 2, width=6)))
    np.testing.assert_array_equal(by_ids(pairs, pairs), wanted)
    del partition
    half.Free()


def test_a_tracker_has_the_contacts_and_events_of_one_process():
    rows, ids = random_rows(400, width=8), np.arange(400, dtype=np.uint64)
    tracker = satori.mpi.ContactTracker()
    rng = np.random.default_rng(3)
    touching, begun_count, ended_count = set(), 0, 0
    for step in range(8):
        rows[:, :3] += rng.normal(size=(400, 3)).astype(np.float32) * 0.2
        share = slice((RANK + step) % RANKS, None, RANKS)  # from another rank in each step
        manifolds, begun, ended = tracker.update(rows[share], ids[share], threads=1)
        np.testing.assert_array_equal(manifolds, by_ids(manifolds, manifolds["ids"]))
        now = set(map(tuple, gathered(manifolds["ids"]).tolist()))
        assert now == set(map(tuple, satori.find_overlaps(satori.Boxes(rows)).tolist()))
        assert sorted(map(tuple, gathered(manifolds["ids"][begun]).tolist())) == sorted(now - touching)
        assert sorted(map(tuple, gathered(ended).tolist())) == sorted(touching - now)
        begun_count, ended_count = begun_count + len(now - touching), ended_count + len(touching - now)
        touching = now
    assert min(begun_count - len(touching), ended_count) > 20
    tracker.clear()
    manifolds, begun, ended = tracker.update(rows[RANK::RANKS], ids[RANK::RANKS])
    assert len(begun) == len(manifolds) and len(ended) == 0


CALLS = {
    "find_overlaps": (satori.mpi.Partition, {}),
    "find_near_pairs": (satori.mpi.Partition, dict(max_distance=1.0)),
    "collide": (satori.mpi.Partition, {}),
    "update": (satori.mpi.ContactTracker, {}),
}


@pytest.fixture(params=CALLS)
def call(request):
    """A call, and the scene of this rank for it. Afterwards it still works."""
    kind, more = CALLS[request.param]
    caller = kind()
    given = dict(mine(SCENES["float32"]), **more)
    yield getattr(caller, request.param), given
    getattr(caller, request.param)(**given)


def test_a_box_that_is_not_legal_raises_on_all_ranks(call):
    function, given = call
    boxes = given["boxes"].copy()
    if RANK == LAST:
        boxes[5, 4] = -1
    with pytest.raises(satori.InvalidBoxError) as caught:
        function(**dict(given, boxes=boxes))
    error, box_id = caught.value, int(IDS[LAST + 5 * RANKS])
    assert str(error) == f"rank {LAST}, box 5, id {box_id}: half extent is negative"
    assert (error.rank, error.index, error.id, error.fault) == (LAST, 5, box_id, "half extent is negative")


def test_a_radius_that_is_not_legal_raises_on_all_ranks(call):
    function, given = call
    radii = np.zeros(len(given["boxes"]))
    radii[3] = np.nan if RANK == LAST else 0.5
    with pytest.raises(satori.InvalidBoxError, match=f"rank {LAST}, box 3, id .*: radius"):
        function(**given, radii=radii)


# On one rank only. Its own message names the argument, that of the others the rank.
WRONG = [
    (TypeError, "boxes: int64", dict(boxes=np.zeros((3, 10), np.int64))),
    (TypeError, "boxes: .*origin=", dict(boxes=np.float64(ROWS[:3]))),
    (TypeError, "boxes: None", dict(boxes=None)),
    (ValueError, r"boxes: .*\(3, 7\), not \(n, 10\)", dict(boxes=np.zeros((3, 7), np.float32))),
    (TypeError, "ids: int64 is not uint64", dict(ids=np.arange(3))),
    (ValueError, "ids: 2 items for", dict(ids=np.arange(2, dtype=np.uint64))),
    (ValueError, "radii: 2 items", dict(radii=np.zeros(2))),
    (TypeError, "filters: .*not satori.FILTER", dict(filters=np.zeros(3))),
    (ValueError, "filters: 5 items", dict(filters=satori.filters(5))),
    (ValueError, "motions: 2 items", dict(motions=np.zeros(2, np.uint32))),
    (ValueError, "origin: ", dict(origin=(0, 0, np.inf))),
    (ValueError, "isa: ", dict(isa="mmx")),
    (TypeError, "threads: str", dict(threads="2")),
    (ValueError, "max_pairs: -1", dict(max_pairs=-1)),
]


@pytest.mark.parametrize("error, message, change", WRONG)
def test_a_wrong_argument_of_one_rank_raises_on_all(call, error, message, change):
    function, given = call
    with pytest.raises((TypeError, ValueError)) as caught:
        function(**(dict(given, **change) if RANK == LAST else given))
    if RANK == LAST:
        assert caught.type is error
        caught.match(f"^{message}")
    else:
        assert caught.type is ValueError
        caught.match(f"^{function.__name__}: rank {LAST}: ")


@pytest.mark.parametrize(
    "name, message, change",
    [
        ("find_overlaps", "boundary: 'ajar'", dict(boundary="ajar")),
        ("find_overlaps", "sort: int", dict(sort=1)),
        ("find_near_pairs", "max_distance: ", dict(max_distance=-1)),
        ("collide", "speculative_distance: ", dict(speculative_distance=np.nan)),
    ],
)
def test_a_wrong_option_of_one_rank_raises_on_all(partition, name, message, change):
    given = dict(mine(SCENES["float32"]), **CALLS[name][1])
    with pytest.raises((TypeError, ValueError), match=message if RANK == LAST else f"{name}: rank {LAST}: "):
        getattr(partition, name)(**(dict(given, **change) if RANK == LAST else given))


def test_two_boxes_of_one_id_raise_on_all_ranks(partition):
    rows = np.tile(np.float32([0, 0, 0, 1, 1, 1, 0, 0, 0, 1]), (2, 1))
    ids = np.array([2 * RANK, 2 * RANK + 1], np.uint64) if RANK else np.array([77, 77], np.uint64)
    with pytest.raises(ValueError, match="find_overlaps: rank 0, box [01], id 77: "):
        partition.find_overlaps(rows, ids)


def test_too_many_pairs_of_one_rank_raise_on_all(partition):
    with pytest.raises(satori.LimitExceededError, match=f"collide: rank {LAST}: "):
        partition.collide(**mine(SCENES["float32"]), max_pairs=3 if RANK == LAST else 0)


@pytest.mark.skipif(RANKS == 1, reason="one rank is of one mind")
def test_ranks_that_do_not_make_the_same_call_raise(partition):
    given = mine(SCENES["float32"])
    with pytest.raises(ValueError, match="the ranks make different calls"):
        partition.find_near_pairs(**given, max_distance=1 + RANK)
    with pytest.raises(ValueError, match="the ranks make different calls"):
        partition.find_overlaps(**given) if RANK else partition.collide(**given)


def test_an_instruction_set_that_is_not_there_raises_on_all_ranks(partition):
    absent = ({"avx2", "neon64"} - set(satori.isas())).pop()
    with pytest.raises(satori.UnsupportedIsaError, match="rank 0: "):
        partition.find_overlaps(**dict(mine(SCENES["float32"]), isa=absent))


@pytest.mark.parametrize("comm", [3, "world", MPI.COMM_NULL, MPI.COMM_WORLD.Get_group()])
def test_what_is_no_communicator_is_refused(comm):
    for kind in (satori.mpi.Partition, satori.mpi.ContactTracker):
        with pytest.raises(TypeError, match="comm: .* is not an Intracomm of mpi4py"):
            kind(comm)


@pytest.mark.parametrize(
    "error, edge", [(ValueError, -1), (ValueError, 63), (ValueError, 2e8), (ValueError, np.nan), (TypeError, "64")]
)
def test_a_wrong_lattice_edge_is_refused(error, edge):
    for kind in (satori.mpi.Partition, satori.mpi.ContactTracker):
        with pytest.raises(error, match="lattice_edge: "):
            kind(lattice_edge=edge)


def test_other_threads_run_during_a_call(partition):
    """Without the interpreter lock: the other ranks come to the call only after this rank's second thread has run."""
    if MPI.Query_thread() < MPI.THREAD_MULTIPLE:
        pytest.skip("this MPI is not for several threads")
    counted, given = COMM.Dup(), mine(SCENES["float32"])

    def meet():
        time.sleep(0.2)
        counted.Barrier()

    thread = threading.Thread(target=meet)
    if RANK == 0:
        thread.start()
    else:
        counted.Barrier()
    pairs = partition.find_overlaps(**given)
    if RANK == 0:
        thread.join()
    assert len(gathered(pairs)) > 3000
    counted.Free()


@pytest.mark.parametrize("name", ["find_overlaps", "update"])
def test_a_released_object_frees_its_communicator(name):
    """MPI tells when it copies and deletes what it keeps for a communicator."""
    freed = []
    key = MPI.Comm.Create_keyval(copy_fn=lambda *given: given[-1], delete_fn=lambda *given: freed.append(given[-1]))
    comm = COMM.Dup()
    comm.Set_attr(key, "kept")
    made = CALLS[name][0](comm)
    getattr(made, name)(**mine(SCENES["float32"]))
    assert freed == []
    del made
    assert freed == ["kept"]
    comm.Free()
    MPI.Comm.Free_keyval(key)


def test_the_example(capsys):
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    printed = capsys.readouterr().out
    assert printed == ("29999 contacts; rank 0, box 0, id 0: half extent is negative\n" if RANK == 0 else "")
