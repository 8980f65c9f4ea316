#pragma once

#include <array>
#include <cstdint>

#include <satori/types.hpp>

namespace satori::scenes {

/// Random numbers that are the same on every machine and compiler. The code uses only integers and + - * / and sqrt on
/// doubles, nothing of libm or of <random>.
///
/// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2018). SplitMix64 fills its
/// state (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
class Random {
public:
    /// Different streams of one seed are independent.
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) noexcept;

    std::uint64_t next() noexcept;
    /// Returns a number in [0, 1) with 53 random bits.
    double unit() noexcept;
    /// Returns a number in [low, high).
    double between(double low, double high) noexcept;
    /// Returns a number in [low, low * 10^decades), with the same probability for each decade.
    double log_between(double low, double decades) noexcept;
    /// Returns a number in [0, count), exactly uniform; count > 0. Lemire, "Fast random integer generation in an
    /// interval", 2019.
    std::uint32_t below(std::uint32_t count) noexcept;

    /// Returns a rotation, uniform over all rotations: a point of the unit 4-ball found by rejection, normalized.
    Quat rotation() noexcept;
    /// Returns a rotation about one world axis (0, 1, 2), uniform over all angles.
    Quat rotation_about(int axis) noexcept;
    /// Returns a direction times a length in (0, 1], uniform in the unit ball.
    std::array<double, 3> in_ball() noexcept;

private:
    std::array<std::uint64_t, 4> state_;
};

/// Returns 10^x for |x| <= 300, with a relative error below 1e-14, by + - * alone.
double power_of_ten(double x) noexcept;

}  // namespace satori::scenes
