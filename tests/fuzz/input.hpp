#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>

#include "support/random.hpp"

namespace satori::fuzz {

/// Typed values, taken off the front of the bytes that a fuzzer made. When the bytes end, all values are zero.
class Input {
public:
    explicit Input(std::span<const std::uint8_t> bytes) noexcept : rest_(bytes) {}

    bool empty() const noexcept { return rest_.empty(); }
    /// Returns the bytes that have not been taken.
    std::span<const std::uint8_t> rest() const noexcept { return rest_; }

    std::uint8_t byte() noexcept {
        if (rest_.empty()) return 0;
        const std::uint8_t first = rest_.front();
        rest_ = rest_.subspan(1);
        return first;
    }
    std::uint32_t word() noexcept {
        std::uint32_t word = 0;
        for (int shift = 0; shift < 32; shift += 8) word |= std::uint32_t{byte()} << shift;
        return word;
    }
    bool flag() noexcept { return byte() % 2 != 0; }
    /// Returns a number in [0, count), from one byte: count is at most 256.
    std::uint32_t below(std::uint32_t count) noexcept { return byte() % count; }
    template <class T, std::size_t kCount>
    const T& one_of(const T (&items)[kCount]) noexcept {
        static_assert(kCount <= 256);
        return items[below(kCount)];
    }
    /// Returns any float, also one that is not finite: a limit of something, a small multiple of 1/16, or any four
    /// bytes.
    float number() noexcept;
    /// For places that take many numbers on which nothing depends.
    test::Random random() noexcept { return test::Random(word()); }

private:
    std::span<const std::uint8_t> rest_;
};

inline float Input::number() noexcept {
    using Limits = std::numeric_limits<float>;
    static constexpr float kLimits[] = {0,
                                        -0.0F,
                                        1e-7F,
                                        0x1.ad7f28p-24F,
                                        1e-6F,
                                        1e-4F,
                                        1e4F,
                                        1e5F,
                                        1e6F,
                                        1e8F,
                                        -1e8F,
                                        100000008,
                                        1e9F,
                                        -1e9F,
                                        1e15F,
                                        1e-15F,
                                        1e20F,
                                        1e-20F,
                                        1e-38F,
                                        Limits::denorm_min(),
                                        3e38F,
                                        -3e38F,
                                        0.70710677F,
                                        Limits::max(),
                                        Limits::lowest(),
                                        Limits::infinity(),
                                        -Limits::infinity(),
                                        Limits::quiet_NaN()};
    const std::uint8_t kind = byte();
    if (kind < 64) return kLimits[kind % std::size(kLimits)];
    if (kind < 192) return static_cast<float>(kind - 128) / 16;
    return std::bit_cast<float>(word());
}

/// Each target defines this function. It makes the calls that the input describes. It fails when an answer breaks a
/// promise, by a GoogleTest check (which then throws), another exception, or a sanitizer.
void check(Input input);

}  // namespace satori::fuzz
