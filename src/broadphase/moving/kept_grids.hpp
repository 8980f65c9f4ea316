#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/owned_array.hpp"
#include "broadphase/classes/class_grids.hpp"

namespace satori::v0::broadphase {

/// Grids in memory of their own: with what a search for columns reads of their tables.
class KeptGrids {
public:
    using Grids = std::span<const ClassGrid<3>>;

    explicit KeptGrids(base::CountedMemory& memory) noexcept : memory_(memory), spare_(memory) {}

    /// Makes room for keep(). Returns false when there is no memory. No grid is kept after it.
    bool reserve_for(Grids grids) noexcept;
    /// Keeps copies of `grids`. There must be room for them (reserve_for).
    void keep(Grids grids) noexcept;
    /// Keeps copies of more grids, behind the others. Returns false when there is no memory; then nothing changes.
    bool append(Grids grids) noexcept;

    void clear() noexcept { count_ = 0; }
    Grids all() const noexcept { return {grids_, count_}; }
    std::uint32_t count() const noexcept { return count_; }
    const ColumnGrid<3>& operator[](std::uint32_t index) const noexcept { return grids_[index].columns; }

private:
    void copy(Grids first, Grids second) noexcept;

    base::OwnedArray<std::byte> memory_, spare_;  // append() uses them in turns
    const ClassGrid<3>* grids_ = nullptr;
    std::uint32_t count_ = 0;
};

}  // namespace satori::v0::broadphase
