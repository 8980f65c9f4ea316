#!/usr/bin/env python3
"""house.py [SOURCE]: the house rules that a machine can check. Ends with 1, and names each place, where one is broken.

- Rooms: what a folder of src/ may include, ROOMS below. Headers of include/ include only each other.
- Functions outside kernels have at most 70 lines and 6 parameters; public functions are checked by their headers.
- Files have at most 800 lines, lines at most 120 characters.
- An instruction set is named only where SET_PLACES says.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
MOST_LINES, MOST_PARAMETERS, MOST_FILE_LINES, MOST_COLUMNS = 70, 6, 800, 120

# Room: the rooms that it may include, beside itself. A room below another one never includes it.
LOW = ("base", "simd", "parallel")
GEOMETRY = (*LOW, "geometry")
BROADPHASE = (*GEOMETRY, "broadphase", "broadphase/classes", "broadphase/columns")
NARROWPHASE = (*BROADPHASE, "narrowphase")
WORLD = (*NARROWPHASE, "broadphase/moving", "world", "world/queries", "world/record", "world/step")
PROGRAMS = ("scenes", "base", "parallel", "geometry")
ROOMS = {
    "base": (),
    "simd": ("simd/kernels",),
    "simd/kernels": ("simd",),
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
    "cli": (*PROGRAMS, "simd"),
    "viewer": (*PROGRAMS, "simd", "cli", "viewer/gl", "world/record"),
    "viewer/gl": ("cli", "viewer"),
}

# The files of src/, include/ and cmake/ that may name an instruction set.
SET_PLACES = {
    "src/simd/isa_list.hpp", "cmake/InstructionSets.cmake", "include/satori/isa.hpp", "include/satori/c/base.h",
    "src/simd/cpu_features.cpp",  # what the sets of x86-64 need, and the emulation of one
    "src/cli/system_info.cpp",  # names of CPU features
}

# What is still larger, by file or folder: parameters, lines of a function. Calls lose parameters when options, execution and
# buffers stand in one struct; the broadphase of moving boxes is to be rebuilt. Nothing may be added here.
PARAMETER_DEBT = {
    "include/satori/": 9, "src/c_api/": 10, "src/narrowphase/": 9, "src/broadphase/moving/": 10, "src/broadphase/columns/": 9,
    "src/broadphase/bounds_set": 8, "src/broadphase/column_grid.cpp": 7, "src/backends/bullet/": 7, "src/scenes/npy": 8,
    "src/viewer/axis_picture": 7, "src/world/step/": 7,
}
LINE_DEBT = {"src/world/step/update.cpp": 75}

faults = []


def fault(path, line, text):
    faults.append(f"{path}:{line}: {text}")


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return listed.stdout.split("\n")[:-1]
    found = [str(p.relative_to(ROOT)) for pattern in patterns for p in (ROOT / pattern).rglob("*") if p.is_file()]
    return [path for path in sorted(found) if "/build/" not in path]


def without_comments(text):
    """The code, each comment and the inside of each literal as spaces, lines kept."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def parameters(head):
    """How many parameters the function has that `head`, the text before its body or semicolon, declares; None for no function."""
    head = re.sub(r"\b(noexcept|alignas|decltype|requires|__attribute__)\s*\([^()]*(\([^()]*\))*[^()]*\)", " ", head)
    start = re.search(r"(operator\s*(\(\s*\)|[^\s\w(]+)|~?\w+)\s*\(", head)
    if not start:
        return None
    depth, angle, count, some = 0, 0, 1, False
    for character in head[start.end() - 1:]:
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                return count if some else 0
        elif depth == 1 and character == "<":
            angle += 1
        elif depth == 1 and character == ">":
            angle = max(0, angle - 1)
        elif depth == 1 and character == "," and angle == 0:
            count += 1
        if depth >= 1 and not character.isspace() and character != "(":
            some = True
    return None


