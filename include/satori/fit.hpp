#pragma once

#include <cstdint>

#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/points.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup fit
///
/// Boxes fitted to point sets. This is a separate library, `satori::fit`. Only it needs Qhull, and Eigen to be built.
///
/// Points are legal when every coordinate is finite and at most kMaxCenter in magnitude.
/// @{

/// How fit_box() finds the box's axes.
enum class FitMethod : std::uint32_t {
    /// Principal axes of the points (their covariance). O(n). The result follows the density of the points: uneven
    /// sampling rotates the box.
    pca,
    /// Principal axes of the convex hull's surface (Gottschalk, Lin, Manocha: OBBTree, SIGGRAPH 1996). Sampling does
    /// not matter.
    hull,
    /// Search for the box of least volume. For directions that such a box may have (normals of the hull's facets, its
    /// edges) it finds the least rectangle around the hull's projection (rotating calipers, Toussaint 1983). Then it
    /// descends from the best of them and from rotations distributed over all rotations (as HYBBRID: Chang, Gorissen,
    /// Melchior, Fast oriented bounding box optimization on the rotation group SO(3), 2011). For solid sets the box
    /// is never larger than those of the other two methods. For planar sets the area is least, and rounding may leave
    /// a larger volume than theirs.
    minimal,
};

/// What the points span, up to the rounding of their coordinates. An extent of up to 1.75 * FLT_EPSILON * the largest
/// coordinate counts as none.
enum class FitShape : std::uint32_t {
    point,      ///< nothing: every method gives the same box
    collinear,  ///< a line; the box lies along it, with every method
    planar,     ///< a plane: the method works on the points' projection; minimal finds the least area
    solid,      ///< space
};

/// The report of fit_box(). Wall times in nanoseconds.
struct FitReport {
    FitMethod method = FitMethod::pca;  ///< the method that gave the box: pca when no hull could be made
    FitShape shape = FitShape::point;   ///< what the points span
    /// True when the box is the axis-aligned one, because that of the method would not be legal. It would have a half
    /// extent above kMaxHalfExtent or a center beyond kMaxCenter.
    bool axis_aligned_instead = false;
    /// Methods hull and minimal: whether the hull is the hull of all points. It is not when more than
    /// kMaxFitHullPoints points remain after the ones surely inside were removed. Then it is the hull of some of
    /// them, the farthest in each of 6144 directions.
    bool exact_hull = true;
    std::uint32_t hull_vertex_count = 0;  ///< corners of the hull; 0 when no hull was made
    std::uint32_t thread_count = 0;       ///< threads that took part
    double volume = 0;                    ///< volume of the box, cubic meters
    std::uint64_t invalid_index = 0;      ///< the first illegal point, after `invalid_point`
    std::uint32_t invalid_column = 0;     ///< its first illegal coordinate: 0, 1, 2
    std::uint64_t moments_ns = 0;         ///< bounds, legality and covariance
    std::uint64_t hull_ns = 0;            ///< removal of inner points, hull
    std::uint64_t search_ns = 0;          ///< the search of FitMethod::minimal
    std::uint64_t extents_ns = 0;         ///< the extents of the box, over all points
};

/// The largest number of points that a hull is made of; larger sets are thinned out first.
inline constexpr std::uint32_t kMaxFitHullPoints = 30000;

/// Finds a box that contains every point: exactly, when its quaternion is normalized exactly and nothing else is
/// rounded. The half extents are the least floats that guarantee this, usually the least possible. Of the 24 ways to
/// name the axes the call takes the rotation nearest to identity. The box is legal input of BoxBatch: a half extent
/// between 0 and kMinHalfExtent becomes kMinHalfExtent. `report` may be null.
///
/// Axes may differ between machines by rounding: the promise of equal bytes does not cover fitting. On one machine
/// results do not depend on the executor or its threads. `execution.isa` is checked and otherwise unused. Memory
/// comes from the process heap: up to 4 bytes per point, about 10 MB, and the memory for a hull of kMaxFitHullPoints
/// points. O(n); minimal also O(h^2 log h) for the hull's h vertices, of which the search uses at most 400 at first.
///
/// Errors, which leave `box` unchanged and fill in `report` only what is named here: `invalid_argument` (no points,
/// null or misaligned points, a stride that is no multiple of 4, an unknown method), `invalid_point` (the report
/// names it), `capacity_exceeded` (more than kMaxBoxCount points), `out_of_memory`, `unsupported_isa`,
/// `executor_failed`.
SATORI_API Status fit_box(const PointRows& points, FitMethod method, OrientedBox& box, FitReport* report = nullptr,
                          const Execution& execution = {}) noexcept;

/// Returns "pca", "hull" or "minimal"; "unknown" for any other value.
SATORI_API const char* fit_method_name(FitMethod method) noexcept;
/// Returns "point", "collinear", "planar" or "solid"; "unknown" for any other value.
SATORI_API const char* fit_shape_name(FitShape shape) noexcept;

/// @}

SATORI_NAMESPACE_END
