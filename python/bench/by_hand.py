"""Pairs of rotated rectangles and boxes by numpy, scipy and shapely: what one writes without satori."""

import numpy as np


def rect_axes(rows):
    """The two axes of each rectangle: (n, 2, 2)."""
    c, s = np.cos(rows[:, 4]), np.sin(rows[:, 4])
    return np.stack([np.stack([c, s], 1), np.stack([-s, c], 1)], 1)


def box_axes(rows):
    """The three axes of each box: (n, 3, 3)."""
    x, y, z, w = (rows[:, 6:] / np.linalg.norm(rows[:, 6:], axis=1, keepdims=True)).T
    return np.stack(
        [
            np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)], 1),
            np.stack([2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)], 1),
            np.stack([2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)], 1),
        ],
        1,
    )


def rect_separations(rows, axes, pairs):
    """How far the rectangles of each pair are apart, negative where they overlap."""
    i, j = pairs.T
    between = rows[j, :2] - rows[i, :2]
    half_i, half_j = rows[i, 2:4], rows[j, 2:4]
    turn = np.abs(np.einsum("nax,nbx->nab", axes[i], axes[j]))
    along_i = np.abs(np.einsum("nax,nx->na", axes[i], between)) - half_i - np.einsum("nab,nb->na", turn, half_j)
    along_j = np.abs(np.einsum("nax,nx->na", axes[j], between)) - half_j - np.einsum("nab,na->nb", turn, half_i)
    return np.maximum(along_i.max(1), along_j.max(1))


def box_separations(rows, axes, pairs):
    """How far the boxes of each pair are apart along the best of 15 axes, negative where they overlap."""
    i, j = pairs.T
    half_i, half_j = rows[i, 3:6], rows[j, 3:6]
    turn = np.einsum("nax,nbx->nab", axes[i], axes[j])
    size = np.abs(turn)
    seen_i = np.einsum("nax,nx->na", axes[i], rows[j, :3] - rows[i, :3])
    seen_j = np.einsum("nab,na->nb", turn, seen_i)
    best = np.maximum(
        (np.abs(seen_i) - half_i - np.einsum("nab,nb->na", size, half_j)).max(1),
        (np.abs(seen_j) - half_j - np.einsum("nab,na->nb", size, half_i)).max(1),
    )
    for a in range(3):
        for b in range(3):
            a1, a2, b1, b2 = (a + 1) % 3, (a + 2) % 3, (b + 1) % 3, (b + 2) % 3
            length = np.sqrt(np.maximum(1 - turn[:, a, b] ** 2, 0))
            apart = np.abs(seen_i[:, a2] * turn[:, a1, b] - seen_i[:, a1] * turn[:, a2, b])
            reach = (
                half_i[:, a1] * size[:, a2, b]
                + half_i[:, a2] * size[:, a1, b]
                + half_j[:, b1] * size[:, a, b2]
                + half_j[:, b2] * size[:, a, b1]
            )
            crossed = length > 1e-6
            best[crossed] = np.maximum(best[crossed], (apart - reach)[crossed] / length[crossed])
    return best


def polygons_of(rows):
    """Polygons for shapely."""
    from shapely.geometry import Polygon

    axes = rect_axes(rows)
    u, v = axes[:, 0] * rows[:, 2:3], axes[:, 1] * rows[:, 3:4]
    corners = rows[:, None, :2] + np.stack([-u - v, u - v, u + v, v - u], 1)
    return [Polygon(four) for four in corners]


def shapely_pairs(polygons):
    """Pairs of polygons that intersect: a tree for the bounds, prepared polygons for the rest."""
    from shapely.prepared import prep
    from shapely.strtree import STRtree

    tree, pairs = STRtree(polygons), []
    for i, polygon in enumerate(polygons):
        prepared = prep(polygon)
        pairs += [(i, j) for j in tree.query_items(polygon) if j > i and prepared.intersects(polygons[j])]
    return np.array(pairs, np.uint32).reshape(-1, 2)


def grid_pairs(centers, cell):
    """Pairs of centers in the same cell of a grid or in adjacent ones."""
    at = np.floor((centers - centers.min(0)) / cell).astype(np.int64)
    width = at[:, 1].max() + 2
    key = at[:, 0] * width + at[:, 1]
    order = np.argsort(key, kind="stable")
    key, place, found = key[order], np.arange(len(key)), []
    for step in (0, 1, width - 1, width, width + 1):
        begin = place + 1 if step == 0 else np.searchsorted(key, key + step, "left")
        counts = np.searchsorted(key, key + step, "right") - begin
        first = np.repeat(place, counts)
        second = np.arange(counts.sum()) + np.repeat(begin - (np.cumsum(counts) - counts), counts)
        found.append(np.stack([order[first], order[second]], 1))
    return np.concatenate(found)


def numpy_rect_pairs(rows):
    """Pairs of rectangles that overlap: a grid whose cells are as wide as the largest rectangle, axes by arrays."""
    axes = rect_axes(rows)
    radius = np.linalg.norm(rows[:, 2:4], axis=1)
    pairs = grid_pairs(rows[:, :2], 2 * radius.max())
    apart = np.linalg.norm(rows[pairs[:, 0], :2] - rows[pairs[:, 1], :2], axis=1)
    pairs = pairs[apart <= radius[pairs].sum(1)]
    return np.sort(pairs[rect_separations(rows, axes, pairs) <= 0], axis=1)


def scipy_box_pairs(rows):
    """Pairs of boxes that overlap: a tree of centers, spheres around the boxes, axes by arrays."""
    from scipy.spatial import cKDTree

    axes = box_axes(rows)
    radius = np.linalg.norm(rows[:, 3:6], axis=1)
    pairs = cKDTree(rows[:, :3]).query_pairs(2 * radius.max(), output_type="ndarray")
    apart = np.linalg.norm(rows[pairs[:, 0], :3] - rows[pairs[:, 1], :3], axis=1)
    pairs = pairs[apart <= radius[pairs].sum(1)]
    return pairs[box_separations(rows, axes, pairs) <= 0]
