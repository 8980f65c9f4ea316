#!/usr/bin/env python3
"""satori-bench --compare: bench_compare.py SATORI_BENCH. Verdicts and exit codes on made-up repetitions, files that do
not belong together, bad files, colors, and two real runs of one build."""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile

bench = sys.argv[1]
failures = []
CASE = "find_pairs/uniform_1000/avx2/1"
QUIET = (1.0, 1.004, 1.006, 1.01, 1.3)
NOISY = (1.0, 1.02, 1.03, 1.03, 1.05)  # 3 % between the fastest and the third


def expect(condition, message):
    if not condition:
        failures.append(message)


def run(*arguments, **options):
    return subprocess.run((bench, *arguments), capture_output=True, text=True, check=False, **options)


def repetitions(name, times, **more):
    """Runs of 1000 boxes that took `times` microseconds."""
    values = {
        "name": name,
        "run_type": "iteration",
        "real_time": 0,
        "time_unit": "us",
        "items": 1000,
        "checksum": 7,
        "label": "boxes",
    }
    return [{**values, "cpu_time": time, **more} for time in times]


def save(folder, name, runs, **context):
    """Writes a file of satori-bench --json, and returns its path."""
    path = os.path.join(folder, name)
    facts = {"cpu": "One CPU", "threads": "2", "isas": "scalar avx2", "compiler": "GNU 12", "commit": "abc", **context}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"context": facts, "benchmarks": runs}, file)
    return path


def side(folder, name, times, **more):
    """One file for each time."""
    return [save(folder, f"{name}{i}.json", repetitions(CASE, [time], **more)) for i, time in enumerate(times)]


def verdicts(text):
    """Name to verdict of each line of the table."""
    lines = text.split("\n\n")[1].splitlines()[1:]
    return {
        line.split()[0]: re.search(r"(different checksum|no spread|failed before|too noisy|\w+)$", line).group()
        for line in lines
    }


def scaled(times, factor):
    return [factor * time for time in times]


