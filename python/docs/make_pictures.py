"""Makes the pictures of the guide: python3 docs/make_pictures.py. Needs matplotlib."""

import pathlib

import matplotlib
import numpy as np

matplotlib.use("Agg")

import satori  # noqa: E402
from satori import plot  # noqa: E402

PICTURES = pathlib.Path(__file__).resolve().parent / "pictures"


NORMAL = "#b3261e"


def room():
    """Boxes at random: some overlap."""
    rng = np.random.default_rng(11)
    count = 36
    centers = (rng.random((count, 3)) * [11, 11, 4]).astype(np.float32)
    return satori.Boxes(
        centers=centers, sizes=0.7 + 0.9 * rng.random((count, 3)), rotations_xyzw=rng.normal(size=(count, 4))
    )


def crates():
    """A plate, two crates on it, and a plank that leans on one."""
    lean = np.radians(-28) / 2
    return satori.Boxes(
        centers=np.array([[0, 0, -0.3], [-1.4, 0.2, 0.48], [1.9, -0.7, 0.38], [-0.32, 0.2, 0.84]], np.float32),
        sizes=[[5.4, 3.2, 0.6], [1.2, 1.2, 1.0], [1.0, 1.0, 0.8], [3.1, 0.6, 0.2]],
        rotations_xyzw=[[0, 0, 0, 1], [0, 0, 0.1, 1], [0, 0, -0.3, 1], [0, -np.sin(lean), 0, np.cos(lean)]],
    )


def cars():
    """A road with two lanes, and one car across."""
    rng = np.random.default_rng(3)
    x = np.concatenate([np.arange(0, 28, 7.0), np.arange(3, 28, 8.0), [17.5]])
    y = np.concatenate([np.full(4, -1.8), np.full(4, 1.8), [0.3]])
    angles = np.concatenate([rng.normal(0, 0.05, 8), [0.9]])
    centers = np.stack([x + rng.normal(0, 0.4, 9), y], 1).astype(np.float32)
    return satori.Rects(centers=centers, sizes=np.tile([4.5, 1.8], (9, 1)), angles=angles)


def sticks():
    """Long rectangles: more bounds than rectangles overlap."""
    return satori.Rects(
        centers=np.array([[0, 0], [1.5, -1.5], [4.8, 0.3], [5.6, -0.9], [8.4, 0]], np.float32),
        sizes=[[3.6, 0.5], [3.6, 0.5], [2.6, 0.5], [2.4, 0.5], [2.4, 0.5]],
        angles=np.radians([45, 45, 70, 5, -30]),
    )


def save(axes, name):
    """Writes one picture, small, without empty borders."""
    axes.figure.savefig(PICTURES / name, dpi=72, bbox_inches="tight", pad_inches=0.2, metadata={"Software": None})


def main():
    """Makes all pictures."""
    save(plot.scene(room()), "boxes.png")

    boxes = crates()
    axes = plot.scene(boxes, pairs=np.empty((0, 2)))
    plot.contacts(axes, boxes, satori.collide(boxes), color=NORMAL, size=26, normal_length=0.4)
    axes.view_init(22, -65)
    save(axes, "contacts.png")

    axes = plot.scene(cars())
    axes.figure.set_size_inches(8, 2.6)
    save(axes, "rects.png")

    rects = sticks()
    axes = plot.scene(rects)
    plot.bounds(axes, rects)
    plot.pairs(axes, rects, satori.find_pairs(rects), color=NORMAL)
    axes.figure.set_size_inches(8, 3.4)
    save(axes, "bounds.png")


if __name__ == "__main__":
    main()
