#pragma once

#include <cstdint>

#include <satori/pairs.hpp>

namespace satori::v0::base {

/// Mixes the bits of a number: the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
inline std::uint64_t mixed_bits(std::uint64_t v) noexcept {
    v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9ULL;
    v = (v ^ v >> 27) * 0x94d049bb133111ebULL;
    return v ^ v >> 31;
}

/// Returns a hash of a pair, for hash tables; its high bits are the best ones. Two multiplications: with one, pairs
/// whose indices differ by the same amount (chains, grids) cluster: up to four probes instead of one and a half.
inline std::uint64_t pair_hash(const BoxPair& pair) noexcept {
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
    const std::uint64_t product = (std::uint64_t{pair.first} << 32 | pair.second) * kFactor;
    return (product ^ product >> 32) * kFactor;
}

}  // namespace satori::v0::base
