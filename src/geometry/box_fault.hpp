#pragma once

#include <satori/batch_storage.hpp>

namespace satori::v0::geometry {

/// Returns why a row of 10 floats is not a legal box; BoxFault::none when it is legal. `index` is copied into the
/// result.
InvalidBox find_fault(const float* row, std::uint32_t index) noexcept;

/// The same for a row of 5 floats, a rectangle.
InvalidBox find_rect_fault(const float* row, std::uint32_t index) noexcept;

}  // namespace satori::v0::geometry
