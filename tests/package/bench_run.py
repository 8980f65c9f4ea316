#!/usr/bin/env python3
"""satori-bench as scripts use it: bench_run.py SATORI_BENCH REPORT. A few short benchmarks; their JSON has what readers
rely on, every set computes the same, and the report is one file that needs no other."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

bench, report = sys.argv[1:]
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def run(*arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, check=False, **options)


def made_up(folder, name, cpu, isas, factor, **context):
    """A file of whole calls on 1k to 100k boxes, and of a frame loop, with times that are known."""
    widest = isas.split()[-1]
    runs = []
    for call in ("find_pairs", "find_overlaps", "collide"):
        for boxes in (1000, 10000, 100000):
            for isa, threads in (("scalar", 1), (widest, 1), (widest, 2)):
                us = factor * boxes * (0.4 if isa == "scalar" else 0.1 / threads)
                suffix = "/real_time" if threads == 2 else ""
                for slower in (1, 1.1, 1.2):
                    runs.append(
                        {
                            "name": f"{call}/uniform_{boxes}/{isa}/{threads}{suffix}",
                            "time_unit": "us",
                            "items": boxes,
                            "cpu_time": us * slower,
                            "real_time": us * slower,
                            "checksum": 1,
                            "label": "boxes",
                        }
                    )
    runs.append(
        {
            "name": f"frames_collide_serial/uniform_10000/{widest}/1/iterations:60/repeats:1/manual_time",
            "time_unit": "us",
            "items": 10000,
            "cpu_time": 0,
            "real_time": 4000,
            "back_to_back_us": 3900,
            "checksum": 1,
            "label": "boxes",
        }
    )
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"context": {"cpu": cpu, "isas": isas, "threads": "2", **context}, "benchmarks": runs}, file)
    return path


def draw(*arguments):
    page = os.path.join(os.path.dirname(arguments[0]), "drawn.html")
    done = run(sys.executable, report, *arguments, "-o", page)
    expect(done.returncode == 0, done.stderr)
    with open(page, encoding="utf-8") as file:
        return file.read()


def changed(path, name, keep=lambda run: True, **context):
    """A file like that of `path`, with other facts, and of its runs those to keep."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    data["context"].update(context)
    data["benchmarks"] = [run for run in data["benchmarks"] if keep(run)]
    other = os.path.join(os.path.dirname(path), name)
    with open(other, "w", encoding="utf-8") as file:
        json.dump(data, file)
    return other


def check_cards(first):
    """The first page says what was not measured. A run without a time is none; runs of two builds are refused."""
    one_thread = lambda run: "/real_time" not in run["name"]
    no_collide = lambda run: not run["name"].startswith("collide")
    for path, words in (
        (first, "the widest that this CPU has"),
        (changed(first, "isas.json", isas="scalar avx2 avx512"), "the widest measured; this CPU has avx512"),
        (changed(first, "one.json", one_thread), "hardware threads; only one was measured"),
        (changed(first, "calls.json", no_collide), "up to 2 were measured, but not with collide"),
    ):
        expect(words in draw(path), f"the report does not say '{words}'")

    def without_time(run):
        run["cpu_time"] = float("nan") if "find_overlaps" in run["name"] else run["cpu_time"]
        return True

    text = draw(changed(first, "nan.json", without_time))
    expect("find_overlaps/uniform_1000/avx2/1<" not in text and "find_pairs/uniform_1000/avx2/1<" in text, "NaN")
    other = changed(first, "commit.json", commit="abc")
    done = run(sys.executable, report, first, other, "-o", os.devnull)
    expect(done.returncode == 1 and first in done.stderr and other in done.stderr, f"two builds: {done}")


