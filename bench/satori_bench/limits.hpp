#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <satori/isa.hpp>

#include "probes/probe_abi.hpp"

namespace satori::bench {

const ProbeTable& probes_of(Isa isa) noexcept;

/// Where the data of a measurement lie.
enum class Place : std::uint32_t { l1, l2, memory };
inline constexpr std::size_t kPlaceCount = 3;
inline constexpr const char* kPlaceNames[kPlaceCount] = {"L1", "L2", "memory"};

/// Returns the size of data that lies in `place` and in no nearer cache: half of the first-level cache, half of the
/// second, four times the last (64 to 256 MiB).
std::size_t bytes_in(Place place);

/// Returns the nanoseconds of one step of one chain, by the shortest of some pieces of work.
double step_ns(const ProbeTable& probes, Arithmetic what);

/// Nanoseconds per byte.
struct ByteTimes {
    double read, copied;  ///< a byte copied counts twice: it is read and written
};

/// Measures with vectors of `isa`. Returns the least times of all calls so far, in pieces so short that some are not
/// interrupted.
ByteTimes byte_times(Isa isa, Place place);

/// The operations of a kernel per vector, as its header and profile/static_profile.py count them, and the bytes per
/// item that it reads from and writes to its Place.
struct Cost {
    double multiplies = 0, adds = 0;
    double others = 0;          ///< on vectors: comparisons, divisions, logic, integers; of the set with the fewest
    double row_transposes = 0;  ///< Lanes::load_rows or store_rows of 4 floats
    double read = 0, written = 0;
};

/// Returns the number of all vector operations of `cost`.
double operations(const Cost& cost, std::uint32_t lanes);

/// The least time that the machine needs for one item of one lane, in nanoseconds, on one thread. Two limits bound it:
/// the arithmetic of `isa`, measured now under the present load, and the bandwidth of `place`, measured once.
struct Bound {
    double multiply_add = 0;  ///< multiplies and adds alone, without logic, shuffles and all else
    double arithmetic = 0;    ///< the greatest of multiplies, adds, both, and all operations
    double memory = 0;
};
Bound measure_bound(Isa isa, const Cost& cost, Place place);

}  // namespace satori::bench
