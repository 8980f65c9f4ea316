#pragma once

#include <string>
#include <vector>

namespace satori::cli {

/// A cache of the first CPU.
struct CacheInfo {
    std::string name;  ///< L1d, L1i, L2, L3
    std::string size;  ///< in the system's form: 48K
};

/// The system's data about its CPU; empty or "unknown" where it has none (read on Linux only).
struct CpuInfo {
    std::string name = "unknown";
    unsigned thread_count = 0;  ///< hardware threads that this process may use
    std::vector<CacheInfo> caches;
    std::vector<std::string> features;  ///< vector extensions, by the kernel's names
};

CpuInfo read_cpu_info();

}  // namespace satori::cli
