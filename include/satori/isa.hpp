#pragma once

#include <cstdint>
#include <span>

#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup execution
/// @{

/// An instruction set. One binary holds all sets of its architecture; every set gives the same bytes.
enum class Isa : std::uint32_t {
    best = 0,  ///< the set that SATORI_ISA names, else the widest set that this CPU and operating system support
    scalar,    ///< one box at a time, any CPU: the bit-exact reference
    sse4_2,    ///< 4 lanes
    avx2,      ///< 8 lanes; never uses FMA, which rounds differently
    avx512,    ///< 16 lanes; F, CD, DQ, BW, VL
    neon64,    ///< 4 lanes, aarch64
};

/// Returns "best", "scalar", "sse4.2", "avx2", "avx512" or "neon64"; "unknown" for any other value.
SATORI_API const char* isa_name(Isa isa) noexcept;

/// Finds the set of a name. `invalid_argument`, and `isa` unchanged, for a name not listed above (or null).
SATORI_API Status parse_isa(const char* name, Isa& isa) noexcept;

/// Returns the sets compiled into this library, narrowest first. Never empty: scalar is always compiled in. Static
/// storage.
SATORI_API std::span<const Isa> compiled_isas() noexcept;

/// Returns whether `isa` is compiled in and this CPU and operating system can run it (CPUID and XGETBV).
SATORI_API bool isa_supported(Isa isa) noexcept;

/// Finds the set that a call with `requested` runs on. Isa::best follows the environment variable SATORI_ISA, which
/// is read once. `unsupported_isa`, and `resolved` unchanged, when the set cannot run here or SATORI_ISA is not a
/// known name.
SATORI_API Status resolve_isa(Isa requested, Isa& resolved) noexcept;

/// Returns the lanes (boxes or pairs per vector) of a set: 1, 4, 8, 16; 0 for Isa::best and for sets not compiled in.
SATORI_API unsigned isa_lanes(Isa isa) noexcept;

/// @}

SATORI_NAMESPACE_END
