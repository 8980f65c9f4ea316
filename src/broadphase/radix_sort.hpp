#pragma once

#include <bit>
#include <cstdint>

namespace satori::inline v0::broadphase {

/// A key with the index it came from.
struct KeyIndex {
    std::uint32_t key;
    std::uint32_t index;
};

/// A float as an unsigned integer of the same order (-0 before +0). Not for NaN.
inline std::uint32_t ordered_key(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits ^ (bits >> 31 != 0 ? 0xffffffffU : 0x80000000U);
}

/// Sorts `items` by key; items of equal key keep their order. O(n). `scratch` has room for `count`. Returns where the sorted
/// items are: `items` or `scratch`.
KeyIndex* radix_sort(KeyIndex* items, KeyIndex* scratch, std::uint32_t count) noexcept;

/// The same on 64-bit values, all bits of which are the key.
std::uint64_t* radix_sort(std::uint64_t* items, std::uint64_t* scratch, std::uint64_t count) noexcept;

}  // namespace satori::inline v0::broadphase
