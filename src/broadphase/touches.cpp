#include "broadphase/touches.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "simd/prefetch.hpp"

namespace satori::inline v0::broadphase {

namespace {

constexpr std::size_t kChunkBoxes = 1024;
constexpr std::uint32_t kMostChunks = 16;
constexpr std::uint32_t kAhead = 12;
constexpr std::uint32_t kSparse = 32;

/// The columns that bounds touch.
class ColumnRange {
public:
    ColumnRange() = default;
    ColumnRange(const ColumnGrid<3>& grid, const float* lo, const float* hi) noexcept : grid_(&grid) {
        slabs_ = {0, 0};
        const auto cell = [&](int c, const float* bound) { return grid.cell(c, bound[grid.axis[c]]); };
        if (grid.slab_count > 1) slabs_ = {grid.slab_of[cell(0, lo)], grid.slab_of[cell(0, hi)]};
        strips_ = {grid.strip_of[cell(1, lo)], grid.strip_of[cell(1, hi)]};
        cell_lo_ = cell(2, lo);
        cell_hi_ = cell(2, hi);
    }

    /// f(column) for those that `but` does not touch.
    template <class F>
    void for_each(const ColumnRange& but, F&& f) const noexcept {
        for (std::uint32_t strip = strips_.first; strip <= strips_.last; ++strip) {
            const Parts stacks = stacks_of(strip);
            for (std::uint32_t stack = stacks.first; stack <= stacks.last; ++stack) {
                for (std::uint32_t slab = slabs_.first; slab <= slabs_.last; ++slab)
                    if (!but.contains(strip, stack, slab)) f(stack * grid_->slab_count + slab);
            }
        }
    }
    /// Whether it is one column, and which.
    bool one(std::uint32_t& column) const noexcept {
        if (strips_.first != strips_.last || slabs_.first != slabs_.last) return false;
        const Parts stacks = stacks_of(strips_.first);
        column = stacks.first * grid_->slab_count + slabs_.first;
        return stacks.first == stacks.last;
    }
    bool contains(std::uint32_t column) const noexcept {
        const std::uint32_t stack = column / grid_->slab_count;
        std::uint32_t strip = strips_.first;
        while (strip < strips_.last && stack >= grid_->first_stack[strip + 1]) ++strip;
        return contains(strip, stack, column % grid_->slab_count);
    }

private:
    struct Parts {
        std::uint32_t first, last;
        bool contain(std::uint32_t part) const noexcept { return first <= part && part <= last; }
    };
    Parts stacks_of(std::uint32_t strip) const noexcept {
        const std::uint8_t* const row = grid_->stack_in_strip[strip];
        return {grid_->first_stack[strip] + row[cell_lo_], grid_->first_stack[strip] + row[cell_hi_]};
    }
    bool contains(std::uint32_t strip, std::uint32_t stack, std::uint32_t slab) const noexcept {
        return slabs_.contain(slab) && strips_.contain(strip) && stacks_of(strip).contain(stack);
    }

    const ColumnGrid<3>* grid_ = nullptr;
    Parts slabs_{1, 0}, strips_{1, 0};  // none
    std::uint32_t cell_lo_ = 0, cell_hi_ = 0;
};

/// A box then or now, and how it stands in the grids of its class.
struct Presence {
    Presence(const StoredColumns& columns, const float* lower, const float* upper, std::uint32_t state) noexcept
        : lo(lower), hi(upper), other((state & simd::kNotDynamic) != 0 ? 2U : 0U) {
        if (lo[0] <= hi[0]) places = columns.places(lo, hi);
    }
    std::uint16_t role(const ClassPlace& place) const noexcept {
        return static_cast<std::uint16_t>((place.native ? kNative : kGuest) + other);
    }

