#include "broadphase/columns/columns.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "base/assert.hpp"
#include "broadphase/columns/copy_list.hpp"
#include "broadphase/columns/tile_copies.hpp"
#include "simd/dispatch.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::size_t kChunkEntries = 8192;
constexpr std::uint32_t kMostChunks = 64;

/// The entries of one grid's columns: first the natives, then the guests.
template <int Dim>
struct Source {
    const BoxClasses<Dim>& classes;
    const ClassGrid<Dim>& grid;

    std::uint32_t run_count() const noexcept { return 1 + grid.guest_count; }
    std::uint32_t class_of_run(std::uint32_t run) const noexcept {
        SATORI_ASSERT(run < run_count());
        return run == 0 ? grid.native : grid.guests[run - 1];
    }
    std::uint32_t count() const noexcept {
        std::uint32_t sum = 0;
        for (std::uint32_t run = 0; run < run_count(); ++run) sum += classes.count(class_of_run(run));
        return sum;
    }
    std::uint32_t role_count() const noexcept {
        for (std::uint32_t run = 0; run < run_count(); ++run) {
            if (classes.count(class_of_run(run), 1) != 0) return kRoles;
        }
        return grid.guest_count != 0 ? kGuest + 1 : kNative + 1;
    }
    std::uint32_t segment_count() const noexcept { return grid.columns.column_count() * role_count(); }
    parallel::Chunking chunks() const noexcept { return {count(), kChunkEntries, kMostChunks}; }
};

/// Calls f(entries, count, role) for every tile of one chunk. A tile has at most kTileEntries entries of one class and
/// set.
template <int Dim, class F>
void for_each_tile(const Source<Dim>& source, parallel::ChunkRange range, F&& f) noexcept {
    // A run of entries of one class and set has one role. `before` is the number of entries in earlier runs.
    const BoxClasses<Dim>& classes = source.classes;
    std::size_t before = 0;
    for (std::uint32_t run = 0; run < source.run_count(); ++run) {
        const std::uint32_t k = source.class_of_run(run);
        const std::size_t first = classes.begin[k][0];
        for (std::uint32_t s = 0; s < 2; ++s) {
            const std::size_t begin = std::max(range.begin + first, classes.begin[k][s] + before) - before;
            const std::size_t end = std::min(range.end + first, classes.begin[k][s + 1] + before);
            const std::uint32_t role = (run == 0 ? kNative : kGuest) + 2 * s;
            for (std::size_t tile = begin; tile + before < end; tile += simd::kTileEntries) {
                const std::size_t left = end - before - tile;
                const auto count = static_cast<std::uint32_t>(std::min(left, std::size_t{simd::kTileEntries}));
                SATORI_ASSERT(count != 0 && role < source.role_count());
                f(classes.entries + tile, count, role);
            }
        }
        before += classes.count(k);
    }
}

/// Calls f(tile, copies, count, role) until it has covered every entry of one chunk in every column that the entry
/// touches, in a fixed order. Calls `end_tile()` after each tile.
template <int Dim, class F, class EndTile>
void for_each_copy(const simd::KernelTable& kernels, const Source<Dim>& source, parallel::ChunkRange range, F&& f,
                   EndTile&& end_tile) noexcept {
    const auto find = [&](auto&& tile_copies) {
        for_each_tile(
            source, range, [&](const simd::BoundsEntry<Dim>* entries, std::uint32_t entry_count, std::uint32_t role) {
                tile_copies(entries, entry_count,
                            [&](const std::uint32_t* copies, std::uint32_t count) { f(entries, copies, count, role); });
                end_tile();
            });
    };
    // When boxes lie along a line or in a plane, fewer axes are cut.
    const ColumnGrid<Dim>& columns = source.grid.columns;
    constexpr unsigned kAcross = Dim == 3 ? kStrips | kStacks : kStrips;
    if (columns.stack_count == 1)
        find(TileCopies<kSlabs, Dim>(columns, kernels));
    else if (columns.slab_count > 1)
        find(TileCopies<kSlabs | kAcross, Dim>(columns, kernels));
    else if (columns.stack_count == columns.strip_count)
        find(TileCopies<kStrips, Dim>(columns, kernels));
    else
        find(TileCopies<kAcross, Dim>(columns, kernels));
}

