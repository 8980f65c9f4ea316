#!/usr/bin/env python3
"""The house rules that a machine can check.

house.py check ROOT       prints every place that breaks one; 1 if there is one
house.py selftest ROOT    each fault must be found

- Rooms: a folder of src/ includes only the rooms that ROOMS allows. Public headers include only public headers, and so does the
  Python module.
- A function outside kernels has at most 70 lines, and at most 6 parameters.
- A file has at most 800 lines, and a line at most 120 characters.
- Source files name an instruction set only where SET_PLACES says.
"""

import pathlib
import re
import sys

MOST_LINES, MOST_PARAMETERS, MOST_FILE_LINES, MOST_COLUMNS = 70, 6, 800, 120
MOST_PUBLIC_PARAMETERS = 5  # of a call of C++

# A room, and the rooms that it may include beside itself.
LOW = ("base", "simd", "parallel")
GEOMETRY = (*LOW, "geometry")
BROADPHASE = (*GEOMETRY, "broadphase", "broadphase/classes", "broadphase/columns")
WORLD = (*BROADPHASE, "broadphase/moving", "narrowphase", "world", "world/queries", "world/record", "world/step")
ROOMS = {
    "base": (),
    "simd": ("base", "simd/kernels"),
    "simd/kernels": ("base", "simd"),
    "parallel": ("base", "simd"),
    "geometry": LOW,
    "fit": GEOMETRY,
    "scenes": ("base", "geometry"),
    "broadphase": GEOMETRY,
    "broadphase/classes": (*GEOMETRY, "broadphase"),
    "broadphase/columns": (*GEOMETRY, "broadphase", "broadphase/classes"),
    "broadphase/moving": BROADPHASE,
    "narrowphase": BROADPHASE,
    "world": WORLD,
    "world/queries": WORLD,
    "world/record": WORLD,
    "world/step": WORLD,
    "c_api": ("base", "simd"),
    "backends/bullet": (*LOW, "narrowphase"),
    "mpi": ("base", "simd"),
    "cli": (*LOW, "scenes"),
    "cli/mpi": ("scenes", "cli"),
    "viewer": (*GEOMETRY, "scenes", "world/record", "cli", "viewer/gl"),
    "viewer/gl": ("cli", "viewer"),
}

SETS = re.compile(r"\b(sse4_2|avx2|avx512\w*|neon64)\b|__(SSE4_2|AVX2|AVX512\w*|ARM_NEON)__|\b\w*_(SSE4_2|AVX2|AVX512|NEON64)\b")
SET_PLACES = {
    "src/simd/isa_list.hpp",
    "include/satori/isa.hpp",
    "include/satori/c/base.h",
    "src/simd/cpu_features.cpp",  # the emulation of AVX-512
    "src/cli/system_info.cpp",  # names of CPU features
}

# What is still larger than the rules allow, by file or folder. Nothing may be added. In C, arrays come with their count,
# and a second set may be null.
PARAMETER_DEBT = {
    "include/satori/c/": 7,
    "src/c_api/": 7,
    "src/narrowphase/": 7,
    "include/satori/bullet.hpp": 7,  # Bullet's own interface
    "src/broadphase/columns/": 9,
    "src/broadphase/bounds_set": 8,
    "src/broadphase/column_grid.cpp": 7,
    "src/backends/bullet/": 7,
    "src/scenes/npy": 8,
    "src/viewer/axis_picture": 7,
    "src/world/step/": 7,
    "python/src/": 13,  # an argument of Python is a parameter
}

LITERALS = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.S
)


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def bare_code(text):
    """The code without comments, literals and directives, its lines kept."""
    return re.sub(r"(?m)^[ \t]*#(?:\\\n|[^\n])*", blank, LITERALS.sub(blank, text))


def most_of(path, debts, most):
    return max([most, *(debt for start, debt in debts.items() if path.startswith(start))])


def without_template(head):
    return re.sub(r"template\s*<[^;{}]*?>\s*(?=\w)", "", head)


def name_of(head):
    found = re.search(r"(operator\s*(?:\(\s*\)|[^\s\w(]+)|[\w:~]+)\s*\(", head)
    return found.group(1) if found else "?"


