// R8 for queries with shapes: the same answers on several threads as on one.

#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/shape_calls.hpp"
#include "support/shape_regimes.hpp"

namespace satori {
namespace {

class ShapeThreads : public test::IsaTest {};

TEST_P(ShapeThreads, DoNotMatter) {
    test::Random random(3);
    test::RendezvousExecutor threads(3);
    for (const ShapeKind kind : test::kShapeKinds) {
        const auto made = test::make_shape_case(kind, test::ShapeRegime::generic, 3 * 4096 + 5, random);
        const BoxBatch batch = test::make_batch(made.boxes, execution());
        const auto expected = test::shape_answers(batch, made.shape, execution());
        ASSERT_EQ(test::shape_answers(batch, made.shape, execution(threads)), expected);
        std::vector<std::uint32_t> indices(batch.size()), wanted;
        for (std::uint32_t i = 0; i < batch.size(); ++i)
            if (expected[i] != 0) wanted.push_back(i);
        FoundIndices found{indices};
        Workspace workspace;
        ASSERT_EQ(find_boxes(batch, test::ref(made.shape), found, workspace, execution(threads)), Status::ok);
        indices.resize(found.count);
        ASSERT_EQ(indices, wanted);
        ASSERT_GT(found.count, 10U);
    }
    EXPECT_GE(threads.full_runs(), 8U);

    std::vector<Vec3> points(3 * 16384 + 7);
    for (Vec3& point : points)
        point = {static_cast<float>(random.uniform(-1, 1)), static_cast<float>(random.uniform(-1, 1)),
                 static_cast<float>(random.uniform(-1, 1))};
    std::vector<std::uint8_t> alone(points.size()), together(points.size());
    ASSERT_EQ(contains_points({}, point_rows(points), alone, execution()), Status::ok);
    ASSERT_EQ(contains_points({}, point_rows(points), together, execution(threads)), Status::ok);
    EXPECT_EQ(alone, together);
}

SATORI_FOR_EACH_ISA(ShapeThreads);

}  // namespace
}  // namespace satori
