#pragma once

#include <satori/types.hpp>
#include <satori/world.hpp>

namespace satori::test {

/// Returns the definition of the box for a World, as a dynamic box.
inline BoxDef box_def(const OrientedBox& box) {
    BoxDef def;
    def.pose = {{box.center.x, box.center.y, box.center.z}, box.rotation};
    def.half_extents = box.half_extents;
    return def;
}

}  // namespace satori::test
