#include "common/sweep_counts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "broadphase/columns/find_pairs.hpp"
#include "broadphase/columns/sweep_block.hpp"
#include "common/columns.hpp"

namespace satori::bench {

namespace {

using broadphase::ClassGrid;
using broadphase::Columns;
using simd::BoundsEntry;

using Entries = std::span<const BoundsEntry<3>>;

/// Lower and upper bounds along one axis, ascending.
using Intervals = std::vector<std::pair<float, float>>;

Intervals intervals(Entries entries, int axis) {
    Intervals list;
    for (const BoundsEntry<3>& entry : entries) list.emplace_back(entry.lo[axis], entry.hi[axis]);
    std::sort(list.begin(), list.end());
    return list;
}

class Counter {
public:
    Counter(std::uint32_t lanes, SweepCounts& counts) : lanes_(lanes), counts_(counts) {}

    /// Counts in the way of the kernel: in tiles of outer boxes. For a tile it takes two inner boxes at a time, while
    /// any outer box of the tile reaches them.
    void sweep_self(const Intervals& list) {
        for (std::size_t tile = 0; tile < list.size(); tile += simd::kTileOuter) {
            const std::size_t tile_end = std::min(list.size(), tile + simd::kTileOuter);
            float reach = list[tile].second;
            for (std::size_t i = tile; i < tile_end; ++i) {
                counts_.candidates += static_cast<double>(std::max(i + 1, first_above(list, list[i].second)) - (i + 1));
                reach = std::max(reach, list[i].second);
            }
            std::size_t inner = tile + 1;
            // The kernel skips a vector when no outer box of it stands before an inner box.
            for (; inner < tile + simd::kTileOuter; inner += simd::kTileInner) {
                const std::size_t lanes = simd::kTileInner * (inner - tile) + 1;
                looked_at_ += static_cast<double>((lanes + lanes_ - 1) / lanes_ * lanes_);
            }
            const std::size_t far = tile + 1 + simd::kTileReach;
            for (; inner < far && inner < list.size() && list[inner].first <= reach; inner += simd::kTileInner)
                looked_at_ += simd::kMaxLanes;
            if (far >= list.size()) continue;
            for (std::size_t i = tile; i < tile_end; ++i) {
                if (list[far].first <= list[i].second) look(list[i], list, far, simd::kSweepBlock);
            }
        }
    }
    /// Counts in the way of the kernel: each outer box meets the inner boxes that begin at the same place or after it.
    /// A pair that begins at the same place counts once.
    void sweep_cross(const Intervals& a, const Intervals& b) {
        if (a.empty() || b.empty()) return;
        const std::uint32_t of_a = cross_block(a, b), of_b = cross_block(b, a);
        for (const auto& outer : a) scan(outer, b, first_not_below(b, outer.first), of_a);
        for (const auto& outer : b) scan(outer, a, first_above(a, outer.first), of_b);
    }
    double lanes_used() const { return looked_at_ == 0 ? 0 : counts_.candidates / looked_at_; }

private:
    static std::size_t first_not_below(const Intervals& list, float lo) {
        const auto below = [](const auto& item, float bound) { return item.first < bound; };
        return static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), lo, below) - list.begin());
    }
    static std::size_t first_above(const Intervals& list, float lo) {
        const auto above = [](float bound, const auto& item) { return bound < item.first; };
        return static_cast<std::size_t>(std::upper_bound(list.begin(), list.end(), lo, above) - list.begin());
    }
    static std::uint32_t size(const Intervals& list) { return static_cast<std::uint32_t>(list.size()); }
    static std::uint32_t cross_block(const Intervals& outer, const Intervals& inner) {
        std::vector<float> lo, hi;
        for (const auto& [begin, end] : outer) lo.push_back(begin), hi.push_back(end);
        const float inner_span = inner.back().first - inner.front().first;
        return broadphase::sweep_block(lo.data(), hi.data(), size(outer), inner_span, size(inner));
    }
    void scan(const std::pair<float, float>& outer, const Intervals& list, std::size_t begin, std::uint32_t asked) {
        counts_.candidates += static_cast<double>(std::max(begin, first_above(list, outer.second)) - begin);
        look(outer, list, begin, asked);
    }
    void look(const std::pair<float, float>& outer, const Intervals& list, std::size_t begin, std::uint32_t asked) {
        const std::size_t end = std::max(begin, first_above(list, outer.second));
        const std::size_t block = lanes_ == 1 ? 1 : std::max(asked, lanes_);
        const std::size_t from = block == simd::kSweepBlock ? begin - begin % lanes_ : begin;
        looked_at_ += static_cast<double>(((end - from) / block + 1) * block);
    }

    std::uint32_t lanes_;
    SweepCounts& counts_;
    double looked_at_ = 0;
};

