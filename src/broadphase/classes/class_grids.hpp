#pragma once

#include <cstdint>

#include "base/assert.hpp"
#include "broadphase/classes/box_classes.hpp"
#include "broadphase/column_grid.hpp"

namespace satori::inline v0::broadphase {

/// Columns, and which pairs are found in them: of two natives, and of a native and a guest. Never of two guests.
template <int Dim>
struct ClassGrid {
    ColumnGrid<Dim> columns;
    std::uint32_t native = 0;  ///< class
    bool pairs_of_natives = false;
    std::uint32_t guest_count = 0;
    std::uint8_t guests[kMaxClasses];  ///< classes, ascending

    bool in_use() const noexcept { return pairs_of_natives || guest_count != 0; }
};
static_assert(kMaxClasses <= 256);

/// The grids of all classes: each has its own, and two that fit badly into each other's share one. Every two classes meet in
/// exactly one grid.
template <int Dim>
struct ClassGrids {
    ClassGrid<Dim>* own = nullptr;  ///< [class]
    std::uint32_t class_count = 0;
    ClassGrid<Dim>* shared = nullptr;
    std::uint32_t shared_count = 0;

    std::uint32_t count() const noexcept { return class_count + shared_count; }
    const ClassGrid<Dim>& operator[](std::uint32_t i) const noexcept {
        SATORI_ASSERT(i < count());
        return i < class_count ? own[i] : shared[i - class_count];
    }
};

/// Plans the grids. Two classes meet in the grid of that one where it is expected to cost less. Deterministic.
template <int Dim>
Status plan_grids(WorkspaceLock& workspace, const BoxClasses<Dim>& classes, ClassGrids<Dim>& out) noexcept;

}  // namespace satori::inline v0::broadphase
