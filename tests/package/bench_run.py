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


with tempfile.TemporaryDirectory() as folder:
    path, small, page = (os.path.join(folder, name) for name in ("run.json", "small.json", "page.html"))
    profile = os.path.join(folder, "profile.json")
    names = "^(probe_mix/registers|probe_copy/L1|kernel_sat/L1|(find_pairs|collide)/uniform_1000)/.*/1$"
    done = run(bench, "--json", path, "--benchmark_filter=" + names, "--benchmark_min_time=0.001",
               "--benchmark_repetitions=2")
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
        wanted = {"kernel_sat": ("best_ns", "bound_ns", "operations"),
                  "collide": ("hits", "candidates", "bytes_per_box"),
                  "find_pairs": ("candidates_per_box", "copies_per_box", "sweep_lanes", "bytes_per_box")}
        for key in wanted.get(what, ()):
            expect(r.get(key), f"no {key} in {r['name']}")
    expect(len(sums) == 3 and all(len(s) == 1 for s in sums.values()), f"checksums differ: {sums}")

    # Copies of a World beside memcpy.
    copies = os.path.join(folder, "copies.json")
    done = run(bench, "--json", copies, "--benchmark_filter=^snapshots_.*/uniform20_2000/")
    expect(done.returncode == 0, f"snapshots gave {done.returncode}: {done.stderr}")
    with open(copies, encoding="utf-8") as file:
        runs = json.load(file)["benchmarks"]
    expect(sorted(r["name"].split("/")[0] for r in runs) == ["snapshots_copy_from", "snapshots_load", "snapshots_save"],
           f"snapshots: {[r['name'] for r in runs]}")
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
        expect(not re.search(r'(src|href)="(?!data:|#)|url\((?!#)|@import', text), "the page needs other files")
        if shutil.which("chromium"):  # what a browser makes of it: all of it, without a complaint on its console
            done = run("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom",
                       "file://" + page)
            expect(done.returncode == 0 and done.stdout.count("<svg") == text.count("<svg"), "chromium does not show it")
            expect("CONSOLE" not in done.stderr, "console: " + done.stderr)
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
    done = run(bench, "--html", "page.html", "--benchmark_filter=^probe_copy/L1/.*/1$", "--benchmark_min_time=0.001",
               cwd=hostile, env={**os.environ, "PYTHONPATH": ":"})
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
