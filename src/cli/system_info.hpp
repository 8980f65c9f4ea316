#pragma once

#include <string>
#include <vector>

namespace satori::cli {

/// A cache of the first CPU.
struct CacheInfo {
    std::string name;  ///< L1d, L1i, L2, L3
    std::string size;  ///< as the system writes it: 48K
};

/// What the system tells about its CPU; empty or "unknown" where it does not (only Linux is asked).
struct CpuInfo {
    std::string name = "unknown";
    unsigned thread_count = 0;  ///< hardware threads that this process may use
    std::vector<CacheInfo> caches;
    std::vector<std::string> features;  ///< vector extensions, as the kernel names them
};

CpuInfo read_cpu_info();

}  // namespace satori::cli
