#include "broadphase/columns.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "simd/prefetch.hpp"

namespace satori::inline v0::broadphase {

namespace {

constexpr std::size_t kChunkEntries = 8192;
constexpr std::uint32_t kMostChunks = 64;
constexpr std::uint32_t kTile = 256;

/// The entries that go into one grid's columns: its natives', then its guests'.
template <int Dim>
struct Source {
    const BoxClasses<Dim>& classes;
    const ClassGrid<Dim>& grid;

    std::uint32_t run_count() const noexcept { return 1 + grid.guest_count; }
    std::uint32_t class_of_run(std::uint32_t run) const noexcept {
        return run == 0 ? grid.native : grid.guests[run - 1];
    }
    std::uint32_t count() const noexcept {
        std::uint32_t sum = 0;
        for (std::uint32_t run = 0; run < run_count(); ++run) sum += classes.count(class_of_run(run));
        return sum;
    }
    parallel::Chunking chunks() const noexcept { return {count(), kChunkEntries, kMostChunks}; }
};

/// f(entry, column, role, missing) for every entry of one chunk and every column it touches, in a fixed order. `kSlabs`:
/// whether the grid has more than one.
template <bool kSlabs, int Dim, class F>
void for_each_copy(const simd::KernelTable& kernels, const Source<Dim>& source, parallel::ChunkRange range,
                   F&& f) noexcept {
    const ColumnGrid<Dim>& grid = source.grid.columns;
    const auto& kernel = [&]() -> const simd::BroadphaseKernels<Dim>& {
        if constexpr (Dim == 2)
            return kernels.flat;
        else
            return kernels.solid;
    }();
    alignas(64) std::uint32_t cells[Dim][kTile];
    simd::QuantizeArgs<Dim> args{};
    args.first = kSlabs ? 0 : 1;
    for (int c = 0; c < Dim; ++c) {
        args.axis[c] = grid.axis[c];
        args.origin[c] = grid.origin[c];
        args.scale[c] = grid.scale[c];
        args.cells[c] = cells[c];
    }
    // First and last part of an axis that entry k touches.
    struct Parts {
        std::uint32_t first, last;
    };
    const auto parts = [&](const std::uint8_t* part_of, int c, std::uint32_t k) {
        return Parts{part_of[cells[c][k] & 0xffff], part_of[cells[c][k] >> 16]};
    };
    const auto slabs_of = [&](std::uint32_t k) { return kSlabs ? parts(grid.slab_of, 0, k) : Parts{0, 0}; };
    const auto strips_of = [&](std::uint32_t k) { return parts(grid.strip_of, 1, k); };
    const auto stacks_of = [&](std::uint32_t strip, std::uint32_t k) {
        if constexpr (Dim == 2) {
            return Parts{strip, strip};
        } else {
            const Parts in_strip = parts(grid.stack_in_strip[strip], 2, k);
            return Parts{grid.first_stack[strip] + in_strip.first, grid.first_stack[strip] + in_strip.last};
        }
    };
    const auto column_of = [&](std::uint32_t stack, std::uint32_t slab) {
        return kSlabs ? stack * grid.slab_count + slab : stack;
    };
    const auto other_copies = [&](const simd::BoundsEntry<Dim>& entry, std::uint32_t k, std::uint32_t role) {
        const Parts strips = strips_of(k), slabs = slabs_of(k);
        for (std::uint32_t strip = strips.first; strip <= strips.last; ++strip) {
            const Parts stacks = stacks_of(strip, k);
            for (std::uint32_t stack = stacks.first; stack <= stacks.last; ++stack) {
                for (std::uint32_t slab = slabs.first; slab <= slabs.last; ++slab) {
                    const std::uint32_t missing = (slab != slabs.first ? simd::kMissing[0] : 0) |
                                                  (strip != strips.first ? simd::kMissing[1] : 0) |
                                                  (stack != stacks.first ? simd::kMissing[2] : 0);
                    if (missing != 0) f(entry, column_of(stack, slab), role, missing);
                }
            }
        }
    };
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
            if (end <= begin + before) continue;
            for (std::size_t tile = begin; tile < end - before; tile += kTile) {
                args.entries = classes.entries + tile;
                args.count = static_cast<std::uint32_t>(std::min<std::size_t>(kTile, end - before - tile));
                kernel.quantize(args);
                // The first copy of each without a branch; then those few that reach into other columns.
                std::uint32_t reaching[kTile], reaching_count = 0;
                for (std::uint32_t i = 0; i < args.count; ++i) {
                    const Parts strips = strips_of(i), stacks = stacks_of(strips.first, i), slabs = slabs_of(i);
                    f(args.entries[i], column_of(stacks.first, slabs.first), role, 0U);
                    const bool one_column =
                        strips.first == strips.last && stacks.first == stacks.last && slabs.first == slabs.last;
                    reaching[reaching_count] = i;
                    reaching_count += one_column ? 0U : 1U;
                }
                for (std::uint32_t r = 0; r < reaching_count; ++r)
                    other_copies(args.entries[reaching[r]], reaching[r], role);
            }
        }
        before += classes.count(k);
    }
}

