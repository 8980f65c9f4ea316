"""Boxes: what they are made of, and what is refused."""

import copy
import pickle

import numpy as np
import pytest

import satori

from helpers import (ArrayOnly, DlpackOnly, FORMS_OF_INDEX, InterfaceOnly, corners_by_hand, doubles, matrices_of,
                     random_rows, same_bytes)


def test_every_form_makes_the_same_boxes():
    rows = random_rows(50)
    boxes = satori.Boxes(rows)
    centers, half, xyzw = rows[:, :3], rows[:, 3:6], rows[:, 6:]
    matrices = matrices_of(xyzw)
    forms = [
        dict(centers=centers, half_extents=half, rotations_xyzw=xyzw),
        dict(centers=centers, sizes=2 * half, rotations_wxyz=np.roll(xyzw, 1, axis=1)),
        dict(centers=centers, half_extents=half.astype(np.float64), matrices=matrices),
        dict(centers=np.asfortranarray(centers), half_extents=half[::-1][::-1], matrices=matrices.astype(np.float32)),
        dict(rows=rows.astype(np.float64), origin=(0, 0, 0)),
        dict(rows=rows.tolist(), origin=[0, 0, 0]),
        dict(centers=centers, half_extents=half.tolist(), rotations_xyzw=tuple(map(tuple, xyzw.tolist()))),
    ]
    for form in forms:
        other = satori.Boxes(**form)
        assert len(other) == 50
        np.testing.assert_array_equal(other.centers, boxes.centers)
        np.testing.assert_allclose(other.half_extents, boxes.half_extents, rtol=2e-7)
        np.testing.assert_allclose(other.axes, boxes.axes, atol=1e-6)
    # Row i of `axes` is axis i of the box: a column of the matrix.
    np.testing.assert_allclose(boxes.axes, matrices.transpose(0, 2, 1), atol=1e-6)


@pytest.mark.parametrize("wrapped", [DlpackOnly, InterfaceOnly, ArrayOnly, memoryview])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arrays_of_other_libraries(wrapped, dtype):
    rows = random_rows(20).astype(dtype)
    origin = None if dtype is np.float32 else (0.0, 0.0, 0.0)
    assert same_bytes(satori.Boxes(wrapped(rows), origin=origin), satori.Boxes(rows, origin=origin))


def test_whole_numbers_of_a_list_are_numbers():
    boxes = satori.Boxes(centers=[[1, 2, 3]], sizes=[[2, 2, 2]], headings=[0], origin=[1, 1, 1])
    np.testing.assert_array_equal(boxes.centers, [[0, 1, 2]])
    np.testing.assert_array_equal(boxes.half_extents, [[1, 1, 1]])


def test_headings_turn_about_z_counterclockwise():
    boxes = satori.Boxes(centers=np.zeros((2, 3), np.float32), sizes=np.ones((2, 3), np.float32),
                         headings=np.array([0.0, np.pi / 6]))
    np.testing.assert_allclose(boxes.axes[0], np.eye(3), atol=1e-6)
    np.testing.assert_allclose(boxes.axes[1][0], [np.sqrt(3) / 2, 0.5, 0], atol=1e-6)


def test_an_origin_is_subtracted_in_double():
    centers = np.array([[500000.25, 4649776.5, 100.125]])
    boxes = satori.Boxes(centers=centers, sizes=np.ones((1, 3)), origin=(500000, 4649776, 100))
    np.testing.assert_array_equal(boxes.centers, [[0.25, 0.5, 0.125]])
    np.testing.assert_array_equal(boxes.origin, [500000, 4649776, 100])
    assert boxes.center_error == 0
    centers += 0.1
    rounded = satori.Boxes(centers=centers, sizes=np.ones((1, 3)), origin=(0, 0, 0))
    assert rounded.center_error == np.abs(centers - rounded.centers.astype(np.float64)).max() > 0
    assert satori.Boxes(random_rows(1)).origin is None


