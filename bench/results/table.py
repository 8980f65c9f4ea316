#!/usr/bin/env python3
"""Writes the README's table of figures from the committed results: what stands between its two markers.

table.py           writes it
table.py --check   1 when it is not what the results say
"""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
README = FOLDER.parent.parent / "README.md"
BEGIN, END = "<!-- figures: bench/results/table.py -->", "<!-- end of figures -->"
LEAD = "On another machine, milliseconds of CPU time on one thread (`satori-bench`, the best of its repetitions):\n\n"
SCENES = (("uniform_10000", "10 000"), ("uniform_100000", "100 000"), ("uniform_1000000", "1 000 000"))
NAMES = {"avx512": "AVX-512", "avx2": "AVX2", "sse4.2": "SSE4.2", "neon64": "NEON", "scalar": "scalar"}


def milliseconds(run):
    """CPU time, on one thread."""
    return run["cpu_time"] * {"ns": 1e-6, "us": 1e-3, "ms": 1}[run["time_unit"]]


def figures(folder):
    """The lines of one machine."""
    data = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    context = data["context"]
    runs = {tuple(r["name"].split("/")[:4]): r for r in data["benchmarks"]}
    isas = [isa for isa in reversed(context["isas"].split()) if isa != "scalar"]
    columns = [(what, isa) for isa in isas for what in ("find_overlaps", "collide")]
    head = ["boxes", "overlaps"]
    head += [f"{NAMES[isa]} {'overlaps' if what == 'find_overlaps' else 'contacts'}" for what, isa in columns]
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for scene, count in SCENES:
        hits = runs[("find_overlaps", scene, isas[0], "1")]["hits"]
        times = [milliseconds(runs[(what, scene, isa, "1")]) for what, isa in columns]
        row = [count, f"{int(hits):,}".replace(",", " ")] + [f"{ms:.3g}" for ms in times]
        yield f"| {' | '.join(row)} |"
    sat = {isa: runs[("kernel_sat", "L1", isa, "1")] for isa in isas}
    yield ""
    yield (f"{context['cpu']} ({folder.name}), {context['compiler'].replace('GNU', 'gcc')}; the pair test alone in "
           "the first-level cache: "
           + ", ".join(f"{NAMES[isa]} {run['best_ns']:.1f} ns" for isa, run in sat.items()) + ".")


def main():
    text = README.read_text(encoding="utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    blocks = ["\n".join(figures(path.parent)) for path in sorted(FOLDER.glob("*/run.json"))]
    wanted = text[:begin] + "\n" + (LEAD + "\n\n".join(blocks) + "\n" if blocks else "") + text[end:]
    if "--check" not in sys.argv[1:]:
        README.write_text(wanted, encoding="utf-8")
    elif wanted != text:
        sys.exit("README.md and bench/results disagree: run bench/results/table.py")


if __name__ == "__main__":
    main()
