#include "broadphase/classes/class_grids.hpp"

#include <new>
#include <utility>

#include "base/assert.hpp"

namespace satori::v0::broadphase {

namespace {

/// A shared grid must promise a cost lower by this factor than hosting, because its estimate uses less data.
constexpr double kWorthSharing = 3;
/// The most shared grids: the driver's tasks must fit one parallel part.
constexpr std::uint32_t kMostShared = 1024;

/// The sizes of the grids' tables.
template <int Dim>
struct TableRoom {
    std::size_t rows = 0;
    std::size_t knots = 0;

    void add(std::uint32_t count) noexcept {
        rows += most_strips(count);
        knots += may_be_uneven(count) ? Dim : 0;
    }
};

/// Makes grids and their tables in one piece of memory.
template <int Dim>
class GridMaker {
public:
    /// `sample` must have room for the largest grid's sample.
    GridMaker(WorkspaceLock& workspace, Scratch what, std::uint32_t count, const TableRoom<Dim>& room,
              simd::BoundsEntry<Dim>* sample) noexcept
        : sample_(sample) {
        const std::size_t knot_bytes = room.knots * sizeof(simd::Knots);
        const std::size_t grid_bytes = count * sizeof(ClassGrid<Dim>);
        auto* const memory = workspace.reserve<std::byte>(
            what, knot_bytes + grid_bytes + room.rows * (sizeof(CountRow) + sizeof(CellRow)));
        if (memory == nullptr) return;
        knots_ = reinterpret_cast<simd::Knots*>(memory);  // first, so that they are aligned for kernels
        grids_ = reinterpret_cast<ClassGrid<Dim>*>(memory + knot_bytes);
        counts_ = reinterpret_cast<CountRow*>(memory + knot_bytes + grid_bytes);
        cells_ = reinterpret_cast<CellRow*>(counts_ + room.rows);
        for (std::uint32_t i = 0; i < count; ++i) new (grids_ + i) ClassGrid<Dim>;
    }
    ClassGrid<Dim>* grids() const noexcept { return grids_; }

    /// Plans `grid` for one or two ranges of entries.
    void plan(ClassGrid<Dim>& grid, const EntryRange<Dim>& first, const EntryRange<Dim>& second,
              bool may_have_guests) noexcept {
        TableRoom<Dim> room;
        room.add(first.count + second.count);
        grid.columns.sample_counts = counts_;
        grid.columns.stack_in_strip = cells_;
        grid.columns.knots = knots_;
        counts_ += room.rows;
        cells_ += room.rows;
        knots_ += room.knots;
        SATORI_ASSERT(first.count + second.count != 0);
        plan_columns(first, second, sample_, may_have_guests, grid.columns);
    }

private:
    using CellRow = typename ColumnGrid<Dim>::CellRow;
    using CountRow = typename ColumnGrid<Dim>::CountRow;
    simd::BoundsEntry<Dim>* sample_;
    ClassGrid<Dim>* grids_ = nullptr;
    CountRow* counts_ = nullptr;
    CellRow* cells_ = nullptr;
    simd::Knots* knots_ = nullptr;
};

template <int Dim>
EntryRange<Dim> entries_of(const BoxClasses<Dim>& classes, std::uint32_t c) noexcept {
    return {classes.entries + classes.begin[c][0], classes.count(c)};
}

}  // namespace

template <int Dim>
Status plan_grids(WorkspaceLock& workspace, const BoxClasses<Dim>& classes, ClassGrids<Dim>& out) noexcept {
    out = {};
    TableRoom<Dim> room;
    for (std::uint32_t c = 0; c < classes.class_count; ++c) room.add(classes.count(c));
    SATORI_ASSERT(classes.class_count <= kMaxClasses);
    auto* const sample = workspace.reserve<simd::BoundsEntry<Dim>>(Scratch::sample, sample_size(classes.count()) + 1);
    if (sample == nullptr) return Status::out_of_memory;
    GridMaker<Dim> maker(workspace, Scratch::grid_tables, classes.class_count, room, sample);
    ClassGrid<Dim>* const own = maker.grids();
    if (own == nullptr) return Status::out_of_memory;
    out.own = own;
    out.class_count = classes.class_count;
    for (std::uint32_t c = 0; c < classes.class_count; ++c) {
        ClassGrid<Dim>& grid = own[c];
        grid.native = c;
        grid.pairs_of_natives = classes.can_pair(c, c);
        maker.plan(grid, entries_of(classes, c), {}, classes.class_count > 1);
    }

    std::pair<std::uint8_t, std::uint8_t> sharing[kMostShared];
    TableRoom<Dim> shared_room;
    for (std::uint32_t b = 1; b < classes.class_count; ++b) {
        for (std::uint32_t a = 0; a < b; ++a) {
            if (!classes.can_pair(a, b)) continue;
            const BoxStats<Dim>&of_a = out.own[a].columns.stats, &of_b = out.own[b].columns.stats;
            const double at_a = hosting_cost(out.own[a].columns, of_a, of_b);
            const double at_b = hosting_cost(out.own[b].columns, of_b, of_a);
            const std::uint32_t host = at_a <= at_b ? a : b, guest = a + b - host;
            if (out.shared_count < kMostShared &&
                kWorthSharing * shared_grid_cost(of_a, of_b) < (host == a ? at_a : at_b)) {
                sharing[out.shared_count++] = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
                shared_room.add(classes.count(a) + classes.count(b));
            } else {
                ClassGrid<Dim>& grid = own[host];
                SATORI_ASSERT(grid.guest_count < kMaxClasses);
                SATORI_ASSERT(grid.guest_count == 0 || grid.guests[grid.guest_count - 1] < guest);
                grid.guests[grid.guest_count++] = static_cast<std::uint8_t>(guest);
            }
        }
    }
    if (out.shared_count == 0) {
        workspace.free(Scratch::sample);
        return Status::ok;
    }
    GridMaker<Dim> shared_maker(workspace, Scratch::shared_grid_tables, out.shared_count, shared_room, sample);
    ClassGrid<Dim>* const shared = shared_maker.grids();
    if (shared == nullptr) return Status::out_of_memory;
    out.shared = shared;
    for (std::uint32_t i = 0; i < out.shared_count; ++i) {
        const auto [a, b] = sharing[i];
        ClassGrid<Dim>& grid = shared[i];
        grid.native = a;
        grid.guests[grid.guest_count++] = b;
        shared_maker.plan(grid, entries_of(classes, a), entries_of(classes, b), true);
    }
    workspace.free(Scratch::sample);
    return Status::ok;
}

template Status plan_grids<2>(WorkspaceLock&, const BoxClasses<2>&, ClassGrids<2>&) noexcept;
template Status plan_grids<3>(WorkspaceLock&, const BoxClasses<3>&, ClassGrids<3>&) noexcept;

}  // namespace satori::v0::broadphase
