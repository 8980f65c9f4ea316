#include "cli/cpu_name.hpp"

#include <cstddef>
#include <cstdlib>

#include <fmt/format.h>

namespace satori::cli {

namespace {

/// ARM processors have numbers, not names. The numbers are those of Linux, arch/arm64/include/asm/cputype.h.
struct ArmCore {
    unsigned long implementer, part;
    const char* name;
};
constexpr ArmCore kArmCores[] = {
    {0x41, 0xd03, "ARM Cortex-A53"},    {0x41, 0xd04, "ARM Cortex-A35"},     {0x41, 0xd05, "ARM Cortex-A55"},
    {0x41, 0xd07, "ARM Cortex-A57"},    {0x41, 0xd08, "ARM Cortex-A72"},     {0x41, 0xd09, "ARM Cortex-A73"},
    {0x41, 0xd0a, "ARM Cortex-A75"},    {0x41, 0xd0b, "ARM Cortex-A76"},     {0x41, 0xd0c, "ARM Neoverse-N1"},
    {0x41, 0xd0d, "ARM Cortex-A77"},    {0x41, 0xd40, "ARM Neoverse-V1"},    {0x41, 0xd41, "ARM Cortex-A78"},
    {0x41, 0xd44, "ARM Cortex-X1"},     {0x41, 0xd46, "ARM Cortex-A510"},    {0x41, 0xd47, "ARM Cortex-A710"},
    {0x41, 0xd48, "ARM Cortex-X2"},     {0x41, 0xd49, "ARM Neoverse-N2"},    {0x41, 0xd4b, "ARM Cortex-A78C"},
    {0x41, 0xd4d, "ARM Cortex-A715"},   {0x41, 0xd4e, "ARM Cortex-X3"},      {0x41, 0xd4f, "ARM Neoverse-V2"},
    {0x41, 0xd80, "ARM Cortex-A520"},   {0x41, 0xd81, "ARM Cortex-A720"},    {0x41, 0xd82, "ARM Cortex-X4"},
    {0x41, 0xd84, "ARM Neoverse-V3"},   {0x41, 0xd8e, "ARM Neoverse-N3"},    {0x43, 0x0af, "Cavium ThunderX2"},
    {0x46, 0x001, "Fujitsu A64FX"},     {0x48, 0xd01, "HiSilicon TSV110"},   {0x4e, 0x004, "NVIDIA Carmel"},
    {0x61, 0x022, "Apple M1 Icestorm"}, {0x61, 0x023, "Apple M1 Firestorm"}, {0xc0, 0xac3, "Ampere-1"},
    {0xc0, 0xac4, "Ampere-1A"},
};

/// Returns the value of a line "key : value" when it has this key.
bool value_of(const std::string& line, const char* key, std::string& value) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 2 > line.size()) return false;
    if (line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1) != key) return false;
    value = line.substr(colon + 2);
    return true;
}

std::string arm_name(const std::string& implementer, const std::string& part) {
    const unsigned long numbers[] = {std::strtoul(implementer.c_str(), nullptr, 0),
                                     std::strtoul(part.c_str(), nullptr, 0)};
    for (const ArmCore& core : kArmCores)
        if (core.implementer == numbers[0] && core.part == numbers[1]) return core.name;
    return fmt::format("ARM, implementer {}, part {}", implementer, part);
}

}  // namespace

CpuWords read_cpu_words(std::istream& cpuinfo) {
    CpuWords words;
    std::string implementer, part;
    for (std::string line; std::getline(cpuinfo, line) && !line.empty();) {  // an empty line ends the first CPU
        if (value_of(line, "model name", words.name) || value_of(line, "flags", words.features) ||
            value_of(line, "Features", words.features) || value_of(line, "CPU implementer", implementer))
            continue;
        value_of(line, "CPU part", part);
    }
    if (!implementer.empty() && !part.empty()) words.name = arm_name(implementer, part);
    return words;
}

}  // namespace satori::cli