@pytest.mark.parametrize("rows", [
    lambda rows: rows[::2], lambda rows: rows[::-1], lambda rows: np.asfortranarray(rows),
    lambda rows: np.hstack([rows, rows])[:, :10], lambda rows: np.repeat(rows, 2, axis=0)[::2],
    lambda rows: np.frombuffer(b"x" + rows.tobytes(), np.float32, offset=1).reshape(-1, 10),
    lambda rows: np.broadcast_to(rows[0], (40, 10)), lambda rows: rows[::7][:1],
])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_of_any_stride(rows, dtype):
    given = rows(random_rows(40).astype(dtype)) if dtype is np.float32 else rows(random_rows(40)).astype(dtype)[::1]
    boxes = satori.Boxes(given, origin=None if dtype is np.float32 else (0, 0, 0))
    np.testing.assert_array_equal(boxes.centers, np.ascontiguousarray(given)[:, :3])
    np.testing.assert_allclose(boxes.axes, matrices_of(given[:, 6:]).transpose(0, 2, 1), atol=1e-6)


def test_no_boxes():
    for boxes in [satori.Boxes(np.empty((0, 10), np.float32)), satori.Boxes(random_rows(3))[[]],
                  satori.Boxes(centers=np.empty((0, 3), np.float32), sizes=np.empty((0, 3), np.float32))]:
        assert len(boxes) == 0 and boxes.centers.shape == (0, 3) and boxes.axes.shape == (0, 3, 3)
        assert boxes.bounds().shape == (0, 2, 3) and boxes.corners().shape == (0, 8, 3)
        assert satori.find_overlaps(boxes).shape == (0, 2)
        assert same_bytes(pickle.loads(pickle.dumps(boxes)), boxes)
        assert len(boxes.transformed((1, 2, 3))) == 0


def test_an_illegal_box_is_named():
    rows = random_rows(10)
    rows[7, 1] = np.nan
    rows[9, 4] = -1
    with pytest.raises(satori.InvalidBoxError, match="box 7, column 1: .* 1 more") as caught:
        satori.Boxes(rows)
    assert (caught.value.index, caught.value.column, caught.value.count) == (7, 1, 2)
    assert "finite" in caught.value.fault and isinstance(caught.value, ValueError)
    skipped = satori.Boxes(rows, skip_invalid=True)
    assert len(skipped) == 10
    np.testing.assert_array_equal(skipped.skipped, np.array([7, 9], np.uint32))
    assert not np.isin(satori.find_overlaps(skipped), [7, 9]).any()
    assert len(satori.Boxes(random_rows(10)).skipped) == 0


def test_repr():
    assert repr(satori.Boxes(random_rows(3))) == "<satori.Boxes of 3>"
    assert satori.Boxes.__module__ == "satori"


def many_boxes(n):
    """Boxes of all forms of rotation; some are skipped as illegal, some were moved many times."""
    rows = random_rows(n)
    boxes = satori.Boxes(rows.astype(np.float64), origin=(1.0, 2.0, 3.0))
    yield boxes
    yield satori.Boxes(centers=rows[:, :3], sizes=rows[:, 3:6], matrices=matrices_of(rows[:, 6:]))
    for k in range(10):
        boxes = boxes.transformed((k, -1, 2), rows[k, 6:], 1 + 0.1 * (k % 2))
    yield boxes
    rows[::5, 6:] = 0
    rows[1::7, 0] = np.inf
    rows[2::7, 4] = -1
    yield satori.Boxes(rows, skip_invalid=True)


def test_pickles_and_slices_have_the_same_bytes():
    for boxes in many_boxes(100_000):
        assert same_bytes(pickle.loads(pickle.dumps(boxes)), boxes)
        assert same_bytes(boxes[:], boxes)
        assert same_bytes(boxes[::-1][::-1], boxes)
        assert same_bytes(boxes[100:200][50], boxes[150:151])


@pytest.mark.parametrize("index", FORMS_OF_INDEX)
def test_an_index_chooses_boxes(index):
    for boxes in many_boxes(50):
        some = boxes[index]
        rows = np.atleast_1d(np.arange(50)[index])
        assert isinstance(some, satori.Boxes) and len(some) == len(rows)
        for name in ["centers", "half_extents", "axes"]:
            assert getattr(some, name).tobytes() == getattr(boxes, name)[rows].tobytes()
        np.testing.assert_array_equal(some.skipped, np.flatnonzero(np.isin(rows, boxes.skipped)))
        assert some.center_error == boxes.center_error and np.array_equal(some.origin, boxes.origin)


@pytest.mark.parametrize("index", [50, -51, 2**70, 1.5, "a", None, [50], np.zeros((2, 2), int), [True] * 49, (1, 2),
                                   np.zeros(3)])
def test_an_index_that_is_not_there(index):
    with pytest.raises(IndexError):
        satori.Boxes(random_rows(50))[index]


