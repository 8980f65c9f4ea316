"""Shapes, and boxes against them."""

import itertools
import pickle

import numpy as np
import pytest

import satori
from satori import Aabb, Box, Frustum, Plane, Ray, Segment, Sphere, Triangle

from helpers import corners_by_hand, doubles, gap, matrices_of, random_rows

BOXES = satori.Boxes(random_rows(600, width=8))
CORNERS = corners_by_hand(BOXES)
CENTERS, HALF, AXES = doubles(BOXES)
CUBE_PLANES = [(1, 0, 0, -1), (-1, 0, 0, -1), (0, 1, 0, -1), (0, -1, 0, -1), (0, 0, 1, -1), (0, 0, -1, -1)]


def local(points):
    """Points in the frame of each box: (n, 3)."""
    return np.einsum("nij,nj->ni", AXES, points - CENTERS)


def distances(points):
    """Distances of points from each box, 0 inside."""
    return np.linalg.norm(np.maximum(np.abs(local(points)) - HALF, 0), axis=1)


def part_of_line(origin, direction, longest):
    """The part of a line from t = 0 to `longest` in each box, by slabs: entry and exit; none: entry above exit."""
    start, step = local(np.float64(origin)), np.einsum("nij,j->ni", AXES, np.float64(direction))
    with np.errstate(divide="ignore"):
        t = np.stack([(-HALF - start) / step, (HALF - start) / step], 2)
    return np.maximum(t.min(axis=2).max(axis=1), 0), np.minimum(t.max(axis=2).min(axis=1), longest)


def gaps_of_polytope(vertices, normals, edges):
    """Distances of each box from a convex set along the best of all separating axes."""
    vertices = np.float64(vertices)
    made = []
    for corners, axes in zip(CORNERS, AXES):
        crosses = [np.cross(a, e) for a in axes for e in edges]
        made.append(gap(corners, vertices, [*axes, *np.float64(normals).reshape(-1, 3), *crosses]))
    return np.array(made)


def box_of(center, half, xyzw=(0, 0, 0, 1)):
    axes = matrices_of([xyzw])[0].T
    signs = np.array(list(itertools.product([-1, 1], repeat=3)))
    return np.asarray(center) + (signs * half) @ axes, axes, axes


def frustum_of_camera():
    """A perspective camera at (4, 4, -3) that looks along z, its matrix and the corners of its frustum."""
    near, far, slope = 1.0, 6.0, 0.8
    matrix = np.zeros((4, 4))
    matrix[0, 0] = matrix[1, 1] = 1 / slope
    matrix[2, 2:] = far / (far - near), -near * far / (far - near)
    matrix[3, 2] = 1
    view = np.eye(4)
    view[:3, 3] = -4, -4, 3
    corners = [(4 + x * slope * z, 4 + y * slope * z, z - 3) for z in (near, far) for x in (-1, 1) for y in (-1, 1)]
    normals = [(1, 0, slope), (-1, 0, slope), (0, 1, slope), (0, -1, slope), (0, 0, 1)]
    edges = [(1, 0, 0), (0, 1, 0), *[(x * slope, y * slope, 1) for x in (-1, 1) for y in (-1, 1)]]
    return matrix @ view, corners, normals, edges


