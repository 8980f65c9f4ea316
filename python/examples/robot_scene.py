"""A robot arm against a scene: which of many configurations are free of collisions.

Use it to make the samples of a motion planner, or the map of a workcell. The arm's links are oriented boxes. All links
of thousands of configurations are one set of boxes, so one call checks them all; slices keep the memory bounded.
Collisions of links with each other are left out.
"""

from __future__ import annotations

import time
from typing import Iterator, NamedTuple

import numpy as np

import satori


class Arm(NamedTuple):
    """A chain of links. Joint k turns link k, and all after it, about one axis of link k - 1."""

    axes: tuple[int, ...] = (2, 1, 1, 0, 1, 0)  # 0, 1, 2: x, y, z
    lengths: tuple[float, ...] = (0.4, 0.5, 0.45, 0.15, 0.15, 0.1)  # along z of the link
    widths: tuple[float, ...] = (0.2, 0.14, 0.12, 0.1, 0.08, 0.08)


def turn(axis: int, angles: np.ndarray) -> np.ndarray:
    """Rotation matrices (n, 3, 3) about a coordinate axis; they act on column vectors."""
    matrices = np.zeros((len(angles), 3, 3))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrices[:, axis, axis] = 1
    matrices[:, i, i] = matrices[:, j, j] = np.cos(angles)
    matrices[:, j, i] = np.sin(angles)
    matrices[:, i, j] = -np.sin(angles)
    return matrices


def links(arm: Arm, configurations: np.ndarray) -> satori.Boxes:
    """Boxes of all links: box c * k + i is link i of configuration c, with k links."""
    count, joints = configurations.shape
    centers, matrices = np.empty((count, joints, 3)), np.empty((count, joints, 3, 3))
    pose, end = np.tile(np.eye(3), (count, 1, 1)), np.zeros((count, 3))
    for i, (axis, length) in enumerate(zip(arm.axes, arm.lengths)):
        pose = pose @ turn(axis, configurations[:, i])
        matrices[:, i] = pose
        centers[:, i] = end + pose[:, :, 2] * (length / 2)
        end = end + pose[:, :, 2] * length
    sizes = np.stack([arm.widths, arm.widths, arm.lengths], axis=1)
    return satori.Boxes(
        centers=centers.reshape(-1, 3).astype(np.float32),
        sizes=np.tile(sizes, (count, 1)),
        matrices=matrices.reshape(-1, 3, 3),
    )


def slices(count: int, size: int) -> Iterator[slice]:
    return (slice(begin, min(begin + size, count)) for begin in range(0, count, size))


def which_free(arm: Arm, configurations: np.ndarray, scene: satori.Boxes, size: int = 10_000) -> np.ndarray:
    """A bool for each configuration: no link overlaps a box of the scene."""
    free = np.ones(len(configurations), bool)
    for part in slices(len(configurations), size):
        pairs = satori.find_overlaps(links(arm, configurations[part]), scene, sort=False)
        free[part.start + pairs[:, 0] // len(arm.axes)] = False
    return free


def main(count: int = 100_000, obstacles: int = 60, seed: int = 0):
    rng = np.random.default_rng(seed)
    arm = Arm()
    directions = rng.normal(size=(obstacles, 3))
    directions *= rng.uniform(0.6, 1.8, (obstacles, 1)) / np.linalg.norm(directions, axis=1, keepdims=True)
    scene = satori.Boxes(
        centers=directions.astype(np.float32),
        sizes=rng.uniform(0.1, 0.4, (obstacles, 3)),
        rotations_xyzw=rng.normal(size=(obstacles, 4)),
    )
    configurations = rng.uniform(-np.pi, np.pi, (count, len(arm.axes)))
    begin = time.perf_counter()
    free = which_free(arm, configurations, scene)
    seconds = time.perf_counter() - begin
    print(f"{free.sum()} of {count} configurations are free, {count / seconds:,.0f} configurations a second")

    some = rng.choice(count, min(count, 100), replace=False)  # the same answer from the test of every link and box
    every = np.stack(np.meshgrid(range(len(arm.axes)), range(obstacles), indexing="ij"), axis=-1).reshape(-1, 2)
    for c in some:
        hits = satori.test_pairs(links(arm, configurations[c : c + 1]), every.astype(np.uint32), scene)
        assert free[c] == (not hits.any())
    print(f"{len(some)} configurations checked again, link by link")
    return arm, scene, configurations, free


if __name__ == "__main__":
    main()
