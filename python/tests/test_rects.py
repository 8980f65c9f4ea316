"""Rects: what they are made of, what overlaps, and what is refused."""

import copy
import itertools
import pickle

import numpy as np
import pytest

import satori

from helpers import DlpackOnly, FORMS_OF_INDEX, InterfaceOnly, gap, random_rect_rows, same_bytes, set_of


def corners_by_hand(rects):
    """Corners, counter-clockwise from the negative side of both axes, in double."""
    centers, half, angles = np.float64(rects.centers), np.float64(rects.half_extents), rects.angles
    axes = np.stack([np.stack([np.cos(angles), np.sin(angles)], 1), np.stack([-np.sin(angles), np.cos(angles)], 1)], 1)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    return centers[:, None] + (signs[None] * half[:, None]) @ axes


def test_every_form_makes_the_same_rectangles():
    rows = random_rect_rows(50)
    rects = satori.Rects(rows)
    centers, half, angles = rows[:, :2], rows[:, 2:4], rows[:, 4]
    forms = [
        dict(centers=centers, half_extents=half, angles=angles),
        dict(centers=centers, sizes=2 * half, angles=angles.astype(np.float64)),
        dict(centers=np.asfortranarray(centers), half_extents=half.astype(np.float64), angles=angles),
        dict(rows=rows.astype(np.float64), origin=(0, 0)),
        dict(rows=rows.tolist(), origin=[0, 0]),
        dict(rows=np.asfortranarray(rows)),
        dict(rows=np.hstack([rows, rows])[:, 5:]),
        dict(rows=rows[::-1][::-1]),
        dict(rows=DlpackOnly(rows)),
        dict(rows=InterfaceOnly(rows)),
        dict(rows=np.frombuffer(b"x" + rows.tobytes(), np.float32, offset=1).reshape(-1, 5)),
    ]
    for form in forms:
        other = satori.Rects(**form)
        for name in ["centers", "half_extents", "axes", "angles"]:
            np.testing.assert_array_equal(getattr(other, name), getattr(rects, name), err_msg=str(list(form)))
    np.testing.assert_array_equal(rects.angles, angles.astype(np.float64))
    np.testing.assert_allclose(rects.axes[:, 0], np.stack([np.cos(angles), np.sin(angles)], 1), atol=1e-6)
    np.testing.assert_allclose(rects.axes[:, 1], np.stack([-np.sin(angles), np.cos(angles)], 1), atol=1e-6)


def test_an_angle_may_be_left_out():
    rects = satori.Rects(centers=np.zeros((3, 2), np.float32), sizes=np.ones((3, 2)))
    np.testing.assert_array_equal(rects.axes, [np.eye(2)] * 3)
    np.testing.assert_array_equal(rects.angles, np.zeros(3))
    plain = satori.Rects(centers=np.zeros((3, 2), np.float32), half_extents=np.full((3, 2), 0.5, np.float32))
    assert same_bytes(plain, rects)


def test_angles_stay_doubles():
    angles = np.array([0.1, np.pi / 3])
    rects = satori.Rects(centers=np.zeros((2, 2), np.float32), sizes=np.ones((2, 2)), angles=angles)
    np.testing.assert_array_equal(rects.angles, angles)


def test_an_origin_is_subtracted_in_double():
    rects = satori.Rects(centers=np.array([[500000.25, 4649776.5]]), sizes=np.ones((1, 2)), origin=(500000, 4649776))
    np.testing.assert_array_equal(rects.centers, [[0.25, 0.5]])
    np.testing.assert_array_equal(rects.origin, [500000, 4649776])
    assert rects.center_error == 0
    near = np.array([[0.1, 4649776.3]])
    rounded = satori.Rects(centers=near, sizes=np.ones((1, 2)), origin=(0, 0))
    assert rounded.center_error == np.abs(near - rounded.centers.astype(np.float64)).max() > 0
    assert satori.Rects(random_rect_rows(1)).origin is None


def test_an_illegal_rectangle_is_named():
    rows = random_rect_rows(10)
    rows[2, 4] = np.inf
    rows[5, 3] = -1
    with pytest.raises(satori.InvalidBoxError, match="rectangle 2, column 4: .* 1 more") as caught:
        satori.Rects(rows)
    assert (caught.value.index, caught.value.column, caught.value.count) == (2, 4, 2)
    skipped = satori.Rects(rows, skip_invalid=True)
    assert skipped.skipped.tolist() == [2, 5] and skipped.skipped.dtype == np.uint32
    assert not np.isin(satori.find_overlaps(skipped), [2, 5]).any()


