#pragma once

#include <cstdint>
#include <span>

#include <satori/types.hpp>

#include "mpi/cut_tree.hpp"

namespace satori::v0::mpi {

/// The most slabs along an axis, and the number of cells.
inline constexpr std::uint32_t kMostSlabs = 4096, kCellCount = 1U << 18;
/// The boxes of all ranks together from which slabs are made, about.
inline constexpr std::uint32_t kSampleCount = 16384;

/// Slabs along each axis; the cells are their intersections. Each slab holds about the same number of boxes, so boxes
/// far away do not make the cells coarse. A power of two along each axis, kCellCount cells at most.
struct Slabs {
    std::uint32_t counts[3];
    float begins[3][kMostSlabs];  ///< of slab i + 1, ascending; the first and the last slab have no end
    float ends[3][2];             ///< where the boxes begin and end, about
    float edges[3];               ///< the usual edges of an AABB

    std::uint32_t cell_of(const Vec3& point) const noexcept {
        return (slab_of(0, point.x) * counts[1] + slab_of(1, point.y)) * counts[2] + slab_of(2, point.z);
    }
    std::uint32_t cell_count() const noexcept { return counts[0] * counts[1] * counts[2]; }
    /// Binary search without a branch.
    std::uint32_t slab_of(int axis, float at) const noexcept {
        std::uint32_t slab = 0;
        for (std::uint32_t step = counts[axis] / 2; step != 0; step /= 2)
            slab += begins[axis][slab + step - 1] <= at ? step : 0;
        return slab;
    }
};

/// Makes slabs of sampled boxes; there must be one. Sorts floats in `scratch`, which has room for as many.
void make_slabs(std::span<const Aabb> samples, float* scratch, Slabs& slabs) noexcept;

/// Boxes are counted where their middle is: as many of those that a cut goes through are on either side of it.
inline Vec3 middle_of(const Aabb& box) noexcept {
    return {box.min.x + 0.5F * (box.max.x - box.min.x), box.min.y + 0.5F * (box.max.y - box.min.y),
            box.min.z + 0.5F * (box.max.z - box.min.z)};
}

/// What bisect() works in: sums per slab and axis.
struct SlabSums {
    double weights[3][kMostSlabs];
    double counts[3][kMostSlabs];
    double shares[3][kMostSlabs];  ///< how probable it is that two boxes of the slab overlap along the axis
};

/// Cuts space by recursive bisection of cells: `counts` are the boxes whose middle is in each cell. Each part gets
/// about the same weight, which is the boxes and the pairs expected of them. Each cut goes across the axis where it
/// goes through the fewest boxes.
void bisect(const Slabs& slabs, const std::uint64_t* counts, SlabSums& sums, std::uint32_t part_count,
            CutTree& tree) noexcept;

}  // namespace satori::v0::mpi
