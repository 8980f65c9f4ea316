#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <satori/pairs.hpp>

#include "viewer/solids.hpp"

namespace satori::viewer {

// What a subject says and draws of a box and of the boxes that it touches.

/// Returns the partners of a box in pairs, ascending. `pair_of` turns an item into a BoxPair.
template <typename Items, typename PairOf>
std::vector<std::uint32_t> partners(const Items& items, std::uint32_t index, PairOf&& pair_of) {
    std::vector<std::uint32_t> found;
    for (const auto& item : items) {
        const BoxPair pair = pair_of(item);
        if (pair.first == index) found.push_back(pair.second);
        if (pair.second == index) found.push_back(pair.first);
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// Returns "none", "1 other", "2 others" and so on.
std::string others(std::size_t count);

/// Draws the outline of a picked box.
void add_picked(Picture& picture, const Solid& solid);
/// Draws the thinner outline of a box that the picked one touches.
void add_neighbor(Picture& picture, const Solid& solid);
/// Draws the dashed outline of a candidate that the picked box does not touch.
void add_rejected(Picture& picture, const Solid& solid);

}  // namespace satori::viewer
