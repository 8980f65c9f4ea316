"""Radii: spheres, capsules and rounded boxes, against numpy in double."""

import copy
import pickle

import numpy as np
import pytest

import satori

from helpers import random_rect_rows, random_rows, same_bytes, set_of

SPHERES = dict(centers=random_rows(4)[:, :3], radii=np.ones(4, np.float32))


def spheres(n, seed=1, width=10.0, axes=3):
    rng = np.random.default_rng(seed)
    return (rng.random((n, axes)) * width).astype(np.float32), (0.1 + rng.random(n)).astype(np.float32)


def gaps_of(centers, radii):
    """How far all pairs of spheres are apart; negative where they overlap."""
    centers, radii = np.float64(centers), np.float64(radii)
    between = np.linalg.norm(centers[:, np.newaxis] - centers[np.newaxis], axis=2)
    return between - radii[:, np.newaxis] - radii[np.newaxis]


def pairs_where(condition):
    return set(zip(*(index.tolist() for index in np.nonzero(np.triu(condition, 1)))))


@pytest.mark.parametrize("kind, axes", [(satori.Boxes, 3), (satori.Rects, 2)])
def test_spheres_and_circles_are_those_of_numpy(kind, axes):
    centers, radii = spheres(300, axes=axes)
    made = kind(centers=centers, radii=radii)
    assert not made.half_extents.any()
    gaps = gaps_of(centers, radii)
    found = set_of(satori.find_overlaps(made))
    assert len(found) > 300
    assert pairs_where(gaps < -1e-5) <= found <= pairs_where(gaps < 1e-5)
    near = set_of(satori.find_near_pairs(made, max_distance=0.25))
    assert pairs_where(gaps < 0.25 - 1e-5) <= near <= pairs_where(gaps < 0.25 + 1e-5)
    listed = np.stack(np.triu_indices(300, 1), 1).astype(np.uint32)
    np.testing.assert_array_equal(satori.test_pairs(made, listed), [tuple(pair) in found for pair in listed.tolist()])
    distances = satori.distances(made, listed)["distance"]
    np.testing.assert_allclose(distances, np.maximum(gaps[listed[:, 0], listed[:, 1]], 0), atol=1e-5)
    low, high = made.bounds()[:, 0], made.bounds()[:, 1]
    np.testing.assert_allclose(low, centers - radii[:, np.newaxis], atol=1e-5)
    np.testing.assert_allclose(high, centers + radii[:, np.newaxis], atol=1e-5)
    contacts = satori.collide(made)
    # A pair that touches within rounding may be in one result alone.
    assert pairs_where(gaps < -1e-5) <= set_of(contacts["pair"]) <= pairs_where(gaps < 1e-5)
    first, second = contacts["pair"].T
    separations = contacts["points"][:, 0]["separation"]
    np.testing.assert_allclose(separations, gaps[first, second], atol=1e-5)


def test_closest_points_are_on_the_spheres():
    centers, radii = spheres(30)
    at = np.array([0.3, -0.2, 0.1])
    points, distances = satori.closest_points(satori.Boxes(centers=centers, radii=radii), at)
    between = np.float64(centers) - at
    far = np.linalg.norm(between, axis=1)
    np.testing.assert_allclose(distances, far - radii, atol=1e-5)
    outside = far > radii
    assert outside.any()
    on_surface = centers - between / far[:, np.newaxis] * np.float64(radii)[:, np.newaxis]
    np.testing.assert_allclose(points[outside], on_surface[outside], atol=1e-5)
    np.testing.assert_allclose(points[~outside], np.broadcast_to(at, points[~outside].shape), atol=1e-6)


def test_shapes_and_rays_meet_the_spheres():
    centers, radii = spheres(200)
    boxes = satori.Boxes(centers=centers, radii=radii)
    at, reach = (5, 5, 5), 3.0
    far = np.linalg.norm(np.float64(centers) - at, axis=1)
    sphere = satori.Sphere(at, reach)
    overlapping = satori.test_boxes(boxes, sphere)
    np.testing.assert_array_equal(overlapping, far <= reach + radii)
    np.testing.assert_array_equal(satori.find_boxes(boxes, sphere), np.flatnonzero(overlapping))
    kinds = satori.classify_boxes(boxes, sphere)
    np.testing.assert_array_equal(kinds != satori.OUTSIDE, overlapping)
    np.testing.assert_array_equal(kinds == satori.INSIDE, far + radii <= reach)
    assert set(kinds.tolist()) == {satori.OUTSIDE, satori.CROSSING, satori.INSIDE}
    hits = satori.intersect(boxes, satori.Ray((5, 5, -20), (0, 0, 1)))
    half = np.float64(radii) ** 2 - ((np.float64(centers) - at)[:, :2] ** 2).sum(1)
    met = half > 0
    assert 0 < met.sum() < 200
    half = np.sqrt(half[met])
    np.testing.assert_allclose(hits[met, 0], centers[met, 2] + 20 - half, atol=1e-4)
    np.testing.assert_allclose(hits[met, 1], centers[met, 2] + 20 + half, atol=1e-4)
    np.testing.assert_array_equal(hits[~met], np.broadcast_to(np.float32([np.inf, -np.inf]), (200 - met.sum(), 2)))


