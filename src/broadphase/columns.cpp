#include "broadphase/columns.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "simd/dispatch.hpp"
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

/// First and last part of an axis that an entry touches.
struct Parts {
    std::uint32_t first, last;
};

/// An entry's place in its tile, its missing flags in a column, and the column, in one word.
class Copy {
public:
    Copy() = default;
    explicit Copy(std::uint64_t bits) noexcept : bits_(bits) {}

    std::uint32_t entry() const noexcept { return bits_ & ((1U << kMissing) - 1); }
    std::uint32_t missing() const noexcept { return bits_ >> kMissing & ((1U << (kColumn - kMissing)) - 1); }
    std::uint32_t column() const noexcept { return static_cast<std::uint32_t>(bits_ >> kColumn); }
    Copy in(std::uint32_t column) const noexcept {
        return Copy((bits_ & ((1U << kColumn) - 1)) | std::uint64_t{column} << kColumn);
    }
    Copy without(std::uint32_t missing) const noexcept { return Copy(bits_ | missing << kMissing); }
    /// Half a word, where columns are few enough: Copy(low()) is the same, and no column is all ones.
    std::uint32_t low() const noexcept { return static_cast<std::uint32_t>(bits_); }
    static bool fits_low(std::uint32_t column_count) noexcept { return column_count < 1U << (32 - kColumn); }

private:
    static constexpr int kMissing = 8, kColumn = 11;
    static_assert(kTile <= 1U << kMissing && 2 * simd::kMissing[2] <= 1U << (kColumn - kMissing));

    std::uint64_t bits_;  // 8, 3, 32
};

/// Axes of a grid that are cut, by their numbers in it.
constexpr unsigned kSlabs = 1, kStrips = 2, kStacks = 4;

/// Which columns the entries of a tile touch, in a grid that is cut on no other axes than kCuts. Most boxes touch one or two
/// parts of each axis, which ones no branch predictor can guess: so first and last are written always, and the last counts
/// where it differs. The parts between them, of boxes that are large for the grid, are handed on at once.
template <unsigned kCuts, int Dim>
class TileCopies {
public:
    TileCopies(const ColumnGrid<Dim>& grid, const simd::KernelTable& kernels) noexcept
        : grid_(grid), quantize_(simd::kernels_for<Dim>(kernels).quantize) {
        args_.first = kCuts & kSlabs ? 0 : 1;
        args_.end = kCuts & kStacks ? Dim : kCuts & kStrips ? 2 : 1;
        for (int c = 0; c < Dim; ++c) {
            args_.axis[c] = grid.axis[c];
            args_.origin[c] = grid.origin[c];
            args_.scale[c] = grid.scale[c];
            args_.knots[c] = grid.uneven[grid.axis[c]] ? &grid.knots[grid.axis[c]] : nullptr;
            args_.cells[c] = cells_[c];
        }
    }