/// Where the counters and the kept copies of one grid stand. Counters: [chunk][segment], then the segments' begins.
struct GridCounters {
    std::uint32_t* counts;
    std::uint32_t segments;
    std::size_t copies_before;  // in the grids before this one

    std::uint32_t* row(std::uint32_t chunk) const noexcept { return counts + std::size_t{chunk} * segments; }
    std::uint32_t* begins(std::uint32_t chunk_count) const noexcept { return row(chunk_count); }
};

/// Counts the copies of each chunk for each segment, and keeps the list of copies where there is room.
template <int Dim>
Status count_copies(parallel::Call& call, const Source<Dim>& source, const GridCounters& counters,
                    std::uint32_t* copies) noexcept {
    const parallel::Chunking chunks = source.chunks();
    const std::uint32_t roles = source.role_count();
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t* const mine = counters.row(chunk);
        std::fill_n(mine, counters.segments, 0U);
        CopyList list(copies, counters.copies_before, chunks[chunk]);
        for_each_copy(
            call.kernels(), source, chunks[chunk],
            [&](const simd::BoundsEntry<Dim>*, const std::uint32_t* found, std::uint32_t count, std::uint32_t role) {
                call.kernels().count_copies(found, count, mine + role, roles);
                list.add(found, count);
            },
            [&] { list.end_tile(); });
        list.close();
    });
}

/// Turns the counts of one grid into begins: of each chunk's part of each segment, and of the segments. The segments
/// stand one after the other from `position` on. Returns where they end.
std::uint64_t place_segments(const GridCounters& counters, std::uint32_t chunk_count, std::uint64_t position) noexcept {
    // These loops go through the counts row by row, in memory order. They compute totals, then the start of each
    // segment, then the start of each chunk's part of it.
    const std::uint64_t first_position = position;
    const std::uint32_t segments = counters.segments;
    std::uint32_t* const segment = counters.begins(chunk_count);
    std::fill_n(segment, segments, 0U);
    for (std::uint32_t chunk = 0; chunk < chunk_count; ++chunk) {
        const std::uint32_t* const row = counters.row(chunk);
        for (std::uint32_t i = 0; i < segments; ++i) segment[i] += row[i];
    }
    for (std::uint32_t i = 0; i < segments; ++i) {
        const std::uint32_t n = segment[i];
        segment[i] = static_cast<std::uint32_t>(position);
        position += n;
    }
    for (std::uint32_t chunk = 0; chunk < chunk_count; ++chunk) {
        std::uint32_t* const row = counters.row(chunk);
        for (std::uint32_t i = 0; i < segments; ++i) segment[i] += std::exchange(row[i], segment[i]);
    }
    // Each begin is now where the next segment begins: shift them by one.
    for (std::uint32_t i = segments; i > 0; --i) segment[i] = segment[i - 1];
    segment[0] = static_cast<std::uint32_t>(first_position);
    SATORI_ASSERT(segment[segments] == static_cast<std::uint32_t>(position));
    SATORI_ASSERT(position > std::numeric_limits<std::uint32_t>::max() ||
                  std::is_sorted(segment, segment + segments + 1));
    return position;
}

