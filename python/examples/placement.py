"""Place boxes or rectangles at random in a region so that none overlap.

Use it to make scenes for training, tests or a simulation's start. It proposes places for all that are left at a time
and keeps those that are free: a few calls for thousands of boxes instead of one check for each box.
"""

from __future__ import annotations

import numpy as np

import satori


def make(centers: np.ndarray, sizes: np.ndarray, turns: np.ndarray) -> satori.Boxes | satori.Rects:
    """Boxes from 3 columns (turns: quaternions xyzw), rectangles from 2 (turns: angles)."""
    if sizes.shape[1] == 3:
        return satori.Boxes(centers=centers, sizes=sizes, rotations_xyzw=turns)
    return satori.Rects(centers=centers, sizes=sizes, angles=turns)


def propose(sizes: np.ndarray, low: np.ndarray, high: np.ndarray, rng: np.random.Generator):
    """Random centers and turns. Every box lies inside the region, however it is turned."""
    reach = np.linalg.norm(sizes, axis=1, keepdims=True) / 2
    if (low + reach > high - reach).any():
        raise ValueError("sizes: larger than the region")
    centers = rng.uniform(low + reach, high - reach).astype(np.float32)
    count = len(sizes)
    turns = rng.normal(size=(count, 4)) if sizes.shape[1] == 3 else rng.uniform(0, 2 * np.pi, count)
    return centers, turns.astype(np.float32)


def place(sizes, low, high, *, seed: int = 0, rounds: int = 50):
    """Places what fits in `rounds` tries. Returns the placed boxes, and of each its row in `sizes`."""
    sizes = np.asarray(sizes, np.float32)
    low, high = np.asarray(low, np.float32), np.asarray(high, np.float32)
    rng = np.random.default_rng(seed)
    rows = np.zeros(0, np.intp)
    left = np.arange(len(sizes))
    centers, turns = propose(sizes[rows], low, high, rng)
    for _ in range(rounds):
        if len(left) == 0:
            break
        new_centers, new_turns = propose(sizes[left], low, high, rng)
        proposed = make(new_centers, sizes[left], new_turns)
        free = np.ones(len(left), bool)
        free[satori.find_overlaps(proposed, make(centers, sizes[rows], turns))[:, 0]] = False
        # Of two proposals that overlap the later one goes. The rest are independent of each other.
        free[satori.find_overlaps(proposed)[:, 1]] = False
        centers = np.concatenate([centers, new_centers[free]])
        turns = np.concatenate([turns, new_turns[free]])
        rows = np.concatenate([rows, left[free]])
        left = left[~free]
    return make(centers, sizes[rows], turns), rows


def main(count: int = 2000, width: float = 40.0, seed: int = 0):
    rng = np.random.default_rng(seed)
    placed = {}
    for name, columns in [("boxes", 3), ("rectangles", 2)]:
        sizes = rng.uniform(0.5, 2.0, (count, columns))
        made, rows = place(sizes, np.zeros(columns), np.full(columns, width), seed=seed)
        overlaps = len(satori.find_overlaps(made))
        print(f"{name}: {len(made)} of {count} placed, {overlaps} pairs overlap")
        placed[name] = made, rows
    return placed


if __name__ == "__main__":
    main()
