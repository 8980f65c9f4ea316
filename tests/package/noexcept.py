#!/usr/bin/env python3
"""R13: every public function of the C++ headers is declared noexcept, and named by a test that asserts it.

noexcept.py check HEADERS TEST...     prints every finding; 1 if there is one
noexcept.py selftest HEADERS TEST...  each fault must be found

HEADERS is the folder of the headers. Destructors, and what is deleted or defaulted, need no word: the compiler decides. Operators,
and functions that take pointers to functions as they are spelled in C, are not looked at.
"""

import pathlib
import re
import sys

# They call the program's own functions, or Bullet's, which may throw; or they are there to throw.
MAY_THROW = {
    "throw_on_error", "StatusError::StatusError",
    "Executor::run", "ThreadExecutor::run", "TbbArenaExecutor::run",
    "BulletBroadphase::destroyProxy", "BulletBroadphase::rayTest", "BulletBroadphase::aabbTest",
    "BulletBroadphase::calculateOverlappingPairs", "BulletBroadphase::printStats", "BulletBroadphase::refresh_pairs",
    "BulletDispatcher::dispatchAllCollisionPairs",
}
# Their constructors are asserted as traits of the types.
MADE_AND_MOVED = {"BoxBatch", "RectBatch", "Workspace", "Broadphase", "ContactCache", "World"}
# What the tests call an object of a class.
OBJECTS = {
    "BatchStorage": "storage", "BoxBatch": "batch", "RectBatch": "rect_batch", "Workspace": "workspace", "ContactCache": "cache",
    "Broadphase": "broadphase", "World": "world", "ContactResult": "contacts", "RectContactResult": "contacts",
    "SetsOf": "sets", "StatusError": "error", "WorldReplay": "replay", "Executor": "executor", "ThreadExecutor": "threads",
    "TbbArenaExecutor": "arenas", "ShapeRef": "shape", "WorldContact": "contact", "WorldImpact": "impact",
    "BulletBroadphase": "boxes", "BulletDispatcher": "contacts", "Partition": "partition", "RankBoxes": "boxes",
    "ContactTracker": "tracker",
}


def statements(text):
    """(text, what ends it) of each declaration: up to ';', '{' or '}' outside of parentheses."""
    text = re.sub(r"//[^\n]*|^[ \t]*#[^\n]*(\\\n[^\n]*)*|\bSATORI_NAMESPACE_(BEGIN|END)\b", "", text, flags=re.MULTILINE)
    depth, begin = 0, 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and character in ";{}":
            yield " ".join(text[begin:at].split()), character
            begin = at + 1


def functions(text):
    """(class or "", name, declaration) of each public function."""
    scopes = []  # of each open brace: the class, "" of a namespace, None of what is no scope of public functions
    access = {}  # by depth: whether members are public
    for declaration, end in statements(text):
        while label := re.match(r"(public|protected|private):\s*", declaration):
            access[len(scopes)] = label[1] == "public"
            declaration = declaration[label.end():]
        seen = None not in scopes and access.get(len(scopes), True)
        scope = None
        kind = re.match(r"(?:template <.*?> )?(class|struct) (?:\[\[\w+\]\] |alignas\(\d+\) |SATORI_API )*(\w+)", declaration)
        if seen and end in ";{" and not re.match(r"(friend|using|static_assert|enum)\b", declaration):
            if kind and "(" not in declaration[kind.end():]:
                scope = kind[2]
                access[len(scopes) + 1] = kind[1] == "struct"
            elif named := re.search(r"(~?\b(?!alignas)\w+)\s*\((?!\*)", declaration.split(" = ")[0]):
                if "(*" not in declaration.split(" = ")[0] and not re.search(r"= (delete|default)$|^$", declaration) and \
                        not named[1].startswith("~") and "operator" not in declaration.split("(")[0]:
                    yield next((name for name in reversed(scopes) if name), ""), named[1], declaration
            elif re.match(r"(inline )?namespace (?!detail\b)", declaration):
                scope = ""
        if end == "{":
            scopes.append(scope)
        elif end == "}":
            access.pop(len(scopes), None)
            scopes.pop()


def findings_of(headers, tests):
    findings = []
    for name, text in headers.items():
        found = list(functions(text))
        for scope, function, declaration in found:
            full = f"{scope}::{function}" if scope else function
            if full in MAY_THROW or scope == function and function in MADE_AND_MOVED:
                continue
            member = rf"{OBJECTS.get(scope, scope)}\." if scope and scope != function else r"CANNOT_THROW\("
            if not re.search(r"\) (const )?noexcept\b(?! ?[()>])", declaration):
                findings.append(f"{name}: not noexcept: {full}")
            if not re.search(rf"\b{member}{function}[(<]", tests):
                findings.append(f"{name}: not asserted: {full}")
        if re.search(r"^[^#/\n]*\bSATORI_API ", text, re.MULTILINE) and not found:
            findings.append(f"{name}: no function found")
    return findings


def selftest(headers, tests):
    faults = {
        "a function without noexcept": ({"x.hpp": "SATORI_API void volume(int a = {});"}, "not noexcept: volume"),
        "a function that no test names": ({"x.hpp": "namespace satori { constexpr int unheard(int a) noexcept { f(a); } }"},
                                          "not asserted: unheard"),
        "a member without noexcept": ({"x.hpp": "class SATORI_API World { public: bool validate() const; private: void hidden(); };"},
                                      "not noexcept: World::validate"),
        "a member that no test names": ({"x.hpp": "struct World { int of[2] = {1, 2}; int add() const noexcept { return of[0]; } };"},
                                        "not asserted: World::add"),
        "a function that may throw after all": ({"x.hpp": "SATORI_API void volume(int a) noexcept(false);"}, "not noexcept: volume"),
        "a function whose parameter alone cannot throw": ({"x.hpp": "void volume(std::function<void() noexcept> f);"},
                                                          "not noexcept: volume"),
        "a member of a class with an attribute": ({"x.hpp": "class [[nodiscard]] World { public: bool validate() const; };"},
                                                  "not noexcept: World::validate"),
        "a header that is not understood": ({"x.hpp": "class SATORI_API A { public: ~A(); };"}, "no function found"),
    }
    missed = []
    for fault, (changed, expected) in faults.items():
        found = findings_of(changed, tests)
        print(f"found: {fault}") if len(found) == 1 and expected in found[0] else missed.append(f"not found: {fault}: {found}")
    return missed


def main(mode, folder, *tests):
    headers = {path.name: path.read_text() for path in sorted(pathlib.Path(folder).glob("*.hpp"))}
    asserted = re.sub(r"//[^\n]*", "", "\n".join(pathlib.Path(test).read_text() for test in tests))
    findings = {"check": findings_of, "selftest": selftest}[mode](headers, asserted)
    print("\n".join(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
