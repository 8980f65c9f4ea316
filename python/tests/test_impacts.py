"""Times of impact: at the time the boxes are where the call says, and before it they are apart; arguments."""

import numpy as np
import pytest

import satori

from helpers import random_moves, random_rect_rows, random_rows, set_of

BOXES = satori.Boxes(random_rows(300, width=14))
OTHERS = satori.Boxes(random_rows(200, seed=2, width=14))
RECTS = satori.Rects(random_rect_rows(300))
OTHER_RECTS = satori.Rects(random_rect_rows(200, seed=2))
KINDS = [(BOXES, OTHERS), (RECTS, OTHER_RECTS)]


def turned(axes, vectors):
    """Axes after rotations by vectors: Rodrigues' formula, in double."""
    angles = np.linalg.norm(vectors, axis=1)
    k = vectors / np.where(angles == 0, 1, angles)[:, None]
    sine, cosine = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    along = (axes @ k[:, :, None]) * k[:, None, :]
    return cosine * axes + sine * np.cross(k[:, None, :], axes) + (1 - cosine) * along


def at_times(boxes, moves, turns, rows, times):
    """The boxes of `rows` at times of their motions."""
    centers = boxes.centers[rows].astype(np.float64) + times[:, None] * moves[rows]
    half = boxes.half_extents[rows]
    if isinstance(boxes, satori.Rects):
        return satori.Rects(centers=centers, half_extents=half, angles=boxes.angles[rows] + times * turns[rows],
                            origin=(0, 0))
    axes = turned(boxes.axes[rows].astype(np.float64), times[:, None] * turns[rows])
    return satori.Boxes(centers=centers, half_extents=half, matrices=axes.transpose(0, 2, 1).copy(), origin=(0, 0, 0))


def distances_at(a, b, motions, pairs, times):
    """How far the boxes of each pair are apart at its time."""
    times = np.broadcast_to(np.float64(times), len(pairs))
    first, second = (at_times(boxes, *moves, pairs[:, k], times) for k, (boxes, moves) in enumerate([
        (a, motions[0]), (b, motions[1])]))
    own = np.stack([np.arange(len(pairs), dtype=np.uint32)] * 2, axis=1)
    return satori.distances(first, own, second)


@pytest.mark.parametrize("a, b", KINDS)
@pytest.mark.parametrize("distance, tolerance", [(0.0, 1e-3), (0.25, 0.05)])
def test_boxes_come_near_at_the_time_and_not_before(a, b, distance, tolerance):
    for second in [None, b]:
        other = a if second is None else second
        motions = random_moves(a), random_moves(a if second is None else b, seed=3 if second is None else 4)
        given = [motions[0][k] if second is None else (motions[0][k], motions[1][k]) for k in (0, 1)]
        limits = dict(distance=distance, tolerance=tolerance)
        pairs = satori.find_near_pairs(a, second, max_distance=1.0)
        found = satori.times_of_impact(a, pairs, second, translations=given[0], rotations=given[1], **limits)
        assert found.dtype == (satori.IMPACT if isinstance(a, satori.Boxes) else satori.RECT_IMPACT)
        meets, none = found["kind"] == satori.MEETS, found["kind"] == satori.NO_IMPACT
        assert meets.sum() > 50 and none.sum() > 50 and (found["time"][meets] > 0).sum() > 20
        assert (found["time"][none] == 1).all() and (found["closest"]["distance"][none] == 0).all()
        at = distances_at(a, other, motions, pairs[meets], found["time"][meets])
        assert (at["distance"] <= distance + tolerance + 1e-5).all()
        closest = found["closest"][meets]
        np.testing.assert_allclose(closest["distance"], at["distance"], atol=1e-4)
        if distance > 0:
            # Of parallel edges, or of boxes that overlap, other points are as close.
            apart = at["distance"] > 0.02
            assert apart.sum() > 20
            for name in ["direction", "first_offset", "second_offset"]:
                assert np.median(np.abs(closest[name] - at[name])[apart].max(axis=1)) < 1e-3, name
        later = found["time"] > 0
        for share in np.linspace(0, 1, 12, endpoint=False):
            before = distances_at(a, other, motions, pairs[later], share * found["time"][later])["distance"]
            assert (before >= distance - 1e-5).all()
        assert (distances_at(a, other, motions, pairs[none], 1)["distance"] >= distance - 1e-5).all()
        listed = set_of(satori.find_impacts(a, second, translations=given[0], rotations=given[1], **limits))
        assert set_of(pairs[~none]) <= listed and not set_of(pairs[none]) & listed