def check_made_up(folder):
    """The headline says what was measured; a frame loop; an emulator; two CPUs and two builds side by side."""
    first = made_up(folder, "first.json", "First CPU", "scalar avx2", 1)
    other = made_up(folder, "other.json", "Other CPU", "scalar neon64", 2, emulator="yes")
    text = draw(first)
    for words in (
        "satori on First CPU",
        "10 000 boxes",
        "0.5 ms",
        "20 million boxes per second",
        "100 000 boxes",
        "5 ms",
        "4.0 times as fast as scalar code",
        "2.00 times",
        "100 % of the ideal",
        "a frame at 60 per second",
        "24 % of a frame",
    ):
        expect(words in text, f"the report does not say '{words}'")
    expect("An emulator ran" in draw(other), "the report does not say that an emulator ran")
    check_cards(first)
    for arguments, names in (
        ((first, other), ("First CPU", "emulator on Other CPU")),
        ((other, "--old", first), ("First CPU",)),
        ((first, "--old", first), (">old<", ">new<")),
    ):
        text = draw(*arguments)
        expect(
            all(name in text for name in (*names, "Everything that both measured", "from boxes to contacts")),
            f"{arguments}",
        )
    ratios = re.findall(
        r"<td>collide / uniform_100000</td><td>1</td><td>100</td><td>200</td><td>([\d.]+)</td>", draw(first, other)
    )
    expect(ratios == ["2.00"], f"two CPUs: {ratios}")
    if os.path.exists(os.path.join(os.path.dirname(bench), "..", "share", "satori", "report.py")):
        page = os.path.join(folder, "compared.html")
        done = run(bench, "--compare", first, other, "--html", page)
        expect(done.returncode == 0 and os.path.exists(page), f"--compare --html: {done.stderr}")


