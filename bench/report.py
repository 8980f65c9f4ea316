#!/usr/bin/env python3
"""One HTML page, which needs no other file, of what satori-bench --json measured.

report.py RUN.json... -o REPORT.html          the best of several runs of one machine; files of several machines: side by side
report.py NEW.json --old OLD.json             two builds on one machine, side by side
report.py RUN.json... --condense SMALL.json   only the best repetition of each benchmark, nothing that names this host
"""

import argparse
import html
import json
import sys

sys.dont_write_bytecode = True  # beside this file

from report_data import (
    Measured,
    by_cpu,
    condense,
    count_in,
    fitted_exponent,
    number,
    read_json,
    short,
    threads_of,
    time_of,
    uniform_sizes,
    write,
)
from report_figures import (
    FRAME_MS,
    figure_frames,
    figure_growth,
    figure_peers,
    figure_roofline,
    figure_sets,
    figure_shares,
    figure_sides,
    figure_stages,
    figure_threads,
)


def table(head, rows, kind=""):
    cells = lambda tag, row: "".join(f"<{tag}>{html.escape(str(c))}</{tag}>" for c in row)
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<div class='scroll {kind}'><table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table></div>"


def card(title, value, notes):
    lines = "".join(f"<div>{html.escape(note)}</div>" for note in notes if note)
    return f"<div class=card><div class=title>{html.escape(title)}</div><div class=value>{html.escape(value)}</div>{lines}</div>"


def speed_card(data, boxes):
    """A frame of that many boxes: from boxes to contacts."""
    alone, most = data.call_ms("collide", boxes), data.all_threads()
    if alone is None:
        return ""
    together = data.call_ms("collide", boxes, most) if most > 1 else None
    ms, threads = (together, f"{most} threads") if together and together < alone else (alone, "one thread")
    return card(
        f"{boxes:,} boxes".replace(",", " "),
        f"{number(ms)} ms",
        (
            f"{number(boxes / ms / 1e3)} million boxes per second",
            f"per frame, from boxes to contacts (collide), {threads}",
            f"one thread: {number(alone)} ms" if ms != alone else "",
            f"{100 * ms / FRAME_MS:.0f} % of a frame at 60 per second",
        ),
    )


def set_card(data):
    """The widest instruction set that was measured, and what it brings."""
    here = data.context.get("isas", "").split()
    widest = here[-1] if here else data.best_isa
    note = "the widest that this CPU has" if widest == data.best_isa else f"the widest measured; this CPU has {widest}"
    for boxes in (100000, 10000, 1000000):
        wide, narrow = data.call_ms("collide", boxes), data.call_ms("collide", boxes, isa="scalar")
        if wide and narrow and data.best_isa != "scalar":
            return card(
                "instruction set",
                data.best_isa,
                (
                    f"{narrow / wide:.1f} times as fast as scalar code",
                    f"collide of {short(boxes)} boxes, one thread",
                    note,
                ),
            )
    return card("instruction set", data.best_isa, (note,))


def threads_card(data):
    """How well all threads scale."""
    most = data.all_threads()
    for boxes in (100000, 1000000, 10000):
        alone, together = data.call_ms("collide", boxes), data.call_ms("collide", boxes, most)
        if most > 1 and alone and together:
            return card(
                "threads",
                f"{alone / together:.2f} times",
                (
                    f"as fast on {most} threads as on one",
                    f"{100 * alone / together / most:.0f} % of the ideal",
                    f"collide of {short(boxes)} boxes",
                    "" if data.own_share() > 0.9 else "other programs ran: this says little",
                ),
            )
    measured = "only one was measured" if most == 1 else f"up to {most} were measured, but not with collide"
    return card("threads", str(data.context.get("threads", most)), (f"hardware threads; {measured}",))


