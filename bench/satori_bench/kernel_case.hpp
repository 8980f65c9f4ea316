#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "satori_bench/bench_case.hpp"
#include "satori_bench/limits.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::bench {

/// A kernel with its arguments.
struct KernelRun {
    std::function<void()> call;
    std::function<std::uint64_t()> checksum;  ///< of the data that it has written; equal for all sets
    double items = 0;                         ///< number of items of one call
};

/// A kernel to measure, kernel_NAME/WHERE. The kernels of all instruction sets run on the same data.
struct KernelCase {
    const char* name;
    const char* where;
    const char* item;
    Place place;
    Cost cost;
    Level level;
    std::function<KernelRun(const simd::KernelTable&)> make;
};

void add_box_kernels(std::vector<KernelCase>& cases);
void add_column_kernels(std::vector<KernelCase>& cases);
void add_pair_kernels(std::vector<KernelCase>& cases);

}  // namespace satori::bench