def test_capsules_are_those_of_sampled_segments():
    rng = np.random.default_rng(3)
    rows = random_rows(60, width=5)
    rows[:, 4:6] = 0
    radii = (0.1 + 0.4 * rng.random(60)).astype(np.float32)
    capsules = satori.Boxes(rows, radii=radii)
    steps = np.linspace(-1, 1, 49)
    points = np.float64(capsules.centers)[:, np.newaxis] + (
        steps[:, np.newaxis] * np.float64(capsules.half_extents[:, :1, np.newaxis]) * capsules.axes[:, :1])
    gaps = np.full((60, 60), np.inf)
    for i in range(60):
        between = np.linalg.norm(points[i][np.newaxis, :, np.newaxis] - points[:, np.newaxis], axis=3)
        gaps[i] = between.min(axis=(1, 2)) - radii[i] - radii
    found = set_of(satori.find_overlaps(capsules))
    # A closest point is at most half a step, 0.025 m, from a sample.
    assert len(found) > 40
    assert pairs_where(gaps < -1e-5) <= found <= pairs_where(gaps < 0.051)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_radii_are_a_view_that_cannot_be_written(dtype):
    centers, radii = spheres(20)
    boxes = satori.Boxes(centers=centers, radii=np.repeat(radii.astype(dtype), 2)[::2])
    view = boxes.radii
    assert view.dtype == np.float32 and view.base is boxes
    np.testing.assert_array_equal(view, radii)
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 1
    del boxes
    np.testing.assert_array_equal(view, radii)
    assert satori.Boxes(random_rows(3)).radii is None and satori.Rects(random_rect_rows(3)).radii is None
    assert satori.Boxes(centers=centers[:0], radii=radii[:0]).radii is None
    with pytest.raises(AttributeError):
        satori.Boxes(**SPHERES).radii = radii


@pytest.mark.parametrize("kind, rows", [(satori.Boxes, random_rows(50)), (satori.Rects, random_rect_rows(50))])
def test_radii_go_with_their_boxes(kind, rows):
    radii = np.linspace(0, 1, 50, dtype=np.float32)
    made = kind(rows, radii=radii)
    assert not np.array_equal(satori.find_overlaps(made), satori.find_overlaps(kind(rows)))
    assert same_bytes(pickle.loads(pickle.dumps(made)), made) and same_bytes(copy.deepcopy(made), made)
    np.testing.assert_array_equal(made[10:30:3].radii, radii[10:30:3])
    assert made[7].radii == radii[7]
    np.testing.assert_array_equal(made.transformed((1, 2, 3)[:rows.shape[1] // 4 + 1], scale=2).radii, 2 * radii)
    doubled = kind(rows.astype(np.float64), radii=radii.astype(np.float64), origin=(0, 0, 0)[:rows.shape[1] // 4 + 1])
    assert same_bytes(doubled[:].transformed((0, 0, 0)[:rows.shape[1] // 4 + 1]), doubled)


def test_a_broadphase_reads_radii():
    centers, radii = spheres(2, width=1)
    boxes = satori.Boxes(centers=np.float32([[0, 0, 0], [3, 0, 0]]), radii=[1, 2.5])
    broadphase = satori.Broadphase()
    broadphase.add(boxes)
    broadphase.update()
    assert len(broadphase.pairs()) == 1
    apart = satori.Broadphase()
    apart.add(satori.Boxes(centers=boxes.centers, half_extents=boxes.half_extents))
    apart.update()
    assert len(apart.pairs()) == 0


PAIRS = np.array([[0, 1]], np.uint32)


@pytest.mark.parametrize("error, message, call", [
    (ValueError, r"radii\[2\] is -1: a radius is 0 or between 1e-7 and 1e8",
     lambda: satori.Boxes(random_rows(4), radii=[1, 1, -1, -2])),
    (ValueError, r"radii\[0\] is nan", lambda: satori.Boxes(random_rows(1), radii=[np.nan])),
    (ValueError, r"radii\[1\] is inf", lambda: satori.Boxes(random_rows(2), radii=[1, np.inf])),
    (ValueError, r"radii\[1\] is inf", lambda: satori.Boxes(random_rows(2), radii=[1, 1e300])),
    (ValueError, r"radii\[0\] is 2e\+08", lambda: satori.Rects(random_rect_rows(1), radii=[2e8])),
    (ValueError, r"radii\[0\] is 1e-08", lambda: satori.Rects(random_rect_rows(1), radii=[1e-8])),
    (ValueError, r"radii\[0\] is 1.*e-", lambda: satori.Boxes(random_rows(1), radii=[1e-300])),
    (ValueError, r"radii\[1\] is -0.5", lambda: satori.Boxes(random_rows(2), radii=[1, -0.5], skip_invalid=True)),
    (ValueError, "radii: 3 items for 4 centers", lambda: satori.Boxes(random_rows(4), radii=[1, 2, 3])),
    (ValueError, "radii: ", lambda: satori.Boxes(random_rows(4), radii=1.0)),
    (TypeError, "radii: ", lambda: satori.Boxes(random_rows(4), radii="many")),
    (TypeError, "radii: ", lambda: satori.Boxes(random_rows(4), radii=np.ones(4, np.int32))),
    (TypeError, "half_extents= and sizes=", lambda: satori.Boxes(
        centers=SPHERES["centers"], half_extents=SPHERES["centers"], sizes=SPHERES["centers"], radii=np.ones(4))),
    (ValueError, "separations: boxes with radii", lambda: satori.separations(satori.Boxes(**SPHERES), PAIRS)),
    (ValueError, "separations: boxes with radii",
     lambda: satori.separations(satori.Boxes(random_rows(4)), PAIRS, satori.Boxes(**SPHERES))),
    (ValueError, "Boxes.transformed", lambda: satori.Boxes(
        centers=SPHERES["centers"], radii=np.full(4, 1e7)).transformed((0, 0, 0), scale=100)),
])
def test_wrong_arguments(error, message, call):
    with pytest.raises(error, match=message):
        call()
