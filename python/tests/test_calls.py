"""Pairs and contacts: what is found, and that it is the same for every instruction set and number of threads."""

import itertools

import numpy as np
import pytest

import satori

from helpers import (
    corners_by_hand, doubles, gap, gap_of_boxes, overlaps_by_hand, random_moves, random_rect_rows, random_rows, set_of,
)

BOXES = satori.Boxes(random_rows(2000))
OTHERS = satori.Boxes(random_rows(500, seed=2))
RECTS = satori.Rects(random_rect_rows(2000))
OTHER_RECTS = satori.Rects(random_rect_rows(500, seed=2))
KINDS = [(BOXES, OTHERS), (RECTS, OTHER_RECTS)]


def bounds_by_hand(boxes):
    corners = np.float64(boxes.corners())
    return np.stack([corners.min(axis=1), corners.max(axis=1)], 1)


def pairs_of_bounds(a, b=None):
    """All pairs of bounds that have a point in common."""
    other = a if b is None else b
    meet = ((a[:, None, 0] <= other[None, :, 1]) & (other[None, :, 0] <= a[:, None, 1])).all(axis=2)
    return set(zip(*(x.tolist() for x in np.nonzero(np.triu(meet, 1) if b is None else meet))))


def test_overlaps_are_those_of_all_pairs_by_hand():
    boxes = satori.Boxes(random_rows(120, width=6))
    found = set_of(satori.find_overlaps(boxes))
    sure, unsure = overlaps_by_hand(boxes)
    assert len(sure) > 100
    assert sure <= found <= sure | unsure


@pytest.mark.parametrize("a, b", KINDS)
def test_found_pairs_are_those_of_all_bounds(a, b):
    for call in [lambda *sets: satori.find_pairs(*sets), lambda *sets: satori.find_pairs(*(s.bounds() for s in sets))]:
        assert set_of(call(a)) == pairs_of_bounds(a.bounds())
        assert set_of(call(a, b)) == pairs_of_bounds(a.bounds(), b.bounds())


@pytest.mark.parametrize("bounds", [
    lambda b: b[::2], lambda b: b[::-1], lambda b: np.asfortranarray(b), lambda b: b[:, ::-1] * np.float32(-1),
    lambda b: np.frombuffer(b"x" + b.tobytes(), np.float32, offset=1).reshape(b.shape),
])
def test_bounds_of_any_stride(bounds):
    given = bounds(BOXES.bounds())
    packed = np.ascontiguousarray(given).copy()
    assert satori.find_pairs(given).tobytes() == satori.find_pairs(packed).tobytes()
    assert set_of(satori.find_pairs(given)) == pairs_of_bounds(packed)


def test_pairs_are_sorted_unless_the_order_does_not_matter():
    for a, b in KINDS:
        for call in [satori.find_overlaps, satori.find_pairs]:
            for sets in [(a,), (a, b)]:
                pairs = call(*sets)
                assert pairs.dtype == np.uint32 and len(pairs) > 100
                np.testing.assert_array_equal(pairs, sorted(pairs.tolist()))
                loose = call(*sets, sort=False)
                assert loose.tobytes() != pairs.tobytes() and set_of(loose) == set_of(pairs)