/// Copies the entries of one grid to their segments.
template <int Dim>
Status scatter_copies(parallel::Call& call, const Source<Dim>& source, const GridCounters& counters,
                      std::uint32_t* copies, simd::BoundsEntry<Dim>* entries) noexcept {
    const parallel::Chunking chunks = source.chunks();
    const std::uint32_t roles = source.role_count();
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t* const next = counters.row(chunk);
        const auto scatter = [&](const simd::BoundsEntry<Dim>* tile, const std::uint32_t* found, std::uint32_t count,
                                 std::uint32_t role) {
            simd::kernels_for<Dim>(call.kernels())
                .scatter({.copies = found,
                          .count = count,
                          .tile = tile,
                          .next = next + role,
                          .stride = roles,
                          .entries = entries});
        };
        CopyList list(copies, counters.copies_before, chunks[chunk]);
        if (!list.kept()) {
            for_each_copy(call.kernels(), source, chunks[chunk], scatter, [] {});
            return;
        }
        for_each_tile(source, chunks[chunk],
                      [&](const simd::BoundsEntry<Dim>* tile, std::uint32_t, std::uint32_t role) {
                          const std::span<const std::uint32_t> found = list.next_tile();
                          scatter(tile, found.data(), static_cast<std::uint32_t>(found.size()), role);
                      });
    });
}

}  // namespace

template <int Dim>
Status fill_columns(parallel::Call& call, WorkspaceLock& workspace, const BoxClasses<Dim>& classes,
                    Columns<Dim>& out) noexcept {
    out = {};
    const Status planned = plan_grids(workspace, classes, out.grids);
    if (planned != Status::ok) return planned;
    const std::uint32_t grid_count = out.grids.count();

    std::size_t counter_count = 0, copy_room = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        if (!source.grid.in_use()) continue;
        counter_count += std::size_t{source.segment_count()} * (source.chunks().chunk_count() + 1) + 1;
        copy_room += CopyList::room(source.count());
    }
    auto* counter = workspace.reserve<std::uint32_t>(Scratch::cell_counts, counter_count);
    out.segments = workspace.reserve<Segments>(Scratch::segments, grid_count);
    auto* const copies = workspace.reserve<std::uint32_t>(Scratch::copies, copy_room);
    if (counter == nullptr || out.segments == nullptr || copies == nullptr) return Status::out_of_memory;
    std::uint64_t position = 0;
    std::size_t copies_before = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        out.segments[g] = {};
        if (!source.grid.in_use()) continue;
        const std::uint32_t chunk_count = source.chunks().chunk_count(), roles = source.role_count();
        const GridCounters counters{counter, source.segment_count(), copies_before};
        std::uint32_t* const begins = counters.begins(chunk_count);
        const Status status = count_copies(call, source, counters, copies);
        if (status != Status::ok) return status;
        position = place_segments(counters, chunk_count, position);
        if (position > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
        out.segments[g] = {begins, roles};
        for (std::uint32_t i = 0; i < counters.segments; i += roles)
            out.largest_column = std::max(out.largest_column, begins[i + roles] - begins[i]);
        counter = begins + counters.segments + 1;
        copies_before += CopyList::room(source.count());
    }

    // Two more entries than there are: the scatter prefetches lines ahead.
    auto* entries = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::column_entries, position + 2);
    if (entries == nullptr) return Status::out_of_memory;
    out.entries = entries;
    copies_before = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        if (!source.grid.in_use()) continue;
        const std::uint32_t segments = source.segment_count();
        std::uint32_t* const counts = out.segments[g].begin - std::size_t{segments} * source.chunks().chunk_count();
        const Status status = scatter_copies(call, source, {counts, segments, copies_before}, copies, entries);
        if (status != Status::ok) return status;
        // What the last chunk put in each list ends where the next list begins.
        SATORI_ASSERT(std::equal(out.segments[g].begin - segments, out.segments[g].begin, out.segments[g].begin + 1));
        copies_before += CopyList::room(source.count());
    }
    workspace.free(Scratch::copies);
    return Status::ok;
}

template Status fill_columns<2>(parallel::Call&, WorkspaceLock&, const BoxClasses<2>&, Columns<2>&) noexcept;
template Status fill_columns<3>(parallel::Call&, WorkspaceLock&, const BoxClasses<3>&, Columns<3>&) noexcept;

}  // namespace satori::v0::broadphase
