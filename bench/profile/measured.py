#!/usr/bin/env python3
"""What satori-profile measures on this machine, beside what static_profile.py predicts for its CPU: a Markdown table.

    measured.py STATIC_JSON SATORI_PROFILE CPU [--rounds N] [--seconds S]
"""

import argparse
import json
import statistics
import subprocess
import sys


def measure(program, kernel, isa, seconds):
    """What the program prints, or None where it cannot run the set."""
    run = subprocess.run([program, kernel, "--isa", isa, "--seconds", str(seconds), "--json"], capture_output=True,
                         text=True)
    if run.returncode == 1 and "cannot run here" in run.stderr:
        return None
    run.check_returncode()
    return json.loads(run.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("static", help="what static_profile.py --json wrote")
    parser.add_argument("program", help="satori-profile")
    parser.add_argument("cpu", help="this machine's CPU, as static_profile.py calls it")
    parser.add_argument("--rounds", type=int, default=5, help="over all kernels (default 5)")
    parser.add_argument("--seconds", type=float, default=0.2, help="per kernel and round (default 0.2)")
    options = parser.parse_args()
    with open(options.static) as file:
        loops = [loop for loop in json.load(file)["loops"] if options.cpu in loop["cpus"]]
    if not loops:
        print(f"measured.py: nothing is predicted for {options.cpu}", file=sys.stderr)
        return 1
    found = {}
    clock = 0
    for _ in range(options.rounds):  # round by round, so that a noisy spell meets all
        for loop in loops:
            key = loop["kernel"], loop["isa"]
            result = measure(options.program, *key, options.seconds)
            if result is not None:
                found.setdefault(key, []).append(result)
                clock = max(clock, result["clock_ghz"])

    print(f"Cycles are best times at {clock:.2f} GHz; ratios are measured / predicted.\n")
    print("| kernel | set | ns, best / median | cycles | simulated | ratio | throughput | ratio | arithmetic | ratio |")
    print("|---" * 10 + "|")
    for loop in loops:
        results = found.get((loop["kernel"], loop["isa"]))
        if not results:
            continue
        best = min(result["ns_min"] for result in results)
        median = statistics.median(result["ns_median"] for result in results)
        cycles = best * clock
        cells = [loop["kernel"], loop["isa"], f"{best:.3g} / {median:.3g}", f"{cycles:.3g}"]
        for key in ("cycles", "throughput", "bound"):
            predicted = loop["cpus"][options.cpu][key]
            cells += [f"{predicted:.3g}", f"{cycles / predicted:.2f}"]
        print("| " + " | ".join(cells) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
