#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <satori/isa.hpp>

#include "support/isa_fixture.hpp"

namespace satori {
namespace {

using test::kAllIsas;

TEST(Isa, NamesAreThoseOfTheDocumentation) {
    EXPECT_STREQ(isa_name(Isa::best), "best");
    EXPECT_STREQ(isa_name(Isa::scalar), "scalar");
    EXPECT_STREQ(isa_name(Isa::sse4_2), "sse4.2");
    EXPECT_STREQ(isa_name(Isa::avx2), "avx2");
    EXPECT_STREQ(isa_name(Isa::avx512), "avx512");
    EXPECT_STREQ(isa_name(Isa::neon64), "neon64");
    EXPECT_STREQ(isa_name(static_cast<Isa>(6)), "unknown");
    EXPECT_STREQ(isa_name(static_cast<Isa>(0xffffffffU)), "unknown");
}

TEST(Isa, ParseUndoesName) {
    for (std::uint32_t value = 0; value <= static_cast<std::uint32_t>(Isa::neon64); ++value) {
        Isa parsed = static_cast<Isa>(99);
        EXPECT_EQ(parse_isa(isa_name(static_cast<Isa>(value)), parsed), Status::ok);
        EXPECT_EQ(static_cast<std::uint32_t>(parsed), value);
    }
}

TEST(Isa, ParseRefusesOtherNames) {
    for (const char* name : {"", "unknown", "AVX2", "avx", "avx2 ", " avx2", "sse4_2", "avx512f", "best\n"}) {
        Isa parsed = Isa::avx2;
        EXPECT_EQ(parse_isa(name, parsed), Status::invalid_argument) << '"' << name << '"';
        EXPECT_EQ(parsed, Isa::avx2) << "changed by a refused name";
    }
    Isa parsed = Isa::avx2;
    EXPECT_EQ(parse_isa(nullptr, parsed), Status::invalid_argument);
    EXPECT_EQ(parsed, Isa::avx2);
}

TEST(Isa, CompiledSetsAreNarrowestFirstAndUnique) {
    const auto compiled = compiled_isas();
    ASSERT_FALSE(compiled.empty());
    EXPECT_EQ(compiled[0], Isa::scalar);
    std::set<Isa> seen;
    for (std::size_t i = 0; i < compiled.size(); ++i) {
        EXPECT_TRUE(seen.insert(compiled[i]).second);
        EXPECT_NE(compiled[i], Isa::best);
        EXPECT_GE(isa_lanes(compiled[i]), 1U);
        if (i > 0) {
            EXPECT_GE(isa_lanes(compiled[i]), isa_lanes(compiled[i - 1]));
        }
    }
}

TEST(Isa, LanesAreThoseOfTheVectorWidth) {
    const auto compiled = compiled_isas();
    const unsigned lanes[] = {1, 4, 8, 16, 4};
    for (std::size_t i = 0; i < std::size(kAllIsas); ++i) {
        const bool has = std::find(compiled.begin(), compiled.end(), kAllIsas[i]) != compiled.end();
        EXPECT_EQ(isa_lanes(kAllIsas[i]), has ? lanes[i] : 0U) << isa_name(kAllIsas[i]);
    }
    EXPECT_EQ(isa_lanes(Isa::best), 0U);
    EXPECT_EQ(isa_lanes(static_cast<Isa>(77)), 0U);
}

TEST(Isa, ResolveGivesWhatWasForcedOrSaysNo) {
    EXPECT_TRUE(isa_supported(Isa::scalar));
    for (const Isa isa : kAllIsas) {
        Isa resolved = static_cast<Isa>(55);
        if (isa_supported(isa)) {
            EXPECT_EQ(resolve_isa(isa, resolved), Status::ok);
            EXPECT_EQ(resolved, isa);
        } else {
            EXPECT_EQ(resolve_isa(isa, resolved), Status::unsupported_isa);
            EXPECT_EQ(resolved, static_cast<Isa>(55)) << "changed by a refused set";
        }
    }
    Isa resolved = static_cast<Isa>(55);
    EXPECT_NE(resolve_isa(static_cast<Isa>(77), resolved), Status::ok);
    EXPECT_FALSE(isa_supported(static_cast<Isa>(77)));
    EXPECT_EQ(resolved, static_cast<Isa>(55));
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__APPLE__)
// satori has its own detection. The compiler's detection also reads CPUID, in its own code. On macOS it follows other
// rules, because the system saves AVX-512 registers only from their first use on.
TEST(Isa, DetectionIsThatOfTheCompiler) {
    const auto compiled = compiled_isas();
    const auto expect_supported = [&](Isa isa, bool cpu_has) {
        const bool has = std::find(compiled.begin(), compiled.end(), isa) != compiled.end();
        EXPECT_EQ(isa_supported(isa), has && cpu_has) << isa_name(isa);
    };
    const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    expect_supported(Isa::sse4_2, __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("popcnt") != 0);
    expect_supported(Isa::avx2, has_avx2 && __builtin_cpu_supports("popcnt") != 0);
#if defined(SATORI_EMULATE_AVX512)
    expect_supported(Isa::avx512, has_avx2);
#else
    expect_supported(Isa::avx512,
                     has_avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                         __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                         __builtin_cpu_supports("avx512vl") != 0);
#endif
}
#endif

// Each process reads SATORI_ISA once, so each case runs in its own process: the death tests start the program again.
class SatoriIsaVariable : public testing::Test {
protected:
    // An emulated program cannot start itself again. It can only fork.
    void SetUp() override {
        testing::GTEST_FLAG(death_test_style) = std::getenv("SATORI_CLI_EMULATOR") != nullptr ? "fast" : "threadsafe";
    }
    void TearDown() override { unset(); }
    static void set(const char* value) { ASSERT_EQ(setenv("SATORI_ISA", value, 1), 0); }
    static void unset() { unsetenv("SATORI_ISA"); }

