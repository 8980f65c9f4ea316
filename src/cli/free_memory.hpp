#pragma once

#include <cstdint>
#include <optional>

namespace satori::cli {

/// Bytes that this process can still take without swapping: what the system has left, or what is left of a limit on the process's
/// control group where that is less. Empty where the system does not tell (only Linux is asked).
std::optional<std::uint64_t> free_memory();

}  // namespace satori::cli