TURN = (0.1, 0.7, -0.3, 0.4)
TRIANGLE = np.array([(1, 1, 1), (7, 2, 3), (3, 7, 5)], np.float64)
MATRIX, *FRUSTUM = frustum_of_camera()
#: A shape, and the distance of each box from it along the best axis: negative where they overlap.
CASES = {
    "point": ((3.0, 4.0, 4.5), np.max(np.abs(local(np.array([3, 4, 4.5]))) - HALF, axis=1)),
    "sphere": (Sphere((3, 4, 5), 2.5), distances(np.array([3.0, 4, 5])) - 2.5),
    "plane": (Plane((1, 2, -2), 3),
              np.abs(CENTERS @ [1, 2, -2] - 3) / 3 - np.sum(HALF * np.abs(AXES @ [1, 2, -2]) / 3, axis=1)),
    "ray": (Ray((0, 0, 0), (1, 1.1, 0.9)), np.subtract(*part_of_line((0, 0, 0), (1, 1.1, 0.9), np.inf))),
    "short ray": (Ray((0, 0, 0), (1, 1.1, 0.9), 3), np.subtract(*part_of_line((0, 0, 0), (1, 1.1, 0.9), 3))),
    "segment": (Segment((1, 2, 3), (7, 3, 4)), gaps_of_polytope([(1, 2, 3), (7, 3, 4)], [], [(6, 1, 1)])),
    "triangle": (Triangle(*TRIANGLE),
                 gaps_of_polytope(TRIANGLE, [np.cross(TRIANGLE[1] - TRIANGLE[0], TRIANGLE[2] - TRIANGLE[0])],
                                  TRIANGLE - np.roll(TRIANGLE, 1, axis=0))),
    "aabb": (Aabb((1, 2, 3), (5, 6, 7)), gaps_of_polytope(*box_of((3, 4, 5), (2, 2, 2)))),
    "box": (Box((4, 4, 4), (2.5, 2, 3), TURN), gaps_of_polytope(*box_of((4, 4, 4), (2.5, 2, 3), TURN))),
    "frustum": (Frustum.from_matrix(MATRIX), gaps_of_polytope(*FRUSTUM)),
}


def inside_by_hand(name):
    """Which boxes lie in the shape with all corners, and which surely do not."""
    points = CORNERS.reshape(-1, 3)
    if name == "sphere":
        depth = 2.5 - np.linalg.norm(points - [3, 4, 5], axis=1)
    elif name == "aabb":
        depth = np.minimum(points - [1, 2, 3], [5, 6, 7] - points).min(axis=1)
    elif name == "box":
        depth = ([2.5, 2, 3] - np.abs((points - 4) @ matrices_of([TURN])[0])).min(axis=1)
    elif name == "frustum":
        planes = np.array(Frustum.from_matrix(MATRIX).planes)
        depth = ((points @ planes[:, :3].T - planes[:, 3]) / np.linalg.norm(planes[:, :3], axis=1)).min(axis=1)
    else:
        depth = np.full(len(points), -np.inf)
    return depth.reshape(-1, 8).min(axis=1)


@pytest.mark.parametrize("name", CASES)
def test_boxes_overlap_a_shape_where_no_axis_separates_them(name):
    shape, gaps = CASES[name]
    answers = satori.test_boxes(BOXES, shape)
    assert answers.dtype == bool and 0 < answers.sum() < len(BOXES)
    assert answers[gaps < -1e-4].all() and not answers[gaps > 1e-4].any()
    found = satori.find_boxes(BOXES, shape)
    assert found.dtype == np.uint32
    np.testing.assert_array_equal(found, np.flatnonzero(answers))


@pytest.mark.parametrize("name", CASES)
def test_boxes_are_inside_where_all_corners_are(name):
    shape, _ = CASES[name]
    classes = satori.classify_boxes(BOXES, shape)
    assert classes.dtype == np.uint8 and (satori.OUTSIDE, satori.CROSSING, satori.INSIDE) == (0, 1, 2)
    np.testing.assert_array_equal(classes != satori.OUTSIDE, satori.test_boxes(BOXES, shape))
    depth = inside_by_hand(name)
    assert (classes[depth > 1e-4] == satori.INSIDE).all() and (classes[depth < -1e-4] != satori.INSIDE).all()
    assert (depth > 1e-4).any() == (name in ("sphere", "aabb", "box", "frustum"))


def test_a_ray_enters_and_leaves_boxes():
    for ray in [Ray((0, 0, 0), (1, 1.1, 0.9)), Ray((4, 4, 4), (0, 0, -2)), Ray((0, 0, 0), (1, 1.1, 0.9), 3)]:
        found = satori.intersect(BOXES, ray)
        assert found.shape == (len(BOXES), 2) and found.dtype == np.float32
        entry, leave = part_of_line(ray.origin, ray.direction, ray.max_distance)
        hits = found[:, 0] <= found[:, 1]
        sure = np.abs(entry - leave) > 1e-4
        np.testing.assert_array_equal(hits[sure], (entry < leave)[sure])
        np.testing.assert_allclose(found[hits & sure], np.stack([entry, leave], 1)[hits & sure], atol=1e-4)
        assert (found[~hits] == [np.inf, -np.inf]).all() and hits.any() and not hits.all()


