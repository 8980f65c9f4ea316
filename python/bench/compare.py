"""satori beside shapely, numpy and scipy: the same boxes, the same pairs, in one run.

    python3 bench/compare.py [--rects N] [--boxes N ...] [--runs R]

Prints a table: how long the boxes take to be made ready (polygons, satori.Boxes), how long the pairs take, how many
lines of code that is, and how many pairs. Pairs that are in one result and not in another must be within TOUCHING of
touching; the run fails otherwise. docs/speed.rst shows the output: it is docs/compare.txt.
"""

import argparse
import importlib.util
import inspect
import platform
import warnings

import numpy as np

import by_hand
import satori
from common import milliseconds, seconds_of, uniform_boxes, uniform_rects

TOUCHING = 1e-5  # meters


def lines_of(functions):
    """Lines of code, without documentation, comments and empty lines."""
    count = 0
    for function in functions:
        text = inspect.getsource(function)
        if function.__doc__:
            text = text.replace(function.__doc__, "")
        lines = [line.strip() for line in text.splitlines()]
        count += sum(1 for line in lines if line not in ("", '""""""') and not line.startswith("#"))
    return count


def satori_rect_pairs(rows):
    """The whole program with satori, of which the lines are counted."""
    return satori.find_overlaps(satori.Rects(rows))


def satori_box_pairs(rows):
    """The whole program with satori, of which the lines are counted."""
    return satori.find_overlaps(satori.Boxes(rows))


class Contender:
    """One way to get the pairs: `prepare` makes the boxes ready, `find` finds the pairs of what it returns."""

    def __init__(self, name, threads, prepare, find, functions):
        self.name, self.threads, self.prepare, self.find, self.lines = (
            name,
            threads,
            prepare,
            find,
            lines_of(functions),
        )


def ours(kind, functions):
    """satori on one thread and on all."""

    def with_threads(threads):
        return Contender(
            "satori",
            "1" if threads else "all",
            lambda rows: kind(rows, threads=threads),
            lambda boxes: satori.find_overlaps(boxes, threads=threads),
            functions,
        )

    return [with_threads(1), with_threads(None)]


def unchanged(rows):
    """What has nothing to make ready."""
    return rows


def rect_contenders():
    """(a): rectangles."""
    shapely_code = [by_hand.rect_axes, by_hand.polygons_of, by_hand.shapely_pairs]
    numpy_code = [by_hand.rect_axes, by_hand.rect_separations, by_hand.grid_pairs, by_hand.numpy_rect_pairs]
    return ours(satori.Rects, [satori_rect_pairs]) + [
        Contender("shapely", "1", by_hand.polygons_of, by_hand.shapely_pairs, shapely_code),
        Contender("numpy", "1", unchanged, by_hand.numpy_rect_pairs, numpy_code),
    ]


def box_contenders():
    """(b): boxes."""
    scipy_code = [by_hand.box_axes, by_hand.box_separations, by_hand.scipy_box_pairs]
    return ours(satori.Boxes, [satori_box_pairs]) + [
        Contender("scipy + numpy", "1", unchanged, by_hand.scipy_box_pairs, scipy_code),
    ]


def keys_of(pairs):
    """Each pair as one number, ascending."""
    pairs = np.asarray(pairs, np.uint64)
    return np.sort(pairs[:, 0] << np.uint64(32) | pairs[:, 1])


def differing(pairs, others):
    """Pairs that are in one of two results only: (n, 2)."""
    keys = np.setxor1d(keys_of(pairs), keys_of(others))
    return np.stack([keys >> np.uint64(32), keys & np.uint64(0xFFFFFFFF)], 1).astype(np.int64)


def separations_of(rows, pairs):
    """How far the boxes or rectangles of pairs are apart, in double; negative where they overlap."""
    if rows.shape[1] == 5:
        return by_hand.rect_separations(rows, by_hand.rect_axes(rows), pairs)
    return by_hand.box_separations(rows, by_hand.box_axes(rows), pairs)


def compare(title, rows, contenders, runs):
    """Prints the lines of one scene. Fails when two contenders differ by a pair that does not just touch."""
    print(f"\n{title}: {len(rows)}")
    print(f"{'':15}{'threads':>7}  {'ready, ms':>19}  {'pairs, ms':>19}  {'lines':>5}  {'pairs':>8}  differ")
    print(f"{'':15}{'':7}  {'minimum':>9} {'median':>9}  {'minimum':>9} {'median':>9}")
    wanted = None
    doubles = rows.astype(np.float64)
    for contender in contenders:
        given = rows if contender.name == "satori" else doubles
        ready_times, ready = seconds_of(lambda: contender.prepare(given), runs)
        times, pairs = seconds_of(lambda: contender.find(ready), runs)
        wanted = pairs if wanted is None else wanted
        unlike = differing(pairs, wanted)
        apart = np.abs(separations_of(doubles, unlike))
        if len(pairs) == 0 or np.any(apart > TOUCHING):
            raise SystemExit(f"{contender.name}: other pairs than satori, up to {apart.max(initial=0):.2g} m apart")
        print(
            f"{contender.name:15}{contender.threads:>7}  {milliseconds(ready_times)}  {milliseconds(times)}  "
            f"{contender.lines:5}  {len(pairs):8}  {len(unlike)}"
        )


def versions():
    """What runs, in one line."""
    import scipy
    import shapely

    return (
        f"satori {satori.__version__} ({satori.best_isa()}), numpy {np.__version__}, scipy {scipy.__version__}, "
        f"shapely {shapely.__version__}, Python {platform.python_version()}"
    )


def main():
    """Runs all scenes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rects", type=int, default=100_000)
    parser.add_argument("--boxes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore", "STRtree will be changed")
    print(versions())
    compare("rectangles", uniform_rects(arguments.rects), rect_contenders(), arguments.runs)
    for count in arguments.boxes:
        compare("boxes", uniform_boxes(count), box_contenders(), arguments.runs)
    if importlib.util.find_spec("open3d") is None:
        print("\nOpen3D is not installed: not compared. It has no call that finds the pairs of a set of boxes.")


if __name__ == "__main__":
    main()
