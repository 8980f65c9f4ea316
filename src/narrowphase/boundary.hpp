#pragma once

#include <satori/pairs.hpp>

namespace satori::inline v0::narrowphase {

/// Whether `boundary` is an enumerator, not a number cast to one.
constexpr bool known(Boundary boundary) noexcept {
    return boundary == Boundary::closed || boundary == Boundary::open;
}

}  // namespace satori::inline v0::narrowphase
