#pragma once

#include <cstdint>

#include "mpi/ranks.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

/// Enlarges bounds so that those of two boxes touch if the library takes the boxes for candidates at this distance.
/// With 0 they are those of compute_aabbs(). On a lattice: so that they touch if any exact test, from any of its
/// points, may find the boxes within the distance.
void enlarge(Aabb* bounds, std::uint32_t count, float distance, bool on_lattice) noexcept;

/// Sorts the boxes of the part by id, and fills state.at_border. Two equal ids are a failure.
void sort_part(Ranks& ranks, std::uint32_t count, detail::PartitionState& state) noexcept;

/// Says which pairs of the part this rank keeps: those whose maximum of both lower corners is in its part. A pair of
/// which one box touches no other part is such a pair.
class Ownership {
public:
    Ownership(const PartSpace& space, detail::PartitionState& state) noexcept;

    bool keeps(const BoxPair& pair) const noexcept {
        if ((at_border_[pair.first] & at_border_[pair.second]) == 0) return true;
        return keeps_at_border(bounds_[pair.first].min, bounds_[pair.second].min);
    }

private:
    bool keeps_at_border(const Vec3& a, const Vec3& b) const noexcept;

    PartSpace space_;
    const Aabb* bounds_;
    const std::uint8_t* at_border_;
};

}  // namespace satori::v0::mpi
