#!/usr/bin/env python3
"""One HTML page, without anything from elsewhere, of what satori-bench --json measured.

report.py RUN.json... -o REPORT.html          the best of several runs of one machine; --peers-json FILE: other libraries;
                                              --profile-json FILE: other CPUs
report.py RUN.json... --condense SMALL.json   the best repetition of each benchmark, nothing of this host
"""

import argparse
import html
import io
import json
import math
import os
import re
import sys

ISA_COLORS = {"scalar": "#9aa0a8", "sse4.2": "#86b3d1", "avx2": "#2f6db5", "avx512": "#173a6b", "neon64": "#2f6db5"}
STAGES = {"aabb": "#d0a93a", "broadphase": "#2f6db5", "narrowphase": "#3c9470", "manifold": "#b8553d"}
CALLS = {"find_pairs": "#2f6db5", "find_overlaps": "#3c9470", "collide": "#b8553d"}
INK, GRID, ACCENT = "#1d2127", "#d9dde2", "#b8553d"
UNITS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


# --- what was measured ----------------------------------------------------------------------------------------------


class Result:
    """One benchmark's best repetition. Its name is WHAT/WHERE/ISA/THREADS."""

    def __init__(self, run):
        parts = run["name"].split("/")
        self.what, self.where, self.isa, self.threads = parts[0], parts[1], parts[2], int(parts[3])
        self.item = run.get("label", "")
        self.run = run
        self.ns = time_of(run) / run["items"]
        self.least_ns = run.get("best_ns") or self.ns  # by the shortest pieces, as bounds are measured

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


def best_repetitions(runs):
    """Disturbances only ever add: the shortest run of each name, with the least bound that any of them met."""
    best = {}
    for run in runs:
        if run.get("run_type") == "aggregate" or run.get("error_occurred") or "items" not in run:
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
    """Context of the last file, best repetitions of all."""
    runs = []
    for path in paths:
        data = read_json(path, "benchmarks", "satori-bench --json")
        runs += data["benchmarks"]
    return data.get("context", {}), best_repetitions(runs)


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

    def all_threads(self):
        return max(r.threads for r in self.results.values())

    def own_share(self):
        """Of a core, in the median of all runs on one thread: the rest went to other programs."""
        shares = sorted(r.run["cpu_time"] / r.run["real_time"] for r in self.results.values()
                        if r.threads == 1 and r.run["real_time"] and "/manual_time" not in r.run["name"])
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


# --- figures --------------------------------------------------------------------------------------------------------


def plots():
    """matplotlib, set up; imported late, so that --condense does without."""
    here = os.getcwd()
    os.chdir(os.path.dirname(os.path.abspath(__file__)))  # it reads settings from a matplotlibrc where it is imported
    try:
        import matplotlib
    except ImportError:
        sys.exit("report.py: needs matplotlib: apt-get install python3-matplotlib, or pip install matplotlib")
    finally:
        os.chdir(here)
    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update(
        {
            "font.size": 10,
            "text.color": INK,
            "axes.labelcolor": INK,
            "axes.edgecolor": INK,
            "axes.linewidth": 0.8,
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "axes.titlesize": 11,
            "axes.titleweight": "bold",
            "axes.titlelocation": "left",
            "grid.color": GRID,
            "grid.linewidth": 0.6,
            "legend.frameon": False,
            "figure.facecolor": "white",
            "svg.hashsalt": "satori",
        }
    )
    return plt


def svg(figure):
    out = io.StringIO()
    figure.savefig(out, format="svg", bbox_inches="tight", pad_inches=0.1, metadata={"Date": None})
    plots().close(figure)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    return re.sub(r'width="[\d.]+pt" height="[\d.]+pt"', 'role="img"', text, count=1)


def plain_logs(axis):
    """Powers of ten as people write them."""
    from matplotlib.ticker import FuncFormatter, LogLocator

    axis.set_major_locator(LogLocator(base=10, subs=(1.0,)))
    axis.set_major_formatter(FuncFormatter(lambda v, _: short(v)))


def short(value):
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.3g}{unit}"
    return f"{value:.3g}"