    // Ends the process with the resolved instruction set, or with 100 + the status.
    [[noreturn]] static void exit_with_best() {
        Isa resolved = Isa::best;
        const Status status = resolve_isa(Isa::best, resolved);
        std::_Exit(status == Status::ok ? static_cast<int>(resolved) : 100 + static_cast<int>(status));
    }
};

TEST_F(SatoriIsaVariable, UnsetMeansTheWidestSupportedSet) {
    unset();
    EXPECT_EXIT(exit_with_best(), testing::ExitedWithCode(static_cast<int>(test::supported_isas().back())), "");
}

TEST_F(SatoriIsaVariable, NamesTheSetThatBestMeans) {
    for (const Isa isa : test::supported_isas()) {
        set(isa_name(isa));
        EXPECT_EXIT(exit_with_best(), testing::ExitedWithCode(static_cast<int>(isa)), "");
    }
    set("best");
    EXPECT_EXIT(exit_with_best(), testing::ExitedWithCode(static_cast<int>(test::supported_isas().back())), "");
}

TEST_F(SatoriIsaVariable, UnknownNameOrUnsupportedSetIsAStatusNotACrash) {
    const int refused = 100 + static_cast<int>(Status::unsupported_isa);
    for (const char* name : {"nonsense", "AVX2", "avx1024"}) {
        set(name);
        EXPECT_EXIT(exit_with_best(), testing::ExitedWithCode(refused), "") << name;
    }
    for (const Isa isa : kAllIsas) {
        if (isa_supported(isa)) continue;
        set(isa_name(isa));
        EXPECT_EXIT(exit_with_best(), testing::ExitedWithCode(refused), "") << isa_name(isa);
    }
}

TEST_F(SatoriIsaVariable, DoesNotChangeAForcedSet) {
    set("nonsense");
    EXPECT_EXIT(
        {
            Isa resolved = Isa::best;
            const Status status = resolve_isa(Isa::scalar, resolved);
            std::_Exit(status == Status::ok && resolved == Isa::scalar ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace satori
