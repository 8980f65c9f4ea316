#include "broadphase/moving/stored_columns.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/ascending.hpp"
#include "base/assert.hpp"
#include "broadphase/columns/sorted_gather.hpp"
#include "broadphase/moving/tracked_bounds.hpp"
#include "parallel/slot_pool.hpp"

namespace satori::v0::broadphase {

namespace {

/// Room beyond the boxes that a list begins with.
std::uint32_t room_for(std::uint32_t count) noexcept {
    return count + count / 4 + 8;
}

/// Gives keys that no box had the class of the nearest octave that has one, of the same shape if there is any.
void complete(ClassTable<3>& table) noexcept {
    const auto known = [&](std::uint32_t key) { return table.class_of[key] != ClassTable<3>::kNoClass; };
    ClassTable<3> full = table;
    for (std::uint32_t octave = 0; octave < kOctaves; ++octave) {
        for (std::uint32_t shape = 0; shape < table.shapes; ++shape) {
            std::uint8_t& of_key = full.class_of[octave * table.shapes + shape];
            std::uint32_t least = ~0U;
            for (std::uint32_t key = 0; key < kOctaves * table.shapes; ++key) {
                if (!known(key)) continue;
                const std::uint32_t other = key / table.shapes;
                const std::uint32_t away =
                    (other > octave ? other - octave : octave - other) + (key % table.shapes != shape ? kOctaves : 0);
                if (away >= least) continue;
                least = away;
                of_key = table.class_of[key];
            }
        }
    }
    table = full;
}

}  // namespace

/// One list to sort.
struct StoredColumns::Segment {
    const simd::BoundsEntry<3>* entries;
    const int* axis;
    StoredList* list;
};

std::uint32_t StoredColumns::grid_of_column(std::uint32_t column) const noexcept {
    const std::uint32_t* const first = first_column_.data();
    return static_cast<std::uint32_t>(std::upper_bound(first, first + grids_.count(), column) - first) - 1;
}

std::uint32_t StoredColumns::held_count() const noexcept {
    std::uint32_t held = 0;
    for (std::uint32_t column = 0; valid_ && column < column_count(); ++column) {
        std::uint32_t boxes = 0;
        for (std::uint32_t role = 0; role < kRoles; ++role) boxes += list(column, role).count;
        held += boxes != 0 ? 1U : 0U;
    }
    return held;
}

Status StoredColumns::build(parallel::Call& call, WorkspaceLock& workspace, const simd::TrackedBox* boxes,
                            std::uint32_t limit) noexcept {
    BoundsSet<3> bounds;
    Columns<3> columns;
    drop();
    const Status status = fill_tracked(call, workspace, boxes, limit, TrackedView::before, bounds);
    return status == Status::ok ? build(call, workspace, bounds, columns) : status;
}

Status StoredColumns::build(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<3>& bounds,
                            Columns<3>& columns) noexcept {
    drop();
    revise();
    ++build_number_;
    BoxClasses<3> classes;
    Status status = classify(call, workspace, bounds, classes);
    if (status == Status::ok) status = fill_columns(call, workspace, classes, columns);
    if (status != Status::ok) return status;
    grids_ = columns.grids;
    status = set_places(classes.table);
    if (status == Status::ok) status = sort_lists(call, workspace, columns);
    valid_ = status == Status::ok;
    return status;
}

Status StoredColumns::set_places(const ClassTable<3>& table) noexcept {
    table_ = table;
    complete(table_);
    std::size_t count = 0;
    for (std::uint32_t g = 0; g < grids_.count(); ++g) count += 1 + grids_[g].guest_count;
    if (!places_.reserve(count + 1, 0)) return Status::out_of_memory;
    std::uint32_t next = 0;
    for (std::uint32_t c = 0; c < std::max(1U, grids_.class_count); ++c) {
        first_place_[c] = next;
        for (std::uint32_t g = 0; g < grids_.count(); ++g) {
            const ClassGrid<3>& grid = grids_[g];
            if (!grid.in_use()) continue;
            const bool guest =
                std::find(grid.guests, grid.guests + grid.guest_count, c) != grid.guests + grid.guest_count;
            if (grid.native == c || guest) places_[next++] = {g, grid.native == c};
        }
        first_place_[c + 1] = next;
    }
    return Status::ok;
}

Status StoredColumns::sort_lists(parallel::Call& call, WorkspaceLock& workspace, const Columns<3>& columns) noexcept {
    if (!first_column_.reserve(grids_.count() + 1, 0)) return Status::out_of_memory;
    first_column_[0] = 0;
    for (std::uint32_t g = 0; g < grids_.count(); ++g)
        first_column_[g + 1] = first_column_[g] + columns.column_count(g);
    const std::size_t list_count = std::size_t{column_count()} * kRoles;
    if (!lists_.reserve(list_count + 1, 0)) return Status::out_of_memory;
    std::uint64_t position = 0;
    for (std::uint32_t g = 0; g < grids_.count(); ++g) {
        const bool no_guests = grids_[g].guest_count == 0;
        for (std::uint32_t k = 0; k < columns.column_count(g) * kRoles; ++k) {
            const std::uint32_t count = columns.list(g, k / kRoles, k % kRoles).count;
            const bool never = no_guests && (k % kRoles == kGuest || k % kRoles == kGuestOther);
            const std::uint32_t room = never ? 0 : room_for(count);
            lists_[std::size_t{first_column_[g]} * kRoles + k].begin_at(static_cast<std::uint32_t>(position), count,
                                                                        room);
            // Whole vectors, and at the end what a sweep may read behind the last box.
            position += never ? 0 : simd::padded(room) + simd::kSentinels;
        }
    }
    position += simd::kSentinels;
    if (position > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
    // An odd number of cache lines keeps the streams in different sets.
    stream_room_ = static_cast<std::size_t>(position / simd::kMaxLanes | 1) * simd::kMaxLanes + 2 * simd::kMaxLanes;
    if (!streams_.reserve(kStreams * stream_room_, 0)) return Status::out_of_memory;

    const std::uint32_t total = column_count();
    const parallel::Chunking chunks(total, 1, 1024);
    const unsigned workers = std::min(call.concurrency(), std::max(1U, chunks.chunk_count()));
    const std::size_t sort_room = simd::padded(columns.largest_column);
    const std::size_t worker_bytes = sort_room * (2 * sizeof(KeyIndex) + sizeof(std::uint32_t) + sizeof(float)) + 4096;
    auto* memory = workspace.grow<std::byte>(Scratch::workers, workers * worker_bytes);
    if (memory == nullptr) return Status::out_of_memory;
    parallel::SlotPool slots(workers);
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::SlotPool::Slot slot(slots);
        const parallel::ChunkRange range = chunks[chunk];
        for (auto column = static_cast<std::uint32_t>(range.begin); column < range.end; ++column) {
            const std::uint32_t g = grid_of_column(column);
            for (std::uint32_t role = 0; role < kRoles; ++role) {
                const EntryRange<3> segment = columns.list(g, column - first_column_[g], role);
                sort_list(call.kernels(), {segment.entries, grids_[g].columns.axis, &list(column, role)},
                          memory + slot.index() * worker_bytes);
            }
        }
    });
    workspace.free(Scratch::workers);
    return status;
}

