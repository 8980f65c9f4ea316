#pragma once

#include <cstdint>

#include <satori/world_snapshot.hpp>

#include "world/ignored_pairs.hpp"
#include "world/pair_table.hpp"
#include "world/record/record_format.hpp"

// What a snapshot has between its head and its checksum:
// - Start, SnapshotCounts
// - StoredBox for each index; if boxes have ways, for each box the pose where its way begins
// - for each index StoredPlace, the fat bounds if the Broadphase has the box, and the standing bounds if it stands
//   somewhere
// - for each index StoredBondCounts, then its partners and the boxes near it of higher index
// - StoredRow for each row; for each slot whether it is used, then manifold and payloads if it is
// - free slots; contacts that ended early; nodes and lists of ignored pairs

namespace satori::v0::world {

inline constexpr std::size_t kSnapshotMagicSize = sizeof kSnapshotMagic - 1;
/// Magic and version.
inline constexpr std::size_t kSnapshotHeadSize = kSnapshotMagicSize + sizeof kSnapshotVersion;

struct SnapshotCounts {
    std::uint32_t boxes = 0, rows = 0, first_free_row = kNoRow, slots = 0, free_slots = 0;
    std::uint64_t early = 0;
    std::uint32_t ignored_nodes = 0, ignored_lists = 0, first_free_ignored = PairIndex::kNone;
    bool out_of_step = false;
    bool has_ways = false;
    bool stale = true;  ///< of the Broadphase: no box stands anywhere, and only pairs mean anything
};
struct StoredBox {
    std::uint32_t generation = 0;
    std::uint8_t flags = 0;
    BoxPose pose;
    Vec3 half_extents;
    float speculative_distance = 0;
    float radius = 0;
    CoveredSides covered_sides = 0;
    BoxFilter filter;
    std::uint64_t user_data = 0;
};
struct StoredPlace {
    std::uint8_t marks = 0;  ///< of BoxTable::marks_of()
    std::uint8_t place = 0;  ///< kStandsNowhere and the others below
};
inline constexpr std::uint8_t kStandsNowhere = 0, kStandsInColumns = 1, kStrays = 2;
struct StoredBondCounts {
    std::uint32_t pairs = 0, near = 0;
};
struct StoredRow {
    BoxPair pair;
    std::uint32_t slot = 0;
    std::uint8_t axis = 0, flags = 0;
};

template <class Io>
constexpr void visit(Io& io, SnapshotCounts& counts) noexcept {
    io(counts.boxes, counts.rows, counts.first_free_row, counts.slots, counts.free_slots, counts.early,
       counts.ignored_nodes, counts.ignored_lists, counts.first_free_ignored, counts.out_of_step, counts.has_ways,
       counts.stale);
}
template <class Io>
constexpr void visit(Io& io, StoredBox& box) noexcept {
    io(box.generation, box.flags);
    visit(io, box.pose);
    visit(io, box.half_extents);
    io(box.speculative_distance, box.radius, box.covered_sides);
    visit(io, box.filter);
    io(box.user_data);
}
template <class Io>
constexpr void visit(Io& io, StoredPlace& place) noexcept {
    io(place.marks, place.place);
}
template <class Io>
constexpr void visit(Io& io, Aabb& bounds) noexcept {
    visit(io, bounds.min);
    visit(io, bounds.max);
}
template <class Io>
constexpr void visit(Io& io, StoredBondCounts& counts) noexcept {
    io(counts.pairs, counts.near);
}
template <class Io>
constexpr void visit(Io& io, BoxPair& pair) noexcept {
    io(pair.first, pair.second);
}
template <class Io>
constexpr void visit(Io& io, IgnoredPairs::Node& node) noexcept {
    visit(io, node.pair);
    io(node.next[0], node.next[1], node.previous[0], node.previous[1]);
}
template <class Io>
constexpr void visit(Io& io, StoredRow& row) noexcept {
    visit(io, row.pair);
    io(row.slot, row.axis, row.flags);
}
template <class Io>
constexpr void visit(Io& io, ContactManifold& manifold) noexcept {
    visit(io, manifold.pair);
    visit(io, manifold.normal);
    io(manifold.point_count);
    for (ContactPoint& point : manifold.points) {
        visit(io, point.offset);
        io(point.separation, point.feature_id);
    }
}
template <class Io>
constexpr void visit(Io& io, PointPayload& payload) noexcept {
    for (auto& byte : payload.bytes) io(byte);
}
template <class Io>
constexpr void visit(Io& io, WorldContact& contact) noexcept {
    visit(io, contact.pair);
    io(contact.slot);
}

}  // namespace satori::v0::world
