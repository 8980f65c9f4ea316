"""satori.plot: what is drawn, read from the artists."""

import subprocess
import sys

import numpy as np
import pytest

import satori

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib.colors import to_rgba  # noqa: E402
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection  # noqa: E402

from satori import plot  # noqa: E402


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plot.plt.close("all")


@pytest.fixture
def boxes():
    """Boxes 0 and 1 overlap, box 2 is free."""
    return satori.Boxes(
        centers=np.array([[0, 0, 0], [0.8, 0.2, 0.3], [3, 0, 0]], np.float32),
        sizes=np.array([[1, 1, 1], [1.2, 1, 0.8], [1, 0.5, 0.5]], np.float32),
        headings=np.array([0, 0.4, 0.7], np.float32),
    )


@pytest.fixture
def rects():
    return satori.Rects(
        centers=np.array([[0, 0], [0.8, 0.2], [3, 0]], np.float32),
        sizes=np.array([[1, 1], [1.2, 1], [1, 0.5]], np.float32),
        angles=np.array([0, 0.4, 0.7], np.float32),
    )


def solid_axes():
    return plot.plt.figure().add_subplot(projection="3d", computed_zorder=False)


def flat_axes():
    return plot.plt.figure().add_subplot()


def polygons(collection):
    """Corners of the polygons of a 3D collection, one array each."""
    x, y, z, _ = collection._vec
    points = np.stack([x, y, z], axis=1)
    return [points[part] for part in collection._segslices]


def lines_of(ax):
    return [c for c in ax.collections if isinstance(c, Line3DCollection)]


def segments(collection):
    held = collection._segments3d if isinstance(collection, Line3DCollection) else collection.get_segments()
    return np.array(held)


def same_points(a, b):
    """The same points, in any order."""
    a, b = np.unique(np.round(a, 4), axis=0), np.unique(np.round(b, 4), axis=0)
    np.testing.assert_allclose(a, b, atol=2e-4)


def test_faces_of_boxes_join_their_corners(boxes):
    faces = polygons(plot.boxes(solid_axes(), boxes))
    assert len(faces) == 18
    for k, corners in enumerate(boxes.corners()):
        same_points(np.concatenate(faces[6 * k : 6 * k + 6]), corners)
    for face in faces:  # flat, and no edge crosses it
        a, b, c, d = face[:4]
        np.testing.assert_allclose(a + c, b + d, atol=1e-5)


def test_faces_are_shaded_by_direction(boxes):
    drawn = plot.boxes(solid_axes(), boxes, facecolor="white")
    shades = np.array(drawn._facecolor3d)[:6, 0]
    x_low, x_high, y_low, y_high, z_low, z_high = shades
    assert z_high > y_low > x_low > y_high > z_low and x_low == pytest.approx(x_high)
    assert 0.2 < shades.min() and shades.max() <= 1


def test_large_faces_are_drawn_in_tiles():
    sizes = np.array([[20, 20, 1], *[[1, 1, 1]] * 10], np.float32)
    floor = satori.Boxes(centers=np.arange(33, dtype=np.float32).reshape(11, 3), sizes=sizes)
    faces = polygons(plot.boxes(solid_axes(), floor))
    assert len(faces) > 66
    top = [
        face for face in faces if np.ptp(face[:, 2]) < 1e-6 and abs(face[0, 2] - (floor.centers[0, 2] + 0.5)) < 1e-6
    ]
    areas = [np.linalg.norm(np.cross(face[1] - face[0], face[3] - face[0])) for face in top]
    assert len(areas) == 32 * 32 and sum(areas) == pytest.approx(400, rel=1e-5)


@pytest.mark.parametrize("indices", [[2, 0], np.array([True, False, True]), slice(None, None, 2)])
def test_indices_choose_boxes(boxes, rects, indices):
    wanted = boxes.corners()[np.asarray(indices) if not isinstance(indices, slice) else [0, 2]]
    chosen = np.arange(3)[indices] if isinstance(indices, slice) else indices
    faces = polygons(plot.boxes(solid_axes(), boxes, indices=chosen))
    same_points(np.concatenate(faces), wanted.reshape(-1, 3))
    assert len(plot.rects(flat_axes(), rects, indices=chosen).get_paths()) == 2


def test_one_color_for_each_box(boxes, rects):
    colors = ["red", "lime", "blue"]
    drawn = np.array(plot.boxes(solid_axes(), boxes, facecolor=colors, alpha=0.5)._facecolor3d)
    assert (drawn[:, :3].argmax(axis=1) == np.repeat([0, 1, 2], 6)).all() and (drawn[:, 3] == 0.5).all()
    drawn = plot.rects(flat_axes(), rects, facecolor=colors).get_facecolor()
    np.testing.assert_allclose(drawn, [to_rgba(color) for color in colors])
    with pytest.raises(ValueError, match="facecolor: 2 colors for 3 boxes"):
        plot.boxes(solid_axes(), boxes, facecolor=["red", "blue"])


def test_edges_can_be_left_out(boxes):
    assert len(plot.boxes(solid_axes(), boxes, edgecolor="none")._edgecolor3d) == 0
    assert len(plot.boxes(solid_axes(), boxes, edgecolor="red")._edgecolor3d) == 18