void StoredColumns::sort_list(const simd::KernelTable& kernels, const Segment& segment, std::byte* scratch) noexcept {
    StoredList& list = *segment.list;
    if (list.room == 0) return;
    const std::uint32_t count = list.count;
    SortScratch sort;
    sort.key_index = reinterpret_cast<KeyIndex*>(scratch);
    sort.order = reinterpret_cast<std::uint32_t*>(sort.key_index + 2 * simd::padded(count));
    sort.keys = reinterpret_cast<float*>(sort.order + simd::padded(count));
    simd::SweepArrays<3> out = arrays(list);
    // The flags are of no use: they go over what has been sorted.
    out.missing = reinterpret_cast<std::uint32_t*>(sort.key_index);
    gather_sorted(kernels.solid, segment.entries, segment.axis, sort, out);
    for (std::uint32_t i = 0; i < count; ++i) list.enclose(out, i);
    list.find_density();
    sort_ties(out);
}

void StoredColumns::sort_ties(const simd::SweepArrays<3>& arrays) noexcept {
    // Entries come in order of id but for guests of several classes: hardly ever anything to do.
    float* const streams[] = {arrays.hi[0], arrays.lo[1], arrays.hi[1], arrays.lo[2], arrays.hi[2]};
    for (std::uint32_t begin = 0, end = 0; begin < arrays.count; begin = end) {
        for (end = begin + 1; end < arrays.count && arrays.lo[0][end] == arrays.lo[0][begin];) ++end;
        if (std::is_sorted(arrays.id + begin, arrays.id + end)) continue;
        // Heap sort by id, all streams alike: no memory, no bad case.
        const std::uint32_t count = end - begin;
        const auto swap = [&](std::uint32_t a, std::uint32_t b) {
            for (float* const s : streams) std::swap(s[begin + a], s[begin + b]);
            std::swap(arrays.id[begin + a], arrays.id[begin + b]);
        };
        const auto sift = [&](std::uint32_t root, std::uint32_t size) {
            for (std::uint32_t child = 2 * root + 1; child < size; child = 2 * root + 1) {
                if (child + 1 < size && arrays.id[begin + child] < arrays.id[begin + child + 1]) ++child;
                if (arrays.id[begin + root] >= arrays.id[begin + child]) return;
                swap(root, child);
                root = child;
            }
        };
        for (std::uint32_t root = count / 2; root-- != 0;) sift(root, count);
        for (std::uint32_t size = count; size-- > 1;) {
            swap(0, size);
            sift(0, size);
        }
    }
}