def grouped_bars(axis, groups, series, values, label, fmt, width=0.8):
    """Horizontal bars, the first group on top. values[s][g] may be None."""
    height = width / len(series)
    most = max(v for row in values for v in row if v is not None)
    for s, (name, color) in enumerate(series):
        for g, value in enumerate(values[s]):
            if value is None:
                continue
            y = g - width / 2 + (s + 0.5) * height
            axis.barh(y, value, height * 0.92, color=color, label=name)
            axis.text(value + most * 0.008, y, fmt(value), va="center", fontsize=8)
    axis.set_yticks(range(len(groups)), groups)
    axis.set_ylim(len(groups) - 0.4, -0.6)
    axis.set_xlim(0, most * 1.12)
    axis.set_xlabel(label)
    axis.grid(axis="y", visible=False)
    legend_once(axis)


def legend_once(axis):
    handles, labels = axis.get_legend_handles_labels()
    seen = dict(zip(labels, handles))
    axis.legend(seen.values(), seen.keys(), loc="lower left", bbox_to_anchor=(0, 1.0), ncol=len(seen),
                borderaxespad=0.2, handlelength=1.2)


def kernel_name(result):
    return f"{result.what.removeprefix('kernel_')} / {result.where}"


def figure_roofline(data):
    kernels = [r for r in data.pick("kernel_.*", isa=data.best_isa) if r["operations"] and r["bytes"]]
    peak = data.rate("mix", "registers", data.best_isa)
    if not kernels or not peak:
        return None
    figure, axis = plots().subplots(figsize=(10, 5.2))
    intensity = [r["operations"] / r["bytes"] for r in kernels]
    rates = [r["operations"] / r.least_ns for r in kernels]
    low, high = min(intensity) / 2.5, max(intensity) * 3
    axis.plot([low, high], [peak, peak], color=INK, linewidth=1.4)
    axis.text(high, peak * 1.06, f"multiplies, adds and logic, {peak:.0f}e9/s", ha="right", fontsize=9)
    for place, style in (("L1", "-"), ("L2", "--"), ("memory", ":")):
        rates_here = {kind: data.rate(kind, place, data.best_isa) or 0 for kind in ("read", "copy")}
        kind = max(rates_here, key=rates_here.get)
        bandwidth = rates_here[kind]
        if not bandwidth:
            continue
        end = min(high, peak / bandwidth)
        axis.plot([low, end], [low * bandwidth, end * bandwidth], color=INK, linewidth=1.2, linestyle=style,
                  label=f"{'reading' if kind == 'read' else 'copying'} in {place}, {bandwidth:.0f} GB/s")
    markers = {"L1": "o", "L2": "s"}
    for i, (r, x, y) in enumerate(zip(kernels, intensity, rates), 1):
        color = ISA_COLORS.get(data.best_isa, ACCENT) if r.share >= 0.5 else ACCENT
        axis.plot(x, y, markers.get(r.where, "D"), color=color, markersize=12, alpha=0.85)
        axis.text(x, y, str(i), color="white", ha="center", va="center", fontsize=7.5, fontweight="bold")
    axis.set(xscale="log", yscale="log", xlim=(low, high), ylim=(min(rates) / 2, peak * 1.6))
    axis.set_xlabel("vector operations (in lanes) per byte read and written")
    axis.set_ylabel("1e9 operations per second")
    plain_logs(axis.xaxis)
    plain_logs(axis.yaxis)
    names = "\n".join(f"{i:2d}  {kernel_name(r)}" for i, r in enumerate(kernels, 1))
    axis.text(1.02, 1.0, names, transform=axis.transAxes, va="top", fontsize=8.5, linespacing=1.45)
    axis.legend(loc="lower right", fontsize=9)
    return svg(figure)


