"""What several tests use: random boxes, and the algebra of boxes by numpy in double."""

import itertools

import numpy as np

import satori


def import_mpi():
    """satori.mpi, or None where MPI or mpi4py is missing."""
    try:
        import satori.mpi
    except ImportError:
        return None
    return satori.mpi


def random_rows(n, seed=1, width=20.0):
    rng = np.random.default_rng(seed)
    rows = np.empty((n, 10), np.float32)
    rows[:, :3] = rng.random((n, 3)) * width
    rows[:, 3:6] = 0.2 + rng.random((n, 3))
    rows[:, 6:] = rng.normal(size=(n, 4))
    return rows


def random_rect_rows(n, seed=1, width=20.0):
    rng = np.random.default_rng(seed)
    rows = np.empty((n, 5), np.float32)
    rows[:, :2] = rng.random((n, 2)) * width
    rows[:, 2:4] = 0.1 + rng.random((n, 2))
    rows[:, 4] = rng.random(n) * 20 - 10
    return rows


def random_moves(boxes, seed=3):
    """Translations and rotations, up to 1 m and 1 rad along each axis; of rectangles up to 1 rad."""
    rng = np.random.default_rng(seed)
    moves = rng.uniform(-1, 1, (len(boxes), 3)).astype(np.float32)
    turns = rng.uniform(-1, 1, (len(boxes), 3)).astype(np.float32)
    return (moves, turns) if isinstance(boxes, satori.Boxes) else (moves[:, :2], turns[:, 0])


def matrices_of(xyzw):
    """Rotation matrices by the usual formula, in double."""
    q = np.asarray(xyzw, np.float64)
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    return np.stack([
        np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], 1),
        np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], 1),
        np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], 1),
    ], 1)


def doubles(boxes):
    """Centers, half extents and axes in double."""
    return tuple(np.asarray(a, np.float64) for a in (boxes.centers, boxes.half_extents, boxes.axes))


def corners_by_hand(boxes):
    """Corners in the order of the bits of their index: (n, 8, 3)."""
    centers, half, axes = doubles(boxes)
    signs = np.array([[1 if k >> axis & 1 else -1 for axis in range(3)] for k in range(8)], np.float64)
    return centers[:, None] + (signs[None] * half[:, None]) @ axes


def gap(corners_a, corners_b, candidates):
    """The largest distance of two convex sets along a candidate axis; negative when they overlap along all of them."""
    largest = -np.inf
    for axis in candidates:
        length = np.linalg.norm(axis)
        if length < 1e-6:
            continue
        a, b = corners_a @ (axis / length), corners_b @ (axis / length)
        largest = max(largest, b.min() - a.max(), a.min() - b.max())
    return largest


def gap_of_boxes(corners, axes, i, j):
    crosses = [np.cross(a, b) for a in axes[i] for b in axes[j]]
    return gap(corners[i], corners[j], [*axes[i], *axes[j], *crosses])


def overlaps_by_hand(boxes):
    """Pairs that overlap, and those within 1e-5 of touching, by the separating axes of all pairs."""
    corners, axes = corners_by_hand(boxes), doubles(boxes)[2]
    sure, unsure = set(), set()
    for i, j in itertools.combinations(range(len(boxes)), 2):
        distance = gap_of_boxes(corners, axes, i, j)
        if distance < -1e-5:
            sure.add((i, j))
        elif distance < 1e-5:
            unsure.add((i, j))
    return sure, unsure


def set_of(pairs):
    return {tuple(pair) for pair in pairs.tolist()}


def same_bytes(a, b):
    """Whether two Boxes, or two Rects, are the same to the bit."""
    names = ["centers", "half_extents", "axes", "radii", "skipped", "center_error"]
    names += ["angles"] if hasattr(a, "angles") else []
    origins = [None if x.origin is None else x.origin.tolist() for x in (a, b)]
    return origins[0] == origins[1] and all(
        np.asarray(getattr(a, name)).tobytes() == np.asarray(getattr(b, name)).tobytes() for name in names)


class DlpackOnly:
    """An array of another library, which only has DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class InterfaceOnly:
    """An array of another library, which only has __array_interface__."""

    def __init__(self, array):
        self.array = array
        self.__array_interface__ = array.__array_interface__


class ArrayOnly:
    """An array of another library, which only has __array__."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.array, dtype)


#: What may stand in brackets after 50 boxes or rectangles.
FORMS_OF_INDEX = [
    slice(None), slice(3, 30, 4), slice(None, None, -1), slice(5, 5), [4, 1, 1, 40], [-1, 0], np.arange(7),
    np.array([], np.int64), [], np.arange(60, dtype=np.uint8) % 50, np.arange(50) % 3 == 0, [True, False] * 25, ...,
    np.int64(3), 49, -50,
]
