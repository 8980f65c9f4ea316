// R12, calls: every kind of bad argument gives its documented status, changes nothing, and does not crash. Together
// with the kinds of bad boxes (box_fault_test.cpp) and of bad scene files (the command's tests) there are more than
// sixty.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/bad_calls.hpp"
#include "support/calls.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr Isa kNoIsa = static_cast<Isa>(99);

// The objects that the calls of the table use. Each call gets new ones.
struct Setting {
    std::vector<OrientedBox> rows = test::make_test_scene(test::SceneKind::uniform, 64, 1);
    BoxBatch batch = test::make_batch(rows);
    BoxBatch empty;
    std::vector<Aabb> bounds = test::bounds_of(batch);
    std::vector<BoxPair> pairs = {{0, 1}, {2, 3}};
    std::vector<std::uint8_t> answers = {7, 7};
    Workspace workspace;
    PairResult result;
    std::vector<SeparatingAxis> axes = std::vector<SeparatingAxis>(2, {{0, 0, 1}, 7, 2});
    std::vector<ContactManifold> manifolds = std::vector<ContactManifold>(2, untouched());
    ContactResult contacts;
    std::uint64_t invalid_pair = 1234;

    static ContactManifold untouched() {
        ContactManifold manifold;
        manifold.pair = {77, 78};
        return manifold;
    }
    Status collide_with(const ContactOptions& options) {
        return collide(batch, workspace, contacts, {.contacts = options});
    }

    BoxView view() const { return box_rows(rows); }
    const float* floats() const { return &rows[0].center.x; }
    const float* misaligned() const {
        return reinterpret_cast<const float*>(reinterpret_cast<const char*>(rows.data()) + 1);
    }
    Status assign(BoxView changed) { return batch.assign(changed); }
    Status test(std::vector<BoxPair> list) {
        pairs = std::move(list);
        answers.assign(pairs.size(), 7);
        return test_pairs(batch, pairs, answers, workspace, {.invalid_pair = &invalid_pair});
    }
};

BoxView with(BoxView view, const std::function<void(BoxView&)>& change) {
    change(view);
    return view;
}

Status find_in_bounds(Setting& s, std::size_t index, const Aabb& bad, bool second_set = false) {
    std::vector<Aabb> bounds = s.bounds;
    bounds[index] = bad;
    const Status status = second_set ? find_pairs({aabb_rows(s.bounds), aabb_rows(bounds)}, s.workspace, s.result)
                                     : find_pairs(aabb_rows(bounds), s.workspace, s.result);
    EXPECT_EQ(s.result.invalid_index, index);
    EXPECT_EQ(s.result.invalid_set, second_set ? 1U : 0U);
    return status;
}

Status test_bad_pair(Setting& s, std::vector<BoxPair> list, std::uint64_t bad) {
    const Status status = s.test(std::move(list));
    EXPECT_EQ(s.invalid_pair, bad);
    for (const std::uint8_t answer : s.answers) EXPECT_EQ(answer, 7) << "answers are unchanged";
    return status;
}

