#!/usr/bin/env python3
"""moving_step.py SCRIPT: the committed times of a moving step are well-formed and draw the committed picture, and the
script names what is wrong with other files."""

import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

script = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(script.parent))
import moving_step  # noqa: E402  pylint: disable=import-error,wrong-import-position

failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def run(*arguments):
    return subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, check=False)


def texts_of_png(path):
    """The size of a picture and its texts."""
    data = path.read_bytes()
    at, texts = 8, {}
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"tEXt":
            key, value = body.split(b"\0", 1)
            texts[key.decode()] = value.decode()
        if zlib.crc32(kind + body) != struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0]:
            failures.append(f"{path}: a damaged part")
        at += 12 + length
    return struct.unpack(">II", data[16:24]), texts


def check_committed():
    done = run("--table")
    expect(done.returncode == 0, f"the committed results: {done.stderr}")
    lines = done.stdout.splitlines()
    expect(len(lines) >= 2 + len(moving_step.SCENES), f"a short table:\n{done.stdout}")
    expect(len({line.count("|") for line in lines}) == 1, f"rows of different lengths:\n{done.stdout}")
    # Where satori is not ahead, the table says so.
    few = next((line for line in lines if line.startswith("| two |")), "")
    expect(re.search(r"\(0\.\d+\)", few), f"two boxes: nobody is faster?\n{few}")
    (width, _), texts = texts_of_png(moving_step.PICTURE)
    expect(width <= 1000 and moving_step.PICTURE.stat().st_size < 100_000, "the picture is too large")
    checksum = moving_step.hashlib.sha256(moving_step.CSV.read_bytes()).hexdigest()
    expect(texts.get("Source") == checksum, "the picture is not of these results: run bench/results/moving_step.py")


def check_drawing(folder):
    target = folder / "drawn.png"
    done = run("-o", target)
    if "no matplotlib" in done.stderr:
        expect(done.returncode == 1, "no matplotlib, but no error")
        return
    expect(done.returncode == 0 and target.exists(), f"drawing: {done.stderr}")
    expect(texts_of_png(target)[1].get("Source"), "the picture does not say of which results it is")


def check_faults(folder):
    text = moving_step.CSV.read_text(encoding="utf-8")
    head, first = text.splitlines()[:2]
    cells = first.split(",")

    def changed(column, value):
        row = list(cells)
        row[moving_step.COLUMNS.index(column)] = value
        return text.replace(first, ",".join(row), 1)

    without = "".join(line for line in text.splitlines(True) if ",Jolt," not in line)
    cases = {
        "line 1: the columns": text.replace(head, head + ",more", 1),
        "line 2: no machine": changed("machine", ""),
        "line 2: ns_min is 'fast'": changed("ns_min", "fast"),
        "line 2: ns_min is '0'": changed("ns_min", "0"),
        "line 2: ns_min is above ns_median": changed("ns_min", str(10**12)),
        "finds other touching pairs": changed("touching_pairs", "1"),
        "no row of Jolt": without,
        "no scene two": "".join(line for line in text.splitlines(True) if not line.startswith("two,")),
    }
    for message, content in cases.items():
        path = folder / "bad.csv"
        path.write_text(content, encoding="utf-8")
        done = run("--table", "--csv", path)
        expect(done.returncode == 1 and message in done.stderr, f"'{message}': {done.returncode}, {done.stderr}")
    done = run("--table", "--csv", folder / "missing.csv")
    expect(done.returncode == 1 and "missing.csv" in done.stderr, f"a missing file: {done.stderr}")


with tempfile.TemporaryDirectory() as name:
    check_committed()
    check_drawing(pathlib.Path(name))
    check_faults(pathlib.Path(name))
if failures:
    sys.exit("\n".join(failures))
