// The name of the CPU that `satori info` and the benchmarks print, from what Linux writes to /proc/cpuinfo.

#include <sstream>

#include <gtest/gtest.h>

#include "cli/cpu_name.hpp"

namespace satori::cli {
namespace {

CpuWords words_of(const char* text) {
    std::istringstream stream(text);
    return read_cpu_words(stream);
}

TEST(CpuName, X86HasAModelName) {
    const CpuWords words = words_of(
        "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC 7763\nflags\t\t: fpu sse2 avx2\n\n"
        "processor\t: 1\nmodel name\t: another\nflags\t\t: other\n");
    EXPECT_EQ(words.name, "AMD EPYC 7763");
    EXPECT_EQ(words.features, "fpu sse2 avx2");
}

/// A Raspberry Pi 4, and a Graviton 2.
TEST(CpuName, ArmIsNamedByItsNumbers) {
    const char* const pi =
        "processor\t: 0\nBogoMIPS\t: 108.00\nFeatures\t: fp asimd evtstrm crc32 cpuid\nCPU implementer\t: 0x41\n"
        "CPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: 0xd08\nCPU revision\t: 3\n\nHardware\t: BCM2835\n";
    EXPECT_EQ(words_of(pi).name, "ARM Cortex-A72");
    EXPECT_EQ(words_of(pi).features, "fp asimd evtstrm crc32 cpuid");
    EXPECT_EQ(words_of("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n").name, "ARM Neoverse-N1");
}

TEST(CpuName, UnknownArmKeepsItsNumbers) {
    EXPECT_EQ(words_of("CPU implementer\t: 0x7f\nCPU part\t: 0x123\n").name, "ARM, implementer 0x7f, part 0x123");
}

TEST(CpuName, NothingToReadIsNoName) {
    EXPECT_EQ(words_of("").name, "");
    EXPECT_EQ(words_of("no colon\n: nothing\nmodel name\t:\n").name, "");
}

}  // namespace
}  // namespace satori::cli
