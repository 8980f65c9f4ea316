#pragma once

#include <cstdint>
#include <functional>

namespace satori::scenes {

/// Told now and then how much of a piece of work is done; may be empty.
using ProgressCallback = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace satori::scenes
