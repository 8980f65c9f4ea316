#pragma once

#include <cstdint>

#include <satori/mpi.hpp>

#include "base/owned_array.hpp"
#include "mpi/cells.hpp"
#include "mpi/cut_tree.hpp"
#include "mpi/mail.hpp"

namespace satori::v0::mpi {

/// Boxes on their way between ranks, or those of a part.
struct Parcel {
    explicit Parcel(base::CountedMemory& memory) noexcept : rows(memory), sources(memory), radii(memory) {}

    bool reserve(std::uint64_t count, bool with_radii) noexcept {
        return rows.reserve(count, 0) && sources.reserve(count, 0) && (!with_radii || radii.reserve(count, 0));
    }

    base::OwnedArray<OrientedBox> rows;
    base::OwnedArray<RankBox> sources;
    base::OwnedArray<float> radii;  // only when boxes of any rank have some
};

/// What goes to each rank, or comes from it: counts, and where the boxes begin.
struct Shares {
    explicit Shares(base::CountedMemory& memory) noexcept : counts(memory), begins(memory) {}

    bool reserve(std::uint32_t rank_count) noexcept {
        return counts.reserve(rank_count, 0) && begins.reserve(rank_count, 0);
    }
    /// Computes where the boxes begin. Returns the sum of the counts.
    std::uint64_t sum(std::uint32_t rank_count) noexcept {
        std::uint64_t all = 0;
        for (std::uint32_t r = 0; r < rank_count; ++r) {
            begins[r] = all;
            all += counts[r];
        }
        return all;
    }

    base::OwnedArray<std::uint64_t> counts;
    base::OwnedArray<std::uint64_t> begins;
};

}  // namespace satori::v0::mpi

namespace satori::v0::mpi::detail {

/// The memory of a Partition.
struct PartitionState {
    explicit PartitionState(const Allocator& allocator) noexcept : memory(allocator) {}

    base::CountedMemory memory;  // first: the others give back to it
    BoxBatch batch{memory.get()};
    Workspace workspace{memory.get()};
    CutTree tree{memory};
    bool has_cuts = false;  // false also while the tree is being made anew

    bool has_radii = false;  // whether boxes of any rank have some in this call

    // The way of own boxes to ranks.
    base::OwnedArray<std::uint32_t> by_part{memory};  // indices by part; then scratch of sorting
    base::OwnedArray<BoxPair> several{memory};        // (part, box) of boxes that touch several parts
    Shares out{memory}, in{memory};
    base::OwnedArray<int> message_counts{memory};  // arguments of MPI, four per rank
    Parcel message{memory};

    // Boxes of the part, by the rank that brought them and then by id. Their rows are of no use once they are in the
    // batch.
    Parcel part{memory};
    base::OwnedArray<std::uint32_t> order{memory};  // first the parts of own boxes, then the order by id
    base::OwnedArray<std::uint8_t> below{memory};   // bit k: the box begins below the space of the part on axis k

    /// Room for bounds: those of own boxes until they are assigned to parts, those of the part from when its batch is
    /// made. In between there are rows in the same memory.
    bool reserve_bounds(std::uint64_t count) noexcept {
        return part.rows.reserve((count * sizeof(Aabb) + sizeof(OrientedBox) - 1) / sizeof(OrientedBox), 0);
    }
    Aabb* bounds() noexcept { return reinterpret_cast<Aabb*>(part.rows.data()); }

    Mail mail{memory};

    // For cuts alone.
    base::OwnedArray<Slabs> slabs{memory};
    base::OwnedArray<std::uint64_t> cells{memory};
    base::OwnedArray<std::uint64_t> all_cells{memory};
    base::OwnedArray<Aabb> samples{memory};
    base::OwnedArray<SlabSums> sums{memory};
};

}  // namespace satori::v0::mpi::detail
