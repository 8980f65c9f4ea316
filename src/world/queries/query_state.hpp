#pragma once

#include <satori/workspace.hpp>

#include "base/owned_array.hpp"
#include "broadphase/moving/bounds_streams.hpp"
#include "broadphase/moving/column_index.hpp"

namespace satori::v0::world {

/// What queries read besides boxes and columns, and the memory of their answers.
struct QueryState {
    explicit QueryState(base::CountedMemory& memory) noexcept
        : index(memory), changed(memory), hits(memory.get()), boxes(memory.get()), pairs(memory.get()) {}

    /// Whether the rest, with the shapes of all boxes, fits the boxes as they are now. Whatever changes boxes or
    /// columns sets it to false.
    bool prepared = false;
    broadphase::ColumnIndex index;
    broadphase::BoundsStreams changed;  // of the boxes in WorldState::stale
    double lo[3] = {}, hi[3] = {};      // around everything; inverted when there is nothing

    Workspace hits, boxes, pairs;  // of all_hits(), find_boxes() and find_near_pairs() without a workspace
};

}  // namespace satori::v0::world
