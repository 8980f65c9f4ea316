#include "broadphase/moving/column_index.hpp"

#include <algorithm>
#include <limits>

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
    std::uint32_t end = 0;  // of the lists
    const auto close_group = [&] {
        while (end % kGroup != 0) lists_.set_none(end++);
    };
    for (std::uint32_t g = 0; g < columns.grid_count(); ++g) {
        const ColumnGrid<3>& grid = columns.grid(g);
        for (std::uint32_t strip = 0; strip < grid.strip_count; ++strip) {
            const std::uint32_t first = columns.first_column(g) + grid.first_stack[strip] * grid.slab_count,
                                last = columns.first_column(g) + grid.first_stack[strip + 1] * grid.slab_count;
            for (std::uint32_t column = first; column < last; ++column) {
                const StoredList& list = columns.list(column);
                if (list.count == 0) continue;
                float lo[3], hi[3];
                for (int c = 0; c < 3; ++c) {
                    lo[grid.axis[c]] = list.lo[c];
                    hi[grid.axis[c]] = list.hi[c];
                }
                places_[end] = {g, column};
                lists_.set(end, lo, hi, end);
                ++end;
            }
            close_group();
        }
    }
    group_count_ = end / kGroup;
    enclose_groups();
    build_number_ = columns.build_number();
    return true;
}

void ColumnIndex::enclose_groups() noexcept {
    std::fill_n(lo_, 3, std::numeric_limits<float>::infinity());
    std::fill_n(hi_, 3, -std::numeric_limits<float>::infinity());
    for (std::uint32_t group = 0; group < group_count_; ++group) {
        float lo[3], hi[3];
        for (std::uint32_t a = 0; a < 3; ++a) {
            lo[a] = lists_.lo(a, group * kGroup);
            hi[a] = lists_.hi(a, group * kGroup);
            for (std::uint32_t i = group * kGroup + 1; i < (group + 1) * kGroup; ++i) {
                lo[a] = std::min(lo[a], lists_.lo(a, i));
                hi[a] = std::max(hi[a], lists_.hi(a, i));
            }
            lo_[a] = std::min(lo_[a], lo[a]);
            hi_[a] = std::max(hi_[a], hi[a]);
        }
        groups_.set(group, lo, hi, group);
    }
}

}  // namespace satori::v0::broadphase
