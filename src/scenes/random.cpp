#include "scenes/random.hpp"

#include <bit>
#include <cfloat>
#include <cmath>

#include "base/assert.hpp"
#include "base/hash.hpp"

#if defined(__FAST_MATH__)
#error "scenes must be the same bytes everywhere: compile without -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "double arithmetic must round to double");

namespace satori::scenes {

namespace {

std::uint64_t split_mix(std::uint64_t& state) noexcept {
    state += 0x9e3779b97f4a7c15U;
    return base::mixed_bits(state);
}

// Points so near to zero are rejected, because the division would lose their direction.
constexpr double kSmallestNormSq = 1e-12;

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) noexcept : state_{} {
    std::uint64_t stream_state = stream;
    std::uint64_t mixer = seed ^ split_mix(stream_state);
    for (std::uint64_t& word : state_) word = split_mix(mixer);
}

std::uint64_t Random::next() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Random::unit() noexcept {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

double Random::between(double low, double high) noexcept {
    SATORI_ASSERT(low <= high);
    return low + (high - low) * unit();
}

double Random::log_between(double low, double decades) noexcept {
    SATORI_ASSERT(low > 0 && decades >= 0);
    return low * power_of_ten(decades * unit());
}

std::uint32_t Random::below(std::uint32_t count) noexcept {
    SATORI_ASSERT(count > 0);
    const std::uint32_t threshold = (0U - count) % count;
    for (;;) {
        const std::uint64_t product = (next() >> 32) * count;
        if (static_cast<std::uint32_t>(product) >= threshold) return static_cast<std::uint32_t>(product >> 32);
    }
}

Quat Random::rotation() noexcept {
    for (;;) {
        const double x = between(-1, 1);
        const double y = between(-1, 1);
        const double z = between(-1, 1);
        const double w = between(-1, 1);
        const double norm_sq = x * x + y * y + z * z + w * w;
        if (norm_sq > 1 || norm_sq < kSmallestNormSq) continue;
        const double norm = std::sqrt(norm_sq);
        return {static_cast<float>(x / norm), static_cast<float>(y / norm), static_cast<float>(z / norm),
                static_cast<float>(w / norm)};
    }
}

Quat Random::rotation_about(int axis) noexcept {
    SATORI_ASSERT(axis >= 0 && axis < 3);
    for (;;) {
        const double s = between(-1, 1);
        const double c = between(-1, 1);
        const double norm_sq = s * s + c * c;
        if (norm_sq > 1 || norm_sq < kSmallestNormSq) continue;
        const double norm = std::sqrt(norm_sq);
        std::array<float, 3> vector{};
        vector[static_cast<std::size_t>(axis)] = static_cast<float>(s / norm);
        return {vector[0], vector[1], vector[2], static_cast<float>(c / norm)};
    }
}

std::array<double, 3> Random::in_ball() noexcept {
    for (;;) {
        const double x = between(-1, 1);
        const double y = between(-1, 1);
        const double z = between(-1, 1);
        const double norm_sq = x * x + y * y + z * z;
        if (norm_sq <= 1 && norm_sq > kSmallestNormSq) return {x, y, z};
    }
}

double power_of_ten(double x) noexcept {
    SATORI_ASSERT(x >= -300 && x <= 300);
    constexpr double kLog2Of10 = 3.32192809488736234787;
    constexpr double kLn2 = 0.69314718055994530942;
    constexpr int kTerms = 16;  // of the exponential series at |t| <= ln 2 / 2: the remainder is below 1e-18
    const double exponent = x * kLog2Of10;
    const int whole = static_cast<int>(exponent < 0 ? exponent - 0.5 : exponent + 0.5);
    const double t = (exponent - whole) * kLn2;
    double power = 1;
    for (int term = kTerms; term > 0; --term) power = 1 + power * t / term;
    for (int i = 0; i < whole; ++i) power *= 2;
    for (int i = 0; i > whole; --i) power *= 0.5;
    return power;
}

}  // namespace satori::scenes
