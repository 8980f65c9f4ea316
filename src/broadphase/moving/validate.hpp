#pragma once

#include "broadphase/moving/broadphase_state.hpp"

namespace satori::v0::broadphase {

/// Returns true when all tables of a Broadphase agree with each other, between its calls. Reads everything: O(boxes *
/// candidates), and O(boxes^2) of up to kMostValidated boxes. Allocates nothing.
bool validate(const detail::BroadphaseState& state) noexcept;

/// Updates of larger worlds do not assert validate().
inline constexpr std::uint32_t kMostValidated = 4096;

}  // namespace satori::v0::broadphase
