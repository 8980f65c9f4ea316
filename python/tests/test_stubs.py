"""The types of the package: what mypy says, and whether they are the signatures of the module."""

import ast
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import satori
from satori import _satori

from helpers import import_mpi

PACKAGE = pathlib.Path(satori.__file__).parent
MODULES = [_satori]
if import_mpi():
    from satori import _mpi

    MODULES.append(_mpi)
STUBS = [PACKAGE / f"{module.__name__.rpartition('.')[2]}.pyi" for module in MODULES]
NODES = [node for stub in STUBS for node in ast.parse(stub.read_text()).body]
PROGRAM = '''
import numpy as np
from numpy.typing import NDArray

import satori


def overlap_count(rows: NDArray[np.float32]) -> int:
    boxes = satori.Boxes(rows, threads=1)
    pairs: NDArray[np.uint32] = satori.find_overlaps(boxes, boundary="open", isa=satori.best_isa())
    answers: NDArray[np.bool_] = satori.test_pairs(boxes, pairs)
    return int(answers.sum())


def step(world: satori.World, ids: NDArray[np.uint64], centers: NDArray[np.float64]) -> int:
    world.move(ids, centers)
    world.set_motion(ids[:1], "static")
    update = world.update(max_pairs=1000)
    manifolds: NDArray[np.void] = world.manifolds(update.begun["slot"])
    return len(manifolds) + update.contact_count


def near(world: satori.World, camera: satori.Frustum) -> NDArray[np.uint64]:
    ids, begin = world.find_boxes([camera, satori.Sphere((0, 0, 0), 2.0)])
    hits: NDArray[np.void] = world.closest_hits([(0.0, 0.0, 5.0)], [(0.0, 0.0, -1.0)])
    return np.concatenate([ids, hits["box"]])
'''
WRONG = '''
import satori

boxes = satori.Boxes([])
rects = satori.Rects([])
satori.find_overlaps(boxes, rects)
satori.find_overlaps(boxes, boundary="ajar")
satori.find_overlaps(boxes, None, "closed")
satori.World().update().begun = satori.MANIFOLD
satori.Boxes([], isa="mmx")
'''


def run_mypy(module, *arguments):
    """Runs a module of mypy next to the package; returns its exit code and all it printed."""
    pytest.importorskip("mypy")
    paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    environment = dict(os.environ, MYPYPATH=str(PACKAGE.parent), PYTHONPATH=os.pathsep.join(paths))
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        text=True,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """A folder in which mypy keeps what it knows of numpy."""
    return tmp_path_factory.mktemp("mypy")


def test_mypy_accepts_the_package(cache):
    # matplotlib has types from 3.8 on.
    code, text = run_mypy("mypy", "--strict", "--ignore-missing-imports", "--cache-dir", cache, PACKAGE)
    assert code == 0, text


def test_mypy_accepts_a_program(tmp_path, cache):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    code, text = run_mypy("mypy", "--strict", "--cache-dir", cache, program)
    assert code == 0, text


def test_mypy_refuses_wrong_calls(tmp_path, cache):
    program = tmp_path / "wrong.py"
    program.write_text(WRONG)
    code, text = run_mypy("mypy", "--strict", "--cache-dir", cache, program)
    assert code == 1
    first = WRONG.splitlines().index('satori.find_overlaps(boxes, rects)') + 1
    refused = {int(line.split(":")[1]) for line in text.splitlines() if "error:" in line}
    assert refused == set(range(first, len(WRONG.splitlines()) + 1)), text


@pytest.mark.parametrize("module", [module.__name__ for module in MODULES])
def test_stubtest_accepts_the_stub(module, tmp_path):
    allowed = pathlib.Path(__file__).with_name("stubtest_allowlist.txt").read_text().splitlines(keepends=True)
    of_module = tmp_path / "allowlist.txt"
    of_module.write_text("".join(line for line in allowed if line.startswith(module.replace(".", r"\."))))
    code, text = run_mypy("mypy.stubtest", module, "--allowlist", of_module)
    assert code == 0, text


def stub_functions():
    """All functions of the stubs: {"find_overlaps": node, "World.add": node, ...}, properties left out."""
    found = {}
    for node in NODES:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and "property" not in map(ast.unparse, member.decorator_list):
                    found[f"{node.name}.{member.name}"] = member
    return found


def signature_line(function):
    """The line that pybind11 writes at the beginning of a docstring."""
    return (function.__doc__ or "").partition("\n")[0]


def module_functions():
    """All functions of the modules that have a signature of pybind11, by the names of stub_functions()."""
    found = {}
    for name, thing in [member for module in MODULES for member in vars(module).items()]:
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for key in vars(thing):
                member = getattr(thing, key)
                if callable(member) and signature_line(member).startswith(key + "("):
                    found[f"{name}.{key}"] = member
        elif inspect.isbuiltin(thing) and signature_line(thing).startswith(name + "("):
            found[name] = thing
    return found


def default_of(node):
    """A default as a value: -0.0 and numbers in other notation become the same. Names such as inf stay names."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return ast.unparse(node)


def arguments_of(function):
    """[(kind, name, default)], without self."""
    given = function.args
    assert given.vararg is None and given.kwarg is None, f"{function.name}: * or ** arguments"
    plain = given.posonlyargs + given.args
    none = [()] * (len(plain) - len(given.defaults))
    listed = [("any", a.arg, d and default_of(d)) for a, d in zip(plain, none + given.defaults)]
    listed += [
        ("keyword", a.arg, () if d is None else default_of(d)) for a, d in zip(given.kwonlyargs, given.kw_defaults)
    ]
    return [a for a in listed if a[1] != "self"]


# pybind11 names no arguments of these, or names them as it likes.
UNNAMED = {
    "__contains__",
    "__getitem__",
    "__getstate__",
    "__setstate__",
    "__copy__",
    "__deepcopy__",
    "__reduce__",
    "__repr__",
    "__eq__",
    "__hash__",
}
NAMED = {name: function for name, function in module_functions().items() if name.rpartition(".")[2] not in UNNAMED}


@pytest.mark.parametrize("name", sorted(NAMED))
def test_the_stub_has_the_signatures_of_the_module(name):
    line = signature_line(NAMED[name])
    assert "Overloaded function" not in NAMED[name].__doc__
    assert name in stub_functions(), f"the stub lacks {line}"
    assert arguments_of(stub_functions()[name]) == arguments_of(ast.parse(f"def {line}: ...").body[0])


def has_name(dotted):
    first, *others = dotted.split(".")
    thing = next((vars(module)[first] for module in MODULES if hasattr(module, first)), None)
    for name in others:
        thing = getattr(thing, name, None)
    return thing is not None


def test_the_module_has_what_the_stub_names():
    """stubtest_allowlist.txt has all classes, so stubtest would not miss one."""
    classes = {node.name for node in NODES if isinstance(node, ast.ClassDef)}
    assert {name for name in classes | set(stub_functions()) if not has_name(name)} == set()


def test_there_are_signatures_to_compare():
    assert {"find_overlaps", "Boxes.__init__", "World.add"} <= set(NAMED)
