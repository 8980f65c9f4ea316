#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/isa_list.hpp"

namespace satori::bench {

// The limits of the machine that bound the kernels, measured with the operations that kernels use: arithmetic without
// fused multiply-add, and loads and stores of whole vectors.

/// Independent chains of an arithmetic probe: enough to hide every latency, few enough for 16 registers.
inline constexpr std::uint32_t kProbeChains = 12;

struct ArithmeticArgs {
    float* values;  ///< kProbeChains vectors, read and written
    float factor, term;
    std::uint64_t rounds;  ///< of one step per chain
};

/// What a step of each arithmetic probe is.
enum class Arithmetic : std::uint32_t {
    multiply,      ///< x *= factor
    add,           ///< x += term
    multiply_add,  ///< both, one after the other
    mix,           ///< both and x = |x|: what can be issued when logic and shuffles are among it
};
inline constexpr std::size_t kArithmeticCount = 4;
inline constexpr const char* kArithmeticNames[kArithmeticCount] = {"multiply", "add", "multiply_add", "mix"};
inline constexpr std::uint32_t kOperations[kArithmeticCount] = {1, 1, 2, 3};

/// The probes of one instruction set. Counts of floats are multiples of 128.
struct ProbeTable {
    std::uint32_t lanes;
    void (*arithmetic[kArithmeticCount])(const ArithmeticArgs&);
    /// All bits of `count` floats, joined.
    std::uint32_t (*read)(const float* from, std::size_t count);
    void (*copy)(const float* from, float* to, std::size_t count);
};

/// The probes of each set; those of sets that are not compiled in are only declared.
namespace probe_tables {
#define SATORI_DECLARE_TABLE(set, SET, name, CPU, needs) extern const ProbeTable set;
SATORI_ISA_LIST(SATORI_DECLARE_TABLE)
#undef SATORI_DECLARE_TABLE
}  // namespace probe_tables

}  // namespace satori::bench
