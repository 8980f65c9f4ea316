#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "base/owned_array.hpp"
#include "base/partition_near.hpp"
#include "broadphase/columns/column_regions.hpp"
#include "broadphase/columns/columns.hpp"
#include "broadphase/moving/kept_grids.hpp"
#include "broadphase/moving/standing_bounds.hpp"
#include "geometry/rounding.hpp"
#include "simd/kernel_abi.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

/// The boxes of one column, sorted by their lower bound on the sweep axis. In a cache line of its own.
struct alignas(64) StoredList {
    std::uint32_t begin;  ///< position in the streams
    std::uint32_t count;
    float widest;  ///< no box of the list is wider along the sweep axis
    float lo[3];   ///< no box reaches beyond these, on the grid's axes
    float hi[3];
    float density;  ///< boxes per meter of the sweep axis, or 0; for guesses
    std::uint32_t layer;

    /// Returns where a key probably stands, as if keys were spread evenly.
    std::uint32_t guess(float key) const noexcept {
        if (count == 0) return 0;
        const float at = (key - lo[0]) * density;
        // What is not a number, of bounds far out, is 0.
        return static_cast<std::uint32_t>(at > 0 ? std::min(at, static_cast<float>(count - 1)) : 0.0F);
    }
};

/// Some grids of StoredColumns.
struct GridRange {
    std::uint32_t begin, end;
};

/// The standing bounds of boxes, sorted into the columns of fill_columns(), in layers. A layer is made as a whole and
/// never edited: a box that leaves its standing bounds becomes a stray, and its entry here is out of date
/// (StandingBounds::in_layer). Each box stands in the grid of its own class alone, in every column that it touches.
/// Most worlds have one layer. Static boxes that are new in one update, like a tile of a streamed world, get one more.
class StoredColumns {
public:
    explicit StoredColumns(base::CountedMemory& memory) noexcept
        : lists_(memory), streams_(memory), grids_(memory), first_column_(memory), around_(memory) {}

    /// Makes room for assign(), which drops the columns. Returns false when there is no memory.
    bool reserve_for(const StoredColumns& other) noexcept;
    /// Becomes a copy of other columns, with another build number.
    void assign(const StoredColumns& other) noexcept;

    bool valid() const noexcept { return valid_; }
    void drop() noexcept { valid_ = false; }
    /// Another one after every build(), add_layer() and assign(), and not 0.
    std::uint32_t build_number() const noexcept { return build_number_; }

    /// Sorts the boxes that stand in the first layer. Requires that none stands in another (join_layers). On errors the
    /// columns are not valid.
    Status build(parallel::Call& call, WorkspaceLock& workspace, const StandingBounds& standing) noexcept;
    /// Makes one more layer, of boxes that stand there. Requires columns, and next_layer() < kMostLayers. On errors the
    /// columns are not valid.
    Status add_layer(parallel::Call& call, WorkspaceLock& workspace, const StandingBounds& standing,
                     std::span<const std::uint32_t> ids) noexcept;

    /// Returns the number of boxes that stood in the layers when these were made.
    std::uint64_t box_count() const noexcept { return box_count_; }
    /// The layer that add_layer() makes.
    std::uint32_t next_layer() const noexcept { return layer_count_; }
    /// The grids of all layers, and of the last one.
    GridRange all_layers() const noexcept { return {0, grid_count()}; }
    GridRange last_layer() const noexcept { return {last_layer_, grid_count()}; }

    std::uint32_t grid_count() const noexcept { return grids_.count(); }
    const ColumnGrid<3>& grid(std::uint32_t index) const noexcept { return grids_[index]; }
    /// Columns count through all grids.
    std::uint32_t column_count() const noexcept { return first_column_[grid_count()]; }
    std::uint32_t first_column(std::uint32_t grid) const noexcept { return first_column_[grid]; }
    const StoredList& list(std::uint32_t column) const noexcept { return lists_[column]; }
    /// Returns the boxes of a list, on the grid's axes, of which the lower bound on the sweep axis may be `from` at
    /// least and is `stop` at most.
    simd::BoundsRange range(const StoredList& list, double from, float stop) const noexcept;
    /// Brings into the cache what range() probably returns first.
    void prefetch(const StoredList& list, double from) const noexcept;
    /// Returns bounds around the boxes of a grid.
    const Extent& around(std::uint32_t grid) const noexcept { return around_[grid]; }
    /// Calls f(grid, list) for all lists of some grids that may hold a box whose bounds overlap these.
    template <class F>
    void for_each_around(const float* lo, const float* hi, GridRange grids, F&& f) const noexcept;

