"""Batched collision detection of oriented boxes."""

from ._satori import (
    __doc__,
    BOX, CLOSEST, CONTACT, CROSSING, DETECTOR, DYNAMIC, FILTER, HIT, INSIDE, KINEMATIC, MANIFOLD, NO_SLOT, OUTSIDE,
    RECT_MANIFOLD, RECT_SEPARATION, SEPARATION, STATIC, Aabb, Box, Boxes, Broadphase, BroadphaseUpdate, FittedBox,
    Frustum, InvalidBoxError, LimitExceededError, Plane, Ray, Rects, Replay, ReplayStep, Segment, Sphere, Triangle,
    UnsupportedIsaError, World, WorldUpdate, __version__, best_isa, box_indices, classify_boxes, closest_points,
    collide, collide_pairs, contact_positions, contains_points, filters, find_boxes, find_overlaps, find_pairs,
    fit_box, intersect, isas, replay, separations, test_boxes, test_pairs,
)

__all__ = [
    "BOX", "CLOSEST", "CONTACT", "CROSSING", "DETECTOR", "DYNAMIC", "FILTER", "HIT", "INSIDE", "KINEMATIC",
    "MANIFOLD", "NO_SLOT", "OUTSIDE", "RECT_MANIFOLD", "RECT_SEPARATION", "SEPARATION", "STATIC", "Aabb", "Box",
    "Boxes", "Broadphase", "BroadphaseUpdate", "FittedBox", "Frustum", "InvalidBoxError", "LimitExceededError",
    "Plane", "Ray", "Rects", "Replay", "ReplayStep", "Segment", "Sphere", "Triangle", "UnsupportedIsaError",
    "World", "WorldUpdate", "__version__", "best_isa", "box_indices", "classify_boxes", "closest_points", "collide",
    "collide_pairs", "contact_positions", "contains_points", "filters", "find_boxes", "find_overlaps", "find_pairs",
    "fit_box", "intersect", "isas", "replay", "separations", "test_boxes", "test_pairs",
]
