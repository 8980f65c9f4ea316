#!/usr/bin/env python3
"""The time of a whole moving step, satori beside physics engines: prints a table of moving_step.csv and draws it.

moving_step.py                 prints the table, and draws docs/pictures/moving_step.png (needs matplotlib)
moving_step.py -o PICTURE.png  draws elsewhere
moving_step.py --table         prints the table only
--csv FILE                     reads other results
"""

import argparse
import csv
import hashlib
import io
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
CSV = FOLDER / "moving_step.csv"
PICTURE = FOLDER.parent.parent / "docs" / "pictures" / "moving_step.png"
COLUMNS = (
    "scene boxes moving engine version instruction_set ns_median ns_min touching_pairs manifolds machine date commit"
).split()
NUMBERS = "boxes moving ns_median ns_min touching_pairs manifolds".split()
OURS = "satori World"
BARS = (OURS, "satori collide", "PhysX", "Box3D", "Jolt", "Bullet")
SCENES = {
    "pyramid": "a pyramid that is hit",
    "debris": "debris at rest",
    "city": "falling on a city",
    "pile": "a pile, all shake",
    "uniform": "anywhere, all move",
    "two": "both shake",
}
AGREE = 0.03  # how far the numbers of touching pairs may differ
BLUE, LIGHT, GRAY, AHEAD, INK = "#173a6b", "#86b3d1", "#b9bfc6", "#b8553d", "#1d2127"


class Step:
    """The results of one scene."""

    def __init__(self, rows):
        self.rows = rows
        self.scene = rows[0]["scene"]
        self.boxes = rows[0]["boxes"]

    def row(self, engine, instruction_set=None):
        """The row of an engine; with several sets the first one, which is the best."""
        for row in self.rows:
            if row["engine"] == engine and instruction_set in (None, row["instruction_set"]):
                return row
        raise ValueError(
            f"{self.scene}: no row of {engine}" + (f" with {instruction_set}" if instruction_set else "")
        )

    def ratio(self, engine, instruction_set=None):
        return self.row(engine, instruction_set)["ns_min"] / self.row(OURS)["ns_min"]

    def faster(self):
        """Other engines that are faster than the World."""
        return [engine for engine in BARS[2:] if self.ratio(engine) < 1]


def read(path):
    """Returns a Step for each scene. Raises ValueError, with the line, where the file is not as it should be."""
    with open(path, encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file)
        if lines.fieldnames != COLUMNS:
            raise ValueError(f"line 1: the columns are {lines.fieldnames}, not {COLUMNS}")
        scenes = {}
        for row in lines:
            for name in COLUMNS:
                if not row[name]:
                    raise ValueError(f"line {lines.line_num}: no {name}")
            for name in NUMBERS:
                if not row[name].isdigit() or int(row[name]) == 0:
                    raise ValueError(f"line {lines.line_num}: {name} is '{row[name]}', not a number above 0")
                row[name] = int(row[name])
            if row["ns_min"] > row["ns_median"]:
                raise ValueError(f"line {lines.line_num}: ns_min is above ns_median")
            scenes.setdefault(row["scene"], []).append(row)
    steps = {scene: Step(rows) for scene, rows in scenes.items()}
    for step in steps.values():
        pairs = step.row(OURS)["touching_pairs"]
        for engine in BARS:
            if abs(step.row(engine)["touching_pairs"] - pairs) > AGREE * pairs:
                raise ValueError(f"{step.scene}: {engine} finds other touching pairs than {OURS}")
    for scene in SCENES:
        if scene not in steps:
            raise ValueError(f"no scene {scene}")
    return steps


def short(ns, like):
    """A time with at most three digits, in the unit of another one."""
    unit, name = (1e6, "ms") if like >= 1e5 else (1e3, "us")
    value = ns / unit
    return (
        f"{value:.0f} {name}" if value >= 99.5 else f"{value:.1f} {name}" if value >= 9.95 else f"{value:.2f} {name}"
    )


def times(ratio):
    """A ratio with two or three digits."""
    return f"{ratio:.0f}" if ratio >= 9.95 else f"{ratio:.1f}" if ratio >= 0.995 else f"{ratio:.2f}"


def grouped(number):
    return f"{number:,}".replace(",", " ")


