#!/usr/bin/env python3
"""The C API against its list, abi_c.txt, which is what programs that are already compiled rely on.

c_abi.py check LIST HEADERS LIBRARY NM CC   prints every finding; 1 if there is one
c_abi.py list HEADERS CC                    prints the list as it should be now
c_abi.py selftest LIST HEADERS LIBRARY NM CC   each fault must be found

The list has every function as it is declared, every struct with its size and where its members are, every enumerator. The
declarations are read from HEADERS, a folder; sizes come from a C program made of them and compiled with CC. What LIBRARY exports
is asked of NM. Every declaration must have a comment: /// above it or ///< behind it.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


class Header:
    """What a header declares, and what of it has no comment."""

    def __init__(self, path):
        self.functions, self.structs, self.types, self.constants, self.findings = [], {}, [], [], []
        self.name = path.name
        lines = path.read_text().splitlines()
        at = 0
        while at < len(lines):
            if re.match(r"(SATORI_API|typedef|enum)\b", lines[at]):
                at = self.declaration(lines, at)
            elif match := re.match(r"#define (SATORI_\w+) \S+$", lines[at]):
                # Constants; macros of the language are others.
                if re.match(r"(0x)?[0-9a-f]+U?$", lines[at].split()[-1]):
                    self.add_constant(match[1], self.comment_above(lines, at))
            at += 1

    def comment_above(self, lines, at):
        return at > 0 and lines[at - 1].lstrip().startswith("///")

    def undocumented(self, what):
        self.findings.append(f"{self.name}: no comment: {what}")

    def add_constant(self, name, documented):
        self.constants.append(name)
        if not documented:
            self.undocumented(name)

    def declaration(self, lines, at):
        """Takes in the one that begins at a line; the number of its last line."""
        first = at
        if lines[at].startswith("enum") or re.match(r"typedef struct \w+ \{", lines[at]):
            while "}" not in lines[at]:
                at += 1
            self.body(lines, first, at)
            return at
        while not lines[at].rstrip().endswith(";"):
            at += 1
        text = re.sub(r"\s+", " ", " ".join(lines[first:at + 1])).strip()
        text = text.replace(" SATORI_NOEXCEPT", "").removeprefix("SATORI_API ").replace("( ", "(").rstrip(";")
        name = re.search(r"\b(satori_\w+)\(", text) if lines[first].startswith("SATORI_API") else None
        if name:
            self.functions.append((name[1], text))
        else:
            self.types.append(text)
        if not self.comment_above(lines, first):
            self.undocumented(text)
        return at

    def body(self, lines, first, last):
        struct = re.match(r"typedef struct (\w+) \{", lines[first])
        if struct:
            self.structs[struct[1]] = []
            if not self.comment_above(lines, first):
                self.undocumented(struct[1])
        for at in range(first, last + 1):
            code = lines[at].split("//")[0]
            documented = "///<" in lines[at] or self.comment_above(lines, at)
            if struct:
                # The name of a pointer to a function, or the last one before the semicolon.
                member = re.search(r"\(\*(\w+)\)", code) or re.search(r"^[^,]* \*?(\w+)(\[\d+\])?;", code)
                if member and not code.startswith("}"):
                    text = code.replace("SATORI_NOEXCEPT", "").replace(" ;", ";").strip()
                    self.structs[struct[1]].append((member[1], text))
                    if not documented:
                        self.undocumented(f"{struct[1]}.{member[1]}")
                elif at not in (first, last) and code.strip():
                    self.findings.append(f"{self.name}: not one member: {code.strip()}")
            else:
                for name in re.findall(r"\bSATORI_\w+", code):
                    self.add_constant(name, documented)


def read(folder):
    return [Header(path) for path in sorted(folder.glob("c/*.h"))]


def layout(headers, folder, cc):
    """Size and offsets of each struct, the value of each constant: what a C program says of them."""
    source = ["#include <stdio.h>", *(f"#include <satori/c/{header.name}>" for header in headers), "int main(void) {"]
    for header in headers:
        for struct, members in header.structs.items():
            source.append(f'printf("struct {struct} size %zu alignment %zu\\n", sizeof({struct}), _Alignof({struct}));')
            for member, text in members:
                source.append(f'printf("member {struct}: {text} offset %zu size %zu\\n", offsetof({struct}, {member}), '
                              f"sizeof((({struct}*)0)->{member}));")
        for constant in header.constants:
            source.append(f'printf("constant {constant} %llu\\n", (unsigned long long){constant});')
    source += ["return 0;", "}", ""]
    with tempfile.TemporaryDirectory() as work:
        program = pathlib.Path(work) / "layout"
        program.with_suffix(".c").write_text("\n".join(source))
        subprocess.run([cc, "-std=c11", "-DSATORI_STATIC", f"-I{folder.parent}", f"{program}.c", "-o", program], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def listing(headers, folder, cc):
    functions = [f"function {text}" for _, text in sorted(named for header in headers for named in header.functions)]
    types = sorted(f"type {text}" for header in headers for text in header.types)
    return functions + types + layout(headers, folder, cc)


# The library has it in builds with asserts alone.
OF_SOME_BUILDS = {"satori_assert_failed"}


def exported(library, nm):
    flags = ["-D"] if ".so" in library.name else []
    output = subprocess.run([nm, *flags, "--defined-only", "-g", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in output.splitlines() if re.search(r" [TDBRW] satori_\w+$", line)}


def check(listed, folder, library, nm, cc):
    headers = read(folder)
    findings = [finding for header in headers for finding in header.findings]
    declared = [name for header in headers for name, _ in header.functions]
    symbols = exported(library, nm)
    findings += [f"declared, but not in the library: {name}" for name in declared if name not in symbols]
    findings += [f"in the library, but not declared: {name}" for name in sorted(symbols - set(declared) - OF_SOME_BUILDS)]
    now = listing(headers, folder, cc)
    findings += [f"not listed: {line}" for line in now if line not in listed]
    findings += [f"listed, but not so: {line}" for line in listed if line not in now]
    umbrella = (folder / "satori.h").read_text()
    findings += [f"satori.h leaves out {header.name}" for header in headers if f"<satori/c/{header.name}>" not in umbrella]
    return findings


def selftest(listed, folder, library, nm, cc):
    """Faults made in a copy of the headers or in the list, and what the check has to say of each."""
    def in_header(name, pattern, text):
        def change(copy):
            path = copy / "c" / name
            changed, count = re.subn(pattern, text, path.read_text(), count=1)
            assert count == 1, pattern
            path.write_text(changed)
            return listed
        return change

    documented = r"///[^\n]*\n(SATORI_API uint32_t satori_version)"
    faults = {
        "a function without a comment": (in_header("base.h", documented, r"\n\1"), "no comment: uint32_t satori_version"),
        "a member without a comment": (in_header("types.h", r"///< lower corner", ""), "no comment: satori_aabb.min"),
        "an enumerator without a comment": (in_header("base.h", r"///< done", ""), "no comment: SATORI_OK"),
        "a function that there is not": (
            in_header("base.h", r"\nSATORI_C_END\n", "\n/// None.\nSATORI_API void satori_none(void);\nSATORI_C_END\n"),
            "declared, but not in the library: satori_none"),
        "a function no longer declared": (
            in_header("base.h", r"SATORI_API uint32_t satori_version\(void\) SATORI_NOEXCEPT;", ""),
            "in the library, but not declared: satori_version"),
        "another parameter": (in_header("base.h", r"satori_isa_name\(satori_isa", "satori_isa_name(uint64_t"),
                              "not listed: function const char* satori_isa_name(uint64_t isa)"),
        "a larger member": (in_header("types.h", r"uint32_t second;", "uint64_t second;"),
                            "not listed: member satori_box_pair: uint64_t second; offset 8 size 8"),
        "two members in one line": (in_header("types.h", r"uint32_t second;", "uint32_t second, third;"),
                                    "not one member: uint32_t second, third;"),
        "another value": (in_header("base.h", r"SATORI_OUT_OF_MEMORY = 6", "SATORI_OUT_OF_MEMORY = 66"),
                          "not listed: constant SATORI_OUT_OF_MEMORY 66"),
        "a function not in the list": (lambda copy: [line for line in listed if "satori_version" not in line],
                                       "not listed: function uint32_t satori_version(void)"),
        "a line too many": (lambda copy: [*listed, "function void satori_gone(void)"],
                            "listed, but not so: function void satori_gone(void)"),
        "a header that satori.h leaves out": (
            lambda copy: (copy / "satori.h").write_text("#include <satori/c/world.h>\n#include <satori/c/rects.h>\n")
            and listed, "satori.h leaves out base.h"),
    }
    missed = []
    for fault, (change, expected) in faults.items():
        with tempfile.TemporaryDirectory() as work:
            copy = pathlib.Path(work) / "satori"
            shutil.copytree(folder, copy)
            found = check(change(copy), copy, library, nm, cc)
        if expected not in "\n".join(found):
            missed.append(f"not found: {fault}: {found}")
        else:
            print(f"found: {fault}")
    return missed


def main(mode, *arguments):
    if mode == "list":
        folder = pathlib.Path(arguments[0])
        print("\n".join(listing(read(folder), folder, arguments[1])))
        return 0
    listed, folder, library, nm, cc = arguments
    findings = {"check": check, "selftest": selftest}[mode](
        pathlib.Path(listed).read_text().splitlines(), pathlib.Path(folder), pathlib.Path(library), nm, cc)
    print("\n".join(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
