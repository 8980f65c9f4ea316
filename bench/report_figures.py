"""The figures of report.py, drawn with matplotlib: each is an SVG, or None where nothing of it was measured."""

import io
import math
import os
import re
import sys

from report_data import count_in, fitted_exponent, number, peer_panels, short, threads_of, uniform_sizes

ISA_COLORS = {"scalar": "#9aa0a8", "sse4.2": "#5f9cc5", "avx2": "#2f6db5", "avx512": "#173a6b", "neon64": "#2f6db5"}
STAGES = {"aabb": "#d0a93a", "broadphase": "#2f6db5", "narrowphase": "#3c9470", "manifold": "#b8553d"}
CALLS = {"find_pairs": "#2f6db5", "find_overlaps": "#3c9470", "collide": "#b8553d"}
INK, GRID, ACCENT = "#1d2127", "#d9dde2", "#b8553d"
FRAME_MS = 1000 / 60


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
    """1, 2, 5 times powers of ten, as people write them."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda v, _: short(v)))
    axis.set_minor_formatter(NullFormatter())


def grouped_bars(axis, groups, series, values, label, fmt, width=0.84):
    """Horizontal bars, the first group on top, each with its value and the name of its series. values[s][g] may be None."""
    height = width / len(series)
    most = max(v for row in values for v in row if v is not None)
    for s, (name, color) in enumerate(series):
        for g, value in enumerate(values[s]):
            if value is None:
                continue
            y = g - width / 2 + (s + 0.5) * height
            axis.barh(y, value, height * 0.92, color=color)
            axis.text(
                value + most * 0.008,
                y,
                f"{fmt(value)}  {name}" if len(series) > 1 else fmt(value),
                va="center",
                fontsize=8,
            )
    axis.set_yticks(range(len(groups)), groups)
    axis.set_ylim(len(groups) - 0.5, -0.5)
    axis.set_xlim(0, most * 1.14)
    axis.set_xlabel(label)
    axis.grid(axis="y", visible=False)


def bars_height(groups, series):
    return (0.14 + 0.17 * series) * groups + 0.7


def end_labels(axis, ends):
    """The name of each line at its right end; names that would touch are moved apart. ends: (x, y, name, color)."""
    axis.figure.canvas.draw()
    ends = sorted(ends, key=lambda end: axis.transData.transform((end[0], end[1]))[1])
    lowest = -math.inf
    for x, y, name, color in ends:
        at = axis.transData.transform((x, y))
        lowest = max(at[1], lowest + 15)
        axis.annotate(
            name,
            (x, y),
            (7, (lowest - at[1]) * 72 / axis.figure.dpi),
            textcoords="offset points",
            color=color,
            fontsize=9,
            va="center",
            annotation_clip=False,
        )


def point_labels(axis, points):
    """The name of each point beside it, where no other name or point is. points: (x, y, name)."""
    axis.figure.canvas.draw()
    at = [axis.transData.transform(point[:2]) for point in points]
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in at]
    frame = axis.get_window_extent()
    for (x, y), (_, _, name) in zip(at, points):
        text = axis.annotate(name, (x, y), (0, 0), xycoords="figure pixels", textcoords="offset pixels", fontsize=8)
        size = text.get_window_extent()
        text.remove()
        best = None
        for radius in (10, 18, 28, 40, 56, 74):
            for angle in range(0, 360, 20):
                left = x + radius * math.cos(math.radians(angle)) - (size.width if 90 < angle < 270 else 0)
                low = y + radius * math.sin(math.radians(angle)) - size.height / 2
                box = (left, low, left + size.width, low + size.height)
                if left < frame.x0 or box[2] > frame.x1 or low < frame.y0 or box[3] > frame.y1:
                    continue
                if all(box[0] > o[2] or box[2] < o[0] or box[1] > o[3] or box[3] < o[1] for o in taken):
                    best = box
                    break
            if best:
                break
        best = best or (x + 8, y + 4, x + 8 + size.width, y + 4 + size.height)
        taken.append(best)
        inverse = axis.transData.inverted()
        corner = inverse.transform(best[:2])
        side = inverse.transform((best[0] if best[0] > x else best[2], (best[1] + best[3]) / 2))
        axis.plot(
            [inverse.transform((x, y))[0], side[0]],
            [inverse.transform((x, y))[1], side[1]],
            color="#9aa0a8",
            linewidth=0.6,
            zorder=1,
        )
        axis.text(*corner, name, fontsize=8, va="bottom", ha="left")


def line_with_spread(axis, x, results, value, color):
    """A line of the fastest repetitions, and a band up to the median ones."""
    fastest = [value(r, r.ns) for r in results]
    axis.plot(x, fastest, "o-", color=color, markersize=4.5)
    axis.fill_between(
        x, fastest, [value(r, max(r.ns, r.median_ns)) for r in results], color=color, alpha=0.2, linewidth=0
    )
    return x[-1], fastest[-1]


def legend_once(axis):
    handles, labels = axis.get_legend_handles_labels()
    seen = dict(zip(labels, handles))
    axis.legend(
        seen.values(),
        seen.keys(),
        loc="lower left",
        bbox_to_anchor=(0, 1.0),
        ncol=len(seen),
        borderaxespad=0.2,
        handlelength=1.2,
    )


def kernel_name(result):
    return f"{result.what.removeprefix('kernel_')} / {result.where}"


def figure_roofline(data):
    kernels = [r for r in data.pick("kernel_.*", isa=data.best_isa) if r["operations"] and r["bytes"]]
    peak = data.rate("mix", "registers", data.best_isa)
    if not kernels or not peak:
        return None
    figure, axis = plots().subplots(figsize=(10, 6.2))
    intensity = [r["operations"] / r["bytes"] for r in kernels]
    rates = [r["operations"] / r.least_ns for r in kernels]
    low, high = min(intensity) / 2.5, max(intensity) * 4
    axis.set(xscale="log", yscale="log", xlim=(low, high), ylim=(min(rates) / 2, peak * 1.6))
    axis.plot([low, high], [peak, peak], color=INK, linewidth=1.4)
    axis.text(
        high, peak * 1.06, f"multiplies, adds and logic in registers, {number(peak)}e9 per second", ha="right", fontsize=9
    )
    for place, style in (("L1", "-"), ("L2", "--"), ("memory", ":")):
        rates_here = {kind: data.rate(kind, place, data.best_isa) or 0 for kind in ("read", "copy")}
        kind = max(rates_here, key=rates_here.get)
        bandwidth = rates_here[kind]
        if not bandwidth:
            continue
        end = min(high, peak / bandwidth)
        axis.plot([low, end], [low * bandwidth, end * bandwidth], color=INK, linewidth=1.2, linestyle=style)
        start = max(low, min(rates) / 2 / bandwidth) * 1.05
        axis.annotate(
            f"{'reading' if kind == 'read' else 'copying'} in {place}, {bandwidth:.0f} GB/s",
            (start, start * bandwidth),
            (0, 6),
            textcoords="offset points",
            fontsize=8.5,
            rotation=slope(axis),
            rotation_mode="anchor",
        )
    for r, x, y in zip(kernels, intensity, rates):
        color = ISA_COLORS.get(data.best_isa, ACCENT) if r.share >= 0.5 else ACCENT
        axis.plot(x, y, {"L1": "o", "L2": "s"}.get(r.where, "D"), color=color, markersize=7)
    axis.set_xlabel("vector operations (in lanes) per byte read and written")
    axis.set_ylabel("1e9 operations (in lanes) per second")
    plain_logs(axis.xaxis)
    plain_logs(axis.yaxis)
    point_labels(axis, [(x, y, kernel_name(r)) for r, x, y in zip(kernels, intensity, rates)])
    return svg(figure)


def slope(axis):
    """Degrees on the page of a line of slope 1 on two log axes."""
    (x0, y0), (x1, y1) = axis.transData.transform([(1, 1), (10, 10)])
    return math.degrees(math.atan2(y1 - y0, x1 - x0))


def figure_shares(data):
    kernels = list(dict.fromkeys((r.what, r.where) for r in data.pick("kernel_.*") if r.share))
    if not kernels:
        return None
    found = {isa: {(r.what, r.where): r for r in data.pick("kernel_.*", isa=isa)} for isa in data.isas}
    figure, axis = plots().subplots(figsize=(10, bars_height(len(kernels), len(data.isas))))
    values = [[100 * found[isa][k].share if k in found[isa] else None for k in kernels] for isa in data.isas]
    names = [f"{what.removeprefix('kernel_')} / {where}" for what, where in kernels]
    grouped_bars(
        axis,
        names,
        [(isa, ISA_COLORS.get(isa, INK)) for isa in data.isas],
        values,
        "percent of the greatest speed that this machine's arithmetic and bandwidth allow",
        lambda v: f"{v:.0f}",
    )
    return svg(figure)


def figure_sets(data):
    cases = list(
        dict.fromkeys(
            (r.what, r.where)
            for r in data.pick("kernel_.*|find_.*|collide", threads=1)
            if r.where in ("L1", "L2", "index", "random", "uniform_100000")
        )
    )
    time = {(r.what, r.where, r.isa): r.least_ns for r in data.pick(threads=1)}
    cases = [c for c in cases if (*c, "scalar") in time and len(data.isas) > 1]
    if not cases:
        return None
    sets = [isa for isa in data.isas if isa != "scalar"]
    values = [[time[(*c, "scalar")] / time[(*c, isa)] if (*c, isa) in time else None for c in cases] for isa in sets]
    figure, axis = plots().subplots(figsize=(10, bars_height(len(cases), len(sets))))
    names = [f"{what.removeprefix('kernel_')} / {where}" for what, where in cases]
    grouped_bars(
        axis,
        names,
        [(isa, ISA_COLORS.get(isa, INK)) for isa in sets],
        values,
        "times as fast as the scalar set, which handles one item at a time",
        lambda v: f"{v:.1f}",
    )
    return svg(figure)


def figure_threads(data):
    most = data.all_threads()
    if most == 1:
        return None
    scenes = [
        scene
        for scene in ("uniform_100000", "uniform_1000000")
        if any(len(data.pick(call, scene, data.best_isa)) > 1 for call in CALLS)
    ]
    if not scenes:
        return None
    figure, axes = plots().subplots(1, len(scenes), figsize=(10, 3.8), sharey=True, squeeze=False)
    for axis, scene in zip(axes[0], scenes):
        axis.plot([1, most], [1, most], color=INK, linestyle="--", linewidth=1)
        lines = [(call, data.pick(call, scene, data.best_isa), color) for call, color in CALLS.items()]
        lines.append(("copying memory", data.pick("probe_copy", "memory", data.best_isa), "#767d86"))
        axis.set_title(f"{short(count_in(scene))} boxes")
        axis.set_xlabel("threads")
        axis.set_xticks(sorted({r.threads for r in data.results.values()}))
        axis.set_ylim(0, most * 1.1)
        axis.set_xlim(1 - 0.05 * (most - 1), most + 0.05 * (most - 1))
        ends = [(most, most, "ideal", INK)]
        for name, found, color in lines:
            alone = [r for r in found if r.threads == 1]
            if not alone or len(found) < 2:
                continue
            found.sort(key=lambda r: r.threads)
            x, y = line_with_spread(
                axis, [r.threads for r in found], found, lambda r, ns, a=alone[0].ns: a / ns, color
            )
            ends.append((x, y, f"{name} {y:.2f}", color))
        end_labels(axis, ends)
    axes[0][0].set_ylabel("times as fast as one thread")
    figure.subplots_adjust(wspace=0.5)
    return svg(figure)


def figure_growth(data):
    """Nanoseconds per box over the number of boxes: a panel for each call, a line for each instruction set."""
    calls = [call for call in CALLS if len(uniform_sizes(data, call, data.best_isa, 1)) > 1]
    if not calls:
        return None
    figure, axes = plots().subplots(1, len(calls), figsize=(10, 3.9), squeeze=False)
    for axis, call in zip(axes[0], calls):
        axis.set(xscale="log", yscale="log", title=call)
        ends = []
        for isa in data.isas:
            found = uniform_sizes(data, call, isa, 1)
            if len(found) < 2:
                continue
            color = ISA_COLORS.get(isa, INK)
            x, y = line_with_spread(axis, [count_in(r.where) for r in found], found, lambda r, ns: ns, color)
            large = [r for r in found if count_in(r.where) >= 10000]
            power = (
                fitted_exponent([count_in(r.where) for r in large], [r.ns * count_in(r.where) for r in large])
                if len(large) > 1
                else None
            )
            ends.append((x, y, isa + (f"\nn^{power:.2f}" if power and isa == data.best_isa else ""), color))
        sizes = sorted({count_in(r.where) for r in uniform_sizes(data, call, data.best_isa, 1)})
        axis.set_xticks(sizes, [short(size) for size in sizes])
        axis.set_xticks([], minor=True)
        low, high = axis.get_ylim()
        axis.set_ylim(min(low, high / 3), high * 1.1)
        plain_logs(axis.yaxis)
        axis.set_xlabel("boxes (n)")
        end_labels(axis, ends)
    axes[0][0].set_ylabel("nanoseconds per box, one thread")
    figure.subplots_adjust(wspace=0.55)
    return svg(figure)


def figure_frames(data):
    """Milliseconds of a call in a frame loop, against a frame of 60 a second."""
    rows = [
        (
            f"{r.what.split('_')[1]}, {short(count_in(r.where))} boxes\n{r.what.split('_')[2]}, {threads_of(r.threads)}",
            r,
        )
        for r in data.pick("frames_.*")
    ]
    if not rows:
        return None
    figure, axis = plots().subplots(figsize=(10, 0.46 * len(rows) + 0.9))
    least_room = max(FRAME_MS, *(r.ns * r["items"] / 1e6 for _, r in rows))
    for y, (_, r) in enumerate(rows):
        ms = r.ns * r["items"] / 1e6
        axis.barh(y, ms, 0.66, color=CALLS["find_pairs"] if "world" in r.what else CALLS["collide"])
        axis.text(
            ms + least_room * 0.008,
            y,
            f"{number(ms)} ms, {100 * ms / FRAME_MS:.0f} % of a frame",
            va="center",
            fontsize=8.5,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
        )
    axis.axvline(FRAME_MS, color=INK, linewidth=1.2, linestyle="--")
    side = "right" if FRAME_MS > 0.5 * least_room else "left"
    axis.text(FRAME_MS, -0.62, "16.7 ms: a frame at 60 per second", ha=side, va="bottom", fontsize=9)
    axis.set_yticks(range(len(rows)), [name for name, _ in rows], fontsize=8.5)
    axis.set_ylim(len(rows) - 0.5, -0.6)
    axis.set_xlim(0, least_room * 1.06)
    axis.set_xlabel("milliseconds per call, median of 60 frames")
    axis.grid(axis="y", visible=False)
    return svg(figure)


def figure_sides(sides):
    """Milliseconds of whole calls on several machines or builds, side by side: the widest set of each. sides: (name, data)."""
    figures = []
    colors = ("#9aa0a8", "#2f6db5", "#3c9470", "#b8553d", "#d0a93a")
    for boxes in (10000, 100000, 1000000):
        rows = []
        for call in CALLS:
            for which in ("one thread", "all threads"):
                if which == "all threads" and all(data.all_threads() == 1 for _, data in sides):
                    continue
                times = [
                    data.call_ms(call, boxes, 1 if which == "one thread" else data.all_threads()) for _, data in sides
                ]
                if any(times):
                    rows.append((f"{call}, {which}", times))
        if not rows:
            continue
        figure, axis = plots().subplots(figsize=(10, bars_height(len(rows), len(sides))))
        names = [(name, colors[i % len(colors)]) for i, (name, _) in enumerate(sides)]
        grouped_bars(
            axis,
            [name for name, _ in rows],
            names,
            [[times[i] for _, times in rows] for i in range(len(sides))],
            "milliseconds",
            lambda v: f"{number(v)} ms",
        )
        axis.set_xlim(0, axis.get_xlim()[1] * 1.12)
        axis.set_title(f"{short(boxes)} boxes (uniform)")
        figures.append(svg(figure))
    return "".join(figures) or None


def figure_stages(data):
    rows = [
        (f"{short(count_in(r.where))} boxes, {r.isa}", r)
        for scene in ("uniform_100000", "uniform_1000000")
        for r in data.pick("collide", scene, threads=1)
    ]
    others = [
        (r.where, r)
        for r in data.pick("collide", isa=data.best_isa, threads=1)
        if not r.where.startswith(("uniform_", "rects_"))
    ]
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
    axis.set_xlabel("nanoseconds per box, one thread: collide(), from boxes to contacts")
    axis.grid(axis="y", visible=False)
    legend_once(axis)
    return svg(figure)


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
        most = max(median for _, _, median in entries)
        for y, (name, ms, median) in enumerate(entries):
            ours = name.startswith("satori")
            color = ISA_COLORS.get(name.rpartition("/")[2], "#2f6db5") if ours else "#c98a6b"
            axis.barh(y, ms, 0.7, color=color)
            axis.plot([ms, median], [y, y], color=INK, linewidth=1)
            axis.text(
                max(ms, median) + most * 0.01, y, f"{number(ms)} ms, {ms / fastest:.1f}x", va="center", fontsize=8
            )
        axis.set_yticks(range(len(entries)), [name for name, *_ in entries], fontsize=9)
        axis.set_ylim(len(entries) - 0.5, -0.5)
        axis.set_xlim(0, most * 1.32)
        axis.set_title(title)
        axis.set_xlabel("milliseconds, one thread: fastest, line to median", fontsize=9)
        axis.grid(axis="y", visible=False)
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    figure.subplots_adjust(hspace=0.6, wspace=0.42)
    return svg(figure)
