#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "profile/explanation.hpp"
#include "profile/kernel_case.hpp"

namespace satori::bench {

/// The names of the kernels whose operations are counted.
std::vector<std::string> explained_kernels();

/// Measures a kernel of explained_kernels() on every instruction set and every kind of data.
Figures measure_figures(const KernelCase& kernel, std::uint64_t seed);

nlohmann::ordered_json to_json(const Figures& figures, const Explanation& explanation);
void print(const Figures& figures, const Explanation& explanation);

}  // namespace satori::bench
