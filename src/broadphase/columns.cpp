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

    /// f(i, column, missing) for every column that each entry i of at most kTile touches; each column's in a fixed order.
    template <class F>
    void operator()(const simd::BoundsEntry<Dim>* entries, std::uint32_t count, F&& f) noexcept {
        args_.entries = entries;
        args_.count = count;
        quantize_(args_);
        std::uint32_t copies = count;
        if constexpr (kCuts & kStrips) {
            copies = cut<true>(
                copies, simd::kMissing[1], [&](const Copy& copy) { return strips_of(copy.entry); },
                [&](const Copy& copy, Parts between) {
                    for (std::uint32_t strip = between.first; strip <= between.last; ++strip)
                        in_stacks(copy.entry, strip, stacks_of(strip, copy.entry), simd::kMissing[1], f);
                });
        }
        if constexpr (kCuts & kStacks) {
            copies = cut<!(kCuts & kStrips)>(
                copies, simd::kMissing[2], [&](const Copy& copy) { return stacks_of(copy.column, copy.entry); },
                [&](const Copy& copy, Parts between) {
                    in_stacks(copy.entry, copy.column, between, copy.missing | simd::kMissing[2], f);
                });
        }
        if constexpr (kCuts & kSlabs) {
            copies = cut<kCuts == kSlabs>(
                copies, simd::kMissing[0],
                [&](const Copy& copy) {
                    const Parts slabs = slabs_of(copy.entry);
                    const std::uint32_t first_column = copy.column * grid_.slab_count;
                    return Parts{first_column + slabs.first, first_column + slabs.last};
                },
                [&](const Copy& copy, Parts between) {
                    for (std::uint32_t column = between.first; column <= between.last; ++column)
                        f(copy.entry, column, copy.missing | simd::kMissing[0]);
                });
        }
        for (std::uint32_t k = 0; k < copies; ++k) f(entry_[k], column_[k], missing_[k]);
    }

