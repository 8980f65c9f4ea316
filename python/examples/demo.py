#!/usr/bin/env python3
"""Makes 100 000 random boxes, finds the pairs that overlap and where they touch, and shows how long it takes.

demo.py [COUNT]
"""

import sys
import time

import numpy as np

import satori


def random_rows(count, generator):
    """Rows (center, half extents, quaternion) of boxes in a cube so large that each box has a few neighbors."""
    rows = np.empty((count, 10), np.float32)
    side = 1.5 * count ** (1 / 3)
    rows[:, :3] = generator.uniform(0, side, (count, 3))
    rows[:, 3:6] = generator.uniform(0.2, 0.6, (count, 3))
    rows[:, 6:] = generator.normal(size=(count, 4))  # quaternions of any length: they are normalized
    return rows


def timed(name, call):
    """The best of three calls: the first one also makes threads and memory."""
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        result = call()
        seconds.append(time.perf_counter() - start)
    print(f"{name:<18}{len(result):>10}   {1000 * min(seconds):8.2f} ms")
    return result


def main(count=100_000):
    rows = random_rows(count, np.random.default_rng(1))
    print(f"satori {satori.__version__}, {satori.best_isa()}")
    boxes = timed("boxes", lambda: satori.Boxes(rows))
    pairs = timed("overlaps", lambda: satori.find_overlaps(boxes))
    manifolds = timed("contacts", lambda: satori.collide(boxes))
    print(f"{'contact points':<18}{manifolds['point_count'].sum():>10}")

    for pair in pairs[:3]:
        print(f"boxes {pair[0]} and {pair[1]} overlap")
    if len(manifolds):
        deepest = manifolds[manifolds["points"]["separation"].min(axis=1).argmin()]
        first, second = deepest["pair"]
        print(f"the deepest contact: boxes {first} and {second}, {-deepest['points']['separation'].min():.3f} m")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
