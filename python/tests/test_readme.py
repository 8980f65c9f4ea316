"""What README.md and python/README.md show in Python prints what they say, and the demo runs."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOWN = re.compile(r"^```python\n(.*?)^```\n(.*?)^```text\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def shown_programs():
    """(page, program, what it prints) of every block of Python, whose output is the next block."""
    found = []
    for page in ("README.md", "python/README.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        of_page = [
            (page, program, output) for program, between, output in SHOWN.findall(text) if "```" not in between
        ]
        assert len(of_page) == text.count("```python\n"), f"{page}: a program has no output"
        found += of_page
    return found


def run(*arguments):
    done = subprocess.run([sys.executable, *map(str, arguments)], text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_readme_shows_a_program():
    assert "README.md" in [page for page, _, _ in shown_programs()]


@pytest.mark.parametrize(
    "page, program, output", shown_programs(), ids=lambda text: text if text.endswith(".md") else ""
)
def test_shown_programs_print_what_the_pages_say(page, program, output):
    assert run("-c", program) == output, page


def test_the_demo_finds_pairs():
    lines = run(ROOT / "python/examples/demo.py", 1000).splitlines()
    counts = {
        line.split()[0]: int(line.split()[1])
        for line in lines
        if re.match(r"(boxes|overlaps|contacts) +\d+ +[\d.]+ ms", line)
    }
    assert counts["boxes"] == 1000 and counts["overlaps"] == counts["contacts"] > 100
    assert sum("overlap" in line and line.startswith("boxes") for line in lines) == 3
