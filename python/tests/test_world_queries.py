"""Queries of a World, against slabs and distances by numpy in double."""

import numpy as np
import pytest

import satori

from test_boxes import matrices_of, random_rows

ROWS = random_rows(300, width=30)
AXES = matrices_of(ROWS[:, 6:])  # columns are the axes
HALF = ROWS[:, 3:6].astype(np.float64)
CENTERS = ROWS[:, :3].astype(np.float64)


def filled():
    world = satori.World()
    return world, world.add(ROWS)


def slab_entries(origin, direction):
    """Where a ray enters each box, and where it leaves: slabs in the frame of each box."""
    p = np.einsum("nij,ni->nj", AXES, origin - CENTERS)
    d = np.einsum("nij,i->nj", AXES, direction)
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (-HALF - p) / d, (HALF - p) / d
    entry, leave = np.minimum(a, b).max(1), np.maximum(a, b).min(1)
    return np.maximum(entry, 0), leave


def rays(n=200, seed=3):
    rng = np.random.default_rng(seed)
    return rng.random((n, 3)) * 40 - 5, rng.normal(size=(n, 3))


def test_rays_meet_what_slabs_say():
    world, ids = filled()
    origins, directions = rays()
    hits = world.closest_hits(origins, directions)
    blocked = world.any_hits(origins, directions)
    every, begin = world.all_hits(origins, directions)
    assert hits.dtype == satori.HIT and begin.dtype == np.uint64 and begin[-1] == len(every)
    met = 0
    for i in range(len(origins)):
        entry, leave = slab_entries(origins[i], directions[i])
        sure = entry < leave - 1e-4
        maybe = entry < leave + 1e-4
        found = every[begin[i] : begin[i + 1]]
        names = set(satori.box_indices(found["box"]).tolist())
        assert set(np.flatnonzero(sure)) <= names <= set(np.flatnonzero(maybe))
        assert (np.diff(found["distance"]) >= 0).all()
        assert blocked[i] == (len(found) > 0) == (hits[i]["box"] != 0)
        if len(found):
            met += 1
            assert hits[i] == found[0]
            index = satori.box_indices(hits[i]["box"])[0]
            assert hits[i]["box"] == ids[index]
            np.testing.assert_allclose(hits[i]["distance"], entry[index], atol=1e-4)
            np.testing.assert_allclose(hits[i]["point"], origins[i] + hits[i]["distance"] * directions[i], atol=1e-9)
        else:
            assert hits[i]["distance"] == np.inf
    assert met > 30


def test_arguments_broadcast():
    world, _ = filled()
    origins, directions = rays(20)
    one = world.closest_hits(origins[0], directions)
    np.testing.assert_array_equal(one, world.closest_hits(np.repeat(origins[:1], 20, 0), directions))
    assert world.closest_hits([0, 0, 0], [0, 0, 1]).shape == (1,)
    assert world.closest_hits(np.empty((0, 3)), directions[0]).shape == (0,)
    met = (one["box"] != 0) & (one["distance"] > 0)
    assert met.any()
    shorter = world.closest_hits(origins[0], directions, np.where(met, one["distance"] * 0.5, 1.0))
    assert (shorter["box"][met] == 0).all()


def test_filters_of_queries():
    world = satori.World()
    wall = world.add(centers=[[5, 0, 0]], sizes=[[1, 1, 1]], category=2)
    area = world.add(centers=[[3, 0, 0]], sizes=[[1, 1, 1]], sensor=True)
    ask = lambda **keywords: world.closest_hits([0, 0, 0], [1, 0, 0], **keywords)["box"][0]  # noqa: E731
    assert ask() == wall[0]
    assert ask(sensors=True) == area[0]
    assert ask(mask=1) == 0
    assert ask(ignored=wall) == 0 and ask(ignored=wall[0]) == 0
    assert ask(isa="scalar", threads=1) == wall[0]


