#pragma once

#include <cstdint>

#include <satori/isa.hpp>

namespace satori::inline v0::simd {

/// Whether this CPU has `isa`'s instructions and the operating system saves their registers (CPUID leaves 1 and 7, XGETBV).
bool cpu_has(Isa isa) noexcept;

}  // namespace satori::inline v0::simd