const test::BadCall<Setting> kBadCalls[] = {
    // Views of boxes.
    {"centers_null", Status::invalid_argument,
     [](Setting& s) { return s.assign(with(s.view(), [](BoxView& v) { v.centers = nullptr; })); }},
    {"half_extents_null", Status::invalid_argument,
     [](Setting& s) { return s.assign(with(s.view(), [](BoxView& v) { v.half_extents = nullptr; })); }},
    {"rotations_null", Status::invalid_argument,
     [](Setting& s) { return s.assign(with(s.view(), [](BoxView& v) { v.rotations = nullptr; })); }},
    {"view_all_null", Status::invalid_argument,
     [](Setting& s) {
         return s.assign({nullptr, nullptr, nullptr, 40, 40, 40, 1});
     }},
    {"centers_misaligned", Status::invalid_argument,
     [](Setting& s) {
         return s.assign(with(s.view(), [&](BoxView& v) {
             v.centers = s.misaligned();
             v.count = 3;
         }));
     }},
    {"half_extents_misaligned", Status::invalid_argument,
     [](Setting& s) {
         return s.assign(with(s.view(), [&](BoxView& v) {
             v.half_extents = s.misaligned();
             v.count = 3;
         }));
     }},
    {"rotations_misaligned", Status::invalid_argument,
     [](Setting& s) {
         return s.assign(with(s.view(), [&](BoxView& v) {
             v.rotations = s.misaligned();
             v.count = 3;
         }));
     }},
    {"center_stride_odd", Status::invalid_argument,
     [](Setting& s) { return s.assign(with(s.view(), [](BoxView& v) { v.center_stride = 41; })); }},
    {"half_extent_stride_odd", Status::invalid_argument,
     [](Setting& s) { return s.assign(with(s.view(), [](BoxView& v) { v.half_extent_stride = 38; })); }},
    {"rotation_stride_odd", Status::invalid_argument,
     [](Setting& s) { return s.assign(with(s.view(), [](BoxView& v) { v.rotation_stride = -3; })); }},
    {"too_many_boxes", Status::capacity_exceeded,
     [](Setting& s) {
         return s.assign({s.floats(), s.floats() + 3, s.floats() + 6, 0, 0, 0, std::size_t{kMaxBoxCount} + 1});
     }},
    {"assign_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return s.batch.assign(s.view(), OnInvalid::refuse, {kNoIsa}); }},
    {"assign_unknown_policy", Status::invalid_argument,
     [](Setting& s) { return s.batch.assign(s.view(), static_cast<OnInvalid>(5)); }},
    // compute_aabbs.
    {"bounds_too_few", Status::invalid_argument,
     [](Setting& s) { return compute_aabbs(s.batch, std::span(s.bounds).first(63)); }},
    {"bounds_too_many", Status::invalid_argument,
     [](Setting& s) {
         s.bounds.resize(65);
         return compute_aabbs(s.batch, s.bounds);
     }},
    {"bounds_for_no_boxes", Status::invalid_argument, [](Setting& s) { return compute_aabbs(s.empty, s.bounds); }},
    {"bounds_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return compute_aabbs(s.batch, s.bounds, {kNoIsa}); }},
    // Raw AABBs.
    {"minima_null", Status::invalid_argument,
     [](Setting& s) {
         return find_pairs(AabbView{nullptr, &s.bounds[0].max.x, 24, 64}, s.workspace, s.result);
     }},
    {"maxima_null", Status::invalid_argument,
     [](Setting& s) {
         return find_pairs(AabbView{&s.bounds[0].min.x, nullptr, 24, 64}, s.workspace, s.result);
     }},
    {"second_minima_null", Status::invalid_argument,
     [](Setting& s) {
         return find_pairs({aabb_rows(s.bounds), AabbView{nullptr, &s.bounds[0].max.x, 24, 64}}, s.workspace, s.result);
     }},
    {"bounds_stride_odd", Status::invalid_argument,
     [](Setting& s) {
         return find_pairs(AabbView{&s.bounds[0].min.x, &s.bounds[0].max.x, 22, 3}, s.workspace, s.result);
     }},
    {"bounds_misaligned", Status::invalid_argument,
     [](Setting& s) {
         return find_pairs(AabbView{s.misaligned(), s.misaligned(), 24, 3}, s.workspace, s.result);
     }},
    {"bounds_nan", Status::invalid_bounds,
     [](Setting& s) {
         return find_in_bounds(s, 5, {{0, kNan, 0}, {1, 1, 1}});
     }},
    {"bounds_max_nan", Status::invalid_bounds,
     [](Setting& s) {
         return find_in_bounds(s, 63, {{0, 0, 0}, {1, 1, kNan}});
     }},
    {"bounds_infinite", Status::invalid_bounds,
     [](Setting& s) {
         return find_in_bounds(s, 0, {{-kInf, 0, 0}, {1, 1, 1}});
     }},
    {"bounds_max_infinite", Status::invalid_bounds,
     [](Setting& s) {
         return find_in_bounds(s, 7, {{0, 0, 0}, {1, kInf, 1}});
     }},
    {"bounds_inverted", Status::invalid_bounds,
     [](Setting& s) {
         return find_in_bounds(s, 33, {{0, 0, 2}, {1, 1, 1}});
     }},
    {"second_bounds_inverted", Status::invalid_bounds,
     [](Setting& s) {
         return find_in_bounds(s, 34, {{5, 0, 0}, {1, 1, 1}}, true);
     }},
    {"second_bounds_nan", Status::invalid_bounds,
     [](Setting& s) {
         return find_in_bounds(s, 1, {{0, 0, 0}, {kNan, 1, 1}}, true);
     }},
    // Enumerators and instruction sets.
    {"find_columns_unknown_isa", Status::unsupported_isa,
     [](Setting& s) {
         std::span<const BoxColumn> columns;
         return find_columns(s.batch, s.workspace, columns, {kNoIsa});
     }},
    {"find_pairs_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return find_pairs(s.batch, s.workspace, s.result, {.execution = {kNoIsa}}); }},
    {"find_raw_pairs_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return find_pairs(aabb_rows(s.bounds), s.workspace, s.result, {.execution = {kNoIsa}}); }},
    {"find_overlaps_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return find_overlaps(s.batch, s.workspace, s.result, {.execution = {kNoIsa}}); }},
    {"test_pairs_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return test_pairs(s.batch, s.pairs, s.answers, s.workspace, {.execution = {kNoIsa}}); }},
    {"find_overlaps_unknown_boundary", Status::invalid_argument,
     [](Setting& s) { return find_overlaps(s.batch, s.workspace, s.result, {.boundary = static_cast<Boundary>(9)}); }},
    {"find_overlaps_two_sets_unknown_boundary", Status::invalid_argument,
     [](Setting& s) {
         return find_overlaps({s.batch, s.batch}, s.workspace, s.result, {.boundary = static_cast<Boundary>(9)});
     }},
    {"test_pairs_unknown_boundary", Status::invalid_argument,
     [](Setting& s) {
         return test_pairs(s.batch, s.pairs, s.answers, s.workspace, {.boundary = static_cast<Boundary>(2)});
     }},
    {"overlaps_unknown_boundary", Status::invalid_argument,
     [](Setting& s) {
         bool overlap = true;
         const Status status = overlaps(s.rows[0], s.rows[1], overlap, static_cast<Boundary>(2));
         EXPECT_TRUE(overlap);
         return status;
     }},
    // Pair lists.
    {"answers_too_few", Status::invalid_argument,
     [](Setting& s) { return test_pairs(s.batch, s.pairs, std::span(s.answers).first(1), s.workspace); }},
    {"answers_too_many", Status::invalid_argument,
     [](Setting& s) { return test_pairs(s.batch, std::span(s.pairs).first(1), s.answers, s.workspace); }},
    {"pair_first_beyond", Status::invalid_id,
     [](Setting& s) {
         return test_bad_pair(s, {{0, 1}, {64, 1}}, 1);
     }},
    {"pair_second_beyond", Status::invalid_id,
     [](Setting& s) {
         return test_bad_pair(s, {{0, 64}, {0, 1}}, 0);
     }},
    {"pair_at_uint_max", Status::invalid_id,
     [](Setting& s) {
         return test_bad_pair(s, {{0, 1}, {1, 2}, {0xffffffffU, 0xfffffffeU}}, 2);
     }},
    {"pair_of_one_box", Status::invalid_id,
     [](Setting& s) {
         return test_bad_pair(s, {{5, 6}, {7, 7}, {64, 64}}, 1);
     }},
    {"pair_late_in_a_long_list", Status::invalid_id,
     [](Setting& s) {
         std::vector<BoxPair> list(50000, BoxPair{1, 2});
         list[49999] = {3, 3};
         list[40001] = {99, 3};
         return test_bad_pair(s, list, 40001);
     }},
    {"pair_in_an_empty_set", Status::invalid_id,
     [](Setting& s) { return test_pairs(s.empty, s.pairs, s.answers, s.workspace); }},
    {"pair_of_two_sets_beyond_the_second", Status::invalid_id,
     [](Setting& s) {
         return test_pairs({s.batch, s.empty}, s.pairs, s.answers, s.workspace);
     }},
    {"pair_without_place_for_the_index", Status::invalid_id,
     [](Setting& s) {
         s.pairs[0] = {9, 9};
         return test_pairs(s.batch, s.pairs, s.answers, s.workspace, {.invalid_pair = nullptr});
     }},
    // Contacts.
    {"collide_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return collide(s.batch, s.workspace, s.contacts, {.execution = {kNoIsa}}); }},
    {"collide_unknown_boundary", Status::invalid_argument,
     [](Setting& s) { return s.collide_with({static_cast<Boundary>(9)}); }},
    {"speculative_distance_negative", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, -1e-6F});
     }},
    {"speculative_distance_nan", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, kNan});
     }},
    {"speculative_distance_infinite", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, kInf});
     }},
    {"axis_slack_negative", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, -1e-6F});
     }},
    {"axis_slack_nan", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, kNan});
     }},
    {"axis_slack_infinite", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, kInf});
     }},
    {"axis_slack_above_1", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, 1.000001F});
     }},
    {"edge_share_negative", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, 0, -1e-6F});
     }},
    {"edge_share_nan", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, 0, kNan});
     }},
    {"edge_share_infinite", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, 0, kInf});
     }},
    {"edge_share_above_1", Status::invalid_argument,
     [](Setting& s) {
         return s.collide_with({Boundary::closed, 0, 0, 1.000001F});
     }},
    {"collide_two_sets_axis_slack_nan", Status::invalid_argument,
     [](Setting& s) {
         return collide({s.batch, s.batch}, s.workspace, s.contacts, {.contacts = {Boundary::closed, 0, kNan}});
     }},
    {"collide_two_sets_edge_share_nan", Status::invalid_argument,
     [](Setting& s) {
         return collide({s.batch, s.batch}, s.workspace, s.contacts, {.contacts = {Boundary::closed, 0, 0, kNan}});
     }},
    {"axes_too_few", Status::invalid_argument,
     [](Setting& s) { return separating_axes(s.batch, s.pairs, std::span(s.axes).first(1), s.workspace); }},
    {"axes_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return separating_axes(s.batch, s.pairs, s.axes, s.workspace, {.execution = {kNoIsa}}); }},
    {"axes_speculative_distance_nan", Status::invalid_argument,
     [](Setting& s) {
         return separating_axes(s.batch, s.pairs, s.axes, s.workspace, {.contacts = {Boundary::closed, kNan}});
     }},
    {"axes_edge_share_above_1", Status::invalid_argument,
     [](Setting& s) {
         return separating_axes(s.batch, s.pairs, s.axes, s.workspace, {.contacts = {Boundary::closed, 0, 0, 2}});
     }},
    {"cached_axes_too_few", Status::invalid_argument,
     [](Setting& s) {
         const std::uint8_t cached[] = {3};
         return separating_axes(s.batch, s.pairs, s.axes, s.workspace, {.cached_axes = cached});
     }},
    {"cached_axis_beyond_the_last", Status::invalid_argument,
     [](Setting& s) {
         const std::uint8_t cached[] = {kNoAxis, 15};
         return separating_axes(s.batch, s.pairs, s.axes, s.workspace, {.cached_axes = cached});
     }},
    {"axes_of_a_pair_beyond", Status::invalid_id,
     [](Setting& s) {
         s.pairs[1] = {3, 64};
         const Status status =
             separating_axes(s.batch, s.pairs, s.axes, s.workspace, {.invalid_pair = &s.invalid_pair});
         EXPECT_EQ(s.invalid_pair, 1U);
         return status;
     }},
    {"axes_of_a_box_with_itself", Status::invalid_id,
     [](Setting& s) {
         s.pairs[0] = {3, 3};
         return separating_axes(s.batch, s.pairs, s.axes, s.workspace);
     }},
    {"manifolds_too_few", Status::invalid_argument,
     [](Setting& s) {
         return build_manifolds(s.batch, {s.pairs, s.axes}, std::span(s.manifolds).first(1), s.workspace);
     }},
    {"manifolds_for_too_few_axes", Status::invalid_argument,
     [](Setting& s) {
         return build_manifolds(s.batch, {s.pairs, std::span(s.axes).first(1)}, s.manifolds, s.workspace);
     }},
    {"manifolds_unknown_isa", Status::unsupported_isa,
     [](Setting& s) {
         return build_manifolds(s.batch, {s.pairs, s.axes}, s.manifolds, s.workspace, {.execution = {kNoIsa}});
     }},
    {"manifolds_edge_share_nan", Status::invalid_argument,
     [](Setting& s) {
         return build_manifolds(s.batch, {s.pairs, s.axes}, s.manifolds, s.workspace,
                                {.contacts = {.edge_share = kNan}});
     }},
    {"manifold_axis_beyond_the_last", Status::invalid_argument,
     [](Setting& s) {
         std::vector<SeparatingAxis> axes = s.axes;
         axes[1].axis = 15;
         return build_manifolds(s.batch, {s.pairs, axes}, s.manifolds, s.workspace);
     }},
    {"manifold_of_a_pair_beyond", Status::invalid_id,
     [](Setting& s) {
         s.pairs[1] = {64, 3};
         const Status status =
             build_manifolds(s.batch, {s.pairs, s.axes}, s.manifolds, s.workspace, {.invalid_pair = &s.invalid_pair});
         EXPECT_EQ(s.invalid_pair, 1U);
         return status;
     }},
    {"buffer_too_small_for_manifolds", Status::capacity_exceeded,
     [](Setting& s) {
         const Status status = collide(s.batch, s.workspace, s.contacts, {.buffer = {s.manifolds.data(), 2}});
         EXPECT_GT(s.contacts.manifold_count, 2U);
         return status;
     }},
    // Filters.
    {"filters_too_few", Status::invalid_argument,
     [](Setting& s) {
         const std::vector<BoxFilter> filters(63);
         return find_pairs(s.batch, s.workspace, s.result, {.filters = {filters}});
     }},
    {"filters_too_many", Status::invalid_argument,
     [](Setting& s) {
         const std::vector<BoxFilter> filters(65);
         return collide(s.batch, s.workspace, s.contacts, {.filters = {filters}});
     }},
    {"filters_of_raw_bounds_too_few", Status::invalid_argument,
     [](Setting& s) {
         const std::vector<BoxFilter> filters(1);
         return find_pairs(aabb_rows(s.bounds), s.workspace, s.result, {.filters = {filters}});
     }},
    {"second_filters_too_few", Status::invalid_argument,
     [](Setting& s) {
         const std::vector<BoxFilter> first(64), second(63);
         return find_overlaps({s.batch, s.batch}, s.workspace, s.result, {.filters = {first, second}});
     }},
    {"second_filters_for_one_set", Status::invalid_argument,
     [](Setting& s) {
         const std::vector<BoxFilter> filters(64);
         return find_overlaps(s.batch, s.workspace, s.result, {.filters = {filters, filters}});
     }},
    {"motions_too_few", Status::invalid_argument,
     [](Setting& s) {
         const std::vector<MotionType> motions(63);
         return find_overlaps(s.batch, s.workspace, s.result, {.motions = {motions}});
     }},
    {"motion_unknown", Status::invalid_argument,
     [](Setting& s) {
         std::vector<MotionType> motions(64);
         motions[63] = static_cast<MotionType>(4);
         return find_pairs(s.batch, s.workspace, s.result,
                           {.buffer = {s.pairs.data(), 2}, .motions = {motions}});
     }},
    {"second_motion_unknown", Status::invalid_argument,
     [](Setting& s) {
         std::vector<MotionType> motions(64);
         motions[0] = static_cast<MotionType>(0xffffffffU);
         return collide({s.batch, s.batch}, s.workspace, s.contacts,
                        {.buffer = {s.manifolds.data(), 2}, .motions = {{}, motions}});
     }},
    // Results that do not fit.
    {"buffer_of_no_capacity", Status::capacity_exceeded,
     [](Setting& s) {
         return find_pairs(s.batch, s.workspace, s.result, {.buffer = {s.pairs.data(), 0}});
     }},
    {"buffer_too_small_for_overlaps", Status::capacity_exceeded,
     [](Setting& s) {
         return find_overlaps(s.batch, s.workspace, s.result, {.buffer = {s.pairs.data(), 1}});
     }},
    {"buffer_too_small_for_raw_pairs", Status::capacity_exceeded,
     [](Setting& s) {
         return find_pairs(aabb_rows(s.bounds), s.workspace, s.result, {.buffer = {s.pairs.data(), 1}});
     }},
    {"more_pairs_than_the_limit", Status::limit_exceeded,
     [](Setting& s) {
         return find_pairs(s.batch, s.workspace, s.result,
                           {.execution = {.max_pairs = 3}, .buffer = {s.pairs.data(), 1}});
     }},
    {"more_raw_pairs_than_the_limit", Status::limit_exceeded,
     [](Setting& s) {
         return find_pairs(aabb_rows(s.bounds), s.workspace, s.result, {.execution = {.max_pairs = 3}});
     }},
    {"more_candidates_of_overlaps_than_the_limit", Status::limit_exceeded,
     [](Setting& s) { return find_overlaps(s.batch, s.workspace, s.result, {.execution = {.max_pairs = 3}}); }},
    {"more_candidates_of_contacts_than_the_limit", Status::limit_exceeded,
     [](Setting& s) {
         return collide(s.batch, s.workspace, s.contacts,
                        {.execution = {.max_pairs = 3}, .buffer = {s.manifolds.data(), 2}});
     }},
};
[[maybe_unused]] const bool kDocumented = test::document("Calls in 3D", kBadCalls);

