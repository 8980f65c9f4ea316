"""Scenes and times that the benchmarks share."""

import time

import numpy as np

# Boxes per cubic meter, and rectangles per square meter: on average a box has four others whose bounds meet its own.
BOXES_PER_CUBIC_METER = 0.148
RECTS_PER_SQUARE_METER = 0.64


def uniform_boxes(count, seed=1):
    """Boxes anywhere in a cube, turned anyhow, half extents 0.3 to 0.7: rows (n, 10) of float32."""
    rng = np.random.default_rng(seed)
    side = (count / BOXES_PER_CUBIC_METER) ** (1 / 3)
    rows = np.empty((count, 10), np.float32)
    rows[:, :3] = side * (rng.random((count, 3)) - 0.5)
    rows[:, 3:6] = 0.3 + 0.4 * rng.random((count, 3))
    rows[:, 6:] = rng.normal(size=(count, 4))
    return rows


def uniform_rects(count, seed=1):
    """Rectangles anywhere in a square, turned anyhow, half extents 0.3 to 0.7: rows (n, 5) of float32."""
    rng = np.random.default_rng(seed)
    side = (count / RECTS_PER_SQUARE_METER) ** 0.5
    rows = np.empty((count, 5), np.float32)
    rows[:, :2] = side * (rng.random((count, 2)) - 0.5)
    rows[:, 2:4] = 0.3 + 0.4 * rng.random((count, 2))
    rows[:, 4] = np.pi * (2 * rng.random(count) - 1)
    return rows


def seconds_of(call, runs):
    """The times of `runs` calls, after one that is not counted, and the last result."""
    result = call()
    times = []
    for _ in range(runs):
        result = None  # a result of the last run must not stand in the way of its successor
        begin = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - begin)
    return np.array(times), result


def milliseconds(times):
    """The minimum and the median, as text."""
    return f"{1e3 * times.min():9.2f} {1e3 * np.median(times):9.2f}"
