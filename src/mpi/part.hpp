#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "mpi/ranks.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

/// Enlarges bounds so that those of two boxes touch if the library takes the boxes for candidates at this distance.
/// With 0 they are those of compute_aabbs(). On a lattice: so that they touch if any exact test, from any of its
/// points, may find the boxes within the distance.
void enlarge(Aabb* bounds, std::uint32_t count, float distance, bool on_lattice) noexcept;

/// Sorts the boxes of the part by id. Two equal ids are a failure.
void sort_part(Ranks& ranks, std::uint32_t count, detail::PartitionState& state) noexcept;

/// Fills state.below from the bounds of the part.
void note_below(Ranks& ranks, std::uint32_t count, detail::PartitionState& state) noexcept;

/// Moves the items whose pairs the part keeps to the front, in order; pair_of(item) is the pair of an item. Returns
/// their number. A part keeps the pairs whose maximum of both lower corners is in its space. That is below the upper
/// ends of the space, as each box of the part is. It is below a lower end where both boxes begin below it.
template <class Item, class PairOf>
std::size_t keep_own(std::span<Item> items, const std::uint8_t* below, PairOf&& pair_of) noexcept {
    constexpr std::size_t kChunk = 512;
    std::uint32_t foreign[kChunk];  // they are listed first, so that no branch depends on any other pair
    std::size_t kept = 0, from = 0;
    const auto keep_up_to = [&](std::size_t end) {
        if (kept != from) std::copy(items.begin() + from, items.begin() + end, items.begin() + kept);
        kept += end - from;
    };
    for (std::size_t begin = 0; begin < items.size(); begin += kChunk) {
        const std::span<Item> chunk = items.subspan(begin, std::min(kChunk, items.size() - begin));
        std::uint32_t foreign_count = 0;
        for (std::uint32_t i = 0; i < chunk.size(); ++i) {
            const BoxPair& pair = pair_of(chunk[i]);
            foreign[foreign_count] = i;
            foreign_count += (below[pair.first] & below[pair.second]) != 0 ? 1 : 0;
        }
        for (std::uint32_t k = 0; k < foreign_count; ++k) {
            keep_up_to(begin + foreign[k]);
            from = begin + foreign[k] + 1;
        }
    }
    keep_up_to(items.size());
    return kept;
}

}  // namespace satori::v0::mpi