def check_functions(path, text):
    code = without_comments(text)
    code = re.sub(r"(?m)^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", lambda m: re.sub(r"[^\n]", " ", m.group(0)), code)
    scopes, head, line = [], "", 1
    depth = 0
    for character in code:
        line += character == "\n"
        inside = any(kind == "function" for kind, _, _ in scopes)
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        if character == "{" and depth == 0:
            kind = "other"
            if not inside:
                plain = re.sub(r"template\s*<[^;{}]*?>\s*(?=\w)", "", head)
                if re.match(r"\s*(inline\s+)?namespace\b|\s*extern\s*$", head):
                    kind = "space"
                elif re.search(r"\benum\b", head):
                    kind = "other"
                elif re.search(r"\b(class|struct|union)\b", plain) and "(" not in re.sub(r"alignas\([^)]*\)", "", plain):
                    kind = "space"
                elif "(" in head and not re.search(r"=\s*$", head):
                    kind = "function"
                    check_parameters(path, line, head)
            scopes.append((kind, line, head))
            head = ""
        elif character == "}" and depth == 0:
            if scopes:
                kind, first, name = scopes.pop()
                most = most_of(path, LINE_DEBT, MOST_LINES)
                if kind == "function" and line - first + 1 > most:
                    called = re.search(r"([\w:~]+)\s*\(", name)
                    fault(path, first, f"{called.group(1) if called else '?'} has {line - first + 1} lines, at most {most}")
            head = ""
        elif character == ";" and depth == 0:
            if not inside and "(" in head and "=" not in head.split("(")[0]:
                check_parameters(path, line, head)
            head = ""
        else:
            head += character


def most_of(path, debts, most):
    return max([most, *(debt for start, debt in debts.items() if path.startswith(start))])


def check_parameters(path, line, head):
    count = parameters(re.sub(r"template\s*<[^;{}]*?>\s*(?=\w)", "", head))
    most = most_of(path, PARAMETER_DEBT, MOST_PARAMETERS)
    if count is None or count <= most:
        return
    name = re.search(r"([\w:~]+)\s*\(", head).group(1)
    if not re.fullmatch(r"[A-Z0-9_]+", name):  # a macro
        fault(path, line, f"{name} has {count} parameters, at most {most}")


def room_of(path):
    """The room of a file of src/: the longest row of ROOMS that it stands in."""
    folder = path.rsplit("/", 1)[0]
    while folder and folder not in ROOMS:
        folder = folder.rpartition("/")[0]
    return folder


def check_includes(path, text):
    for line, content in enumerate(text.split("\n"), 1):
        named = re.match(r'\s*#\s*include\s+(?:"([^"]+)"|<(satori[^>]*)>)', content)
        if not named:
            continue
        if path.startswith("include/"):
            if named.group(1):
                fault(path, line, "public headers name others as <satori/...>")
        elif path.startswith("src/") and named.group(1) and "/" in named.group(1):
            room, other = room_of(path[len("src/"):]), room_of(named.group(1))
            if not room:
                fault(path, line, "stands in no room of the table")
            elif not other:
                fault(path, line, f"includes {named.group(1)}, which stands in no room of the table")
            elif other != room and other not in ROOMS[room]:
                fault(path, line, f"{room} may not include {other}")


def main():
    for room, allowed in ROOMS.items():
        for other in allowed:
            # Folders of one room may know each other.
            if room in ROOMS[other] and room.split("/")[0] != other.split("/")[0]:
                faults.append(f"the table of rooms has a circle: {room}, {other}")
    code = [path for path in tracked("src", "include", "tests", "bench", "examples", "docs/programs")
            if path.endswith((".hpp", ".cpp", ".h", ".c"))]
    if len(code) < 500:
        faults.append(f"only {len(code)} source files: the check looks at the wrong folder")
    functions = 0
    for path in code:
        text = (ROOT / path).read_text(encoding="utf-8")
        lines = text.split("\n")
        if len(lines) > MOST_FILE_LINES:
            fault(path, len(lines), f"has {len(lines)} lines, at most {MOST_FILE_LINES}")
        for line, content in enumerate(lines, 1):
            if len(content) > MOST_COLUMNS:
                fault(path, line, f"{len(content)} characters, at most {MOST_COLUMNS}")
        check_includes(path, text)
        if path.startswith(("src/", "include/")) and not path.startswith(("src/simd/", "include/satori/c/")):
            functions += 1
            check_functions(path, text)
        if path.startswith(("src/", "include/")) and path not in SET_PLACES and not path.startswith("src/simd/lanes_"):
            for line, content in enumerate(without_comments(text).split("\n"), 1):
                if re.search(r"\b(sse4_2|avx2|avx512\w*|neon64)\b", content):
                    fault(path, line, "names an instruction set: the list of sets is src/simd/isa_list.hpp")
    for each in faults:
        print(each)
    print(f"{len(code)} files, {functions} looked through for long functions: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