    /// f(copy) for every column that each of at most kTile entries touches; each column's in a fixed order.
    template <class F>
    void operator()(const simd::BoundsEntry<Dim>* entries, std::uint32_t count, F&& f) noexcept {
        args_.entries = entries;
        args_.count = count;
        quantize_(args_);
        std::uint32_t copies = count;
        if constexpr (kCuts & kStrips) {
            copies = cut<true>(
                copies, simd::kMissing[1], [&](Copy copy) { return strips_of(copy.entry()); },
                [&](Copy copy, Parts between) {
                    for (std::uint32_t strip = between.first; strip <= between.last; ++strip)
                        in_stacks(copy.without(simd::kMissing[1]), strip, stacks_of(strip, copy.entry()), f);
                });
        }
        if constexpr (kCuts & kStacks) {
            copies = cut<!(kCuts & kStrips)>(
                copies, simd::kMissing[2], [&](Copy copy) { return stacks_of(copy.column(), copy.entry()); },
                [&](Copy copy, Parts between) {
                    in_stacks(copy.without(simd::kMissing[2]), copy.column(), between, f);
                });
        }
        if constexpr (kCuts & kSlabs) {
            copies = cut<kCuts == kSlabs>(
                copies, simd::kMissing[0],
                [&](Copy copy) {
                    const Parts slabs = slabs_of(copy.entry());
                    const std::uint32_t first_column = copy.column() * grid_.slab_count;
                    return Parts{first_column + slabs.first, first_column + slabs.last};
                },
                [&](Copy copy, Parts between) {
                    for (std::uint32_t column = between.first; column <= between.last; ++column)
                        f(copy.in(column).without(simd::kMissing[0]));
                });
        }
        for (std::uint32_t k = 0; k < copies; ++k) f(copy_[k]);
    }

private:
    /// Each copy that there is so far goes to its first part of one more axis, and a copy of it to the last. kFirst: no axis
    /// was cut yet, an entry is its only copy. between(copy, parts) for those between, where there are any.
    template <bool kFirst, class PartsOf, class Between>
    std::uint32_t cut(std::uint32_t copies, std::uint32_t flag, PartsOf&& parts_of, Between&& between) noexcept {
        std::uint32_t more = copies;
        for (std::uint32_t k = 0; k < copies; ++k) {
            const Copy copy = kFirst ? Copy(k) : copy_[k];
            const Parts parts = parts_of(copy);
            copy_[k] = copy.in(parts.first);
            copy_[more] = copy.in(parts.last).without(flag);
            // Boxes that are none end before they begin.
            const auto steps = static_cast<std::int32_t>(parts.last - parts.first);
            more += static_cast<std::uint32_t>(-steps) >> 31;  // whether there are any; of a comparison gcc makes a branch
            if (steps > 1) [[unlikely]] between(copy, {parts.first + 1, parts.last - 1});
        }
        return more;
    }
    Parts parts(const std::uint8_t* part_of, int c, std::uint32_t i) const noexcept {
        return {part_of[cells_[c][i] & 0xffff], part_of[cells_[c][i] >> 16]};
    }
    Parts slabs_of(std::uint32_t i) const noexcept { return parts(grid_.slab_of, 0, i); }
    Parts strips_of(std::uint32_t i) const noexcept { return parts(grid_.strip_of, 1, i); }
    Parts stacks_of(std::uint32_t strip, std::uint32_t i) const noexcept {
        if constexpr (!(kCuts & kStacks)) return {strip, strip};
        const Parts in_strip = parts(grid_.stack_in_strip[strip], Dim - 1, i);
        return {grid_.first_stack[strip] + in_strip.first, grid_.first_stack[strip] + in_strip.last};
    }
    /// A copy in a range of a strip's stacks, as its flags are in the first of them.
    template <class F>
    void in_stacks(Copy copy, std::uint32_t strip, Parts stacks, F&& f) noexcept {
        const std::uint32_t i = copy.entry(), begin = stacks_of(strip, i).first;
        for (std::uint32_t stack = stacks.first; stack <= stacks.last; ++stack) {
            const Copy here = stack != begin ? copy.without(simd::kMissing[2]) : copy;
            if constexpr (kCuts & kSlabs) {
                const Parts slabs = slabs_of(i);
                for (std::uint32_t slab = slabs.first; slab <= slabs.last; ++slab) {
                    const Copy there = here.in(stack * grid_.slab_count + slab);
                    f(slab != slabs.first ? there.without(simd::kMissing[0]) : there);
                }
            } else {
                f(here.in(stack));
            }
        }
    }

    /// Two parts per axis and entry, and one written that does not count.
    static constexpr std::uint32_t kRoom = (kTile << std::popcount(kCuts)) + 1;
    const ColumnGrid<Dim>& grid_;
    void (*quantize_)(const simd::QuantizeArgs<Dim>&);
    simd::QuantizeArgs<Dim> args_{};
    alignas(64) std::uint32_t cells_[Dim][kTile];
    Copy copy_[kRoom];
};

/// f(entries, count, role) for every tile of one chunk: at most kTile entries of one class and set.
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
            for (std::size_t tile = begin; tile + before < end; tile += kTile) {
                const std::size_t left = end - before - tile;
                f(classes.entries + tile, left < kTile ? static_cast<std::uint32_t>(left) : kTile, role);
            }
        }
        before += classes.count(k);
    }
}