@pytest.mark.parametrize("a, b", KINDS)
def test_every_set_and_thread_count_gives_the_same(a, b):
    pairs, cross = satori.find_pairs(a), satori.find_pairs(a, b)
    moves, turns = random_moves(a)
    calls = {
        "find_overlaps": lambda **k: satori.find_overlaps(a, **k),
        "find_overlaps of two": lambda **k: satori.find_overlaps(a, b, sort=False, **k),
        "find_pairs": lambda **k: satori.find_pairs(a, **k),
        "find_pairs of bounds": lambda **k: satori.find_pairs(a.bounds(), b.bounds(), **k),
        "test_pairs": lambda **k: satori.test_pairs(a, pairs, **k),
        "test_pairs of two": lambda **k: satori.test_pairs(a, cross, b, **k),
        "find_near_pairs": lambda **k: satori.find_near_pairs(a, max_distance=0.1, **k),
        "find_nearest": lambda **k: satori.find_nearest(a, max_distance=1.0, **k),
        "find_nearest of two": lambda **k: satori.find_nearest(a, b, max_distance=1.0, **k),
        "distances": lambda **k: satori.distances(a, pairs, **k),
        "distances of two": lambda **k: satori.distances(a, cross, b, **k),
        "times_of_impact": lambda **k: satori.times_of_impact(a, pairs, translations=moves, rotations=turns, **k),
        "times_of_impact of two": lambda **k: satori.times_of_impact(a, cross, b, translations=(moves, None), **k),
        "find_impacts": lambda **k: satori.find_impacts(a, translations=moves, rotations=turns, **k),
        "find_impacts of two": lambda **k: satori.find_impacts(a, b, rotations=(turns, None), sort=False, **k),
        "collide": lambda **k: satori.collide(a, **k),
        "collide of two": lambda **k: satori.collide(a, b, speculative_distance=0.1, **k),
        "collide_pairs": lambda **k: satori.collide_pairs(a, pairs, **k),
        "separations": lambda **k: satori.separations(a, pairs, **k),
        "separations of two": lambda **k: satori.separations(a, cross, b, **k),
    }
    for name, call in calls.items():
        wanted = call()
        assert len(wanted) > 100
        for isa, threads in itertools.product([*satori.isas(), "best", None], [1, 2, 3, None]):
            assert call(isa=isa, threads=threads).tobytes() == wanted.tobytes(), (name, isa, threads)


@pytest.mark.parametrize("a, b", KINDS)
def test_tested_pairs_are_the_overlaps(a, b):
    for second in [None, b]:
        pairs = satori.find_pairs(a, second)
        answers = satori.test_pairs(a, pairs, second)
        assert answers.dtype == bool and 0 < answers.sum() < len(pairs)
        np.testing.assert_array_equal(pairs[answers], satori.find_overlaps(a, second))
        np.testing.assert_array_equal(satori.test_pairs(a, pairs[::-1], second), answers[::-1])
        assert satori.test_pairs(a, pairs[:5].tolist(), second).tolist() == answers[:5].tolist()
        assert satori.test_pairs(a, np.asfortranarray(pairs), second).tobytes() == answers.tobytes()
    assert satori.test_pairs(a, np.empty((0, 2), np.uint32)).shape == (0,)


@pytest.mark.parametrize("a, b", KINDS)
def test_distances_and_near_pairs(a, b):
    for second in [None, b]:
        pairs = satori.find_pairs(a, second)
        found = satori.distances(a, pairs, second)
        assert found.dtype in (satori.DISTANCE, satori.RECT_DISTANCE) and len(found) == len(pairs)
        overlap = satori.test_pairs(a, pairs, second)
        assert (found["distance"][overlap] == 0).all() and (found["distance"] >= 0).all()
        other = a if second is None else second
        first_points = a.centers[pairs[:, 0]] + found["first_offset"]
        second_points = other.centers[pairs[:, 1]] + found["second_offset"]
        between = found["distance"][:, None] * found["direction"]
        np.testing.assert_allclose(second_points - first_points, between, atol=1e-4)
        back = satori.distances(b, pairs[:, ::-1], a) if second is not None else satori.distances(a, pairs[:, ::-1])
        np.testing.assert_allclose(back["distance"], found["distance"], atol=1e-5)
        near = set_of(satori.find_near_pairs(a, second, max_distance=0.05))
        assert set_of(pairs[found["distance"] <= 0.05]) <= near
        assert set_of(satori.find_overlaps(a, second)) <= near
    assert set_of(satori.find_near_pairs(a, max_distance=1.0)) > set_of(satori.find_near_pairs(a, max_distance=0.0))


@pytest.mark.parametrize("a, b", KINDS)
def test_nearest_boxes(a, b):
    for second in [None, b]:
        nearest = satori.find_nearest(a, second, max_distance=0.5)
        assert nearest.dtype == satori.NEAREST and len(nearest) == len(a)
        pairs = satori.find_near_pairs(a, second, max_distance=0.5)
        found = satori.distances(a, pairs, second)["distance"]
        if second is None:
            pairs, found = np.concatenate([pairs, pairs[:, ::-1]]), np.concatenate([found, found])
        wanted = np.full(len(a), np.inf, np.float32)
        np.minimum.at(wanted, pairs[:, 0], found)
        np.testing.assert_array_equal(nearest["distance"], wanted)
        index = np.full(len(a), satori.NO_BOX, np.uint32)
        best = found == wanted[pairs[:, 0]]
        np.minimum.at(index, pairs[best, 0], pairs[best, 1])
        np.testing.assert_array_equal(nearest["index"], index)
        out = np.zeros(len(a), satori.NEAREST)
        satori.find_nearest(a, second, max_distance=0.5, out=out)
        assert out.tobytes() == nearest.tobytes()


