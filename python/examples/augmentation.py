"""Copy-paste augmentation of a 3D detection scene: which boxes can be pasted without a collision.

Use it where a loader pastes objects of other frames into a frame, as detectors for driving do ("GT sampling"). Rows are
(x, y, z, dx, dy, dz, heading): the center of the box, full sizes, and the angle about z in radians. Rows of formats
whose z is the bottom of the box need ``rows[:, 2] += rows[:, 5] / 2`` first.
"""

from __future__ import annotations

import numpy as np

import satori


def boxes_of(rows: np.ndarray) -> satori.Boxes:
    """Boxes of rows (n, 7). ``sizes=`` takes full sizes; ``half_extents=`` would take half of them."""
    rows = np.asarray(rows, np.float32).reshape(-1, 7)
    return satori.Boxes(centers=rows[:, 0:3], sizes=rows[:, 3:6], headings=rows[:, 6])


def which_fit(scene: np.ndarray, candidates: np.ndarray) -> np.ndarray:
    """A bool for each candidate: it overlaps no box of the scene and no candidate before it that fits."""
    pasted = boxes_of(candidates)
    fits = np.ones(len(pasted), bool)
    fits[satori.find_overlaps(pasted, boxes_of(scene))[:, 0]] = False
    # Pairs are sorted, and the first index is the lower one: `first` is decided when its pairs come.
    for first, second in satori.find_overlaps(pasted).tolist():
        if fits[first]:
            fits[second] = False
    return fits


def augment(scene: np.ndarray, candidates: np.ndarray, limit: int) -> np.ndarray:
    """The scene with up to `limit` candidates pasted in."""
    chosen = candidates[which_fit(scene, candidates)][:limit]
    return np.concatenate([scene, chosen])


def traffic(count: int, rng: np.random.Generator) -> np.ndarray:
    """Cars at random on a plane; they may overlap."""
    rows = np.empty((count, 7), np.float32)
    rows[:, 0:2] = rng.uniform(-40, 40, (count, 2))
    rows[:, 3:6] = rng.normal((4.2, 1.8, 1.6), (0.4, 0.1, 0.1), (count, 3))
    rows[:, 2] = rows[:, 5] / 2 - 1.7
    rows[:, 6] = rng.uniform(-np.pi, np.pi, count)
    return rows


def main(count: int = 40, candidates: int = 100, limit: int = 15, seed: int = 0):
    rng = np.random.default_rng(seed)
    frame = traffic(count, rng)
    frame = frame[which_fit(frame[:0], frame)]  # real frames have no overlaps
    bank = traffic(candidates, rng)
    fits = which_fit(frame, bank)
    result = augment(frame, bank, limit)
    overlaps = len(satori.find_overlaps(boxes_of(result)))
    print(
        f"frame of {len(frame)} boxes: {fits.sum()} of {len(bank)} candidates fit, {len(result) - len(frame)} pasted"
    )
    print(f"pairs that overlap afterwards: {overlaps}")
    return frame, bank, fits, result


if __name__ == "__main__":
    main()
