#include "broadphase/moving/build_columns.hpp"

#include <atomic>

#include "broadphase/columns/column_driver.hpp"
#include "broadphase/moving/incremental_changes.hpp"
#include "broadphase/moving/tracked_bounds.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::uint32_t kMostChunks = 256, kAhead = 16;
/// More pairs of bounds with skins, per dynamic box, fill many lists: half as many as a list has room for, as a pair
/// may stand in two. They are not looked for any further.
constexpr std::uint64_t kMostListedPerBox = 8;

/// Lists each pair with both of its boxes, and keeps none.
class ListSink final : public ColumnSink<3> {
public:
    ListSink(NeighbourLists& neighbours, std::uint32_t dynamic_count) noexcept
        : neighbours_(neighbours), most_(kMostListedPerBox * dynamic_count) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair*) const noexcept override {
        pair_count_.fetch_add(count, std::memory_order_relaxed);
        neighbours_.add_all(first, second, count);
        return 0;
    }
    bool full() const noexcept override { return pair_count_.load(std::memory_order_relaxed) > most_; }

private:
    NeighbourLists& neighbours_;
    std::uint64_t most_;
    mutable std::atomic<std::uint64_t> pair_count_{0};
};

/// Makes the bounds of dynamic boxes larger.
Status give_skins(parallel::Call& call, const BoxTable& table, NeighbourLists& neighbours,
                  BoundsSet<3>& bounds) noexcept {
    const parallel::Chunking chunks(bounds.set_size[0], parallel::kChunkBoxes, kMostChunks);
    simd::EdgeRange edges[kMostChunks];
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        edges[chunk] = kNoEdges;
        for (std::size_t i = chunks[chunk].begin; i < chunks[chunk].end; ++i) {
            simd::prefetch(bounds.entries + i + kAhead);
            simd::BoundsEntry<3>& entry = bounds.entries[i];
            neighbours.give_skin(entry, table.boxes()[entry.id].old_state);
            const float edge = longest_edge(entry.lo, entry.hi);
            // Shortest edges have only become longer: `bounds` knows them.
            edges[chunk] = joined(edges[chunk], {edge, edge, edge});
        }
    });
    if (status != Status::ok) return status;
    for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) bounds.edges = joined(bounds.edges, edges[c]);
    return status;
}

/// With all lists; `listed` is false where they would name too many.
Status build_listed(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, StoredColumns& columns,
                    NeighbourLists& neighbours, bool& listed) noexcept {
    if (!neighbours.begin(table.limit())) return Status::out_of_memory;
    BoundsSet<3> bounds;
    Columns<3> sorted;
    Status status = fill_tracked(call, workspace, table.boxes(), table.limit(), TrackedView::before, bounds);
    if (status == Status::ok) status = give_skins(call, table, neighbours, bounds);
    if (status == Status::ok) status = columns.build(call, workspace, bounds, sorted);
    if (status != Status::ok) return status;
    const ListSink sink(neighbours, bounds.set_size[0]);
    PairResult unused;
    if (bounds.count() != 0) status = drive_columns(call, workspace, bounds, sorted, sink, {}, {}, unused);
    listed = !sink.full();
    return status;
}

}  // namespace

bool wants_neighbours(const detail::BroadphaseState& state) noexcept {
    // With a margin, a box changes when it has left its fat bounds, and then it has moved by much. In a crowd its list
    // would be full.
    constexpr std::uint64_t kMostPairsPerBox = 4;
    return !state.boxes.has_margin() && state.pairs.pair_count() <= kMostPairsPerBox * state.boxes.size();
}

Status build_columns(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state) noexcept {
    NeighbourLists& neighbours = state.neighbours;
    if (neighbours.note_build() && wants_neighbours(state) && (neighbours.due() || most_creep(state.boxes))) {
        bool listed = false;
        const Status status = build_listed(call, workspace, state.boxes, state.columns, neighbours, listed);
        if (status != Status::ok) {
            // Bounds with skins may stand there already, and no lists know of them.
            state.columns.drop();
            return status;
        }
        if (listed) {
            neighbours.adopt(state.columns);
            return status;
        }
        neighbours.give_up();
        workspace.free_all();
    }
    return state.columns.build(call, workspace, state.boxes.boxes(), state.boxes.limit());
}

}  // namespace satori::v0::broadphase