def test_closest_points_are_clamped_points():
    point = (3.0, 4.0, 4.5)
    points, signed = satori.closest_points(BOXES, point)
    assert points.shape == (len(BOXES), 3) and signed.shape == (len(BOXES),)
    assert points.dtype == signed.dtype == np.float32
    inside = local(np.array(point))
    clamped = CENTERS + np.einsum("ni,nij->nj", np.clip(inside, -HALF, HALF), AXES)
    np.testing.assert_allclose(points, clamped, atol=1e-5)
    depth = (np.abs(inside) - HALF).max(axis=1)
    np.testing.assert_allclose(signed, np.where(depth > 0, distances(np.array(point)), depth), atol=1e-5)
    assert (signed < 0).any() and (signed > 0).any()


def test_points_in_a_box_have_small_coordinates_in_its_frame():
    box = Box((1, 2, 3), (0.5, 1.5, 1), TURN)
    points = np.random.default_rng(3).normal((1, 2, 3), 1, (2000, 3)).astype(np.float32)
    depth = (np.abs((np.float64(points) - [1, 2, 3]) @ matrices_of([TURN])[0]) - [0.5, 1.5, 1]).max(axis=1)
    answers = satori.contains_points(box, points)
    assert answers.dtype == bool and answers[depth < -1e-5].all() and not answers[depth > 1e-5].any()
    assert 0 < answers.sum() < 2000
    for given in [np.asfortranarray(points), points.astype(np.float64), points.tolist(), points[::-1][::-1],
                  np.frombuffer(b"x" + points.tobytes(), np.float32, offset=1).reshape(-1, 3)]:
        np.testing.assert_array_equal(satori.contains_points(box, given), answers)
    np.testing.assert_array_equal(satori.contains_points(box, points[::3]), answers[::3])
    assert not satori.contains_points(box, np.array([[np.nan, 2, 3]], np.float32)).any()
    assert satori.contains_points(box, points[:0]).shape == (0,)


def test_every_set_and_thread_count_gives_the_same():
    boxes = satori.Boxes(random_rows(20_000, width=20))
    box, points = Box((1, 2, 3), (5, 5, 5), TURN), boxes.centers
    ray = Ray((0, 0, 0), (1, 1, 1))
    calls = [lambda k, s=shape: satori.test_boxes(boxes, s, **k) for shape, _ in CASES.values()]
    calls += [lambda k, s=shape: satori.classify_boxes(boxes, s, **k) for shape, _ in CASES.values()]
    calls += [lambda k, s=shape: satori.find_boxes(boxes, s, **k) for shape, _ in CASES.values()]
    calls += [lambda k: satori.intersect(boxes, ray, **k), lambda k: satori.contains_points(box, points, **k),
              lambda k: np.hstack([satori.closest_points(boxes, (1, 2, 3), **k)[0]])]
    for call in calls:
        wanted = call({})
        for isa, threads in [("scalar", 1), ("scalar", 2), (satori.best_isa(), 1), (None, 3)]:
            assert call(dict(isa=isa, threads=threads)).tobytes() == wanted.tobytes()


def test_results_go_where_out_says():
    shape = Sphere((3, 4, 5), 2.5)
    points = BOXES.centers
    for call in [lambda out: satori.test_boxes(BOXES, shape, out=out),
                 lambda out: satori.classify_boxes(BOXES, shape, out=out),
                 lambda out: satori.contains_points(Box((3, 4, 5), (2, 2, 2)), points, out=out)]:
        wanted = call(None)
        room = np.zeros(len(wanted) + 3, wanted.dtype)
        given = call(room)
        assert given.base is room and given.tobytes() == wanted.tobytes() == room[:-3].tobytes()
        exact = np.zeros_like(wanted)
        assert call(exact) is exact and exact.tobytes() == wanted.tobytes()
        for out, error in [(room[:5], ValueError), (room[::2], ValueError), (np.zeros(len(room), "f4"), TypeError),
                           (room[None], ValueError), ([], TypeError)]:
            with pytest.raises(error, match="^out: "):
                call(out)


