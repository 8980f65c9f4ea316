"""Check the result of a packer or planner: which boxes protrude into each other or out of the container.

Use it after bin packing, palletizing or layout. Boxes may touch. Each fault comes with its depth, and only faults
deeper than a tolerance count: a plan in millimeters that was rounded to float has faults of a micrometer.
"""

from __future__ import annotations

import numpy as np

import satori


def protrusions(boxes: satori.Boxes, tolerance: float) -> list[tuple[int, int, float]]:
    """Pairs (i, j, depth) of boxes that overlap by more than the tolerance, deepest first."""
    manifolds = satori.collide(boxes, boundary="open")  # open: boxes that touch are no pair
    # Points after the last one of a manifold are zero: they do not count as deep.
    depths = -manifolds["points"]["separation"].min(axis=1)
    order = np.argsort(-depths, kind="stable")
    return [(*map(int, manifolds["pair"][k]), float(depths[k])) for k in order if depths[k] > tolerance]


def outside(boxes: satori.Boxes, low, high, tolerance: float) -> list[tuple[int, float]]:
    """Boxes (i, depth) that stick out of the container by more than the tolerance, farthest first."""
    bounds = boxes.bounds()
    depths = np.maximum(np.asarray(low) - bounds[:, 0], bounds[:, 1] - np.asarray(high)).max(axis=1)
    order = np.argsort(-depths, kind="stable")
    return [(int(k), float(depths[k])) for k in order if depths[k] > tolerance]


def shelf_plan(columns: int, rows: int, layers: int, size=(0.4, 0.3, 0.25)) -> np.ndarray:
    """Centers of boxes packed side by side, from the corner at the origin."""
    cells = np.stack(np.meshgrid(range(columns), range(rows), range(layers), indexing="ij"), axis=-1).reshape(-1, 3)
    return (cells + 0.5) * np.asarray(size)


def main(columns: int = 6, rows: int = 4, layers: int = 3, tolerance: float = 1e-4):
    size = (0.4, 0.3, 0.25)
    container = np.array([columns, rows, layers]) * size
    centers = shelf_plan(columns, rows, layers, size)
    sizes = np.tile(size, (len(centers), 1)).astype(np.float32)

    def check(name: str):
        boxes = satori.Boxes(centers=centers.astype(np.float32), sizes=sizes)
        found = protrusions(boxes, tolerance), outside(boxes, (0, 0, 0), container, tolerance)
        print(f"{name}: {len(found[0])} pairs overlap, {len(found[1])} boxes stick out")
        for i, j, depth in found[0]:
            print(f"  boxes {i} and {j} overlap by {1000 * depth:.1f} mm")
        for i, depth in found[1]:
            print(f"  box {i} sticks out by {1000 * depth:.1f} mm")
        return found

    good = check("plan")
    centers[0, 2] += 0.02  # into the box above
    centers[-1, 0] += 0.005  # out of the container
    bad = check("plan with two faults")
    return good, bad


if __name__ == "__main__":
    main()
