"""The recipes in examples/: their results, compared with brute force in numpy."""

import csv
import importlib
import io
import itertools
import pathlib

import numpy as np
import pytest

import satori

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


@pytest.fixture
def recipe(monkeypatch):
    """Imports a recipe by its name."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return importlib.import_module


def doubles(boxes):
    return tuple(np.asarray(a, np.float64) for a in (boxes.centers, boxes.half_extents, boxes.axes))


def gaps(a, b):
    """The largest gap along a separating axis, for every box of a with every box of b; negative: they overlap."""
    (centers, half, axes), (other_centers, other_half, other_axes) = doubles(a), doubles(b)
    result = np.empty((len(a), len(b)))
    for i, j in itertools.product(range(len(a)), range(len(b))):
        tried = [*axes[i], *other_axes[j]]
        if axes.shape[1] == 3:
            tried += [np.cross(u, v) for u in axes[i] for v in other_axes[j]]
        tried = np.array([axis / np.linalg.norm(axis) for axis in tried if np.linalg.norm(axis) > 1e-6])
        reach = np.abs(tried @ axes[i].T) @ half[i] + np.abs(tried @ other_axes[j].T) @ other_half[j]
        result[i, j] = (np.abs(tried @ (other_centers[j] - centers[i])) - reach).max()
    return result


def test_placed_boxes_do_not_overlap(recipe):
    placement = recipe("placement")
    for name, (made, rows) in placement.main(count=90, width=7.5).items():
        assert len(made) == len(rows) == len(set(rows.tolist())) and len(made) > 10
        apart = gaps(made, made)[np.triu_indices(len(made), 1)]
        assert apart.min() > -1e-5, name
        assert made.corners().min() > -1e-5 and made.corners().max() < 9 + 1e-5


def test_placement_repeats_itself_and_says_what_it_left_out(recipe):
    placement = recipe("placement")
    sizes = np.full((60, 3), 1.0)
    first, rows = placement.place(sizes, [0, 0, 0], [4, 4, 4], seed=5)
    again, rows_again = placement.place(sizes, [0, 0, 0], [4, 4, 4], seed=5)
    other, _ = placement.place(sizes, [0, 0, 0], [4, 4, 4], seed=6)
    assert first.centers.tobytes() == again.centers.tobytes() and rows.tolist() == rows_again.tolist()
    assert first.centers.tobytes() != other.centers.tobytes()
    assert 0 < len(first) < 60
    with pytest.raises(ValueError, match="larger than the region"):
        placement.place(sizes, [0, 0, 0], [1, 1, 1])


def test_pasted_boxes_fit(recipe):
    augmentation = recipe("augmentation")
    frame, bank, fits, result = augmentation.main(count=25, candidates=40, limit=8)
    against_frame = gaps(augmentation.boxes_of(bank), augmentation.boxes_of(frame))
    against_bank = gaps(augmentation.boxes_of(bank), augmentation.boxes_of(bank))
    wanted = []
    for k in range(len(bank)):
        wanted.append(against_frame[k].min() > 0 and all(against_bank[k, i] > 0 for i in range(k) if wanted[i]))
    assert fits.tolist() == wanted and 0 < sum(wanted) < len(bank)
    np.testing.assert_array_equal(result, np.concatenate([frame, bank[fits][:8]]))


def test_rows_of_detectors_hold_full_sizes(recipe):
    corners = recipe("augmentation").boxes_of(np.array([[1, 2, 3, 4, 2, 1, np.pi / 2]])).corners()[0]
    np.testing.assert_allclose(corners.min(axis=0), [0, 0, 2.5], atol=1e-5)
    np.testing.assert_allclose(corners.max(axis=0), [2, 4, 3.5], atol=1e-5)


def test_nothing_pasted_into_an_empty_frame_is_lost(recipe):
    augmentation = recipe("augmentation")
    nothing = np.zeros((0, 7), np.float32)
    one = np.array([[0, 0, 0, 1, 1, 1, 0]], np.float32)
    assert augmentation.which_fit(nothing, one).tolist() == [True]
    assert augmentation.which_fit(one, nothing).tolist() == []


def test_faults_of_a_plan(recipe):
    good, bad = recipe("check_plan").main(columns=4, rows=3, layers=2)
    assert good == ([], [])
    pairs, sticking = bad
    assert [pair[:2] for pair in pairs] == [(0, 1)]  # layers are the fastest index
    assert pairs[0][2] == pytest.approx(0.02, abs=1e-5)
    assert [box for box, _ in sticking] == [4 * 3 * 2 - 1]
    assert sticking[0][1] == pytest.approx(0.005, abs=1e-5)


def test_tolerance_of_a_plan_and_order_of_faults(recipe):
    check_plan = recipe("check_plan")
    sizes = np.ones((4, 3), np.float32)
    centers = np.array([[0, 0, 0], [0.99, 0, 0], [0, 0.95, 0], [0.99, 1.9501, 0]], np.float32)
    boxes = satori.Boxes(centers=centers, sizes=sizes)
    depths = {pair: depth for *pair, depth in check_plan.protrusions(boxes, 0.0) for pair in [tuple(pair)]}
    assert depths == {
        (0, 1): pytest.approx(0.01, abs=1e-5),
        (0, 2): pytest.approx(0.05, abs=1e-5),
        (1, 2): pytest.approx(0.01, abs=1e-5),
    }
    assert [pair[:2] for pair in check_plan.protrusions(boxes, 0.02)] == [(0, 2)]
    assert check_plan.protrusions(boxes, 0.06) == []


def segment_distances(p, u, q, v):
    """Distance of every segment p + [0, 1] u to every segment q + [0, 1] v."""
    p, u, q, v = p[:, None], u[:, None], q[None], v[None]
    a, b, c = (u * u).sum(-1), (u * v).sum(-1), (v * v).sum(-1)
    d, e = (u * (p - q)).sum(-1), (v * (p - q)).sum(-1)
    determinant = a * c - b * b
    inside = np.divide(b * e - c * d, determinant, out=np.zeros_like(determinant), where=determinant > 1e-12)
    best = np.full(determinant.shape, np.inf)
    for s in (np.clip(inside, 0, 1), np.zeros_like(inside), np.ones_like(inside)):
        t = np.clip((b * s + e) / c, 0, 1)
        s = np.clip((b * t - d) / a, 0, 1)
        best = np.minimum(best, np.linalg.norm(p + s[..., None] * u - q - t[..., None] * v, axis=-1))
    return best


def distance(a, b, i, j):
    """Distance of two boxes that are apart: corner to box, or edge to edge."""
    signs = np.array(list(itertools.product((-1, 1), repeat=3)))
    edges = [(m, n) for m, n in itertools.combinations(range(8), 2) if abs(signs[m] - signs[n]).sum() == 2]
    corners, best = [], np.inf
    for boxes, k in ((a, i), (b, j)):
        centers, half, axes = doubles(boxes)
        corners.append(centers[k] + (signs * half[k]) @ axes[k])
    for (boxes, k), others in zip(((a, i), (b, j)), reversed(corners)):
        centers, half, axes = doubles(boxes)
        local = np.abs((others - centers[k]) @ axes[k].T)
        best = min(best, np.linalg.norm(np.maximum(local - half[k], 0), axis=1).min())
    begin, end = np.array(edges).T
    one, two = corners
    return min(best, segment_distances(one[begin], one[end] - one[begin], two[begin], two[end] - two[begin]).min())


def test_clash_list_has_every_clash(recipe):
    clash_list = recipe("clash_list")
    clearance = 0.25
    pipes, beams, clashes, text = clash_list.main(count=60, hall=(12.0, 9.0, 4.0), clearance=clearance)
    origin = np.round(pipes.centers.mean(axis=0))
    a, b = pipes.boxes(origin), beams.boxes(origin)
    separated = gaps(a, b)
    found = {(clash.first, clash.second): clash for clash in clashes}
    assert len(found) == len(clashes)
    kinds = {"hard": 0, "clearance": 0}
    for i, j in itertools.product(range(len(a)), range(len(b))):
        apart = separated[i, j]  # of boxes that are apart: at most their distance
        if 0 < apart < clearance:
            apart = distance(a, b, i, j)
        clash = found.get((i, j))
        assert abs(apart) > 1e-4 and abs(apart - clearance) > 1e-4, "a pair that rounding decides: take another seed"
        assert (clash is not None) == (apart < clearance), (i, j, apart)
        if clash is None:
            continue
        kinds[clash.kind] += 1
        assert clash.kind == ("hard" if apart < 0 else "clearance")
        if apart > 0:
            assert clash.distance == pytest.approx(apart, abs=1e-4)
            point = satori.Boxes(centers=np.array([clash[4:]]), sizes=np.full((1, 3), 1e-6), origin=tuple(origin))
            for boxes, k in ((a, i), (b, j)):  # the point lies midway
                assert distance(boxes, point, k, 0) == pytest.approx(apart / 2, abs=1e-4)
        else:  # contacts prefer a face to a pair of edges whose overlap is little less
            assert -apart - 1e-4 < -clash.distance < -apart * 1.1 + 1e-3
    assert min(kinds.values()) > 5
    assert [clash.distance for clash in clashes] == sorted(clash.distance for clash in clashes)
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["kind", "first", "second", "distance", "x", "y", "z"] and len(rows) == 1 + len(clashes)
    assert rows[1][:3] == [clashes[0].kind, str(clashes[0].first), str(clashes[0].second)]


def test_boxes_that_are_near_only_diagonally_are_clashes(recipe):
    clash_list = recipe("clash_list")
    far = np.array([5e5, 5e6, 100.0])
    one = clash_list.Model(far + np.zeros((1, 3)), np.ones((1, 3)), np.zeros(1))
    other = clash_list.Model(far + np.array([[1.03, 1.04, 0]]), np.ones((1, 3)), np.zeros(1))
    assert clash_list.clash_list(one, other, 0.049) == []
    (clash,) = clash_list.clash_list(one, other, 0.051)
    assert clash.kind == "clearance" and clash.distance == pytest.approx(0.05, abs=1e-5)
    assert clash.x == pytest.approx(far[0] + 0.515, abs=1e-5) and clash.y == pytest.approx(far[1] + 0.52, abs=1e-5)
    (clash,) = clash_list.clash_list(one, one, 0.05)
    assert clash.kind == "hard" and clash.distance == pytest.approx(-1, abs=1e-5)


def test_free_configurations(recipe):
    robot_scene = recipe("robot_scene")
    arm, scene, configurations, free = robot_scene.main(count=40, obstacles=20)
    boxes = robot_scene.links(arm, configurations)
    nearest = gaps(boxes, scene).reshape(len(configurations), -1).min(axis=1)
    sure = np.abs(nearest) > 1e-5
    assert sure.sum() > 35 and 0 < free.sum() < len(free)
    np.testing.assert_array_equal(free[sure], nearest[sure] > 0)


def test_slices_do_not_change_the_answer(recipe):
    robot_scene = recipe("robot_scene")
    arm, scene, configurations, free = robot_scene.main(count=200, obstacles=25, seed=3)
    for size in (1, 7, 200, 1000):
        np.testing.assert_array_equal(robot_scene.which_free(arm, configurations, scene, size), free)


def test_links_follow_the_joints(recipe):
    robot_scene = recipe("robot_scene")
    arm = robot_scene.Arm(axes=(1, 1), lengths=(1.0, 2.0), widths=(0.2, 0.1))
    boxes = robot_scene.links(arm, np.array([[0.0, 0.0], [np.pi / 2, 0.0], [np.pi / 2, np.pi / 2]]))
    wanted = [[0, 0, 0.5], [0, 0, 2], [0.5, 0, 0], [2, 0, 0], [0.5, 0, 0], [1, 0, -1]]
    np.testing.assert_allclose(boxes.centers, wanted, atol=1e-6)
    np.testing.assert_allclose(np.abs(boxes.axes[5]), np.eye(3), atol=1e-6)


def test_every_recipe_runs_as_a_script():
    """All are here, say what they do, and need no arguments."""
    names = sorted(path.stem for path in EXAMPLES.glob("*.py"))
    assert {"augmentation", "check_plan", "clash_list", "placement", "robot_scene"} <= set(names)
    for name in names:
        text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
        assert text.startswith(('"""', "#!")) and 'if __name__ == "__main__":' in text, name