def test_touching_counts_unless_the_boundary_is_open():
    boxes = satori.Boxes(centers=np.array([[0, 0, 0], [1, 0, 0]], np.float32), sizes=np.ones((2, 3)))
    rects = satori.Rects(centers=np.array([[0, 0], [1, 0]], np.float32), sizes=np.ones((2, 2)))
    for touching in [boxes, rects]:
        pair = [[0, 1]]
        for boundary, count in [("closed", 1), ("open", 0)]:
            assert len(satori.find_overlaps(touching, boundary=boundary)) == count
            assert satori.test_pairs(touching, pair, boundary=boundary).tolist() == [count == 1]
            assert len(satori.collide(touching, boundary=boundary)) == count
            assert len(satori.collide_pairs(touching, pair, boundary=boundary)) == count


@pytest.mark.parametrize("a, b", KINDS)
def test_results_go_where_out_says(a, b):
    pairs = satori.find_pairs(a, b)
    calls = [
        lambda **k: satori.find_overlaps(a, **k), lambda **k: satori.find_overlaps(a, b, sort=False, **k),
        lambda **k: satori.find_pairs(a, **k), lambda **k: satori.find_pairs(a.bounds(), b.bounds(), **k),
        lambda **k: satori.test_pairs(a, pairs, b, **k), lambda **k: satori.collide(a, **k),
        lambda **k: satori.collide(a, b, speculative_distance=0.2, **k),
        lambda **k: satori.collide_pairs(a, pairs, b, **k),
        lambda **k: satori.separations(a, pairs, b, **k),
    ]
    for call in calls:
        wanted = call()
        n = len(wanted)
        room = np.zeros((n + 1000, *wanted.shape[1:]), wanted.dtype)
        given = call(out=room)
        assert given.base is room and len(given) == n and given.tobytes() == wanted.tobytes() == room[:n].tobytes()
        exact = np.zeros_like(wanted)
        assert call(out=exact) is exact and exact.tobytes() == wanted.tobytes()
        assert exact.flags.owndata
        before = room[:n - 1].tobytes()
        with pytest.raises(ValueError, match=f"out: there is room for {n - 1}, the result has {n}"):
            call(out=room[:n - 1])
        assert room[:n - 1].tobytes() == before
        readonly = np.zeros_like(wanted)
        readonly.flags.writeable = False
        wide = np.zeros((n, *wanted.shape[1:]), np.dtype([("used", wanted.dtype), ("other", "u1")]))["used"]
        for out, error in [(wide, ValueError), (readonly, ValueError), (wanted[None], ValueError),
                           (wanted[0], (TypeError, ValueError)),
                           (np.zeros(wanted.shape, "f8"), TypeError), (wanted.tolist(), TypeError), ("out", TypeError)]:
            with pytest.raises(error, match="^out: "):
                call(out=out)


def test_a_large_result_owns_its_memory():
    boxes = satori.Boxes(random_rows(12_000, width=20))
    held = [satori.find_pairs(boxes, sort=False) for _ in range(10)]
    contacts = [satori.collide(boxes) for _ in range(3)]
    assert held[0].nbytes > 2**20 < contacts[0].nbytes
    for results in [held, contacts]:
        wanted = results[0].copy()
        assert all(r.tobytes() == wanted.tobytes() and not r.flags.owndata and r.flags.writeable for r in results)
        results[0][...] = np.zeros((), results[0].dtype)
        assert results[1].tobytes() == wanted.tobytes() != results[0].tobytes()
        last = results[-1][5:10]
        results.clear()
        satori.find_pairs(boxes), satori.collide(boxes)
        assert last.tobytes() == wanted[5:10].tobytes()


