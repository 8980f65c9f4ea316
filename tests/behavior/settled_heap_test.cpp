// Tests the scene kind `heap` in a solver: nothing moves.

#include <algorithm>

#include <gtest/gtest.h>

#include "rigid_bodies/engine.hpp"
#include "scenes/generator.hpp"

namespace satori::test {
namespace {

using rigid_bodies::Body;
using rigid_bodies::Vector;

TEST(SettledHeap, StaysAsItIs) {
    const std::vector<OrientedBox> boxes = scenes::make_scene({scenes::SceneKind::heap, 201}).rows;
    rigid_bodies::Settings settings;
    settings.gravity = {0, -9.81, 0};
    rigid_bodies::Engine engine(settings);
    for (const OrientedBox& box : boxes) {
        rigid_bodies::BodyDef def;
        def.position = Vector::from(box.center);
        def.rotation = {box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w};
        def.half_extents = Vector::from(box.half_extents);
        def.density = &box == boxes.data() ? 0 : 1000;
        engine.add(def);
    }
    for (int step = 0; step < 120; ++step) engine.step();
    double moved = 0;
    for (std::size_t i = 1; i < boxes.size(); ++i)
        moved = std::max(moved, length(engine.bodies()[i].position - Vector::from(boxes[i].center)));
    // The load presses soft contacts together, by about 1 mm in each layer.
    EXPECT_LT(moved, 0.01);
    EXPECT_EQ(std::count_if(engine.bodies().begin(), engine.bodies().end(), [](const Body& b) { return b.asleep; }),
              200);
}

}  // namespace
}  // namespace satori::test
