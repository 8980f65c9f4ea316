#pragma once

#include <cstdint>
#include <functional>

namespace satori::scenes {

/// A function that the code calls now and then with the progress of its work; may be empty.
using ProgressCallback = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace satori::scenes
