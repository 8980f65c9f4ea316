#pragma once

#include <cstdint>

#include "broadphase/bounds_set.hpp"
#include "broadphase/columns/columns.hpp"

namespace satori::v0::broadphase {

/// The column of a small set: one for all boxes, swept along x. The entries stay where they are. A plan would cost more
/// than the sweep.
template <int Dim>
class OneColumn {
public:
    /// The most boxes for which no plan is made.
    static constexpr std::uint32_t kMost = 128;

    explicit OneColumn(const BoundsSet<Dim>& bounds) noexcept {
        SATORI_ASSERT(bounds.count() <= kMost);
        begin_[kGuest] = begin_[kNativeOther] = bounds.set_size[0];
        begin_[kGuestOther] = begin_[kRoles] = bounds.count();
        columns_.grids.own = &kGrid;
        columns_.grids.class_count = 1;
        columns_.segments = &segments_;
        columns_.entries = bounds.entries;
        columns_.largest_column = bounds.count();
    }
    OneColumn(const OneColumn&) = delete;
    OneColumn& operator=(const OneColumn&) = delete;

    const Columns<Dim>& columns() const noexcept { return columns_; }

private:
    static constexpr ClassGrid<Dim> kGrid = [] {
        ClassGrid<Dim> grid;
        for (int c = 0; c < Dim; ++c) grid.columns.axis[c] = c;
        grid.pairs_of_natives = true;
        return grid;
    }();

    std::uint32_t begin_[kRoles + 1] = {};
    Segments segments_{begin_, kRoles};
    Columns<Dim> columns_;
};

}  // namespace satori::v0::broadphase
