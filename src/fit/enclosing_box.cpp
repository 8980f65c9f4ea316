#include "fit/enclosing_box.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <satori/box_construction.hpp>
#include <satori/box_geometry.hpp>

#include "fit/point_passes.hpp"
#include "geometry/rotation_math.hpp"
#include "geometry/rounding.hpp"

// How containment is made exact. The true rotation is that of the float quaternion q, normalized exactly, with columns
// u.
//
// Axes: the product of two floats is exact in double. An entry off the diagonal is s * (qi qj +- qk qw) with s = 2 /
// |q|^2; it has a relative error of at most 8 roundings. An entry on the diagonal is 1 - s * (qj^2 + qk^2); its error
// is 8 roundings of the subtrahend and one of itself. `Axes::sway` holds these magnitudes. An entry that is 0 or 1
// because products are 0 is exact and has no error.
//
// Coordinates: u . (x - o) has an error of at most (8 sway + 4 |u|) . |x - o| roundings, of 2^-53 each. kRoundings = 16
// for each leaves room for the second order and for the error of the bound itself. The bounds of the points limit |x -
// o| on each axis. The center c is any float point; u . (c - o) is computed and bounded in the same way. Half extents
// are then rounded up to float.
//
// Axes that are exactly world axes need none of this: their ranges are the bounds, and the distances from the center to
// the bounds are rounded up.

namespace satori::v0::fit {

namespace {

constexpr double kRounding = 0x1p-53;
constexpr double kRoundings = 16;
/// Components of unit quaternions below this are rounding errors of symmetric point sets. They are far below the
/// resolution of a float.
constexpr double kNoTurn = 1e-9;

/// Returns the axes in another order and with other signs, so that each is near the world axis with the same index.
Frame near_identity(const Frame& frame) {
    constexpr std::size_t kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    Frame best = frame;
    double most = -1;
    for (const auto& order : kOrders) {
        double sum = 0;
        for (std::size_t a = 0; a < 3; ++a) sum += std::fabs(frame[order[a]][a]);
        if (sum <= most) continue;
        most = sum;
        for (std::size_t a = 0; a < 3; ++a) best[a] = (frame[order[a]][a] < 0 ? -1.0 : 1.0) * frame[order[a]];
    }
    std::size_t least = 0;
    for (std::size_t a = 1; a < 3; ++a)
        if (std::fabs(best[a][a]) < std::fabs(best[least][least])) least = a;
    if (dot(cross(best[0], best[1]), best[2]) < 0) best[least] = -1.0 * best[least];
    return best;
}

/// Returns the quaternion of a rotation near the identity, without rotations that are rounding errors.
Quat rounded_rotation(const Frame& axes) {
    const geometry::DoubleQuat q = geometry::quat_of(axes);
    const auto rounded = [](double component) {
        return std::fabs(component) < kNoTurn ? 0.0F : static_cast<float>(component);
    };
    return {rounded(q.v[0]), rounded(q.v[1]), rounded(q.v[2]), rounded(q.w)};
}

/// The columns of the rotation, and the magnitudes that their errors are relative to.
struct Axes {
    Frame axis{};
    Frame sway{};
    explicit Axes(const Quat& rotation) {
        const std::array<double, 4> q{rotation.x, rotation.y, rotation.z, rotation.w};
        const double length_sq = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
        const double s = 2 / length_sq;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
            const double lost = s * (q[j] * q[j] + q[k] * q[k]);
            axis[i][i] = 1 - lost;
            axis[i][j] = s * (q[i] * q[j] + q[3] * q[k]);
            axis[i][k] = s * (q[i] * q[k] - q[3] * q[j]);
            sway[i] = {std::fabs(axis[i][0]), std::fabs(axis[i][1]), std::fabs(axis[i][2])};
            sway[i][i] = lost + (lost > 0 ? 1 : 0);
        }
    }
    /// True when axis k is exactly the world axis.
    bool is_exact(std::size_t k) const { return std::ranges::equal(axis[k].at, kWorldFrame[k].at) && sway[k][k] == 0; }

