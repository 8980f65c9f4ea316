#include "broadphase/columns.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

#include "simd/dispatch.hpp"
#include "simd/prefetch.hpp"

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

/// See simd::kCopyColumn.
class Copy {
public:
    explicit Copy(std::uint32_t bits) noexcept : bits_(bits) {}

    std::uint32_t bits() const noexcept { return bits_; }
    std::uint32_t entry() const noexcept { return bits_ & (simd::kTileEntries - 1); }
    std::uint32_t missing() const noexcept { return (bits_ & kLow) >> simd::kCopyMissing; }
    std::uint32_t column() const noexcept { return bits_ >> simd::kCopyColumn; }
    Copy in(std::uint32_t column) const noexcept { return Copy((bits_ & kLow) | column << simd::kCopyColumn); }
    Copy without(std::uint32_t missing) const noexcept { return Copy(bits_ | missing << simd::kCopyMissing); }

private:
    static constexpr std::uint32_t kLow = (1U << simd::kCopyColumn) - 1;

    std::uint32_t bits_;
};

/// Axes of a grid that are cut, by their numbers in it.
constexpr unsigned kSlabs = 1, kStrips = 2, kStacks = 4;

/// Which columns the entries of a tile touch, in a grid that is cut on no other axes than kCuts. Axis by axis: first and last part
/// are looked up for each copy that there is so far, then a kernel makes the new copies. The parts between, of boxes that are
/// large for the grid, go to a list of their own.
template <unsigned kCuts, int Dim>
class TileCopies {
public:
    TileCopies(const ColumnGrid<Dim>& grid, const simd::KernelTable& kernels) noexcept
        : grid_(grid), quantize_(simd::kernels_for<Dim>(kernels).quantize), split_(kernels.split_copies) {
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

    /// f(copies, count) until every column that each of at most kTileEntries entries touches has had one; each column's in a fixed
    /// order.
    template <class F>
    void operator()(const simd::BoundsEntry<Dim>* entries, std::uint32_t count, F&& f) noexcept {
        args_.entries = entries;
        args_.count = count;
        quantize_(args_);
        std::iota(copies_, copies_ + count, 0U);
        if constexpr (kCuts & kStrips) {
            count = split<true>(
                count, simd::kMissing[1], [&](Copy copy) { return strips_of(copy.entry()); },
                [&](Copy copy, Parts, Parts between) {
                    for (std::uint32_t strip = between.first; strip <= between.last; ++strip) {
                        const Parts stacks = stacks_of(strip, copy.entry());
                        in_stacks(copy, stacks.first, stacks, f);
                    }
                });
        }
        if constexpr (kCuts & kStacks) {
            count = split<!(kCuts & kStrips)>(
                count, simd::kMissing[2], [&](Copy copy) { return stacks_of(copy.column(), copy.entry()); },
                [&](Copy copy, Parts all, Parts between) { in_stacks(copy, all.first, between, f); });
        }
        if constexpr (kCuts & kSlabs) {
            count = split<kCuts == kSlabs>(
                count, simd::kMissing[0],
                [&](Copy copy) {
                    const Parts slabs = slabs_of(copy.entry());
                    const std::uint32_t first_column = copy.column() * grid_.slab_count;
                    return Parts{first_column + slabs.first, first_column + slabs.last};
                },
                [&](Copy copy, Parts, Parts between) {
                    for (std::uint32_t column = between.first; column <= between.last; ++column)
                        hand_on(copy.in(column), f);
                });
        }
        if (between_count_ != 0) hand_on_all(f);
        f(copies_, count);
    }

private:
    /// The copies cut on one more axis, whose missing flag is `flag`. between(copy, all, parts), where an entry has parts between the
    /// first and the last, with a copy that has the flag. kFirst: no axis was cut yet, an entry is its only copy.
    template <bool kFirst, class PartsOf, class Between>
    std::uint32_t split(std::uint32_t count, std::uint32_t flag, PartsOf&& parts_of, Between&& between) noexcept {
        for (std::uint32_t k = 0; k < count; ++k) {
            const Parts parts = parts_of(Copy(kFirst ? k : copies_[k]));
            first_[k] = parts.first;
            last_[k] = parts.last;
        }
        std::uint32_t wide_count = 0;
        count = split_({copies_, count, first_, last_, flag, wide_}, wide_count);
        for (std::uint32_t i = 0; i < wide_count; ++i) {
            const Parts all{first_[wide_[i]], last_[wide_[i]]};
            between(Copy(copies_[wide_[i]]).without(flag), all, Parts{all.first + 1, all.last - 1});
        }
        return count;
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
    /// A copy in some of a strip's stacks, in the first of which, `begin`, its box starts.
    template <class F>
    void in_stacks(Copy copy, std::uint32_t begin, Parts stacks, F&& f) noexcept {
        for (std::uint32_t stack = stacks.first; stack <= stacks.last; ++stack) {
            const Copy here = stack != begin ? copy.without(simd::kMissing[2]) : copy;
            if constexpr (kCuts & kSlabs) {
                const Parts slabs = slabs_of(copy.entry());
                for (std::uint32_t slab = slabs.first; slab <= slabs.last; ++slab) {
                    const Copy there = here.in(stack * grid_.slab_count + slab);
                    hand_on(slab != slabs.first ? there.without(simd::kMissing[0]) : there, f);
                }
            } else {
                hand_on(here.in(stack), f);
            }
        }
    }
    template <class F>
    void hand_on(Copy copy, F&& f) noexcept {
        between_[between_count_++] = copy.bits();
        if (between_count_ == kRoom) hand_on_all(f);
    }
    template <class F>
    void hand_on_all(F&& f) noexcept {
        f(between_, between_count_);
        between_count_ = 0;
    }

    /// Two parts per axis and entry.
    static constexpr std::uint32_t kRoom = simd::kTileEntries << std::popcount(kCuts);
    const ColumnGrid<Dim>& grid_;
    void (*quantize_)(const simd::QuantizeArgs<Dim>&);
    std::uint32_t (*split_)(const simd::SplitArgs&, std::uint32_t&);
    simd::QuantizeArgs<Dim> args_{};
    alignas(64) std::uint32_t cells_[Dim][simd::kTileEntries];
    alignas(64) std::uint32_t first_[kRoom / 2], last_[kRoom / 2];
    std::uint32_t wide_[kRoom / 2];
    std::uint32_t copies_[kRoom + simd::kMaxLanes];
    std::uint32_t between_[kRoom];
    std::uint32_t between_count_ = 0;
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

/// The copies that the counting of a chunk has found, for the scatter: tile by tile, how many and which. Boxes that are large for the
/// grid may have more copies than there is room for: then nothing is kept, and the scatter finds out again.
class CopyList {
public:
    /// Words for the copies of `entry_count` entries and their numbers.
    static constexpr std::size_t room(std::size_t entry_count) noexcept { return 2 * entry_count; }

    /// The part of a chunk in memory for copies, behind `before` words of other grids: begins at word room(range.begin).
    CopyList(std::uint32_t* memory, std::size_t before, parallel::ChunkRange range) noexcept
        : words_(memory + before + room(range.begin)), room_(room(range.end - range.begin)) {}

    void add(const std::uint32_t* copies, std::uint32_t count) noexcept {
        if (end_ + count <= room_) std::copy_n(copies, count, words_ + end_);
        end_ += count;
    }
    void end_tile() noexcept {
        if (end_ <= room_) words_[tile_] = static_cast<std::uint32_t>(end_ - tile_ - 1);
        tile_ = end_++;
    }
    /// After the last tile.
    void close() noexcept {
        if (tile_ > room_) words_[0] = kOverflowed;
    }

    bool kept() const noexcept { return words_[0] != kOverflowed; }
    /// f(copies, count) for the next tile.
    template <class F>
    void read_tile(F&& f) noexcept {
        const std::uint32_t count = words_[tile_];
        f(words_ + tile_ + 1, count);
        tile_ += count + 1;
    }

private:
    static constexpr std::uint32_t kOverflowed = 0xffffffff;

    std::uint32_t* words_;
    std::size_t room_;
    std::size_t tile_ = 0, end_ = 1;
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
            CopyList list(copies, copies_before, chunks[chunk]);
            for_each_copy(
                call.kernels(), source, chunks[chunk],
                [&](const simd::BoundsEntry<Dim>*, const std::uint32_t* found, std::uint32_t count,
                    std::uint32_t role) {
                    call.kernels().count_copies(found, count, mine + role, kRoles);
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
            const auto scatter = [&](const simd::BoundsEntry<Dim>* tile, const std::uint32_t* found,
                                     std::uint32_t count, std::uint32_t role) {
                simd::kernels_for<Dim>(call.kernels())
                    .scatter({found, count, tile, classes.kept_tag, next + role, kRoles, entries});
            };
            CopyList list(copies, copies_before, chunks[chunk]);
            if (!list.kept()) {
                for_each_copy(call.kernels(), source, chunks[chunk], scatter, [] {});
                return;
            }
            for_each_tile(
                source, chunks[chunk], [&](const simd::BoundsEntry<Dim>* tile, std::uint32_t, std::uint32_t role) {
                    list.read_tile(
                        [&](const std::uint32_t* found, std::uint32_t count) { scatter(tile, found, count, role); });
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