def test_skipped_boxes_overlap_nothing():
    rows = random_rows(5, width=1)
    rows[2, 0] = np.nan
    boxes = satori.Boxes(rows, skip_invalid=True)
    everywhere = Sphere((0, 0, 0), 100)
    assert satori.test_boxes(boxes, everywhere).tolist() == [True, True, False, True, True]
    assert satori.find_boxes(boxes, everywhere).tolist() == [0, 1, 3, 4]
    assert satori.classify_boxes(boxes, everywhere).tolist() == [2, 2, 0, 2, 2]
    assert satori.closest_points(boxes, (0, 0, 0))[1][2] == np.inf


SHAPES = [
    Sphere((0, 0.1, 0), 1), Aabb((0, 0, 0), (1, 2, 0.1)), Plane((0, 0, 3), 3e-7), Ray((0, 0, 0), (0, 1e-9, 1)),
    Ray((0, 0, 0), (0, 0, 1), 1e7), Segment((0, 0, 0), (1, -0.0, 1)), Triangle((0, 0, 0), (1, 0, 0), (0, 1 / 3, 0)),
    Box((0, 0, 0), (1, 1, 1)), Box((1, 2, 3), (1, 0, 1), TURN), Frustum(CUBE_PLANES), Frustum.from_matrix(MATRIX),
]


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_a_shape_is_a_value(shape):
    again = eval(repr(shape))
    for other in [again, pickle.loads(pickle.dumps(shape))]:
        assert type(other) is type(shape) and other == shape
        assert hash(other) == hash(shape) and repr(other) == repr(shape)
    assert [shape == other for other in SHAPES].count(True) == 1 and shape != repr(shape)
    assert type(shape).__module__ == "satori"
    name = repr(shape).split("(")[1].split("=")[0]
    with pytest.raises(AttributeError):
        setattr(shape, name, getattr(shape, name))
    assert np.array_equal(satori.classify_boxes(BOXES, shape), satori.classify_boxes(BOXES, again))


def test_members_of_shapes():
    assert Sphere((1, 2, 3), 0.1).center == (1, 2, 3) and Sphere((1, 2, 3), 0.1).radius == np.float32(0.1)
    assert repr(Sphere((1, 2, 3), 0.1)) == "Sphere(center=(1.0, 2.0, 3.0), radius=0.1)"
    assert Aabb(np.zeros(3), np.ones(3)).max == (1, 1, 1)
    assert Plane((0, 0, 1), 2).offset == 2 and Plane((0, 0, 1), 2).normal == (0, 0, 1)
    ray = Ray((0, 0, 0), (0, 0, 2))
    assert (ray.origin, ray.direction, ray.max_distance) == ((0, 0, 0), (0, 0, 2), np.inf)
    assert Segment((0, 0, 0), (1, 1, 1)).end == (1, 1, 1) and Triangle((0, 0, 0), (1, 1, 1), (2, 0, 0)).c == (2, 0, 0)
    box = Box((0, 0, 0), (1, 2, 3))
    assert box.rotation_xyzw == (0, 0, 0, 1) and box.half_extents == (1, 2, 3)
    assert Frustum(CUBE_PLANES).planes == tuple(CUBE_PLANES)


def test_both_clip_spaces_give_one_frustum():
    other = MATRIX.copy()
    other[2] = 2 * MATRIX[2] - MATRIX[3]
    frustums = Frustum.from_matrix(MATRIX), Frustum.from_matrix(other, clip="minus_one_to_one")
    a, b = (np.array(frustum.planes) for frustum in frustums)
    a, b = (planes / np.linalg.norm(planes[:, :3], axis=1, keepdims=True) for planes in (a, b))
    np.testing.assert_allclose(a, b, atol=1e-4)


