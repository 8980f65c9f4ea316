#include "simd/cpu_features.hpp"

#if defined(__x86_64__) || defined(_M_X64)
#define SATORI_X86_64 1
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace satori::inline v0::simd {

#if defined(SATORI_X86_64)

namespace {

struct CpuidResult {
    std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

CpuidResult cpuid(std::uint32_t leaf, std::uint32_t subleaf) noexcept {
    CpuidResult r;
#if defined(_MSC_VER)
    int regs[4] = {0, 0, 0, 0};
    __cpuid(regs, 0);
    if (static_cast<std::uint32_t>(regs[0]) < leaf) return r;
    __cpuidex(regs, static_cast<int>(leaf), static_cast<int>(subleaf));
    r = {static_cast<std::uint32_t>(regs[0]), static_cast<std::uint32_t>(regs[1]), static_cast<std::uint32_t>(regs[2]),
         static_cast<std::uint32_t>(regs[3])};
#else
    if (__get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx) == 0) return {};
#endif
    return r;
}

/// Returns XCR0: a bit for each register file that the operating system saves. Returns 0 when the system does not use
/// XSAVE.
std::uint64_t saved_registers(const CpuidResult& leaf1) noexcept {
    constexpr std::uint32_t kOsxsave = 1U << 27;
    if ((leaf1.ecx & kOsxsave) == 0) return 0;
#if defined(_MSC_VER)
    return _xgetbv(0);
#else
    std::uint32_t low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (std::uint64_t{high} << 32) | low;
#endif
}

constexpr bool all_of(std::uint64_t value, std::uint64_t bits) noexcept {
    return (value & bits) == bits;
}

bool detect(Isa isa) noexcept {
    const CpuidResult leaf1 = cpuid(1, 0), leaf7 = cpuid(7, 0);
    const std::uint64_t saved = saved_registers(leaf1);
    constexpr std::uint64_t kYmm = 0x06, kZmm = 0xe6;
    switch (isa) {
        case Isa::scalar: return true;
        // SSE3, SSSE3, SSE4.1, SSE4.2, POPCNT
        case Isa::sse4_2: return all_of(leaf1.ecx, 1U << 0 | 1U << 9 | 1U << 19 | 1U << 20 | 1U << 23);
        // AVX; AVX2
        case Isa::avx2:
            return all_of(saved, kYmm) && all_of(leaf1.ecx, 1U << 23 | 1U << 28) && all_of(leaf7.ebx, 1U << 5);
        // AVX2, F, DQ, CD, BW, VL
        case Isa::avx512:
            return all_of(saved, kZmm) && all_of(leaf1.ecx, 1U << 23 | 1U << 28) &&
                   all_of(leaf7.ebx, 1U << 5 | 1U << 16 | 1U << 17 | 1U << 28 | 1U << 30 | 1U << 31);
        default: return false;
    }
}

/// Returns the instruction set that the kernels of `isa` need on the CPU. It differs from `isa` only where AVX-512 is
/// emulated.
constexpr Isa made_of(Isa isa) noexcept {
#if defined(SATORI_EMULATE_AVX512)
    if (isa == Isa::avx512) return Isa::avx2;
#endif
    return isa;
}

}  // namespace

bool cpu_has(Isa isa) noexcept {
    // Runs once per process: under a hypervisor each CPUID costs as much as thousands of pairs.
    static const std::uint32_t known = [] {
        std::uint32_t bits = 0;
        for (const Isa each : {Isa::scalar, Isa::sse4_2, Isa::avx2, Isa::avx512})
            if (detect(made_of(each))) bits |= 1U << static_cast<std::uint32_t>(each);
        return bits;
    }();
    const auto bit = static_cast<std::uint32_t>(isa);
    return bit < 32 && (known >> bit & 1U) != 0;
}

#elif defined(__aarch64__) || defined(_M_ARM64)

bool cpu_has(Isa isa) noexcept {
    return isa == Isa::scalar || isa == Isa::neon64;  // part of every AArch64
}

#else

bool cpu_has(Isa isa) noexcept {
    return isa == Isa::scalar;
}

#endif

}  // namespace satori::inline v0::simd