def figure_shares(data):
    kernels = list(dict.fromkeys((r.what, r.where) for r in data.pick("kernel_.*") if r.share))
    if not kernels:
        return None
    found = {isa: {(r.what, r.where): r for r in data.pick("kernel_.*", isa=isa)} for isa in data.isas}
    figure, axis = plots().subplots(figsize=(10, 0.42 * len(kernels) + 1))
    values = [[100 * found[isa][k].share if k in found[isa] else None for k in kernels] for isa in data.isas]
    names = [f"{what.removeprefix('kernel_')} / {where}" for what, where in kernels]
    grouped_bars(axis, names, [(isa, ISA_COLORS.get(isa, INK)) for isa in data.isas], values,
                 "percent of the bound by this machine's arithmetic and bandwidth", lambda v: f"{v:.0f}")
    return svg(figure)


def figure_sets(data):
    cases = list(dict.fromkeys((r.what, r.where) for r in data.pick("kernel_.*|find_.*|collide", threads=1)
                               if r.where in ("L1", "L2", "index", "random", "uniform_100000")))
    time = {(r.what, r.where, r.isa): r.least_ns for r in data.pick(threads=1)}
    cases = [c for c in cases if (*c, "scalar") in time and len(data.isas) > 1]
    if not cases:
        return None
    sets = [isa for isa in data.isas if isa != "scalar"]
    values = [[time[(*c, "scalar")] / time[(*c, isa)] if (*c, isa) in time else None for c in cases] for isa in sets]
    figure, axis = plots().subplots(figsize=(10, 0.36 * len(cases) + 1))
    names = [f"{what.removeprefix('kernel_')} / {where}" for what, where in cases]
    grouped_bars(axis, names, [(isa, ISA_COLORS.get(isa, INK)) for isa in sets], values,
                 "times as fast as one lane at a time (scalar)", lambda v: f"{v:.1f}")
    return svg(figure)


def figure_threads(data):
    most = data.all_threads()
    if most == 1:
        return None
    figure, axes = plots().subplots(1, 2, figsize=(10, 3.8), sharey=True)
    for axis, scene in zip(axes, ("uniform_100000", "uniform_1000000")):
        axis.plot([1, most], [1, most], color=INK, linestyle="--", linewidth=1, label="ideal")
        lines = [(call, data.pick(call, scene, data.best_isa), color) for call, color in CALLS.items()]
        lines.append(("copying memory", data.pick("probe_copy", "memory", data.best_isa), "#9aa0a8"))
        for name, found, color in lines:
            alone = [r for r in found if r.threads == 1]
            if not alone or len(found) < 2:
                continue
            found.sort(key=lambda r: r.threads)
            axis.plot([r.threads for r in found], [alone[0].ns / r.ns for r in found], "o-", color=color, label=name)
        axis.set_title(f"{short(count_in(scene))} boxes")
        axis.set_xlabel("threads")
        axis.set_xticks(sorted({r.threads for r in data.results.values()}))
        axis.set_ylim(0, most * 1.05)
        axis.set_xlim(0.9, most * 1.05)
    axes[0].set_ylabel("times as fast as one thread")
    axes[0].legend(loc="upper left", fontsize=9)
    return svg(figure)


def figure_growth(data):
    figure, axes = plots().subplots(1, 2, figsize=(10, 3.8))
    drawn = False
    for call, color in CALLS.items():
        found = uniform_sizes(data, call, data.best_isa, 1)
        if len(found) < 2:
            continue
        drawn = True
        n = [count_in(r.where) for r in found]
        large = [r for r in found if count_in(r.where) >= 10000]
        exponent = fitted_exponent([count_in(r.where) for r in large], [r.ns * count_in(r.where) for r in large]) \
            if len(large) > 1 else None
        label = call if exponent is None else f"{call}: n^{exponent:.2f} from 10k on"
        axes[0].plot(n, [r.ns * k / 1e6 for r, k in zip(found, n)], "o-", color=color, label=label)
        axes[1].plot(n, [r.ns for r in found], "o-", color=color, label=call)
    if not drawn:
        return None
    for axis, label in zip(axes, ("milliseconds", "nanoseconds per box")):
        axis.set_xscale("log")
        plain_logs(axis.xaxis)
        axis.set_xlabel("boxes (uniform scene, 4 AABB overlaps per box)")
        axis.set_ylabel(label)
    axes[0].set_yscale("log")
    plain_logs(axes[0].yaxis)
    axes[1].set_ylim(0)
    axes[0].legend(loc="lower right", fontsize=9)
    figure.subplots_adjust(wspace=0.25)
    return svg(figure)


