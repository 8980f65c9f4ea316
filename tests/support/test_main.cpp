#include <cstdio>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#ifdef SATORI_HAVE_TBB
#include <oneapi/tbb/global_control.h>
#endif

#include <satori/isa.hpp>

namespace {

std::string cpu_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    }
    return "unknown";
}

}  // namespace

int main(int argc, char** argv) {
#ifdef SATORI_HAVE_TBB
    // Without it an arena of 8 gets as many threads as there are cores. On 2 cores, a test for 8 threads would test 2.
    const oneapi::tbb::global_control threads(oneapi::tbb::global_control::max_allowed_parallelism, 64);
#endif
    testing::InitGoogleTest(&argc, argv);
    if (!testing::GTEST_FLAG(list_tests)) {
        std::printf("CPU: %s; instruction sets:", cpu_name().c_str());
        for (const satori::Isa isa : satori::compiled_isas()) {
            std::printf(" %s%s", satori::isa_name(isa), satori::isa_supported(isa) ? "" : " (not on this CPU)");
        }
        std::printf("\n");
    }
    return RUN_ALL_TESTS();
}
