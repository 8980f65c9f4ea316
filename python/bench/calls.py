"""What Python adds to the C++ calls: time, memory, and how well two threads of Python share the processors.

    python3 bench/calls.py BENCH_CALLS [--boxes N ...] [--runs R]

BENCH_CALLS: the program of calls.cpp. Each line compares medians of the same calls with the same boxes, and fails when
the pairs differ. "new": the boxes go to a new batch, as Boxes(rows) does. "kept": to one that has the memory.
docs/speed.rst shows the output: it is docs/calls.txt.
"""

import argparse
import contextlib
import multiprocessing
import os
import subprocess
import tempfile
import threading
import time

import numpy as np

import satori
from common import seconds_of, uniform_boxes

CALLS = ["Boxes(rows), new", "Boxes(rows), kept", "find_overlaps(sort=False)", "find_overlaps()", "collide()"]
BATCH_BYTES = 60  # of a batch, per box: 15 floats. As much again is reserved and never written.


def hash_of(pairs):
    """The hash that calls.cpp prints."""
    wide = pairs.astype(np.uint64)
    weights = 1 + 2 * np.arange(len(pairs), dtype=np.uint64)
    return int(np.sum(weights * (wide[:, 0] << np.uint64(32) | wide[:, 1]), dtype=np.uint64))


def times_of_program(program, rows, runs, threads):
    """Medians of the C++ program in milliseconds, and its pairs: number and hash."""
    with tempfile.NamedTemporaryFile() as file:
        rows.tofile(file)
        file.flush()
        command = [program, file.name, str(runs), str(threads or 0)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    *times, count, pairs_hash = done.stdout.split()
    return np.array(times, float), int(count), int(pairs_hash)


def times_of_python(rows, runs, threads):
    """The same of the calls from Python. A batch of Python is always new."""
    boxes = satori.Boxes(rows, threads=threads)
    calls = [
        lambda: satori.Boxes(rows, threads=threads),
        lambda: satori.find_overlaps(boxes, threads=threads, sort=False),
        lambda: satori.find_overlaps(boxes, threads=threads),
        lambda: satori.collide(boxes, threads=threads),
    ]
    measured = [seconds_of(call, runs) for call in calls]
    medians = [1e3 * np.median(times) for times, _ in measured]
    pairs = measured[2][1]
    return np.array([medians[0]] + medians), len(pairs), hash_of(pairs)


@contextlib.contextmanager
def on_one_processor(bound):
    """Keeps this thread, and programs that it starts, on one processor: virtual ones differ."""
    allowed = os.sched_getaffinity(0)
    if bound:
        os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def compare_times(program, counts, runs):
    """Prints the times of both and their ratio."""
    print(f"{'boxes':>8} {'threads':>7}  {'':26}{'C++, ms':>10} {'Python, ms':>10} {'ratio':>6} {'added, us':>9}")
    for count in counts:
        rows = uniform_boxes(count)
        rounds = max(runs, min(1000, 200_000 // count))
        for threads in (None, 1):
            # By turns, and the best of three medians: other programs disturb both alike.
            with on_one_processor(threads == 1):
                turns = [
                    (times_of_program(program, rows, rounds, threads), times_of_python(rows, rounds, threads))
                    for _ in range(3)
                ]
            if any(cpp[1:] != python[1:] for cpp, python in turns):
                raise SystemExit(f"{count} boxes: Python finds other pairs than C++")
            best = [np.min([turn[side][0] for turn in turns], axis=0) for side in (0, 1)]
            for name, there, here in zip(CALLS, *best):
                print(
                    f"{count:8} {threads or 'all':>7}  {name:26}{there:10.4f} {here:10.4f} {here / there:6.2f} "
                    f"{1e3 * (here - there):9.1f}"
                )


def peak_bytes():
    """The most that this process has held so far. (ru_maxrss would count the process that started this one, too.)"""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith("VmHWM"))


def grown_by(connection, path, skipped, shape):
    """In a process of its own: by how many bytes per box the peak grows when it makes Boxes of the file's numbers."""
    data = np.fromfile(path, np.uint8)  # no other memory is taken and given back, which would hide what Boxes takes
    rows = np.frombuffer(data, np.float32, offset=skipped).reshape(shape)
    rows = rows if shape == (-1, 10) else rows.T
    before = peak_bytes()
    boxes = satori.Boxes(rows)
    connection.send((peak_bytes() - before) / len(boxes))


def compare_memory(count):
    """Prints how much memory Boxes takes. Fails when rows are copied that need not be: 40 bytes more per box."""
    print(f"\npeak memory of a process: bytes per box that Boxes(rows) adds; the batch has {BATCH_BYTES}")
    spawn = multiprocessing.get_context("spawn")
    rows = uniform_boxes(count)
    # The numbers of a row must adjoin: by columns they are copied, which shows that this measurement sees a copy.
    layouts = [
        ("aligned", rows, 0, (-1, 10), 0),
        ("not aligned", rows, 1, (-1, 10), 0),
        ("by columns", rows.T, 0, (10, -1), 40),
    ]
    for name, numbers, skipped, shape, copied in layouts:
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"x" * skipped + numbers.tobytes())
            file.flush()
            here, there = spawn.Pipe()
            child = spawn.Process(target=grown_by, args=(there, file.name, skipped, shape))
            child.start()
            grown = here.recv()
            child.join()
        print(f"{count:8} boxes, rows {name:12} {grown:6.1f}")
        if not BATCH_BYTES - 10 < grown - copied < BATCH_BYTES + 20:
            raise SystemExit(f"rows {name}: copied more or less often than expected")


def call_for(seconds, barrier, results):
    """Calls find_overlaps on one thread for a time that begins for all at once; appends the number of calls."""
    boxes = satori.Boxes(uniform_boxes(10_000))
    satori.find_overlaps(boxes, threads=1)
    barrier.wait()
    calls, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        satori.find_overlaps(boxes, threads=1)
        calls += 1
    results.append(calls)


def calls_by(kind, barrier, results, workers, seconds):
    """Calls per second of all workers together."""
    made = [kind(target=call_for, args=(seconds, barrier, results)) for _ in range(workers)]
    for worker in made:
        worker.start()
    for worker in made:
        worker.join()
    return sum(results) / seconds


def compare_sharing(seconds):
    """Prints calls per second of one thread, of two threads and of two processes."""
    spawn = multiprocessing.get_context("spawn")
    one = calls_by(threading.Thread, threading.Barrier(1), [], 1, seconds)
    threads = calls_by(threading.Thread, threading.Barrier(2), [], 2, seconds)
    with spawn.Manager() as manager:
        processes = calls_by(spawn.Process, spawn.Barrier(2), manager.list(), 2, seconds)
    print("\nfind_overlaps of 10000 boxes, threads=1, calls per second of all workers")
    print(
        f"one thread {one:.0f}, two threads {threads:.0f} ({threads / one:.2f} times), two processes {processes:.0f} "
        f"({processes / one:.2f} times); threads / processes {threads / processes:.2f}"
    )


def main():
    """Runs all parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="BENCH_CALLS")
    parser.add_argument("--boxes", type=int, nargs="+", default=[100, 10_000, 1_000_000])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    compare_times(arguments.program, arguments.boxes, arguments.runs)
    compare_memory(max(arguments.boxes))
    compare_sharing(arguments.seconds)


if __name__ == "__main__":
    main()
