"""Pictures of boxes, rectangles, pairs and contacts, with matplotlib.

`scene` makes a whole picture. The other calls each add one thing to axes that you made. Coordinates are those of the
boxes: relative to their origin if they have one. matplotlib draws some hundreds of boxes quickly; of larger sets choose
some with `indices`.

Axes for 3D pictures are best made with ``computed_zorder=False``, as `scene` does: contacts and lines are then visible
through the boxes.

Light blue is a free box, orange one that overlaps another: colors that differ for the color-blind too.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    import matplotlib.pyplot as plt
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.colors import to_rgba_array
    from matplotlib.ticker import MaxNLocator
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
except ImportError as error:
    raise ImportError("satori.plot needs matplotlib: python3 -m pip install matplotlib") from error

from ._satori import Boxes, Rects, contact_positions, find_overlaps

__all__ = ["FREE", "OVERLAPPING", "CONTACT", "bounds", "boxes", "contacts", "pairs", "rects", "scene"]

FREE = "#a6cbe3"  # a box that overlaps no other
OVERLAPPING = "#e8871e"
CONTACT = "#111111"
_EDGE = "#26323a"
_BOUNDS = "#5a6670"
_LIGHT = np.array([0.0, -0.5, 0.866])  # direction to the light
_LONG = 3.0  # sides longer than so many usual sides are cut, where a box has a face with two of them

_Set = TypeVar("_Set", Boxes, Rects)
_Floats = NDArray[np.float64]

# Corners as signs along the axes of a box; the faces and edges as numbers of corners.
_CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
_FACES = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
_CUBE_EDGES = np.array(
    [[0, 1], [0, 2], [0, 4], [1, 3], [1, 5], [2, 3], [2, 6], [3, 7], [4, 5], [4, 6], [5, 7], [6, 7]]
)
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
_SQUARE_EDGES = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])


def boxes(
    ax: Any,
    boxes: Boxes,
    *,
    indices: ArrayLike | None = None,
    facecolor: Any = FREE,
    edgecolor: Any = _EDGE,
    alpha: float | None = None,
) -> Any:
    """
    Draw boxes as solids, each face shaded by its direction.

    Parameters
    ----------
    ax : mpl_toolkits.mplot3d.axes3d.Axes3D
        The axes to draw on.
    boxes : Boxes
        The boxes.
    indices : array_like, optional
        The boxes to draw: indices, or a bool for each box. All by default.
    facecolor : color or sequence of colors
        One color, or one for each box that is drawn.
    edgecolor : color
        Color of the edges; ``"none"`` leaves them out.
    alpha : float, optional
        Opacity of the faces, from 0 to 1.

    Returns
    -------
    Poly3DCollection
        The faces, six for each box.
    """
    chosen = _chosen(boxes, indices)
    corners = _corners(boxes, chosen)
    axes = boxes.axes[chosen].astype(np.float64)
    normals = np.stack([sign * axes[:, axis] for axis in range(3) for sign in (-1.0, 1.0)], axis=1).reshape(-1, 3)
    colors = np.repeat(_colors(facecolor, alpha, len(chosen)), 6, axis=0)
    colors[:, :3] *= (0.68 + 0.32 * (normals @ _LIGHT))[:, np.newaxis]
    polygons, of_face, whole = _tiles(corners[:, _FACES].reshape(-1, 4, 3))
    colors = colors[of_face]
    edge = to_rgba_array(edgecolor)
    edges = np.where(whole[:, np.newaxis], edge, colors) if len(edge) else "none"
    faces = Poly3DCollection(polygons, facecolors=colors, edgecolors=edges, linewidths=0.6)
    _include(ax, corners)
    ax.add_collection3d(faces)
    return faces


def rects(
    ax: Any,
    rects: Rects,
    *,
    indices: ArrayLike | None = None,
    facecolor: Any = FREE,
    edgecolor: Any = _EDGE,
    alpha: float | None = None,
) -> Any:
    """
    Draw rectangles.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        The axes to draw on.
    rects : Rects
        The rectangles.
    indices : array_like, optional
        The rectangles to draw: indices, or a bool for each rectangle. All by default.
    facecolor : color or sequence of colors
        One color, or one for each rectangle that is drawn.
    edgecolor : color
        Color of the edges; ``"none"`` leaves them out.
    alpha : float, optional
        Opacity of the inside, from 0 to 1.

    Returns
    -------
    PolyCollection
        The rectangles.
    """
    chosen = _chosen(rects, indices)
    corners = _corners(rects, chosen)
    drawn = PolyCollection(
        corners, facecolors=_colors(facecolor, alpha, len(chosen)), edgecolors=edgecolor, linewidths=0.8
    )
    _include(ax, corners)
    ax.add_collection(drawn)
    return drawn


def pairs(
    ax: Any, boxes: _Set, pairs: ArrayLike, b: _Set | None = None, *, color: Any = CONTACT, linewidth: float = 1.2
) -> Any:
    """
    Draw a line between the centers of each pair.

    Parameters
    ----------
    ax : Axes
        The axes to draw on: 3D for boxes, 2D for rectangles.
    boxes : Boxes or Rects
        The set that the pairs are of.
    pairs : array_like of shape (n, 2)
        Pairs of indices, as `satori.find_overlaps` returns them.
    b : Boxes or Rects, optional
        The set of the second box of each pair, where the pairs are of two sets.
    color : color
        Color of the lines.
    linewidth : float
        Width of the lines in points.

    Returns
    -------
    Line3DCollection or LineCollection
        The lines.
    """
    listed = np.asarray(pairs, dtype=np.intp).reshape(-1, 2)
    others = boxes if b is None else b
    ends = np.stack([boxes.centers[listed[:, 0]], others.centers[listed[:, 1]]], axis=1)
    return _add_lines(ax, ends.astype(np.float64), color, linewidth, "solid")


def contacts(
    ax: Any,
    boxes: _Set,
    manifolds: NDArray[np.void],
    *,
    color: Any = CONTACT,
    size: float = 12.0,
    normal_length: float | None = None,
) -> Any:
    """
    Draw contact points, and a line from each point along the normal of its contact.

    Parameters
    ----------
    ax : Axes
        The axes to draw on: 3D for boxes, 2D for rectangles.
    boxes : Boxes or Rects
        The set of the first box of each contact.
    manifolds : ndarray of MANIFOLD or RECT_MANIFOLD
        Contacts, as `satori.collide` returns them.
    color : color
        Color of the points and lines.
    size : float
        Area of a point in square points (a unit of length, 1/72 inch).
    normal_length : float, optional
        Length of the lines; by default the median half extent of the boxes. 0 draws none.

    Returns
    -------
    PathCollection
        The points.
    """
    positions = contact_positions(boxes, manifolds).astype(np.float64)
    counts = manifolds["point_count"].astype(np.intp)
    points = positions[np.arange(positions.shape[1]) < counts[:, np.newaxis]]
    if normal_length is None:
        normal_length = float(np.median(boxes.half_extents)) if len(boxes) else 0.0
    if normal_length > 0:
        normals = np.repeat(manifolds["normal"].astype(np.float64), counts, axis=0)
        _add_lines(ax, np.stack([points, points + normal_length * normals], axis=1), color, 1.0, "solid")
    options = {"depthshade": False} if points.shape[1] == 3 else {}
    return ax.scatter(*points.T, s=size, color=color, edgecolors="white", linewidths=0.6, zorder=4, **options)


def bounds(ax: Any, boxes: _Set, *, indices: ArrayLike | None = None, color: Any = _BOUNDS) -> Any:
    """
    Draw the axis-aligned bounding boxes (AABBs) as dashed lines.

    Parameters
    ----------
    ax : Axes
        The axes to draw on: 3D for boxes, 2D for rectangles.
    boxes : Boxes or Rects
        The set whose bounds are drawn.
    indices : array_like, optional
        The boxes whose bounds are drawn: indices, or a bool for each box. All by default.
    color : color
        Color of the lines.

    Returns
    -------
    Line3DCollection or LineCollection
        The lines.
    """
    limits = boxes.bounds()[_chosen(boxes, indices)].astype(np.float64)
    signs, edges = (_CUBE, _CUBE_EDGES) if limits.shape[2] == 3 else (_SQUARE, _SQUARE_EDGES)
    corners = np.where(signs < 0, limits[:, :1], limits[:, 1:])
    _include(ax, corners)
    return _add_lines(ax, corners[:, edges].reshape(-1, 2, signs.shape[1]), color, 0.8, (0, (4, 3)))


def scene(
    boxes: _Set,
    *,
    pairs: ArrayLike | None = None,
    manifolds: NDArray[np.void] | None = None,
    ax: Any = None,
) -> Any:
    """
    Make a picture of boxes or rectangles: those that overlap stand out, the scale is equal on all axes.

    Parameters
    ----------
    boxes : Boxes or Rects
        The set to draw.
    pairs : array_like of shape (n, 2), optional
        The pairs whose boxes stand out. By default those of `manifolds`, or else the pairs that overlap.
    manifolds : ndarray of MANIFOLD or RECT_MANIFOLD, optional
        Contacts within the set, to be drawn.
    ax : Axes, optional
        The axes to draw on: 3D for boxes, 2D for rectangles. By default those of a new figure.

    Returns
    -------
    Axes
        The axes, so that more can be drawn. ``scene(boxes).figure.savefig("boxes.png")`` makes a file.

    Examples
    --------
    >>> import matplotlib, numpy, satori
    >>> matplotlib.use("Agg")
    >>> from satori import plot
    >>> rows = [[0, 0, 0, 1, 1, 1, 0, 0, 0, 1], [1.5, 0, 0, 1, 1, 1, 0, 0, 0.3, 1]]
    >>> boxes = satori.Boxes(numpy.float32(rows))
    >>> ax = plot.scene(boxes, manifolds=satori.collide(boxes))
    >>> ax.get_zlabel()
    'z'
    """
    listed = pairs
    if listed is None:
        listed = find_overlaps(boxes) if manifolds is None else manifolds["pair"]
    stands_out = np.zeros(len(boxes), dtype=bool)
    stands_out[np.asarray(listed, dtype=np.intp).reshape(-1)] = True
    colors = np.where(stands_out[:, np.newaxis], to_rgba_array(OVERLAPPING), to_rgba_array(FREE))
    if ax is None:
        ax = _new_axes(isinstance(boxes, Boxes))
    alpha = None if manifolds is None else 0.55
    if isinstance(boxes, Boxes):
        _draw_boxes(ax, boxes, facecolor=colors, alpha=alpha)
    else:
        _draw_rects(ax, boxes, facecolor=colors, alpha=alpha)
    if manifolds is not None:
        contacts(ax, boxes, manifolds)
    _equal_scale(ax)
    return ax


# scene() has parameters of these names.
_draw_boxes, _draw_rects = boxes, rects


def _chosen(boxes: _Set, indices: ArrayLike | None) -> NDArray[np.intp]:
    """Indices of the boxes to draw."""
    every = np.arange(len(boxes), dtype=np.intp)
    if indices is None:
        return every
    chosen: NDArray[np.intp] = every[np.asarray(indices)]
    return chosen


def _colors(color: Any, alpha: float | None, count: int) -> _Floats:
    """One color for each of `count` boxes: (count, 4)."""
    colors: _Floats = to_rgba_array(color, alpha)
    if len(colors) not in (1, count):
        raise ValueError(f"facecolor: {len(colors)} colors for {count} boxes")
    return np.broadcast_to(colors, (count, 4)).copy()


def _corners(boxes: _Set, chosen: NDArray[np.intp]) -> _Floats:
    """Corners of the chosen boxes, in the order of _CUBE or _SQUARE."""
    signs = _CUBE if isinstance(boxes, Boxes) else _SQUARE
    parts = boxes.centers, boxes.half_extents, boxes.axes
    centers, half, axes = (part[chosen].astype(np.float64) for part in parts)
    corners: _Floats = centers[:, np.newaxis] + (signs * half[:, np.newaxis]) @ axes
    return corners


def _tiles(faces: _Floats) -> tuple[_Floats, NDArray[np.intp], NDArray[np.bool_]]:
    """
    Faces (6 n, 4, 3) of boxes, those of floors and walls cut into tiles: matplotlib sorts whole polygons by distance.

    Returns polygons, the face of each, and whether the polygon is a whole face.
    """
    sides = np.stack([faces[:, 1] - faces[:, 0], faces[:, 3] - faces[:, 0]], axis=1)
    lengths = np.linalg.norm(sides, axis=2)
    usual = float(np.median(lengths)) if len(faces) else 0.0
    long = (lengths > _LONG * usual) & (usual > 0.0)
    is_floor = long.all(axis=1).reshape(-1, 6).any(axis=1)
    whole = ~(long.any(axis=1) & np.repeat(is_floor, 6))
    polygons, of_face = [faces[whole]], [np.flatnonzero(whole)]
    for face in np.flatnonzero(~whole):
        columns, rows = np.where(long[face], np.ceil(np.minimum(2 * lengths[face] / usual, 32)), 1).astype(np.intp)
        cells = np.array(list(np.ndindex(columns, rows)), dtype=np.float64)[:, np.newaxis]
        steps = (cells + np.array([[0, 0], [1, 0], [1, 1], [0, 1]])) / (columns, rows)
        polygons.append(faces[face, 0] + steps @ sides[face])
        of_face.append(np.full(len(cells), face))
    numbers = np.concatenate(of_face)
    return np.concatenate(polygons), numbers, whole[numbers]


def _add_lines(ax: Any, ends: _Floats, color: Any, width: float, style: Any) -> Any:
    """Draw line segments (n, 2, 3) or (n, 2, 2)."""
    if ends.shape[2] == 3:
        lines = Line3DCollection(ends, colors=color, linewidths=width, linestyles=style, zorder=3)
        ax.add_collection3d(lines)
    else:
        lines = LineCollection(ends, colors=color, linewidths=width, linestyles=style, zorder=3)
        ax.add_collection(lines)
    return lines


def _include(ax: Any, points: _Floats) -> None:
    """Make room on the axes for points."""
    flat = points.reshape(-1, points.shape[-1])
    if len(flat) == 0:
        return
    if flat.shape[1] == 3:
        ax.auto_scale_xyz(*flat.T, had_data=ax.has_data())
    else:
        ax.update_datalim(flat)
        ax.autoscale_view()


def _new_axes(solid: bool) -> Any:
    """Axes of a new figure."""
    figure = plt.figure(figsize=(6.4, 5.6) if solid else (6.0, 6.0), layout="constrained")
    return figure.add_subplot(projection="3d", computed_zorder=False) if solid else figure.add_subplot()


def _equal_scale(ax: Any) -> None:
    """Give all axes the same scale, and their names."""
    ax.set_xlabel("x")
    ax.set_ylabel("y")
    if not hasattr(ax, "set_zlabel"):
        ax.set_aspect("equal")
        return
    ax.set_zlabel("z")
    limits = np.array([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
    extent = limits[:, 1] - limits[:, 0]
    wanted = np.maximum(extent, 0.25 * extent.max())
    low = limits.mean(axis=1) - wanted / 2
    ax.set(xlim=(low[0], low[0] + wanted[0]), ylim=(low[1], low[1] + wanted[1]), zlim=(low[2], low[2] + wanted[2]))
    ax.set_box_aspect(wanted, zoom=0.9)
    for axis, share in zip((ax.xaxis, ax.yaxis, ax.zaxis), wanted / wanted.max()):
        axis.set_major_locator(MaxNLocator(max(2, round(6 * float(share)))))
