"""Threads of Python, forked processes, and memory over many calls."""

import itertools
import os
import pickle
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import satori

from helpers import random_moves, random_rect_rows, random_rows

BOXES = satori.Boxes(random_rows(2000))
RECTS = satori.Rects(random_rect_rows(2000))
SHAPE = satori.Sphere((10, 10, 10), 5)
PAIRS = satori.find_pairs(BOXES)
RECT_PAIRS = satori.find_pairs(RECTS)
MANIFOLDS = satori.collide(BOXES)
POINTS = BOXES.centers
MOVES = random_moves(BOXES)[0]

#: Every call that takes threads=, on objects that all threads share.
CALLS = {
    "find_overlaps": lambda **k: satori.find_overlaps(BOXES, **k),
    "find_overlaps of rectangles": lambda **k: satori.find_overlaps(RECTS, **k),
    "find_pairs": lambda **k: satori.find_pairs(BOXES, BOXES, **k),
    "find_pairs of bounds": lambda **k: satori.find_pairs(BOXES.bounds(), **k),
    "test_pairs": lambda **k: satori.test_pairs(BOXES, PAIRS, **k),
    "distances": lambda **k: satori.distances(BOXES, PAIRS, **k),
    "find_near_pairs": lambda **k: satori.find_near_pairs(BOXES, max_distance=0.1, **k),
    "find_nearest": lambda **k: satori.find_nearest(BOXES, max_distance=0.1, **k),
    "times_of_impact": lambda **k: satori.times_of_impact(BOXES, PAIRS, translations=MOVES, rotations=MOVES, **k),
    "find_impacts": lambda **k: satori.find_impacts(BOXES, translations=MOVES, rotations=MOVES, **k),
    "collide": lambda **k: satori.collide(BOXES, **k),
    "collide of rectangles": lambda **k: satori.collide(RECTS, **k),
    "collide_pairs": lambda **k: satori.collide_pairs(RECTS, RECT_PAIRS, **k),
    "separations": lambda **k: satori.separations(BOXES, PAIRS, **k),
    "test_boxes": lambda **k: satori.test_boxes(BOXES, SHAPE, **k),
    "find_boxes": lambda **k: satori.find_boxes(BOXES, SHAPE, **k),
    "classify_boxes": lambda **k: satori.classify_boxes(BOXES, SHAPE, **k),
    "intersect": lambda **k: satori.intersect(BOXES, satori.Ray((0, 0, 0), (1, 1, 1)), **k),
    "closest_points": lambda **k: satori.closest_points(BOXES, (1, 2, 3), **k)[0],
    "contains_points": lambda **k: satori.contains_points(satori.Box((9, 9, 9), (5, 5, 5)), POINTS, **k),
    "fit_box": lambda **k: satori.fit_box(POINTS[:300], "pca", **k).row,
    "Boxes": lambda **k: satori.Boxes(random_rows(100), **k).axes,
    "Rects": lambda **k: satori.Rects(random_rect_rows(100), **k).axes,
}


def in_threads(count, call):
    """Runs call(number) in several threads at once; raises what they raise."""
    failures = []
    start = threading.Barrier(count)

    def run(number):
        try:
            start.wait()
            call(number)
        except BaseException as failure:  # the main thread raises it
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


@pytest.mark.parametrize("threads", [1, 2, None])
def test_threads_of_python_call_at_once(threads):
    wanted = {name: call(threads=threads).tobytes() for name, call in CALLS.items()}

    def call(number):
        names = list(CALLS)
        for k in range(3 * len(names)):
            name = names[(k + 5 * number) % len(names)]
            assert CALLS[name](threads=threads).tobytes() == wanted[name], name

    in_threads(4, call)


def test_threads_of_python_read_and_take_parts_of_one_object():
    wanted = [pickle.dumps(BOXES), BOXES.bounds().tobytes(), RECTS.corners().tobytes(),
              BOXES.transformed((1, 2, 3)).centers.tobytes()]

    def call(number):
        for _ in range(20):
            assert pickle.dumps(BOXES[:]) == wanted[0] and BOXES.bounds().tobytes() == wanted[1]
            assert RECTS[:].corners().tobytes() == wanted[2]
            assert BOXES.transformed((1, 2, 3)).centers.tobytes() == wanted[3]

    in_threads(4, call)


