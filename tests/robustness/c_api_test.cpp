// The C API gives the same results as the C++ API, to the bit. The test makes the same calls on the same scenes. The
// test of worlds is c_api_world_test.cpp.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "support/bytes.hpp"
#include "support/calls.hpp"
#include "support/random.hpp"
#include "support/rounded_pairs.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr test::SceneKind kKinds[] = {test::SceneKind::uniform, test::SceneKind::clustered,
                                      test::SceneKind::touching_grid, test::SceneKind::far_away};

/// Expects that both APIs found the same pairs.
void expect_same(const satori_pair_result& c, const PairResult& cpp) {
    ASSERT_EQ(c.pair_count, cpp.pair_count);
    EXPECT_EQ(c.candidate_count, cpp.candidate_count);
    EXPECT_EQ(c.isa, static_cast<satori_isa>(cpp.isa));
    EXPECT_TRUE(test::bytes_of(c.pairs, c.pair_count) == test::bytes_of(cpp.pairs.data(), cpp.pairs.size()));
}

template <class C, class Cpp>
void expect_same_contacts(const C& c, const Cpp& cpp) {
    ASSERT_EQ(c.manifold_count, cpp.manifold_count);
    EXPECT_EQ(c.point_count, cpp.point_count);
    EXPECT_EQ(c.candidate_count, cpp.candidate_count);
    EXPECT_TRUE(test::bytes_of(c.manifolds, c.manifold_count) ==
                test::bytes_of(cpp.manifolds.data(), cpp.manifolds.size()));
}

/// The objects of both APIs. C++ uses one thread; C uses three, or oneTBB.
struct Both {
    Workspace workspace;
    ContactCache cache;
    satori_workspace* c_workspace = nullptr;
    satori_contact_cache* c_cache = nullptr;
    Execution on{Isa::best, &serial_executor()};
    satori_execution c_on{satori_executor_threads(3), SATORI_ISA_BEST, 0};

    Both() {
        EXPECT_EQ(satori_workspace_create(nullptr, &c_workspace), SATORI_OK);
        EXPECT_EQ(satori_contact_cache_create(nullptr, &c_cache), SATORI_OK);
    }
    Both(const Both&) = delete;
    Both& operator=(const Both&) = delete;
    ~Both() {
        satori_workspace_destroy(c_workspace);
        satori_contact_cache_destroy(c_cache);
    }
};

