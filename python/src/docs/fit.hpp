#pragma once

#include "common.hpp"

namespace satori::python::docs {

inline constexpr const char* fit_box = R"(Find a small box that contains every point.

Parameters
----------
points : (n, 3) array of float
    Points, in meters, at least one. float64 is rounded to float32 after `origin` is subtracted.
method : {"minimal", "hull", "pca"}, default "minimal"
    "minimal" searches for the least volume. "hull" takes the principal axes of the surface of the convex
    hull. "pca" takes the principal axes of the points, which follow their density.
origin : sequence of 3 floats, optional
    Subtracted from the points in double. The box is relative to it.
)" SATORI_DOC_THREADS R"(
Returns
-------
FittedBox
    The box, its volume, and what the points span.

Raises
------
ValueError
    There are no points, a point is not finite or beyond 1e8 m, or there is no such method.

See Also
--------
Boxes : Boxes of any number.

Notes
-----
The box contains the points exactly, as float32. Of the 24 ways to name its axes it has the rotation
nearest to none. Unlike other results it may differ between machines by rounding. The call takes O(n), and
for "minimal" also O(h**2 log h) with h corners of the hull.

Examples
--------
>>> points = np.array([[x, y, z] for x in (0, 4) for y in (0, 2) for z in (0, 1)], np.float32)
>>> fitted = satori.fit_box(points)
>>> fitted.shape, round(fitted.volume, 3), fitted.center.round(3).tolist()
('solid', 8.0, [2.0, 1.0, 0.5])
)";

inline constexpr const char* FittedBox = R"(A box that contains all points of a set.

See Also
--------
fit_box : Makes it.

Examples
--------
>>> fitted = satori.fit_box(np.array([[0, 0, 0], [2, 0, 0]], np.float32), "pca")
>>> fitted.shape, fitted.half_extents.round(3).tolist()
('collinear', [1.0, 0.0, 0.0])
)";

inline constexpr const char* FittedBox_row =
    R"(Center x y z, half extents x y z, quaternion x y z w: (10,) float32, a row of Boxes.)";

inline constexpr const char* FittedBox_center = R"(Center relative to the origin: (3,) float32, in meters.)";

inline constexpr const char* FittedBox_half_extents = R"(Half of the edge lengths: (3,) float32, in meters.)";

inline constexpr const char* FittedBox_rotation_xyzw = R"(Rotation as a quaternion: (4,) float32, real part last.)";

inline constexpr const char* FittedBox_volume = R"(Volume in cubic meters.)";

inline constexpr const char* FittedBox_shape =
    R"(What the points span up to rounding: "point", "collinear", "planar" or "solid".)";

inline constexpr const char* FittedBox_exact_hull =
    R"(Whether the hull was that of all points.

Of more than 30000 points that may be on the hull, the call takes the farthest in 6144 directions.)";

inline constexpr const char* FittedBox_boxes = R"(Return the box as Boxes of one.

Returns
-------
Boxes
    One box, with the origin of the fit.

Examples
--------
>>> fitted = satori.fit_box(np.array([[0, 0, 0], [2, 2, 2]], np.float32))
>>> len(fitted.boxes())
1
)";

}  // namespace satori::python::docs