def figure_stages(data):
    rows = [(f"{short(count_in(r.where))} boxes, {r.isa}", r)
            for scene in ("uniform_100000", "uniform_1000000") for r in data.pick("collide", scene, threads=1)]
    others = [(r.where, r) for r in data.pick("collide", isa=data.best_isa, threads=1)
              if not r.where.startswith(("uniform_", "rects_"))]
    figures = [stacked_stages(part) for part in (rows, others) if part]
    return "".join(figures) or None


def stacked_stages(rows):
    figure, axis = plots().subplots(figsize=(10, 0.36 * len(rows) + 1))
    most = max(r.ns for _, r in rows)
    for y, (_, r) in enumerate(rows):
        left = 0
        total = sum(r[stage + "_ns"] for stage in STAGES)
        for stage, color in STAGES.items():
            part = r[stage + "_ns"] / total * r.ns if total else 0
            axis.barh(y, part, 0.68, left=left, color=color, label=stage)
            if part > most * 0.045:
                axis.text(left + part / 2, y, f"{part:.0f}", color="white", ha="center", va="center", fontsize=8)
            left += part
        axis.text(left + most * 0.01, y, f"{left:.0f}", va="center", fontsize=8)
    axis.set_yticks(range(len(rows)), [name for name, _ in rows])
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.set_xlim(0, most * 1.1)
    axis.set_xlabel("nanoseconds per box, one thread: collide(), boxes in, manifolds out")
    axis.grid(axis="y", visible=False)
    legend_once(axis)
    return svg(figure)


def peer_panels(paths):
    """(title, [(name, milliseconds)]) of what satori-bench-broadphase and -contacts wrote."""
    panels = []
    for path in paths:
        data = read_json(path, "machine", "satori-bench-broadphase --json or satori-bench-contacts --json")
        known = len(panels)
        for report in data.values():
            for scene in report.get("scenes", []) if isinstance(report, dict) else []:
                title = f"{scene['scene']}: {short(scene['boxes'])} boxes to pairs of AABBs"
                panels.append((title, [(e["name"], e["ms_min"]) for e in scene["entries"] if not e["fault"]]))
            for stream in report.get("streams", []) if isinstance(report, dict) else []:
                title = f"{stream['stream']}: {short(stream['candidates'])} candidates to manifolds"
                panels.append((title, [(e["name"], e["contact_ms_min"]) for e in stream["entries"] if not e["fault"]]))
            for stream in report.get("answers", []) if isinstance(report, dict) else []:
                title = f"{stream['stream']}: {short(stream['candidates'])} candidates to yes or no"
                panels.append((title, [(e["name"], e["ms_min"]) for e in stream["entries"] if not e["fault"]]))
        if len(panels) == known:
            sys.exit(f"report.py: {path} has no comparison with other libraries")
    return [(title, entries) for title, entries in panels if entries]


def figure_peers(paths):
    panels = peer_panels(paths)
    if not panels:
        return None
    rows = math.ceil(len(panels) / 2)
    bars = max(len(entries) for _, entries in panels)
    figure, axes = plots().subplots(rows, 2, figsize=(10, rows * (0.3 * bars + 1.3)), squeeze=False)
    for axis, (title, entries) in zip(axes.flat, panels):
        entries.sort(key=lambda e: e[1])
        fastest = entries[0][1]
        most = max(ms for _, ms in entries)
        for y, (name, ms) in enumerate(entries):
            ours = name.startswith("satori")
            color = ISA_COLORS.get(name.rpartition("/")[2], "#2f6db5") if ours else "#c98a6b"
            axis.barh(y, ms, 0.7, color=color)
            axis.text(ms + most * 0.01, y, f"{number(ms)} ms, {ms / fastest:.1f}x", va="center", fontsize=8)
        axis.set_yticks(range(len(entries)), [name for name, _ in entries], fontsize=9)
        axis.set_ylim(len(entries) - 0.5, -0.5)
        axis.set_xlim(0, most * 1.32)
        axis.set_title(title)
        axis.set_xlabel("milliseconds, one thread", fontsize=9)
        axis.grid(axis="y", visible=False)
    for axis in axes.flat[len(panels):]:
        axis.set_visible(False)
    figure.subplots_adjust(hspace=0.6, wspace=0.42)
    return svg(figure)


