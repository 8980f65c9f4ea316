"""Types of the extension module. Import satori, not this module."""

import os
from collections.abc import Sequence
from math import inf
from typing import Any, Literal, NoReturn, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypeAlias

_Isa: TypeAlias = Literal["best", "scalar", "sse4.2", "avx2", "avx512", "neon64"]
_Boundary: TypeAlias = Literal["closed", "open"]
_Motion: TypeAlias = Literal["static", "kinematic", "dynamic", "detector"]
_Numbers: TypeAlias = Sequence[float] | NDArray[np.floating[Any]]  # as many as the name says
_Vector: TypeAlias = tuple[float, float, float]
_Quadruple: TypeAlias = tuple[float, float, float, float]
_Id: TypeAlias = int | np.integer[Any]
_Ids: TypeAlias = _Id | Sequence[_Id] | NDArray[np.integer[Any]]
_SmallIds: TypeAlias = _Id | Sequence[int] | NDArray[np.integer[Any]]
_Filters: TypeAlias = NDArray[np.void] | tuple[NDArray[np.void] | None, NDArray[np.void] | None]
_Motions: TypeAlias = NDArray[np.uint32] | tuple[NDArray[np.uint32] | None, NDArray[np.uint32] | None]
_Moves: TypeAlias = ArrayLike | tuple[ArrayLike | None, ArrayLike | None]
_Set = TypeVar("_Set", Boxes, Rects)
_Bounded = TypeVar("_Bounded", Boxes, Rects, NDArray[np.float32])
_Index: TypeAlias = (
    slice | Sequence[bool] | Sequence[int] | NDArray[np.bool_] | NDArray[np.integer[Any]] | SupportsIndex
)

__version__: str
MANIFOLD: np.dtype[np.void]
RECT_MANIFOLD: np.dtype[np.void]
SEPARATION: np.dtype[np.void]
RECT_SEPARATION: np.dtype[np.void]
DISTANCE: np.dtype[np.void]
RECT_DISTANCE: np.dtype[np.void]
NEAREST: np.dtype[np.void]
IMPACT: np.dtype[np.void]
RECT_IMPACT: np.dtype[np.void]
FILTER: np.dtype[np.void]
CONTACT: np.dtype[np.void]
BOX_IMPACT: np.dtype[np.void]
WORLD_IMPACT: np.dtype[np.void]
BOX: np.dtype[np.void]
HIT: np.dtype[np.void]
CLOSEST: np.dtype[np.void]
STATIC: int
KINEMATIC: int
DYNAMIC: int
DETECTOR: int
OUTSIDE: int
CROSSING: int
INSIDE: int
NO_SLOT: int
NO_BOX: int
NO_IMPACT: int
MEETS: int
UNRESOLVED: int

class InvalidBoxError(ValueError):
    index: int
    column: int
    fault: str
    count: int
    rank: int  # rank and id: of satori.mpi alone, whose errors have no column and no count
    id: int

class UnsupportedIsaError(RuntimeError): ...
class LimitExceededError(RuntimeError): ...

def best_isa() -> _Isa: ...
def isas() -> list[_Isa]: ...

class Boxes:
    def __init__(
        self,
        rows: ArrayLike | None = None,
        *,
        centers: ArrayLike | None = None,
        half_extents: ArrayLike | None = None,
        sizes: ArrayLike | None = None,
        rotations_xyzw: ArrayLike | None = None,
        rotations_wxyz: ArrayLike | None = None,
        matrices: ArrayLike | None = None,
        headings: ArrayLike | None = None,
        radii: ArrayLike | None = None,
        origin: _Numbers | None = None,
        skip_invalid: bool = False,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: _Index) -> Boxes: ...
    def __copy__(self) -> Boxes: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Boxes: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> NoReturn: ...
    @property
    def centers(self) -> NDArray[np.float32]: ...
    @property
    def half_extents(self) -> NDArray[np.float32]: ...
    @property
    def axes(self) -> NDArray[np.float32]: ...
    @property
    def radii(self) -> NDArray[np.float32] | None: ...
    @property
    def origin(self) -> NDArray[np.float64] | None: ...
    @property
    def center_error(self) -> float: ...
    @property
    def skipped(self) -> NDArray[np.uint32]: ...
    def bounds(self) -> NDArray[np.float32]: ...
    def corners(self) -> NDArray[np.float32]: ...
    def transformed(
        self, position: _Numbers, rotation_xyzw: _Numbers = (0.0, 0.0, 0.0, 1.0), scale: float = 1.0
    ) -> Boxes: ...