MANY = satori.Boxes(random_rows(20_000))
MANY_ROWS = np.tile(random_rows(20_000), (10, 1))
LONG_CALLS = {
    "find_overlaps": lambda: satori.find_overlaps(MANY, threads=1),
    "find_pairs": lambda: satori.find_pairs(MANY.bounds(), threads=1),
    "test_pairs": lambda pairs=satori.find_pairs(MANY): satori.test_pairs(MANY, pairs, threads=1),
    "collide": lambda: satori.collide(MANY, threads=1),
    "Boxes": lambda: satori.Boxes(MANY_ROWS, threads=1),
    "fit_box": lambda: satori.fit_box(MANY.centers, threads=1),
}


@pytest.mark.parametrize("name", LONG_CALLS)
def test_a_call_lets_other_threads_run(name):
    ended = threading.Event()
    count = 0
    seen = []

    def call():
        for _ in range(10):
            before = count
            LONG_CALLS[name]()
            seen.append(count - before)
        ended.set()

    thread = threading.Thread(target=call)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # only a call that releases the lock gives another thread a turn
    try:
        thread.start()
        while not ended.wait(1e-4):
            count += 1
        thread.join()
    finally:
        sys.setswitchinterval(before)
    assert len(seen) == 10 and max(seen) > 0


def test_large_results_die_in_other_threads():
    boxes = satori.Boxes(random_rows(12_000, width=20))
    wanted = satori.find_pairs(boxes).tobytes()
    held = []

    def call(number):
        for _ in range(4):
            held.append(satori.find_pairs(boxes, threads=2))
            if len(held) > 3:
                assert held.pop(0).tobytes() == wanted

    in_threads(3, call)


FORK = """
    import multiprocessing, os, sys
    import numpy as np
    import satori
    from helpers import random_rows

    boxes = satori.Boxes(random_rows(3_000))
    THREADS = eval(sys.argv[1])

    def call(_):
        return [satori.find_overlaps(boxes, threads=THREADS).tobytes(),
                satori.collide(boxes, threads=THREADS).tobytes(),
                len(os.listdir("/proc/self/task"))]

    if __name__ == "__main__":
        wanted = call(0)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            results = pool.map(call, range(4))
        assert [r[:2] for r in results] == [wanted[:2]] * 4
        assert call(0)[:2] == wanted[:2]
        if THREADS == 2:
            assert all(threads >= 2 for *_, threads in results), results  # the child has threads of its own
        print("same")
"""


@pytest.mark.skipif(not hasattr(os, "fork") or not os.path.exists("/proc/self/task"), reason="needs fork and /proc")
@pytest.mark.parametrize("threads", [None, 1, 2])
def test_a_forked_process_gives_the_same(threads, tmp_path):
    script = tmp_path / "fork.py"
    script.write_text(textwrap.dedent(FORK))
    here = os.path.dirname(os.path.abspath(__file__))
    paths = [here, os.path.dirname(os.path.dirname(os.path.abspath(satori.__file__)))]
    done = subprocess.run([sys.executable, str(script), repr(threads)], timeout=120, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
    assert done.returncode == 0 and done.stdout.strip() == "same", done.stderr


@pytest.mark.parametrize("threads", [None, 2])
def test_a_process_ends_while_a_daemon_thread_calls(threads):
    script = f"""
        import threading, time, numpy as np, satori
        rows = np.random.default_rng(1).random((20_000, 10), np.float32) + np.float32(0.1)
        rows[:, :3] *= 40
        boxes = satori.Boxes(rows)
        def call():
            while True:
                satori.find_overlaps(boxes, threads={threads})
        for _ in range(2):
            threading.Thread(target=call, daemon=True).start()
        time.sleep(0.3)
    """
    paths = os.path.dirname(os.path.dirname(os.path.abspath(satori.__file__)))
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], timeout=120, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": paths})
    assert done.returncode == 0, done.stderr