# --- text -----------------------------------------------------------------------------------------------------------


def table(head, rows, kind=""):
    cells = lambda tag, row: "".join(f"<{tag}>{html.escape(str(c))}</{tag}>" for c in row)
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<div class='scroll {kind}'><table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table></div>"


def number(value):
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def summary(data):
    """Three lines."""
    best, lines = data.best_isa, []
    sat = data.one("kernel_sat", "L1", best)
    if sat:
        line = (f"The 15-axis test of a pair takes {sat['best_ns']:.1f} ns with {best} in the first-level cache, "
                f"{100 * sat.share:.0f} % of the rate at which this machine does all its operations, shuffles among them")
        if sat["multiply_add_ns"]:
            line += f", and {100 * sat['multiply_add_ns'] / sat['best_ns']:.0f} % of that of multiplies and adds alone"
        lines.append(line + ".")
    largest = uniform_sizes(data, "find_overlaps", best, 1)[-1:]
    if largest:
        r, n = largest[0], count_in(largest[0].where)
        line = f"{n:,} boxes to their exact overlaps: {r.ns * n / 1e6:.1f} ms on one thread"
        most = data.one("find_overlaps", r.where, best, data.all_threads())
        if most and most.threads > 1 and data.own_share() > 0.9:
            line += (f", {most.ns * n / 1e6:.1f} ms on {most.threads} "
                     f"({100 * r.ns / most.ns / most.threads:.0f} % of ideal scaling)")
        lines.append(line + ".")
    sizes = [r for r in uniform_sizes(data, "find_pairs", best, 1) if count_in(r.where) >= 10000]
    if sizes:
        r = sizes[-1]
        line = (f"The broadphase compares a box with {r['candidates_per_box']:.1f} others "
                f"(the formula says {r['expected_per_box']:.1f})")
        if len(sizes) > 1:
            exponent = fitted_exponent([count_in(s.where) for s in sizes], [s.ns * count_in(s.where) for s in sizes])
            line += f" and grows as n^{exponent:.2f} from 10k boxes on"
        lines.append(line + ".")
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)


def machine(data):
    context = data.context
    caches = ", ".join(f"L{c['level']} {c['type']} {c['size'] // 1024} KiB" for c in context.get("caches", []))
    rows = [(name, context.get(key, "")) for name, key in
            (("CPU", "cpu"), ("hardware threads", "threads"), ("instruction sets", "isas"), ("compiler", "compiler"),
             ("flags", "flags"), ("commit", "commit"), ("measured", "date"))]
    rows.insert(3, ("caches", caches))
    return table(("machine", ""), [row for row in rows if row[1]])


def limits(data):
    rows = []
    for isa in data.isas:
        for threads in sorted({r.threads for r in data.pick("probe_.*", isa=isa)}):
            probes = [(kind, "registers") for kind in ("multiply", "add", "multiply_add", "mix")]
            probes += [(kind, place) for place in ("L1", "L2", "memory") for kind in ("read", "copy")]
            rows.append([isa, threads] + [number(data.rate(p, w, isa, threads)) for p, w in probes])
    if not rows:
        return None
    return table(("set", "threads", "multiply", "add", "multiply + add", "+ logic", "read L1", "copy L1", "read L2",
                  "copy L2", "read memory", "copy memory"), rows)


def candidates(data):
    rows = []
    for r in data.pick("find_pairs", isa=data.best_isa, threads=1):
        if not r["candidates_per_box"]:
            continue
        expected = r["expected_per_box"] if r.where.startswith(("uniform_", "dense_")) else 0  # those spread evenly
        rows.append((r.where, f"{2 * r['pairs_per_box']:.2f}", f"{r['column_width']:.1f}" if r["column_width"] else "",
                     f"{r['candidates_per_box']:.1f}", f"{expected:.1f}" if expected else "",
                     f"{r['candidates_per_box'] / expected:.2f}" if expected else "", f"{r['copies_per_box']:.2f}",
                     f"{100 * r['sweep_lanes']:.0f} %", f"{100 * r['pair_lanes']:.1f} %", number(r["bytes_per_box"])))
    if not rows:
        return None
    return table(("scene", "k", "c", "candidates per box", "formula", "ratio", "copies per box", "lanes used by sweeps",
                  "lanes used by pair tests", "scratch, B/box"), rows)


