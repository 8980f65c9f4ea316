#include "oracles/fit_twin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "oracles/double_quat.hpp"

namespace satori::test {

namespace {

using Real = long double;
using Real3 = std::array<Real, 3>;

constexpr int kOrientations = 3000;
constexpr std::size_t kDescents = 25;
constexpr Real kLeastStep = 1e-6L;

Real3 real(const Vec3& p) {
    return {p.x, p.y, p.z};
}

/// Returns the rows of Rz(c) Ry(b) Rx(a).
std::array<Real3, 3> matrix(const Real3& angles) {
    const Real sa = std::sin(angles[0]), ca = std::cos(angles[0]);
    const Real sb = std::sin(angles[1]), cb = std::cos(angles[1]);
    const Real sc = std::sin(angles[2]), cc = std::cos(angles[2]);
    return {{{cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa},
             {sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa},
             {-sb, cb * sa, cb * ca}}};
}

Real volume(const std::vector<Vec3>& points, const Real3& angles) {
    Real product = 1;
    for (const Real3& row : matrix(angles)) {
        Real least = std::numeric_limits<Real>::infinity(), most = -least;
        for (const Vec3& p : points) {
            const Real at = row[0] * p.x + row[1] * p.y + row[2] * p.z;
            least = std::min(least, at);
            most = std::max(most, at);
        }
        product *= most - least;
    }
    return product;
}

double correlation_along(const std::vector<Real3>& points, const Quat& rotation) {
    // The code turns the world's axes: v + 2 w (u x v) + 2 u x (u x v).
    const DoubleQuat q = to_double(rotation);
    const Real size = std::sqrt(Real{q.x} * q.x + Real{q.y} * q.y + Real{q.z} * q.z + Real{q.w} * q.w);
    const DoubleQuat unit{static_cast<double>(q.x / size), static_cast<double>(q.y / size),
                          static_cast<double>(q.z / size), static_cast<double>(q.w / size)};
    std::array<reference::Point, 3> axes;
    for (std::size_t k = 0; k < 3; ++k) {
        reference::Point e{};
        e[k] = 1;
        axes[k] = rotate(unit, e);
    }
    const auto along = [&](const Real3& p, std::size_t k) {
        return p[0] * Real{axes[k][0]} + p[1] * Real{axes[k][1]} + p[2] * Real{axes[k][2]};
    };
    Real3 mean{};
    for (const Real3& p : points)
        for (std::size_t k = 0; k < 3; ++k) mean[k] += along(p, k) / static_cast<Real>(points.size());
    std::array<Real3, 3> sums{};
    for (const Real3& p : points)
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) sums[i][k] += (along(p, i) - mean[i]) * (along(p, k) - mean[k]);
    Real greatest = 0;
    for (std::size_t i = 0; i < 3; ++i)
        greatest = std::max(greatest,
                            std::fabs(sums[i][(i + 1) % 3]) / std::sqrt(sums[i][i] * sums[(i + 1) % 3][(i + 1) % 3]));
    return static_cast<double>(greatest);
}

}  // namespace

double least_volume_twin(const std::vector<Vec3>& points, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::pair<Real, Real3>> found;
    for (int i = 0; i < kOrientations; ++i) {
        const auto angle = [&] { return Real{random.uniform(-kPi / 2, kPi / 2)}; };
        const Real3 angles{angle(), angle(), angle()};
        found.emplace_back(volume(points, angles), angles);
    }
    std::sort(found.begin(), found.end());
    Real least = found[0].first;
    for (std::size_t i = 0; i < kDescents; ++i) {
        auto [best, angles] = found[i];
        for (Real step = 0.1L; step > kLeastStep;) {
            bool better = false;
            for (int attempt = 0; attempt < 12; ++attempt) {
                Real3 other = angles;
                for (Real& angle : other) angle += step * Real{random.uniform(-1, 1)};
                const Real now = volume(points, other);
                if (now >= best) continue;
                best = now;
                angles = other;
                better = true;
            }
            if (!better) step *= 0.6L;
        }
        least = std::min(least, best);
    }
    return static_cast<double>(least);
}

double greatest_correlation(const std::vector<Vec3>& points, const Quat& rotation) {
    std::vector<Real3> wide;
    for (const Vec3& p : points) wide.push_back(real(p));
    return correlation_along(wide, rotation);
}

double greatest_surface_correlation(const std::vector<Vec3>& corners, const Quat& rotation, int samples,
                                    Random& random) {
    std::vector<Real> areas;
    std::vector<std::array<Real3, 3>> faces;
    for (std::size_t without = 0; without < 4; ++without) {
        std::array<Real3, 3> face{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < 4; ++i)
            if (i != without) face[count++] = real(corners[i]);
        // Heron's formula.
        const auto side = [&](std::size_t i) {
            Real sum = 0;
            for (std::size_t k = 0; k < 3; ++k) sum += std::pow(face[i][k] - face[(i + 1) % 3][k], 2.0L);
            return std::sqrt(sum);
        };
        const Real half = (side(0) + side(1) + side(2)) / 2;
        areas.push_back(std::sqrt(half * (half - side(0)) * (half - side(1)) * (half - side(2))));
        faces.push_back(face);
    }
    std::vector<Real3> points;
    for (int i = 0; i < samples; ++i) {
        Real at = Real{random.unit()} * (areas[0] + areas[1] + areas[2] + areas[3]);
        std::size_t face = 0;
        while (face < 3 && at > areas[face]) at -= areas[face++];
        Real s = random.unit(), t = random.unit();
        if (s + t > 1) {
            s = 1 - s;
            t = 1 - t;
        }
        Real3 p{};
        const auto& [a, b, c] = faces[face];
        for (std::size_t k = 0; k < 3; ++k) p[k] = a[k] + s * (b[k] - a[k]) + t * (c[k] - a[k]);
        points.push_back(p);
    }
    return correlation_along(points, rotation);
}

}  // namespace satori::test
