// Times of impact in the C API: the same results as those of the C++ API, to the bit.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "support/bytes.hpp"
#include "support/calls.hpp"
#include "support/impact_calls.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

/// The types and calls of the C API for boxes or for rectangles.
struct BoxesOfC {
    using Box = OrientedBox;
    using Batch = satori_box_batch;
    using Motion = satori_box_motion;
    using Moving = satori_moving_boxes;
    using MovingOne = satori_moving_box;
    using Impact = satori_impact;

    static Batch* make_batch(const std::vector<Box>& boxes) {
        Batch* batch = nullptr;
        EXPECT_EQ(satori_box_batch_create(nullptr, &batch), SATORI_OK);
        const satori_box_view view = satori_box_rows(&boxes[0].center.x, boxes.size(), sizeof(Box));
        EXPECT_EQ(satori_box_batch_assign(batch, &view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
        return batch;
    }
    static std::vector<Box> make_scene() { return test::make_test_scene(test::SceneKind::clustered, 1500, 7); }
    static BoxMotion random_motion(test::Random& random) {
        const auto number = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        return {{number(), number(), number()}, {number(), number(), number()}};
    }
    static satori_box_motion of(const BoxMotion& m) {
        return {{m.translation.x, m.translation.y, m.translation.z}, {m.rotation.x, m.rotation.y, m.rotation.z}};
    }
    static MovingOne of(const Box& b, const BoxMotion& motion) {
        return {{{b.center.x, b.center.y, b.center.z},
                 {b.half_extents.x, b.half_extents.y, b.half_extents.z},
                 {b.rotation.x, b.rotation.y, b.rotation.z, b.rotation.w}},
                of(motion)};
    }
    static constexpr auto destroy = satori_box_batch_destroy;
    static constexpr auto find = satori_find_impacts;
    static constexpr auto times = satori_times_of_impact;
    static constexpr auto time = satori_time_of_impact;
};

struct RectsOfC {
    using Box = OrientedRect;
    using Batch = satori_rect_batch;
    using Motion = satori_rect_motion;
    using Moving = satori_moving_rects;
    using MovingOne = satori_moving_rect;
    using Impact = satori_rect_impact;

    static Batch* make_batch(const std::vector<Box>& rects) {
        Batch* batch = nullptr;
        EXPECT_EQ(satori_rect_batch_create(nullptr, &batch), SATORI_OK);
        const satori_rect_view view = satori_rect_rows(&rects[0].center.x, rects.size(), sizeof(Box));
        EXPECT_EQ(satori_rect_batch_assign(batch, &view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
        return batch;
    }
    static std::vector<Box> make_scene() { return test::make_rect_scene(test::SceneKind::clustered, 1500, 7); }
    static RectMotion random_motion(test::Random& random) {
        const auto number = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        return {{number(), number()}, number()};
    }
    static satori_rect_motion of(const RectMotion& m) { return {{m.translation.x, m.translation.y}, m.rotation}; }
    static MovingOne of(const Box& b, const RectMotion& motion) {
        return {{{b.center.x, b.center.y}, {b.half_extents.x, b.half_extents.y}, b.angle}, of(motion)};
    }
    static constexpr auto destroy = satori_rect_batch_destroy;
    static constexpr auto find = satori_find_rect_impacts;
    static constexpr auto times = satori_rect_times_of_impact;
    static constexpr auto time = satori_time_of_impact_rects;
};

/// A scene with motions, in both APIs. C++ uses one thread; C uses three, or oneTBB.
template <class C>
class CApiImpacts : public testing::Test {
protected:
    using Types = test::ImpactTypes<typename C::Box>;

    CApiImpacts() {
        EXPECT_EQ(satori_workspace_create(nullptr, &c_workspace), SATORI_OK);
        test::Random random(5);
        for (std::size_t i = 0; i < scene.size(); ++i) {
            motions.push_back(C::random_motion(random));
            c_motions.push_back(C::of(motions[i]));
            c_types.push_back(random.below(4));
            types.push_back(static_cast<MotionType>(c_types[i]));
            filters.push_back({.mask = random.below(4)});
            c_filters.push_back(satori_box_filter_default());
            c_filters[i].mask = filters[i].mask;
        }
    }
    ~CApiImpacts() override {
        satori_workspace_destroy(c_workspace);
        C::destroy(c_boxes);
    }

    /// Expects that both APIs find the same pairs, and the same times of them. `second`: the same boxes without
    /// motions, or null for one set.
    void expect_same(const typename C::Moving* second, const ImpactOptions& options,
                     const satori_impact_options& c_options) {
        const typename C::Moving first{c_boxes, c_motions.data()};
        const auto sets = second != nullptr ? SetsOf(boxes, boxes) : SetsOf(boxes);
        typename Types::Motions moves(motions);
        if (second != nullptr) moves = {motions, {}};
        PairResult found;
        satori_pair_result c_found;
        ASSERT_EQ(find_impacts({sets, moves}, workspace, found, options), Status::ok);
        ASSERT_EQ(C::find(&first, second, c_workspace, &c_found, &c_options), SATORI_OK);
        ASSERT_GT(found.pair_count, 100U);
        ASSERT_LT(found.pair_count, found.candidate_count);
        ASSERT_EQ(c_found.pair_count, found.pair_count);
        EXPECT_EQ(c_found.candidate_count, found.candidate_count);
        EXPECT_TRUE(test::bytes_of(c_found.pairs, c_found.pair_count) ==
                    test::bytes_of(found.pairs.data(), found.pairs.size()));
        const std::vector<BoxPair> pairs(found.pairs.begin(), found.pairs.end());
        const std::vector<satori_box_pair> c_pairs(c_found.pairs, c_found.pairs + c_found.pair_count);
        const auto impacts = test::impacts_of<typename C::Box>(sets, moves, pairs, options);
        std::vector<typename C::Impact> c_impacts(pairs.size());
        ASSERT_EQ(C::times(&first, second, c_pairs.data(), c_impacts.data(), pairs.size(), c_workspace, &c_options),
                  SATORI_OK);
        EXPECT_TRUE(test::bytes_of(c_impacts.data(), c_impacts.size()) ==
                    test::bytes_of(impacts.data(), impacts.size()));
    }

    const std::vector<typename C::Box> scene = C::make_scene();
    const std::conditional_t<Types::kFlat, RectBatch, BoxBatch> boxes = test::make_batch(scene);
    typename C::Batch* c_boxes = C::make_batch(scene);
    Workspace workspace;
    satori_workspace* c_workspace = nullptr;
    satori_execution c_on{satori_executor_threads(3), SATORI_ISA_BEST, 0};
    std::vector<typename Types::Motion> motions;
    std::vector<typename C::Motion> c_motions;
    std::vector<MotionType> types;
    std::vector<satori_motion_type> c_types;
    std::vector<BoxFilter> filters;
    std::vector<satori_box_filter> c_filters;
};

using Kinds = testing::Types<BoxesOfC, RectsOfC>;
TYPED_TEST_SUITE(CApiImpacts, Kinds);

TYPED_TEST(CApiImpacts, GiveTheSameBytes) {
    satori_impact_options c_options = satori_impact_options_default();
    this->expect_same(nullptr, {}, c_options);
    c_options.execution = &this->c_on;
    const typename TypeParam::Moving still{this->c_boxes, nullptr};
    const Execution alone{Isa::best, &serial_executor()};
    this->expect_same(&still, {.execution = alone}, c_options);
    c_options.distance = 0.125F;
    c_options.tolerance = 0.25F;
    this->expect_same(nullptr, {.distance = 0.125F, .tolerance = 0.25F, .execution = alone}, c_options);
}

TYPED_TEST(CApiImpacts, FiltersGiveTheSameBytes) {
    satori_impact_options c_options = satori_impact_options_default();
    c_options.first_filters = {this->c_filters.data(), this->c_types.data()};
    // Not read without a second set.
    c_options.second_filters = {nullptr, this->c_types.data()};
    this->expect_same(nullptr, {.filters = {this->filters}, .motions = {this->types}}, c_options);
    const typename TypeParam::Moving still{this->c_boxes, nullptr};
    c_options.first_filters.motions = nullptr;
    this->expect_same(&still, {.filters = {this->filters}, .motions = {{}, this->types}}, c_options);
}

TYPED_TEST(CApiImpacts, OfTwoGiveTheSameBytes) {
    using Impact = typename TestFixture::Types::Impact;
    using Moving = typename TestFixture::Types::Moving;
    std::uint32_t met = 0;
    satori_impact_options c_options = satori_impact_options_default();
    c_options.distance = 0.5F;
    for (std::uint32_t i = 0; i + 1 < this->scene.size(); ++i) {
        const Moving a{this->scene[i], this->motions[i]}, b{this->scene[i + 1], this->motions[i + 1]};
        const auto c_a = TypeParam::of(this->scene[i], this->motions[i]);
        const auto c_b = TypeParam::of(this->scene[i + 1], this->motions[i + 1]);
        std::vector<Impact> impact(1);
        std::vector<typename TypeParam::Impact> c_impact(1);
        ASSERT_EQ(time_of_impact(a, b, impact[0], {.distance = 0.5F}), Status::ok);
        ASSERT_EQ(TypeParam::time(&c_a, &c_b, c_impact.data(), &c_options), SATORI_OK);
        ASSERT_TRUE(test::bytes_of(c_impact.data(), 1) == test::bytes_of(impact.data(), 1)) << i;
        met += impact[0].kind == ImpactKind::meets ? 1 : 0;
    }
    EXPECT_GT(met, 10U);
}

// What may be wrong, and where the calls say it.
TYPED_TEST(CApiImpacts, SayWhatIsNotLegal) {
    const typename TypeParam::Moving first{this->c_boxes, this->c_motions.data()};
    std::vector<typename TypeParam::Motion> wrong = this->c_motions;
    wrong[7].translation.y = 2e8F;
    const typename TypeParam::Moving second{this->c_boxes, wrong.data()};
    satori_invalid_motion motion{99, 99};
    std::uint64_t pair = 99;
    satori_impact_options options = satori_impact_options_default();
    options.invalid_motion = &motion;
    options.invalid_pair = &pair;
    const satori_box_pair pairs[2] = {{0, 1}, {0, 1500}};
    typename TypeParam::Impact impacts[2];
    satori_pair_result found;
    EXPECT_EQ(TypeParam::times(&first, &second, pairs, impacts, 1, this->c_workspace, &options),
              SATORI_INVALID_ARGUMENT);
    EXPECT_TRUE(motion.index == 7 && motion.set == 1);
    motion = {99, 99};
    EXPECT_EQ(TypeParam::find(&second, nullptr, this->c_workspace, &found, &options), SATORI_INVALID_ARGUMENT);
    EXPECT_TRUE(motion.index == 7 && motion.set == 0);
    EXPECT_EQ(TypeParam::times(&first, nullptr, pairs, impacts, 2, this->c_workspace, &options), SATORI_INVALID_ID);
    EXPECT_EQ(pair, 1U);
    satori_box_pair room[3];
    options.buffer = {room, 3};
    EXPECT_EQ(TypeParam::find(&first, nullptr, this->c_workspace, &found, &options), SATORI_CAPACITY_EXCEEDED);
    EXPECT_GT(found.pair_count, 3U);
    options.buffer = {nullptr, 3};
    EXPECT_EQ(TypeParam::find(&first, nullptr, this->c_workspace, &found, &options), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(found.pair_count, 0U);
    for (float satori_impact_options::*number : {&satori_impact_options::distance, &satori_impact_options::tolerance}) {
        satori_impact_options negative = satori_impact_options_default();
        negative.*number = -1;
        EXPECT_EQ(TypeParam::times(&first, nullptr, pairs, impacts, 1, this->c_workspace, &negative),
                  SATORI_INVALID_ARGUMENT);
    }
}

}  // namespace
}  // namespace satori
