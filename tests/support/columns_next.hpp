#pragma once

#include <cstdint>

#include <satori/broadphase.hpp>

#include "broadphase/moving/broadphase_state.hpp"

namespace satori::test {

/// Makes the next update of few boxes build columns. Without columns, an update compares few changed boxes with all
/// others a few times before it builds columns. The world must have had boxes.
inline void build_columns_next(Broadphase& world) {
    constexpr std::uint64_t kALot = ~std::uint64_t{0} / 2;
    detail::BroadphaseAccess::state_of(world)->spent_on_scans = kALot;
}

}  // namespace satori::test
