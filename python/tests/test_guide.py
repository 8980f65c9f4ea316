"""The guide: each example on its pages prints what the page says."""

import doctest
import pathlib
import re
import subprocess
import sys

import pytest

import satori

from helpers import import_mpi

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.rst"))
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def test_the_guide_has_pages():
    assert len(PAGES) >= 12 and DOCS / "index.rst" in PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples(page):
    if page.stem == "mpi" and import_mpi() is None:
        pytest.skip("no MPI, or no mpi4py")
    if "scipy" in page.read_text(encoding="utf-8"):
        pytest.importorskip("scipy")
    result = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_guide_names_each_page(page):
    listed = [line.strip() for line in (DOCS / "index.rst").read_text(encoding="utf-8").splitlines()]
    assert page.stem == "index" or page.stem in listed


def test_the_reference_names_everything():
    text = (DOCS / "reference.rst").read_text(encoding="utf-8")
    missing = [name for name in satori.__all__ if name != "__version__" and not re.search(rf"\b{name}\b", text)]
    assert not missing


def test_the_pages_build_without_a_warning(tmp_path):
    for module in ["sphinx", "numpydoc", "matplotlib"]:
        pytest.importorskip(module)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(DOCS), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "find_overlaps" in (tmp_path / "reference.html").read_text(encoding="utf-8")