    const float* lo;
    const float* hi;
    std::uint32_t other;
    std::span<const ClassPlace> places;  ///< ascending by grid; none when it does not exist
};

/// f(column, touch) for everything that a box touches or touched.
template <class F>
void for_each_touch(const StoredColumns& columns, const simd::TrackedBox& box, std::uint32_t id, F&& f) noexcept {
    const Presence then(columns, box.old_lo, box.old_hi, box.old_state), now(columns, box.lo, box.hi, box.state);
    std::size_t t = 0, n = 0;
    while (t < then.places.size() || n < now.places.size()) {
        const std::uint32_t of_then = t < then.places.size() ? then.places[t].grid : ~0U;
        const std::uint32_t of_now = n < now.places.size() ? now.places[n].grid : ~0U;
        const std::uint32_t g = std::min(of_then, of_now);
        const ColumnGrid<3>& grid = columns.grid(g).columns;
        const bool was = of_then == g, is = of_now == g;
        const ColumnRange before = was ? ColumnRange(grid, then.lo, then.hi) : ColumnRange();
        const ColumnRange after = is ? ColumnRange(grid, now.lo, now.hi) : ColumnRange();
        const std::uint16_t was_role = was ? then.role(then.places[t++]) : kNowhere;
        const std::uint16_t is_role = is ? now.role(now.places[n++]) : kNowhere;
        const std::uint32_t first = columns.first_column(g);
        std::uint32_t from = 0, to = 0;
        if (was && is && before.one(from) && after.one(to) && from == to) {
            f(first + from, Touch{id, kNoHint, was_role, is_role});
            continue;
        }
        before.for_each({}, [&](std::uint32_t column) {
            f(first + column, Touch{id, kNoHint, was_role, is && after.contains(column) ? is_role : kNowhere});
        });
        after.for_each(before, [&](std::uint32_t column) { f(first + column, Touch{id, kNoHint, kNowhere, is_role}); });
    }
}

}  // namespace

Status find_touches(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, const StoredColumns& columns,
                    Touches& out) noexcept {
    const std::span<const std::uint32_t> changed = table.changed();
    const parallel::Chunking chunks(changed.size(), kChunkBoxes, kMostChunks);
    const std::size_t column_count = columns.column_count();
    auto* const counts =
        workspace.reserve<std::uint32_t>(Scratch::cell_counts, column_count * (chunks.chunk_count() + 1) + 1);
    if (counts == nullptr) return Status::out_of_memory;
    std::uint32_t* const begin = counts + column_count * chunks.chunk_count();
    // Most boxes touch one column: that is found once, and noted.
    struct OneColumn {
        std::uint32_t column;
        Touch touch;
    };
    auto* const noted = workspace.reserve<OneColumn>(Scratch::entries, changed.size());
    if (noted == nullptr) return Status::out_of_memory;
    constexpr std::uint32_t kSeveral = ~0U;
    // Where touches are many, one leads to the next.
    const bool sparse = changed.size() < table.size() / kSparse;
    Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t* const mine = counts + column_count * chunk;
        std::fill_n(mine, column_count, 0U);
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (i + kAhead < range.end) simd::prefetch(table.boxes() + changed[i + kAhead]);
            std::uint32_t count = 0;
            for_each_touch(columns, table.boxes()[changed[i]], changed[i],
                           [&](std::uint32_t column, const Touch& touch) {
                               ++mine[column];
                               noted[i] = {column, touch};
                               ++count;
                           });
            if (count != 1) noted[i].column = kSeveral;
        }
    });
    if (status != Status::ok) return status;
    std::uint64_t total = 0;
    for (std::size_t c = 0; c < column_count; ++c) {
        begin[c] = static_cast<std::uint32_t>(total);
        for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
            std::uint32_t& count = counts[column_count * chunk + c];
            const std::uint32_t n = count;
            count = static_cast<std::uint32_t>(total);
            total += n;
        }
    }
    if (total > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
    begin[column_count] = static_cast<std::uint32_t>(total);
    auto* const touches = workspace.reserve<Touch>(Scratch::column_entries, total);
    if (touches == nullptr) return Status::out_of_memory;
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t* const next = counts + column_count * chunk;
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const simd::TrackedBox& box = table.boxes()[changed[i]];
            const auto put = [&](std::uint32_t column, const Touch& touch) {
                Touch& out_touch = touches[next[column]++];
                out_touch = touch;
                if (!sparse) return;
                // What is looked up in a column is on its way before the column's turn.
                const int axis = columns.grid(columns.grid_of_column(column)).columns.axis[0];
                const bool was = touch.was != kNowhere;
                out_touch.hint = columns.guess(columns.list(column, was ? touch.was : touch.is),
                                               was ? box.old_lo[axis] : box.lo[axis]);
            };
            if (noted[i].column != kSeveral)
                put(noted[i].column, noted[i].touch);
            else
                for_each_touch(columns, box, changed[i], put);
        }
    });
    out = {touches, begin};
    return status;
}

}  // namespace satori::inline v0::broadphase
