#!/usr/bin/env python3
"""Checks that the files exist that the pages for developers name.

named_files.py check ROOT       prints every file that is missing; 1 if there is one
named_files.py selftest ROOT    each fault must be found

A name is `code` with a slash or with the ending of a source file. The file may lie in ROOT, in the folder of the page,
or in one of BASES. * and <set> stand for any characters. tests/docs/links.py checks links.
"""

import pathlib
import re
import sys

PAGES = ("CONTRIBUTING.md", "src/README.md", "bench/README.md")
BASES = ("src", "include", "include/satori", "tests", "bench")
# Names of no source file: what a build makes, suites of tests, words with a slash.
BUILT = re.compile(r"^(build|~)/|^[A-Z]\w*/|[ (){}$:=]|^-")
SOURCE = re.compile(r"/|\.(cpp|hpp|h|c|md|py|sh|cmake|txt|natvis)$")


def names_in(text):
    for name in re.findall(r"`([^`\n]+)`", text):
        if SOURCE.search(name) and not BUILT.search(name):
            yield name


def exists(root, page_folder, name):
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    for folder in (page_folder, root, *(root / base for base in BASES)):
        if "*" in pattern and any(folder.glob(pattern)) or (folder / pattern).exists():
            return True
    return False


def findings_of(root, page, text):
    folder = (root / page).parent
    return [f"{page}: not found: {name}" for name in names_in(text) if not exists(root, folder, name)]


def check(root):
    return [finding for page in PAGES for finding in findings_of(root, page, (root / page).read_text(encoding="utf-8"))]


def selftest(root):
    faults = ("`simd/none.hpp`", "`none.cpp`", "`simd/none_<set>.hpp`", "`broadphase/none/`")
    missed = [f"missed: {fault}" for fault in faults if len(findings_of(root, "src/README.md", fault)) != 1]
    good = "`base/memory.hpp`, `simd/lanes_<set>.hpp`, `build/release`, `f()`, `tests/oracles/`"
    return missed + findings_of(root, "src/README.md", good)


if __name__ == "__main__":
    found = {"check": check, "selftest": selftest}[sys.argv[1]](pathlib.Path(sys.argv[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