@pytest.mark.parametrize("a, b", KINDS)
def test_what_is_left_out_stands_still(a, b):
    moves, turns = random_moves(a)
    for second in [None, b]:
        two = second is not None
        pairs = satori.find_near_pairs(a, second, max_distance=0.5)
        still = satori.times_of_impact(a, pairs, second)
        overlap = satori.distances(a, pairs, second)["distance"] == 0
        np.testing.assert_array_equal(still["kind"] == satori.MEETS, overlap)
        assert set(still["time"].tolist()) == {0, 1}
        for given, full in [
            ((moves, None), (moves, 0 * turns)), ((None, turns), (0 * moves, turns)),
            ((moves[7], None), (np.tile(moves[7], (len(a), 1)), None)),
            ((None, turns[7]), (None, np.resize(turns[7], turns.shape))),
            ((moves.astype(np.float64)[::-1], None), (moves[::-1].copy(), None)),
        ]:
            one, all_rows = (
                satori.times_of_impact(a, pairs, second, translations=(t, None) if two else t,
                                       rotations=(r, None) if two else r).tobytes()
                for t, r in (given, full))
            assert one == all_rows
            assert one != still.tobytes() or (not two and given[0] is not None and given[0].ndim == 1)


@pytest.mark.parametrize("a, b", KINDS)
def test_pairs_that_meet_go_through_filters_and_into_out(a, b):
    moves, turns = random_moves(a)
    pairs = satori.find_impacts(a, b, translations=(moves, None), rotations=(turns, None))
    np.testing.assert_array_equal(pairs, sorted(pairs.tolist()))
    loose = satori.find_impacts(a, b, translations=(moves, None), rotations=(turns, None), sort=False)
    assert set_of(loose) == set_of(pairs) and loose.tobytes() != pairs.tobytes()
    fixed = np.full(len(a), satori.STATIC, np.uint32)
    fixed[::2] = satori.DYNAMIC
    half = satori.find_impacts(a, b, translations=(moves, None), rotations=(turns, None),
                               motions=(fixed, np.full(len(b), satori.STATIC, np.uint32)))
    assert set_of(half) == {(i, j) for i, j in set_of(pairs) if i % 2 == 0} and len(half) > 10
    room = np.zeros((len(pairs) + 5, 2), np.uint32)
    given = satori.find_impacts(a, b, translations=(moves, None), rotations=(turns, None), out=room)
    assert given.base is room and given.tobytes() == pairs.tobytes()
    impacts = satori.times_of_impact(a, pairs, b, translations=(moves, None), rotations=(turns, None))
    assert (impacts["kind"] != satori.NO_IMPACT).all()
    out = np.zeros_like(impacts)
    assert satori.times_of_impact(a, pairs, b, translations=(moves, None), rotations=(turns, None), out=out) is out
    assert out.tobytes() == impacts.tobytes()


def test_two_balls():
    centers = np.array([[0, 0, 0], [5, 0, 0]], np.float32)
    balls = satori.Boxes(centers=centers, radii=[1.0, 0.5])
    impacts = satori.times_of_impact(balls, [[0, 1]], translations=[[0.0, 0, 0], [-7.0, 0, 0]], tolerance=1e-4)
    assert impacts["kind"][0] == satori.MEETS and 0.5 - 1e-4 / 7 <= impacts["time"][0] <= 0.5