def test_casts_stop_where_boxes_touch():
    world = satori.World()
    wall = world.add(centers=[[5, 0, 0]], sizes=[[1, 4, 4]])
    hit = world.cast_boxes([0, 0, 0], [0.5, 0.5, 0.5], [1, 0, 0])[0]
    assert hit["box"] == wall[0]
    np.testing.assert_allclose(hit["distance"], 4.0)
    np.testing.assert_allclose(hit["normal"], [-1, 0, 0])
    assert world.cast_boxes([0, 0, 0], [0.5, 0.5, 0.5], [1, 0, 0], max_distances=3.9)["box"][0] == 0
    np.testing.assert_allclose(world.cast_boxes([0, 0, 0], [0.5, 0.5, 0.5], [1, 0, 0], skins=0.25)["distance"], 3.75)
    np.testing.assert_allclose(world.cast_boxes([0, 0, 0], [0, 0, 0], [1, 0, 0], radii=0.25)["distance"], 4.25)
    eighth = [0, 0, np.sin(np.pi / 8), np.cos(np.pi / 8)]
    turned = world.cast_boxes([0, 0, 0], [0.5, 0.5, 0.5], [1, 0, 0], rotations_xyzw=eighth)
    np.testing.assert_allclose(turned["distance"], 4.5 - np.sqrt(0.5), atol=1e-6)


def test_a_turning_bar_meets_a_post():
    world = satori.World()
    post = world.add(centers=[[1, 1, 0]], sizes=[[0.2, 0.2, 2]])
    bar = {"half_extents": (2, 0.05, 0.05), "translations": (0, 0, 0), "tolerances": 1e-4}
    found = world.first_impacts([[0, 0, 0]] * 3, rotations=[[0, 0, 1.5], [0, 0, -1.5], [0, 0, 0]], **bar)
    assert found.dtype == satori.BOX_IMPACT
    assert found["box"].tolist() == [post[0], 0, 0]
    assert found["kind"].tolist() == [satori.MEETS, satori.NO_IMPACT, satori.NO_IMPACT]
    # The post's corner at (1.1, 0.9), less the angle of half the bar's width.
    at = (np.arctan2(0.9, 1.1) - np.arcsin(0.05 / np.hypot(1.1, 0.9))) / 1.5
    assert at - 1e-4 < found["time"][0] < at + 1e-6
    assert found["closest"]["distance"][0] <= 1.01e-4
    late = world.first_impacts((-5, 1, 0), (0, 0, 0), (10, 0, 0), radii=0.5, distances=0.4)
    assert late["time"][0] == pytest.approx(0.5, abs=2e-4)
    assert world.first_impacts((-5, 1, 0), (1, 1, 1), (10, 0, 0), ignored=post)["box"].tolist() == [0]


def distances_to(point):
    p = np.einsum("nij,ni->nj", AXES, point - CENTERS)
    return np.linalg.norm(np.maximum(np.abs(p) - HALF, 0), axis=1)


def test_the_nearest_box():
    world, ids = filled()
    points = rays(100)[0]
    found = world.closest_boxes(points)
    assert found.dtype == satori.CLOSEST
    for point, closest in zip(points, found):
        wanted = distances_to(point)
        np.testing.assert_allclose(closest["distance"], wanted.min(), atol=1e-4)
        np.testing.assert_allclose(wanted[satori.box_indices(closest["box"])[0]], wanted.min(), atol=1e-4)
    assert (world.closest_boxes(points, found["distance"] * 0.9)["box"][found["distance"] > 0.01] == 0).all()


def test_boxes_that_overlap_shapes():
    world, ids = filled()
    points = rays(50)[0]
    spheres = [satori.Sphere(point, 3.0) for point in points]
    found, begin = world.find_boxes(spheres)
    for i, point in enumerate(points):
        distance = distances_to(point)
        names = set(satori.box_indices(found[begin[i] : begin[i + 1]]).tolist())
        assert set(np.flatnonzero(distance < 3 - 1e-4)) <= names <= set(np.flatnonzero(distance < 3 + 1e-4))
    assert len(found) > 50
    again, _ = world.find_boxes([satori.Sphere((0, 0, 0), 3.0)] * len(points), origins=points)
    np.testing.assert_array_equal(np.sort(again), np.sort(found))
    single, begin = world.find_boxes(satori.Aabb((0, 0, 0), (30, 30, 30)))
    assert begin.tolist() == [0, len(single)] and len(single) > 200
    batch = satori.find_boxes(satori.Boxes(ROWS), satori.Aabb((0, 0, 0), (30, 30, 30)))
    np.testing.assert_array_equal(satori.box_indices(single), batch)


