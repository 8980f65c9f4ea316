#!/usr/bin/env python3
"""Writes the tables of docs/figures.md from the committed results: what stands between its markers.

table.py           writes them
table.py --check   1 when they are not what the results say
"""

import json
import pathlib
import sys
import textwrap

import moving_step

FOLDER = pathlib.Path(__file__).resolve().parent
PAGE = FOLDER.parent.parent / "docs" / "figures.md"
BEGIN, END = "<!-- figures: bench/results/table.py -->", "<!-- end of figures -->"
STEP_BEGIN, STEP_END = "<!-- moving step: bench/results/table.py -->", "<!-- end of moving step -->"
SCENES = ("uniform_10000", "uniform_100000", "uniform_1000000")
NAMES = {"avx512": "AVX-512", "avx2": "AVX2", "sse4.2": "SSE4.2", "neon64": "NEON", "scalar": "scalar", "ode": "ODE",
         "bullet": "Bullet", "fcl": "FCL", "cgal": "CGAL", "embree": "Embree", "box_pruning": "box pruning",
         "bucket_pruning": "in buckets"}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def grouped(number):
    return f"{int(number):,}".replace(",", " ")


def table(head, rows):
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def vector_sets(context):
    return [isa for isa in reversed(context["isas"].split()) if isa != "scalar"]


def calls(context, runs):
    """Boxes to overlaps and to contacts."""
    isas, threads = vector_sets(context), context["threads"]

    def milliseconds(what, scene, isa, count):
        run = runs[(what, scene, isa, count)]
        time = run["cpu_time" if count == "1" else "real_time"]
        return f"{time * {'ns': 1e-6, 'us': 1e-3, 'ms': 1}[run['time_unit']]:.3g}"

    def both(what, scene, isa):
        return " / ".join(milliseconds(what, scene, isa, count) for count in ("1", threads))

    yield ("Boxes in memory to exact overlaps, and to contacts (`satori-bench`): milliseconds on one thread / "
           f"{threads} threads. Scenes of `satori make uniform`, 4 AABB overlaps per box, best of the repetitions.\n")
    columns = [(what, isa) for what in ("find_overlaps", "collide") for isa in isas]
    head = ["boxes", "overlaps"] + [f"{'overlaps' if what == 'find_overlaps' else 'contacts'}, {NAMES[isa]}"
                                    for what, isa in columns]
    yield from table(head, ([grouped(scene.rsplit("_", 1)[1]), grouped(runs[("find_overlaps", scene, isas[0], "1")]["hits"])]
                            + [both(what, scene, isa) for what, isa in columns] for scene in SCENES))


def entries(of, key):
    """Name to milliseconds; of entries that name a set, `satori/SET`."""
    return {entry["name"]: entry[key] for entry in of["entries"] if not entry["fault"]}


def broadphase(report):
    """AABBs to pairs, ours and other libraries'."""
    yield ("The broadphase alone, AABBs in, pairs out, one thread (`satori-bench-broadphase`). The first column is in "
           "milliseconds. The others say how many times as long a library takes in the same run, in its fastest form. Both "
           "prunings are written for this benchmark, with AVX, after Terdiman.\n")
    scenes = report["scenes"]
    ours = min((name for name in entries(scenes[0], "ms_min") if name.startswith("satori/")),
               key=lambda name: entries(scenes[0], "ms_min")[name])
    peers = [name for name in NAMES if name in entries(scenes[0], "ms_min")]
    rows = []
    for scene in scenes:
        times = entries(scene, "ms_min")
        rows.append([f"{scene['scene']} {grouped(scene['boxes'])}", f"{times[ours]:.3g}"]
                    + [f"{times[peer] / times[ours]:.1f}" for peer in peers])
    yield from table(["scene", NAMES[ours.split("/")[1]]] + [NAMES[peer] for peer in peers], rows)


def contacts(report):
    """Candidate pairs to contacts and to yes or no."""
    yield ("Candidate pairs to contacts, and to yes or no, one thread (`satori-bench-contacts`): nanoseconds per candidate, "
           "all libraries on the same pairs in the same run.\n")
    rows, names = [], []
    for kind, key, lists in (("contacts", "contact_ms_min", report["streams"]), ("yes or no", "ms_min", report["answers"])):
        for stream in lists:
            times = {name.removeprefix("satori/"): ms for name, ms in entries(stream, key).items()}
            rows.append((f"{stream['stream']} {grouped(stream['boxes'])}", kind, times, stream["candidates"]))
            names += [name for name in NAMES if name in times and name not in names]
    names.sort(key=list(NAMES).index)
    yield from table(["pairs of boxes", "result"] + [NAMES[name] for name in names],
                     ([stream, kind] + [f"{times[name] * 1e6 / count:.3g}" if name in times else "" for name in names]
                      for stream, kind, times, count in rows))


def machine(folder):
    """The lines of one machine."""
    data = read(folder / "run.json")
    context = data["context"]
    runs = {tuple(run["name"].split("/")[:4]): run for run in data["benchmarks"]}
    sat = [f"{NAMES[isa]} {runs[('kernel_sat', 'L1', isa, '1')]['best_ns']:.1f} ns" for isa in vector_sets(context)]
    yield (f"**{context['cpu']}** (`bench/results/{folder.name}`), {context['threads']} virtual cores, "
           f"{context['compiler'].replace('GNU', 'gcc')}. The 15-axis test of a pair in the first-level cache: {', '.join(sat)}.\n")
    yield from calls(context, runs)
    for name, lines in (("broadphase", broadphase), ("contacts", contacts)):
        if (folder / f"{name}.json").exists():
            report = next(part for part in read(folder / f"{name}.json").values() if "peers" in part)
            yield from lines(report)


def between(text, begin, end, lines):
    """The text with these lines between two markers."""
    head, tail = text[: text.index(begin) + len(begin)], text[text.index(end) :]
    return head + "\n" + "\n".join(lines).rstrip("\n") + "\n" + tail


def main():
    text = PAGE.read_text(encoding="utf-8")
    lines = [line if line.startswith("|") else textwrap.fill(line, 120) for path in sorted(FOLDER.glob("*/run.json"))
             for part in machine(path.parent) for line in part.split("\n")]
    wanted = between(text, BEGIN, END, lines)
    wanted = between(wanted, STEP_BEGIN, STEP_END, moving_step.table(moving_step.read(moving_step.CSV)))
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(wanted, encoding="utf-8")
    elif wanted != text:
        sys.exit("docs/figures.md and bench/results disagree: run bench/results/table.py")


if __name__ == "__main__":
    main()
