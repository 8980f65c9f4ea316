#pragma once

#include <satori/broadphase.hpp>

#include "broadphase/moving/box_table.hpp"
#include "broadphase/moving/neighbour_lists.hpp"
#include "broadphase/moving/pair_table.hpp"
#include "broadphase/moving/stored_columns.hpp"

namespace satori::v0::detail {

/// What a Broadphase owns.
struct BroadphaseState {
    BroadphaseState(const BroadphaseOptions& options, const Allocator& allocator) noexcept
        : memory(allocator),
          workspace(memory.get()),
          boxes(memory, options),
          pairs(memory),
          columns(memory),
          neighbours(memory),
          report(memory),
          bounds(memory) {
        memory.count(sizeof *this);
    }

    base::CountedMemory memory;  // first: the others give back to it
    Workspace workspace;
    broadphase::BoxTable boxes;
    broadphase::PairTable pairs;
    broadphase::StoredColumns columns;
    broadphase::NeighbourLists neighbours;
    std::uint64_t spent_on_scans = 0;  // in a row, since there are no columns
    base::OwnedArray<BoxPair> report;  // new pairs, then lost ones
    base::OwnedArray<Aabb> bounds;     // of a BoxBatch that comes in
};

/// A Broadphase's state, for the queries of a World and what draws it.
struct BroadphaseAccess {
    static BroadphaseState* state_of(Broadphase& broadphase) noexcept { return broadphase.state_; }
    static const BroadphaseState* state_of(const Broadphase& broadphase) noexcept { return broadphase.state_; }
};

}  // namespace satori::v0::detail