def test_distances_of_pairs_and_near_pairs():
    world, ids = filled()
    boxes = satori.Boxes(ROWS)
    pairs = satori.find_near_pairs(boxes, max_distance=0.5)
    found = world.distances(ids[pairs])
    assert found.dtype == satori.DISTANCE and len(found) > 50
    np.testing.assert_allclose(found["distance"], satori.distances(boxes, pairs)["distance"], atol=1e-5)
    near = world.find_near_pairs(0.5)
    assert near.dtype == np.uint64 and near.shape[1] == 2
    indices = satori.box_indices(near.ravel()).reshape(-1, 2)
    np.testing.assert_array_equal(indices, sorted(indices.tolist()))
    clear = satori.distances(boxes, pairs)["distance"] < 0.5 - 1e-4
    assert set(map(tuple, pairs[clear].tolist())) <= set(map(tuple, indices.tolist()))
    assert (world.distances(near)["distance"] <= 0.5).all()
    gone = near[0, 0]
    without = world.find_near_pairs(0.5, ignored=gone)
    np.testing.assert_array_equal(without, near[(near != gone).all(axis=1)])
    for isa in satori.isas():
        np.testing.assert_array_equal(world.find_near_pairs(0.5, isa=isa, threads=2), near)


WRONG = [
    (ValueError, "max_distance", lambda world: world.find_near_pairs(-1)),
    (TypeError, "pairs: int64", lambda world: world.distances(np.zeros((1, 2), np.int64))),
    (ValueError, r"pairs: .*\(2,\)", lambda world: world.distances(np.zeros(2, np.uint64))),
    (IndexError, r"pairs\[0\]", lambda world: world.distances(np.zeros((1, 2), np.uint64))),
    (ValueError, "ray 1", lambda world: world.closest_hits([0, 0, 0], [[1, 0, 0], [0, 0, 0]])),
    (ValueError, "ray 0", lambda world: world.any_hits([np.nan, 0, 0], [1, 0, 0])),
    (ValueError, "ray 0", lambda world: world.all_hits([0, 0, 0], [1, 0, 0], -1.0)),
    (ValueError, "directions", lambda world: world.closest_hits(np.zeros((3, 3)), np.ones((2, 3)))),
    (ValueError, "origins", lambda world: world.closest_hits([0, 0], [1, 0, 0])),
    (TypeError, "origins", lambda world: world.closest_hits("here", [1, 0, 0])),
    (TypeError, "origins", lambda world: world.closest_hits(np.zeros(3, np.int32), [1, 0, 0])),
    (ValueError, "cast 0", lambda world: world.cast_boxes([0, 0, 0], [1, -1, 1], [1, 0, 0])),
    (ValueError, "cast 0", lambda world: world.cast_boxes([0, 0, 0], [1, 1, 1], [1, 0, 0], radii=-1.0)),
    (
        ValueError,
        "cast 0",
        lambda world: world.cast_boxes([0, 0, 0], [1, 1, 1], [1, 0, 0], rotations_xyzw=[0, 0, 0, 0]),
    ),
    (ValueError, "box 0", lambda world: world.first_impacts([0, 0, 0], [1, 1, 1], [1, 0, 0], tolerances=-1.0)),
    (ValueError, "box 1", lambda world: world.first_impacts([0, 0, 0], [1, 1, 1], [[1, 0, 0], [np.inf, 0, 0]])),
    (TypeError, "ignored", lambda world: world.closest_hits([0, 0, 0], [1, 0, 0], ignored=[1.5])),
    (TypeError, "shape", lambda world: world.find_boxes(3)),
    (ValueError, "origins", lambda world: world.find_boxes([satori.Sphere((0, 0, 0), 1)], origins=np.zeros((2, 3)))),
    (ValueError, "point 0", lambda world: world.closest_boxes([0, 0, np.inf])),
    (ValueError, "isa", lambda world: world.closest_hits([0, 0, 0], [1, 0, 0], isa="x")),
]


@pytest.mark.parametrize("error, message, call", WRONG)
def test_wrong_queries(error, message, call):
    world, _ = filled()
    with pytest.raises(error, match=message):
        call(world)
