#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/isa_list.hpp"

namespace satori::bench {

// Probes that measure the limits of the machine. These limits bound the kernels. The probes use the operations that
// kernels use: arithmetic without fused multiply-add, and loads and stores of whole vectors.

/// Independent chains of an arithmetic probe: enough to hide every latency, few enough for 16 registers.
inline constexpr std::uint32_t kProbeChains = 12;

struct ArithmeticArgs {
    float* values;  ///< kProbeChains vectors, read and written
    float factor, term;
    std::uint64_t rounds;  ///< a round is one step of each chain
};

/// The operations in one step of each arithmetic probe.
enum class Arithmetic : std::uint32_t {
    multiply,      ///< x *= factor
    add,           ///< x += term
    multiply_add,  ///< the multiply, then the add
    mix,           ///< both and x = |x|: the issue rate when logic and shuffles are among the operations
};
inline constexpr std::size_t kArithmeticCount = 4;
inline constexpr const char* kArithmeticNames[kArithmeticCount] = {"multiply", "add", "multiply_add", "mix"};
inline constexpr std::uint32_t kOperations[kArithmeticCount] = {1, 1, 2, 3};

/// The probes of one instruction set. Counts of floats are multiples of 128.
struct ProbeTable {
    std::uint32_t lanes;
    void (*arithmetic[kArithmeticCount])(const ArithmeticArgs&);
    /// Returns the bitwise OR of `count` floats.
    std::uint32_t (*read)(const float* from, std::size_t count);
    void (*copy)(const float* from, float* to, std::size_t count);
};

/// The probes of each set. For a set that is not compiled in, the table is declared but not defined.
namespace probe_tables {
#define SATORI_DECLARE_TABLE(set, SET, name, CPU, needs) extern const ProbeTable set;
SATORI_ISA_LIST(SATORI_DECLARE_TABLE)
#undef SATORI_DECLARE_TABLE
}  // namespace probe_tables

}  // namespace satori::bench