bool StoredColumns::edit(StoredList& list, const int* axis, std::span<const std::uint32_t> removed,
                         std::span<const ListEntry> inserted, TrackedRows boxes) noexcept {
    SATORI_ASSERT(base::strictly_ascending(removed.begin(), removed.end()));
    SATORI_ASSERT(removed.empty() || removed.back() < list.count);
    const std::uint64_t count = std::uint64_t{list.count} + inserted.size() - removed.size();
    if (count > list.room) return false;
    const simd::SweepArrays<3> out = arrays(list);
    // Entries [begin, end) stay, and go `shift` places up.
    const auto move_run = [&](std::uint32_t begin, std::uint32_t end, std::ptrdiff_t shift) {
        const auto move = [&](auto* stream) {
            std::memmove(stream + begin + shift, stream + begin, (end - begin) * sizeof *stream);
        };
        for (int a = 0; a < 3; ++a) {
            move(out.lo[a]);
            move(out.hi[a]);
        }
        move(out.id);
    };
    const auto put = [&](const ListEntry& entry, std::ptrdiff_t at) {
        const simd::TrackedBox& box = boxes[entry.id];
        for (int a = 0; a < 3; ++a) {
            out.lo[a][at] = box.lo[axis[a]];
            out.hi[a][at] = box.hi[axis[a]];
        }
        out.id[at] = entry.id;
        list.enclose(out, at);
    };

    // Runs that go down, from the front; then runs that go up, from the back, with the new entries. Order is kept, so a
    // run never lands on one of the other direction that has not gone yet.
    std::size_t r = 0, s = 0;
    std::uint32_t read = 0;
    const auto shift = [&] { return static_cast<std::ptrdiff_t>(s) - static_cast<std::ptrdiff_t>(r); };
    while (r < removed.size() || s < inserted.size()) {
        const bool inserts = s < inserted.size() && (r == removed.size() || inserted[s].position <= removed[r]);
        const std::uint32_t end = inserts ? inserted[s].position : removed[r];
        if (shift() < 0 && read != end) move_run(read, end, shift());
        read = inserts ? end : end + 1;
        ++(inserts ? s : r);
    }
    if (shift() < 0 && read != list.count) move_run(read, list.count, shift());
    std::uint32_t end = list.count;
    while (r != 0 || s != 0) {
        const bool inserts = s != 0 && (r == 0 || inserted[s - 1].position > removed[r - 1]);
        const std::uint32_t begin = inserts ? inserted[s - 1].position : removed[r - 1] + 1;
        if (shift() > 0 && begin != end) move_run(begin, end, shift());
        end = inserts ? begin : begin - 1;
        --(inserts ? s : r);
        if (inserts) put(inserted[s], begin + shift());
    }
    if (list.count != count) {
        list.count = static_cast<std::uint32_t>(count);
        std::fill_n(out.lo[0] + count, simd::kSentinels, std::numeric_limits<float>::infinity());
    }
    list.find_density();
    return true;
}

}  // namespace satori::v0::broadphase