def test_rects_join_their_corners(rects):
    paths = plot.rects(flat_axes(), rects).get_paths()
    for path, corners in zip(paths, rects.corners()):
        same_points(path.vertices, corners)


def test_pairs_join_centers(boxes, rects):
    ends = segments(plot.pairs(solid_axes(), boxes, [[0, 2], [1, 2]]))
    np.testing.assert_allclose(ends, boxes.centers[[[0, 2], [1, 2]]])
    ends = segments(plot.pairs(flat_axes(), rects, np.array([[0, 1]], np.uint32), rects.transformed((0, 5))))
    np.testing.assert_allclose(ends, [[rects.centers[0], rects.centers[1] + [0, 5]]], atol=1e-6)


def test_contacts_are_points_with_normals(boxes, rects):
    ax = solid_axes()
    manifolds = satori.collide(boxes)
    points = plot.contacts(ax, boxes, manifolds, normal_length=0.5)
    count = int(manifolds["point_count"].sum())
    wanted = satori.contact_positions(boxes, manifolds)[0, :count]
    np.testing.assert_allclose(np.array(points._offsets3d).T, wanted)
    (normals,) = lines_of(ax)
    along = segments(normals)[:, 1] - wanted
    np.testing.assert_allclose(along, np.tile(0.5 * manifolds["normal"], (count, 1)), atol=1e-6)

    ax = flat_axes()
    manifolds = satori.collide(rects)
    points = plot.contacts(ax, rects, manifolds, normal_length=0)
    assert len(ax.collections) == 1
    wanted = satori.contact_positions(rects, manifolds)[0, : manifolds["point_count"][0]]
    np.testing.assert_allclose(points.get_offsets(), wanted)


def test_bounds_are_aabbs(boxes, rects):
    ends = segments(plot.bounds(solid_axes(), boxes, indices=[1])).reshape(-1, 3)
    assert len(ends) == 24
    np.testing.assert_allclose([ends.min(axis=0), ends.max(axis=0)], boxes.bounds()[1])
    ends = segments(plot.bounds(flat_axes(), rects)).reshape(3, -1, 2)
    np.testing.assert_allclose(np.stack([ends.min(axis=1), ends.max(axis=1)], axis=1), rects.bounds())


def test_scene_colors_the_boxes_that_overlap(boxes, rects):
    (faces,) = (c for c in plot.scene(boxes).collections if isinstance(c, Poly3DCollection))
    hues = np.array(faces._facecolor3d)[::6]
    assert (hues[:2, 0] > hues[:2, 2]).all() and hues[2, 0] < hues[2, 2]
    (drawn,) = plot.scene(rects).collections
    wanted = [plot.OVERLAPPING, plot.OVERLAPPING, plot.FREE]
    np.testing.assert_allclose(drawn.get_facecolor(), [to_rgba(color) for color in wanted])
    (drawn,) = plot.scene(rects, pairs=[[1, 2]]).collections
    np.testing.assert_allclose(drawn.get_facecolor(), [to_rgba(color) for color in wanted[::-1]])


def test_scene_has_equal_scale_and_shows_all(boxes, rects):
    ax = plot.scene(boxes)
    limits = np.array([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
    aspect = ax.get_box_aspect()
    extent = limits[:, 1] - limits[:, 0]
    np.testing.assert_allclose(extent / extent[0], np.asarray(aspect) / aspect[0], rtol=1e-6)
    corners = boxes.corners().reshape(-1, 3)
    assert (corners >= limits[:, 0] - 1e-5).all() and (corners <= limits[:, 1] + 1e-5).all()
    ax = plot.scene(rects)
    assert ax.get_aspect() in ("equal", 1)
    assert (rects.corners().reshape(-1, 2).max(axis=0) <= [ax.get_xlim()[1], ax.get_ylim()[1]]).all()


def test_scene_draws_contacts_on_the_axes_it_is_given(boxes, tmp_path):
    ax = solid_axes()
    assert plot.scene(boxes, manifolds=satori.collide(boxes), ax=ax) is ax
    assert len(lines_of(ax)) == 1
    ax.figure.savefig(tmp_path / "scene.png")
    assert (tmp_path / "scene.png").stat().st_size > 5000


def test_a_scene_can_be_empty(tmp_path):
    for nothing in (satori.Boxes(np.zeros((0, 10), np.float32)), satori.Rects(np.zeros((0, 5), np.float32))):
        ax = plot.scene(nothing, manifolds=satori.collide(nothing))
        plot.pairs(ax, nothing, [])
        plot.bounds(ax, nothing)
        ax.figure.savefig(tmp_path / "nothing.png")
        assert all(len(c.get_paths()) == 0 or len(c.get_offsets()) == 0 for c in ax.collections)


def test_without_matplotlib_the_message_says_what_to_install():
    code = "import sys; sys.modules['matplotlib'] = None; import satori\nimport satori.plot"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "ImportError: satori.plot needs matplotlib: python3 -m pip install matplotlib" in done.stderr