def table(steps):
    """Markdown: milliseconds or microseconds, and in brackets how many times the World's time."""
    yield f"| scene | boxes | {' | '.join(BARS)} | World, AVX2 |"
    yield "|---" * (len(BARS) + 3) + "|"
    for step in steps.values():
        ours, narrow = step.row(OURS)["ns_min"], step.row(OURS, "AVX2")["ns_min"]
        others = [f"{short(step.row(e)['ns_min'], ours)} ({times(step.ratio(e))})" for e in BARS[1:]]
        cells = [step.scene, grouped(step.boxes), short(ours, ours), *others, short(narrow, ours)]
        yield f"| {' | '.join(cells)} |"


def panel(axes, step):
    """Draws the bars of one scene."""
    steps_ns = [step.row(engine)["ns_min"] for engine in BARS]
    colors = [BLUE, LIGHT] + [AHEAD if engine in step.faster() else GRAY for engine in BARS[2:]]
    places = range(len(BARS))
    axes.barh(places, steps_ns, color=colors, height=0.78)
    for place, engine, ns in zip(places, BARS, steps_ns):
        text = short(ns, steps_ns[0]).replace("us", "\u00b5s")
        text += "" if engine == OURS else f"  {times(step.ratio(engine))}\u00d7"
        bold = "bold" if place == 0 or colors[place] == AHEAD else "normal"
        axes.text(ns + 0.02 * max(steps_ns), place, text, va="center", fontsize=11, color=INK, fontweight=bold)
    axes.set_yticks(places, BARS, fontsize=11.5)
    for label, engine in zip(axes.get_yticklabels(), BARS):
        label.set_color(BLUE if engine.startswith("satori") else INK)
        label.set_fontweight("bold" if engine.startswith("satori") else "normal")
    axes.invert_yaxis()
    axes.set_xlim(0, 1.68 * max(steps_ns))
    axes.set_xticks([])
    axes.tick_params(length=0)
    for side in ("top", "right", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_title(f"{grouped(step.boxes)} boxes, {SCENES[step.scene]}", loc="left", fontsize=12, color=INK)


def caption(steps):
    """What the picture says about itself, in two texts: above and below the bars."""
    ours = steps["debris"].row(OURS)
    above = (
        f"CPU time on one thread, {ours['machine']}. satori with {ours['instruction_set']}, Jolt with AVX2, PhysX, Box3D "
        "and Bullet with SSE2.\n\u00d7: the time divided by that of the World."
    )
    narrow = [step.ratio(OURS, "AVX2") for step in steps.values() if step.boxes >= 1000]
    faster = [
        f"of {grouped(step.boxes)} boxes {' and '.join(step.faster())}" for step in steps.values() if step.faster()
    ]
    below = (
        f"Faster than the World (red): {', '.join(faster) or 'none'}. collide keeps nothing from step to step.\n"
        f"From 1000 boxes on the World takes {min(narrow):.2f} to {max(narrow):.2f} times as long with AVX2 as with "
        f"{ours['instruction_set']}. bench/results/moving_step.csv"
    )
    return above, below


def draw(steps, source, target):
    # pylint: disable=import-outside-toplevel
    import matplotlib
    from PIL import Image, PngImagePlugin

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams.update({"font.family": "DejaVu Sans", "axes.edgecolor": GRAY})
    figure, grid = pyplot.subplots(3, 2, figsize=(9.4, 8.2))
    for axes, scene in zip(grid.flat, SCENES):
        panel(axes, steps[scene])
    above, below = caption(steps)
    title = "A moving step: the poses of this frame in, all contact manifolds out"
    figure.text(0.015, 0.972, title, fontsize=15, fontweight="bold", color=INK)
    figure.text(0.015, 0.918, above, fontsize=10.5, color=INK, linespacing=1.3)
    figure.text(0.015, 0.016, below, fontsize=10.5, color=INK, linespacing=1.3)
    figure.subplots_adjust(left=0.138, right=0.998, top=0.868, bottom=0.075, wspace=0.37, hspace=0.25)
    drawn, texts = io.BytesIO(), PngImagePlugin.PngInfo()
    figure.savefig(drawn, dpi=100, facecolor="white")
    texts.add_text("Source", hashlib.sha256(source.read_bytes()).hexdigest())
    Image.open(drawn).convert("RGB").quantize(32).save(target, format="png", optimize=True, pnginfo=texts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=PICTURE)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--csv", type=pathlib.Path, default=CSV)
    arguments = parser.parse_args()
    try:
        steps = read(arguments.csv)
    except (OSError, ValueError) as error:
        sys.exit(f"{arguments.csv}: {error}")
    print("\n".join(table(steps)))
    if arguments.table:
        return
    try:
        draw(steps, arguments.csv, arguments.output)
    except ImportError:
        sys.exit("no matplotlib: cmake/install-deps.sh --report installs it")


if __name__ == "__main__":
    main()
