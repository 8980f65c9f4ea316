#include "viewer/rounded_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>

#include "geometry/double3.hpp"

namespace satori::viewer {

namespace {

using geometry::Double3;
using Steps = std::array<int, 3>;  // from the sides toward an axis, one number per axis: their sum is that of segments

constexpr unsigned kOctants = 8;

class Builder {
public:
    Builder(int segments, unsigned extended) : segments_(segments), extended_(extended) {
        for (unsigned octant = 0; octant < kOctants; ++octant) add_corners(octant);
    }

    void add_spheres() {
        for (unsigned octant = 0; octant < kOctants; ++octant) {
            for (int i = 0; i < segments_; ++i) {
                for (int j = 0; i + j < segments_; ++j) {
                    const int k = segments_ - i - j;
                    const auto at = [&](int x, int y, int z) { return index(octant, {i + x, j + y, k + z}); };
                    add(octant, {at(1, 0, -1), at(0, 1, -1), at(0, 0, 0)});
                    if (k > 1) add(octant, {at(0, 1, -1), at(1, 0, -1), at(1, 1, -2)});
                }
            }
        }
    }

    // Between two octants on both sides of the plane across an axis.
    void add_cylinders() {
        for (unsigned axis = 0; axis < 3; ++axis) {
            const unsigned b = (axis + 1) % 3, c = (axis + 2) % 3, other = 1U << axis;
            for (unsigned octant = 0; octant < kOctants; ++octant) {
                if ((octant & other) == 0 || (extended_ & other) == 0) continue;
                for (int k = 0; k < segments_; ++k) {
                    Steps near{}, far{};
                    near[b] = segments_ - k;
                    near[c] = k;
                    far[b] = near[b] - 1;
                    far[c] = k + 1;
                    // Only the other two axes mirror this piece.
                    add(octant ^ other, {index(octant, near), index(octant, far), index(octant ^ other, far),
                                         index(octant ^ other, near)});
                }
            }
        }
    }

    void add_sides() {
        for (unsigned axis = 0; axis < 3; ++axis) {
            const unsigned b = 1U << (axis + 1) % 3, c = 1U << (axis + 2) % 3;
            if ((extended_ & b) == 0 || (extended_ & c) == 0) continue;
            Steps pole{};
            pole[axis] = segments_;
            for (const unsigned side : {0U, 1U << axis}) {
                add(side, {index(side | b | c, pole), index(side | c, pole), index(side, pole), index(side | b, pole)});
            }
        }
    }

    RoundedMesh take() { return std::move(mesh_); }

private:
    // The bits of an octant are the axes along which it is negative.
    void add_corners(unsigned octant) {
        const double step = 0.5 * std::numbers::pi / segments_;
        const auto sign = [&](unsigned axis) { return (octant >> axis & 1) != 0 ? -1.0 : 1.0; };
        for (int i = 0; i <= segments_; ++i) {
            for (int j = 0; i + j <= segments_; ++j) {
                // Even steps along the edges of the octant.
                const Double3 inner{{std::sin(i * step), std::sin(j * step), std::sin((segments_ - i - j) * step)}};
                const double scale = 1 / geometry::length(inner);
                const auto part = [&](unsigned axis) { return static_cast<float>(sign(axis) * scale * inner[axis]); };
                const auto side = [&](unsigned axis) { return static_cast<float>(sign(axis)); };
                mesh_.corners.push_back({{side(0), side(1), side(2)}, {part(0), part(1), part(2)}});
            }
        }
    }

    std::uint16_t index(unsigned octant, const Steps& steps) const {
        const int per_octant = (segments_ + 1) * (segments_ + 2) / 2;
        const int row = steps[0] * (segments_ + 1) - steps[0] * (steps[0] - 1) / 2;
        return static_cast<std::uint16_t>(static_cast<int>(octant) * per_octant + row + steps[1]);
    }

    // Adds a convex polygon, which is counterclockwise in the first octant: a mirror image turns the other way.
    void add(unsigned octant, std::initializer_list<std::uint16_t> polygon) {
        const bool mirrored = ((octant ^ octant >> 1 ^ octant >> 2) & 1) != 0;
        const std::uint16_t* const at = polygon.begin();
        for (std::size_t k = 2; k < polygon.size(); ++k)
            mesh_.triangles.insert(mesh_.triangles.end(),
                                   {at[0], mirrored ? at[k] : at[k - 1], mirrored ? at[k - 1] : at[k]});
    }

    int segments_;
    unsigned extended_;
    RoundedMesh mesh_;
};

}  // namespace

unsigned extended_axes(const Vec3& half_extents) {
    return (half_extents.x > 0 ? 1U : 0U) | (half_extents.y > 0 ? 2U : 0U) | (half_extents.z > 0 ? 4U : 0U);
}

RoundedMesh rounded_mesh(int segments, unsigned extended) {
    Builder builder(segments, extended);
    builder.add_spheres();
    builder.add_cylinders();
    builder.add_sides();
    return builder.take();
}

int segments_for(std::size_t solid_count) {
    constexpr double kMostTriangles = 1 << 21, kFewest = 2, kMost = 16;
    const double solids = static_cast<double>(std::max<std::size_t>(solid_count, 1));
    return static_cast<int>(std::clamp(std::sqrt(kMostTriangles / (kOctants * solids)), kFewest, kMost));
}

}  // namespace satori::viewer
