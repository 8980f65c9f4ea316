"""Types of the extension module. Import satori.mpi, not this module."""

import numpy as np
from mpi4py.MPI import Intracomm
from numpy.typing import ArrayLike, NDArray

from ._satori import _Boundary, _Ids, _Isa, _Numbers

MANIFOLD: np.dtype[np.void]

class Partition:
    def __init__(self, comm: Intracomm | None = None, *, lattice_edge: float = 1024.0) -> None: ...
    def find_overlaps(
        self,
        boxes: ArrayLike,
        ids: _Ids,
        *,
        radii: ArrayLike | None = None,
        origin: _Numbers | None = None,
        boundary: _Boundary = "closed",
        filters: NDArray[np.void] | None = None,
        motions: NDArray[np.uint32] | None = None,
        sort: bool = True,
        isa: _Isa | None = None,
        threads: int | None = None,
        max_pairs: int = 0,
    ) -> NDArray[np.uint64]: ...
    def find_near_pairs(
        self,
        boxes: ArrayLike,
        ids: _Ids,
        *,
        max_distance: float,
        radii: ArrayLike | None = None,
        origin: _Numbers | None = None,
        filters: NDArray[np.void] | None = None,
        motions: NDArray[np.uint32] | None = None,
        sort: bool = True,
        isa: _Isa | None = None,
        threads: int | None = None,
        max_pairs: int = 0,
    ) -> NDArray[np.uint64]: ...
    def collide(
        self,
        boxes: ArrayLike,
        ids: _Ids,
        *,
        radii: ArrayLike | None = None,
        origin: _Numbers | None = None,
        boundary: _Boundary = "closed",
        speculative_distance: float = 0.0,
        filters: NDArray[np.void] | None = None,
        motions: NDArray[np.uint32] | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
        max_pairs: int = 0,
    ) -> NDArray[np.void]: ...

class ContactTracker:
    def __init__(self, comm: Intracomm | None = None, *, lattice_edge: float = 1024.0) -> None: ...
    def update(
        self,
        boxes: ArrayLike,
        ids: _Ids,
        *,
        radii: ArrayLike | None = None,
        origin: _Numbers | None = None,
        boundary: _Boundary = "closed",
        speculative_distance: float = 0.0,
        filters: NDArray[np.void] | None = None,
        motions: NDArray[np.uint32] | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
        max_pairs: int = 0,
    ) -> tuple[NDArray[np.void], NDArray[np.uint32], NDArray[np.uint64]]: ...
    def clear(self) -> None: ...
