#include "geometry/nearest_point.hpp"

#include <cmath>
#include <limits>

#include "base/assert.hpp"

namespace satori::v0::geometry {

namespace {

/// Keeps the nearest of the points that it is told.
class Nearest {
public:
    explicit Nearest(const Difference* corners) noexcept : corners_(corners) {}

    /// Takes the point at corner which[0] plus weights[i] times the way from there to corner which[i + 1].
    template <std::size_t kCount>
    void take(const std::uint32_t (&which)[kCount], const double* weights) noexcept {
        const Difference& base = corners_[which[0]];
        NearestOfSimplex point{base.at, base.on_first, std::uint32_t{1} << which[0]};
        for (std::size_t i = 1; i < kCount; ++i) {
            const Difference& corner = corners_[which[i]];
            point.at = point.at + weights[i - 1] * (corner.at - base.at);
            point.on_first = point.on_first + weights[i - 1] * (corner.on_first - base.on_first);
            point.kept |= std::uint32_t{1} << which[i];
        }
        const double square = dot(point.at, point.at);
        if (!(square < square_)) return;
        square_ = square;
        best_ = point;
    }
    void take_corner(std::uint32_t i) noexcept { take({i}, nullptr); }
    void take_edge(std::uint32_t i, std::uint32_t j) noexcept {
        const Double3 edge = corners_[j].at - corners_[i].at;
        const double along = -dot(corners_[i].at, edge) / dot(edge, edge);
        if (along > 0 && along < 1) take({i, j}, &along);
    }
    void take_face(std::uint32_t i, std::uint32_t j, std::uint32_t k) noexcept {
        const Double3 to_origin = -corners_[i].at, first = corners_[j].at - corners_[i].at,
                      second = corners_[k].at - corners_[i].at, normal = cross(first, second);
        const double square = dot(normal, normal);
        const double along[2] = {dot(cross(to_origin, second), normal) / square,
                                 dot(cross(first, to_origin), normal) / square};
        if (along[0] > 0 && along[1] > 0 && along[0] + along[1] < 1) take({i, j, k}, along);
    }
    const NearestOfSimplex& best() const noexcept { return best_; }

private:
    const Difference* corners_;
    double square_ = std::numeric_limits<double>::infinity();
    NearestOfSimplex best_;
};

/// True when the origin is in the tetrahedron: on the same side of each face as the corner beyond it. Corners in one
/// plane enclose nothing, whatever rounding says.
bool encloses_origin(const Difference* corners) noexcept {
    constexpr double kFlat = 1e-12;
    constexpr std::uint32_t kFaces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    for (const auto& face : kFaces) {
        const Double3& a = corners[face[0]].at;
        const Double3 normal = cross(corners[face[1]].at - a, corners[face[2]].at - a);
        const Double3 to_beyond = corners[face[3]].at - a;
        const double origin = -dot(a, normal), beyond = dot(to_beyond, normal);
        if (!(origin * beyond > 0)) return false;
        if (std::fabs(beyond) <= kFlat * length(normal) * (length(to_beyond) + length(a))) return false;
    }
    return true;
}

}  // namespace

NearestOfSimplex nearest_of(const Difference* corners, std::uint32_t count) noexcept {
    SATORI_ASSERT(count >= 1 && count <= 4);
    if (count == 4 && encloses_origin(corners)) return {{}, corners[0].on_first, 0xf};
    Nearest nearest(corners);
    for (std::uint32_t i = 0; i < count; ++i) {
        nearest.take_corner(i);
        for (std::uint32_t j = i + 1; j < count; ++j) {
            nearest.take_edge(i, j);
            for (std::uint32_t k = j + 1; k < count; ++k) nearest.take_face(i, j, k);
        }
    }
    return nearest.best();
}

}  // namespace satori::v0::geometry
