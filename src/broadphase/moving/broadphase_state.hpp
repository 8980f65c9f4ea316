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

    /// Makes room for assign(). Returns false when there is no memory. Nothing changes then, except that there may be
    /// no columns.
    bool reserve_for(const BroadphaseState& other) noexcept {
        return boxes.reserve_for(other.boxes) && standing.reserve_for(other.standing) && near.reserve_for(other.near) &&
               bonds.reserve(other.bond_count, bond_count) && columns.reserve_for(other.columns);
    }
    /// Becomes a copy of another state with the same options, but for the report of the last update.
    void assign(const BroadphaseState& other) noexcept {
        boxes.assign(other.boxes);
        standing.assign(other.standing);
        near.assign(other.near);
        columns.assign(other.columns);
        stale = other.stale;
        bonds.assign(other.bonds, other.bond_count);
        bond_count = other.bond_count;
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

/// A Broadphase's state, for the queries of a World, its snapshots, and what draws it.
struct BroadphaseAccess {
    static Status ensure(Broadphase& broadphase) noexcept { return broadphase.ensure_state(); }
    static void clear(Broadphase& broadphase) noexcept { broadphase.free_state(); }
    static BroadphaseState* state_of(Broadphase& broadphase) noexcept { return broadphase.state_; }
    static const BroadphaseState* state_of(const Broadphase& broadphase) noexcept { return broadphase.state_; }
};

}  // namespace satori::v0::detail

namespace satori::v0::broadphase {

/// Builds the columns if boxes are to stand there and there are none, or too many in them are out of date. After an
/// update that failed, all boxes first get standing bounds anew. O(1), and O(boxes) where something is built.
Status prepare_columns(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state) noexcept;

/// Returns true when all tables of a Broadphase agree with each other, between its calls. Reads everything: O(bonds),
/// and O(boxes * (boxes + columns)) of up to kMostValidated boxes. Allocates nothing.
bool validate(const detail::BroadphaseState& state) noexcept;

/// Updates of larger worlds do not assert validate().
inline constexpr std::uint32_t kMostValidated = 4096;

}  // namespace satori::v0::broadphase
