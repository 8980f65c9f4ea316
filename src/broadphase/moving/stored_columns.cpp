#include "base/assert.hpp"
#include "broadphase/columns/sorted_gather.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "broadphase/moving/standing_entries.hpp"
#include "parallel/slot_pool.hpp"

namespace satori::v0::broadphase {

void StoredColumns::clear() noexcept {
    drop();
    grids_.clear();
    stream_room_ = 0;
    layer_count_ = 0;
    box_count_ = 0;
}

Status StoredColumns::build(parallel::Call& call, WorkspaceLock& workspace, const StandingBounds& standing) noexcept {
    clear();
    BoundsSet<3> bounds;
    const Status status = fill_standing(
        call, workspace, standing, [&](std::uint32_t id) { return standing.in_layer(id, 0) ? 0U : kLeftOut; }, bounds);
    return status == Status::ok ? add(call, workspace, bounds) : status;
}

Status StoredColumns::add_layer(parallel::Call& call, WorkspaceLock& workspace, const StandingBounds& standing,
                                std::span<const std::uint32_t> ids) noexcept {
    SATORI_ASSERT(valid_);
    BoundsSet<3> bounds;
    const Status status = fill_standing(workspace, standing, ids, bounds);
    return status == Status::ok ? add(call, workspace, bounds) : status;
}

Status StoredColumns::add(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<3>& bounds) noexcept {
    SATORI_ASSERT(layer_count_ < kMostLayers);
    drop();
    ++build_number_;
    BoxClasses<3> classes;
    Columns<3> columns;
    Status status = classify(call, workspace, bounds, classes);
    if (status == Status::ok) status = fill_columns(call, workspace, classes, columns);
    if (status != Status::ok) return status;
    last_layer_ = grid_count();
    if (!grids_.append({columns.grids.own, columns.grids.class_count})) return Status::out_of_memory;
    status = sort_lists(call, workspace, columns);
    if (status != Status::ok) return status;
    ++layer_count_;
    box_count_ += bounds.count();
    valid_ = true;
    return status;
}

bool StoredColumns::reserve_for(const StoredColumns& other) noexcept {
    drop();
    if (!other.valid_) return true;
    return lists_.reserve(other.column_count(), 0) && streams_.reserve(other.stream_room_) &&
           first_column_.reserve(other.grid_count() + 1, 0) && around_.reserve(other.grid_count(), 0) &&
           grids_.reserve_for(other.grids_.all());
}

void StoredColumns::assign(const StoredColumns& other) noexcept {
    valid_ = other.valid_;
    box_count_ = other.box_count_;
    layer_count_ = other.layer_count_;
    last_layer_ = other.last_layer_;
    ++build_number_;
    if (!valid_) return;
    first_column_.assign(other.first_column_, other.grid_count() + 1);
    around_.assign(other.around_, other.grid_count());
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
    const std::uint64_t standing_there = standing.count() - standing.stray_count();
    if (state.columns.box_count() > kMostOutOfDate * standing_there) state.columns.drop();
    if (state.columns.valid() || standing_there == 0) return Status::ok;
    standing.join_layers();
    const Status status = state.columns.build(call, workspace, standing);
    workspace.free_all();
    return status;
}

Status StoredColumns::sort_lists(parallel::Call& call, WorkspaceLock& workspace, const Columns<3>& columns) noexcept {
    const std::uint32_t first_grid = last_layer_, grids = grid_count() - first_grid;
    if (!first_column_.reserve(grid_count() + 1, first_grid != 0 ? first_grid + 1 : 0) ||
        !around_.reserve(grid_count(), first_grid))
        return Status::out_of_memory;
    if (first_grid == 0) first_column_[0] = 0;
    const std::uint32_t first_column = first_column_[first_grid];
    for (std::uint32_t g = 0; g < grids; ++g)
        first_column_[first_grid + g + 1] = first_column_[first_grid + g] + columns.column_count(g);
    if (!lists_.reserve(std::size_t{column_count()} + 1, first_column)) return Status::out_of_memory;
    std::uint64_t position = stream_room_;
    for (std::uint32_t g = 0; g < grids; ++g) {
        for (std::uint32_t column = 0; column < columns.column_count(g); ++column) {
            StoredList& list = lists_[first_column_[first_grid + g] + column];
            list = {static_cast<std::uint32_t>(position),
                    columns.list(g, column, kNative).count,
                    0,
                    {},
                    {},
                    0,
                    layer_count_};
            // Whole vectors, and at the end what a gather writes behind the last box.
            position += simd::padded(list.count) + simd::kSentinels;
        }
    }
    if (position > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
    if (stream_room_ == 0 ? !streams_.reserve(position) : !streams_.extend(position, stream_room_))
        return Status::out_of_memory;
    stream_room_ = position;
    const parallel::Chunking chunks(column_count() - first_column, 1, 1024);
    const unsigned workers = std::min(call.concurrency(), std::max(1U, chunks.chunk_count()));
    const std::size_t sort_room = simd::padded(columns.largest_column);
    const std::size_t worker_bytes = sort_room * (2 * sizeof(KeyIndex) + sizeof(std::uint32_t) + sizeof(float)) + 4096;
    auto* const memory = workspace.grow<std::byte>(Scratch::workers, workers * worker_bytes);
    if (memory == nullptr) return Status::out_of_memory;
    parallel::SlotPool slots(workers);
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::SlotPool::Slot slot(slots);
        std::uint32_t g = first_grid;
        for (std::size_t i = chunks[chunk].begin; i < chunks[chunk].end; ++i) {
            const std::uint32_t column = first_column + static_cast<std::uint32_t>(i);
            while (column >= first_column_[g + 1]) ++g;
            sort_list(call.kernels(), columns.list(g - first_grid, column - first_column_[g], kNative), grid(g).axis,
                      lists_[column], memory + slot.index() * worker_bytes);
        }
    });
    for (std::uint32_t g = first_grid; g < grid_count(); ++g) note_extent(g);
    return status;
}

void StoredColumns::note_extent(std::uint32_t g) noexcept {
    Extent on_axes;
    for (std::uint32_t column = first_column_[g]; column < first_column_[g + 1]; ++column)
        enclose(on_axes, lists_[column].lo, lists_[column].hi);
    for (int c = 0; c < 3; ++c) {
        around_[g].lo[grid(g).axis[c]] = on_axes.lo[c];
        around_[g].hi[grid(g).axis[c]] = on_axes.hi[c];
    }
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