def test_contacts_lie_on_both_boxes():
    boxes = satori.Boxes(random_rows(400, width=8))
    manifolds = satori.collide(boxes)
    assert manifolds.dtype == satori.MANIFOLD
    assert set_of(manifolds["pair"]) == set_of(satori.find_overlaps(boxes))
    positions = satori.contact_positions(boxes, manifolds)
    assert positions.shape == (len(manifolds), 4, 3) and positions.dtype == np.float32
    centers, half, axes = doubles(boxes)
    for manifold, points in zip(manifolds, np.float64(positions)):
        count, normal = manifold["point_count"], np.float64(manifold["normal"])
        assert 1 <= count <= 4 and np.isnan(points[count:]).all()
        assert abs(normal @ normal - 1) < 1e-5
        for point, separation in zip(points[:count], manifold["points"]["separation"]):
            for box, sign in zip(manifold["pair"], [-0.5, 0.5]):
                local = axes[box] @ (point + sign * separation * normal - centers[box])
                assert (np.abs(local) <= half[box] + 1e-3).all()


def test_contacts_of_two_resting_cubes():
    boxes = satori.Boxes(centers=np.array([[0, 0, 0], [0, 0, 0.9]], np.float32), sizes=np.ones((2, 3), np.float32))
    manifolds = satori.collide(boxes)
    assert manifolds.shape == (1,)
    manifold = manifolds[0]
    assert manifold["pair"].tolist() == [0, 1]
    np.testing.assert_allclose(manifold["normal"], [0, 0, 1])
    assert manifold["point_count"] == 4
    np.testing.assert_allclose(manifold["points"]["separation"], -0.1, atol=1e-6)
    points = satori.contact_positions(boxes, manifolds)[0]
    assert sorted(points[:, :2].tolist()) == [[-0.5, -0.5], [-0.5, 0.5], [0.5, -0.5], [0.5, 0.5]]
    np.testing.assert_allclose(points[:, 2], 0.45, atol=1e-6)


@pytest.mark.parametrize("a, b", KINDS)
def test_listed_pairs_collide_as_found_ones(a, b):
    for second in [None, b]:
        found = satori.collide(a, second)
        pairs = satori.find_pairs(a, second)
        listed = satori.collide_pairs(a, pairs, second)
        order = np.lexsort(found["pair"].T[::-1])
        assert listed.tobytes() == found[order].tobytes()
        assert satori.collide_pairs(a, pairs[:0], second).shape == (0,)


def test_boxes_apart_by_less_than_the_speculative_distance_have_contacts():
    boxes = satori.Boxes(centers=np.array([[0, 0, 0], [0, 0, 1.2]], np.float32), sizes=np.ones((2, 3)))
    rects = satori.Rects(centers=np.array([[0, 0], [0, 1.2]], np.float32), sizes=np.ones((2, 2)))
    for apart in [boxes, rects]:
        assert len(satori.collide(apart)) == len(satori.collide(apart, speculative_distance=0.19)) == 0
        for manifolds in [satori.collide(apart, speculative_distance=0.21),
                          satori.collide_pairs(apart, [[0, 1]], speculative_distance=0.21)]:
            np.testing.assert_allclose(manifolds["points"]["separation"], 0.2, atol=1e-6)
    edge_beside_edge = satori.Boxes(centers=np.array([[0, 0, 0], [1.05, 1.05, 0]], np.float32), sizes=np.ones((2, 3)))
    assert len(satori.collide(edge_beside_edge, speculative_distance=0.1)) == 0


def test_separations_are_those_of_the_axes():
    boxes = satori.Boxes(random_rows(80, width=8))
    pairs = np.array(list(itertools.combinations(range(80), 2)), np.uint32)[::5]
    found = satori.separations(boxes, pairs)
    assert found.dtype == satori.SEPARATION
    corners, axes = corners_by_hand(boxes), doubles(boxes)[2]
    for (i, j), separation in zip(pairs, found):
        wanted = gap_of_boxes(corners, axes, i, j)
        # An axis of a face is preferred to one of edges, unless that one separates the boxes.
        least = wanted if wanted > 0 else gap(corners[i], corners[j], [*axes[i], *axes[j]])
        assert least - 2e-3 <= separation["separation"] <= wanted + 1e-4
        normal = np.float64(separation["normal"])
        assert separation["separation"] == pytest.approx(gap(corners[i], corners[j], [normal]), abs=1e-4)
        assert normal @ (corners[j].mean(axis=0) - corners[i].mean(axis=0)) > -1e-5 and separation["axis"] < 15
    turned = satori.separations(boxes, pairs[:, ::-1])
    np.testing.assert_array_equal(turned["normal"], -found["normal"])
    np.testing.assert_array_equal(turned["separation"], found["separation"])


