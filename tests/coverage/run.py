#!/usr/bin/env python3
"""Counts which lines and branches of src/ the quick tests run.

run.py [--build FOLDER] [--missing] [--again] [--partial]

Builds preset `coverage` (clang), runs the tests of every folder with label quick, and prints a table by folder of src/, and one of
the kernels by instruction set: each set has an object of its own. Left out are the suites SameBytes of determinism/. AVX-512 is
emulated where the CPU lacks it (SATORI_EMULATE_AVX512, which needs SIMDe). Ends with 1 where less than 95 % of the lines or 90 % of
the branches ran, of all or of a set's kernels, and where a program was not built for want of a library, unless --partial is given.
--missing lists the lines that did not run.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
FOLDERS = "unit kernel property determinism robustness cli viewer bullet mpi c_api".split()
LEAST = {"lines": 95.0, "branches": 90.0}

def run(*arguments, **options):
    done = subprocess.run([str(a) for a in arguments], check=False, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments[:4]))} ... ended with {done.returncode}\n{(done.stdout or '')[-4000:]}")
    return done.stdout


def share(counts):
    covered, total = counts
    return f"{covered:6} of {total:6}  {100 * covered / total:6.2f} %" if total else f"{'none':>25}"


def export(profile, objects, *options):
    rest = [word for o in objects[1:] for word in ("-object", o)]
    return json.loads(run("llvm-cov", "export", objects[0], *rest, f"-instr-profile={profile}", *options, stdout=subprocess.PIPE))


def totals(files):
    return {what: (sum(f["summary"][what]["covered"] for f in files), sum(f["summary"][what]["count"] for f in files))
            for what in LEAST}


def print_missing(name, segments):
    """The lines of the regions that never ran. A segment: line, column, count, has a count, begins a region, is a gap."""
    lines = set()
    for (line, _, count, counted, _, gap), following in zip(segments, segments[1:]):
        if counted and count == 0 and not gap:
            lines.update(range(line, following[0] + 1))
    if not lines:
        return
    text = (SOURCE / name).read_text(encoding="utf-8").splitlines()
    for line in sorted(lines):
        if text[line - 1].strip(" })];"):
            print(f"  {name}:{line}: {text[line - 1].strip()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=SOURCE / "build/coverage", help="default: build/coverage")
    parser.add_argument("--missing", action="store_true", help="list the lines that did not run")
    parser.add_argument("--again", action="store_true", help="read the profile of the last run instead of running the tests")
    parser.add_argument("--partial", action="store_true", help="programs may be left out")
    options = parser.parse_args()
    build = options.build.resolve()
    profile = build / "coverage.profdata"
    programs = [build / "tests" / f"satori_tests_{folder}" for folder in FOLDERS] + [build / "bin/satori", build / "bin/satori-view"]
    if not options.again:
        cpu = Path("/proc/cpuinfo")
        emulate = platform.machine() == "x86_64" and cpu.exists() and "avx512vl" not in cpu.read_text(encoding="utf-8").split()
        run("cmake", "--preset", "coverage", "-B", build, "-S", SOURCE, f"-DSATORI_EMULATE_AVX512={'ON' if emulate else 'OFF'}",
            cwd=SOURCE, stdout=subprocess.PIPE)
        run("cmake", "--build", build, "--parallel", os.cpu_count(), stdout=subprocess.PIPE)
        for old in build.glob("*.profraw"):
            old.unlink()
        # A few files that all runs are added to, not one of each.
        environment = dict(os.environ, LLVM_PROFILE_FILE=str(build / "%4m.profraw"))
        # Suites SameBytes: many threads do over and over what other tests do, slowly where they count the same lines.
        run("ctest", "--test-dir", build, "-L", "quick", "-R", f"^({'|'.join(FOLDERS)})\\.", "-E",
            r"^determinism\.(Kinds/)?(Rect)?SameBytes", "--parallel", os.cpu_count(), "--output-on-failure", env=environment,
            stdout=subprocess.PIPE)
        run("llvm-profdata", "merge", "-o", profile, *build.glob("*.profraw"))

    info = run(build / "bin/satori", "info", "--json", stdout=subprocess.PIPE,
               env=dict(os.environ, LLVM_PROFILE_FILE="/dev/null"))
    isa = json.loads(info)["isa"]
    sets = {name: name in isa["supported"] for name in isa["compiled"]}
    absent = [name.replace(".", "_") for name, supported in sets.items() if not supported]
    left_out = {}
    for name in absent:
        left_out[f"src/simd/lanes_{name}.hpp"] = "the CPU lacks it"

    of_sets = []
    print("Kernels, by instruction set")
    for name, supported in sets.items():
        plain = name.replace(".", "_")
        objects = list(build.glob(f"CMakeFiles/satori_isa_{plain}.dir/src/simd/*.o"))
        if not supported or not objects:
            print(f"  {name:24} not on this CPU")
            continue
        files = [f for f in export(profile, objects, "-summary-only")["data"][0]["files"]
                 if os.path.relpath(f["filename"], SOURCE).startswith("src/")]
        of_sets.append(totals(files))
        print(f"  {name:24} lines {share(of_sets[-1]['lines'])}   branches {share(of_sets[-1]['branches'])}")

    built = [program for program in programs if program.exists()]
    data = export(profile, built)["data"][0]
    by_folder, files = defaultdict(list), []
    for file in data["files"]:
        name = os.path.relpath(file["filename"], SOURCE)
        if name.startswith("src/") and name not in left_out:
            by_folder[os.path.dirname(name)].append(file)
            files.append(file)
    print("Folders; a template counts once, with the set that ran most of it")
    for folder in sorted(by_folder):
        counts = totals(by_folder[folder])
        print(f"  {folder:24} lines {share(counts['lines'])}   branches {share(counts['branches'])}")
    counts = totals(files)
    print(f"  {'all':24} lines {share(counts['lines'])}   branches {share(counts['branches'])}")
    for name, reason in sorted(left_out.items()):
        print(f"  left out: {name}: {reason}")
    absent_programs = sorted(set(programs) - set(built))
    for program in absent_programs:
        print(f"  left out: what {program.name} alone runs: it was not built")
    if options.missing:
        print("Lines that did not run")
        for file in files:
            print_missing(os.path.relpath(file["filename"], SOURCE), file["segments"])
    enough = lambda counted: all(counted[what][1] > 0 and 100 * counted[what][0] >= least * counted[what][1]
                                 for what, least in LEAST.items())
    whole = options.partial or not absent_programs
    sys.exit(0 if whole and all(enough(counted) for counted in (counts, *of_sets)) else 1)


if __name__ == "__main__":
    main()