def parameter_count(head):
    """The number of parameters of the function that `head`, the text before its body or semicolon, declares."""
    head = without_template(head)
    head = re.sub(r"\b(noexcept|alignas|decltype|requires|__attribute__)\s*\([^()]*(\([^()]*\))*[^()]*\)", " ", head)
    start = re.search(r"(operator\s*(\(\s*\)|[^\s\w(]+)|~?\w+)\s*\(", head)
    if not start:
        return 0
    depth = angle = commas = 0
    for k in range(start.end() - 1, len(head)):
        character = head[k]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                return commas + 1 if head[start.end() : k].strip() else 0
        elif depth == 1 and character == "<" and re.match(r"<[^<>()]*(<[^<>()]*>[^<>()]*)*>", head[k:]):
            angle += 1
        elif depth == 1 and character == ">":
            angle = max(0, angle - 1)
        elif depth == 1 and angle == 0 and character == ",":
            commas += 1
    return 0


def scope_kind(head):
    """What a brace begins that does not stand in a function: a space with declarations, a function, or a value."""
    plain = without_template(re.sub(r"alignas\([^)]*\)", "", head))
    if re.match(r"\s*(inline\s+)?namespace\b|\s*extern\s*$", head):
        return "space"
    if re.search(r"\b(class|struct|union)\b", plain) and "(" not in plain and "enum" not in plain:
        return "space"
    return "function" if "(" in head and not re.search(r"=\s*$|\benum\b", head) else "value"


def function_faults(path, text):
    is_public = re.fullmatch(r"include/satori/\w+\.hpp", path) is not None
    most_parameters = most_of(path, PARAMETER_DEBT, MOST_PUBLIC_PARAMETERS if is_public else MOST_PARAMETERS)
    faults, scopes, head, line, depth = [], [], "", 1, 0

    def look_at_parameters():
        count = parameter_count(head)
        if count > most_parameters and not re.fullmatch(r"[A-Z0-9_]+", name_of(head)):  # a macro
            faults.append((line, f"{name_of(head)} has {count} parameters, at most {most_parameters}"))

    for character in bare_code(text):
        line += character == "\n"
        depth += (character == "(") - (character == ")")
        inside = any(kind == "function" for kind, _, _ in scopes)
        if depth != 0 or character not in "{};":
            head += character
            continue
        # A member that braces initialize, before the body of a constructor.
        if character == "{" and not inside and re.search(r"\)[^{}]*:\s*(\w+[({].*,\s*)?\w+\s*$", head, re.S):
            head, scopes = head + "(", [*scopes, ("member", line, "")]
            continue
        if character == "}" and scopes and scopes[-1][0] == "member":
            scopes.pop()
            head += ")"
            continue
        if character == "{":
            kind = "value" if inside else scope_kind(head)
            if kind == "function":
                look_at_parameters()
            scopes.append((kind, line, name_of(head)))
        elif character == "}" and scopes:
            kind, first, name = scopes.pop()
            if kind == "function" and line - first + 1 > MOST_LINES:
                faults.append((first, f"{name} has {line - first + 1} lines, at most {MOST_LINES}"))
        elif character == ";" and not inside and "=" not in head.split("(")[0]:
            look_at_parameters()
        head = ""
    return faults


def room_of(folder):
    """The room that a folder of src/ belongs to, or an empty string."""
    while folder and folder not in ROOMS:
        folder = folder.rpartition("/")[0]
    return folder


def include_fault(path, content):
    named = re.match(r'\s*#\s*include\s+[<"]([^">]+)[">]', content)
    if not named or '"' not in content and not room_of(named.group(1).rpartition("/")[0]):
        return None
    if path.startswith("include/"):
        return "a public header names another one as <satori/...>"
    if path.startswith("python/") and room_of(named.group(1).rpartition("/")[0]):
        return "the Python module includes public headers only, as <satori/...>"
    if not path.startswith("src/") or "/" not in named.group(1):
        return None
    room, other = (room_of(name.rpartition("/")[0]) for name in (path[len("src/") :], named.group(1)))
    if not room or not other:
        return f"{path if not room else named.group(1)} stands in no room of the table"
    return None if other == room or other in ROOMS[room] else f"{room} may not include {other}"


def faults_of(path, text):
    """Pairs of line and words."""
    lines = text.split("\n")
    faults = [(len(lines), f"{len(lines)} lines, at most {MOST_FILE_LINES}")] if len(lines) > MOST_FILE_LINES else []
    faults += [(k, f"{len(c)} characters, at most {MOST_COLUMNS}") for k, c in enumerate(lines, 1) if len(c) > MOST_COLUMNS]
    faults += [(k, fault) for k, c in enumerate(lines, 1) if (fault := include_fault(path, c))]
    if not path.startswith(("src/", "include/", "python/src/")):
        return faults
    if not path.startswith(("src/simd/", "include/satori/c/")):
        faults += function_faults(path, text)
    if path not in SET_PLACES and not path.startswith("src/simd/lanes_"):
        code = enumerate(LITERALS.sub(blank, text).split("\n"), 1)
        faults += [(k, "names an instruction set: src/simd/isa_list.hpp lists them") for k, c in code if SETS.search(c)]
    return faults


