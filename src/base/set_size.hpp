#pragma once

#include <cstddef>

#include "base/namespace.hpp"

namespace satori::v0::base {

/// Returns the number of boxes of a batch or a view.
template <class Set>
std::size_t size_of(const Set& set) noexcept {
    if constexpr (requires { set.size(); })
        return set.size();
    else
        return set.count;
}

}  // namespace satori::v0::base
