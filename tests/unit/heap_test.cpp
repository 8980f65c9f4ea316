// Tests the scene kind `heap`: no box reaches into another one, and every box rests.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "oracles/reference_overlap.hpp"
#include "scenes/generator.hpp"

namespace satori::scenes {
namespace {

class Heap : public testing::TestWithParam<std::uint64_t> {
protected:
    const std::vector<OrientedBox> boxes_ = make_scene({SceneKind::heap, 700, GetParam()}).rows;
};

INSTANTIATE_TEST_SUITE_P(, Heap, testing::Values(1, 2, 3));

// Returns true if the box covers a point of the plane, seen from above.
bool covers(const OrientedBox& box, double x, double z) {
    const double angle = 2 * std::atan2(double{box.rotation.y}, double{box.rotation.w});
    const double dx = x - double{box.center.x}, dz = z - double{box.center.z};
    return std::abs(std::cos(angle) * dx - std::sin(angle) * dz) <= double{box.half_extents.x} &&
           std::abs(std::sin(angle) * dx + std::cos(angle) * dz) <= double{box.half_extents.z};
}

TEST_P(Heap, NoBoxReachesIntoAnother) {
    double least = 1;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const float reach = 2 * (boxes_[i].half_extents.y + boxes_[j].half_extents.y);
            if (j > 0 && std::abs(boxes_[i].center.y - boxes_[j].center.y) > reach) continue;
            least = std::min(least, reference_separation(boxes_[i], boxes_[j]));
        }
    }
    EXPECT_GE(least, -1e-5);
    EXPECT_LE(least, 0) << "nothing touches";
}

// The contact areas under each box, as points of a grid on its lower face: in no direction do all of them lie behind
// the center.
TEST_P(Heap, EveryCenterIsOverItsSupport) {
    constexpr int kGrid = 100, kDirections = 36;
    double highest = 0;
    for (std::size_t i = 1; i < boxes_.size(); ++i) {
        const OrientedBox& box = boxes_[i];
        const double bottom = double{box.center.y} - double{box.half_extents.y};
        highest = std::max(highest, bottom);
        if (bottom == 0) continue;  // on the ground
        std::vector<const OrientedBox*> lower;
        for (std::size_t j = 1; j < boxes_.size(); ++j) {
            const OrientedBox& other = boxes_[j];
            const bool near =
                std::abs(other.center.x - box.center.x) < 2 && std::abs(other.center.z - box.center.z) < 2;
            if (near && double{other.center.y} + double{other.half_extents.y} == bottom) lower.push_back(&other);
        }
        std::array<double, kDirections> farthest;
        farthest.fill(-1);
        for (int place = 0; place < kGrid * kGrid; ++place) {
            const double radius = 1, x = radius * (2.0 * (place % kGrid) / (kGrid - 1) - 1),
                         z = radius * (2.0 * (place / kGrid) / (kGrid - 1) - 1);
            const double at_x = double{box.center.x} + x, at_z = double{box.center.z} + z;
            if (!covers(box, at_x, at_z)) continue;
            if (std::none_of(lower.begin(), lower.end(), [&](const auto* other) { return covers(*other, at_x, at_z); }))
                continue;
            for (int k = 0; k < kDirections; ++k) {
                const double angle = k * 6.2831853 / kDirections;
                farthest[k] = std::max(farthest[k], std::cos(angle) * x + std::sin(angle) * z);
            }
        }
        // Less than 5 cm by what the grid misses.
        EXPECT_GT(*std::min_element(farthest.begin(), farthest.end()), 0) << "box " << i;
    }
    EXPECT_GT(highest, 3) << "not a heap";
}

TEST_P(Heap, StandsOnTheGroundInTheFirstRow) {
    EXPECT_EQ(boxes_[0].center.y + boxes_[0].half_extents.y, 0);
    for (const OrientedBox& box : boxes_) {
        EXPECT_LE(std::abs(box.center.x) + 1, boxes_[0].half_extents.x + 1);
        EXPECT_LE(std::abs(box.center.z) + 1, boxes_[0].half_extents.z + 1);
        EXPECT_TRUE(box.rotation.x == 0 && box.rotation.z == 0);
    }
    EXPECT_EQ(
        std::count_if(boxes_.begin(), boxes_.end(), [](const OrientedBox& box) { return box.half_extents.x > 1; }), 1);
}

}  // namespace
}  // namespace satori::scenes
