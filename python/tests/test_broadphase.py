"""Broadphase: pairs of moving AABBs, against all pairs by numpy."""

import numpy as np
import pytest

import satori

from test_boxes import random_rows


def random_bounds(n, seed=1, width=20.0):
    rng = np.random.default_rng(seed)
    low = (rng.random((n, 3)) * width).astype(np.float32)
    return np.stack([low, low + 0.5 + rng.random((n, 3)).astype(np.float32)], 1)


def pairs_by_hand(bounds, ids):
    low, high = bounds[:, 0], bounds[:, 1]
    overlap = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(2)
    return {tuple(sorted((int(ids[i]), int(ids[j])))) for i, j in zip(*np.nonzero(np.triu(overlap, 1)))}


def as_set(pairs):
    assert (pairs[:, 0] < pairs[:, 1]).all()
    return {tuple(pair) for pair in pairs.tolist()}


def test_pairs_from_step_to_step():
    bounds = random_bounds(300, width=12.0)
    broadphase = satori.Broadphase()
    ids = broadphase.add(bounds)
    before = set()
    for step in range(6):
        update = broadphase.update()
        wanted = pairs_by_hand(bounds, ids)
        assert as_set(broadphase.pairs()) == wanted and update.pair_count == len(wanted)
        assert as_set(update.new_pairs) == wanted - before
        assert as_set(update.lost_pairs) == before - wanted
        before = wanted
        bounds = bounds + np.random.default_rng(step).normal(scale=0.4, size=(300, 1, 3)).astype(np.float32)
        broadphase.move(ids, bounds)
    assert len(before) > 100


def test_a_margin_makes_fat_bounds():
    broadphase = satori.Broadphase(margin=0.5)
    ids = broadphase.add(random_bounds(5))
    np.testing.assert_allclose(broadphase.fat_bounds(ids), random_bounds(5) + np.array([[[-0.5], [0.5]]]), atol=1e-5)


def test_boxes_have_the_bounds_of_find_pairs():
    boxes = satori.Boxes(random_rows(200, width=10))
    broadphase = satori.Broadphase()
    ids = broadphase.add(boxes)
    broadphase.update()
    np.testing.assert_array_equal(broadphase.pairs(), satori.find_pairs(boxes))
    first = broadphase.pairs()[0]
    assert first[1] in broadphase.partners(int(first[0]))
    broadphase.move(ids, boxes)
    assert len(broadphase.update().new_pairs) == 0


def test_motion_types_and_removal():
    broadphase = satori.Broadphase()
    ids = broadphase.add(np.array([[[0, 0, 0], [1, 1, 1]]] * 3, np.float32), motion="static")
    assert broadphase.update().pair_count == 0
    broadphase.set_motion(ids[:1], "dynamic")
    assert broadphase.update().pair_count == 2
    broadphase.set_sleeping(ids, True)
    broadphase.remove(ids[1])
    update = broadphase.update(isa="scalar", threads=1)
    assert update.lost_pairs.tolist() == [[0, 1]] and update.isa == "scalar"
    assert len(broadphase) == 2 and ids[1] not in broadphase and ids[2] in broadphase
    assert repr(broadphase) == "<satori.Broadphase of 2 boxes, 1 pairs>"
    assert repr(update) == "<satori.BroadphaseUpdate: 0 new, 1 lost, 1 pairs>"


def test_boxes_of_two_origins_are_refused():
    near, far = (satori.Boxes(centers=[[x, 0, 0]], sizes=[[1, 1, 1]], origin=(x, 0, 0)) for x in (0, 100))
    broadphase = satori.Broadphase()
    ids = broadphase.add(near)
    for call in [lambda: broadphase.add(far), lambda: broadphase.move(ids, far)]:
        with pytest.raises(ValueError, match="bounds: the origin"):
            call()
    assert len(broadphase) == 1


BAD = random_bounds(3)
BAD[1, 0, 2] = BAD[1, 1, 2] + 1
WRONG = [
    (ValueError, r"bounds\[1\]", lambda b, ids: b.add(BAD)),
    (ValueError, r"bounds\[1\]", lambda b, ids: b.move(ids, BAD)),
    (ValueError, r"not \(n, 2, 3\)", lambda b, ids: b.add(np.zeros((3, 6), np.float32))),
    (TypeError, "float32", lambda b, ids: b.add(random_bounds(3).astype(np.float64))),
    (TypeError, "bounds: None", lambda b, ids: b.add(None)),
    (ValueError, "bounds: 3 items for 2 ids", lambda b, ids: b.move(ids[:2], random_bounds(3))),
    (TypeError, "uint32", lambda b, ids: b.remove(ids.astype(np.int64))),
    (IndexError, r"ids\[[01]\]", lambda b, ids: b.remove(np.array([0, 0], np.uint32))),
    (IndexError, r"ids\[0\]", lambda b, ids: b.remove(99)),
    (ValueError, "id", lambda b, ids: b.remove(2**40)),
    (IndexError, "partners", lambda b, ids: b.partners(99)),
    (IndexError, r"ids\[0\]", lambda b, ids: b.fat_bounds(np.array([9], np.uint32))),
    (ValueError, "motion", lambda b, ids: b.set_motion(ids, "solid")),
    (satori.LimitExceededError, "Broadphase.update", lambda b, ids: b.update(max_pairs=1)),
    (ValueError, "Broadphase", lambda b, ids: satori.Broadphase(margin=-1.0)),
]


@pytest.mark.parametrize("error, message, call", WRONG)
def test_wrong_arguments(error, message, call):
    broadphase = satori.Broadphase()
    ids = broadphase.add(np.array([[[0, 0, 0], [1, 1, 1]]] * 3, np.float32))
    with pytest.raises(error, match=message):
        call(broadphase, ids)
    assert broadphase.update().pair_count == 3