private:
    struct Copy {
        std::uint32_t entry, column, missing;
    };
    /// Each copy that there is so far goes to its first part of one more axis, and a copy of it to the last. kFirst: no axis
    /// was cut yet, an entry is its only copy. between(copy, parts) for those between, where there are any.
    template <bool kFirst, class PartsOf, class Between>
    std::uint32_t cut(std::uint32_t copies, std::uint32_t flag, PartsOf&& parts_of, Between&& between) noexcept {
        std::uint32_t more = copies;
        for (std::uint32_t k = 0; k < copies; ++k) {
            const Copy copy = kFirst ? Copy{k, 0, 0} : Copy{entry_[k], column_[k], missing_[k]};
            const Parts parts = parts_of(copy);
            set(k, copy.entry, parts.first, copy.missing);
            set(more, copy.entry, parts.last, copy.missing | flag);
            more += parts.first != parts.last ? 1U : 0U;
            if (parts.last > parts.first + 1) between(copy, {parts.first + 1, parts.last - 1});
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
    void set(std::uint32_t k, std::uint32_t entry, std::uint32_t column, std::uint32_t missing) noexcept {
        entry_[k] = entry;
        column_[k] = column;
        missing_[k] = missing;
    }
    /// Entry i in a range of a strip's stacks. `missing`: of the first of them.
    template <class F>
    void in_stacks(std::uint32_t i, std::uint32_t strip, Parts stacks, std::uint32_t missing, F&& f) noexcept {
        const std::uint32_t begin = stacks_of(strip, i).first;
        for (std::uint32_t stack = stacks.first; stack <= stacks.last; ++stack) {
            const std::uint32_t here = missing | (stack != begin ? simd::kMissing[2] : 0);
            if constexpr (kCuts & kSlabs) {
                const Parts slabs = slabs_of(i);
                for (std::uint32_t slab = slabs.first; slab <= slabs.last; ++slab)
                    f(i, stack * grid_.slab_count + slab, here | (slab != slabs.first ? simd::kMissing[0] : 0));
            } else {
                f(i, stack, here);
            }
        }
    }

    /// Two parts per axis and entry, and one written that does not count.
    static constexpr std::uint32_t kRoom = (kTile << std::popcount(kCuts)) + 1;
    const ColumnGrid<Dim>& grid_;
    void (*quantize_)(const simd::QuantizeArgs<Dim>&);
    simd::QuantizeArgs<Dim> args_{};
    alignas(64) std::uint32_t cells_[Dim][kTile];
    std::uint32_t entry_[kRoom], column_[kRoom], missing_[kRoom];
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

/// f(entry, column, role, missing) for every entry of one chunk and every column it touches, in a fixed order. `end_tile()`
/// after each tile.
template <int Dim, class F, class EndTile>
void for_each_copy(const simd::KernelTable& kernels, const Source<Dim>& source, parallel::ChunkRange range, F&& f,
                   EndTile&& end_tile) noexcept {
    const auto find = [&](auto&& copies) {
        for_each_tile(source, range,
                      [&](const simd::BoundsEntry<Dim>* entries, std::uint32_t count, std::uint32_t role) {
                          copies(entries, count, [&](std::uint32_t entry, std::uint32_t column, std::uint32_t missing) {
                              f(entries, entry, column, role, missing);
                          });
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

/// What the counting of a chunk has found out, for the scatter: for each copy the entry's place in its tile, column and missing
/// flags; behind each tile's an end. Boxes that are large for the grid may have more copies than there is room for: then
/// nothing is kept, and the scatter finds out again.
class CopyList {
public:
    static constexpr std::size_t kBytesPerCopy = sizeof(std::uint32_t) + sizeof(std::uint16_t);
    /// Copies that `entry_count` entries have room for, ends included.
    static constexpr std::size_t room(std::size_t entry_count) noexcept { return 2 * entry_count; }

    /// The part of a chunk in memory for `total` copies: begins at copy room(range.begin), after `before` copies of other
    /// grids.
    CopyList(void* memory, std::size_t total, std::size_t before, parallel::ChunkRange range) noexcept
        : codes_(static_cast<std::uint32_t*>(memory) + before + room(range.begin)),
          entries_(reinterpret_cast<std::uint16_t*>(static_cast<std::uint32_t*>(memory) + total) + before +
                   room(range.begin)),
          room_(room(range.end - range.begin)) {}

    void add(std::uint32_t entry, std::uint32_t column, std::uint32_t missing) noexcept {
        put(static_cast<std::uint16_t>(entry), column << kFlagBits | missing);
    }
    void end_tile() noexcept { put(0, kEnd); }
    /// After the last tile.
    void close() noexcept {
        if (count_ > room_) codes_[0] = kOverflowed;
    }

    bool kept() const noexcept { return codes_[0] != kOverflowed; }
    /// f(entry, column, missing) for the copies of the next tile.
    template <class F>
    void read_tile(F&& f) noexcept {
        for (; codes_[count_] != kEnd; ++count_)
            f(std::uint32_t{entries_[count_]}, codes_[count_] >> kFlagBits, codes_[count_] & ((1U << kFlagBits) - 1));
        ++count_;
    }

private:
    static constexpr std::uint32_t kFlagBits = 3, kEnd = 0xffffffff, kOverflowed = 0xfffffffe;
    static_assert(simd::kMissing[2] < 1U << kFlagBits);

    void put(std::uint16_t entry, std::uint32_t code) noexcept {
        if (count_ < room_) {
            codes_[count_] = code;
            entries_[count_] = entry;
        }
        ++count_;
    }

    std::uint32_t* codes_;
    std::uint16_t* entries_;  // 16 bits: stores of bytes might alias anything, and all would be read again
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
    void* const copies = workspace.reserve<std::uint8_t>(Scratch::copies, all_copies * CopyList::kBytesPerCopy);
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
            CopyList list(copies, all_copies, copies_before, chunks[chunk]);
            for_each_copy(
                call.kernels(), source, chunks[chunk],
                [&](const simd::BoundsEntry<Dim>*, std::uint32_t entry, std::uint32_t column, std::uint32_t role,
                    std::uint32_t missing) {
                    ++mine[column * kRoles + role];
                    list.add(entry, column, missing);
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
            const auto scatter = [&](const simd::BoundsEntry<Dim>* tile, std::uint32_t entry, std::uint32_t column,
                                     std::uint32_t role, std::uint32_t missing) {
                simd::BoundsEntry<Dim>& copy = entries[next[column * kRoles + role]++];
                simd::prefetch_for_write(&copy + 2);
                copy = tile[entry];
                copy.tag = missing | (copy.tag & classes.kept_tag);
            };
            CopyList list(copies, all_copies, copies_before, chunks[chunk]);
            if (!list.kept()) {
                for_each_copy(call.kernels(), source, chunks[chunk], scatter, [] {});
                return;
            }
            for_each_tile(source, chunks[chunk],
                          [&](const simd::BoundsEntry<Dim>* tile, std::uint32_t, std::uint32_t role) {
                              list.read_tile([&](std::uint32_t entry, std::uint32_t column, std::uint32_t missing) {
                                  scatter(tile, entry, column, role, missing);
                              });
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