@pytest.mark.parametrize("a, b", KINDS)
def test_filters_drop_pairs(a, b):
    """The rules of filters, as the documentation tells them, for all pairs without filters."""
    rng = np.random.default_rng(5)

    def filters_of(n):
        made = satori.filters(n)
        made["category"], made["mask"] = 1 << rng.integers(0, 3, n), rng.integers(0, 8, n)
        made["group"], made["owner"] = rng.integers(-1, 2, n), rng.integers(0, 4, n)
        return made

    def pass_filters(f, g):
        if f["owner"] == g["owner"] != 0:
            return False
        if f["group"] == g["group"] != 0:
            return bool(f["group"] > 0)
        return bool(f["category"] & g["mask"]) and bool(g["category"] & f["mask"])

    fa, fb = filters_of(len(a)), filters_of(len(b))
    ma, mb = (rng.integers(0, 4, n).astype(np.uint32) for n in (len(a), len(b)))
    movers = (satori.DYNAMIC, satori.DETECTOR)
    for call in [satori.find_overlaps, satori.find_pairs, satori.collide]:
        for sets, f, m in [((a,), (fa, fa), (ma, ma)), ((a, b), (fa, fb), (ma, mb))]:
            given = dict(filters=f, motions=m) if len(sets) == 2 else dict(filters=fa[::-1][::-1], motions=ma)
            pairs_in = lambda result: set_of(result["pair"] if call is satori.collide else result)
            everything = pairs_in(call(*sets))
            by_filters = {(i, j) for i, j in everything if pass_filters(f[0][i], f[1][j])}
            by_motions = {(i, j) for i, j in everything if m[0][i] in movers or m[1][j] in movers}
            assert 0 < len(by_filters) < len(everything) > len(by_motions) > 0
            assert pairs_in(call(*sets, filters=given["filters"])) == by_filters
            assert pairs_in(call(*sets, motions=given["motions"])) == by_motions
            assert pairs_in(call(*sets, **given)) == by_filters & by_motions
    half = satori.find_overlaps(a, b, filters=(fa, None), motions=(None, mb))
    default = satori.filters(1)[0]
    assert set_of(half) == {(i, j) for i, j in set_of(satori.find_overlaps(a, b)) if pass_filters(fa[i], default)}


def test_default_filters_let_all_pairs_pass():
    filters = satori.filters(3)
    assert filters.dtype == satori.FILTER and filters.shape == (3,)
    assert filters[1].tolist() == (1, 2**64 - 1, 0, 0) and satori.filters(0).shape == (0,)
    everything = satori.find_overlaps(BOXES)
    assert satori.find_overlaps(BOXES, filters=satori.filters(2000)).tobytes() == everything.tobytes()
    assert satori.find_overlaps(BOXES, motions=[satori.DYNAMIC] * 2000).tobytes() == everything.tobytes()
    assert len(satori.find_overlaps(BOXES, motions=np.full(2000, satori.STATIC, np.uint32))) == 0


def test_both_sets_may_be_the_same():
    pairs = set_of(satori.find_overlaps(BOXES))
    twice = set_of(satori.find_overlaps(BOXES, BOXES))
    assert twice == pairs | {(j, i) for i, j in pairs} | {(i, i) for i in range(len(BOXES))}


def test_the_rows_that_calls_write_can_be_saved(tmp_path):
    for rows in [satori.collide(BOXES), satori.collide(RECTS), satori.separations(BOXES, [[0, 1]]), satori.filters(4)]:
        np.save(tmp_path / "rows.npy", rows)
        again = np.load(tmp_path / "rows.npy")
        assert again.dtype == rows.dtype and again.tobytes() == rows.tobytes()