/// f(tile, copy, role) for every entry of one chunk and every column it touches, in a fixed order. `end_tile()` after each tile.
template <int Dim, class F, class EndTile>
void for_each_copy(const simd::KernelTable& kernels, const Source<Dim>& source, parallel::ChunkRange range, F&& f,
                   EndTile&& end_tile) noexcept {
    const auto find = [&](auto&& copies) {
        for_each_tile(source, range,
                      [&](const simd::BoundsEntry<Dim>* entries, std::uint32_t count, std::uint32_t role) {
                          copies(entries, count, [&](Copy copy) { f(entries, copy, role); });
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

/// The copies that the counting of a chunk has found, for the scatter; behind each tile's an end. Boxes that are large for the grid
/// may have more copies than there is room for, and there may be more columns than half a word can tell apart: then nothing is
/// kept, and the scatter finds out again.
class CopyList {
public:
    /// Copies that `entry_count` entries have room for, ends included.
    static constexpr std::size_t room(std::size_t entry_count) noexcept { return 2 * entry_count; }

    /// The part of a chunk in memory for copies, behind `before` of other grids: begins at copy room(range.begin).
    CopyList(std::uint32_t* memory, std::size_t before, parallel::ChunkRange range, std::uint32_t column_count) noexcept
        : copies_(memory + before + room(range.begin)),
          room_(Copy::fits_low(column_count) ? room(range.end - range.begin) : 0) {}

    void add(Copy copy) noexcept { put(copy.low()); }
    void end_tile() noexcept { put(kEnd); }
    /// After the last tile.
    void close() noexcept {
        if (count_ > room_) copies_[0] = kOverflowed;
    }

    bool kept() const noexcept { return copies_[0] != kOverflowed; }
    /// f(copy) for the copies of the next tile.
    template <class F>
    void read_tile(F&& f) noexcept {
        for (; copies_[count_] != kEnd; ++count_) f(Copy(copies_[count_]));
        ++count_;
    }

private:
    // Of the column behind all that fit.
    static constexpr std::uint32_t kEnd = 0xffffffff, kOverflowed = 0xfffffffe;

    void put(std::uint32_t copy) noexcept {
        if (count_ < room_) copies_[count_] = copy;
        ++count_;
    }

    std::uint32_t* copies_;
    std::size_t room_;
    std::size_t count_ = 0;
};

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
    std::size_t counters = 0, all_copies = 0;
    for (std::uint32_t g = 0; g < grid_count; ++g) {
        const Source<Dim> source{classes, out.grids[g]};
        if (!source.grid.in_use()) continue;
        counters += std::size_t{segments_of(g)} * (source.chunks().chunk_count() + 1) + 1;
        all_copies += CopyList::room(source.count());
    }
    auto* counter = workspace.reserve<std::uint32_t>(Scratch::cell_counts, counters);
    out.segment = workspace.reserve<std::uint32_t*>(Scratch::segments, grid_count);
    auto* const copies = workspace.reserve<std::uint32_t>(Scratch::copies, all_copies);
    if (counter == nullptr || out.segment == nullptr || copies == nullptr) return Status::out_of_memory;
    std::uint64_t position = 0;
    std::size_t copies_before = 0;
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
            CopyList list(copies, copies_before, chunks[chunk], segments / kRoles);
            for_each_copy(
                call.kernels(), source, chunks[chunk],
                [&](const simd::BoundsEntry<Dim>*, Copy copy, std::uint32_t role) {
                    ++mine[copy.column() * kRoles + role];
                    list.add(copy);
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
        for (std::uint32_t i = 0; i < segments; i += kRoles)
            out.largest_column = std::max(out.largest_column, segment[i + kRoles] - segment[i]);
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
        const std::uint32_t segments = segments_of(g);
        std::uint32_t* const counts = out.segment[g] - std::size_t{segments} * chunks.chunk_count();
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t* const next = counts + std::size_t{chunk} * segments;
            const auto scatter = [&](const simd::BoundsEntry<Dim>* tile, Copy copy, std::uint32_t role) {
                simd::BoundsEntry<Dim>& entry = entries[next[copy.column() * kRoles + role]++];
                simd::prefetch_for_write(&entry + 2);
                entry = tile[copy.entry()];
                entry.tag = copy.missing() | (entry.tag & classes.kept_tag);
            };
            CopyList list(copies, copies_before, chunks[chunk], segments / kRoles);
            if (!list.kept()) {
                for_each_copy(call.kernels(), source, chunks[chunk], scatter, [] {});
                return;
            }
            for_each_tile(source, chunks[chunk],
                          [&](const simd::BoundsEntry<Dim>* tile, std::uint32_t, std::uint32_t role) {
                              list.read_tile([&](Copy copy) { scatter(tile, copy, role); });
                          });
        });
        if (status != Status::ok) return status;
        copies_before += CopyList::room(source.count());
    }
    return Status::ok;
}

template Status fill_columns<2>(parallel::Call&, WorkspaceLock&, const BoxClasses<2>&, Columns<2>&) noexcept;
template Status fill_columns<3>(parallel::Call&, WorkspaceLock&, const BoxClasses<3>&, Columns<3>&) noexcept;

}  // namespace satori::inline v0::broadphase
