#include "simd/cpu_features.hpp"

#include "simd/isa_list.hpp"

#if defined(__x86_64__) || defined(_M_X64)
#define SATORI_X86_64 1
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace satori::v0::simd {

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

}  // namespace

#endif

namespace {

enum class CpuKind { any, x86_64, aarch64, other };

#if defined(SATORI_X86_64)
constexpr CpuKind kThisCpu = CpuKind::x86_64;
#elif defined(__aarch64__) || defined(_M_ARM64)
constexpr CpuKind kThisCpu = CpuKind::aarch64;
#else
constexpr CpuKind kThisCpu = CpuKind::other;
#endif

/// Bits that an x86-64 CPU must have to run a set; other CPUs have all sets of their kind.
struct CpuNeeds {
    std::uint32_t leaf1_ecx = 0, leaf7_ebx = 0;  // of CPUID
    std::uint64_t saved = 0;                     // of XCR0: registers that the operating system saves
};

// Columns `needs` of SATORI_ISA_LIST. SSE3, SSSE3, SSE4.1, SSE4.2, POPCNT:
[[maybe_unused]] constexpr std::uint32_t kSse42 = 1U << 0 | 1U << 9 | 1U << 19 | 1U << 20 | 1U << 23;
[[maybe_unused]] constexpr std::uint32_t kAvx = 1U << 23 | 1U << 28;  // with POPCNT
[[maybe_unused]] constexpr std::uint32_t kAvx2 = 1U << 5;
// F, DQ, CD, BW, VL:
[[maybe_unused]] constexpr std::uint32_t kAvx512 = 1U << 16 | 1U << 17 | 1U << 28 | 1U << 30 | 1U << 31;
[[maybe_unused]] constexpr std::uint64_t kYmmSaved = 0x06, kZmmSaved = 0xe6;

struct SetNeeds {
    Isa isa;
    CpuKind cpu;
    CpuNeeds needs;
};

constexpr SetNeeds kNeeds[] = {
#define SATORI_NEEDS(set, SET, name, CPU, needs) {Isa::set, CpuKind::CPU, needs},
    SATORI_ISA_LIST(SATORI_NEEDS)
#undef SATORI_NEEDS
};

/// Returns the instruction set that the kernels of `isa` need on the CPU. It differs from `isa` only where AVX-512 is
/// emulated.
constexpr Isa made_of(Isa isa) noexcept {
#if defined(SATORI_EMULATE_AVX512)
    if (isa == Isa::avx512) return Isa::avx2;
#endif
    return isa;
}

bool detect(Isa isa) noexcept {
    for (const SetNeeds& set : kNeeds) {
        if (set.isa != isa) continue;
        if (set.cpu == CpuKind::any) return true;
        if (set.cpu != kThisCpu) return false;
#if defined(SATORI_X86_64)
        const CpuidResult leaf1 = cpuid(1, 0), leaf7 = cpuid(7, 0);
        return all_of(leaf1.ecx, set.needs.leaf1_ecx) && all_of(leaf7.ebx, set.needs.leaf7_ebx) &&
               all_of(saved_registers(leaf1), set.needs.saved);
#else
        return true;
#endif
    }
    return false;
}

}  // namespace

bool cpu_has(Isa isa) noexcept {
    // Runs once per process: under a hypervisor each CPUID costs as much as thousands of pairs.
    static const std::uint32_t known = [] {
        std::uint32_t bits = 0;
        for (const SetNeeds& set : kNeeds)
            if (detect(made_of(set.isa))) bits |= 1U << static_cast<std::uint32_t>(set.isa);
        return bits;
    }();
    const auto bit = static_cast<std::uint32_t>(isa);
    return bit < 32 && (known >> bit & 1U) != 0;
}

}  // namespace satori::v0::simd