TEST(CApi, BoxesGiveTheSameBytes) {
    Both both;
    std::uint64_t pairs_met = 0;
    for (const test::SceneKind kind : kKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const std::vector<OrientedBox> scene = test::make_test_scene(kind, 3000, 7);
        const BoxBatch boxes = test::make_batch(scene);
        satori_box_batch* c_boxes = nullptr;
        ASSERT_EQ(satori_box_batch_create(nullptr, &c_boxes), SATORI_OK);
        const satori_box_view view = satori_box_rows(&scene[0].center.x, scene.size(), 40);
        ASSERT_EQ(satori_box_batch_assign(c_boxes, &view, SATORI_ON_INVALID_REFUSE, &both.c_on), SATORI_OK);
        for (std::uint32_t i = 0; i < kBoxComponentCount; ++i) {
            EXPECT_TRUE(test::bytes_of(satori_box_batch_component(c_boxes, i), scene.size()) ==
                        test::bytes_of(boxes.component(static_cast<BoxComponent>(i)).data(), scene.size()));
        }
        std::vector<CoveredSides> sides(scene.size()), c_sides(scene.size());
        ASSERT_EQ(find_covered_sides(boxes, 0.2F, sides, both.workspace, both.on), Status::ok);
        ASSERT_EQ(
            satori_find_covered_sides(c_boxes, 0.2F, c_sides.data(), c_sides.size(), both.c_workspace, &both.c_on),
            SATORI_OK);
        EXPECT_EQ(c_sides, sides);
        EXPECT_EQ(satori_box_batch_covered_sides(c_boxes), nullptr);
        ASSERT_EQ(satori_box_batch_set_covered_sides(c_boxes, sides.data(), sides.size()), SATORI_OK);
        EXPECT_TRUE(test::bytes_of(satori_box_batch_covered_sides(c_boxes), sides.size()) ==
                    test::bytes_of(sides.data(), sides.size()));
        EXPECT_EQ(satori_box_batch_set_covered_sides(c_boxes, sides.data(), 1), SATORI_INVALID_ARGUMENT);
        ASSERT_EQ(satori_box_batch_set_covered_sides(c_boxes, nullptr, 0), SATORI_OK);
        EXPECT_EQ(satori_box_batch_covered_sides(c_boxes), nullptr);
        std::vector<Aabb> bounds(scene.size());
        std::vector<satori_aabb> c_bounds(scene.size());
        ASSERT_EQ(compute_aabbs(boxes, bounds, both.on), Status::ok);
        ASSERT_EQ(satori_compute_aabbs(c_boxes, c_bounds.data(), c_bounds.size(), &both.c_on), SATORI_OK);
        EXPECT_TRUE(test::bytes_of(c_bounds.data(), scene.size()) == test::bytes_of(bounds.data(), scene.size()));

        PairResult found;
        satori_pair_result c_found;
        satori_pair_options c_pair_options{};
        c_pair_options.execution = &both.c_on;
        c_pair_options.boundary = SATORI_BOUNDARY_OPEN;
        ASSERT_EQ(find_pairs(boxes, both.workspace, found, {.execution = both.on}), Status::ok);
        ASSERT_EQ(satori_find_pairs(c_boxes, nullptr, both.c_workspace, &c_found, &c_pair_options), SATORI_OK);
        expect_same(c_found, found);
        const ContactOptions options{Boundary::open, 0.01F, 2e-4F, 0.1F};
        const satori_contact_options c_contact_options{SATORI_BOUNDARY_OPEN, 0.01F, 2e-4F, 0.1F};
        satori_collide_options c_options{};
        c_options.contacts = &c_contact_options;
        c_options.execution = &both.c_on;
        c_options.last = both.c_cache;
        ASSERT_EQ(find_overlaps(boxes, both.workspace, found, {.boundary = options.boundary, .execution = both.on}),
                  Status::ok);
        ASSERT_EQ(satori_find_overlaps(c_boxes, nullptr, both.c_workspace, &c_found, &c_pair_options), SATORI_OK);
        expect_same(c_found, found);
        pairs_met += found.pair_count;

        // Runs twice: the second step uses the caches that the first step filled.
        for (int step = 0; step < 2; ++step) {
            ContactResult contacts;
            satori_contact_result c_contacts;
            ASSERT_EQ(collide(boxes, both.workspace, contacts,
                              {.contacts = options, .execution = both.on, .last = &both.cache}),
                      Status::ok);
            ASSERT_EQ(satori_collide(c_boxes, nullptr, both.c_workspace, &c_contacts, &c_options), SATORI_OK);
            expect_same_contacts(c_contacts, contacts);
            ASSERT_EQ(both.cache.remember(contacts.manifolds), Status::ok);
            ASSERT_EQ(satori_contact_cache_remember(both.c_cache, c_contacts.manifolds, c_contacts.manifold_count),
                      SATORI_OK);
        }
        satori_box_batch_destroy(c_boxes);
    }
    EXPECT_GT(pairs_met, 1000U);
}

TEST(CApi, RectanglesGiveTheSameBytes) {
    Both both;
    std::uint64_t manifolds_met = 0;
    for (const test::SceneKind kind : kKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const std::vector<OrientedRect> scene = test::make_rect_scene(kind, 4000, 11);
        const RectBatch rects = test::make_batch(scene);
        satori_rect_batch* c_rects = nullptr;
        ASSERT_EQ(satori_rect_batch_create(nullptr, &c_rects), SATORI_OK);
        const satori_rect_view view = satori_rect_rows(&scene[0].center.x, scene.size(), 20);
        ASSERT_EQ(satori_rect_batch_assign(c_rects, &view, SATORI_ON_INVALID_REFUSE, &both.c_on), SATORI_OK);
        PairResult found;
        satori_pair_result c_found;
        satori_pair_options c_pair_options{};
        satori_rect_collide_options c_options{};
        c_pair_options.execution = c_options.execution = &both.c_on;
        ASSERT_EQ(find_overlaps(rects, both.workspace, found, {.execution = both.on}), Status::ok);
        ASSERT_EQ(satori_find_rect_overlaps(c_rects, nullptr, both.c_workspace, &c_found, &c_pair_options), SATORI_OK);
        expect_same(c_found, found);
        RectContactResult contacts;
        satori_rect_contact_result c_contacts;
        ASSERT_EQ(collide(rects, both.workspace, contacts, {.execution = both.on}), Status::ok);
        ASSERT_EQ(satori_collide_rects(c_rects, nullptr, both.c_workspace, &c_contacts, &c_options), SATORI_OK);
        expect_same_contacts(c_contacts, contacts);
        manifolds_met += contacts.manifold_count;
        satori_rect_batch_destroy(c_rects);
    }
    EXPECT_GT(manifolds_met, 1000U);
}

