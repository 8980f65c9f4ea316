#pragma once

#include <cstdint>
#include <span>

#include <satori/filters.hpp>

#include "broadphase/bounds_set.hpp"
#include "parallel/call.hpp"

namespace satori::v0::broadphase {

/// The items of all boxes of one set or two, indexed by set and id.
template <class Item>
class ItemsOfBoxes {
public:
    /// Boxes without an item have the item `otherwise`, which must outlive this object.
    explicit ItemsOfBoxes(const Item& otherwise) noexcept : items_{&otherwise, &otherwise} {}

    /// Takes the items of a caller. Returns false when their number is neither 0 nor that of the boxes.
    bool take(const SetsOf<std::span<const Item>>& given, const std::uint32_t (&set_size)[2], bool two_sets) noexcept {
        const std::span<const Item> items[2] = {given.first(),
                                                given.second() != nullptr ? *given.second() : given.first().first(0)};
        for (int s = 0; s < 2; ++s) {
            if (items[s].empty()) continue;
            if (items[s].size() != set_size[s]) return false;
            items_[s] = items[s].data();
            index_mask_[s] = ~0U;
        }
        if (!two_sets) {
            items_[1] = items_[0];
            index_mask_[1] = index_mask_[0];
        }
        return true;
    }

    bool empty() const noexcept { return (index_mask_[0] | index_mask_[1]) == 0; }
    const Item& of(int set, std::uint32_t id) const noexcept { return items_[set][id & index_mask_[set]]; }

private:
    const Item* items_[2];
    std::uint32_t index_mask_[2] = {0, 0};  // 0 for a set that has one item for all of its boxes
};

/// Decides which candidates of a call are pairs, by its options.
class PairFilter {
public:
    /// Takes the filters and motion types of the boxes of `bounds`, which must outlive this object. `invalid_argument`:
    /// their number is neither 0 nor that of the boxes, or a motion type is unknown.
    template <int Dim, class Options>
    Status take(parallel::Call& call, const BoundsSet<Dim>& bounds, const Options& options) noexcept {
        if (!filters_.take(options.filters, bounds.set_size, bounds.two_sets) ||
            !motions_.take(options.motions, bounds.set_size, bounds.two_sets))
            return Status::invalid_argument;
        return motions_.empty() ? Status::ok : check_motions(call, options.motions);
    }

    /// Returns this filter, or null when every candidate is a pair.
    const PairFilter* if_used() const noexcept { return filters_.empty() && motions_.empty() ? nullptr : this; }

    /// Prefetches the items of these boxes of a set, for keep().
    template <int Dim>
    void fetch(int set, const simd::BoundsEntry<Dim>* entries, std::uint32_t count) const noexcept;
    /// Moves the candidates that are pairs to the front, in order. Returns their number.
    std::uint32_t keep(std::uint32_t* first, std::uint32_t* second, std::uint32_t count) const noexcept;

private:
    static constexpr BoxFilter kAnyFilter{};
    static constexpr MotionType kAnyMotion = MotionType::dynamic_box;

    static Status check_motions(parallel::Call& call, const MotionTypes& motions) noexcept;

    ItemsOfBoxes<BoxFilter> filters_{kAnyFilter};
    ItemsOfBoxes<MotionType> motions_{kAnyMotion};
};

}  // namespace satori::v0::broadphase
