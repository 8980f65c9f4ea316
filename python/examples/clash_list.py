"""Clash list of two models with clearance: hard clashes, and pairs that are closer than the clearance.

Use it for building models (pipes against beams) or machine layouts, with each element as one oriented box. Coordinates
may be those of a map: double, far from zero. `origin=` is subtracted in double, so no millimeter is lost.

Boxes that overlap get their depth from `satori.collide`, boxes that are apart their distance from `satori.distances`.
"""

from __future__ import annotations

import csv
import io
from typing import NamedTuple, TextIO

import numpy as np

import satori


class Clash(NamedTuple):
    """One row of the list. Distances below zero are depths."""

    kind: str  # "hard": the boxes overlap or touch; "clearance": they are too close
    first: int
    second: int
    distance: float
    x: float  # a point between the two boxes, in map coordinates
    y: float
    z: float


class Model(NamedTuple):
    """Elements as boxes: float64 centers, full sizes, angles about z."""

    centers: np.ndarray
    sizes: np.ndarray
    headings: np.ndarray

    def boxes(self, origin: np.ndarray) -> satori.Boxes:
        """The boxes, with centers relative to the origin."""
        return satori.Boxes(centers=self.centers, sizes=self.sizes, headings=self.headings, origin=tuple(origin))


def rows_of(kind: str, pairs: np.ndarray, distances: np.ndarray, points: np.ndarray) -> list[Clash]:
    return [Clash(kind, *row[0], row[1], *row[2]) for row in zip(pairs.tolist(), distances.tolist(), points.tolist())]


def clash_list(first: Model, second: Model, clearance: float) -> list[Clash]:
    """All clashes, the deepest first, then the closest."""
    origin = np.round(first.centers.mean(axis=0))
    a, b = first.boxes(origin), second.boxes(origin)
    manifolds = satori.collide(a, b)
    separations = manifolds["points"]["separation"].copy()
    separations[np.arange(4) >= manifolds["point_count"][:, np.newaxis]] = np.inf
    deepest = separations.argmin(axis=1)
    rows = np.arange(len(manifolds))
    points = satori.contact_positions(a, manifolds)[rows, deepest] + origin
    clashes = rows_of("hard", manifolds["pair"], separations[rows, deepest], points)

    hard = set(map(tuple, manifolds["pair"].tolist()))
    near = satori.find_near_pairs(a, b, max_distance=clearance)
    near = near[[tuple(pair) not in hard for pair in near.tolist()]]
    found = satori.distances(a, near, b)
    of_a = a.centers[near[:, 0]] + found["first_offset"]
    of_b = b.centers[near[:, 1]] + found["second_offset"]
    clashes += rows_of("clearance", near, found["distance"], (of_a + of_b) / 2 + origin)
    return sorted(clashes, key=lambda clash: (clash.distance, clash.first, clash.second))


def write_csv(clashes: list[Clash], file: TextIO) -> None:
    writer = csv.writer(file)
    writer.writerow(Clash._fields)
    for clash in clashes:
        writer.writerow([*clash[:3], *(f"{value:.4f}" for value in clash[3:])])


def model(count: int, hall, sizes, rng: np.random.Generator) -> Model:
    """Elements at random in a hall, in coordinates of a map."""
    centers = np.array([443210.0, 5652100.0, 112.0]) + rng.uniform(0, 1, (count, 3)) * hall
    return Model(centers, rng.uniform(0.5, 1.0, (count, 3)) * sizes, rng.uniform(0, np.pi, count))


def main(count: int = 400, hall=(40.0, 30.0, 8.0), clearance: float = 0.05, seed: int = 0):
    rng = np.random.default_rng(seed)
    pipes, beams = model(count, hall, (4.0, 0.2, 0.2), rng), model(count, hall, (0.4, 6.0, 0.5), rng)
    clashes = clash_list(pipes, beams, clearance)
    file = io.StringIO()
    write_csv(clashes, file)
    kinds = [clash.kind for clash in clashes]
    print(f"{kinds.count('hard')} hard clashes, {kinds.count('clearance')} within {clearance} m")
    print("\n".join(file.getvalue().splitlines()[:4]))
    return pipes, beams, clashes, file.getvalue()


if __name__ == "__main__":
    main()