void count_columns(const Columns<3>& columns, std::uint32_t lanes, SweepCounts& counts) {
    Counter counter(lanes, counts);
    for (std::uint32_t g = 0; g < columns.grids.count(); ++g) {
        const ClassGrid<3>& grid = columns.grids[g];
        for (std::uint32_t column = 0; column < columns.column_count(g); ++column) {
            const auto entries = [&](broadphase::Role role) {
                const auto list = columns.list(g, column, role);
                return Entries(list.entries, list.count);
            };
            counts.copies += columns.column_begin(g, column + 1) - columns.column_begin(g, column);
            const Intervals natives = intervals(entries(broadphase::kNative), grid.columns.axis[0]);
            if (grid.pairs_of_natives) counter.sweep_self(natives);
            if (grid.guest_count != 0)
                counter.sweep_cross(natives, intervals(entries(broadphase::kGuest), grid.columns.axis[0]));
        }
    }
    counts.sweep_lanes = counter.lanes_used();
}

/// Counts the pairs that the narrowphase gets.
class CountingSink final : public broadphase::ColumnSink<3> {
public:
    explicit CountingSink(std::uint32_t lanes) : lanes_(lanes) {}
    std::uint32_t accept(const std::uint32_t*, const std::uint32_t*, std::uint32_t count,
                         BoxPair*) const noexcept override {
        pairs_ += count;
        slots_ += (count + lanes_ - 1) / lanes_ * lanes_;
        return 0;
    }
    double pairs() const { return static_cast<double>(pairs_); }
    double slots() const { return static_cast<double>(slots_); }

private:
    std::uint32_t lanes_;
    mutable std::uint64_t pairs_ = 0, slots_ = 0;  // one thread
};

void count_pairs(std::span<const Aabb> bounds, std::uint32_t lanes, SweepCounts& counts) {
    parallel::Call call({Isa::best, &serial_executor()});
    expect(call.status(), "choosing an instruction set");
    Workspace workspace;
    WorkspaceLock lock(workspace);
    broadphase::BoundsSet<3> set;
    PairResult result;
    expect(fill_bounds<3>(call, lock, broadphase::raw_bounds(aabb_rows(bounds)), nullptr, set, result),
           "reading boxes");
    const CountingSink sink(lanes);
    expect(sweep_bounds(call, lock, set, sink, {}, {}, result), "finding pairs");
    counts.pairs = sink.pairs();
    counts.pair_lanes = sink.slots() == 0 ? 0 : sink.pairs() / sink.slots();
}

/// Applies the formula to a scene that has one grid.
void expect_by_formula(const Columns<3>& columns, SweepCounts& counts) {
    if (columns.grids.count() != 1) return;
    const broadphase::ColumnGrid<3>& grid = columns.grids[0].columns;
    const double parts[2] = {static_cast<double>(grid.strip_count),
                             static_cast<double>(grid.stack_count) / grid.strip_count};
    double extent[2];
    for (int c = 0; c < 2; ++c) {
        const int axis = grid.axis[1 + c];
        extent[c] = grid.stats.extent[axis] / grid.stats.size[axis];
        if (parts[c] > 1) counts.width[c] = extent[c] / parts[c];
    }
    counts.expected = counts.boxes * candidates_per_box(2 * counts.pairs / counts.boxes, counts.width, extent);
}

}  // namespace

double candidates_per_box(double overlaps, const double (&width)[2], const double (&extent)[2]) {
    double candidates = overlaps / 8;
    for (int c = 0; c < 2; ++c) candidates *= width[c] == 0 ? extent[c] : (width[c] + 1) * (width[c] + 1) / width[c];
    return candidates;
}

SweepCounts count_sweeps(std::span<const Aabb> bounds, std::uint32_t lanes) {
    SweepCounts counts;
    counts.boxes = static_cast<double>(bounds.size());
    count_pairs(bounds, lanes, counts);
    with_columns(bounds, [&](const Columns<3>& columns) {
        count_columns(columns, lanes, counts);
        expect_by_formula(columns, counts);
    });
    return counts;
}

}  // namespace satori::bench
