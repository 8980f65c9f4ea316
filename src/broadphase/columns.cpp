#include "broadphase/columns.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "simd/prefetch.hpp"

namespace satori::inline v0::broadphase {

namespace {

constexpr std::size_t kChunkEntries = 8192;
constexpr std::uint32_t kMostChunks = 64;
constexpr std::uint32_t kTile = 256;

/// The entries that go into one class's columns: its own and all coarser ones, which follow it.
template <int Dim>
struct Source {
    const SizeClasses<Dim>& classes;
    std::uint32_t class_index;

    std::uint32_t begin() const noexcept { return classes.begin[class_index][0]; }
    std::uint32_t count() const noexcept { return classes.count() - begin(); }
    parallel::Chunking chunks() const noexcept { return {count(), kChunkEntries, kMostChunks}; }
};

/// f(entry, column, role, missing) for every entry of one chunk and every column it touches, in a fixed order.
template <int Dim, class F>
void for_each_copy(const simd::KernelTable& kernels, const Source<Dim>& source, const ColumnGrid<Dim>& grid,
                   parallel::ChunkRange range, F&& f) noexcept {
    const auto& kernel = [&]() -> const simd::BroadphaseKernels<Dim>& {
        if constexpr (Dim == 2)
            return kernels.flat;
        else
            return kernels.solid;
    }();
    alignas(64) std::uint32_t cells[Dim - 1][kTile];
    simd::QuantizeArgs<Dim> args{};
    for (int c = 0; c < Dim - 1; ++c) {
        args.axis[c] = grid.axis[c + 1];
        args.origin[c] = grid.origin[c];
        args.scale[c] = grid.scale[c];
        args.cells[c] = cells[c];
    }
    // Where an entry lies, from its cells: strips, and columns within a strip.
    const auto strip_of = [&](std::uint32_t cell) { return std::uint32_t{grid.strip_of[cell]}; };
    const auto column_of = [&](std::uint32_t strip, [[maybe_unused]] std::uint32_t cell) {
        if constexpr (Dim == 2)
            return strip;
        else
            return grid.first_column[strip] + grid.column_in_strip[strip][cell];
    };
    const auto other_copies = [&](const simd::BoundsEntry<Dim>& entry, std::uint32_t k, std::uint32_t role) {
        const std::uint32_t first_strip = strip_of(cells[0][k] & 0xffff), last_strip = strip_of(cells[0][k] >> 16);
        for (std::uint32_t strip = first_strip; strip <= last_strip; ++strip) {
            const std::uint32_t missing = strip != first_strip ? simd::kMissing[0] : 0;
            const std::uint32_t first = column_of(strip, cells[Dim - 2][k] & 0xffff);
            const std::uint32_t last = column_of(strip, cells[Dim - 2][k] >> 16);
            for (std::uint32_t column = first; column <= last; ++column) {
                if (strip == first_strip && column == first) continue;
                f(entry, column, role, missing | (Dim == 3 && column != first ? simd::kMissing[1] : 0));
            }
        }
    };
    // Runs of entries of one class and set have one role.
    const SizeClasses<Dim>& classes = source.classes;
    for (std::uint32_t k = source.class_index; k < classes.class_count; ++k) {
        for (std::uint32_t s = 0; s < 2; ++s) {
            const std::size_t begin = std::max<std::size_t>(range.begin, classes.begin[k][s]);
            const std::size_t end = std::min<std::size_t>(range.end, classes.begin[k][s + 1]);
            const std::uint32_t role = (k == source.class_index ? kNative : kCoarse) + 2 * s;
            for (std::size_t tile = begin; tile < end; tile += kTile) {
                args.entries = classes.entries + tile;
                args.count = static_cast<std::uint32_t>(std::min<std::size_t>(kTile, end - tile));
                kernel.quantize(args);
                // The first copy of each without a branch; then those few that reach into other columns.
                std::uint32_t reaching[kTile], reaching_count = 0;
                for (std::uint32_t i = 0; i < args.count; ++i) {
                    const std::uint32_t strip = strip_of(cells[0][i] & 0xffff);
                    const std::uint32_t column = column_of(strip, cells[Dim - 2][i] & 0xffff);
                    f(args.entries[i], column, role, 0U);
                    const bool one_strip = strip_of(cells[0][i] >> 16) <= strip;
                    const bool one_column = column_of(strip, cells[Dim - 2][i] >> 16) <= column;
                    reaching[reaching_count] = i;
                    reaching_count += one_strip && one_column ? 0U : 1U;
                }
                for (std::uint32_t r = 0; r < reaching_count; ++r)
                    other_copies(args.entries[reaching[r]], reaching[r], role);
            }
        }
    }
}

}  // namespace

template <int Dim>
Status fill_columns(parallel::Call& call, WorkspaceLock& workspace, const SizeClasses<Dim>& classes,
                    Columns<Dim>& out) noexcept {
    using Row = std::uint16_t[simd::kGridCells];
    out = {};
    const auto native = [&](std::uint32_t c) { return classes.begin[c][2] - classes.begin[c][0]; };

    // Plans of all classes, with their tables in one piece of memory.
    std::size_t rows = 0;
    for (std::uint32_t c = 0; c < classes.class_count; ++c) rows += most_strips(native(c));
    const std::size_t plan_bytes = classes.class_count * sizeof(ClassColumns<Dim>);
    auto* memory = workspace.reserve<std::byte>(Scratch::grid_tables, plan_bytes + rows * sizeof(Row));
    if (memory == nullptr) return Status::out_of_memory;
    auto* row = reinterpret_cast<Row*>(memory + plan_bytes);
    out.classes = reinterpret_cast<ClassColumns<Dim>*>(memory);
    out.class_count = classes.class_count;
    std::size_t counters = 0;
    for (std::uint32_t c = 0; c < classes.class_count; ++c) {
        ClassColumns<Dim>& columns = *new (&out.classes[c]) ClassColumns<Dim>;
        columns.class_index = c;
        columns.grid.column_in_strip = row;
        row += most_strips(native(c));
        plan_columns(classes.entries + classes.begin[c][0], native(c), columns.grid);
        const std::size_t segments = columns.grid.column_count * kRoles;
        counters += segments * Source<Dim>{classes, c}.chunks().chunk_count() + segments + 1;
    }

    // Count: per class, [chunk][segment], then the segments' begins.
    auto* counter = workspace.reserve<std::uint32_t>(Scratch::cell_counts, counters);
    if (counter == nullptr) return Status::out_of_memory;
    std::uint64_t position = 0;
    std::uint32_t* counts_of[kMaxClasses];
    for (std::uint32_t c = 0; c < classes.class_count; ++c) {
        ClassColumns<Dim>& columns = out.classes[c];
        const Source<Dim> source{classes, c};
        const parallel::Chunking chunks = source.chunks();
        const std::uint32_t segments = columns.grid.column_count * kRoles;
        std::uint32_t* const counts = counts_of[c] = counter;
        columns.segment = counter + std::size_t{segments} * chunks.chunk_count();
        counter = columns.segment + segments + 1;
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t* const mine = counts + std::size_t{chunk} * segments;
            std::fill_n(mine, segments, 0U);
            parallel::ChunkRange range = chunks[chunk];
            range = {range.begin + source.begin(), range.end + source.begin()};
            for_each_copy(call.kernels(), source, columns.grid, range,
                          [&](const simd::BoundsEntry<Dim>&, std::uint32_t column, std::uint32_t role, std::uint32_t) {
                              ++mine[column * kRoles + role];
                          });
        });
        if (status != Status::ok) return status;
        for (std::uint32_t segment = 0; segment < segments; ++segment) {
            columns.segment[segment] = static_cast<std::uint32_t>(position);
            for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
                std::uint32_t& count = counts[std::size_t{chunk} * segments + segment];
                const std::uint32_t n = count;
                count = static_cast<std::uint32_t>(position);
                position += n;
            }
            if (position > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
        }
        columns.segment[segments] = static_cast<std::uint32_t>(position);
        for (std::uint32_t column = 0; column < columns.grid.column_count; ++column)
            out.largest_column = std::max(out.largest_column, columns.column_end(column) - columns.column_begin(column));
    }

    auto* entries = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::column_entries, position);
    if (entries == nullptr) return Status::out_of_memory;
    out.entries = entries;
    for (std::uint32_t c = 0; c < classes.class_count; ++c) {
        const ClassColumns<Dim>& columns = out.classes[c];
        const Source<Dim> source{classes, c};
        const parallel::Chunking chunks = source.chunks();
        const std::uint32_t segments = columns.grid.column_count * kRoles;
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t* const next = counts_of[c] + std::size_t{chunk} * segments;
            parallel::ChunkRange range = chunks[chunk];
            range = {range.begin + source.begin(), range.end + source.begin()};
            for_each_copy(call.kernels(), source, columns.grid, range,
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

template Status fill_columns<2>(parallel::Call&, WorkspaceLock&, const SizeClasses<2>&, Columns<2>&) noexcept;
template Status fill_columns<3>(parallel::Call&, WorkspaceLock&, const SizeClasses<3>&, Columns<3>&) noexcept;

}  // namespace satori::inline v0::broadphase
