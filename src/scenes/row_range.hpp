#pragma once

#include <cstdint>

namespace satori::scenes {

/// Some rows of a frame: [first, first + count).
struct RowRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

}  // namespace satori::scenes
