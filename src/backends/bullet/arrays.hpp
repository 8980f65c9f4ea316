#pragma once

#include <algorithm>

#include <LinearMath/btAlignedObjectArray.h>

#include "base/namespace.hpp"

namespace satori::v0::bullet {

/// Grows an array so that `index` is valid; new elements are null. Bullet's own resize() reserves no more than the
/// requested size.
template <class T>
void resize_to_hold(btAlignedObjectArray<T*>& array, int index) {
    if (index < array.size()) return;
    if (index >= array.capacity()) array.reserve(std::max(index + 1, 2 * array.capacity()));
    array.resize(index + 1, nullptr);
}

}  // namespace satori::v0::bullet
