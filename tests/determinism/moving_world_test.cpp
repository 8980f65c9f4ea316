// R7, R8 for Broadphase: the same reports for every instruction set, executor and thread count, on every kind of
// update. The test also compares the pairs of the worlds with find_pairs().

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

struct Frame {
    std::vector<BoxPair> added, lost;
    std::vector<BoxPair> pairs;
    UpdatePath path;
};

constexpr int kFrames = 8;

// How far boxes move, in fractions of their size. With a margin, an update looks boxes up in columns; without one,
// boxes have skins and lists.
struct Motion {
    float margin;
    double step;
};
constexpr Motion kStroll{0.01F, 0.2}, kCreep{0, 0.02};

// Returns the frames of one world. First some boxes move, then all, then a few jump, and others are added and removed.
std::vector<Frame> play(SceneKind kind, Motion motion, std::uint32_t count, const Execution& execution,
                        unsigned threads) {
    auto bounds = test::upright_bounds(test::make_test_scene(kind, count, 1));
    Broadphase world({.relative_margin = motion.margin});
    std::vector<std::uint32_t> ids(bounds.size());
    const std::size_t half = ids.size() / 2;
    const std::span<Aabb> all(bounds);
    EXPECT_EQ(world.add(aabb_rows(all.first(half)), MotionType::dynamic_box, std::span(ids).first(half)), Status::ok);
    EXPECT_EQ(world.add(aabb_rows(all.subspan(half)), MotionType::static_box, std::span(ids).subspan(half)),
              Status::ok);
    std::vector<Frame> frames;
    test::Random random(7);
    for (int frame = 0; frame < kFrames; ++frame) {
        std::vector<std::uint32_t> moved;
        std::vector<Aabb> to;
        for (std::size_t i = 0; i < ids.size() && frame != 0; i += frame == 4 ? 1 : 13) {
            Aabb& box = bounds[i];
            const float size = box.max.x - box.min.x;
            const float by = static_cast<float>(random.uniform(-motion.step, motion.step)) * size;
            const Aabb other = bounds[random.below(count)];
            if (frame == 6 && i % 26 == 0)
                box = other;
            else
                box.min.x += by, box.max.x += by, box.min.z += by, box.max.z += by;
            moved.push_back(ids[i]);
            to.push_back(box);
        }
        EXPECT_EQ(world.move(moved, aabb_rows(to)), Status::ok);
        if (frame == 5) {
            EXPECT_EQ(world.remove(std::span(ids).first(count / 50)), Status::ok);
        }
        if (frame == 7) {
            EXPECT_EQ(world.add(aabb_rows(all.first(count / 50)), MotionType::kinematic_box,
                                std::span(ids).first(count / 50)),
                      Status::ok);
        }
        if (frame == 5)
            ids.erase(ids.begin(), ids.begin() + count / 50), bounds.erase(bounds.begin(), bounds.begin() + count / 50);
        BroadphaseUpdate result;
        EXPECT_EQ(world.update(result, execution), Status::ok);
        EXPECT_EQ(isa_name(result.isa), isa_name(execution.isa));
        if (threads != 0) {
            EXPECT_EQ(result.thread_count, threads) << "frame " << frame;
        }
        frames.push_back({{result.new_pairs.begin(), result.new_pairs.end()},
                          {result.lost_pairs.begin(), result.lost_pairs.end()},
                          std::vector<BoxPair>(world.pair_count()),
                          result.path});
        EXPECT_EQ(world.copy_pairs(frames.back().pairs), Status::ok);
        if (execution.isa != Isa::scalar) continue;
        // Compares with the stateless call.
        std::vector<Aabb> fat;
        std::vector<std::uint32_t> id_of;
        for (std::uint32_t id = 0; id < world.id_limit(); ++id) {
            if (!world.contains(id)) continue;
            fat.push_back(world.fat_bounds(id));
            id_of.push_back(id);
        }
        Workspace workspace;
        PairResult found;
        EXPECT_EQ(find_pairs(aabb_rows(fat), workspace, found, {.execution = execution}), Status::ok);
        std::vector<BoxPair> expected;
        for (const BoxPair& pair : found.pairs) {
            const std::uint32_t a = id_of[pair.first], b = id_of[pair.second];
            if (world.motion(a) == MotionType::dynamic_box || world.motion(b) == MotionType::dynamic_box)
                expected.push_back({a, b});
        }
        EXPECT_EQ(frames.back().pairs, test::sorted(expected)) << "frame " << frame;
    }
    return frames;
}

void expect_equal(const std::vector<Frame>& a, const std::vector<Frame>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_TRUE(test::same_bytes(a[i].added, b[i].added)) << "new pairs, frame " << i;
        EXPECT_TRUE(test::same_bytes(a[i].lost, b[i].lost)) << "lost pairs, frame " << i;
        EXPECT_TRUE(test::same_bytes(a[i].pairs, b[i].pairs)) << "pairs, frame " << i;
        EXPECT_EQ(a[i].path, b[i].path);
    }
}

class MovingWorldBytes : public testing::TestWithParam<SceneKind> {
protected:
    void expect_same_everywhere(Motion motion);
};

TEST_P(MovingWorldBytes, AreTheSameEverywhere) {
    expect_same_everywhere(kStroll);
}
TEST_P(MovingWorldBytes, AreTheSameEverywhereWithinSkins) {
    expect_same_everywhere(kCreep);
}

void MovingWorldBytes::expect_same_everywhere(Motion motion) {
    // In other scenes most boxes overlap many others.
    const bool sparse =
        GetParam() == SceneKind::uniform || GetParam() == SceneKind::plane || GetParam() == SceneKind::heap_and_far;
    const std::uint32_t count = sparse ? 20000 : 3000;
    const auto expected = play(GetParam(), motion, count, {Isa::scalar, &serial_executor()}, 1);
    int bulk = 0, incremental = 0;
    for (const Frame& frame : expected) {
        bulk += frame.path == UpdatePath::bulk;
        incremental += frame.path == UpdatePath::incremental;
    }
    EXPECT_GE(bulk, 2);
    EXPECT_GE(incremental, 4);
    for (const Isa isa : test::supported_isas()) {
        SCOPED_TRACE(isa_name(isa));
        expect_equal(play(GetParam(), motion, count, {isa, &serial_executor()}, 1), expected);
    }
    for (const unsigned threads : {2U, 3U, 8U}) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousExecutor executor(threads);
        const bool many_chunks = GetParam() == SceneKind::uniform && threads <= 3;
        expect_equal(
            play(GetParam(), motion, count, {test::supported_isas().back(), &executor}, many_chunks ? threads : 0),
            expected);
        EXPECT_GT(executor.most_threads(), 1U);
    }
    test::ShuffledExecutor shuffled(3);
    expect_equal(play(GetParam(), motion, count, {test::supported_isas().back(), &shuffled}, 0), expected);
}

INSTANTIATE_TEST_SUITE_P(Kinds, MovingWorldBytes,
                         testing::Values(SceneKind::uniform, SceneKind::clustered, SceneKind::mixed_sizes,
                                         SceneKind::huge_and_tiny, SceneKind::rods, SceneKind::plane,
                                         SceneKind::heap_and_far),
                         [](const auto& tested) { return test::scene_kind_name(tested.param); });

}  // namespace
}  // namespace satori
