#pragma once

// Inserts an id into a short ascending list of ids, or removes one. Lane = place.
// The position of the id cannot be predicted, so there is no branch: each place takes its own value, the one before it
// or the one behind it.
// Cost per vector: 2 shifts of lanes, 6 subtractions, 3 shifts, 1 maximum, some 14 other integer operations.

#include "simd/kernel_abi.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

template <class L>
void edit_partners(std::uint32_t* list, std::uint32_t count, std::uint32_t partner, bool lost) {
    using Uint = typename L::Uint;
    constexpr std::uint32_t kVectors = L::width < kShortList ? kShortList / L::width : 1;
    const Uint zero = L::broadcast(0U), id = L::broadcast(partner), end = L::broadcast(count);
    const Uint loses = L::broadcast(0U - static_cast<std::uint32_t>(lost));
    // Returns all bits set where a < b, for numbers below 2^31.
    const auto less = [=](Uint a, Uint b) SATORI_INLINE_LAMBDA { return zero - ((a - b) >> 31); };
    const auto choose = [](Uint mask, Uint yes, Uint no) SATORI_INLINE_LAMBDA { return ((yes ^ no) & mask) ^ no; };
    Uint at[kVectors];
    for (std::uint32_t v = 0; v < kVectors; ++v) at[v] = L::load_eight(list + v * L::width);
    for (std::uint32_t v = 0; v < kVectors; ++v) {
        const Uint place = L::iota() + L::broadcast(v * L::width);
        const Uint before = L::lanes_before(v > 0 ? at[v - 1] : zero, at[v]);
        const Uint behind = L::lanes_behind(at[v], v + 1 < kVectors ? at[v + 1] : zero);
        const Uint lower = less(at[v], id), inside = less(place, end), beyond = less(end, place);
        const Uint with = choose((lower & inside) | beyond, at[v], L::max_id(before, id));
        const Uint without = choose(lower | ~inside, at[v], behind);
        L::store_eight(list + v * L::width, choose(loses, without, with));
    }
}

}  // namespace satori::v0::simd