def moving(data):
    rows = [(r.what.removeprefix("moving_"), number(r["changed"]), number(r["pair_changes"]), f"{r['ratio']:.2f}",
             f"{r.ns:.1f}") for r in data.pick("moving_.*")]
    return table(("case", "changed boxes", "changed pairs", "times find_pairs", "ns per box"), rows) if rows else None


def worlds(data):
    """Steps of a World: one row for each case and scene, one thread, the widest set."""
    rows = []
    for r in data.pick("world_.*", isa=data.best_isa, threads=1):
        rows.append((r.what.removeprefix("world_"), r.where, number(r["contacts"]), number(r.run.get("tested")),
                     f"{r['ratio']:.2f}" if r["ratio"] else "", number(time_of(r.run) / 1e3)))
    return table(("case", "scene", "contacts", "pairs tested", "times assign and collide", "us per step"), rows) if rows else None


def snapshots(data):
    """Copies of a World, saves and loads: one row for each call and scene."""
    rows = [(r.what.removeprefix("snapshots_"), r.where, number(r["points"]), f"{r['bytes'] / 1e6:.1f}",
             f"{r['ratio']:.2f}", number(time_of(r.run) / 1e3)) for r in data.pick("snapshots_.*")]
    return table(("call", "scene", "contact points", "MB", "times memcpy", "us"), rows) if rows else None


def streaming(data):
    """Tiles of static boxes that leave a World and come back: one row for each scene."""
    rows = [(r.where, number(r["step_us"]), number(r["out_us"]), number(r["in_us"]), number(time_of(r.run) / 1e3))
            for r in data.pick("streaming_tile")]
    return table(("scene", "us per step", "us, a tile leaves", "us, it comes back", "us for the tile"), rows) if rows else None


def frames(data):
    """Calls every 16 ms beside calls back to back: one row for each call, scene and executor."""
    rows = []
    for r in data.pick("frames_.*"):
        _, call, executor = r.what.split("_")
        serial = data.one(f"frames_{call}_serial", r.where)
        times = [(time_of(x.run) / 1e3, x["back_to_back_us"]) for x in (r, serial or r)]
        gains = [f"{base / own:.2f}" for own, base in zip(*times)]
        rows.append((call, r.where, executor, r.threads, number(times[0][0]), gains[0], number(times[0][1]), gains[1]))
    return table(("call", "scene", "executor", "threads", "us in a frame loop", "times as fast as serial",
                  "us back to back", "times as fast as serial"), rows) if rows else None


def profile(path):
    """What static_profile.py --json counted: cycles per item on CPUs that are not here, and what they go to on one of each
    architecture."""
    if not path:
        return None
    data = read_json(path, "loops", "static_profile.py --json")
    out = ""
    for arch in dict.fromkeys(loop.get("arch", "") for loop in data["loops"]):
        loops = sorted((loop for loop in data["loops"] if loop.get("arch", "") == arch), key=lambda loop: loop["kernel"])
        cpus = list(dict.fromkeys(cpu for loop in loops for cpu in loop["cpus"]))
        rows = []
        for loop in loops:
            of = loop["cpus"]
            rows.append([f"{loop['kernel']} / {loop['isa']}"] +
                        [f"{number(of[c]['cycles'])} ({100 * of[c]['bound'] / of[c]['cycles']:.0f} %)" if c in of else ""
                         for c in cpus])
        out += (f"<h3>{html.escape(arch)}</h3>" if arch else "") + table(["kernel / set"] + cpus, rows, "small")
        out += substituted(data, cpus) + profile_of_one(data, loops, cpus)
    return out


