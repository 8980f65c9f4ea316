#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/distances.hpp>
#include <satori/mpi.hpp>

#include "base/assert.hpp"
#include "base/owned_array.hpp"
#include "mpi/cells.hpp"
#include "mpi/columns.hpp"
#include "mpi/cut_tree.hpp"
#include "mpi/lattice.hpp"
#include "mpi/mail.hpp"

namespace satori::v0::mpi {

/// Boxes on their way between ranks, or those of a part.
struct Parcel {
    explicit Parcel(base::CountedMemory& memory) noexcept
        : rows(memory),
          sources(memory),
          columns{Bytes(memory), Bytes(memory), Bytes(memory), Bytes(memory), Bytes(memory)} {}

    bool reserve(std::uint64_t count, const ColumnSet& set) noexcept {
        bool done = rows.reserve(count, 0) && sources.reserve(count, 0);
        set.for_each([&](Column column, std::size_t size) { done = done && bytes(column).reserve(count * size, 0); });
        return done;
    }

    using Bytes = base::OwnedArray<std::byte>;
    Bytes& bytes(Column column) noexcept { return columns[static_cast<std::uint32_t>(column)]; }
    /// Returns the items of a column, for `count` boxes if there is any; T is the type of the items.
    template <class T>
    std::span<T> items(Column column, const ColumnSet& set, std::size_t count) noexcept {
        SATORI_ASSERT(sizeof(T) == kColumnSizes[static_cast<std::uint32_t>(column)]);
        return {reinterpret_cast<T*>(bytes(column).data()), set.has(column) ? count : 0};
    }

    base::OwnedArray<OrientedBox> rows;
    base::OwnedArray<RankBox> sources;
    Bytes columns[kColumnCount];
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

    ColumnSet columns;          // that boxes of any rank have in this call
    bool bounds_apart = false;  // whether bounds have memory of their own

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
    /// made. In between there are rows in the same memory, unless `apart`.
    bool reserve_bounds(std::uint64_t count, bool apart) noexcept {
        bounds_apart = apart;
        if (apart) return lattice_bounds.reserve(count, 0);
        return part.rows.reserve((count * sizeof(Aabb) + sizeof(OrientedBox) - 1) / sizeof(OrientedBox), 0);
    }
    Aabb* bounds() noexcept { return bounds_apart ? lattice_bounds.data() : reinterpret_cast<Aabb*>(part.rows.data()); }

    Mail mail{memory};

    // For records of the boxes of the last call.
    bool has_part = false;  // whether there was one, and part.sources are its
    std::uint32_t own_count = 0, part_count = 0;
    base::OwnedArray<std::uint32_t> indices{memory};
    base::OwnedArray<std::byte> records{memory}, fetched{memory};

    // On a lattice alone, see lattice.hpp.
    base::OwnedArray<Aabb> lattice_bounds{memory};
    base::OwnedArray<LatticePoint> homes{memory};
    base::OwnedArray<BoxPair> placed{memory};
    base::OwnedArray<PlacedCopy> copies{memory};
    base::OwnedArray<std::uint32_t> row_begins{memory}, row_boxes{memory};
    base::OwnedArray<std::uint8_t> overlaps{memory};
    base::OwnedArray<PairDistance> distances{memory};

    // For cuts alone.
    base::OwnedArray<Slabs> slabs{memory};
    base::OwnedArray<std::uint64_t> cells{memory};
    base::OwnedArray<std::uint64_t> all_cells{memory};
    base::OwnedArray<Aabb> samples{memory};
    base::OwnedArray<SlabSums> sums{memory};
};

}  // namespace satori::v0::mpi::detail
