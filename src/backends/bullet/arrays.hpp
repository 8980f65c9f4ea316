#pragma once

#include <algorithm>

#include <LinearMath/btAlignedObjectArray.h>

namespace satori::inline v0::bullet {

/// Makes `index` one of an array's; what comes between is null. Bullet's own resize() makes room for exactly what it is asked for.
template <class T>
void resize_to_hold(btAlignedObjectArray<T*>& array, int index) {
    if (index < array.size()) return;
    if (index >= array.capacity()) array.reserve(std::max(index + 1, 2 * array.capacity()));
    array.resize(index + 1, nullptr);
}

}  // namespace satori::inline v0::bullet
