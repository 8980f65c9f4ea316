#pragma once

#include <istream>
#include <string>

namespace satori::cli {

/// What /proc/cpuinfo says about the first CPU.
struct CpuWords {
    std::string name;      ///< its model name; on ARM the name of its core; empty where neither is there
    std::string features;  ///< all of its features, by the kernel's names
};

CpuWords read_cpu_words(std::istream& cpuinfo);

}  // namespace satori::cli
