#pragma once

#include <cstdint>

#include "broadphase/moving/bounds_streams.hpp"
#include "broadphase/moving/stored_columns.hpp"

namespace satori::v0::broadphase {

/// Where queries find the lists of StoredColumns: the region of each column, as far as its boxes reach, and the bounds
/// of groups of neighbours in one strip. A box stands in every column that it touches, so a query that meets the box
/// meets one of these regions where it does.
class ColumnIndex {
public:
    static constexpr std::uint32_t kGroup = simd::kMaxLanes;  ///< lists of a group at most

    /// A list, and the grid whose axes its streams are on.
    struct Place {
        std::uint32_t grid;
        std::uint32_t column;
    };

    explicit ColumnIndex(base::CountedMemory& memory) noexcept : lists_(memory), groups_(memory), places_(memory) {}

    /// Brings it up to date; false when there is no memory. O(columns) where these have changed.
    bool refresh(const StoredColumns& columns) noexcept;
    /// Must be called when it may meet columns of another Broadphase, whose builds have the same numbers.
    void forget() noexcept { build_number_ = 0; }
    bool is_of(const StoredColumns& columns) const noexcept { return columns.build_number() == build_number_; }

    std::uint32_t group_count() const noexcept { return group_count_; }
    /// Ids are numbers of groups.
    simd::BoundsRange groups(std::uint32_t begin, std::uint32_t end) const noexcept {
        return groups_.range(begin, end);
    }
    /// Ids are indices of places.
    simd::BoundsRange lists_of(std::uint32_t group) const noexcept {
        return lists_.range(group * kGroup, (group + 1) * kGroup);
    }
    const Place& place(std::uint32_t list) const noexcept { return places_[list]; }

    /// Returns bounds around all boxes.
    const Extent& around() const noexcept { return around_; }

private:
    BoundsStreams lists_;  // kGroup of each group, of which the last ones may be none
    BoundsStreams groups_;
    base::OwnedArray<Place> places_;
    std::uint32_t group_count_ = 0;
    Extent around_;
    std::uint32_t build_number_ = 0;
};

}  // namespace satori::v0::broadphase
