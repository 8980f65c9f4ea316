#pragma once

#include <cstdint>

#include "base/assert.hpp"
#include "broadphase/classes/box_classes.hpp"
#include "broadphase/column_grid.hpp"

namespace satori::v0::broadphase {

/// Columns, and the pairs that are found in them: pairs of two natives, and pairs of a native and a guest, never of two
/// guests.
template <int Dim>
struct ClassGrid {
    ColumnGrid<Dim> columns;
    std::uint32_t native = 0;  ///< class of the natives
    bool pairs_of_natives = false;
    std::uint32_t guest_count = 0;
    std::uint8_t guests[kMaxClasses] = {};  ///< classes of the guests, ascending

    bool in_use() const noexcept { return pairs_of_natives || guest_count != 0; }
};
static_assert(kMaxClasses <= 256);

/// The grids of all classes. Each class has its own grid. Two classes whose boxes fit badly into each other's grids
/// share another grid. The pairs of any two classes are found in exactly one grid.
template <int Dim>
struct ClassGrids {
    const ClassGrid<Dim>* own = nullptr;  ///< [class]
    std::uint32_t class_count = 0;
    const ClassGrid<Dim>* shared = nullptr;
    std::uint32_t shared_count = 0;

    std::uint32_t count() const noexcept { return class_count + shared_count; }
    const ClassGrid<Dim>& operator[](std::uint32_t i) const noexcept {
        SATORI_ASSERT(i < count());
        return i < class_count ? own[i] : shared[i - class_count];
    }
};

/// Plans the grids. The pairs of two classes are found in the grid where this is expected to cost less. Deterministic.
template <int Dim>
Status plan_grids(WorkspaceLock& workspace, const BoxClasses<Dim>& classes, ClassGrids<Dim>& out) noexcept;

}  // namespace satori::v0::broadphase