class Rects:
    def __init__(
        self,
        rows: ArrayLike | None = None,
        *,
        centers: ArrayLike | None = None,
        half_extents: ArrayLike | None = None,
        sizes: ArrayLike | None = None,
        angles: ArrayLike | None = None,
        radii: ArrayLike | None = None,
        origin: _Numbers | None = None,
        skip_invalid: bool = False,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: _Index) -> Rects: ...
    def __copy__(self) -> Rects: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Rects: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> NoReturn: ...
    @property
    def centers(self) -> NDArray[np.float32]: ...
    @property
    def half_extents(self) -> NDArray[np.float32]: ...
    @property
    def axes(self) -> NDArray[np.float32]: ...
    @property
    def angles(self) -> NDArray[np.float64]: ...
    @property
    def radii(self) -> NDArray[np.float32] | None: ...
    @property
    def origin(self) -> NDArray[np.float64] | None: ...
    @property
    def center_error(self) -> float: ...
    @property
    def skipped(self) -> NDArray[np.uint32]: ...
    def bounds(self) -> NDArray[np.float32]: ...
    def corners(self) -> NDArray[np.float32]: ...
    def transformed(self, position: _Numbers, angle: float = 0.0, scale: float = 1.0) -> Rects: ...

def find_overlaps(
    a: _Set,
    b: _Set | None = None,
    *,
    boundary: _Boundary = "closed",
    filters: _Filters | None = None,
    motions: _Motions | None = None,
    sort: bool = True,
    isa: _Isa | None = None,
    threads: int | None = None,
    max_pairs: int = 0,
    out: NDArray[np.uint32] | None = None,
) -> NDArray[np.uint32]: ...
def find_pairs(
    a: _Bounded,
    b: _Bounded | None = None,
    *,
    filters: _Filters | None = None,
    motions: _Motions | None = None,
    sort: bool = True,
    isa: _Isa | None = None,
    threads: int | None = None,
    max_pairs: int = 0,
    out: NDArray[np.uint32] | None = None,
) -> NDArray[np.uint32]: ...
def find_near_pairs(
    a: _Set,
    b: _Set | None = None,
    *,
    max_distance: float,
    filters: _Filters | None = None,
    motions: _Motions | None = None,
    sort: bool = True,
    isa: _Isa | None = None,
    threads: int | None = None,
    max_pairs: int = 0,
    out: NDArray[np.uint32] | None = None,
) -> NDArray[np.uint32]: ...
def find_nearest(
    a: _Set,
    b: _Set | None = None,
    *,
    max_distance: float,
    filters: _Filters | None = None,
    motions: _Motions | None = None,
    isa: _Isa | None = None,
    threads: int | None = None,
    max_pairs: int = 0,
    out: NDArray[np.void] | None = None,
) -> NDArray[np.void]: ...
def distances(
    a: _Set,
    pairs: NDArray[np.uint32],
    b: _Set | None = None,
    *,
    isa: _Isa | None = None,
    threads: int | None = None,
    out: NDArray[np.void] | None = None,
) -> NDArray[np.void]: ...
def times_of_impact(
    a: _Set,
    pairs: NDArray[np.uint32],
    b: _Set | None = None,
    *,
    translations: _Moves | None = None,
    rotations: _Moves | None = None,
    distance: float = 0.0,
    tolerance: float = 0.001,
    isa: _Isa | None = None,
    threads: int | None = None,
    out: NDArray[np.void] | None = None,
) -> NDArray[np.void]: ...
def find_impacts(
    a: _Set,
    b: _Set | None = None,
    *,
    translations: _Moves | None = None,
    rotations: _Moves | None = None,
    distance: float = 0.0,
    tolerance: float = 0.001,
    filters: _Filters | None = None,
    motions: _Motions | None = None,
    sort: bool = True,
    isa: _Isa | None = None,
    threads: int | None = None,
    max_pairs: int = 0,
    out: NDArray[np.uint32] | None = None,
) -> NDArray[np.uint32]: ...
def test_pairs(
    a: _Set,
    pairs: NDArray[np.uint32],
    b: _Set | None = None,
    *,
    boundary: _Boundary = "closed",
    isa: _Isa | None = None,
    threads: int | None = None,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]: ...