with tempfile.TemporaryDirectory() as folder:
    path, small, page = (os.path.join(folder, name) for name in ("run.json", "small.json", "page.html"))
    profile = os.path.join(folder, "profile.json")
    names = "^(probe_mix/registers|probe_copy/L1|kernel_sat/L1|(find_pairs|collide)/uniform_1000)/.*/1$"
    done = run(
        bench,
        "--json",
        path,
        "--benchmark_filter=" + names,
        "--benchmark_min_time=0.001",
        "--benchmark_repetitions=2",
    )
    expect(done.returncode == 0, f"satori-bench gave {done.returncode}: {done.stderr}")
    for line in ("limits of this machine", "kernels", "calls", "sat / L1"):
        expect(line in done.stdout, f"no '{line}' in its table:\n{done.stdout}")
    count = len(re.findall(r"^(\d+)/\1 ", done.stderr, re.M))
    expect(count == 1, f"progress does not end with n/n:\n{done.stderr}")

    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    # Caches as far as the system tells.
    told = ("caches",) if os.path.isdir("/sys/devices/system/cpu/cpu0/cache") else ()
    for key in ("cpu", "threads", "isas", "compiler", "flags", "commit", "date", *told):
        expect(data["context"].get(key), f"no {key} in the context")
    isas = data["context"]["isas"].split()
    runs = [r for r in data["benchmarks"] if r["run_type"] == "iteration"]
    expect(len(runs) == 2 * 5 * len(isas), f"{len(runs)} runs")
    sums = {}
    for r in runs:
        for key in ("items", "items_per_second", "checksum", "label"):
            expect(r.get(key), f"no {key} in {r['name']}")
        what, where, isa, threads = r["name"].split("/")
        expect(isa in isas and threads == "1", r["name"])
        if not what.startswith("probe_"):
            sums.setdefault((what, where), set()).add(r["checksum"])
        wanted = {
            "kernel_sat": ("best_ns", "bound_ns", "operations"),
            "collide": ("hits", "candidates", "bytes_per_box"),
            "find_pairs": ("candidates_per_box", "copies_per_box", "sweep_lanes", "bytes_per_box"),
        }
        for key in wanted.get(what, ()):
            expect(r.get(key), f"no {key} in {r['name']}")
    expect(len(sums) == 3 and all(len(s) == 1 for s in sums.values()), f"checksums differ: {sums}")

    # Copies of a World beside memcpy.
    copies = os.path.join(folder, "copies.json")
    done = run(bench, "--json", copies, "--benchmark_filter=^snapshots_.*/uniform20_2000/")
    expect(done.returncode == 0, f"snapshots gave {done.returncode}: {done.stderr}")
    with open(copies, encoding="utf-8") as file:
        runs = json.load(file)["benchmarks"]
    expect(
        sorted(r["name"].split("/")[0] for r in runs) == ["snapshots_copy_from", "snapshots_load", "snapshots_save"],
        f"snapshots: {[r['name'] for r in runs]}",
    )
    expect(len({r["checksum"] for r in runs}) == 1, "the worlds of the snapshots differ")
    for r in runs:
        for key in ("ratio", "memcpy_us", "bytes", "points"):
            expect(r.get(key), f"no {key} in {r['name']}")
    tiles = os.path.join(folder, "tiles.json")
    done = run(bench, "--json", tiles, "--benchmark_filter=^streaming_tile/uniform_10000/")
    expect(done.returncode == 0, f"streaming gave {done.returncode}: {done.stderr}")
    with open(tiles, encoding="utf-8") as file:
        for r in json.load(file)["benchmarks"]:
            for key in ("step_us", "out_us", "in_us", "checksum"):
                expect(r.get(key), f"no {key} in {r['name']}")

    done = run(sys.executable, report, path, "--condense", small)
    expect(done.returncode == 0, done.stderr)
    with open(small, encoding="utf-8") as file:
        data = json.load(file)
    expect(len(data["benchmarks"]) == 5 * len(isas), "not one run of each benchmark is kept")
    expect("host_name" not in data["context"] and "executable" not in data["context"], "the host is named")
    with open(profile, "w", encoding="utf-8") as file:
        cpu = {"cycles": 40, "throughput": 30, "bound": 10}
        json.dump({"loops": [{"kernel": "sat", "isa": "avx2", "cpus": {"znver3": cpu}}]}, file)
    if run(sys.executable, "-c", "import matplotlib").returncode == 0:
        done = run(sys.executable, report, small, copies, "-o", page, "--profile-json", profile)
        expect(done.returncode == 0, done.stderr)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        expect(text.count("<svg") >= 3, "figures are missing")
        expect("<td>40 (25 %)</td>" in text, "the static profile is missing")
        expect("<td>copy_from</td><td>uniform20_2000</td>" in text, "snapshots are missing")
        expect("An emulator ran" not in text and "Not measured. satori-bench-broadphase" in text, "notes are wrong")
        expect(not re.search(r'(src|href)="(?!data:|#)|url\((?!#)|@import', text), "the page needs other files")
        if shutil.which("chromium"):  # what a browser makes of it: all of it, without a complaint on its console
            done = run(
                "chromium",
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--dump-dom",
                "file://" + page,
            )
            expect(
                done.returncode == 0 and done.stdout.count("<svg") == text.count("<svg"), "chromium does not show it"
            )
            expect("CONSOLE" not in done.stderr, "console: " + done.stderr)
        check_made_up(folder)
    else:
        print("no matplotlib: the report is not tried")

    # Beside modules and settings that nobody asked for, in a PYTHONPATH with an empty entry too. Without matplotlib, as far as that
    # is missed.
    hostile = os.path.join(folder, "hostile")
    os.mkdir(hostile)
    for name in ("matplotlib", "argparse", "json", "sitecustomize"):
        with open(os.path.join(hostile, name + ".py"), "w", encoding="utf-8") as file:
            file.write("open(__file__ + '.ran', 'w').close()\n")
    with open(os.path.join(hostile, "matplotlibrc"), "w", encoding="utf-8") as file:
        file.write("no.such.setting: 1\n")
    done = run(
        bench,
        "--html",
        "page.html",
        "--benchmark_filter=^probe_copy/L1/.*/1$",
        "--benchmark_min_time=0.001",
        cwd=hostile,
        env={**os.environ, "PYTHONPATH": ":"},
    )
    expect(done.returncode == 0 or "needs python3 with matplotlib" in done.stderr, done.stderr)
    expect("no.such.setting" not in done.stderr, "the working directory's matplotlibrc is read")
    done = run(sys.executable, report, small, "-o", "page.html", cwd=hostile)
    expect(done.returncode == 0 or "needs matplotlib" in done.stderr, done.stderr)
    ran = [name for name in os.listdir(hostile) if name.endswith(".ran")]
    expect(not ran, f"code of the working directory was run: {ran}")

    expect(run(bench, "--json").returncode == 2, "--json without a file is taken")
    expect(run(bench, "--nonsense").returncode == 2, "an unknown option is taken")

print("\n".join(failures) or "as expected")
sys.exit(1 if failures else 0)