PAIRS = np.array([[0, 1], [2, 3]], np.uint32)
MANIFOLDS = satori.collide(BOXES)
FEW = satori.Boxes(random_rows(100, width=2))
NEAR, FAR = (satori.Boxes(np.float64(random_rows(3)), origin=(x, 0, 0)) for x in (0, 5))
INVERTED = BOXES.bounds()
INVERTED[3, 0, 1] = np.inf
BAD_MANIFOLDS = MANIFOLDS[:3].copy()
BAD_MANIFOLDS["pair"][2, 0] = 2000
FULL_MANIFOLDS = MANIFOLDS[:3].copy()
FULL_MANIFOLDS["point_count"][1] = 5
WRONG = [
    (satori.LimitExceededError, "find_overlaps: ", lambda: satori.find_overlaps(FEW, max_pairs=3)),
    (satori.LimitExceededError, "find_pairs: ", lambda: satori.find_pairs(FEW.bounds(), max_pairs=3)),
    (satori.LimitExceededError, "collide: ", lambda: satori.collide(FEW, max_pairs=3)),
    (ValueError, "max_pairs: -1", lambda: satori.collide(FEW, max_pairs=-1)),
    (TypeError, "max_pairs: float", lambda: satori.collide(FEW, max_pairs=1.0)),
    (ValueError, "boundary: 'half'", lambda: satori.find_overlaps(BOXES, boundary="half")),
    (TypeError, "boundary: int", lambda: satori.collide(BOXES, boundary=1)),
    (TypeError, "sort: int", lambda: satori.find_pairs(BOXES, sort=1)),
    (ValueError, "isa: ", lambda: satori.find_pairs(BOXES, isa="")),
    (ValueError, "threads: ", lambda: satori.test_pairs(BOXES, PAIRS, threads=0)),
    (TypeError, "a: ndarray is neither Boxes nor Rects", lambda: satori.find_overlaps(random_rows(3))),
    (TypeError, "a: NoneType is neither", lambda: satori.collide(None)),
    (TypeError, "b: Rects is not Boxes", lambda: satori.find_overlaps(BOXES, RECTS)),
    (TypeError, "b: Boxes is not Rects", lambda: satori.collide(RECTS, BOXES)),
    (TypeError, "b: list is not Boxes", lambda: satori.find_pairs(BOXES, [])),
    (ValueError, "b: its origin", lambda: satori.find_overlaps(NEAR, FAR)),
    (TypeError, "a: float64", lambda: satori.find_pairs(np.zeros((3, 2, 3)))),
    (ValueError, r"a: .*\(3, 6\)", lambda: satori.find_pairs(np.zeros((3, 6), np.float32))),
    (ValueError, r"a: .*\(3, 2, 4\)", lambda: satori.find_pairs(np.zeros((3, 2, 4), np.float32))),
    (ValueError, "b: bounds of other dimensions", lambda: satori.find_pairs(BOXES.bounds(), RECTS.bounds())),
    (TypeError, "b: Boxes is not an array", lambda: satori.find_pairs(BOXES.bounds(), BOXES)),
    (ValueError, "a: bounds 3 ", lambda: satori.find_pairs(INVERTED)),
    (ValueError, "b: bounds 3 ", lambda: satori.find_pairs(BOXES.bounds(), INVERTED)),
    (TypeError, "boundary", lambda: satori.find_pairs(BOXES, boundary="closed")),
    (IndexError, r"pairs\[1\]", lambda: satori.test_pairs(BOXES, np.array([[0, 1], [0, 2000]], np.uint32))),
    (IndexError, r"pairs\[0\]", lambda: satori.test_pairs(BOXES, np.array([[4, 4]], np.uint32))),
    (IndexError, r"pairs\[0\]", lambda: satori.distances(BOXES, np.array([[4, 4]], np.uint32))),
    (ValueError, "max_distance: ", lambda: satori.find_near_pairs(BOXES, max_distance=-1)),
    (ValueError, "max_distance: ", lambda: satori.find_near_pairs(BOXES, max_distance=float("nan"))),
    (ValueError, "max_distance: ", lambda: satori.find_nearest(BOXES, max_distance=2e9)),
    (TypeError, "max_distance: str", lambda: satori.find_nearest(BOXES, max_distance="1")),
    (ValueError, "out: ", lambda: satori.find_nearest(BOXES, max_distance=1, out=np.zeros(5, satori.NEAREST))),
    (ValueError, "filters: 5 items", lambda: satori.find_nearest(BOXES, max_distance=1, filters=satori.filters(5))),
    (IndexError, r"pairs\[0\]", lambda: satori.collide_pairs(RECTS, [[0, 500]], OTHER_RECTS)),
    (IndexError, r"pairs\[0\]", lambda: satori.separations(BOXES, [[2000, 0]])),
    (TypeError, "pairs: int64 is not uint32", lambda: satori.test_pairs(BOXES, np.array([[0, 1]]))),
    (TypeError, "pairs: float64", lambda: satori.test_pairs(BOXES, [[0.0, 1.0]])),
    (TypeError, "pairs: bool", lambda: satori.test_pairs(BOXES, [[False, True]])),
    (TypeError, "pairs: None", lambda: satori.separations(BOXES, None)),
    (ValueError, "pairs: .*below 0", lambda: satori.test_pairs(BOXES, [[0, -1]])),
    (ValueError, "pairs: .*above", lambda: satori.test_pairs(BOXES, [[0, 2**32]])),
    (ValueError, r"pairs: .*\(2,\)", lambda: satori.test_pairs(BOXES, np.array([0, 1], np.uint32))),
    (ValueError, r"pairs: .*\(1, 3\)", lambda: satori.collide_pairs(BOXES, [[0, 1, 2]])),
    (ValueError, "speculative_distance: ", lambda: satori.collide(BOXES, speculative_distance=-0.1)),
    (ValueError, "speculative_distance: ", lambda: satori.collide_pairs(BOXES, PAIRS, speculative_distance=np.nan)),
    (TypeError, "speculative_distance: str", lambda: satori.collide(RECTS, speculative_distance="1")),
    (TypeError, "filters: list", lambda: satori.find_overlaps(BOXES, filters=[1] * 2000)),
    (TypeError, "filters: .*not satori.FILTER", lambda: satori.find_overlaps(BOXES, filters=np.zeros(2000))),
    (ValueError, "filters: 5 items for 2000", lambda: satori.collide(BOXES, filters=satori.filters(5))),
    (ValueError, "filters: .*shape", lambda: satori.collide(BOXES, filters=satori.filters(2000)[None])),
    (TypeError, "filters: .*tuple of two", lambda: satori.find_overlaps(BOXES, OTHERS, filters=satori.filters(2000))),
    (ValueError, r"filters\[1\]: 2000 items for 500",
     lambda: satori.find_pairs(BOXES, OTHERS, filters=(None, satori.filters(2000)))),
    (ValueError, "motions: item 1999 ", lambda: satori.find_pairs(BOXES, motions=[0] * 1999 + [4])),
    (ValueError, "motions: 3 items for 2000", lambda: satori.find_pairs(BOXES, motions=np.zeros(3, np.uint32))),
    (TypeError, "motions: int64", lambda: satori.find_pairs(BOXES, motions=np.zeros(2000, np.int64))),
    (TypeError, "motions: .*tuple of two",
     lambda: satori.collide(RECTS, OTHER_RECTS, motions=np.zeros(2000, np.uint32))),
    (ValueError, "n: ", lambda: satori.filters(-1)),
    (TypeError, "n: ", lambda: satori.filters("3")),
    (TypeError, "manifolds: .*not satori.MANIFOLD", lambda: satori.contact_positions(BOXES, satori.collide(RECTS))),
    (TypeError, "manifolds: .*not satori.RECT_MANIFOLD", lambda: satori.contact_positions(RECTS, MANIFOLDS)),
    (IndexError, r"manifolds\[2\]: .*not there", lambda: satori.contact_positions(BOXES, BAD_MANIFOLDS)),
    (ValueError, r"manifolds\[1\]: .*too many points", lambda: satori.contact_positions(BOXES, FULL_MANIFOLDS)),
    (ValueError, "manifolds: .*shape", lambda: satori.contact_positions(BOXES, MANIFOLDS[None])),
    (TypeError, "a: ", lambda: satori.contact_positions(random_rows(3), MANIFOLDS)),
]


@pytest.mark.parametrize("error, message, call", WRONG)
def test_wrong_arguments(error, message, call):
    with pytest.raises(error, match=message):
        call()


def test_an_instruction_set_that_is_not_there():
    absent = {"sse4.2", "avx2", "avx512", "neon64"} - set(satori.isas())
    assert absent and satori.best_isa() in satori.isas() and satori.isas()[0] == "scalar"
    for isa in absent:
        for call in [satori.find_overlaps, satori.find_pairs, satori.collide]:
            with pytest.raises(satori.UnsupportedIsaError, match=call.__name__):
                call(BOXES, isa=isa)