def resident():
    """Memory of this process, bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


ROWS = random_rows(20, width=3)
RECT_ROWS = random_rect_rows(20, width=3)
FEW = satori.Boxes(ROWS)
FEW_RECTS = satori.Rects(RECT_ROWS)
SOME_PAIRS = satori.find_pairs(FEW)
SOME_MANIFOLDS = satori.collide(FEW)
ROOM = np.empty((400, 2), np.uint32)
WRONG_ROWS = ROWS.copy()
WRONG_ROWS[3, 0] = np.nan
LARGE = satori.Boxes(random_rows(12_000, width=20))


def refused(error, call):
    with pytest.raises(error):
        call()


#: Calls that a program makes again and again, and how often the test does.
REPEATED = {
    "Boxes": (10_000, lambda: satori.Boxes(ROWS)),
    "Boxes of parts": (10_000, lambda: satori.Boxes(centers=ROWS[:, :3], sizes=ROWS[:, 3:6], headings=ROWS[:, 6])),
    "Boxes of doubles": (10_000, lambda: satori.Boxes(ROWS.astype(float), origin=(0, 0, 0))),
    "Rects": (10_000, lambda: satori.Rects(RECT_ROWS)),
    "Rects of doubles": (10_000, lambda: satori.Rects(RECT_ROWS.astype(float), origin=(0, 0))),
    "members": (10_000, lambda: (FEW.centers, FEW.half_extents, FEW.axes, FEW.skipped, FEW.origin)),
    "members of rectangles": (10_000, lambda: (FEW_RECTS.centers, FEW_RECTS.axes, FEW_RECTS.angles)),
    "bounds": (10_000, lambda: (FEW.bounds(), FEW.corners(), FEW_RECTS.bounds(), FEW_RECTS.corners())),
    "parts": (10_000, lambda: (FEW[3], FEW[::2], FEW_RECTS[[1, 2]])),
    "transformed": (10_000, lambda: (FEW.transformed((1, 2, 3)), FEW_RECTS.transformed((1, 2), 0.5))),
    "pickles": (10_000, lambda: pickle.loads(pickle.dumps((FEW, FEW_RECTS, SHAPE)))),
    "find_overlaps": (10_000, lambda: (satori.find_overlaps(FEW), satori.find_overlaps(FEW_RECTS))),
    "find_overlaps to out": (10_000, lambda: satori.find_overlaps(FEW, out=ROOM)),
    "find_pairs": (10_000, lambda: (satori.find_pairs(FEW, FEW), satori.find_pairs(FEW.bounds()))),
    "filters": (10_000, lambda: satori.find_pairs(FEW, filters=satori.filters(20), motions=[2] * 20)),
    "test_pairs": (10_000, lambda: satori.test_pairs(FEW, SOME_PAIRS)),
    "collide": (10_000, lambda: (satori.collide(FEW), satori.collide(FEW_RECTS))),
    "collide_pairs": (10_000, lambda: (satori.collide_pairs(FEW, SOME_PAIRS), satori.separations(FEW, SOME_PAIRS))),
    "contact_positions": (10_000, lambda: satori.contact_positions(FEW, SOME_MANIFOLDS)),
    "shapes": (10_000, lambda: (satori.Sphere((0, 0, 0), 1), satori.Ray((0, 0, 0), (0, 0, 1)), repr(SHAPE))),
    "equal shapes": (10_000, lambda: SHAPE == satori.Sphere((0, 0, 0), 1)),
    "test_boxes": (10_000, lambda: (satori.test_boxes(FEW, SHAPE), satori.classify_boxes(FEW, (1, 2, 3)))),
    "find_boxes": (10_000, lambda: satori.find_boxes(FEW, SHAPE)),
    "closest_points": (10_000, lambda: satori.closest_points(FEW, (1, 2, 3))),
    "intersect": (10_000, lambda: satori.intersect(FEW, satori.Ray((0, 0, 0), (1, 1, 1)))),
    "contains_points": (10_000, lambda: satori.contains_points(satori.Box((0, 0, 0), (1, 1, 1)), POINTS[:20])),
    "fit_box": (1_000, lambda: satori.fit_box(POINTS[:10], "pca")),
    "illegal boxes": (10_000, lambda: refused(satori.InvalidBoxError, lambda: satori.Boxes(WRONG_ROWS))),
    "illegal arguments": (10_000, lambda: refused(TypeError, lambda: satori.Boxes(centers=5))),
    "no room": (10_000, lambda: refused(ValueError, lambda: satori.find_overlaps(FEW, out=ROOM[:1]))),
    "large results": (100, lambda: satori.find_pairs(LARGE, sort=False)),
}


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
@pytest.mark.parametrize("name", REPEATED)
def test_memory_does_not_grow(name):
    count, call = REPEATED[name]
    for _ in itertools.repeat(None, count // 10):
        call()
    before = resident()
    for _ in itertools.repeat(None, count):
        call()
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("AddressSanitizer keeps freed memory")
    # A leak of 100 bytes per call would be 1 MB; the heap of the process moves by less than that.
    assert resident() - before < 700_000
