#pragma once

#include <array>
#include <cstdint>

#include <satori/types.hpp>

namespace satori::scenes {

/// Random numbers that are the same on every machine and compiler: integers and + - * / and sqrt on doubles, nothing of
/// libm or of <random>.
///
/// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2018), its state filled by
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
class Random {
public:
    /// Different streams of one seed are independent.
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) noexcept;

    std::uint64_t next() noexcept;
    /// In [0, 1), 53 random bits.
    double unit() noexcept;
    /// In [low, high).
    double between(double low, double high) noexcept;
    /// In [low, low * 10^decades), each decade as likely as any other.
    double log_between(double low, double decades) noexcept;
    /// In [0, count), exactly even; count > 0. Lemire, "Fast random integer generation in an interval", 2019.
    std::uint32_t below(std::uint32_t count) noexcept;

    /// A rotation, uniform over all rotations: a point of the unit 4-ball found by rejection, normalised.
    Quat rotation() noexcept;
    /// A rotation about one world axis (0, 1, 2), uniform over all angles.
    Quat rotation_about(int axis) noexcept;
    /// A direction times a length in (0, 1], uniform in the unit ball.
    std::array<double, 3> in_ball() noexcept;

private:
    std::array<std::uint64_t, 4> state_;
};

/// 10^x for |x| <= 300, relative error below 1e-14, by + - * alone.
double power_of_ten(double x) noexcept;

}  // namespace satori::scenes