template <int Dim, class F>
void for_each_copy(const simd::KernelTable& kernels, const Source<Dim>& source, parallel::ChunkRange range,
                   F&& f) noexcept {
    if (source.grid.columns.slab_count > 1)
        for_each_copy<true>(kernels, source, range, f);
    else
        for_each_copy<false>(kernels, source, range, f);
}

}  // namespace

template <int Dim>
Status fill_columns(parallel::Call& call, WorkspaceLock& workspace, const BoxClasses<Dim>& classes,
                    Columns<Dim>& out) noexcept {
    out = {};
    const Status planned = plan_grids(workspace, classes, out.grids);
    if (planned != Status::ok) return planned;
    const std::uint32_t grid_count = out.grids.count();
    const auto segments_of = [&](std::uint32_t g) { return out.grids[g].columns.column_count() * kRoles; };

    // Count: per grid, [chunk][segment], then the segments' begins.
    std::size_t counters = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        if (source.grid.in_use()) counters += std::size_t{segments_of(g)} * (source.chunks().chunk_count() + 1) + 1;
    }
    auto* counter = workspace.reserve<std::uint32_t>(Scratch::cell_counts, counters);
    out.segment = workspace.reserve<std::uint32_t*>(Scratch::segments, grid_count);
    if (counter == nullptr || out.segment == nullptr) return Status::out_of_memory;
    std::uint64_t position = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        out.segment[g] = nullptr;
        if (!source.grid.in_use()) continue;
        const std::uint64_t first_position = position;
        const parallel::Chunking chunks = source.chunks();
        const std::uint32_t segments = segments_of(g);
        std::uint32_t* const counts = counter;
        std::uint32_t* const segment = out.segment[g] = counts + std::size_t{segments} * chunks.chunk_count();
        counter = segment + segments + 1;
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t* const mine = counts + std::size_t{chunk} * segments;
            std::fill_n(mine, segments, 0U);
            for_each_copy(call.kernels(), source, chunks[chunk],
                          [&](const simd::BoundsEntry<Dim>&, std::uint32_t column, std::uint32_t role, std::uint32_t) {
                              ++mine[column * kRoles + role];
                          });
        });
        if (status != Status::ok) return status;
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
        for (std::uint32_t i = 0; i < segments; i += kRoles)
            out.largest_column = std::max(out.largest_column, segment[i + kRoles] - segment[i]);
    }

    // Two entries more than there are: the scatter asks for lines ahead.
    auto* entries = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::column_entries, position + 2);
    if (entries == nullptr) return Status::out_of_memory;
    out.entries = entries;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        if (!source.grid.in_use()) continue;
        const parallel::Chunking chunks = source.chunks();
        const std::uint32_t segments = segments_of(g);
        std::uint32_t* const counts = out.segment[g] - std::size_t{segments} * chunks.chunk_count();
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t* const next = counts + std::size_t{chunk} * segments;
            for_each_copy(call.kernels(), source, chunks[chunk],
                          [&](const simd::BoundsEntry<Dim>& entry, std::uint32_t column, std::uint32_t role,
                              std::uint32_t missing) {
                              simd::BoundsEntry<Dim>& copy = entries[next[column * kRoles + role]++];
                              simd::prefetch_for_write(&copy + 2);
                              copy = entry;
                              copy.tag = missing;
                          });
        });
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

template Status fill_columns<2>(parallel::Call&, WorkspaceLock&, const BoxClasses<2>&, Columns<2>&) noexcept;
template Status fill_columns<3>(parallel::Call&, WorkspaceLock&, const BoxClasses<3>&, Columns<3>&) noexcept;

}  // namespace satori::inline v0::broadphase
