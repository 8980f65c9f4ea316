#pragma once

#include <cstddef>
#include <cstdint>

#include <satori/world_queries.hpp>

#include "base/owned_array.hpp"
#include "broadphase/moving/bounds_streams.hpp"
#include "broadphase/moving/column_index.hpp"

namespace satori::v0::world {

/// Lists of items, one list for each query of a batch.
template <class Item>
struct QueryLists {
    /// The position of a query's items in `found`.
    struct Part {
        std::uint64_t begin;
        std::uint64_t count;
    };

    explicit QueryLists(base::CountedMemory& memory) noexcept
        : scratch(memory), found(memory), items(memory), parts(memory), begin(memory) {}

    base::OwnedArray<Item> scratch;  // scratch_room items per worker, for one query
    std::size_t scratch_room = 256;
    base::OwnedArray<Item> found;  // in the order in which the queries ran
    base::OwnedArray<Item> items;  // in the order of the queries
    base::OwnedArray<Part> parts;
    base::OwnedArray<std::uint64_t> begin;
};

/// The memory that queries keep from call to call.
struct QueryState {
    explicit QueryState(base::CountedMemory& memory) noexcept
        : index(memory), changed(memory), hits(memory), boxes(memory) {}

    broadphase::ColumnIndex index;
    broadphase::BoundsStreams changed;  // of the boxes in WorldState::stale
    QueryLists<WorldHit> hits;
    QueryLists<BoxId> boxes;
};

}  // namespace satori::v0::world