def many_rects(n):
    rows = random_rect_rows(n)
    rects = satori.Rects(rows.astype(np.float64) + 1e-9, origin=(1.0, 2.0))
    yield rects
    for k in range(10):
        rects = rects.transformed((k, -1), 0.1 + k, 1 + 0.1 * (k % 2))
    yield rects
    rows[::5, 4] = np.nan
    rows[1::7, 0] = np.inf
    rows[2::7, 3] = -1
    yield satori.Rects(rows, skip_invalid=True)


def test_pickles_and_slices_have_the_same_bytes():
    for rects in many_rects(100_000):
        assert same_bytes(pickle.loads(pickle.dumps(rects)), rects)
        assert same_bytes(rects[:], rects)
        assert same_bytes(rects[::-1][::-1], rects)
        assert same_bytes(rects[100:200][50], rects[150:151])


@pytest.mark.parametrize("index", FORMS_OF_INDEX)
def test_an_index_chooses_rectangles(index):
    for rects in many_rects(50):
        some = rects[index]
        rows = np.atleast_1d(np.arange(50)[index])
        assert isinstance(some, satori.Rects) and len(some) == len(rows)
        for name in ["centers", "half_extents", "axes", "angles"]:
            assert getattr(some, name).tobytes() == getattr(rects, name)[rows].tobytes()
        np.testing.assert_array_equal(some.skipped, np.flatnonzero(np.isin(rows, rects.skipped)))


def test_small_things():
    rects = satori.Rects(random_rect_rows(3))
    assert repr(rects) == "<satori.Rects of 3>" and len(rects) == 3 and satori.Rects.__module__ == "satori"
    assert copy.copy(rects) is rects and copy.deepcopy(rects) is rects
    with pytest.raises(IndexError):
        rects[3]
    empty = rects[[]]
    assert empty.axes.shape == (0, 2, 2) and empty.bounds().shape == (0, 2, 2) and empty.corners().shape == (0, 4, 2)
    assert satori.collide(empty).shape == (0,)


def test_a_pickle_that_is_not_whole_is_refused():
    state = satori.Rects(random_rect_rows(2)).__reduce_ex__(2)[2]
    made = satori.Rects.__new__(satori.Rects)
    with pytest.raises(ValueError, match="another version"):
        made.__setstate__((0, *state[1:]))
    with pytest.raises(ValueError, match="length 1"):
        made.__setstate__((*state[:3], state[3] * 2, *state[4:]))


def test_corners_and_bounds():
    rects = satori.Rects(random_rect_rows(500))
    corners = corners_by_hand(rects)
    np.testing.assert_allclose(rects.corners(), corners, atol=1e-5)
    low, high = rects.bounds()[:, 0], rects.bounds()[:, 1]
    assert (low <= corners.min(axis=1)).all() and (corners.max(axis=1) <= high).all()
    np.testing.assert_allclose(low, corners.min(axis=1), atol=1e-4)
    np.testing.assert_allclose(high, corners.max(axis=1), atol=1e-4)


def test_transformed_rectangles():
    rects = satori.Rects(random_rect_rows(200))
    moved = rects.transformed((10, -20), 0.7, 2.5)
    turn = np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    np.testing.assert_allclose(moved.corners(), 2.5 * corners_by_hand(rects) @ turn.T + [10, -20], atol=2e-5)
    np.testing.assert_allclose(corners_by_hand(moved), moved.corners(), atol=2e-5)
    assert np.abs(moved.angles).max() <= np.pi
    assert same_bytes(rects.transformed((0, 0)), rects)


def test_overlaps_are_those_of_polygons():
    geometry = pytest.importorskip("shapely.geometry")
    rects = satori.Rects(random_rect_rows(300, width=12))
    shapes = [geometry.Polygon(corners) for corners in corners_by_hand(rects)]
    found = set_of(satori.find_overlaps(rects))
    sure = {(i, j) for i, j in itertools.combinations(range(300), 2) if shapes[i].intersection(shapes[j]).area > 1e-4}
    possible = {(i, j) for i, j in itertools.combinations(range(300), 2) if shapes[i].distance(shapes[j]) < 1e-4}
    assert len(sure) > 500 and len(possible) < 300 * 299 / 4
    assert sure <= found <= possible