    /// Returns the number of columns that hold a box; none when the columns are not valid.
    std::uint32_t held_count() const noexcept;
    /// Calls f(BoxColumn) for each of them, by grid.
    template <class F>
    void for_each_held(F&& f) const noexcept;

private:
    void clear() noexcept;
    Status add(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<3>& bounds) noexcept;
    Status sort_lists(parallel::Call& call, WorkspaceLock& workspace, const Columns<3>& columns) noexcept;
    void sort_list(const simd::KernelTable& kernels, const EntryRange<3>& segment, const int* axis, StoredList& list,
                   std::byte* scratch) noexcept;
    void note_extent(std::uint32_t grid) noexcept;

    base::OwnedArray<StoredList> lists_;  // [column]
    BoundsStreams streams_;
    std::size_t stream_room_ = 0;  // of the streams that columns use
    KeptGrids grids_;
    base::OwnedArray<std::uint32_t> first_column_;  // [grid], and the end
    base::OwnedArray<Extent> around_;               // [grid]
    bool valid_ = false;
    std::uint32_t build_number_ = 0, layer_count_ = 0, last_layer_ = 0;
    std::uint64_t box_count_ = 0;
};

template <class F>
void StoredColumns::for_each_around(const float* lo, const float* hi, GridRange grids, F&& f) const noexcept {
    for (std::uint32_t g = grids.begin; g < grids.end; ++g) {
        const Extent& around = around_[g];
        bool apart = false;
        for (int a = 0; a < 3; ++a) apart = apart || hi[a] < around.lo[a] || around.hi[a] < lo[a];
        if (apart) continue;
        const ColumnGrid<3>& grid = this->grid(g);
        const auto cell = [&](int c, const float* bound) { return grid.cell(c, bound[grid.axis[c]]); };
        std::uint32_t first_slab = 0, last_slab = 0;
        if (grid.slab_count > 1) first_slab = grid.slab_of[cell(0, lo)], last_slab = grid.slab_of[cell(0, hi)];
        const std::uint32_t cell_lo = cell(2, lo), cell_hi = cell(2, hi), last_strip = grid.strip_of[cell(1, hi)];
        for (std::uint32_t strip = grid.strip_of[cell(1, lo)]; strip <= last_strip; ++strip) {
            const std::uint8_t* const stack_of = grid.stack_in_strip[strip];
            const std::uint32_t first_stack = grid.first_stack[strip];
            for (std::uint32_t stack = stack_of[cell_lo]; stack <= stack_of[cell_hi]; ++stack) {
                const std::uint32_t column = first_column_[g] + (first_stack + stack) * grid.slab_count;
                for (std::uint32_t slab = first_slab; slab <= last_slab; ++slab)
                    if (lists_[column + slab].count != 0) f(grid, lists_[column + slab]);
            }
        }
    }
}

template <class F>
void StoredColumns::for_each_held(F&& f) const noexcept {
    for (std::uint32_t g = 0; valid_ && g < grid_count(); ++g) {
        if (first_column_[g] == first_column_[g + 1]) continue;
        for_each_region(grid(g), [&](std::uint32_t of_grid, const Region<3>& region) {
            const StoredList& held = list(first_column_[g] + of_grid);
            if (held.count != 0) f(column_around(grid(g), region, held.lo, held.hi, held.count, g));
        });
    }
}

/// No box of a list that reaches `key` begins before this: at most `widest` before it, and the rest is for rounding.
inline float reaching(double key, float widest) noexcept {
    return geometry::rounded(key - double{widest} * (1 + 1e-6) - 1e-15 * std::abs(key));
}

inline void StoredColumns::prefetch(const StoredList& list, double from) const noexcept {
    streams_.prefetch(list.begin + list.guess(geometry::rounded(from)) / simd::kMaxLanes * simd::kMaxLanes);
}

inline simd::BoundsRange StoredColumns::range(const StoredList& list, double from, float stop) const noexcept {
    constexpr std::uint32_t kWidth = simd::kMaxLanes;
    const float first = reaching(from, list.widest);
    simd::BoundsRange range = streams_.range(0, list.count, list.begin, stop);
    // The first vector whose last key is not below.
    const auto ends_below = [&](std::uint32_t v) { return range.lo[0][kWidth * v + kWidth - 1] < first; };
    range.begin = kWidth * base::partition_near(list.count / kWidth, list.guess(first) / kWidth, ends_below);
    return range;
}

}  // namespace satori::v0::broadphase
