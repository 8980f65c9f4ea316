"""The docstrings: every public object has one, its examples run, and its parameters are those of the signature."""

import ast
import doctest
import inspect
import linecache

import numpy as np
import pytest

import satori

from helpers import import_mpi


def public_objects(package, prefix=""):
    """{"find_overlaps": object, "World.add": object, ...}: a package, its functions, classes and their members."""
    found = {package.__name__: package}
    for name in package.__all__:
        thing = getattr(package, name)
        if not callable(thing) or isinstance(thing, np.dtype):
            continue  # constants and types of arrays: the docstring of the package names them
        found[prefix + name] = thing
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            members = {key: getattr(thing, key) for key in vars(thing) if not key.startswith("_")}
            found.update({f"{prefix}{name}.{key}": member for key, member in members.items()})
    return found


OBJECTS = public_objects(satori)
if import_mpi():
    OBJECTS.update(public_objects(import_mpi(), "mpi."))


def is_method(name):
    """Whether an object is a function or a method, which pybind11 gives a line with its signature."""
    return inspect.isroutine(OBJECTS[name])


def text_of(name):
    """A docstring without the signature."""
    text = inspect.getdoc(OBJECTS[name]) or ""
    return text.partition("\n")[2].strip("\n") if is_method(name) else text


def signature_of(name):
    """The signature that a docstring has to explain, as text; None for properties, and classes without one."""
    if is_method(name):
        return OBJECTS[name].__doc__.partition("\n")[0]
    if inspect.isclass(OBJECTS[name]):
        line = (OBJECTS[name].__init__.__doc__ or "").partition("\n")[0]
        return line if line.startswith("__init__(self") else None
    return None


def test_every_kind_of_object_is_here():
    assert {
        "satori",
        "Boxes",
        "Boxes.bounds",
        "Boxes.centers",
        "find_overlaps",
        "World.add",
        "InvalidBoxError",
    } <= set(OBJECTS)


@pytest.mark.parametrize("name", sorted(OBJECTS))
def test_the_first_line_is_a_sentence(name):
    first = text_of(name).partition("\n")[0]
    assert first.endswith(".") and first[0].isupper() and first == first.strip(), first


@pytest.mark.parametrize("name", sorted(OBJECTS))
def test_lines_fit(name):
    assert [line for line in text_of(name).splitlines() if len(line) > 110] == []


@pytest.mark.parametrize("name", sorted(n for n in OBJECTS if is_method(n) or inspect.isclass(OBJECTS[n])))
def test_examples_run(name):
    """With the print options of numpy that it has without a configuration."""
    example = doctest.DocTestParser().get_doctest(text_of(name), {"np": np, "satori": satori}, name, None, 0)
    assert example.examples, "no example"
    written = []
    with np.printoptions(precision=8, threshold=1000, linewidth=75, suppress=False, sign="-", floatmode="maxprec"):
        results = doctest.DocTestRunner().run(example, out=written.append)
    assert results.failed == 0, "".join(written)


def test_the_package_has_an_example_that_runs():
    example = doctest.DocTestParser().get_doctest(text_of("satori"), {"np": np, "satori": satori}, "satori", None, 0)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0


def returns_something(name):
    return is_method(name) and signature_of(name).rpartition("->")[2].strip() != "None"


def stand_in(name):
    """A function with the signature and the text of an object: numpydoc reads no signatures of pybind11."""
    function = ast.parse(f"def {signature_of(name)}: {'return 1' if returns_something(name) else 'pass'}").body[0]
    function.returns = None
    given = function.args
    for argument in [*given.posonlyargs, *given.args, *given.kwonlyargs]:
        argument.annotation = None
    given.args = [argument for argument in given.args if argument.arg != "self"]
    source, file = ast.unparse(function) + "\n", f"<{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # numpydoc reads it
    namespace = {"inf": np.inf}
    exec(compile(source, file, "exec"), namespace)
    made = namespace[function.name]
    made.__doc__ = text_of(name)
    return made


# All checks of numpydoc, but for these: GL01 and GL02 (where the quotes are), GL08 (tested above), ES01, SA01 (an
# extended summary and a "See Also" in each), SA04 (a description of each), and RT02 (a name for a single result).
UNCHECKED = {"GL01", "GL02", "GL08", "ES01", "SA01", "SA04", "RT02"}


@pytest.mark.parametrize("name", sorted(n for n in OBJECTS if signature_of(n)))
def test_numpydoc_accepts_it(name):
    validate = pytest.importorskip("numpydoc.validate")
    docscrape = pytest.importorskip("numpydoc.docscrape")
    errors = validate.validate(docscrape.get_doc_object(stand_in(name)))["errors"]
    assert [error for error in errors if error[0] not in UNCHECKED] == []