def collide(
    a: _Set,
    b: _Set | None = None,
    *,
    boundary: _Boundary = "closed",
    speculative_distance: float = 0.0,
    filters: _Filters | None = None,
    motions: _Motions | None = None,
    isa: _Isa | None = None,
    threads: int | None = None,
    max_pairs: int = 0,
    out: NDArray[np.void] | None = None,
) -> NDArray[np.void]: ...
def collide_pairs(
    a: _Set,
    pairs: NDArray[np.uint32],
    b: _Set | None = None,
    *,
    boundary: _Boundary = "closed",
    speculative_distance: float = 0.0,
    isa: _Isa | None = None,
    threads: int | None = None,
    out: NDArray[np.void] | None = None,
) -> NDArray[np.void]: ...
def separations(
    a: _Set,
    pairs: NDArray[np.uint32],
    b: _Set | None = None,
    *,
    isa: _Isa | None = None,
    threads: int | None = None,
    out: NDArray[np.void] | None = None,
) -> NDArray[np.void]: ...
def contact_positions(a: Boxes | Rects, manifolds: NDArray[np.void]) -> NDArray[np.float32]: ...
def filters(n: int) -> NDArray[np.void]: ...

class FittedBox:
    @property
    def row(self) -> NDArray[np.float32]: ...
    @property
    def center(self) -> NDArray[np.float32]: ...
    @property
    def half_extents(self) -> NDArray[np.float32]: ...
    @property
    def rotation_xyzw(self) -> NDArray[np.float32]: ...
    @property
    def volume(self) -> float: ...
    @property
    def shape(self) -> Literal["point", "collinear", "planar", "solid"]: ...
    @property
    def exact_hull(self) -> bool: ...
    def boxes(self) -> Boxes: ...

def fit_box(
    points: ArrayLike,
    method: Literal["pca", "hull", "minimal"] = "minimal",
    *,
    origin: _Numbers | None = None,
    threads: int | None = None,
) -> FittedBox: ...

class Sphere:
    def __init__(self, center: _Numbers, radius: float) -> None: ...
    @property
    def center(self) -> _Vector: ...
    @property
    def radius(self) -> float: ...

class Aabb:
    def __init__(self, min: _Numbers, max: _Numbers) -> None: ...
    @property
    def min(self) -> _Vector: ...
    @property
    def max(self) -> _Vector: ...

class Plane:
    def __init__(self, normal: _Numbers, offset: float) -> None: ...
    @property
    def normal(self) -> _Vector: ...
    @property
    def offset(self) -> float: ...

class Ray:
    def __init__(self, origin: _Numbers, direction: _Numbers, max_distance: float = inf) -> None: ...
    @property
    def origin(self) -> _Vector: ...
    @property
    def direction(self) -> _Vector: ...
    @property
    def max_distance(self) -> float: ...

class Segment:
    def __init__(self, start: _Numbers, end: _Numbers) -> None: ...
    @property
    def start(self) -> _Vector: ...
    @property
    def end(self) -> _Vector: ...

class Triangle:
    def __init__(self, a: _Numbers, b: _Numbers, c: _Numbers) -> None: ...
    @property
    def a(self) -> _Vector: ...
    @property
    def b(self) -> _Vector: ...
    @property
    def c(self) -> _Vector: ...

class Frustum:
    def __init__(self, planes: ArrayLike) -> None: ...
    @staticmethod
    def from_matrix(
        matrix: ArrayLike, *, clip: Literal["zero_to_one", "minus_one_to_one"] = "zero_to_one"
    ) -> Frustum: ...
    @property
    def planes(self) -> tuple[_Quadruple, _Quadruple, _Quadruple, _Quadruple, _Quadruple, _Quadruple]: ...

class Box:
    def __init__(
        self, center: _Numbers, half_extents: _Numbers, rotation_xyzw: _Numbers = (0.0, 0.0, 0.0, 1.0)
    ) -> None: ...
    @property
    def center(self) -> _Vector: ...
    @property
    def half_extents(self) -> _Vector: ...
    @property
    def rotation_xyzw(self) -> _Quadruple: ...

_OwnShape: TypeAlias = Sphere | Aabb | Plane | Ray | Segment | Triangle | Frustum | Box
_Shape: TypeAlias = _OwnShape | _Numbers

def test_boxes(
    boxes: Boxes,
    shape: _Shape,
    *,
    isa: _Isa | None = None,
    threads: int | None = None,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]: ...
def find_boxes(
    boxes: Boxes, shape: _Shape, *, isa: _Isa | None = None, threads: int | None = None
) -> NDArray[np.uint32]: ...
def classify_boxes(
    boxes: Boxes,
    shape: _Shape,
    *,
    isa: _Isa | None = None,
    threads: int | None = None,
    out: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]: ...
