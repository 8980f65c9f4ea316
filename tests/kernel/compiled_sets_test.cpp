// Tests of a missing instruction set are skipped. This file tests that no set is missing because of a failed check of
// the compiler or of the processor's name.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <satori/isa.hpp>

#include "simd/isa_list.hpp"
#include "support/isa_fixture.hpp"

namespace satori {
namespace {

/// The sets of the list that belong to this kind of processor. gcc and clang define the two macros.
std::vector<Isa> listed_sets() {
    [[maybe_unused]] constexpr bool any = true;
#if defined(__x86_64__)
    constexpr bool x86_64 = true, aarch64 = false;
#elif defined(__aarch64__)
    constexpr bool x86_64 = false, aarch64 = true;
#endif
    std::vector<Isa> sets;
#if defined(__x86_64__) || defined(__aarch64__)
#define SATORI_ISA(set, SET, name, CPU, needs)                                                                         \
    if (CPU) sets.push_back(Isa::set);
    SATORI_ISA_LIST(SATORI_ISA)
#undef SATORI_ISA
#endif
    return sets;
}

TEST(CompiledSets, AreAllThatTheProcessorsMayHave) {
    const std::vector<Isa> expected = listed_sets();
    if (expected.empty()) GTEST_SKIP() << "another processor or compiler";
    const auto compiled = compiled_isas();
    EXPECT_EQ(std::vector<Isa>(compiled.begin(), compiled.end()), expected);
}

TEST(CompiledSets, RunWhereEveryProcessorHasThemOrTheyAreEmulated) {
    EXPECT_TRUE(isa_supported(Isa::scalar));
#if defined(__aarch64__)
    EXPECT_TRUE(isa_supported(Isa::neon64));
#endif
#if defined(SATORI_EMULATE_AVX512)
    EXPECT_TRUE(isa_supported(Isa::avx512));
#endif
}

}  // namespace
}  // namespace satori