def own_model(data, cpu):
    return data.get("cpus", {}).get(cpu, {}).get("model") == "its own"


def substituted(data, cpus):
    """The CPUs that llvm has no model of, and whose it takes."""
    others = [f"{cpu} ({data['cpus'][cpu]['model'].removeprefix('none: ')})" for cpu in cpus
              if cpu in data.get("cpus", {}) and not own_model(data, cpu)]
    return f"<p class=note>Simulated with another CPU's model: {html.escape(', '.join(others))}.</p>" if others else ""


def profile_of_one(data, loops, cpus):
    """Throughput, busiest port, instructions and bytes on the CPU that most loops are simulated for, of those with a model of
    their own."""
    known = [loop for loop in loops if "mix" in loop]
    if not known:
        return ""
    cpu = max(cpus, key=lambda c: (own_model(data, c), sum(c in loop["cpus"] for loop in known)))
    rows = []
    for loop in known:
        if cpu not in loop["cpus"]:
            continue
        figures, mix = loop["cpus"][cpu], loop["mix"]
        port, share = figures["busiest"][0]
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(mix.items(), key=lambda item: -item[1])
                           if count and kind not in ("instructions", "bytes"))
        rows.append((f"{loop['kernel']} / {loop['isa']}", number(figures["cycles"]), number(figures["throughput"]),
                     f"{port} {100 * share:.0f} %", loop["items"], mix.get("instructions", ""), counts,
                     f"{loop['bytes_per_item']:.0f}"))
    what = data.get("cpus", {}).get(cpu, {}).get("what", cpu)
    return (f"<p class=note>{html.escape(what)}: cycles per item simulated and by throughput alone, the busiest port in share "
            "of the simulated cycles, the instructions of one pass of the loop, bytes per item read and written off the stack."
            "</p>" + table(("kernel / set", "cycles", "throughput", "busiest port", "items", "instructions", "mix", "bytes"),
                           rows, "small mix"))


def everything(data):
    rows = [(r.run["name"], number(r.least_ns), r.item, number(1e9 / r.least_ns), f"{100 * r.share:.0f} %" if r.share else "",
             f"{int(r['checksum']):08x}") for r in data.results.values()]
    return "<details><summary>Every benchmark</summary>" + \
        table(("name", "ns per item", "item", "items/s", "of the bound", "checksum"), rows, "small") + "</details>"


STYLE = """
body{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1d2127;background:#fff;max-width:1000px;
margin:2rem auto;padding:0 1.2rem}
h1{font-size:1.7rem;margin:0 0 .2rem}
h2{font-size:1.15rem;margin:2.4rem 0 .4rem;border-top:1px solid #d9dde2;padding-top:1rem}
.summary{background:#f3f6fa;border-left:4px solid #2f6db5;padding:.6rem 1rem;margin:1rem 0}.summary p{margin:.25rem 0}
.note{color:#4a5058;font-size:.92rem;margin:.2rem 0 .8rem}svg{width:100%;height:auto;display:block;margin:.6rem 0}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.86rem;
font-variant-numeric:tabular-nums;margin:.5rem 0}
th,td{padding:.25rem .7rem;text-align:right;border-bottom:1px solid #e6e9ed;white-space:nowrap}
th{font-weight:600;white-space:normal;vertical-align:bottom}
th:first-child,td:first-child{text-align:left;padding-left:0}
.small td,.small th{padding:.2rem .4rem;font-size:.76rem}.mix td:nth-child(7){white-space:normal;text-align:left}
h3{font-size:1rem;margin:1.2rem 0 .2rem}
.machine td{text-align:left;white-space:normal}summary{cursor:pointer;font-weight:600;margin:1rem 0}
"""


