#pragma once

#include <atomic>
#include <cstdint>

// Sets the SSE2 control register only: on 32-bit x86 no code of the library computes in other registers.
#if defined(__SSE2__) || defined(_M_X64)
#include <immintrin.h>
#define SATORI_HAS_MXCSR
#endif

#include "base/namespace.hpp"

namespace satori::v0::parallel {

/// Gives the enclosed scope IEEE arithmetic (round to nearest, denormals kept, no traps), whatever the host has set.
/// Restores the settings of the host at the end. Results must not depend on the flush-to-zero mode of a host.
///
/// Compilers do not know that arithmetic depends on these settings. A value that the scope reads from memory, uses and
/// writes to memory is computed inside the scope. Other results need computed().
class FpEnvironment {
public:
#if defined(SATORI_HAS_MXCSR)
    // Written only where it differs: a write costs some 10 ns.
    FpEnvironment() noexcept : saved_(_mm_getcsr()) {
        if ((saved_ & ~kSticky) != kIeee) _mm_setcsr((saved_ & kSticky) | kIeee);
        barrier();
    }
    ~FpEnvironment() {
        barrier();
        const std::uint32_t now = _mm_getcsr();  // a caller's code may have written it meanwhile
        if (((now ^ saved_) & ~kSticky) != 0) _mm_setcsr(saved_ | (now & kSticky));
    }

private:
    static constexpr std::uint32_t kIeee = 0x1f80;
    static constexpr std::uint32_t kSticky = 0x3f;  ///< flags that stay raised
    std::uint32_t saved_;
#elif defined(__aarch64__)
    FpEnvironment() noexcept {
        saved_ = read();
        if (saved_ != 0) write(0);
        barrier();
    }
    ~FpEnvironment() {
        barrier();
        if (read() != saved_) write(saved_);
    }

private:
    static std::uint64_t read() noexcept {
        std::uint64_t fpcr;
        __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
        return fpcr;
    }
    static void write(std::uint64_t fpcr) noexcept {
        __asm__ volatile("msr fpcr, %0" : : "r"(fpcr));
    }
    std::uint64_t saved_ = 0;
#elif defined(__arm__) && defined(__ARM_FP)
    FpEnvironment() noexcept : saved_(read() & kControl) {
        if (saved_ != 0) write(read() & ~kControl);
        barrier();
    }
    ~FpEnvironment() {
        barrier();
        if ((read() & kControl) != saved_) write((read() & ~kControl) | saved_);
    }

private:
    /// The control bits: default NaN, flush to zero, rounding, short vectors, traps. The status flags are not included;
    /// they stay raised.
    static constexpr std::uint32_t kControl = 0x07f79f00;
    static std::uint32_t read() noexcept {
        std::uint32_t fpscr;
        __asm__ volatile("vmrs %0, fpscr" : "=r"(fpscr));
        return fpscr;
    }
    static void write(std::uint32_t fpscr) noexcept {
        __asm__ volatile("vmsr fpscr, %0" : : "r"(fpscr));
    }
    std::uint32_t saved_;
#else
    FpEnvironment() noexcept {}
#endif

public:
    FpEnvironment(const FpEnvironment&) = delete;
    FpEnvironment& operator=(const FpEnvironment&) = delete;

    /// Returns `value`, computed before the scope ends.
    static double computed(double value) noexcept {
        const volatile double kept = value;
        return kept;
    }

private:
    static void barrier() noexcept {
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
};

}  // namespace satori::v0::parallel
