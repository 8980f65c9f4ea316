"""Sphinx: the guide and the reference of the Python package. satori must be importable."""

import importlib
import pathlib
import re

_ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
_HEADER = (_ROOT / "include/satori/version.hpp").read_text(encoding="utf-8")

project = "satori for Python"
author = "the authors of satori"
release = version = ".".join(re.findall(r"#define SATORI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", _HEADER))

extensions = ["sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["build"]
try:
    importlib.import_module("satori.mpi")
except ImportError:  # no MPI here: the guide lacks that page
    exclude_patterns.append("mpi.rst")
    suppress_warnings = ["toc.excluded"]
default_role = "py:obj"

html_theme = "alabaster"
html_theme_options = {
    "description": f"Batched collision detection of oriented boxes. Version {release}.",
    "fixed_sidebar": True,
    "page_width": "60em",
}
html_show_copyright = False
html_copy_source = False

autodoc_member_order = "groupwise"
numpydoc_show_class_members = False
