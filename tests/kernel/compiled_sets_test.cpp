// Tests of a missing instruction set are skipped. This file tests that no set is missing because of a failed check of
// the compiler or of the processor's name.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <satori/isa.hpp>

#include "support/isa_fixture.hpp"

namespace satori {
namespace {

// gcc and clang define these.
TEST(CompiledSets, AreAllThatTheProcessorsMayHave) {
#if defined(__x86_64__)
    const std::vector<Isa> expected{Isa::scalar, Isa::sse4_2, Isa::avx2, Isa::avx512};
#elif defined(__aarch64__)
    const std::vector<Isa> expected{Isa::scalar, Isa::neon64};
#else
    const std::vector<Isa> expected;
    GTEST_SKIP() << "another processor or compiler";
#endif
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
