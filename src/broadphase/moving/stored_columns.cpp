#include "base/assert.hpp"
#include "broadphase/columns/sorted_gather.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "broadphase/moving/standing_entries.hpp"
#include "parallel/slot_pool.hpp"

namespace satori::v0::broadphase {

Status StoredColumns::build(parallel::Call& call, WorkspaceLock& workspace, const StandingBounds& standing) noexcept {
    drop();
    ++build_number_;
    box_count_ = standing.count() - standing.stray_count();
    BoundsSet<3> bounds;
    BoxClasses<3> classes;
    Columns<3> columns;
    Status status = fill_standing(
        call, workspace, standing, [&](std::uint32_t id) { return standing.in_columns(id) ? 0U : kLeftOut; }, bounds);
    if (status == Status::ok) status = classify(call, workspace, bounds, classes);
    if (status == Status::ok) status = fill_columns(call, workspace, classes, columns);
    if (status != Status::ok) return status;
    const KeptGrids::Grids grids(columns.grids.own, columns.grids.class_count);
    if (!grids_.reserve_for(grids)) return Status::out_of_memory;
    grids_.keep(grids);
    status = sort_lists(call, workspace, columns);
    valid_ = status == Status::ok;
    return status;
}

bool StoredColumns::reserve_for(const StoredColumns& other) noexcept {
    drop();
    if (!other.valid_) return true;
    return lists_.reserve(other.column_count(), 0) && streams_.reserve(other.stream_room_) &&
           first_column_.reserve(other.grid_count() + 1, 0) && grids_.reserve_for(other.grids_.all());
}

void StoredColumns::assign(const StoredColumns& other) noexcept {
    valid_ = other.valid_;
    box_count_ = other.box_count_;
    ++build_number_;
    if (!valid_) return;
    first_column_.assign(other.first_column_, other.grid_count() + 1);
    lists_.assign(other.lists_, other.column_count());
    streams_.assign(other.streams_, other.stream_room_);
    stream_room_ = other.stream_room_;
    grids_.keep(other.grids_.all());
}

std::uint32_t StoredColumns::held_count() const noexcept {
    std::uint32_t held = 0;
    for (std::uint32_t column = 0; valid_ && column < column_count(); ++column)
        held += list(column).count != 0 ? 1U : 0U;
    return held;
}

Status prepare_columns(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state) noexcept {
    StandingBounds& standing = state.standing;
    if (state.stale) {
        state.columns.drop();
        if (!standing.reserve(state.boxes.limit())) return Status::out_of_memory;
        standing.reset();
        standing.settle_new(state.boxes.boxes());
    }
    if (state.columns.valid() || standing.count() == standing.stray_count()) return Status::ok;
    const Status status = state.columns.build(call, workspace, standing);
    workspace.free_all();
    return status;
}

Status StoredColumns::sort_lists(parallel::Call& call, WorkspaceLock& workspace, const Columns<3>& columns) noexcept {
    if (!first_column_.reserve(grid_count() + 1, 0)) return Status::out_of_memory;
    first_column_[0] = 0;
    for (std::uint32_t g = 0; g < grid_count(); ++g) first_column_[g + 1] = first_column_[g] + columns.column_count(g);
    const std::uint32_t total = column_count();
    if (!lists_.reserve(total + 1, 0)) return Status::out_of_memory;
    std::uint64_t position = 0;
    for (std::uint32_t g = 0; g < grid_count(); ++g) {
        for (std::uint32_t column = 0; column < columns.column_count(g); ++column) {
            StoredList& list = lists_[first_column_[g] + column];
            list = {static_cast<std::uint32_t>(position), columns.list(g, column, kNative).count, 0, {}, {}, 0};
            // Whole vectors, and at the end what a gather writes behind the last box.
            position += simd::padded(list.count) + simd::kSentinels;
        }
    }
    if (position > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
    if (!streams_.reserve(position)) return Status::out_of_memory;
    stream_room_ = position;

    const parallel::Chunking chunks(total, 1, 1024);
    const unsigned workers = std::min(call.concurrency(), std::max(1U, chunks.chunk_count()));
    const std::size_t sort_room = simd::padded(columns.largest_column);
    const std::size_t worker_bytes = sort_room * (2 * sizeof(KeyIndex) + sizeof(std::uint32_t) + sizeof(float)) + 4096;
    auto* const memory = workspace.grow<std::byte>(Scratch::workers, workers * worker_bytes);
    if (memory == nullptr) return Status::out_of_memory;
    parallel::SlotPool slots(workers);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::SlotPool::Slot slot(slots);
        std::uint32_t g = 0;
        for (auto column = static_cast<std::uint32_t>(chunks[chunk].begin); column < chunks[chunk].end; ++column) {
            while (column >= first_column_[g + 1]) ++g;
            sort_list(call.kernels(), columns.list(g, column - first_column_[g], kNative), grid(g).axis, lists_[column],
                      memory + slot.index() * worker_bytes);
        }
    });
}

void StoredColumns::sort_list(const simd::KernelTable& kernels, const EntryRange<3>& segment, const int* axis,
                              StoredList& list, std::byte* scratch) noexcept {
    SortScratch sort;
    sort.key_index = reinterpret_cast<KeyIndex*>(scratch);
    sort.order = reinterpret_cast<std::uint32_t*>(sort.key_index + 2 * simd::padded(list.count));
    sort.keys = reinterpret_cast<float*>(sort.order + simd::padded(list.count));
    const auto at = [&](auto* stream) { return stream + list.begin; };
    // The flags are of no use: they go over what has been sorted.
    simd::SweepArrays<3> out{{at(streams_.lo(0)), at(streams_.lo(1)), at(streams_.lo(2))},
                             {at(streams_.hi(0)), at(streams_.hi(1)), at(streams_.hi(2))},
                             at(streams_.ids()),
                             reinterpret_cast<std::uint32_t*>(sort.key_index),
                             list.count};
    gather_sorted(kernels.solid, segment.entries, axis, sort, out);
    set_nowhere(list);
    for (std::uint32_t i = 0; i < list.count; ++i) {
        list.widest = std::max(list.widest, out.hi[0][i] - out.lo[0][i]);
        for (int a = 0; a < 3; ++a) {
            list.lo[a] = std::min(list.lo[a], out.lo[a][i]);
            list.hi[a] = std::max(list.hi[a], out.hi[a][i]);
        }
    }
    list.density = list.hi[0] > list.lo[0] ? static_cast<float>(list.count) / (list.hi[0] - list.lo[0]) : 0.0F;
}

}  // namespace satori::v0::broadphase
