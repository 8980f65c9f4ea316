#!/usr/bin/env python3
"""What docs/reliability.md names as proof is there: proofs.py check ROOT prints every name that is not; 1 if there is one.

Names in `code`, up to the first heading, are suites of tests/ (Suite, Suite.Test, .Test of the suite before), tests of CTest
(package.name, with * for any), files, presets, programs, variables, or types and functions of the library and of Bullet.
proofs.py selftest ROOT: each fault must be found.
"""

import json
import pathlib
import re
import sys


class Known:
    """All that may be named."""

    def __init__(self, root):
        self.root = root
        sources = "\n".join(path.read_text() for path in sorted(root.glob("tests/**/*.cpp")))
        headers = "\n".join(path.read_text() for path in sorted(root.glob("include/satori/**/*.h*")))
        builds = "\n".join(path.read_text() for folder in ("tests", "bench") for path in root.glob(f"{folder}/**/CMakeLists.txt"))
        self.tests = set(re.findall(r"\bTEST(?:_[FP])?\((\w+),\s*(\w+)\)", sources))
        self.suites = {suite for suite, _ in self.tests}
        presets = json.loads((root / "CMakePresets.json").read_text())["configurePresets"]
        self.named = [re.sub(r"\$\{\w+\}", "*", name) for name in re.findall(r"add_test\(NAME (\S+)", builds)]
        self.words = {"code", "noexcept"} | self.suites | {preset["name"] for preset in presets}
        self.words |= set(re.findall(r"\b(?:class|struct|enum class) (?:SATORI_API )?(\w+)", headers))
        self.words |= set(re.findall(r"\b(\w+)\(", headers))
        self.words |= set(re.findall(r"^    (\w+)(?: = \d+)?,", headers, re.MULTILINE))  # enumerators
        self.words |= set(re.findall(r"satori-[a-z-]+|\bSATORI_\w+", builds))
        self.words |= {path.name for folder in ("tests", "include", "docs", ".ci") for path in root.glob(f"{folder}/**/*")}

    def has_ctest(self, name):
        return any(re.fullmatch(known.replace(".", r"\.").replace("*", ".*"), name) or
                   re.fullmatch(name.replace(".", r"\.").replace("*", ".*"), known) for known in self.named)

    def has(self, name, suite):
        """Whether a name is known; `suite` is the one before it."""
        word = name.split()[0].removesuffix("()").removesuffix("…").split("::")[-1]
        if re.fullmatch(r"\.[A-Z]\w*", word):
            return (suite, word[1:]) in self.tests
        if re.fullmatch(r"[A-Z]\w*\.[A-Z]\w*", word):
            # An ellipsis: the beginning of a test's name.
            of_suite, test = word.split(".")
            return any(s == of_suite and (t.startswith(test) if "…" in name else t == test) for s, t in self.tests)
        if "/" in word:
            return (self.root / word).exists() or (self.root / "include" / word).exists()
        if re.fullmatch(r"[a-z_]+\.[a-z0-9_*.]+", word) and self.has_ctest(word):
            return True
        return word.startswith("bt") or word in self.words


def findings_of(known, text):
    findings, suite = [], ""
    for name in re.findall(r"`([^`\n]+)`", text.split("\n## ")[0]):
        if not known.has(name, suite):
            findings.append(f"not found: {name}")
        if (of := re.match(r"([A-Z]\w*)", name)) and of[1] in known.suites:
            suite = of[1]
    return findings


def selftest(known, text):
    faults = ("`PairOracles`", "`PairOracle.IsNot`", "`PairOracle` and `.IsNot`", "`package.audits_*`", "`tests/none.py`", "`none_test.cpp`",
              "`no_such_name`")
    return [f"missed: {fault}" for fault in faults if len(findings_of(known, fault)) != 1]


def main(mode, root):
    root = pathlib.Path(root)
    text = (root / "docs/reliability.md").read_text()
    findings = {"check": findings_of, "selftest": selftest}[mode](Known(root), text)
    print("\n".join(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
