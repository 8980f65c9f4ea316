#pragma once

#include <cstdint>

#include <satori/isa.hpp>

namespace satori::v0::simd {

/// True when this CPU has the instructions of `isa` and the operating system saves their registers. Reads CPUID leaves
/// 1 and 7 and XGETBV.
bool cpu_has(Isa isa) noexcept;

}  // namespace satori::v0::simd