def test_boxes_that_mesh_like_gears_are_unresolved():
    centers = np.array([[0, 0, 0], [1.5, 0, 0]], np.float32)
    rods = satori.Boxes(centers=centers, half_extents=[[1, 0.01, 0.01], [0.01, 1, 0.01]])
    impacts = satori.times_of_impact(rods, [[0, 1]], rotations=(0.0, 0.0, 100.0))
    assert impacts["kind"][0] == satori.UNRESOLVED and 0.1 < impacts["time"][0] < 1
    assert satori.find_impacts(rods, rotations=(0.0, 0.0, 100.0)).tolist() == [[0, 1]]


def with_number(boxes, row, column, number):
    moves = np.zeros((len(boxes), 3))
    moves[row, column] = number
    return moves


WRONG = [
    (ValueError, "^translations: row 7, column 2 is not finite, or beyond",
     lambda call: call(BOXES, translations=with_number(BOXES, 7, 2, np.nan))),
    (ValueError, "^translations: row 299, column 0 .*100000000",
     lambda call: call(BOXES, translations=with_number(BOXES, 299, 0, -2e8))),
    (ValueError, r"^translations\[1\]: row 7, column 1 ",
     lambda call: call(BOXES, OTHERS, translations=(None, with_number(OTHERS, 7, 1, 1e300)))),
    (ValueError, r"^rotations\[0\]: row 9, column 1 .*100$",
     lambda call: call(BOXES, OTHERS, rotations=(with_number(BOXES, 9, 1, 100.1), None))),
    (ValueError, "^rotations: row 0: the angle is above 100", lambda call: call(BOXES, rotations=(60.0, 60.0, 60.0))),
    (ValueError, "^rotations: row 3, column 0 ",
     lambda call: call(RECTS, rotations=with_number(RECTS, 3, 0, 101)[:, 0])),
    (ValueError, "^translations: 5 items for 300 boxes", lambda call: call(BOXES, translations=np.zeros((5, 3)))),
    (ValueError, r"^rotations\[1\]: 300 items for 200 boxes",
     lambda call: call(RECTS, OTHER_RECTS, rotations=(None, np.zeros(300)))),
    (ValueError, r"^translations: .*\(300, 2\)", lambda call: call(BOXES, translations=np.zeros((300, 2)))),
    (ValueError, r"^rotations: .*\(300, 3\)", lambda call: call(RECTS, rotations=np.zeros((300, 3)))),
    (TypeError, "^translations: .*tuple of two", lambda call: call(BOXES, OTHERS, translations=np.zeros((300, 3)))),
    (TypeError, "^rotations: .*int64", lambda call: call(BOXES, rotations=np.zeros((300, 3), np.int64))),
    (TypeError, "^translations: ", lambda call: call(BOXES, translations="fast")),
    (ValueError, "^distance: ", lambda call: call(BOXES, distance=-1)),
    (ValueError, "^tolerance: ", lambda call: call(BOXES, tolerance=float("nan"))),
    (TypeError, "^tolerance: str", lambda call: call(BOXES, tolerance="1")),
    (TypeError, "^b: Rects is not Boxes", lambda call: call(BOXES, RECTS)),
]
CALLS = [satori.find_impacts, lambda a, b=None, **given: satori.times_of_impact(a, [[0, 1]], b, **given)]


@pytest.mark.parametrize("error, message, wrong", WRONG)
@pytest.mark.parametrize("call", CALLS)
def test_wrong_arguments(error, message, wrong, call):
    with pytest.raises(error, match=message):
        wrong(call)


def test_wrong_pairs_and_limits():
    with pytest.raises(IndexError, match=r"pairs\[1\]"):
        satori.times_of_impact(BOXES, [[0, 1], [0, 300]])
    with pytest.raises(satori.LimitExceededError, match="find_impacts: "):
        satori.find_impacts(BOXES, max_pairs=3)
    with pytest.raises(ValueError, match="filters: 5 items"):
        satori.find_impacts(BOXES, filters=satori.filters(5))
    for a, wrong in [(BOXES, satori.RECT_IMPACT), (RECTS, satori.IMPACT)]:
        with pytest.raises(TypeError, match="^out: "):
            satori.times_of_impact(a, [[0, 1]], out=np.zeros(1, wrong))
