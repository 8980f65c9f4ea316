"""fit_box: the box contains every point, and is the one of the method."""

import numpy as np
import pytest

import satori

from helpers import matrices_of, random_rows

METHODS = ["pca", "hull", "minimal"]
TURN = np.array([0.1, 0.7, -0.3, 0.4])


def cloud(n=500, seed=1):
    """Points of a box with half extents 3, 2, 1, its corners among them."""
    rng = np.random.default_rng(seed)
    signs = np.array([[1 if k >> axis & 1 else -1 for axis in range(3)] for k in range(8)])
    local = np.vstack([signs, rng.uniform(-1, 1, (n, 3))]) * [3, 2, 1]
    return (local @ matrices_of([TURN])[0].T + [10, -20, 30]).astype(np.float32)


def outside(fitted, points):
    """How far the farthest point lies outside, in double with the quaternion normalized."""
    row = np.float64(fitted.row)
    local = (np.float64(points) - row[:3]) @ matrices_of(row[6:][None])[0]
    return (np.abs(local) - row[3:6]).max()


@pytest.mark.parametrize("method", METHODS)
def test_every_point_is_in_the_box(method):
    for seed in range(5):
        points = np.random.default_rng(seed).normal(size=(300, 3)).astype(np.float32)
        fitted = satori.fit_box(points, method)
        assert outside(fitted, points) < 1e-15
        assert outside(fitted, points) > -1e-5
        assert fitted.volume == pytest.approx(8 * np.prod(np.float64(fitted.half_extents)), rel=1e-6)


def test_the_least_box_of_a_box_is_that_box():
    fitted = satori.fit_box(cloud())
    assert sorted(fitted.half_extents) == pytest.approx([1, 2, 3], abs=1e-4)
    np.testing.assert_allclose(fitted.center, [10, -20, 30], atol=1e-4)
    axes = fitted.boxes().axes[0]
    agreement = np.abs(axes @ matrices_of([TURN])[0])
    np.testing.assert_allclose(np.sort(agreement, axis=1)[:, :2], 0, atol=1e-3)
    assert fitted.shape == "solid" and fitted.exact_hull is True


def test_minimal_is_never_larger():
    for seed in range(5):
        points = np.random.default_rng(seed).normal(size=(100, 3)).astype(np.float32) * np.float32([5, 2, 1])
        volumes = {method: satori.fit_box(points, method).volume for method in METHODS}
        assert volumes["minimal"] <= min(volumes.values())
        assert satori.fit_box(points).volume == volumes["minimal"]


@pytest.mark.parametrize("shape, points", [
    ("point", np.ones((4, 3))), ("collinear", np.outer(np.arange(5), (1, 2, 3))),
    ("planar", np.random.default_rng(1).random((50, 3)) * [1, 1, 0]),
    ("solid", np.random.default_rng(1).random((50, 3))),
])
@pytest.mark.parametrize("method", METHODS)
def test_what_the_points_span(shape, points, method):
    fitted = satori.fit_box(points.astype(np.float32), method)
    assert fitted.shape == shape and outside(fitted, points.astype(np.float32)) < 1e-15


def test_members_agree():
    fitted = satori.fit_box(cloud())
    assert fitted.row.shape == (10,) and fitted.row.dtype == np.float32
    parts = [fitted.center, fitted.half_extents, fitted.rotation_xyzw]
    np.testing.assert_array_equal(fitted.row, np.concatenate(parts))
    boxes = fitted.boxes()
    assert len(boxes) == 1 and boxes.origin is None
    np.testing.assert_array_equal(boxes.centers[0], fitted.center)
    np.testing.assert_array_equal(boxes.half_extents[0], fitted.half_extents)
    assert repr(fitted).startswith("<satori.FittedBox, solid, volume ") and satori.FittedBox.__module__ == "satori"


def test_an_origin_is_subtracted_in_double():
    points = np.float64(cloud()) + [500000, 4649776, 0]
    fitted = satori.fit_box(points, origin=(500000, 4649776, 0))
    np.testing.assert_allclose(fitted.center, [10, -20, 30], atol=1e-4)
    np.testing.assert_array_equal(fitted.boxes().origin, [500000, 4649776, 0])
    moved = satori.fit_box(cloud(), origin=(10, -20, 30))
    np.testing.assert_allclose(moved.center, 0, atol=1e-4)


def test_points_of_any_form_and_any_number_of_threads_give_the_same():
    points = cloud(20_000)
    wanted = satori.fit_box(points, threads=1)
    for given in [points.astype(np.float64), np.asfortranarray(points), np.hstack([points, points])[:, :3],
                  points.tolist(),
                  np.frombuffer(b"x" + points.tobytes(), np.float32, offset=1).reshape(-1, 3)]:
        assert satori.fit_box(given, threads=2).row.tobytes() == wanted.row.tobytes()
    assert satori.fit_box(points).row.tobytes() == wanted.row.tobytes()


BAD = random_rows(5)[:, :3].copy()
BAD[3, 1] = np.nan


@pytest.mark.parametrize("error, message, call", [
    (ValueError, "method: 'best' is none of pca", lambda: satori.fit_box(cloud(), "best")),
    (TypeError, "method: int", lambda: satori.fit_box(cloud(), 1)),
    (ValueError, "points: point 3, column 1", lambda: satori.fit_box(BAD)),
    (ValueError, "points: there are none", lambda: satori.fit_box(np.empty((0, 3), np.float32))),
    (ValueError, r"points: .*\(4, 2\)", lambda: satori.fit_box(np.zeros((4, 2), np.float32))),
    (TypeError, "points: int64", lambda: satori.fit_box(np.zeros((4, 3), int))),
    (TypeError, "points: None", lambda: satori.fit_box(None)),
    (ValueError, "origin: ", lambda: satori.fit_box(cloud(), origin=(1, 2))),
    (ValueError, "threads: ", lambda: satori.fit_box(cloud(), threads=0)),
    (ValueError, "points: point 0, column 0", lambda: satori.fit_box([[1e300, 0, 0]])),
    (TypeError, "points", lambda: satori.fit_box()),
])
def test_wrong_arguments(error, message, call):
    with pytest.raises(error, match=message):
        call()
