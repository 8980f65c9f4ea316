"""What satori-bench --json wrote, for report.py: the best repetition of each benchmark."""

import json
import math
import re
import statistics
import sys

UNITS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


class Result:
    """One benchmark's best repetition. Its name is WHAT/WHERE/ISA/THREADS."""

    def __init__(self, run):
        parts = run["name"].split("/")
        self.what, self.where, self.isa, self.threads = parts[0], parts[1], parts[2], int(parts[3])
        self.item = run.get("label", "")
        self.run = run
        self.ns = time_of(run) / run["items"]
        self.least_ns = run.get("best_ns") or self.ns  # by the shortest pieces, as bounds are measured
        self.median_ns = run.get("median_ns", self.ns)  # of the repetitions

    def __getitem__(self, counter):
        return self.run.get(counter, 0)

    @property
    def share(self):
        """Of the least time that the machine's limits allow."""
        return self["bound_ns"] / self["best_ns"] if self["best_ns"] else 0


def time_of(run):
    """Nanoseconds of an iteration: CPU time on one thread, else the time that passed."""
    passes = "/real_time" in run["name"] or "/manual_time" in run["name"]
    return run["real_time" if passes else "cpu_time"] * UNITS[run["time_unit"]]


def has_time(run):
    """False where a time or a count is 0, missing or no number: as in --compare, that is no result."""
    try:
        return 0 < time_of(run) / run["items"] < math.inf
    except (KeyError, TypeError, ZeroDivisionError):
        return False


def best_repetitions(runs):
    """Disturbances only ever add: the shortest run of each name, with the least bound that any of them met, and the median
    of all."""
    best, times = {}, {}
    for run in runs:
        if run.get("run_type") == "aggregate" or run.get("error_occurred") or not has_time(run):
            continue
        old = best.get(run["name"])
        shorter = run if old is None or time_of(run) < time_of(old) else old
        kept = dict(shorter)
        for counter in ("best_ns", "bound_ns", "multiply_add_ns", "arithmetic_ns", "memory_ns"):
            if old is not None and run.get(counter) and old.get(counter):
                kept[counter] = min(run[counter], old[counter])
        if "best_ns" in run:
            kept["best_ns"] = min(kept["best_ns"], time_of(kept) / run["items"])
        best[run["name"]] = kept
        times.setdefault(run["name"], []).append(run.get("median_ns", time_of(run) / run["items"]))
    for name, kept in best.items():
        kept["median_ns"] = statistics.median(times[name])
    return list(best.values())


