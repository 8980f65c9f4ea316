#pragma once

#include <bit>
#include <cstdint>

#include "base/namespace.hpp"

namespace satori::v0::broadphase {

/// A key with the index of its item.
struct KeyIndex {
    std::uint32_t key;
    std::uint32_t index;
};

/// Returns a float as an unsigned integer of the same order (-0 before +0). Not for NaN.
inline std::uint32_t ordered_key(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits ^ (bits >> 31 != 0 ? 0xffffffffU : 0x80000000U);
}

/// Sorts `items` by key; stable. O(n). `scratch` must have room for `count` items. Returns the sorted items: `items` or
/// `scratch`.
KeyIndex* radix_sort(KeyIndex* items, KeyIndex* scratch, std::uint32_t count) noexcept;

/// Sorts 64-bit values in the same way. All bits are the key.
std::uint64_t* radix_sort(std::uint64_t* items, std::uint64_t* scratch, std::uint64_t count) noexcept;

}  // namespace satori::v0::broadphase