def headline(data):
    """What a reader learns in ten seconds."""
    facts = [
        data.context.get("cpu", ""),
        threads_of(int(data.context.get("threads", 1))),
        data.best_isa,
        data.context.get("compiler", ""),
        "commit " + data.context.get("commit", "unknown"),
        data.context.get("date", "")[:10],
    ]
    warning = (
        "<p class=warning>An emulator ran this program: the times are those of the emulator, not of a CPU.</p>"
        if data.context.get("emulator")
        else ""
    )
    return (
        f"<p class=facts>{html.escape(' · '.join(fact for fact in facts if fact))}</p>{warning}<div class=cards>"
        + speed_card(data, 10000)
        + speed_card(data, 100000)
        + set_card(data)
        + threads_card(data)
        + "</div>"
    )


def summary(data):
    """What the details below say, in a sentence each."""
    best, lines = data.best_isa, []
    sat = data.one("kernel_sat", "L1", best)
    if sat:
        line = f"The test of one pair of boxes on all 15 axes takes {sat['best_ns']:.1f} ns with {best}, data in the L1 cache"
        if sat.share:
            line += f": {100 * sat.share:.0f} % of the greatest speed that this machine's arithmetic allows, shuffles counted"
        if sat["multiply_add_ns"]:
            line += f"; {100 * sat['multiply_add_ns'] / sat['best_ns']:.0f} % if only multiplies and adds count"
        lines.append(line + ".")
    sizes = [r for r in uniform_sizes(data, "find_pairs", best, 1) if count_in(r.where) >= 10000]
    if sizes:
        r = sizes[-1]
        line = (
            f"The broadphase compares a box with {r['candidates_per_box']:.1f} others "
            f"({r['expected_per_box']:.1f} are expected)"
        )
        if len(sizes) > 1:
            exponent = fitted_exponent([count_in(s.where) for s in sizes], [s.ns * count_in(s.where) for s in sizes])
            line += f". Its time grows as n^{exponent:.2f} from 10k boxes on"
        lines.append(line + ".")
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)


def machine(data):
    context = data.context
    caches = ", ".join(f"L{c['level']} {c['type']} {c['size'] // 1024} KiB" for c in context.get("caches", []))
    rows = [
        (name, context.get(key, ""))
        for name, key in (
            ("CPU", "cpu"),
            ("hardware threads", "threads"),
            ("instruction sets", "isas"),
            ("compiler", "compiler"),
            ("flags", "flags"),
            ("commit", "commit"),
            ("measured", "date"),
        )
    ]
    rows.insert(3, ("caches", caches))
    rows.append(("emulator", context.get("emulator", "")))
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
    return table(
        (
            "instruction set",
            "threads",
            "multiplies",
            "adds",
            "multiplies and adds",
            "multiplies, adds, logic",
            "reading L1",
            "copying L1",
            "reading L2",
            "copying L2",
            "reading memory",
            "copying memory",
        ),
        rows,
    )


def candidates(data):
    rows = []
    for r in data.pick("find_pairs", isa=data.best_isa, threads=1):
        if not r["candidates_per_box"]:
            continue
        expected = r["expected_per_box"] if r.where.startswith(("uniform_", "dense_")) else 0  # those spread evenly
        rows.append(
            (
                r.where,
                f"{2 * r['pairs_per_box']:.2f}",
                f"{r['column_width']:.1f}" if r["column_width"] else "",
                f"{r['candidates_per_box']:.1f}",
                f"{expected:.1f}" if expected else "",
                f"{r['candidates_per_box'] / expected:.2f}" if expected else "",
                f"{r['copies_per_box']:.2f}",
                f"{100 * r['sweep_lanes']:.0f} %",
                f"{100 * r['pair_lanes']:.1f} %",
                number(r["bytes_per_box"]),
            )
        )
    if not rows:
        return None
    return table(
        (
            "scene",
            "AABB overlaps per box (k)",
            "column width in mean box sizes (c)",
            "comparisons per box",
            "expected",
            "comparisons / expected",
            "entries per box",
            "lanes used by sweeps",
            "lanes used by pair tests",
            "scratch memory, bytes per box",
        ),
        rows,
    )