def test_boxes_can_be_walked_through():
    boxes = satori.Boxes(random_rows(5))
    assert [one.centers[0].tolist() for one in boxes] == boxes.centers.tolist()


def test_calls_give_the_same_for_a_pickle():
    boxes = satori.Boxes(random_rows(3000))
    again = pickle.loads(pickle.dumps(boxes))
    assert satori.collide(boxes).tobytes() == satori.collide(again).tobytes()
    assert satori.find_overlaps(boxes, threads=2).tobytes() == satori.find_overlaps(again[:], threads=2).tobytes()


def test_a_copy_is_the_same_object_because_nothing_changes_it():
    boxes = satori.Boxes(random_rows(3))
    assert copy.copy(boxes) is boxes and copy.deepcopy([boxes])[0] is boxes
    with pytest.raises(AttributeError):
        boxes.centers = np.zeros((3, 3), np.float32)
    boxes.centers[:] = 0
    assert boxes.centers.any()


def test_a_pickle_of_another_version_is_refused():
    state = satori.Boxes(random_rows(2)).__reduce_ex__(2)[2]
    made = satori.Boxes.__new__(satori.Boxes)
    with pytest.raises(ValueError, match="another version"):
        made.__setstate__((3, *state[1:]))
    with pytest.raises(ValueError, match="lengths"):
        made.__setstate__((*state[:2], state[2][:1], *state[3:]))


def test_corners_and_bounds():
    boxes = satori.Boxes(random_rows(500))
    corners = corners_by_hand(boxes)
    assert boxes.corners().dtype == boxes.bounds().dtype == np.float32
    np.testing.assert_allclose(boxes.corners(), corners, atol=1e-5)
    low, high = boxes.bounds()[:, 0], boxes.bounds()[:, 1]
    assert (low <= corners.min(axis=1)).all() and (corners.max(axis=1) <= high).all()
    np.testing.assert_allclose(low, corners.min(axis=1), atol=1e-4)
    np.testing.assert_allclose(high, corners.max(axis=1), atol=1e-4)


def test_transformed_boxes():
    boxes = satori.Boxes(random_rows(200).astype(np.float64), origin=(5, 6, 7))
    q = np.array([0.1, -0.5, 0.3, 0.4])
    matrix = matrices_of([q])[0]
    moved = boxes.transformed((10, -20, 5), q, 2.5)
    centers, half, axes = doubles(boxes)
    np.testing.assert_allclose(moved.centers, 2.5 * centers @ matrix.T + [10, -20, 5], rtol=1e-6, atol=1e-5)
    np.testing.assert_allclose(moved.half_extents, 2.5 * half, rtol=1e-6)
    np.testing.assert_allclose(moved.axes, axes @ matrix.T, atol=1e-6)
    np.testing.assert_array_equal(moved.origin, boxes.origin)
    same = boxes.transformed((0, 0, 0))
    assert same.axes.tobytes() == boxes.axes.tobytes() and same.centers.tobytes() == boxes.centers.tobytes()


