#pragma once

#include <cstdint>

#include <satori/broadphase.hpp>

#include "broadphase/moving/broadphase_state.hpp"

namespace satori::test {

/// Without columns, few changed boxes are compared with all others a few times before columns are built for them. Has the next update that
/// would do so build them. The world has had boxes.
inline void build_columns_next(Broadphase& world) {
    constexpr std::uint64_t kALot = ~std::uint64_t{0} / 2;
    detail::BroadphaseAccess::state_of(world)->spent_on_scans = kALot;
}

}  // namespace satori::test
