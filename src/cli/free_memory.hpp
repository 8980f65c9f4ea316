#pragma once

#include <cstdint>
#include <optional>

namespace satori::cli {

/// Returns the bytes that this process can still use without swapping: the system's free memory, or what is left of a
/// limit on the process's control group if that is less. Empty when the system does not tell it (only Linux does).
std::optional<std::uint64_t> free_memory();

}  // namespace satori::cli
