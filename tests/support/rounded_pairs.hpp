#pragma once

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "calls.hpp"
#include "random.hpp"

namespace satori::test {

/// Makes some half extents of a box zero, so that its core is a point, a segment, a plate or a box.
inline void flatten(OrientedBox& box, Random& random) {
    for (float* const half : {&box.half_extents.x, &box.half_extents.y, &box.half_extents.z})
        if (random.coin()) *half = 0;
}
inline void flatten(OrientedRect& rect, Random& random) {
    for (float* const half : {&rect.half_extents.x, &rect.half_extents.y})
        if (random.coin()) *half = 0;
}

/// Returns a radius for a box of about this size; a fifth of them are 0.
inline float random_radius(Random& random, float size) {
    if (random.below(5) == 0) return 0;
    const float radius = size * static_cast<float>(random.uniform(0.01, 1));
    return radius < kMinRadius ? kMinRadius : radius;
}

/// Returns a batch of boxes with radii.
template <class Box>
auto make_rounded(const std::vector<Box>& boxes, const std::vector<float>& radii, const Execution& execution = {}) {
    auto batch = make_batch(boxes, execution);
    EXPECT_EQ(batch.set_radii(radii), Status::ok);
    return batch;
}

}  // namespace satori::test
