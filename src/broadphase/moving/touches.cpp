#include "broadphase/moving/touches.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "base/assert.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::size_t kChunkBoxes = 1024;
constexpr std::uint32_t kMostChunks = 16;
constexpr std::uint32_t kAhead = 12;
constexpr std::size_t kUsualTouches = 4;

/// The columns that bounds touch.
class ColumnRange {
public:
    ColumnRange() = default;
    ColumnRange(const ColumnGrid<3>& grid, const float* lo, const float* hi) noexcept {
        const auto cell = [&](int c, const float* bound) { return grid.cell(c, bound[grid.axis[c]]); };
        slabs_ = {0, 0};
        if (grid.slab_count > 1) slabs_ = {grid.slab_of[cell(0, lo)], grid.slab_of[cell(0, hi)]};
        strips_ = {grid.strip_of[cell(1, lo)], grid.strip_of[cell(1, hi)]};
        cell_lo_ = cell(2, lo);
        cell_hi_ = cell(2, hi);
    }

    /// f(column, whether `then` touches it, whether `now` does) for those of a grid that either touches.
    template <class F>
    static void for_each(const ColumnGrid<3>& grid, const ColumnRange& then, const ColumnRange& now, F&& f) noexcept {
        // Most boxes stay in the one column that they stand in.
        if (then.strips_.is_one() && then.slabs_.is_one() && then.strips_ == now.strips_ && then.slabs_ == now.slabs_) {
            const Parts of_then = then.stacks_of(grid, then.strips_.first);
            if (of_then.is_one() && of_then == now.stacks_of(grid, then.strips_.first))
                return f(of_then.first * grid.slab_count + then.slabs_.first, true, true);
        }
        if (then.strips_.overlap(now.strips_)) return for_each_around(grid, then, now, f);
        // There may be many strips between them.
        for_each_around(grid, then, {}, f);
        for_each_around(grid, {}, now, f);
    }

private:
    struct Parts {
        std::uint32_t first = ~0U, last = 0;  ///< none
        bool contain(std::uint32_t part) const noexcept { return first <= part && part <= last; }
        bool is_one() const noexcept { return first == last; }
        bool operator==(const Parts&) const = default;
        bool overlap(const Parts& other) const noexcept { return first <= other.last && other.first <= last; }
        /// The least that contains both.
        friend Parts around(const Parts& a, const Parts& b) noexcept {
            return {std::min(a.first, b.first), std::max(a.last, b.last)};
        }
    };
    template <class F>
    static void for_each_around(const ColumnGrid<3>& grid, const ColumnRange& then, const ColumnRange& now,
                                F&& f) noexcept {
        const Parts strips = around(then.strips_, now.strips_), slabs = around(then.slabs_, now.slabs_);
        for (std::uint32_t strip = strips.first; strip <= strips.last; ++strip) {
            const Parts of_then = then.stacks_of(grid, strip), of_now = now.stacks_of(grid, strip);
            const Parts stacks = around(of_then, of_now);
            for (std::uint32_t stack = stacks.first; stack <= stacks.last; ++stack) {
                for (std::uint32_t slab = slabs.first; slab <= slabs.last; ++slab) {
                    const bool was = of_then.contain(stack) && then.slabs_.contain(slab);
                    const bool is = of_now.contain(stack) && now.slabs_.contain(slab);
                    if (was || is) f(stack * grid.slab_count + slab, was, is);
                }
            }
        }
    }
    /// Those of a strip that the bounds touch; none of a strip that they do not.
    Parts stacks_of(const ColumnGrid<3>& grid, std::uint32_t strip) const noexcept {
        if (!strips_.contain(strip)) return {};
        const std::uint8_t* const row = grid.stack_in_strip[strip];
        return {grid.first_stack[strip] + row[cell_lo_], grid.first_stack[strip] + row[cell_hi_]};
    }

    Parts slabs_, strips_;
    std::uint32_t cell_lo_ = 0, cell_hi_ = 0;
};

