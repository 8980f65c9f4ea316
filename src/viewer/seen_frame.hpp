#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satori/box_batch.hpp>
#include <satori/isa.hpp>
#include <satori/world.hpp>

#include "viewer/solids.hpp"

namespace satori::viewer {

/// One contact point of two boxes.
struct SeenContact {
    BoxPair pair;
    Double3 point, normal;
    float separation = 0;
    bool begun = false;  ///< the boxes did not touch in the frame before
};

/// A column of the broadphase.
struct SeenColumn {
    Double3 min, max;
    std::uint32_t box_count = 0;
    std::uint32_t grid = 0;
};

/// A box of a World, with the data that a row of a scene does not have.
struct WorldBox {
    BoxId id;  ///< null: there is no box
    BoxDef def;
};

/// The changes of pairs since the frame before.
struct EventFigures {
    std::uint64_t begun = 0, persisted = 0, ended = 0;
};

/// The figures of one run of the library.
struct RunFigures {
    std::uint64_t candidate_count = 0;
    std::uint64_t pair_count = 0;
    std::uint64_t point_count = 0;
    std::uint32_t thread_count = 0;
    Isa isa = Isa::best;
    double call_ms = 0;  ///< wall time of collide(), or of World::update()
    std::span<const char* const> stage_names;
    std::array<double, 7> stages_ms{};  ///< one per name; of a scene's collide() CPU time, all others wall time
    std::uint64_t hash = 0;  ///< XXH64 of the sorted pairs, as in `satori pairs --json`; or World::state_hash()
    EventFigures events;
    std::uint64_t tested_count = 0, changed_count = 0;  ///< of a World's update: pairs, boxes
};

/// The library's results for one frame. The boxes of a World are stored at their indices.
struct SeenFrame {
    enum class State : std::uint8_t { apart, overlapping, invalid, none };

    Solids solids;
    std::vector<State> states;          ///< of each box
    std::vector<WorldBox> world_boxes;  ///< of each box; empty for a scene
    std::vector<InvalidBox> invalid;
    std::vector<BoxPair> pairs, begun, ended;  ///< sorted; `begun` and `ended` since the frame before
    std::vector<SeenContact> contacts;
    std::vector<SeenColumn> columns;  ///< the columns that a World keeps
    RunFigures figures;

    /// Returns the approximate memory in use.
    std::size_t bytes() const {
        const auto of = [](const auto& items) { return items.capacity() * sizeof(items[0]); };
        return sizeof *this + of(solids.cores) + of(solids.radii) + of(states) + of(world_boxes) + of(invalid) +
               of(pairs) + of(begun) + of(ended) + of(contacts) + of(columns);
    }
};

}  // namespace satori::viewer
