#pragma once

#include <cstdint>

#include "base/assert.hpp"
#include "base/namespace.hpp"

namespace satori::v0::base {

/// Returns how many elements of [0, count) are `before`. These must be the first ones. `hint` is a guess of the result.
/// O(log distance) from `hint`.
template <class Before>
std::uint32_t partition_near(std::uint32_t count, std::uint32_t hint, Before&& before) noexcept {
    std::uint32_t first = 0, last = hint < count ? hint : count, step = 1;
    if (last < count && before(last)) {
        for (first = last + 1; step <= count - first && before(first + step - 1); step *= 2) first += step;
        last = first + step - 1 < count ? first + step - 1 : count;
    } else {
        for (; last >= step && !before(last - step); step *= 2) last -= step;
        first = last >= step ? last - step + 1 : 0;
    }
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (before(middle))
            first = middle + 1;
        else
            last = middle;
    }
    SATORI_ASSERT(first == 0 || before(first - 1));
    SATORI_ASSERT(first == count || !before(first));
    return first;
}

}  // namespace satori::v0::base
