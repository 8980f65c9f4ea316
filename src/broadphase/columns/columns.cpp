#include "broadphase/columns/columns.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "base/assert.hpp"
#include "broadphase/columns/copy_list.hpp"
#include "broadphase/columns/tile_copies.hpp"
#include "simd/dispatch.hpp"

namespace satori::inline v0::broadphase {

namespace {

constexpr std::size_t kChunkEntries = 8192;
constexpr std::uint32_t kMostChunks = 64;

/// The entries that go into one grid's columns: its natives', then its guests'.
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

/// f(entries, count, role) for every tile of one chunk: at most kTileEntries entries of one class and set.
template <int Dim, class F>
void for_each_tile(const Source<Dim>& source, parallel::ChunkRange range, F&& f) noexcept {
    // Runs of entries of one class and set have one role. `before`: entries of the runs before.
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

/// f(tile, copies, count, role) for every entry of one chunk and every column it touches, in a fixed order. `end_tile()` after each
/// tile.
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
    // A world along a line or in a plane is cut on fewer axes.
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

}  // namespace

template <int Dim>
Status fill_columns(parallel::Call& call, WorkspaceLock& workspace, const BoxClasses<Dim>& classes,
                    Columns<Dim>& out) noexcept {
    out = {};
    const Status planned = plan_grids(workspace, classes, out.grids);
    if (planned != Status::ok) return planned;
    const std::uint32_t grid_count = out.grids.count();

    // Count: per grid, [chunk][segment], then the segments' begins.
    std::size_t counters = 0, all_copies = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        if (!source.grid.in_use()) continue;
        counters += std::size_t{source.segment_count()} * (source.chunks().chunk_count() + 1) + 1;
        all_copies += CopyList::room(source.count());
    }
    auto* counter = workspace.reserve<std::uint32_t>(Scratch::cell_counts, counters);
    out.segments = workspace.reserve<Segments>(Scratch::segments, grid_count);
    auto* const copies = workspace.reserve<std::uint32_t>(Scratch::copies, all_copies);
    if (counter == nullptr || out.segments == nullptr || copies == nullptr) return Status::out_of_memory;
    std::uint64_t position = 0;
    std::size_t copies_before = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        out.segments[g] = {};
        if (!source.grid.in_use()) continue;
        const std::uint64_t first_position = position;
        const parallel::Chunking chunks = source.chunks();
        const std::uint32_t roles = source.role_count(), segments = source.segment_count();
        std::uint32_t* const counts = counter;
        std::uint32_t* const segment = counts + std::size_t{segments} * chunks.chunk_count();
        out.segments[g] = {segment, roles};
        counter = segment + segments + 1;
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t* const mine = counts + std::size_t{chunk} * segments;
            std::fill_n(mine, segments, 0U);
            CopyList list(copies, copies_before, chunks[chunk]);
            for_each_copy(
                call.kernels(), source, chunks[chunk],
                [&](const simd::BoundsEntry<Dim>*, const std::uint32_t* found, std::uint32_t count,
                    std::uint32_t role) {
                    call.kernels().count_copies(found, count, mine + role, roles);
                    list.add(found, count);
                },
                [&] { list.end_tile(); });
            list.close();
        });
        if (status != Status::ok) return status;
        copies_before += CopyList::room(source.count());
        // Row by row of counts, which is how they lie: totals, where each segment begins, where each chunk's part of it does.
        std::fill_n(segment, segments, 0U);
        for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
            const std::uint32_t* const row = counts + std::size_t{chunk} * segments;
            for (std::uint32_t i = 0; i < segments; ++i) segment[i] += row[i];
        }
        for (std::uint32_t i = 0; i < segments; ++i) {
            const std::uint32_t n = segment[i];
            segment[i] = static_cast<std::uint32_t>(position);
            position += n;
        }
        if (position > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
        for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
            std::uint32_t* const row = counts + std::size_t{chunk} * segments;
            for (std::uint32_t i = 0; i < segments; ++i) segment[i] += std::exchange(row[i], segment[i]);
        }
        // Each segment now ends where it should begin with the next one.
        for (std::uint32_t i = segments; i > 0; --i) segment[i] = segment[i - 1];
        segment[0] = static_cast<std::uint32_t>(first_position);
        SATORI_ASSERT(segment[segments] == position);
        SATORI_ASSERT(std::is_sorted(segment, segment + segments + 1));
        for (std::uint32_t i = 0; i < segments; i += roles)
            out.largest_column = std::max(out.largest_column, segment[i + roles] - segment[i]);
    }

    // Two entries more than there are: the scatter asks for lines ahead.
    auto* entries = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::column_entries, position + 2);
    if (entries == nullptr) return Status::out_of_memory;
    out.entries = entries;
    copies_before = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        if (!source.grid.in_use()) continue;
        const parallel::Chunking chunks = source.chunks();
        const std::uint32_t roles = out.segments[g].role_count;
        const std::uint32_t segments = source.segment_count();
        std::uint32_t* const counts = out.segments[g].begin - std::size_t{segments} * chunks.chunk_count();
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t* const next = counts + std::size_t{chunk} * segments;
            const auto scatter = [&](const simd::BoundsEntry<Dim>* tile, const std::uint32_t* found,
                                     std::uint32_t count, std::uint32_t role) {
                simd::kernels_for<Dim>(call.kernels())
                    .scatter({.copies = found,
                              .count = count,
                              .tile = tile,
                              .next = next + role,
                              .stride = roles,
                              .entries = entries});
            };
            CopyList list(copies, copies_before, chunks[chunk]);
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
        if (status != Status::ok) return status;
        // What the last chunk put in each list ends where the next list begins.
        SATORI_ASSERT(std::equal(out.segments[g].begin - segments, out.segments[g].begin, out.segments[g].begin + 1));
        copies_before += CopyList::room(source.count());
    }
    return Status::ok;
}

template Status fill_columns<2>(parallel::Call&, WorkspaceLock&, const BoxClasses<2>&, Columns<2>&) noexcept;
template Status fill_columns<3>(parallel::Call&, WorkspaceLock&, const BoxClasses<3>&, Columns<3>&) noexcept;

}  // namespace satori::inline v0::broadphase