def check(root):
    found = []
    for room, allowed in ROOMS.items():
        # Folders of one room may include each other.
        found += [f"the table of rooms has a circle: {room} and {other}" for other in allowed
                  if room in ROOMS[other] and room.split("/")[0] != other.split("/")[0]]
    paths = [path for folder in ("src", "include", "tests", "bench", "examples", "docs/programs", "python")
             for path in sorted((root / folder).rglob("*")) if path.suffix in (".hpp", ".cpp", ".h", ".c")]
    paths += [path for suffix in ("py", "pyi") for path in sorted((root / "python").rglob(f"*.{suffix}"))]
    if len(paths) < 500:
        found.append(f"only {len(paths)} source files in {root}")
    for path in paths:
        name = path.relative_to(root).as_posix()
        found += [f"{name}:{line}: {words}" for line, words in faults_of(name, path.read_text(encoding="utf-8"))]
    return found


def selftest(_):
    body = "\n".join(["    ++k;"] * 80)
    faults = (
        ("src/base/a.cpp", '#include "world/world_state.hpp"\n'),
        ("src/nowhere/a.cpp", '#include "base/memory.hpp"\n'),
        ("src/broadphase/columns/a.hpp", '#include "broadphase/moving/pair_table.hpp"\n'),
        ("include/satori/a.hpp", '#include "base/memory.hpp"\n'),
        ("src/world/a.cpp", "namespace a {\nint f(int k) {\n" + body + "\n    return k;\n}\n}\n"),
        ("src/world/a.cpp", "class A {\n    template <class T, int N>\n    void f(int k) const noexcept {\n" + body + "\n    }\n};\n"),
        ("src/world/a.cpp", "void f(int a, int b, std::map<int, int> c, int (*d)(int, int), int e, int f, int g = 1);\n"),
        ("include/satori/a.hpp", "Status f(int a, int b, int c, int d, int e, int f) noexcept;\n"),
        ("src/world/a.cpp", "a\n" * 900),
        ("tests/unit/a.cpp", "// " + "a" * 130 + "\n"),
        ("src/world/a.cpp", "if (isa == Isa::avx2) return;\n"),
        ("src/world/a.cpp", "#ifdef __AVX2__\n"),
        ("src/base/a.cpp", "#include <world/world_state.hpp>\n"),
        ("src/world/a.cpp", "A::A(int k) : a_(k), b_{k} {\n" + body + "\n}\n"),
        ("python/src/a.cpp", '#include "world/world_state.hpp"\n'),
        ("python/src/a.cpp", "void f(" + "int a, " * 13 + "int b) {}\n"),
        ("python/satori/a.py", "# " + "a" * 130 + "\n"),
        ("src/world/a.cpp", "void f(int a, bool b = 1 < 2, int c = 0, int d = 0, int e = 0, int g = 0, int h = 0);\n"),
    )
    missed = [f"missed: {path}: {text[:60]!r}" for path, text in faults if len(faults_of(path, text)) != 1]
    good = (
        ("include/satori/a.hpp", "Status f(int a, int b, int c, int d, std::span<const int> e = {}) noexcept;\n"),
        ("src/world/step/a.cpp", '#include <vector>\n#include "base/memory.hpp"\n#include "broadphase/moving/pair_table.hpp"\n'),
        ("src/world/a.cpp", "int f(std::map<int, int> a, int b, int c, int d, int e, int f) { return {a, b, c, d, e, f, 7}; }\n"),
        ("python/src/a.cpp", '#include <satori/world.hpp>\n#include "docs/world.hpp"\n'),
        ("src/world/a.cpp", "const char* a = \"avx2\";  // avx2\nint b[] = {\n" + "1,\n" * 90 + "};\n"),
    )
    return missed + [f"no fault: {path}: {faults_of(path, text)}" for path, text in good if faults_of(path, text)]


if __name__ == "__main__":
    found_faults = {"check": check, "selftest": selftest}[sys.argv[1]](pathlib.Path(sys.argv[2]))
    print("\n".join(found_faults))
    sys.exit(1 if found_faults else 0)
