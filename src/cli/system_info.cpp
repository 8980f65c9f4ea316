#include "cli/system_info.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "cli/cpu_name.hpp"

namespace satori::cli {

namespace {

// The kernel lists only the features that programs may use.
constexpr std::array<std::string_view, 26> kTellingFeatures{
    "sse2",     "ssse3",    "sse4_1",     "sse4_2",       "popcnt",      "avx",         "f16c",
    "fma",      "bmi1",     "bmi2",       "avx2",         "avx512f",     "avx512cd",    "avx512dq",
    "avx512bw", "avx512vl", "avx512vbmi", "avx512_vbmi2", "avx512_vnni", "avx512_bf16", "avx512_fp16",
    "fp",       "asimd",    "asimdhp",    "sve",          "sve2"};

constexpr int kMostCaches = 8;

std::string first_line(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::vector<CacheInfo> read_caches() {
    std::vector<CacheInfo> caches;
    for (int index = 0; index < kMostCaches; ++index) {
        const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", index);
        const std::string level = first_line(folder + "level");
        if (level.empty()) break;
        const std::string type = first_line(folder + "type");
        const char* const suffix = type == "Data" ? "d" : type == "Instruction" ? "i" : "";
        caches.push_back({fmt::format("L{}{}", level, suffix), first_line(folder + "size")});
    }
    return caches;
}

std::vector<std::string> telling_features(const std::string& words) {
    std::vector<std::string> features;
    std::istringstream stream(words);
    for (std::string word; stream >> word;) {
        if (std::find(kTellingFeatures.begin(), kTellingFeatures.end(), word) != kTellingFeatures.end()) {
            features.push_back(word);
        }
    }
    return features;
}

}  // namespace

CpuInfo read_cpu_info() {
    CpuInfo info;
    info.thread_count = std::thread::hardware_concurrency();
    info.caches = read_caches();
    std::ifstream file("/proc/cpuinfo");
    const CpuWords words = read_cpu_words(file);
    if (!words.name.empty()) info.name = words.name;
    info.features = telling_features(words.features);
    return info;
}

}  // namespace satori::cli