def moving(data):
    rows = [
        (
            r.what.removeprefix("moving_"),
            number(r["changed"]),
            number(r["pair_changes"]),
            f"{r['ratio']:.2f}",
            f"{r.ns:.1f}",
        )
        for r in data.pick("moving_.*")
    ]
    return (
        table(("case", "changed boxes", "changed pairs", "time / time of find_pairs", "ns per box"), rows)
        if rows
        else None
    )


def worlds(data):
    """Steps of a World: one row for each case and scene, one thread, the widest set."""
    rows = []
    for r in data.pick("world_.*", isa=data.best_isa, threads=1):
        rows.append(
            (
                r.what.removeprefix("world_"),
                r.where,
                number(r["contacts"]),
                number(r.run.get("tested")),
                f"{r['ratio']:.2f}" if r["ratio"] else "",
                number(time_of(r.run) / 1e3),
            )
        )
    return (
        table(("case", "scene", "contacts", "pairs tested", "time / time of assign and collide", "us per step"), rows)
        if rows
        else None
    )


def snapshots(data):
    """Copies of a World, saves and loads: one row for each call and scene."""
    rows = [
        (
            r.what.removeprefix("snapshots_"),
            r.where,
            number(r["points"]),
            f"{r['bytes'] / 1e6:.1f}",
            f"{r['ratio']:.2f}",
            number(time_of(r.run) / 1e3),
        )
        for r in data.pick("snapshots_.*")
    ]
    return (
        table(("call", "scene", "contact points", "MB", "time / time of memcpy", "us per call"), rows)
        if rows
        else None
    )


def streaming(data):
    """Tiles of static boxes that leave a World and come back: one row for each scene."""
    rows = [
        (r.where, number(r["step_us"]), number(r["out_us"]), number(r["in_us"]), number(time_of(r.run) / 1e3))
        for r in data.pick("streaming_tile")
    ]
    return (
        table(
            (
                "scene",
                "usual step, us",
                "step in which a tile leaves, us",
                "step in which it comes back, us",
                "cost of the tile, us",
            ),
            rows,
        )
        if rows
        else None
    )


def frames(data):
    """Calls every 16 ms beside calls back to back: one row for each call, scene and executor."""
    rows = []
    for r in data.pick("frames_.*"):
        _, call, executor = r.what.split("_")
        serial = data.one(f"frames_{call}_serial", r.where)
        times = [(time_of(x.run) / 1e3, x["back_to_back_us"]) for x in (r, serial or r)]
        gains = [f"{base / own:.2f}" for own, base in zip(*times)]
        rows.append(
            (call, r.where, executor, r.threads, number(times[0][0]), gains[0], number(times[0][1]), gains[1])
        )
    return (
        table(
            (
                "call",
                "scene",
                "executor",
                "threads",
                "in a frame loop, us",
                "serial / this, in a frame loop",
                "back to back, us",
                "serial / this, back to back",
            ),
            rows,
        )
        if rows
        else None
    )


def profile(path):
    """What static_profile.py --json counted: cycles per item on CPUs that are not here, and what they go to on one of each
    architecture."""
    if not path:
        return None
    data = read_json(path, "loops", "static_profile.py --json")
    out = ""
    for arch in dict.fromkeys(loop.get("arch", "") for loop in data["loops"]):
        loops = sorted(
            (loop for loop in data["loops"] if loop.get("arch", "") == arch), key=lambda loop: loop["kernel"]
        )
        cpus = list(dict.fromkeys(cpu for loop in loops for cpu in loop["cpus"]))
        rows = []
        for loop in loops:
            of = loop["cpus"]
            rows.append(
                [f"{loop['kernel']} / {loop['isa']}"]
                + [
                    f"{number(of[c]['cycles'])} ({100 * of[c]['bound'] / of[c]['cycles']:.0f} %)" if c in of else ""
                    for c in cpus
                ]
            )
        out += (f"<h3>{html.escape(arch)}</h3>" if arch else "") + table(["kernel / set"] + cpus, rows, "small")
        out += substituted(data, cpus) + profile_of_one(data, loops, cpus)
    return out


