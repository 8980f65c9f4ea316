#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <satori/box_construction.hpp>
#include <satori/box_geometry.hpp>

#include "geometry/box_math.hpp"
#include "geometry/corner_rows.hpp"
#include "geometry/rounding.hpp"
#include "geometry/small_batch.hpp"
#include "parallel/call.hpp"

namespace satori::v0 {

namespace {

using geometry::Double3;
using geometry::Frame;

/// Returns half of each edge, as the mean of the four parallel edges.
Frame half_edges(const Double3 (&corners)[8]) noexcept {
    Frame edges;
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t i = 0; i < 8; ++i) {
            edges[k] = edges[k] + ((i >> k & 1) != 0 ? 0.125 : -0.125) * corners[i];
        }
    }
    return edges;
}

/// Returns right-handed axes along nearly perpendicular edges: exactly along the longest edge, and as near as possible
/// to the next one. Edges up to the length `noise` are ignored.
Frame axes_along(const Frame& edges, double noise) noexcept {
    std::size_t order[3] = {0, 1, 2};
    const double lengths[3] = {length(edges[0]), length(edges[1]), length(edges[2])};
    std::sort(order, order + 3, [&](std::size_t a, std::size_t b) {
        return lengths[a] > lengths[b] || (lengths[a] == lengths[b] && a < b);
    });
    const auto unit = [](const Double3& v) { return (1 / length(v)) * v; };
    Frame axes = {{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}};
    if (lengths[order[0]] <= noise) return axes;
    const Double3 first = unit(edges[order[0]]);
    const Double3 across = edges[order[1]] - dot(edges[order[1]], first) * first;
    const Double3 second = length(across) > noise ? unit(across) : geometry::any_perpendicular(first);
    axes[order[0]] = first;
    axes[order[1]] = second;
    axes[order[2]] = cross(first, second);
    if (dot(cross(axes[0], axes[1]), axes[2]) < 0) axes[order[2]] = -axes[order[2]];
    return axes;
}

}  // namespace

Status compute_corners(const OrientedBox& box, BoxCorners& corners) noexcept {
    const parallel::FpEnvironment ieee;
    geometry::SmallBatch<3> boxes;
    if (!boxes.assign({box})) return Status::invalid_box;
    BoxCorners out;
    boxes.kernels().boxes.corners({boxes.view(), 0, 1, &out.corners[0].x});
    corners = out;
    return Status::ok;
}

Status compute_corners(const BoxBatch& boxes, std::span<BoxCorners> corners, const Execution& execution) noexcept {
    return geometry::compute_all_corners<3>(
        boxes, corners, [](const simd::KernelTable& table) noexcept { return table.boxes.corners; }, execution);
}

Status box_from_corners(const BoxCorners& given, OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    Double3 corners[8], center;
    double farthest = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        if (!geometry::is_finite(given.corners[i])) return Status::invalid_argument;
        corners[i] = geometry::widened(given.corners[i]);
        center = center + 0.125 * corners[i];
        for (std::size_t k = 0; k < 3; ++k) farthest = std::max(farthest, std::fabs(corners[i][k]));
    }
    const Frame edges = half_edges(corners);
    const double noise = 4 * static_cast<double>(std::numeric_limits<float>::epsilon()) * farthest;
    const Frame axes = axes_along(edges, noise);
    Double3 half;
    for (std::size_t k = 0; k < 3; ++k) half[k] = std::fabs(dot(edges[k], axes[k]));

    const double longest = 2 * std::max({half[0], half[1], half[2]});
    const double allowed = kCornersTolerance * longest + 2 * noise;
    for (std::size_t i = 0; i < 8; ++i) {
        Double3 rebuilt = center;
        for (std::size_t k = 0; k < 3; ++k) {
            // On the side of the edges: for a mirror image, one axis is the negative of its edge.
            const double along = dot(edges[k], axes[k]) < 0 ? -half[k] : half[k];
            rebuilt = rebuilt + ((i >> k & 1) != 0 ? along : -along) * axes[k];
        }
        if (!(length(corners[i] - rebuilt) <= allowed)) return Status::invalid_argument;
    }
    const OrientedBox made{geometry::rounded(center), geometry::flattened(geometry::rounded(half)),
                           rounded(quat_of(axes))};
    return geometry::commit(made, box, Status::invalid_box);
}

}  // namespace satori::v0
