"""import satori.mpi where something that it needs is missing: the message names it. The core needs none of it."""

import subprocess
import sys

import pytest

from helpers import import_mpi

PROGRAM = """
import sys, types
sys.modules[{absent!r}] = None
sys.modules.setdefault("mpi4py", types.ModuleType("mpi4py"))
sys.modules.setdefault("mpi4py.MPI", types.ModuleType("mpi4py.MPI"))
import satori
assert len(satori.isas()) > 0
try:
    import satori.mpi
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    "absent, message",
    [
        ("mpi4py", "satori.mpi needs mpi4py (Debian: python3-mpi4py)"),
        ("satori._mpi", "this satori was built without MPI: build it again where MPI is installed"),
    ],
)
def test_the_error_names_what_is_missing(absent, message):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(absent=absent)], text=True, capture_output=True, check=False
    )
    assert done.returncode == 0 and done.stdout.startswith(message), done.stdout + done.stderr


@pytest.mark.skipif(import_mpi() is None, reason="no MPI, or no mpi4py")
def test_another_mpi_is_refused():
    program = "from mpi4py import MPI; MPI.Get_library_version = lambda: 'Other MPI 1.0'; import satori.mpi"
    done = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True, check=False)
    assert done.returncode == 1
    assert "ImportError: satori.mpi was built for another MPI than mpi4py: " in done.stderr
    assert done.stderr.rstrip().endswith("; Other MPI 1.0")


def test_the_core_does_not_load_mpi():
    program = "import sys, satori; print({'satori.mpi', 'satori._mpi', 'mpi4py'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True, check=True)
    assert done.stdout.strip() == "set()"