def read_json(path, key, program):
    """What the program wrote; `key` is what such a file has."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        sys.exit(f"report.py: {path}: {error.strerror if isinstance(error, OSError) else f'no JSON: {error}'}")
    if not isinstance(data, dict) or key not in data:
        sys.exit(f"report.py: {path} is not of {program}: it has no \"{key}\"")
    return data


def write(path, text):
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        sys.exit(f"report.py: {path}: {error.strerror}")


def load(paths):
    """Context of the last file, best repetitions of all. The files must be of one build on one machine."""
    runs, contexts = [], []
    for path in paths:
        data = read_json(path, "benchmarks", "satori-bench --json")
        runs += data["benchmarks"]
        contexts.append(data.get("context", {}))
        for key in ("cpu", "threads", "commit", "compiler", "flags"):
            if contexts[-1].get(key) != contexts[0].get(key):
                sys.exit(
                    f"report.py: {paths[0]} and {path} cannot be on one side: "
                    f"{key} {contexts[0].get(key)} and {contexts[-1].get(key)}"
                )
    return contexts[-1], best_repetitions(runs)


def cpu_of(path):
    """The machine that a file was measured on, as its context says."""
    context = read_json(path, "benchmarks", "satori-bench --json").get("context", {})
    cpu = context.get("cpu", "this machine")
    return f"emulator on {cpu}" if context.get("emulator") else cpu


def by_cpu(paths):
    """Files of one machine together: [(its name, files)]."""
    sides = {}
    for path in paths:
        sides.setdefault(cpu_of(path), []).append(path)
    return list(sides.items())


class Measured:
    def __init__(self, paths):
        self.context, runs = load(paths)
        self.results = {run["name"]: Result(run) for run in runs}
        if not self.results:
            sys.exit("report.py: no results in " + ", ".join(paths))
        known = [isa for isa in self.context.get("isas", "").split() if self.pick(isa=isa)]
        self.isas = known or sorted({r.isa for r in self.results.values()})
        self.best_isa = self.isas[-1]

    def pick(self, what=None, where=None, isa=None, threads=None):
        """All results like that, in the order of measurement; `what` and `where` are regular expressions."""
        return [
            r
            for r in self.results.values()
            if (what is None or re.fullmatch(what, r.what))
            and (where is None or re.fullmatch(where, r.where))
            and (isa is None or r.isa == isa)
            and (threads is None or r.threads == threads)
        ]

    def one(self, *args, **kwargs):
        found = self.pick(*args, **kwargs)
        return found[0] if found else None

    def call_ms(self, what, boxes, threads=1, isa=None):
        """Milliseconds of a call on the uniform scene of that many boxes."""
        found = self.one(what, f"uniform_{boxes}", isa or self.best_isa, threads)
        return None if found is None else found.ns * boxes / 1e6

    def all_threads(self):
        return max(r.threads for r in self.results.values())

    def own_share(self):
        """Of a core, in the median of all runs on one thread: the rest went to other programs."""
        shares = sorted(
            r.run["cpu_time"] / r.run["real_time"]
            for r in self.results.values()
            if r.threads == 1 and r.run["real_time"] and "/manual_time" not in r.run["name"]
        )
        return min(1.0, shares[len(shares) // 2]) if shares else 1.0

    def rate(self, probe, where, isa, threads=1):
        """1e9 operations or bytes per second; None where not measured."""
        result = self.one("probe_" + probe, where, isa, threads)
        return None if result is None else 1 / result.least_ns


def condense(paths, out):
    context, runs = load(paths)
    for private in ("host_name", "executable", "load_avg"):
        context.pop(private, None)
    noise = ("family_index", "per_family_instance_index", "repetition_index", "repetitions")
    lines = [json.dumps({key: rounded(value) for key, value in run.items() if key not in noise}) for run in runs]
    write(out, '{"context": ' + json.dumps(context, indent=1) + ',\n"benchmarks": [\n' + ",\n".join(lines) + "\n]}\n")


def rounded(value):
    """Five digits: more is noise. Whole numbers stay as they are."""
    if not isinstance(value, float) or value == int(value):
        return int(value) if isinstance(value, float) else value
    return float(f"{value:.5g}")


def count_in(where):
    """Boxes of a scene by its name."""
    return int(where.rsplit("_", 1)[1])


def fitted_exponent(x, y):
    a, b = [math.log(v) for v in x], [math.log(v) for v in y]
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    return sum((p - mean_a) * (q - mean_b) for p, q in zip(a, b)) / sum((p - mean_a) ** 2 for p in a)


def uniform_sizes(data, what, isa, threads):
    found = data.pick(what, r"uniform_\d+", isa, threads)
    return sorted(found, key=lambda r: count_in(r.where))


def short(value):
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.3g}{unit}"
    return f"{value:.3g}"


def number(value):
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def peer_panels(paths):
    """(title, [(name, least milliseconds, median)]) of what satori-bench-broadphase and -contacts wrote."""
    panels = []
    for path in paths:
        data = read_json(path, "machine", "satori-bench-broadphase --json or satori-bench-contacts --json")
        known = len(panels)
        for report in data.values():
            for scene in report.get("scenes", []) if isinstance(report, dict) else []:
                title = f"{scene['scene']}: {short(scene['boxes'])} boxes to pairs of AABBs"
                panels.append(
                    (title, [(e["name"], e["ms_min"], e["ms_median"]) for e in scene["entries"] if not e["fault"]])
                )
            for stream in report.get("streams", []) if isinstance(report, dict) else []:
                title = f"{stream['stream']}: {short(stream['candidates'])} candidates to manifolds"
                panels.append(
                    (
                        title,
                        [
                            (e["name"], e["contact_ms_min"], e["contact_ms_median"])
                            for e in stream["entries"]
                            if not e["fault"]
                        ],
                    )
                )
            for stream in report.get("answers", []) if isinstance(report, dict) else []:
                title = f"{stream['stream']}: {short(stream['candidates'])} candidates to yes or no"
                panels.append(
                    (title, [(e["name"], e["ms_min"], e["ms_median"]) for e in stream["entries"] if not e["fault"]])
                )
        if len(panels) == known:
            sys.exit(f"report.py: {path} has no comparison with other libraries")
    return [(title, entries) for title, entries in panels if entries]


def threads_of(count):
    return "1 thread" if count == 1 else f"{count} threads"