def page(data, peers, static_profile):
    best = data.best_isa
    own = data.own_share()
    busy = "" if own > 0.9 else (f" Other programs took {100 * (1 - own):.0f} % of a core while this was measured: "
                                 "times on more than one thread, which are those that passed, say little.")
    sections = [
        ("Limits of this machine", limits(data),
         "1e9 operations in lanes, or bytes, per second. Multiplies and adds are separate instructions, as in all "
         "kernels. A byte copied counts twice." + (
             " On one thread by the shortest pieces of work, as in the bounds of kernels."
             if any(r["best_ns"] for r in data.pick("probe_.*")) else "")),
        (f"Kernels against the limits, {best}", figure_roofline(data),
         "Lines are what the arithmetic and each cache allow; a kernel that reaches half of its bound is blue, others "
         "red. Circles: data in L1, squares: L2, diamonds: memory."),
        ("Share of the bound", figure_shares(data),
         "Bound: the greater of the time that a kernel's multiplies, adds, logic and shuffles need at the rates of the "
         "probes, and of the time for its bytes at copying speed, measured beside each run."),
        ("Instruction sets", figure_sets(data), "One thread."),
        ("Threads", figure_threads(data), f"{best}; whole calls, results the same to the byte." + busy),
        ("Growth", figure_growth(data), f"{best}, one thread, a warm workspace."),
        ("Stages", figure_stages(data), "Fused stages by their share of CPU time. Scenes of 100k boxes below."),
        ("Candidates and lanes", candidates(data),
         "Candidates: boxes within reach of another along the sweep axis in a column of c mean box sizes. Formula: "
         "k/8 (c+1)^4 / c^2, with k AABB overlaps per box and the c of either axis, for scenes spread evenly. Counted: "
         "the same on every machine."),
        ("Moving worlds", moving(data), "Broadphase::move and update together, against find_pairs on the same boxes."),
        ("Worlds", worlds(data),
         f"World::set_poses and update together, {best}, one thread; where given, against BoxBatch::assign and collide of all "
         "boxes in the same run."),
        ("Snapshots", snapshots(data),
         "World::copy_from, save and load, one thread, against memcpy of as many bytes in the same run: the bytes that the "
         "World holds, or those of the snapshot."),
        ("Streaming", streaming(data),
         f"World::update, {best}, one thread: usual steps, and the steps in which a tile leaves or comes back, with destroy or "
         "create. The last column is what the tile costs besides two usual steps."),
        ("Frame loops", frames(data),
         f"World::update of boxes that all move, and collide, {best}: a call every 16 ms beside calls back to back; medians of "
         "wall time. default: default_executor(); threads: ThreadExecutor; bound: with bind and spin_us = 200."),
        ("Other libraries", figure_peers(peers) if peers else None,
         "The same boxes, or the same candidates, in the same process, each library in its fastest form; least of many "
         "runs."),
        ("Object code on other CPUs", profile(static_profile),
         "Cycles per item that llvm-mca simulates for each hot loop, and the share of them that its multiplies and adds alone "
         "would take. docs/profile.md says how to read it, and which CPUs have no model of their own."),
        ("Everything", everything(data), "The best of the repetitions of each."),
    ]
    body = "".join(f"<h2>{html.escape(title)}</h2><p class=note>{html.escape(note)}</p>{content}"
                   for title, content, note in sections if content)
    title = f"satori on {data.context.get('cpu', 'this machine')}"
    return (f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{html.escape(title)}</title>"
            f'<link rel=icon href="data:,"><style>{STYLE}</style></head><body><h1>{html.escape(title)}</h1>'
            f"<div class=summary>{summary(data)}</div><div class=machine>{machine(data)}</div>{body}</body></html>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", metavar="RUN.json", help="of satori-bench --json")
    parser.add_argument("-o", "--output", metavar="REPORT.html", default="report.html")
    parser.add_argument("--peers-json", action="append", default=[], metavar="FILE",
                        help="of satori-bench-broadphase --json or satori-bench-contacts --json; may be repeated")
    parser.add_argument("--profile-json", metavar="FILE", help="of profile/static_profile.py --json")
    parser.add_argument("--condense", metavar="SMALL.json", help="write only the best repetitions; no report")
    arguments = parser.parse_args()
    if arguments.condense:
        condense(arguments.runs, arguments.condense)
        return
    text = page(Measured(arguments.runs), arguments.peers_json, arguments.profile_json)
    write(arguments.output, text)
    print(f"{arguments.output}: {len(text) // 1024} KiB")


if __name__ == "__main__":
    main()
