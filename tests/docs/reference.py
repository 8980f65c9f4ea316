#!/usr/bin/env python3
"""Every public name has a first sentence that says what it is or does, and is in one group of the reference.

reference.py check DOXYGEN DOXYFILE FOLDER INPUT...  prints every finding; 1 if there is one
reference.py selftest DOXYGEN DOXYFILE FOLDER        each fault must be found

Doxygen reads the headers and groups of INPUT as DOXYFILE says and writes what it found as XML to FOLDER. A first sentence
has at most 120 characters. It does not only repeat the name, does not only name a unit, and does not begin with a
condition. What is deleted or defaulted needs none. A comment above a declaration ends with a period.
"""

import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

LONGEST = 120
CONDITION = re.compile(r"(if|when|unless|after|while|until|null|0|empty|likewise|the same|see|as)\b", re.I)
UNITS = set("bytes meters radians nanoseconds seconds x y z w unit xyz xy xyzw".split())
SMALL = set("a an the of its is in to for with this".split())

FAULTY = """
#pragma once
namespace satori {
int without();
/// Does this and that
int no_period();
/// This sentence has far more words than a reader of a list of functions wants to read before he knows what the function does.
int too_long();
/// The memory limit.
int memory_limit();
/// When the sky is blue, returns 1.
int condition();
/// A type.
struct Type {
    int bare = 0;
    int unit = 0;  ///< bytes
};
/// An enumeration of things.
enum class Things { thing };
/// @defgroup faults Faults
/// What is wrong.
/// @{

/// Has a group.
int grouped();
/// @}
}
"""
FAULTS = {
    "without: no sentence",
    "faulty.hpp:5: no period",
    "too_long: 123 characters",
    "memory_limit: repeats the name",
    "condition: begins with a condition",
    "Type: repeats the name",
    "Type::bare: no sentence",
    "Type::unit: only a unit",
    "Things::thing: no sentence",
    "without: in no group",
    "no_period: in no group",
    "too_long: in no group",
    "memory_limit: in no group",
    "condition: in no group",
    "Type: in no group",
    "Things: in no group",
}


def read(doxygen, doxyfile, folder, *changes):
    """The XML that Doxygen writes: the compounds, by id."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in (folder / "xml").glob("*.xml"):
        old.unlink()
    lines = [
        f"@INCLUDE = \"{doxyfile}\"",
        "GENERATE_HTML = NO",
        "GENERATE_XML = YES",
        "XML_PROGRAMLISTING = NO",
        "WARNINGS = NO",
        "WARN_IF_DOC_ERROR = NO",
        "WARN_AS_ERROR = NO",
        f"OUTPUT_DIRECTORY = \"{folder}\"",
        *changes,
    ]
    subprocess.run([doxygen, "-"], input="\n".join(lines), text=True, check=True)
    found = (xml.parse(file).getroot().find("compounddef") for file in sorted((folder / "xml").glob("*.xml")))
    return {compound.get("id"): compound for compound in found if compound is not None}


def words(text):
    text = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    return set(re.findall(r"[a-z0-9]+", text.lower().replace("_", " ")))


def sentence_fault(name, sentence, kind):
    if not sentence:
        return "no sentence"
    if len(sentence) > LONGEST:
        return f"{len(sentence)} characters"
    if words(sentence) <= UNITS | SMALL:
        return "only a unit"
    if kind != "enumerator" and words(sentence) <= words(name) | SMALL:
        return "repeats the name"
    return "begins with a condition" if CONDITION.match(sentence) else None


def text_of(element):
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def needs_no_sentence(member):
    return re.search(r"= ?(delete|default)$", text_of(member.find("argsstring"))) or member.get("prot") != "public"


def names_of(compound):
    """(name, first sentence, kind) of a type or of what a group, file or namespace has."""
    is_type = compound.get("kind") in ("class", "struct", "union")
    scope = text_of(compound.find("compoundname")).removeprefix("satori::") + "::" if is_type else ""
    if is_type:
        yield scope[:-2], text_of(compound.find("briefdescription")), "type"
    for member in compound.iter("memberdef"):
        kind, name = member.get("kind"), scope + text_of(member.find("name"))
        if kind == "friend" or needs_no_sentence(member):
            continue
        yield name or "enum", text_of(member.find("briefdescription")), kind
        values = member.findall("enumvalue")
        for value in values if len(values) > 1 or member.get("strong") == "yes" else ():
            inner = name + "::" if member.get("strong") == "yes" else ""
            yield inner + text_of(value.find("name")), text_of(value.find("briefdescription")), "enumerator"


def ungrouped(compounds):
    grouped, parts = set(), set()
    for compound in compounds.values():
        if compound.get("kind") == "group":
            grouped |= {member.get("id") for member in compound.iter("memberdef")}
            grouped |= {inner.get("refid") for inner in compound.findall("innerclass")}
        elif compound.get("kind") in ("class", "struct", "union"):
            parts |= {inner.get("refid") for inner in compound.findall("innerclass")}
    for key, compound in compounds.items():
        if compound.get("kind") in ("class", "struct", "union"):
            if key not in grouped | parts:
                yield text_of(compound.find("compoundname")).removeprefix("satori::")
        elif compound.get("kind") in ("namespace", "file"):
            for member in compound.iter("memberdef"):
                if member.get("id") not in grouped:
                    yield text_of(member.find("name"))


def findings_of(compounds):
    found = [f"{name}: in no group" for name in ungrouped(compounds)]
    for compound in compounds.values():
        if compound.get("kind") in ("class", "struct", "union", "group", "file", "namespace"):
            for name, sentence, kind in names_of(compound):
                if fault := sentence_fault(name, sentence, kind):
                    found.append(f"{name}: {fault}" + (f" | {sentence}" if sentence else ""))
    return list(dict.fromkeys(found))


def unended(headers):
    """Comments whose last line does not end a sentence. Doxygen adds the period, so its output does not tell."""
    for header in headers:
        lines = header.read_text(encoding="utf-8").splitlines()
        for i, line in enumerate(lines):
            text = re.match(r"\s*/// ?(?! |@|<|- )(.+)$", line)
            last = i + 1 == len(lines) or not re.match(r"\s*///( ?(@ref|[^@<\s])|  )", lines[i + 1])
            if text and last and not text[1].endswith((".", ":")):
                yield f"{header.name}:{i + 1}: no period"


def inputs(*paths):
    return "INPUT = " + " ".join(f'"{path}"' for path in paths)


def check(doxygen, doxyfile, folder, *paths):
    headers = [file for path in paths for file in sorted(pathlib.Path(path).rglob("*.h*"))]
    return [*unended(headers), *findings_of(read(doxygen, doxyfile, folder, inputs(*paths)))]


def selftest(doxygen, doxyfile, folder):
    folder.mkdir(parents=True, exist_ok=True)
    header = folder / "faulty.hpp"
    header.write_text(FAULTY, encoding="utf-8")
    findings = [*unended([header]), *findings_of(read(doxygen, doxyfile, folder, inputs(header)))]
    found = {finding.split(" | ")[0] for finding in findings}
    return [f"missed: {fault}" for fault in sorted(FAULTS - found)] + [f"false: {x}" for x in sorted(found - FAULTS)]


if __name__ == "__main__":
    mode, doxygen, doxyfile, folder, *paths = sys.argv[1:]
    results = {"check": check, "selftest": selftest}[mode](doxygen, doxyfile, pathlib.Path(folder), *paths)
    print("\n".join(results))
    sys.exit(1 if results else 0)