def check_verdicts(folder):
    def one(before, after, verdict, code, **more):
        done = run("--compare", *side(folder, "old", before), "--with", *side(folder, "new", after, **more))
        found = verdicts(done.stdout)
        expect(found == {CASE: verdict}, f"{before} to {after}: {found}, not {verdict}")
        expect(done.returncode == code, f"{verdict}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        last = done.stdout.splitlines()[-1]
        expect(last.startswith(f"1 cases: 1 {verdict}"), f"last line: {last}")
        return done.stdout

    text = one(QUIET, scaled(QUIET, 1.05), "slower", 1)
    expect("1.050" in text and "1.2 %" in text, f"ratio or spread is wrong:\n{text}")
    one(QUIET, scaled(QUIET, 1 / 1.05), "faster", 0)
    one(QUIET, scaled(QUIET, 1.02), "same", 0)
    one(NOISY, scaled(NOISY, 1.03), "too noisy", 0)
    one(NOISY, scaled(NOISY, 1 / 1.03), "too noisy", 0)
    one(NOISY, scaled(NOISY, 1.2), "slower", 1)
    one(QUIET, QUIET, "different checksum", 1, checksum=8)
    one(QUIET, QUIET, "same", 0, checksum=8, items=1000.5)  # not the same work: caches of another size
    one(QUIET, QUIET, "same", 0, best_ns=1.001, bound_ns=float("nan"))
    one(QUIET, QUIET, "slower", 1, best_ns=1.5)
    # Fewer than three files have no spread.
    one(QUIET[:2], scaled(QUIET, 1.9), "no spread", 0)
    one(QUIET, scaled(QUIET[:1], 1 / 1.9), "no spread", 0)
    one(QUIET[:2], scaled(QUIET[:2], 2.1), "slower", 1)
    one(QUIET[:2], scaled(QUIET[:2], 1 / 2.1), "faster", 0)
    # No time is no gain.
    for no_time in ({"cpu_time": 0}, {"cpu_time": float("nan")}, {"cpu_time": None}, {"items": 0}, {"time_unit": ""}):
        one(QUIET, QUIET, "failed", 1, **no_time)
    one(QUIET, QUIET, "failed", 1, error_occurred=True, error_message="no")


def check_failures(folder):
    """What failed before is no regression; a case that works again has no old time."""
    good = save(folder, "good.json", repetitions(CASE, QUIET))
    bad = save(folder, "bad.json", repetitions(CASE, QUIET[1:]) + repetitions(CASE, [1], error_occurred=True))
    done = run("--compare", bad, bad)
    expect(verdicts(done.stdout) == {CASE: "failed before"} and done.returncode == 0, f"failed twice: {done.stdout}")
    done = run("--compare", bad, good)
    expect(f"new: {CASE}" in done.stdout and done.returncode == 0, f"works again: {done.stdout}")
    done = run("--compare", good, bad)
    expect(verdicts(done.stdout) == {CASE: "failed"} and done.returncode == 1, f"fails now: {done.stdout}")
    # One side that does not always compute the same, within a file and between files.
    other = save(folder, "other.json", repetitions(CASE, QUIET, checksum=8))
    mixed = save(folder, "mixed.json", repetitions(CASE, [1]) + repetitions(CASE, [1], checksum=8))
    for arguments in ((mixed, good), (good, mixed), (good, other, "--with", good), (good, "--with", other, good)):
        done = run("--compare", *arguments)
        expect(
            verdicts(done.stdout) == {CASE: "different checksum"} and done.returncode == 1,
            f"{arguments}: {done.stdout}{done.stderr}",
        )


def check_sides(folder):
    """Several files of a side, cases of one side only, the threshold, probes."""
    old = side(folder, "old", (1, 1.001, 1.002))
    new = side(folder, "new", (1.1, 1.101, 1.102))
    done = run("--compare", *old, "--with", *new)
    expect(verdicts(done.stdout) == {CASE: "slower"} and done.returncode == 1, f"three files of each: {done.stdout}")
    # A file counts once: here the machine was slow in two of three files, and all repetitions of a file agree.
    slow = [
        save(folder, f"slow{i}.json", repetitions(CASE, scaled(QUIET, factor)))
        for i, factor in enumerate((1, 1.3, 1.3))
    ]
    done = run("--compare", *slow, "--with", *new)
    expect(verdicts(done.stdout) == {CASE: "too noisy"}, f"files do not count once: {done.stdout}")
    done = run("--compare", *old, "--with", *new, "--threshold", "20")
    expect(verdicts(done.stdout) == {CASE: "same"} and done.returncode == 0, f"threshold of 20: {done.stdout}")
    probe = "probe_mix/registers/avx2/1"
    gone = [f"collide/x{i}/avx2/1" for i in range(9)]
    a = save(folder, "a.json", sum((repetitions(name, QUIET) for name in (*gone, probe)), []))
    b = save(folder, "b.json", repetitions(CASE, QUIET) + repetitions(probe, scaled(QUIET, 2.1), checksum=9))
    done = run("--compare", a, b)
    expect(verdicts(done.stdout) == {probe: "slower"}, done.stdout)
    expect(f"gone: {', '.join(gone[:3])}, ...\nnew: {CASE}\n" in done.stdout, f"cases of one side: {done.stdout}")
    expect(done.returncode == 0, "a probe, which measures the machine, counts as a regression")
    expect(
        "the machine itself ran at another speed" in done.stdout, f"the slower machine is not told:\n{done.stdout}"
    )


def check_mixed_sides(folder):
    """The files of a side are of one build on one machine."""
    good = save(folder, "good.json", repetitions(CASE, QUIET))
    for key, value in (
        ("cpu", "Another CPU"),
        ("threads", "8"),
        ("commit", "abd"),
        ("compiler", "GNU 13"),
        ("flags", "-O0"),
    ):
        other = save(folder, "other.json", repetitions(CASE, QUIET), **{key: value})
        for arguments in ((good, other, "--with", good), (good, "--with", other, good)):
            done = run("--compare", *arguments)
            expect(
                done.returncode == 2 and all(word in done.stderr for word in (good, other, value)),
                f"{key} mixed: {done}",
            )
    # Two sides may differ in all of that. Equal names are compared.
    wide = "collide/uniform_1000/avx2/2/real_time"
    a = save(folder, "a.json", repetitions(CASE, QUIET) + repetitions(wide, QUIET, real_time=1))
    b = save(folder, "b.json", repetitions(CASE, scaled(QUIET, 2.1)), threads="1", commit="abd")
    done = run("--compare", a, b)
    expect(verdicts(done.stdout) == {CASE: "slower"} and done.returncode == 1, f"threads: {done.stdout}{done.stderr}")
    expect("gone: collide/uniform_1000/avx2/2\n" in done.stdout, f"threads: {done.stdout}")


def check_cpus(folder):
    """Two CPUs: side by side by the widest set; only checksums fail."""
    probe = "probe_mix/registers/avx2/1"
    a = save(
        folder,
        "a.json",
        repetitions(CASE, QUIET)
        + repetitions("find_pairs/uniform_1000/scalar/1", QUIET)
        + repetitions(probe, QUIET, real_time=1),
    )
    to_arm = lambda name: name.replace("avx2", "neon64")
    other_cpu = {"cpu": "Another CPU", "threads": "8", "isas": "scalar neon64"}

    def arm(name, **more):
        runs = repetitions(to_arm(CASE), scaled(QUIET, 2.1), **more)
        runs += repetitions("find_pairs/uniform_1000/neon64/8/real_time", QUIET, real_time=1, **more)
        return save(folder, name, runs + repetitions(to_arm(probe), scaled(QUIET, 2.1)), **other_cpu)

    b = arm("b.json")
    done = run("--compare", a, b)
    expect(done.stdout.startswith("Two CPUs side by side") and done.returncode == 0, done.stdout + done.stderr)
    expect(
        verdicts(done.stdout) == {"find_pairs/uniform_1000/1": "slower", "probe_mix/registers/1": "slower"},
        done.stdout,
    )
    expect("new: find_pairs/uniform_1000/all\n" in done.stdout, done.stdout)
    expect(
        "the probes took 2.100" in done.stdout and "ran at another speed" not in done.stdout,
        f"the probes of two CPUs: {done.stdout}",
    )
    expect(run("--compare", a, b, "--strict").returncode == 1, "--strict does not judge two CPUs")
    expect(run("--compare", a, arm("c.json", checksum=8)).returncode == 1, "another checksum on another CPU is taken")


def check_errors(folder):
    good = save(folder, "good.json", repetitions(CASE, QUIET))
    for text, reason in (
        ("", "it is empty"),
        ("{", "no JSON"),
        ("[]", 'no "context"'),
        ('{"context": {}}', 'no "benchmarks"'),
        ('{"context": {}, "benchmarks": []}', "no benchmark"),
        ('{"context": {}, "benchmarks": [3]}', "no benchmark"),
        ('{"context": 3, "benchmarks": [{"name": "a/b/c/1"}]}', ""),
    ):
        bad = os.path.join(folder, "bad.json")
        with open(bad, "w", encoding="utf-8") as file:
            file.write(text)
        for files in ((good, bad), (bad, good)):
            done = run("--compare", *files)
            if reason:
                expect(done.returncode == 3 and bad in done.stderr and reason in done.stderr, f"{text!r}: {done}")
            expect(done.returncode in (0, 1, 3), f"{text!r}: {done}")
    for missing, reason in ((os.path.join(folder, "none.json"), "No such file"), (folder, folder)):
        done = run("--compare", good, missing)
        expect(done.returncode == 3 and missing in done.stderr and reason in done.stderr, f"{missing}: {done.stderr}")
    for arguments in (
        (),
        (good,),
        (good, good, good),
        (good, good, "--threshold", "-1"),
        (good, good, "--threshold", "x"),
        (good, good, "--nonsense"),
        (good, "--with"),
    ):
        done = run("--compare", *arguments)
        expect(done.returncode == 2 and done.stderr, f"{arguments}: exit code {done.returncode}")
    done = run("--compare", "--help")
    expect(done.returncode == 0 and "--threshold" in done.stdout and "Exit codes" in done.stdout, "no help")
    page = os.path.join(folder, "none", "page.html")  # in no folder, so it cannot be written
    done = run("--compare", good, good, "--html", page)
    expect(done.returncode == 3 and done.stderr, f"no report: exit code {done.returncode}")


def on_terminal(arguments, **environment):
    """What the program prints to a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        (bench, *arguments), stdout=theirs, env={**os.environ, "TERM": "xterm", **environment}
    ) as process:
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 65536):
                text += part
        except OSError:  # the end, on Linux
            pass
        process.wait()
    os.close(ours)
    return text.decode()


def check_colors(folder):
    old = save(folder, "old.json", repetitions(CASE, QUIET) + repetitions("collide/x/avx2/1", QUIET))
    new = save(folder, "new.json", repetitions(CASE, scaled(QUIET, 2.1)) + repetitions("collide/x/avx2/1", QUIET))
    arguments = ("--compare", old, new)
    red = [line for line in on_terminal(arguments).splitlines() if "\x1b[31m" in line]
    expect(len(red) == 1 and CASE in red[0], f"red: {red}")
    for text in (run(*arguments).stdout, on_terminal(arguments, NO_COLOR="1"), on_terminal(arguments, TERM="dumb")):
        expect("\x1b" not in text and CASE in text, f"colors: {text!r}")


def check_real_runs(folder):
    """Two runs of this build find the same checksums, and every case again. Times are not judged: other programs run."""
    paths = [os.path.join(folder, name) for name in ("first.json", "second.json")]
    for path in paths:
        done = run(
            "--json",
            path,
            "--benchmark_filter=^(probe_mix/registers|kernel_sat/L1|collide/uniform_1000)/.*/1$",
            "--benchmark_min_time=0.001",
            "--benchmark_repetitions=3",
        )
        expect(done.returncode == 0, done.stderr)
    done = run("--compare", *paths, "--threshold", "1000")
    expect(done.returncode == 0 and set(verdicts(done.stdout).values()) == {"no spread"}, done.stdout + done.stderr)
    expect("machine: the probes took" in done.stdout, f"no line about the machine:\n{done.stdout}")


with tempfile.TemporaryDirectory() as scratch:
    for check in (
        check_verdicts,
        check_failures,
        check_sides,
        check_mixed_sides,
        check_cpus,
        check_errors,
        check_colors,
        check_real_runs,
    ):
        check(scratch)

print("\n".join(failures) or "as expected")
sys.exit(1 if failures else 0)