O, X = (0, 0, 0), (1, 0, 0)
RAY = Ray(O, X)
WRONG = [
    (ValueError, "center: ", lambda: Sphere((0, 0), 1)),
    (ValueError, "center: .*beyond 1e9", lambda: Sphere((0, 0, 2e9), 1)),
    (ValueError, "center: .*not finite", lambda: Sphere((0, 0, np.nan), 1)),
    (TypeError, "center: int", lambda: Sphere(np.zeros(3, int), 1)),
    (TypeError, "center: None", lambda: Sphere(None, 1)),
    (ValueError, "radius: ", lambda: Sphere(O, -1)),
    (ValueError, "radius: ", lambda: Sphere(O, np.inf)),
    (TypeError, "radius: str", lambda: Sphere(O, "1")),
    (TypeError, "radius: bool", lambda: Sphere(O, True)),
    (TypeError, "radius", lambda: Sphere(O)),
    (ValueError, "min: ", lambda: Aabb(X, O)),
    (ValueError, "max: ", lambda: Aabb(O, (1, 1))),
    (ValueError, "normal: ", lambda: Plane(O, 1)),
    (ValueError, "normal: ", lambda: Plane((0, 0, 1e-30), 1)),
    (ValueError, "offset: ", lambda: Plane(X, 2e9)),
    (ValueError, "offset: ", lambda: Plane(X, np.nan)),
    (ValueError, "direction: ", lambda: Ray(O, O)),
    (ValueError, "direction: ", lambda: Ray(O, (np.inf, 0, 0))),
    (ValueError, "origin: ", lambda: Ray((0, 0, np.inf), X)),
    (ValueError, "max_distance: ", lambda: Ray(O, X, -1)),
    (ValueError, "max_distance: ", lambda: Ray(O, X, np.nan)),
    (ValueError, "end: ", lambda: Segment(O, (0, np.nan, 0))),
    (TypeError, "start: ", lambda: Segment("here", O)),
    (ValueError, "b: ", lambda: Triangle(O, (1e10, 0, 0), X)),
    (ValueError, "half_extents: ", lambda: Box(O, (1, -1, 1))),
    (ValueError, "half_extents: ", lambda: Box(O, (1, 1e-9, 1))),
    (ValueError, "center: ", lambda: Box((1e9, 0, 0), (1, 1, 1))),
    (ValueError, "rotation_xyzw: ", lambda: Box(O, (1, 1, 1), (0, 0, 0, 0))),
    (ValueError, r"rotation_xyzw: .*\(4,\)", lambda: Box(O, (1, 1, 1), O)),
    (ValueError, r"planes: .*\(5, 4\), not \(6, 4\)", lambda: Frustum(CUBE_PLANES[:5])),
    (ValueError, "planes: ", lambda: Frustum(np.zeros((6, 4)))),
    (ValueError, "matrix: ", lambda: Frustum.from_matrix(np.zeros((4, 4)))),
    (ValueError, r"matrix: .*\(3, 4\)", lambda: Frustum.from_matrix(MATRIX[:3])),
    (ValueError, "clip: 'opengl'", lambda: Frustum.from_matrix(MATRIX, clip="opengl")),
    (TypeError, "shape: object is neither a shape nor a point", lambda: satori.test_boxes(BOXES, object())),
    (TypeError, "shape: str is neither", lambda: satori.find_boxes(BOXES, "sphere")),
    (TypeError, "shape: Boxes", lambda: satori.find_boxes(BOXES, BOXES)),
    (ValueError, "shape: ", lambda: satori.classify_boxes(BOXES, (1, 2))),
    (ValueError, "shape: ", lambda: satori.test_boxes(BOXES, (1, 2, np.inf))),
    (TypeError, "boxes: ndarray is not Boxes", lambda: satori.test_boxes(BOXES.bounds(), O)),
    (TypeError, "boxes: Rects", lambda: satori.find_boxes(satori.Rects(np.zeros((0, 5), np.float32)), O)),
    (TypeError, "ray: tuple is not a Ray", lambda: satori.intersect(BOXES, O)),
    (TypeError, "boxes: ", lambda: satori.intersect(None, RAY)),
    (ValueError, "point: ", lambda: satori.closest_points(BOXES, (1, 2))),
    (TypeError, "point: ", lambda: satori.closest_points(BOXES, RAY)),
    (TypeError, "box: Boxes is not a Box", lambda: satori.contains_points(BOXES, [O])),
    (ValueError, "points: ", lambda: satori.contains_points(Box(O, (1, 1, 1)), O)),
    (TypeError, "points: int64", lambda: satori.contains_points(Box(O, (1, 1, 1)), np.zeros((3, 3), int))),
    (ValueError, "isa: ", lambda: satori.test_boxes(BOXES, O, isa="x")),
    (ValueError, "threads: ", lambda: satori.closest_points(BOXES, O, threads=0)),
]


@pytest.mark.parametrize("error, message, call", WRONG)
def test_wrong_arguments(error, message, call):
    with pytest.raises(error, match="^" + message if message.endswith(": ") else message):
        call()
