#pragma once

#include <cstdint>
#include <span>

#include <xxhash.h>

namespace satori::bench {

/// Returns a checksum of the bytes of `items`.
template <class T>
std::uint64_t checksum(std::span<const T> items) {
    return XXH64(items.data(), items.size_bytes(), 0);
}

}  // namespace satori::bench
