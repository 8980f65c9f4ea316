#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace satori::test {

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same numbers everywhere, unlike the standard distributions.
class Random {
public:
    explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

    std::uint64_t bits() noexcept {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// [0, 1)
    double unit() noexcept { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    /// [low, high)
    double uniform(double low, double high) noexcept { return low + (high - low) * unit(); }
    /// Uniform in the exponent; low and high must be positive.
    double log_uniform(double low, double high) noexcept { return low * std::pow(high / low, unit()); }
    /// [0, count)
    std::uint32_t below(std::uint32_t count) noexcept {
        return static_cast<std::uint32_t>((bits() >> 32) * count >> 32);
    }
    bool coin() noexcept { return (bits() >> 63) != 0; }
    double sign() noexcept { return coin() ? 1.0 : -1.0; }

private:
    std::uint64_t state_;
};

/// Returns how many random pairs to try: SATORI_PAIRS, or `otherwise` where it is not set.
inline std::uint64_t pairs_wanted(std::uint64_t otherwise) {
    const char* text = std::getenv("SATORI_PAIRS");
    return text != nullptr ? static_cast<std::uint64_t>(std::strtod(text, nullptr)) : otherwise;
}

}  // namespace satori::test