/// A box then or now, and how it stands in the grids of its class.
struct Presence {
    Presence(const StoredColumns& columns, const float* lower, const float* upper, std::uint32_t state) noexcept
        : lo(lower), hi(upper), other((state & simd::kNotDynamic) != 0 ? 2U : 0U) {
        if (lo[0] <= hi[0]) places = columns.places(lo, hi);
    }
    std::uint8_t role(const ClassPlace& place) const noexcept {
        return static_cast<std::uint8_t>((place.native ? kNative : kGuest) + other);
    }

    const float* lo;
    const float* hi;
    std::uint32_t other;
    std::span<const ClassPlace> places;  ///< ascending by grid; none when it does not exist
};

/// f(touch) for every column that a box touches or touched.
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
        const std::uint8_t was_role = was ? then.role(then.places[t++]) : kNowhere;
        const std::uint8_t is_role = is ? now.role(now.places[n++]) : kNowhere;
        const std::uint32_t first = columns.first_column(g);
        ColumnRange::for_each(grid, before, after, [&](std::uint32_t column, bool stood, bool stands) {
            f(Touch{id, first + column, static_cast<std::uint16_t>(g), stood ? was_role : kNowhere,
                    stands ? is_role : kNowhere});
        });
    }
}

}  // namespace

Status find_touches(parallel::Call& call, WorkspaceLock& workspace, std::span<const std::uint32_t> changed,
                    TrackedRows boxes, const StoredColumns& columns, Touches& out) noexcept {
    SATORI_ASSERT(columns.valid() && !changed.empty());
    const parallel::Chunking chunks(changed.size(), kChunkBoxes, kMostChunks);
    const std::size_t column_count = columns.column_count();
    auto* const counts =
        workspace.grow<std::uint32_t>(Scratch::cell_counts, column_count * (chunks.chunk_count() + 1) + 1);
    if (counts == nullptr) return Status::out_of_memory;
    std::uint32_t* const begin = counts + column_count * chunks.chunk_count();
    // Each chunk's touches as they are found. Boxes that are large for the grid may have more than there is room for:
    // then they are found once more, their number now being known.
    Touch* found = nullptr;
    std::size_t found_count[kMostChunks];
    std::size_t room = 0, wanted = kUsualTouches;  // per box
    do {
        room = wanted;
        found = workspace.grow<Touch>(Scratch::entries, room * changed.size());
        if (found == nullptr) return Status::out_of_memory;
        const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
            std::uint32_t* const mine = counts + column_count * chunk;
            std::fill_n(mine, column_count, 0U);
            const parallel::ChunkRange range = chunks[chunk];
            Touch* const noted = found + room * range.begin;
            const std::size_t most = room * (range.end - range.begin);
            std::size_t n = 0;
            for (std::size_t i = range.begin; i < range.end; ++i) {
                if (i + kAhead < range.end) simd::prefetch(&boxes[changed[i + kAhead]]);
                for_each_touch(columns, boxes[changed[i]], changed[i], [&](const Touch& touch) {
                    ++mine[touch.column];
                    if (n < most) noted[n] = touch;
                    ++n;
                });
            }
            found_count[chunk] = n;
        });
        if (status != Status::ok) return status;
        for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
            const std::size_t size = chunks[chunk].end - chunks[chunk].begin;
            wanted = std::max(wanted, (found_count[chunk] + size - 1) / size);
        }
    } while (wanted != room);
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
    auto* const touches = workspace.grow<Touch>(Scratch::column_entries, total);
    if (touches == nullptr) return Status::out_of_memory;
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t* const next = counts + column_count * chunk;
        const Touch* const mine = found + room * chunks[chunk].begin;
        for (std::size_t i = 0; i < found_count[chunk]; ++i) touches[next[mine[i].column]++] = mine[i];
    });
    out = {touches, begin};
    return status;
}

}  // namespace satori::v0::broadphase
