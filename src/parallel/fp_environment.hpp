#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace satori::inline v0::parallel {

/// Gives the enclosed scope IEEE arithmetic (round to nearest, denormals kept, no traps) whatever the host has set, and the
/// host its settings back. Results must not depend on a host's flush-to-zero.
class FpEnvironment {
public:
#if defined(__x86_64__) || defined(_M_X64)
    FpEnvironment() noexcept : saved_(_mm_getcsr()) {
        _mm_setcsr((saved_ & 0x3fU) | kIeee);
    }
    ~FpEnvironment() {
        _mm_setcsr(saved_ | (_mm_getcsr() & 0x3fU));
    }  // sticky flags stay raised

private:
    static constexpr std::uint32_t kIeee = 0x1f80;
    std::uint32_t saved_;
#elif defined(__aarch64__)
    FpEnvironment() noexcept {
        __asm__ volatile("mrs %0, fpcr" : "=r"(saved_));
        if (saved_ != 0) write(0);
    }
    ~FpEnvironment() {
        if (saved_ != 0) write(saved_);
    }

private:
    static void write(std::uint64_t fpcr) noexcept {
        __asm__ volatile("msr fpcr, %0" : : "r"(fpcr));
    }
    std::uint64_t saved_ = 0;
#else
    FpEnvironment() noexcept {}
#endif

public:
    FpEnvironment(const FpEnvironment&) = delete;
    FpEnvironment& operator=(const FpEnvironment&) = delete;
};

}  // namespace satori::inline v0::parallel
