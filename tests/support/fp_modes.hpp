#pragma once

#include <atomic>
#include <cstdint>

#include <gtest/gtest.h>

#include <satori/executor.hpp>

#include "executors.hpp"

#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>
#define SATORI_TEST_HAS_FP_MODES 1
#elif defined(__aarch64__)
#define SATORI_TEST_HAS_FP_MODES 1
#else
#define SATORI_TEST_HAS_FP_MODES 0
#endif

#if SATORI_TEST_HAS_FP_MODES

namespace satori::test {

/// A floating-point mode that a host may set: flush-to-zero, denormals-are-zero, a rounding direction, traps (optional
/// on AArch64 processors).
struct Mode {
    const char* name;
    std::uint64_t bits;
};

#if defined(__aarch64__)
inline std::uint64_t read_mode() {
    std::uint64_t bits;
    __asm__ volatile("mrs %0, fpcr" : "=r"(bits));
    return bits;
}
inline void write_mode(std::uint64_t bits) {
    __asm__ volatile("msr fpcr, %0" : : "r"(bits));
}
inline constexpr std::uint64_t kModeBits = ~std::uint64_t{0};
inline const Mode kModes[] = {{"flush", std::uint64_t{1} << 24},
                              {"up", std::uint64_t{1} << 22},
                              {"down", std::uint64_t{2} << 22},
                              {"towards_zero_and_flush", (std::uint64_t{3} << 22) | (std::uint64_t{1} << 24)},
                              {"default_nans", std::uint64_t{1} << 25},
                              {"alternative_half_precision", std::uint64_t{1} << 26}};
#else
inline std::uint64_t read_mode() {
    return _mm_getcsr();
}
inline void write_mode(std::uint64_t bits) {
    _mm_setcsr(static_cast<unsigned>(bits));
}
inline constexpr std::uint64_t kModeBits = 0xffc0;  // all but the sticky exception flags
inline const Mode kModes[] = {{"flush", 0x1f80 | 0x8000},
                              {"denormals_are_zero", 0x1f80 | 0x0040},
                              {"flush_both", 0x1f80 | 0x8040},
                              {"down", 0x1f80 | 0x2000},
                              {"up", 0x1f80 | 0x4000},
                              {"towards_zero", 0x1f80 | 0x6000},
                              {"all", 0x1f80 | 0x8040 | 0x6000},
                              // A division by 0, an overflow or an invalid operation ends the program.
                              {"traps", 0x1f80 & ~(0x0200 | 0x0400 | 0x0080)}};
#endif

/// Sets the mode of this thread for a scope.
class WithMode {
public:
    explicit WithMode(std::uint64_t bits) : old_(read_mode()) { write_mode(bits); }
    ~WithMode() { write_mode(old_); }
    WithMode(const WithMode&) = delete;
    WithMode& operator=(const WithMode&) = delete;

private:
    std::uint64_t old_;
};

/// Sets the mode on every thread that runs chunks, and checks it after each chunk.
class ModeExecutor final : public Executor {
public:
    ModeExecutor(Executor& inner, std::uint64_t bits) : inner_(inner), bits_(bits) {}

    void run(std::uint32_t chunk_count, Body body, void* context) override {
        run_around(inner_, chunk_count, body, context, [this](auto&& run_chunk) {
            const WithMode mode(bits_);
            run_chunk();
            if ((read_mode() & kModeBits) != (bits_ & kModeBits)) changed_ = true;
        });
    }
    unsigned concurrency() const noexcept override { return inner_.concurrency(); }
    bool changed() const { return changed_; }

private:
    Executor& inner_;
    std::uint64_t bits_;
    std::atomic<bool> changed_{false};
};

/// Runs `answer = call(executor)` in each of the modes, as a host would, on this thread alone and with others in the
/// same mode. Expects each thread's mode to be unchanged. Then calls compare(answer) in the mode that this thread had.
template <class Call, class Compare>
void in_all_modes(const Call& call, const Compare& compare) {
    RendezvousExecutor threads(3);
    for (const Mode& mode : kModes) {
        SCOPED_TRACE(mode.name);
        for (Executor* inner : {&serial_executor(), static_cast<Executor*>(&threads)}) {
            ModeExecutor executor(*inner, mode.bits);
            std::uint64_t after = 0;
            const auto answer = [&] {
                const WithMode host(mode.bits);
                auto given = call(executor);
                after = read_mode();
                return given;
            }();
            EXPECT_EQ(after & kModeBits, mode.bits & kModeBits) << "the caller's mode was changed";
            EXPECT_FALSE(executor.changed()) << "a worker's mode was changed";
            compare(answer);
        }
    }
}

}  // namespace satori::test

#endif