def intersect(
    boxes: Boxes, ray: Ray, *, isa: _Isa | None = None, threads: int | None = None
) -> NDArray[np.float32]: ...
def closest_points(
    boxes: Boxes, point: _Numbers, *, isa: _Isa | None = None, threads: int | None = None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
def contains_points(
    box: Box,
    points: ArrayLike,
    *,
    isa: _Isa | None = None,
    threads: int | None = None,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]: ...

class WorldUpdate:
    @property
    def begun(self) -> NDArray[np.void]: ...
    @property
    def changed(self) -> NDArray[np.void]: ...
    @property
    def ended(self) -> NDArray[np.void]: ...
    @property
    def impacts(self) -> NDArray[np.void]: ...
    @property
    def contact_count(self) -> int: ...
    @property
    def pair_count(self) -> int: ...
    @property
    def tested_count(self) -> int: ...
    @property
    def changed_box_count(self) -> int: ...
    @property
    def point_count(self) -> int: ...
    @property
    def isa(self) -> _Isa: ...
    @property
    def threads(self) -> int: ...

class World:
    def __init__(
        self,
        *,
        boundary: _Boundary = "closed",
        speculative_distance: float = 0.0,
        margin: float = 0.0,
        relative_margin: float = 0.0,
        motion_tolerance: float = 0.0,
        impact_depth: float = 0.005,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __contains__(self, id: _Id) -> bool: ...
    def __copy__(self) -> World: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> World: ...
    def add(
        self,
        rows: ArrayLike | None = None,
        *,
        centers: ArrayLike | None = None,
        half_extents: ArrayLike | None = None,
        sizes: ArrayLike | None = None,
        rotations_xyzw: ArrayLike | None = None,
        rotations_wxyz: ArrayLike | None = None,
        matrices: ArrayLike | None = None,
        headings: ArrayLike | None = None,
        radii: ArrayLike | None = None,
        origin: _Numbers | None = None,
        motion: _Motion = "dynamic",
        sensor: bool = False,
        sleeping: bool = False,
        continuous: bool = False,
        category: int = 1,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        group: int = 0,
        owner: int = 0,
        speculative_distance: float = 0.0,
        user_data: int = 0,
    ) -> NDArray[np.uint64]: ...
    def move(
        self,
        ids: _Ids,
        centers: ArrayLike,
        *,
        rotations_xyzw: ArrayLike | None = None,
        rotations_wxyz: ArrayLike | None = None,
        matrices: ArrayLike | None = None,
        headings: ArrayLike | None = None,
        origin: _Numbers | None = None,
    ) -> None: ...
    def remove(self, ids: _Ids) -> None: ...
    def set_motion(self, ids: _Ids, motion: _Motion) -> None: ...
    def set_sleeping(self, ids: _Ids, sleeping: bool) -> None: ...
    def set_sensor(self, ids: _Ids, sensor: bool) -> None: ...
    def set_continuous(self, ids: _Ids, continuous: bool) -> None: ...
    def set_half_extents(self, ids: _Ids, half_extents: ArrayLike) -> None: ...
    def set_radii(self, ids: _Ids, radii: ArrayLike) -> None: ...
    def set_filters(self, ids: _Ids, filters: NDArray[np.void]) -> None: ...
    def set_speculative_distances(self, ids: _Ids, distances: ArrayLike) -> None: ...
    def set_origin(self, origin: _Numbers) -> None: ...
    def ignore(self, a: _Id, b: _Id) -> None: ...
    def restore(self, a: _Id, b: _Id) -> None: ...
    def set_contact_enabled(self, a: _Id, b: _Id, enabled: bool) -> None: ...
    def find_covered_sides(self, tolerance: float, *, threads: int | None = None) -> None: ...
    def update(self, *, isa: _Isa | None = None, threads: int | None = None, max_pairs: int = 0) -> WorldUpdate: ...
    def contacts(self, id: _Id | None = None) -> NDArray[np.void]: ...
    def manifolds(self, slots: NDArray[np.uint32]) -> NDArray[np.void]: ...
    def boxes(self, ids: _Ids | None = None) -> NDArray[np.void]: ...
    def closest_hits(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_distances: ArrayLike = inf,
        *,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        sensors: bool = False,
        ignored: _Ids | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> NDArray[np.void]: ...
    def any_hits(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_distances: ArrayLike = inf,
        *,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        sensors: bool = False,
        ignored: _Ids | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> NDArray[np.bool_]: ...
    def all_hits(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_distances: ArrayLike = inf,
        *,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        sensors: bool = False,
        ignored: _Ids | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> tuple[NDArray[np.void], NDArray[np.uint64]]: ...
    def cast_boxes(
        self,
        centers: ArrayLike,
        half_extents: ArrayLike,
        directions: ArrayLike,
        *,
        rotations_xyzw: ArrayLike | None = None,
        max_distances: ArrayLike = inf,
        skins: ArrayLike = 0.0,
        radii: ArrayLike = 0.0,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        sensors: bool = False,
        ignored: _Ids | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> NDArray[np.void]: ...
    def first_impacts(
        self,
        centers: ArrayLike,
        half_extents: ArrayLike,
        translations: ArrayLike,
        *,
        rotations: ArrayLike = (0.0, 0.0, 0.0),
        rotations_xyzw: ArrayLike | None = None,
        radii: ArrayLike = 0.0,
        distances: ArrayLike = 0.0,
        tolerances: ArrayLike = 0.001,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        sensors: bool = False,
        ignored: _Ids | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> NDArray[np.void]: ...
    def find_boxes(
        self,
        shapes: _OwnShape | NDArray[np.floating[Any]] | Sequence[_Shape | float],  # numbers are those of a point
        *,
        origins: ArrayLike | None = None,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        sensors: bool = False,
        ignored: _Ids | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
    def closest_boxes(
        self,
        points: ArrayLike,
        max_distances: ArrayLike = inf,
        *,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        sensors: bool = False,
        ignored: _Ids | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> NDArray[np.void]: ...
    def distances(
        self,
        pairs: NDArray[np.uint64],
        *,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> NDArray[np.void]: ...
    def find_near_pairs(
        self,
        max_distance: float,
        *,
        mask: int = 0xFFFFFFFFFFFFFFFF,
        sensors: bool = False,
        ignored: _Ids | None = None,
        isa: _Isa | None = None,
        threads: int | None = None,
    ) -> NDArray[np.uint64]: ...
    def save(self) -> bytes: ...
    def load(self, snapshot: bytes, *, isa: _Isa | None = None, threads: int | None = None) -> None: ...
    def copy(self) -> World: ...
    def state_hash(self) -> int: ...
    def record(self, path: str | os.PathLike[str], *, hash_every: int = 1) -> None: ...
    def stop_recording(self) -> None: ...

def box_indices(ids: _Ids) -> NDArray[np.uint32]: ...

class ReplayStep:
    @property
    def number(self) -> int: ...
    @property
    def same(self) -> bool: ...
    @property
    def hash(self) -> int | None: ...

class Replay:
    def __iter__(self) -> Replay: ...
    def __next__(self) -> ReplayStep: ...
    def world(self) -> World: ...

def replay(path: str | os.PathLike[str], *, isa: _Isa | None = None, threads: int | None = None) -> Replay: ...

class BroadphaseUpdate:
    @property
    def new_pairs(self) -> NDArray[np.uint32]: ...
    @property
    def lost_pairs(self) -> NDArray[np.uint32]: ...
    @property
    def pair_count(self) -> int: ...
    @property
    def changed_count(self) -> int: ...
    @property
    def isa(self) -> _Isa: ...
    @property
    def threads(self) -> int: ...

class Broadphase:
    def __init__(self, *, margin: float = 0.0, relative_margin: float = 0.0) -> None: ...
    def __len__(self) -> int: ...
    def __contains__(self, id: _Id) -> bool: ...
    def add(self, bounds: Boxes | NDArray[np.float32], *, motion: _Motion = "dynamic") -> NDArray[np.uint32]: ...
    def remove(self, ids: _SmallIds) -> None: ...
    def move(self, ids: _SmallIds, bounds: Boxes | NDArray[np.float32]) -> None: ...
    def set_motion(self, ids: _SmallIds, motion: _Motion) -> None: ...
    def set_sleeping(self, ids: _SmallIds, sleeping: bool) -> None: ...
    def update(
        self, *, isa: _Isa | None = None, threads: int | None = None, max_pairs: int = 0
    ) -> BroadphaseUpdate: ...
    def pairs(self) -> NDArray[np.uint32]: ...
    def partners(self, id: _Id) -> NDArray[np.uint32]: ...
    def fat_bounds(self, ids: _SmallIds) -> NDArray[np.float32]: ...