def own_model(data, cpu):
    return data.get("cpus", {}).get(cpu, {}).get("model") == "its own"


def substituted(data, cpus):
    """The CPUs that llvm has no model of, and whose it takes."""
    others = [
        f"{cpu} ({data['cpus'][cpu]['model'].removeprefix('none: ')})"
        for cpu in cpus
        if cpu in data.get("cpus", {}) and not own_model(data, cpu)
    ]
    return (
        f"<p class=note>Simulated with another CPU's model: {html.escape(', '.join(others))}.</p>" if others else ""
    )


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
        counts = ", ".join(
            f"{count} {kind}"
            for kind, count in sorted(mix.items(), key=lambda item: -item[1])
            if count and kind not in ("instructions", "bytes")
        )
        rows.append(
            (
                f"{loop['kernel']} / {loop['isa']}",
                number(figures["cycles"]),
                number(figures["throughput"]),
                f"{port} {100 * share:.0f} %",
                loop["items"],
                mix.get("instructions", ""),
                counts,
                f"{loop['bytes_per_item']:.0f}",
            )
        )
    what = data.get("cpus", {}).get(cpu, {}).get("what", cpu)
    return (
        f"<p class=note>{html.escape(what)}: cycles per item simulated and by throughput alone, the busiest port in share "
        "of the simulated cycles, the instructions of one pass of the loop, bytes per item read and written off the stack."
        "</p>"
        + table(
            (
                "kernel / set",
                "cycles per item",
                "cycles per item by throughput alone",
                "busiest port",
                "items per pass",
                "instructions per pass",
                "which instructions",
                "bytes per item",
            ),
            rows,
            "small mix",
        )
    )


def everything(data):
    rows = [
        (
            r.run["name"],
            number(r.least_ns),
            number(r.median_ns),
            r.item,
            number(1e9 / r.least_ns),
            f"{100 * r.share:.0f} %" if r.share else "",
            f"{int(r['checksum']):08x}",
        )
        for r in data.results.values()
    ]
    return (
        "<details><summary>Every benchmark</summary>"
        + table(
            (
                "name",
                "ns per item, fastest",
                "median",
                "item",
                "items per second",
                "share of the greatest speed",
                "checksum",
            ),
            rows,
            "small",
        )
        + "</details>"
    )


