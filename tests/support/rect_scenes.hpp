#pragma once

#include <cstdint>
#include <vector>

#include <satori/rect.hpp>

namespace satori::test {

/// Returns rectangles with every kind of contact: a crowd at all angles, a wall of bricks that lie flush, rectangles in
/// one place, without extents, and one that is large. The bytes are the same everywhere, because the function calls no
/// function of the C library.
std::vector<OrientedRect> rect_contact_scene(std::uint32_t count, std::uint64_t seed);

}  // namespace satori::test
