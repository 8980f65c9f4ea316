#pragma once

#include <cstdint>

#include <satori/rect_batch.hpp>
#include <satori/types.hpp>

namespace satori::scenes {

/// What the boxes of a generated scene become. A solid is in its box.
enum class Solid : std::uint8_t {
    boxes,     ///< they stay
    spheres,   ///< the largest sphere about the center; circles in 2D
    capsules,  ///< as thick as the shortest edge of the box, as long as the longest
    rounded,   ///< the box, with edges rounded by a quarter of its least half extent
};

/// A row of a scene with radii, as the files have it.
template <typename Box>
struct RadiusRow {
    Box box;  ///< the core
    float radius;
};
static_assert(sizeof(RadiusRow<OrientedBox>) == 44 && sizeof(RadiusRow<OrientedRect>) == 24);

/// Returns the solid in a legal box.
RadiusRow<OrientedBox> rounded(const OrientedBox& box, Solid solid) noexcept;
RadiusRow<OrientedRect> rounded(const OrientedRect& rect, Solid solid) noexcept;

}  // namespace satori::scenes
