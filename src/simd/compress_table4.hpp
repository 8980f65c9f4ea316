#pragma once

#include <cstdint>

#include "base/namespace.hpp"

namespace satori::v0::simd {
namespace {

/// For each mask of 4 bits: the byte shuffle that moves the lanes with set bits to the front, in order. The remaining
/// bytes repeat byte 0.
struct CompressTable4 {
    alignas(64) std::uint8_t index[16][16];
    constexpr CompressTable4() : index{} {
        for (int bits = 0; bits < 16; ++bits) {
            int n = 0;
            for (int lane = 0; lane < 4; ++lane)
                if ((bits >> lane & 1) != 0)
                    for (int byte = 0; byte < 4; ++byte) index[bits][n++] = static_cast<std::uint8_t>(4 * lane + byte);
        }
    }
};
constexpr CompressTable4 kCompressTable4;

}  // namespace
}  // namespace satori::v0::simd
