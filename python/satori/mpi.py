"""Pairs and contacts of boxes that are spread over the ranks of MPI."""

from __future__ import annotations

try:
    import mpi4py.MPI  # noqa: F401  (_mpi needs it, and it starts MPI)
except ModuleNotFoundError as error:
    raise ImportError("satori.mpi needs mpi4py (Debian: python3-mpi4py)") from error
try:
    from ._mpi import __doc__, MANIFOLD, ContactTracker, Partition
except ModuleNotFoundError as error:
    raise ImportError(
        "this satori was built without MPI: build it again where MPI is installed (Debian: libopenmpi-dev)"
    ) from error

__all__ = ["MANIFOLD", "ContactTracker", "Partition"]
