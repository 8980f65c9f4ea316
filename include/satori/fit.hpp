#pragma once

#include <cstdint>

#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/points.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

/// Boxes fitted to point sets. A library of its own, `satori::fit`: it alone needs Qhull, and Eigen to be built.

SATORI_NAMESPACE_BEGIN

// Points are legal when every coordinate is finite and at most kMaxCenter in magnitude.

/// Where the box's axes come from.
enum class FitMethod : std::uint32_t {
    /// Principal axes of the points (their covariance). O(n). Follows the density of the points: uneven sampling turns
    /// the box.
    pca,
    /// Principal axes of the convex hull's surface (Gottschalk, Lin, Manocha: OBBTree, SIGGRAPH 1996): sampling does
    /// not matter.
    hull,
    /// Search for the box of least volume: for directions that such a box may have (normals of the hull's facets, its
    /// edges), the least rectangle about the hull's projection (rotating calipers, Toussaint 1983), then descent from the
    /// best of them and from rotations all over (as HYBBRID: Chang, Gorissen, Melchior, Fast oriented bounding box
    /// optimization on the rotation group SO(3), 2011). Of solid sets never larger than the other two; of planar ones it
    /// is the area that is least, and rounding may leave a larger volume than theirs.
    minimal,
};

/// What the points span, up to the rounding of their coordinates (an extent of up to 1.75 * FLT_EPSILON * the largest
/// coordinate is none).
enum class FitShape : std::uint32_t {
    point,      ///< nothing: every box is the same
    collinear,  ///< a line; the box lies along it, whatever the method
    planar,     ///< a plane: the method works on the points' projection; minimal finds the least area
    solid,      ///< space
};

/// What fit_box() did. Wall times, nanoseconds.
struct FitReport {
    FitMethod method = FitMethod::pca;  ///< that gave the box: pca where there was no hull to be had
    FitShape shape = FitShape::point;
    /// The method's box would have been no legal box (a half extent above kMaxHalfExtent, a centre beyond kMaxCenter):
    /// this is the axis-aligned one.
    bool axis_aligned_instead = false;
    /// Methods hull and minimal: whether the hull is that of all points. If not, so many points lie on it (more than
    /// kMaxFitHullPoints after those surely inside were dropped) that it is that of some of them, the farthest in each
    /// of 6144 directions.
    bool exact_hull = true;
    std::uint32_t hull_vertex_count = 0;  ///< 0 where no hull was made
    std::uint32_t thread_count = 0;       ///< threads that took part
    double volume = 0;                    ///< of the box
    std::uint64_t invalid_index = 0;      ///< with `invalid_point`: the first point that is not legal
    std::uint32_t invalid_column = 0;     ///< and its first coordinate that is not: 0, 1, 2
    std::uint64_t moments_ns = 0;         ///< bounds, legality and covariance
    std::uint64_t hull_ns = 0;            ///< leaving points out, hull
    std::uint64_t search_ns = 0;          ///< the search of FitMethod::minimal
    std::uint64_t extents_ns = 0;         ///< the extents of the box, over all points
};

/// Most points that a hull is made of; more are thinned out first.
inline constexpr std::uint32_t kMaxFitHullPoints = 30000;

/// A box that contains every point: exactly, when its quaternion is normalised exactly and nothing else is rounded.
/// Half extents are the least floats that guarantee it, usually the least possible; of the 24 ways to name the axes,
/// the rotation nearest to identity. The box is legal input of BoxBatch: half extents between 0 and kMinHalfExtent become
/// that. `report` may be null.
///
/// Axes may differ by rounding between machines: fitting is no part of the promise of equal bytes. On one machine
/// results do not depend on the executor or its threads. `execution.isa` is checked, otherwise unused. Memory comes
/// from the process heap: up to 4 bytes per point, some 10 MB, and what a hull of kMaxFitHullPoints points takes. O(n),
/// and for minimal O(h^2 log h) of the hull's h vertices, of which at most 400 are searched with at first.
///
/// Errors, after which `box` is as before and of `report` only what is said there is filled: `invalid_argument` (no
/// points; null or misaligned points, stride no multiple of 4; unknown method), `invalid_point` (report: which),
/// `capacity_exceeded` (more than kMaxBoxCount points), `out_of_memory`, `unsupported_isa`, `executor_failed`.
SATORI_API Status fit_box(const PointRows& points, FitMethod method, OrientedBox& box, FitReport* report = nullptr,
                          const Execution& execution = {}) noexcept;

/// "pca", "hull", "minimal"; "unknown" for a value outside the enumeration.
SATORI_API const char* fit_method_name(FitMethod method) noexcept;
/// "point", "collinear", "planar", "solid"; "unknown" for a value outside the enumeration.
SATORI_API const char* fit_shape_name(FitShape shape) noexcept;

SATORI_NAMESPACE_END