N3 = np.zeros((4, 3), np.float32)
ROWS = random_rows(3)
WRONG = [
    (TypeError, "rows, or centers=", dict()),
    (TypeError, "rows: .*float64", dict(rows=ROWS.astype(np.float64))),
    (TypeError, "rows: .*float64", dict(rows=ROWS.tolist())),
    (TypeError, "centers: .*float64", dict(centers=N3.astype(np.float64), sizes=N3)),
    (TypeError, "centers: int64", dict(centers=np.zeros((4, 3), np.int64), sizes=N3)),
    (TypeError, "rows: float16", dict(rows=ROWS.astype(np.float16))),
    (TypeError, "rows: >f4", dict(rows=ROWS.astype(">f4"))),
    (TypeError, "sizes: bool", dict(centers=N3, sizes=N3 == 0)),
    (TypeError, "sizes: bool", dict(centers=N3, sizes=(N3 == 0).tolist())),
    (TypeError, "rows: object", dict(rows=ROWS.astype(object))),
    (TypeError, "rows: complex64", dict(rows=ROWS.astype(np.complex64))),
    (TypeError, "rows: <U", dict(rows="rows")),
    (TypeError, "rows: object", dict(rows=object())),
    (TypeError, "headings: int32", dict(centers=N3, sizes=N3, headings=np.zeros(4, np.int32))),
    (ValueError, "half_extents: ", dict(centers=N3, half_extents=[[1, 1, 1], [1, 1]])),
    (TypeError, "rows: ", dict(rows=DlpackOnly(ROWS.astype(np.complex128).astype(object)))),
    (ValueError, r"rows: .*\(3, 9\)", dict(rows=ROWS[:, :9])),
    (ValueError, r"rows: .*\(10,\)", dict(rows=ROWS[0])),
    (ValueError, r"rotations_xyzw: .*\(4, 3\), not \(n, 4\)", dict(centers=N3, sizes=N3, rotations_xyzw=N3)),
    (ValueError, r"rotations_wxyz: .*\(4, 3\), not \(n, 4\)", dict(centers=N3, sizes=N3, rotations_wxyz=N3)),
    (ValueError, r"matrices: .*not \(n, 3, 3\)", dict(centers=N3, sizes=N3, matrices=np.zeros((4, 9), np.float32))),
    (ValueError, r"headings: .*not \(n,\)", dict(centers=N3, sizes=N3, headings=np.zeros((4, 1)))),
    (ValueError, "sizes: 3 items for 4", dict(centers=N3, sizes=N3[:3])),
    (ValueError, "headings: 5 items for 4", dict(centers=N3, sizes=N3, headings=np.zeros(5))),
    (TypeError, "one of half_extents= and sizes=", dict(centers=N3)),
    (TypeError, "one of half_extents= and sizes=", dict(centers=N3, sizes=N3, half_extents=N3)),
    (TypeError, "one of rotations_xyzw=", dict(centers=N3, sizes=N3, headings=N3[:, 0], matrices=np.zeros((4, 3, 3)))),
    (TypeError, "rows: .*no other argument", dict(rows=ROWS, centers=N3)),
    (ValueError, "isa: 'mmx' is none of best", dict(rows=ROWS, isa="mmx")),
    (TypeError, "isa: int is not text", dict(rows=ROWS, isa=5)),
    (ValueError, "threads: 0 is not between 1 and", dict(rows=ROWS, threads=0)),
    (ValueError, "threads: -1 is not between 1 and", dict(rows=ROWS, threads=-1)),
    (ValueError, "threads: 5000 is not between 1 and", dict(rows=ROWS, threads=5000)),
    (TypeError, "threads: float is not a whole number", dict(rows=ROWS, threads=2.0)),
    (TypeError, "threads: bool is not a whole number", dict(rows=ROWS, threads=True)),
    (ValueError, "origin: .*not finite", dict(rows=ROWS, origin=(np.inf, 0, 0))),
    (ValueError, r"origin: .*\(2,\), not \(3,\)", dict(rows=ROWS, origin=(0, 0))),
    (TypeError, "origin: ", dict(rows=ROWS, origin="here")),
    (TypeError, "skip_invalid: int is not True or False", dict(rows=ROWS, skip_invalid=1)),
    (satori.InvalidBoxError, "orthonormal", dict(centers=N3, sizes=N3, matrices=np.full((4, 3, 3), 2.0))),
    (TypeError, "colors", dict(rows=ROWS, colors=1)),
]


@pytest.mark.parametrize("error, message, arguments", WRONG)
def test_wrong_arguments(error, message, arguments):
    with pytest.raises(error, match=message):
        satori.Boxes(**arguments)


@pytest.mark.parametrize("error, message, arguments", [
    (TypeError, "position", dict()),
    (ValueError, "position: ", dict(position=(1, 2))),
    (ValueError, "position", dict(position=(1, np.nan, 2))),
    (ValueError, "rotation_xyzw", dict(position=(0, 0, 0), rotation_xyzw=(0, 0, 0, 0))),
    (ValueError, "rotation_xyzw: ", dict(position=(0, 0, 0), rotation_xyzw=(0, 0, 1))),
    (ValueError, "scale: ", dict(position=(0, 0, 0), scale=0)),
    (ValueError, "scale: ", dict(position=(0, 0, 0), scale=np.nan)),
    (ValueError, "scale: ", dict(position=(0, 0, 0), scale=10**400)),
    (TypeError, "scale: ", dict(position=(0, 0, 0), scale="2")),
    (TypeError, "scale: bool is not a number", dict(position=(0, 0, 0), scale=True)),
    (TypeError, "scale: bool", dict(position=(0, 0, 0), scale=np.True_)),
    (ValueError, "index 0 would not be legal", dict(position=(2e8, 0, 0))),
])
def test_wrong_arguments_of_transformed(error, message, arguments):
    with pytest.raises(error, match=message):
        satori.Boxes(ROWS).transformed(**arguments)
