#include "broadphase/moving/column_index.hpp"

#include "base/assert.hpp"

namespace satori::v0::broadphase {

bool ColumnIndex::refresh(const StoredColumns& columns) noexcept {
    if (is_of(columns)) return true;
    SATORI_ASSERT(columns.valid());
    std::size_t most_groups = 0;
    for (std::uint32_t g = 0; g < columns.grid_count(); ++g) {
        const ColumnGrid<3>& grid = columns.grid(g);
        most_groups += grid.strip_count + std::size_t{grid.column_count()} / kGroup;
    }
    if (!lists_.reserve(most_groups * kGroup) || !groups_.reserve(most_groups) ||
        !places_.reserve(most_groups * kGroup, 0))
        return false;
    group_count_ = 0;
    around_ = {};
    std::uint32_t end = 0;  // of the lists
    Extent group;
    const auto close_group = [&] {
        if (end == group_count_ * kGroup) return;
        const Extent nothing;
        while (end % kGroup != 0) lists_.set(end++, nothing.lo, nothing.hi, 0);
        groups_.set(group_count_, group.lo, group.hi, group_count_);
        enclose(around_, group.lo, group.hi);
        group = {};
        ++group_count_;
    };
    for (std::uint32_t g = 0; g < columns.grid_count(); ++g) {
        const ColumnGrid<3>& grid = columns.grid(g);
        std::uint32_t strip = 0;
        for_each_region(grid, [&](std::uint32_t of_grid, const Region<3>& region) {
            const std::uint32_t column = columns.first_column(g) + of_grid;
            const StoredList& list = columns.list(column);
            if (list.count != 0) {
                float lo[3], hi[3];
                for (int c = 0; c < 3; ++c) {
                    lo[grid.axis[c]] = std::max(list.lo[c], region.lo[c]);
                    hi[grid.axis[c]] = std::min(list.hi[c], region.hi[c]);
                }
                places_[end] = {g, column};
                lists_.set(end, lo, hi, end);
                enclose(group, lo, hi);
                if (++end % kGroup == 0) close_group();
            }
            if (of_grid + 1 != grid.first_stack[strip + 1] * grid.slab_count) return;
            ++strip;
            close_group();
        });
    }
    build_number_ = columns.build_number();
    return true;
}

}  // namespace satori::v0::broadphase
