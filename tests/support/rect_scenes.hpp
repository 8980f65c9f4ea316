#pragma once

#include <cstdint>
#include <vector>

#include <satori/rect.hpp>

namespace satori::test {

/// Rectangles in which every kind of contact occurs: a crowd at all angles, a wall of bricks that lie flush, rectangles in one
/// place, without extents, and one that is large. The same bytes everywhere: no function of the C library is asked.
std::vector<OrientedRect> rect_contact_scene(std::uint32_t count, std::uint64_t seed);

}  // namespace satori::test