STYLE = """
html{font-size:clamp(15px,.55vw + 8px,28px)}
body{font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1d2127;background:#fff;max-width:66rem;
margin:1.6rem auto;padding:0 1.2rem}
h1{font-size:1.7rem;margin:0 0 .2rem}.facts{margin:.1rem 0 .8rem;color:#4a5058}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.8rem;margin:.8rem 0}
.card{border:1px solid #d9dde2;border-top:4px solid #2f6db5;padding:.6rem .8rem;font-size:.86rem;color:#4a5058}
.card .title{font-weight:600;font-size:1rem;color:#1d2127}
.card .value{font-size:1.5rem;font-weight:700;color:#1d2127;line-height:1.35}
.warning{background:#fbeee9;border-left:4px solid #b8553d;padding:.6rem 1rem;font-weight:600}
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


def document(title, body):
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{html.escape(title)}</title>"
        '<meta name=viewport content="width=device-width"><link rel=icon href="data:,">'
        f"<style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def sections_of(parts):
    """(title, what it shows, note): those that show something."""
    return "".join(
        f"<h2>{html.escape(title)}</h2><p class=note>{html.escape(note)}</p>{content}"
        for title, content, note in parts
        if content
    )


def page(data, peers, static_profile):
    title = f"satori on {data.context.get('cpu', 'this machine')}"
    details = summary(data)
    body = f"<h1>{html.escape(title)}</h1>{headline(data)}" + (
        f"<div class=summary>{details}</div>" if details else ""
    )
    best, own = data.best_isa, data.own_share()
    busy = (
        ""
        if own > 0.9
        else f" Other programs took {100 * (1 - own):.0f} % of a core while this was measured: elapsed times, which are those on "
        "more than one thread, say little."
    )
    spread = "A band reaches from the fastest repetition to the median one."
    no_peers = (
        "<p>Not measured. satori-bench-broadphase --json and satori-bench-contacts --json measure other libraries; "
        "satori-bench --html runs them when they are built beside it and no filter is given.</p>"
    )
    parts = whole_calls(data, best, busy, spread)
    parts += [
        (
            "Other libraries",
            (figure_peers(peers) if peers else None) or no_peers,
            "The same boxes, or the same candidates, in the same process, each library in its fastest form. Bars: the fastest run; "
            "the thin line reaches to the median run.",
        )
    ]
    parts += kernels(data, best) + worlds_and_frames(data, best)
    parts += [
        (
            "Object code on other CPUs",
            profile(static_profile),
            "Cycles per item that llvm-mca simulates for each hot loop, and the share of them that its multiplies and adds alone "
            "would take. docs/profile.md says how to read it, and which CPUs have no model of their own.",
        ),
        ("This machine", f"<div class=machine>{machine(data)}</div>", "What the system and the build say."),
        ("Everything", everything(data), "The best of the repetitions of each, and the median one."),
    ]
    return document(title, body + sections_of(parts))


def whole_calls(data, best, busy, spread):
    return [
        (
            "Time per box",
            figure_growth(data),
            f"Uniform scenes of n boxes, 4 AABB overlaps per box, a warm workspace. {spread} "
            "n^p: the time of a call grows with this power of n, from 10k boxes on.",
        ),
        ("Threads", figure_threads(data), f"{best}; the results are the same to the byte. {spread}{busy}"),
        (
            "Frame loops",
            figure_frames(data),
            f"{best}: a call every 16 ms. world: World::update of boxes that all move; collide: "
            "contacts of a batch. serial, default, threads, bound: where the call runs (default_executor(), ThreadExecutor, "
            "ThreadExecutor with bind and spin_us 200).",
        ),
        (
            "Stages of a call",
            figure_stages(data),
            "Left to right: bounds (aabb), candidates (broadphase), pairs that overlap "
            "(narrowphase), contact points (manifold). Uniform scenes above, other scenes of 100k boxes below.",
        ),
        ("Instruction sets", figure_sets(data), "One thread."),
    ]


def kernels(data, best):
    return [
        (
            "Limits of this machine",
            limits(data),
            "1e9 operations (in lanes), or bytes, per second. Multiplies and adds are separate "
            "instructions, as in all kernels. A copied byte counts twice.",
        ),
        (
            f"Kernels against these limits, {best}",
            figure_roofline(data),
            "Lines: what arithmetic and caches allow. A kernel that "
            "reaches less than half of what they allow is red. Circles: data in L1, squares: L2, diamonds: memory.",
        ),
        (
            "How near each kernel comes to these limits",
            figure_shares(data),
            "100 percent: the kernel takes no longer than its "
            "multiplies, adds, logic and shuffles need at the rates above, or than its bytes need at the speed of copying, "
            "whichever is longer. Both are measured beside each run.",
        ),
        (
            "Comparisons of the broadphase",
            candidates(data),
            "A box is compared with those that it meets along the sweep axis, in its "
            "column. Expected: k/8 (c+1)^4 / c^2, for scenes spread evenly. These counts are the same on every machine.",
        ),
    ]


def worlds_and_frames(data, best):
    return [
        (
            "Boxes that move: Broadphase",
            moving(data),
            "Broadphase::move and update together, against find_pairs on the same boxes.",
        ),
        (
            "Boxes that move: World",
            worlds(data),
            f"World::set_poses and update together, {best}, one thread; where given, against "
            "BoxBatch::assign and collide of all boxes in the same run.",
        ),
        (
            "Frame loops, in figures",
            frames(data),
            f"{best}: a call every 16 ms beside calls back to back; medians of elapsed time.",
        ),
        (
            "Snapshots",
            snapshots(data),
            "World::copy_from, save and load, one thread, against memcpy of as many bytes in the same "
            "run: the bytes that the World holds, or those of the snapshot.",
        ),
        (
            "Streaming",
            streaming(data),
            f"World::update, {best}, one thread: usual steps, and the steps in which a tile leaves or "
            "comes back, with destroy or create. The last column is what the tile costs besides two usual steps.",
        ),
    ]


def page_of_sides(sides, same_cpu):
    """Two or more machines or builds, one beside the other. sides: (name, data)."""
    title = "satori: " + " beside ".join(name for name, _ in sides)
    heads = "".join(f"<h2>{html.escape(name)}</h2>{headline(data)}" for name, data in sides)
    names = {(r.what, r.where, r.threads) for _, data in sides for r in data.pick(isa=data.best_isa)}
    rows = []
    for what, where, threads in sorted(names):
        found = [data.one(what, where, data.best_isa, threads) for _, data in sides]
        if sum(r is not None for r in found) < 2:
            continue
        first = found[0]
        cells = [number(r.least_ns) if r else "" for r in found]
        ratios = [f"{r.least_ns / first.least_ns:.2f}" if r and first else "" for r in found[1:]]
        rows.append((f"{what} / {where}", threads, *cells, *ratios))
    head = ["benchmark", "threads"] + [f"{name}, {data.best_isa}, ns per item" for name, data in sides]
    head += [f"{name} / {sides[0][0]}" for name, _ in sides[1:]]
    parts = [
        (
            "Whole calls",
            figure_sides(sides),
            "Uniform scenes, the widest instruction set of each side, the fastest repetition.",
        ),
        (
            "Everything that both measured",
            table(head, rows, "small") if rows else None,
            "A ratio above 1 says that the first side is faster."
            + (" satori-bench --compare judges the differences by their spread." if same_cpu else ""),
        ),
    ]
    return document(title, f"<h1>{html.escape(title)}</h1>" + heads + sections_of(parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", metavar="RUN.json", help="of satori-bench --json")
    parser.add_argument("-o", "--output", metavar="REPORT.html", default="report.html")
    parser.add_argument(
        "--old", action="append", default=[], metavar="FILE", help="a run to set beside the others; may be repeated"
    )
    parser.add_argument(
        "--peers-json",
        action="append",
        default=[],
        metavar="FILE",
        help="of satori-bench-broadphase --json or satori-bench-contacts --json; may be repeated",
    )
    parser.add_argument("--profile-json", metavar="FILE", help="of profile/static_profile.py --json")
    parser.add_argument("--condense", metavar="SMALL.json", help="write only the best repetitions; no report")
    arguments = parser.parse_args()
    if arguments.condense:
        condense(arguments.runs, arguments.condense)
        return
    old, new = by_cpu(arguments.old), by_cpu(arguments.runs)
    same_cpu = bool(old) and {cpu for cpu, _ in old} == {cpu for cpu, _ in new}
    if same_cpu and len(new) == 1:
        sides = [("old", old[0][1]), ("new", new[0][1])]
    else:
        sides = by_cpu(arguments.old + arguments.runs)
    measured = [(name, Measured(paths)) for name, paths in sides]
    if len(measured) > 1:
        text = page_of_sides(measured, same_cpu)
    else:
        text = page(measured[0][1], arguments.peers_json, arguments.profile_json)
    write(arguments.output, text)
    print(f"{arguments.output}: {len(text) // 1024} KiB")


if __name__ == "__main__":
    main()
