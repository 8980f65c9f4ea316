#pragma once

#include <satori/broadphase.hpp>

#include "broadphase/moving/box_table.hpp"
#include "broadphase/moving/id_set.hpp"
#include "broadphase/moving/near_table.hpp"
#include "broadphase/moving/standing_bounds.hpp"
#include "broadphase/moving/stored_columns.hpp"

namespace satori::v0::detail {

/// What a Broadphase owns.
struct BroadphaseState {
    BroadphaseState(const BroadphaseOptions& options, const Allocator& allocator) noexcept
        : memory(allocator),
          workspace(memory.get()),
          boxes(memory, options),
          standing(memory, options),
          near(memory),
          columns(memory),
          bonds(memory),
          leavers(memory),
          movers(memory),
          begun(memory),
          lost(memory),
          bounds(memory) {
        memory.count(sizeof *this);
    }

    base::CountedMemory memory;  // first: the others give back to it
    Workspace workspace;
    broadphase::BoxTable boxes;
    broadphase::StandingBounds standing;
    broadphase::NearTable near;
    broadphase::StoredColumns columns;
    /// Nothing but the pairs of the near table means anything: before the first update, and after one that failed.
    bool stale = true;
    base::OwnedArray<BoxPair> bonds;  // of the last sweep, in its order; right for boxes that are not unlisted
    std::size_t bond_count = 0;
    broadphase::IdSet leavers, movers;      // of the update that goes on
    base::OwnedArray<BoxPair> begun, lost;  // the last report
    base::OwnedArray<Aabb> bounds;          // of a BoxBatch that comes in
};

/// A Broadphase's state, for the queries of a World and what draws it.
struct BroadphaseAccess {
    static BroadphaseState* state_of(Broadphase& broadphase) noexcept { return broadphase.state_; }
    static const BroadphaseState* state_of(const Broadphase& broadphase) noexcept { return broadphase.state_; }
};

}  // namespace satori::v0::detail
