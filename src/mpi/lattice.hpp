#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <span>

#include <satori/mpi.hpp>

namespace satori::v0::mpi::detail {
struct PartitionState;
}

namespace satori::v0::mpi {

class Ranks;

/// A point of the lattice, in edges from the origin.
struct LatticePoint {
    std::int32_t x = 0, y = 0, z = 0;

    friend bool operator==(const LatticePoint&, const LatticePoint&) = default;
    friend auto operator<=>(const LatticePoint&, const LatticePoint&) = default;
};

/// Points in space from which the boxes of a pair are seen as floats: far from the origin, floats from the origin are
/// coarse. The point of a pair depends on the bounds of both boxes alone, so results do not depend on the ranks.
class Lattice {
public:
    explicit Lattice(float edge) noexcept : edge_(edge) {}

    /// The point of a pair: the nearest one to the maximum of both lower corners.
    LatticePoint point_of(const Aabb& a, const Aabb& b) const noexcept {
        if (is_vast(a) || is_vast(b)) return {};
        return nearest({std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y), std::max(a.min.z, b.min.z)});
    }
    /// The point of the pairs of a box with most of its neighbors.
    LatticePoint home_of(const Aabb& box) const noexcept { return is_vast(box) ? LatticePoint{} : nearest(box.min); }

    /// Returns what a box with this center, in doubles from the origin, has as center from a point.
    Vec3 seen_from(const LatticePoint& point, const Vec3d& center) const noexcept {
        return {static_cast<float>(center.x - edge_ * point.x), static_cast<float>(center.y - edge_ * point.y),
                static_cast<float>(center.z - edge_ * point.z)};
    }

private:
    /// Whether the center of a box might be too far from a point within its bounds to be legal.
    static bool is_vast(const Aabb& box) noexcept {
        return box.max.x - box.min.x > kMaxCenter || box.max.y - box.min.y > kMaxCenter ||
               box.max.z - box.min.z > kMaxCenter;
    }
    LatticePoint nearest(const Vec3& point) const noexcept {
        return {nearest(point.x), nearest(point.y), nearest(point.z)};
    }
    std::int32_t nearest(float at) const noexcept { return static_cast<std::int32_t>(std::floor(at / edge_ + 0.5)); }

    double edge_;
};

/// A box of the part as seen from a point that is not its home.
struct PlacedCopy {
    std::uint32_t box;
    LatticePoint point;

    friend bool operator==(const PlacedCopy&, const PlacedCopy&) = default;
    friend auto operator<=>(const PlacedCopy&, const PlacedCopy&) = default;
};

/// Places both boxes of each pair as seen from the point of the pair. Box i of the part, seen from its home, becomes
/// row i of state.part. Both boxes of a pair whose point is not their home get rows of their own behind the `count`
/// boxes, in order of the boxes. state.placed has the rows of each pair. Returns the number of rows; 0 after a failure.
std::uint32_t place_pairs(std::span<const BoxPair> pairs, const Lattice& lattice, std::uint32_t count, Ranks& ranks,
                          detail::PartitionState& state) noexcept;

}  // namespace satori::v0::mpi
