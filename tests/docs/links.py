#!/usr/bin/env python3
"""Checks that every link of the pages (*.md) leads to a file, and to a heading where it names one.

links.py check ROOT       prints every link that leads nowhere; 1 if there is one
links.py selftest ROOT    each fault must be found
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs/reference"))
from page import slug  # noqa: E402


def prose_of(text):
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors_of(text):
    return {slug(heading.strip()) for heading in re.findall(r"^#+ (.*)$", prose_of(text), re.MULTILINE)}


def findings_of(root, page, text):
    findings = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "`", prose_of(text))):
        if re.match(r"[a-z]+:|@ref", target):
            continue
        path, _, anchor = target.partition("#")
        file = root / page.parent / path if path else root / page
        if not file.exists():
            findings.append(f"{page}: no file: {target}")
        elif anchor and anchor not in anchors_of(text if not path else file.read_text(encoding="utf-8")):
            findings.append(f"{page}: no heading: {target}")
    return findings


def check(root):
    pages = [page.relative_to(root) for page in root.rglob("*.md")]
    pages = [page for page in pages if not re.match(r"build|\.", page.parts[0])]
    return [finding for page in sorted(pages) for finding in findings_of(root, page, (root / page).read_text("utf-8"))]


def selftest(root):
    page = pathlib.Path("docs/README.md")
    faults = ("[a](none.md)", "[a](batch.md#none)", "[a](#none)", "![a](pictures/none.png)", "[`a`](none.md)")
    missed = [f"missed: {fault}" for fault in faults if len(findings_of(root, page, "# Here\n" + fault)) != 1]
    good = "# A `b`, c-d\n[a](#a-b-c-d) [a](../README.md#building) [a](https://none.org#x) `[a](none.md)`\n"
    return missed + findings_of(root, page, good + "```\n[a](none.md)\n# None\n```\n")


if __name__ == "__main__":
    found = {"check": check, "selftest": selftest}[sys.argv[1]](pathlib.Path(sys.argv[2]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