TEST(CApi, RadiiGiveTheSameBytes) {
    Both both;
    std::vector<OrientedBox> scene = test::make_test_scene(test::SceneKind::clustered, 2000, 7);
    std::vector<OrientedRect> flat_scene = test::make_rect_scene(test::SceneKind::clustered, 2000, 7);
    test::Random random(5);
    std::vector<float> radii(scene.size());
    for (std::size_t i = 0; i < scene.size(); ++i) {
        radii[i] = test::random_radius(random, scene[i].half_extents.x);
        test::flatten(scene[i], random);
        test::flatten(flat_scene[i], random);
    }
    const BoxBatch boxes = test::make_rounded(scene, radii);
    const RectBatch rects = test::make_rounded(flat_scene, radii);
    satori_box_batch* c_boxes = nullptr;
    satori_rect_batch* c_rects = nullptr;
    ASSERT_EQ(satori_box_batch_create(nullptr, &c_boxes), SATORI_OK);
    ASSERT_EQ(satori_rect_batch_create(nullptr, &c_rects), SATORI_OK);
    const satori_box_view view = satori_box_rows(&scene[0].center.x, scene.size(), 40);
    const satori_rect_view flat_view = satori_rect_rows(&flat_scene[0].center.x, flat_scene.size(), 20);
    ASSERT_EQ(satori_box_batch_assign(c_boxes, &view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
    ASSERT_EQ(satori_rect_batch_assign(c_rects, &flat_view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
    ASSERT_EQ(satori_box_batch_set_radii(c_boxes, radii.data(), radii.size(), nullptr), SATORI_OK);
    ASSERT_EQ(satori_rect_batch_set_radii(c_rects, radii.data(), radii.size(), nullptr), SATORI_OK);
    const auto given = test::bytes_of(radii.data(), radii.size());
    EXPECT_TRUE(test::bytes_of(satori_box_batch_radii(c_boxes), radii.size()) == given);
    EXPECT_TRUE(test::bytes_of(satori_rect_batch_radii(c_rects), radii.size()) == given);

    PairResult found;
    satori_pair_result c_found;
    ASSERT_EQ(find_overlaps(boxes, both.workspace, found), Status::ok);
    ASSERT_EQ(satori_find_overlaps(c_boxes, nullptr, both.c_workspace, &c_found, nullptr), SATORI_OK);
    expect_same(c_found, found);
    EXPECT_GT(found.pair_count, 100U);
    ASSERT_EQ(find_overlaps(rects, both.workspace, found), Status::ok);
    ASSERT_EQ(satori_find_rect_overlaps(c_rects, nullptr, both.c_workspace, &c_found, nullptr), SATORI_OK);
    expect_same(c_found, found);
    EXPECT_GT(found.pair_count, 100U);
    ContactResult contacts;
    satori_contact_result c_contacts;
    ASSERT_EQ(collide(boxes, both.workspace, contacts), Status::ok);
    ASSERT_EQ(satori_collide(c_boxes, nullptr, both.c_workspace, &c_contacts, nullptr), SATORI_OK);
    expect_same_contacts(c_contacts, contacts);
    RectContactResult flat_contacts;
    satori_rect_contact_result c_flat_contacts;
    ASSERT_EQ(collide(rects, both.workspace, flat_contacts), Status::ok);
    ASSERT_EQ(satori_collide_rects(c_rects, nullptr, both.c_workspace, &c_flat_contacts, nullptr), SATORI_OK);
    expect_same_contacts(c_flat_contacts, flat_contacts);
    satori_box_batch_destroy(c_boxes);
    satori_rect_batch_destroy(c_rects);
}

TEST(CApi, FiltersGiveTheSameBytes) {
    Both both;
    const std::vector<OrientedBox> scene = test::make_test_scene(test::SceneKind::clustered, 2000, 7);
    const std::vector<OrientedRect> flat_scene = test::make_rect_scene(test::SceneKind::clustered, 2000, 7);
    const BoxBatch boxes = test::make_batch(scene);
    const RectBatch rects = test::make_batch(flat_scene);
    const std::vector<Aabb> bounds = test::bounds_of(boxes);
    const std::vector<Aabb2> flat_bounds = test::bounds_of(rects);
    satori_box_batch* c_boxes = nullptr;
    satori_rect_batch* c_rects = nullptr;
    ASSERT_EQ(satori_box_batch_create(nullptr, &c_boxes), SATORI_OK);
    ASSERT_EQ(satori_rect_batch_create(nullptr, &c_rects), SATORI_OK);
    const satori_box_view view = satori_box_rows(&scene[0].center.x, scene.size(), 40);
    const satori_rect_view flat_view = satori_rect_rows(&flat_scene[0].center.x, flat_scene.size(), 20);
    ASSERT_EQ(satori_box_batch_assign(c_boxes, &view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
    ASSERT_EQ(satori_rect_batch_assign(c_rects, &flat_view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
    const satori_aabb_view c_bounds{&bounds[0].min.x, &bounds[0].max.x, sizeof(Aabb), bounds.size()};
    const satori_aabb2_view c_flat_bounds{&flat_bounds[0].min.x, &flat_bounds[0].max.x, sizeof(Aabb2),
                                          flat_bounds.size()};

    test::Random random(3);
    std::vector<BoxFilter> filters(scene.size());
    std::vector<satori_box_filter> c_filters(scene.size(), satori_box_filter_default());
    std::vector<MotionType> motions(scene.size());
    std::vector<satori_motion_type> c_motions(scene.size());
    for (std::size_t i = 0; i < scene.size(); ++i) {
        filters[i].mask = c_filters[i].mask = random.below(4);
        filters[i].group = c_filters[i].group = static_cast<std::int32_t>(random.below(3)) - 1;
        c_motions[i] = random.below(4);
        motions[i] = static_cast<MotionType>(c_motions[i]);
    }

    // One set; then two sets, of which the first has filters and the second has motion types.
    for (const bool two_sets : {false, true}) {
        PairOptions options{.execution = both.on, .filters = {filters}, .motions = {motions}};
        satori_pair_options c_options{};
        c_options.execution = &both.c_on;
        c_options.first_filters = {c_filters.data(), c_motions.data()};
        // Not read without a second set.
        c_options.second_filters.motions = c_motions.data();
        if (two_sets) {
            options.motions = {{}, motions};
            c_options.first_filters.motions = nullptr;
        }
        PairResult found;
        satori_pair_result c_found;
        const auto sets = [&](const auto& set) { return two_sets ? SetsOf(set, set) : SetsOf(set); };
        const auto second = [&](auto* set) { return two_sets ? set : nullptr; };
        const auto same = [&](Status status, satori_status c_status) {
            ASSERT_EQ(status, Status::ok);
            ASSERT_EQ(c_status, SATORI_OK);
            EXPECT_GT(found.pair_count, 0U);
            EXPECT_LT(found.pair_count, found.candidate_count);
            expect_same(c_found, found);
        };
        same(find_pairs(sets(boxes), both.workspace, found, options),
             satori_find_pairs(c_boxes, second(c_boxes), both.c_workspace, &c_found, &c_options));
        same(find_pairs(sets(rects), both.workspace, found, options),
             satori_find_rect_pairs(c_rects, second(c_rects), both.c_workspace, &c_found, &c_options));
        same(find_pairs(sets(aabb_rows(bounds)), both.workspace, found, options),
             satori_find_aabb_pairs(&c_bounds, second(&c_bounds), both.c_workspace, &c_found, &c_options));
        same(find_pairs(sets(aabb_rows(flat_bounds)), both.workspace, found, options),
             satori_find_aabb2_pairs(&c_flat_bounds, second(&c_flat_bounds), both.c_workspace, &c_found, &c_options));
        same(find_overlaps(sets(boxes), both.workspace, found, options),
             satori_find_overlaps(c_boxes, second(c_boxes), both.c_workspace, &c_found, &c_options));
        same(find_overlaps(sets(rects), both.workspace, found, options),
             satori_find_rect_overlaps(c_rects, second(c_rects), both.c_workspace, &c_found, &c_options));

        ContactResult contacts;
        satori_contact_result c_contacts;
        satori_collide_options c_collide{};
        c_collide.first_filters = c_options.first_filters;
        c_collide.second_filters = c_options.second_filters;
        ASSERT_EQ(
            collide(sets(boxes), both.workspace, contacts, {.filters = options.filters, .motions = options.motions}),
            Status::ok);
        ASSERT_EQ(satori_collide(c_boxes, second(c_boxes), both.c_workspace, &c_contacts, &c_collide), SATORI_OK);
        EXPECT_GT(contacts.manifold_count, 0U);
        expect_same_contacts(c_contacts, contacts);
        RectContactResult flat_contacts;
        satori_rect_contact_result c_flat_contacts;
        satori_rect_collide_options c_flat_collide{};
        c_flat_collide.first_filters = c_options.first_filters;
        c_flat_collide.second_filters = c_options.second_filters;
        ASSERT_EQ(collide(sets(rects), both.workspace, flat_contacts,
                          {.filters = options.filters, .motions = options.motions}),
                  Status::ok);
        ASSERT_EQ(satori_collide_rects(c_rects, second(c_rects), both.c_workspace, &c_flat_contacts, &c_flat_collide),
                  SATORI_OK);
        EXPECT_GT(flat_contacts.manifold_count, 0U);
        expect_same_contacts(c_flat_contacts, flat_contacts);
    }
    satori_box_batch_destroy(c_boxes);
    satori_rect_batch_destroy(c_rects);
}

}  // namespace
}  // namespace satori