    /// Returns a bound for the error of axis . offset, where |offset| <= reach on each axis.
    double error(std::size_t k, const Vector& reach) const {
        double sum = 0;
        for (std::size_t a = 0; a < 3; ++a) sum += (sway[k][a] + std::fabs(axis[k][a])) * reach[a];
        return kRoundings * kRounding * sum;
    }
};

float middle(float min, float max) noexcept {
    return static_cast<float>(0.5 * (double{min} + double{max}));
}

/// Returns the least legal half extent that is not below `half`.
float half_extent(double half) noexcept {
    const float least = base::rounded_up(half);
    return least > 0 && least < kMinHalfExtent ? kMinHalfExtent : least;
}

OrientedBox box_of(const PointBounds& bounds, const Quat& rotation, const Axes& axes, std::span<const Range> ranges,
                   const Vector& origin) {
    const auto min = std::bit_cast<std::array<float, 3>>(bounds.min);
    const auto max = std::bit_cast<std::array<float, 3>>(bounds.max);
    std::array<float, 3> center, half;
    for (std::size_t a = 0; a < 3; ++a) {
        double at = origin[a];
        for (std::size_t k = 0; k < 3; ++k) at += axes.axis[k][a] * ranges[k].middle();
        center[a] = static_cast<float>(at);
    }
    Vector reach{}, offset{}, offset_size{};
    for (std::size_t a = 0; a < 3; ++a) {
        reach[a] = std::max(std::fabs(double{min[a]} - origin[a]), std::fabs(double{max[a]} - origin[a]));
        offset[a] = double{center[a]} - origin[a];
        offset_size[a] = std::fabs(offset[a]);
    }
    for (std::size_t k = 0; k < 3; ++k) {
        if (axes.is_exact(k)) {
            center[k] = middle(min[k], max[k]);
            half[k] = half_extent(std::max(base::sum_up(max[k], -center[k]), base::sum_up(center[k], -min[k])));
            continue;
        }
        const double at = dot(axes.axis[k], offset);
        const double error =
            axes.error(k, reach) + axes.error(k, offset_size) +
            kRoundings * kRounding * (std::fabs(ranges[k].least) + std::fabs(ranges[k].most) + std::fabs(at));
        half[k] = half_extent(std::max(ranges[k].most - at, at - ranges[k].least) + error);
    }
    return {std::bit_cast<Vec3>(center), std::bit_cast<Vec3>(half), rotation};
}

}  // namespace

OrientedBox enclosing_box(const PointRows& points, const PointBounds& bounds, std::span<const Frame> frames,
                          FitCall& call) {
    const Vector origin{middle(bounds.min.x, bounds.max.x), middle(bounds.min.y, bounds.max.y),
                        middle(bounds.min.z, bounds.max.z)};
    std::vector<Quat> rotations;
    std::vector<Axes> axes;
    std::vector<Vector> directions;
    for (const Frame& frame : frames) {
        rotations.push_back(rounded_rotation(near_identity(frame)));
        axes.emplace_back(rotations.back());
        directions.insert(directions.end(), axes.back().axis.begin(), axes.back().axis.end());
    }
    const std::vector<Range> ranges = ranges_along(points, directions, origin, call);
    OrientedBox best;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const OrientedBox box = box_of(bounds, rotations[i], axes[i], std::span(ranges).subspan(3 * i, 3), origin);
        const bool better =
            check_box(box) == BoxFault::none && (check_box(best) != BoxFault::none || volume(box) < volume(best));
        if (i == 0 || better) best = box;
    }
    return best;
}

OrientedBox aligned_box(const PointBounds& bounds) {
    return box_of(bounds, {}, Axes({}), std::array<Range, 3>{}, {});
}

}  // namespace satori::v0::fit