def test_contacts_lie_on_both_rectangles():
    rects = satori.Rects(random_rect_rows(400, width=12))
    manifolds = satori.collide(rects)
    assert manifolds.dtype == satori.RECT_MANIFOLD
    assert set_of(manifolds["pair"]) == set_of(satori.find_overlaps(rects))
    positions = satori.contact_positions(rects, manifolds)
    assert positions.shape == (len(manifolds), 2, 2)
    axes = np.float64(rects.axes)
    for manifold, points in zip(manifolds, np.float64(positions)):
        count, normal = manifold["point_count"], np.float64(manifold["normal"])
        assert 1 <= count <= 2 and np.isnan(points[count:]).all()
        assert abs(normal @ normal - 1) < 1e-5
        for point, separation in zip(points[:count], manifold["points"]["separation"]):
            for box, sign in zip(manifold["pair"], [-0.5, 0.5]):
                local = axes[box] @ (point + sign * separation * normal - rects.centers[box])
                assert (np.abs(local) <= rects.half_extents[box] + 1e-4).all()


def test_separations_are_those_of_the_axes():
    rects = satori.Rects(random_rect_rows(100, width=12))
    pairs = np.array(list(itertools.combinations(range(100), 2)), np.uint32)[::3]
    found = satori.separations(rects, pairs)
    assert found.dtype == satori.RECT_SEPARATION
    corners, axes = corners_by_hand(rects), np.float64(rects.axes)
    for (i, j), separation in zip(pairs, found):
        wanted = gap(corners[i], corners[j], [*axes[i], *axes[j]])
        assert separation["separation"] == pytest.approx(wanted, abs=1e-2 if wanted < 0 else 1e-4)
        along = gap(corners[i], corners[j], [np.float64(separation["normal"])])
        assert separation["separation"] == pytest.approx(along, abs=1e-4)
        assert separation["axis"] < 4


N2 = np.zeros((4, 2), np.float32)
ROWS = random_rect_rows(3)


@pytest.mark.parametrize("error, message, arguments", [
    (TypeError, "rows, or centers=", dict()),
    (TypeError, "rows: .*float64", dict(rows=ROWS.astype(np.float64))),
    (TypeError, "centers: .*float64", dict(centers=N2.tolist(), sizes=N2)),
    (TypeError, "rows: >f4", dict(rows=ROWS.astype(">f4"))),
    (TypeError, "angles: int64", dict(centers=N2, sizes=N2, angles=np.zeros(4, np.int64))),
    (TypeError, "sizes: bool", dict(centers=N2, sizes=N2 == 0)),
    (TypeError, "rows: .*no other argument", dict(rows=ROWS, angles=np.zeros(3))),
    (TypeError, "one of half_extents= and sizes=", dict(centers=N2)),
    (TypeError, "one of half_extents= and sizes=", dict(centers=N2, sizes=N2, half_extents=N2)),
    (ValueError, r"rows: .*\(3, 4\), not \(n, 5\)", dict(rows=ROWS[:, :4])),
    (ValueError, r"centers: .*\(4, 1\), not \(n, 2\)", dict(centers=N2[:, :1], sizes=N2)),
    (ValueError, r"half_extents: .*\(4,\), not \(n, 2\)", dict(centers=N2, half_extents=N2[:, 0])),
    (ValueError, r"angles: .*\(4, 2\), not \(n,\)", dict(centers=N2, sizes=N2, angles=N2)),
    (ValueError, "sizes: 3 items for 4", dict(centers=N2, sizes=N2[:3])),
    (ValueError, "angles: 3 items for 4", dict(centers=N2, sizes=N2, angles=np.zeros(3))),
    (ValueError, r"origin: .*\(3,\), not \(2,\)", dict(rows=ROWS, origin=(0, 0, 0))),
    (ValueError, "origin: .*not finite", dict(rows=ROWS, origin=(np.nan, 0))),
    (ValueError, "isa: ", dict(rows=ROWS, isa="AVX2")),
    (ValueError, "threads: ", dict(rows=ROWS, threads=0)),
    (TypeError, "skip_invalid: ", dict(rows=ROWS, skip_invalid="yes")),
    (TypeError, "headings", dict(rows=ROWS, headings=1)),
])
def test_wrong_arguments(error, message, arguments):
    with pytest.raises(error, match=message):
        satori.Rects(**arguments)


@pytest.mark.parametrize("error, message, arguments", [
    (ValueError, "position: ", dict(position=(1, 2, 3))),
    (ValueError, "position: ", dict(position=(1, np.inf))),
    (ValueError, "angle: ", dict(position=(0, 0), angle=np.nan)),
    (ValueError, "angle: ", dict(position=(0, 0), angle=1e6)),
    (TypeError, "angle: ", dict(position=(0, 0), angle=None)),
    (ValueError, "scale: ", dict(position=(0, 0), scale=-1)),
    (ValueError, "index 0 would not be legal", dict(position=(2e8, 0))),
])
def test_wrong_arguments_of_transformed(error, message, arguments):
    with pytest.raises(error, match=message):
        satori.Rects(ROWS).transformed(**arguments)