class BadCalls : public testing::TestWithParam<std::size_t> {};

TEST_P(BadCalls, GivesItsStatusAndChangesNothing) {
    const test::BadCall<Setting>& bad = kBadCalls[GetParam()];
    Setting s;
    const auto before = test::contents_of(s.batch);
    const auto overlaps = test::overlaps_of(s.batch);
    ASSERT_FALSE(overlaps.empty());
    EXPECT_EQ(bad.call(s), bad.status);
    EXPECT_TRUE(s.result.pairs.empty());
    EXPECT_EQ(s.batch.size(), 64U);
    EXPECT_TRUE(test::same_bytes(test::contents_of(s.batch), before));
    for (const std::uint8_t answer : s.answers) ASSERT_EQ(answer, 7);
    EXPECT_TRUE(s.contacts.manifolds.empty());
    for (const SeparatingAxis& axis : s.axes) ASSERT_EQ(axis.separation, 7);
    for (const ContactManifold& manifold : s.manifolds) ASSERT_EQ(manifold.pair, Setting::untouched().pair);
    // The workspace still works.
    ASSERT_EQ(find_overlaps(s.batch, s.workspace, s.result), Status::ok);
    EXPECT_EQ(test::to_vector(s.result), overlaps);
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadCalls, testing::Range(std::size_t{0}, std::size(kBadCalls)),
                         [](const auto& tested) { return std::string(kBadCalls[tested.param].name); });

}  // namespace
}  // namespace satori
