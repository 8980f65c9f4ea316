#pragma once

// The only list of instruction sets, narrowest first. To add a set: add a row here, src/simd/lanes_<set>.hpp, a row in
// cmake/InstructionSets.cmake, and its two public numbers in satori/isa.hpp and satori/c/base.h. If one of them is
// missing, the build fails.
//
// A row is SET(set, SET, name, CPU, needs):
//   set    enumerator of Isa, also the suffix of files and targets
//   SET    suffix of the C enumerator
//   name   what users type
//   CPU    the kind of CPU, a member of CpuKind in cpu_features.cpp
//   needs  the bits that such a CPU must have, a CpuNeeds of cpu_features.cpp

#define SATORI_ISA_LIST(SET)                                                                                           \
    SET(scalar, SCALAR, "scalar", any, CpuNeeds())                                                                     \
    SET(sse4_2, SSE4_2, "sse4.2", x86_64, (CpuNeeds{kSse42, 0, 0}))                                                    \
    SET(avx2, AVX2, "avx2", x86_64, (CpuNeeds{kAvx, kAvx2, kYmmSaved}))                                                \
    SET(avx512, AVX512, "avx512", x86_64, (CpuNeeds{kAvx, kAvx2 | kAvx512, kZmmSaved}))                                \
    SET(neon64, NEON64, "neon64", aarch64, CpuNeeds())

/// The tokens after `set` in builds that have the kernels of `set`, else nothing. CMake defines SATORI_HAVE_ISA_<set>
/// as 0 or 1.
#define SATORI_IF_COMPILED(set, ...) SATORI_IF_COMPILED_VALUE(SATORI_HAVE_ISA_##set, __VA_ARGS__)
#define SATORI_IF_COMPILED_VALUE(value, ...) SATORI_IF_COMPILED_JOIN(value, __VA_ARGS__)
#define SATORI_IF_COMPILED_JOIN(value, ...) SATORI_IF_COMPILED_##value(__VA_ARGS__)
#define SATORI_IF_COMPILED_0(...)
#define SATORI_IF_COMPILED_1(...) __VA_ARGS__

/// The names of all sets, each with a comma behind it: the begin of a help text.
#define SATORI_ISA_NAME_AND_COMMA(set, SET, name, CPU, needs) name ", "
#define SATORI_ISA_NAMES SATORI_ISA_LIST(SATORI_ISA_NAME_AND_COMMA)
