#pragma once

#include <algorithm>
#include <functional>

#include "base/namespace.hpp"

namespace satori::v0::base {

/// True when each item of [begin, end) is less than the next one.
template <class Iterator>
bool strictly_ascending(Iterator begin, Iterator end) noexcept {
    return std::adjacent_find(begin, end, std::greater_equal<>{}) == end;
}

}  // namespace satori::v0::base
