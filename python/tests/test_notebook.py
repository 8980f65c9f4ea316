"""examples/tour.ipynb: stored without outputs, and every cell runs."""

import os
import pathlib

import pytest

import satori

nbformat = pytest.importorskip("nbformat")
NOTEBOOK = pathlib.Path(__file__).parents[1] / "examples" / "tour.ipynb"


@pytest.fixture
def notebook():
    return nbformat.read(NOTEBOOK, as_version=4)


def test_notebook_is_stored_without_outputs(notebook):
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) > 10
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert NOTEBOOK.stat().st_size < 20_000


def printed_by(notebook, words):
    """What the one cell with these words printed. Jupyter cuts what a slow cell prints into several outputs."""
    (cell,) = (cell for cell in notebook.cells if cell.cell_type == "code" and words in cell.source)
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")


def test_notebook_runs(notebook, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    package = str(pathlib.Path(satori.__file__).resolve().parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([package, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.delenv("MPLBACKEND", raising=False)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()

    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 5
    assert "1" in printed_by(notebook, "InvalidBoxError")
    contacts = printed_by(notebook, "first = manifolds[0]")
    assert "pair [0 1]" in contacts and "points 4" in contacts
    still = printed_by(notebook, "while moving")
    (steps, boxes, contacts), (later, more_boxes, more_contacts), last = [
        [int(word) for word in line.split() if word.isdigit()] for line in still.splitlines()
    ]
    assert 0 < boxes < more_boxes < 24 and boxes <= contacts < more_contacts
    assert (steps, later) == (50, 200) and last[0] > 200
    above, _, total = printed_by(notebook, "closest_hits").split(":")[1].split()
    assert 0.1 * int(total) < int(above) < 0.7 * int(total) and int(total) == 40_000
