#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <satori/isa.hpp>

namespace satori::bench {

/// The sets that can run here, narrowest first.
inline std::vector<Isa> usable_isas() {
    std::vector<Isa> isas;
    for (const Isa isa : compiled_isas())
        if (isa_supported(isa)) isas.push_back(isa);
    return isas;
}

/// Throws where SATORI_ISA names no set that can run here: whatever is called with Isa::best would fail.
inline void expect_best_isa() {
    Isa best = Isa::best;
    if (resolve_isa(Isa::best, best) == Status::ok) return;
    std::string names;
    for (const Isa isa : usable_isas()) names += std::string(" ") + isa_name(isa);
    throw std::runtime_error("SATORI_ISA names no instruction set that can run here; here:" + names);
}

}  // namespace satori::bench

#ifdef SATORI_HAVE_ISA_SSE4_2
#define SATORI_SSE4_2_CASE(tables)                                                                                     \
    case Isa::sse4_2:                                                                                                  \
        return kSse42##tables;
#else
#define SATORI_SSE4_2_CASE(tables)
#endif
#ifdef SATORI_HAVE_ISA_AVX2
#define SATORI_AVX2_CASE(tables)                                                                                       \
    case Isa::avx2:                                                                                                    \
        return kAvx2##tables;
#else
#define SATORI_AVX2_CASE(tables)
#endif
#ifdef SATORI_HAVE_ISA_AVX512
#define SATORI_AVX512_CASE(tables)                                                                                     \
    case Isa::avx512:                                                                                                  \
        return kAvx512##tables;
#else
#define SATORI_AVX512_CASE(tables)
#endif
#ifdef SATORI_HAVE_ISA_NEON64
#define SATORI_NEON64_CASE(tables)                                                                                     \
    case Isa::neon64:                                                                                                  \
        return kNeon64##tables;
#else
#define SATORI_NEON64_CASE(tables)
#endif

/// Returns the table of `isa` (a usable one) among kScalar<tables>, kSse42<tables>, ...: those that satori_isa_kernels() of
/// bench/CMakeLists.txt makes.
#define SATORI_RETURN_TABLE(isa, tables)                                                                               \
    switch (isa) {                                                                                                     \
        SATORI_SSE4_2_CASE(tables)                                                                                     \
        SATORI_AVX2_CASE(tables)                                                                                       \
        SATORI_AVX512_CASE(tables)                                                                                     \
        SATORI_NEON64_CASE(tables)                                                                                     \
        default:                                                                                                       \
            return kScalar##tables;                                                                                    \
    }
