// The C API gives what the C++ API gives, to the bit: both are asked the same of the same scenes.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "support/bytes.hpp"
#include "support/calls.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr test::SceneKind kKinds[] = {test::SceneKind::uniform, test::SceneKind::clustered,
                                      test::SceneKind::touching_grid, test::SceneKind::far_away};

template <class T>
test::Bytes bytes_of(const T* items, std::uint64_t count) {
    test::Bytes bytes;
    test::append(bytes, std::span(items, count));
    return bytes;
}

/// Both have found the same pairs.
void expect_same(const satori_pair_result& c, const PairResult& cpp) {
    ASSERT_EQ(c.pair_count, cpp.pair_count);
    EXPECT_EQ(c.candidate_count, cpp.candidate_count);
    EXPECT_EQ(c.isa, static_cast<satori_isa>(cpp.isa));
    EXPECT_TRUE(bytes_of(c.pairs, c.pair_count) == bytes_of(cpp.pairs.data(), cpp.pairs.size()));
}

template <class C, class Cpp>
void expect_same_contacts(const C& c, const Cpp& cpp) {
    ASSERT_EQ(c.manifold_count, cpp.manifold_count);
    EXPECT_EQ(c.point_count, cpp.point_count);
    EXPECT_EQ(c.candidate_count, cpp.candidate_count);
    EXPECT_TRUE(bytes_of(c.manifolds, c.manifold_count) == bytes_of(cpp.manifolds.data(), cpp.manifolds.size()));
}

/// What both APIs work with. C++ on one thread, C on three, or on oneTBB.
struct Both {
    Workspace workspace;
    ContactCache cache;
    satori_workspace* c_workspace = nullptr;
    satori_contact_cache* c_cache = nullptr;
    Execution on{Isa::best, &serial_executor()};
    satori_execution c_on{satori_executor_threads(3), SATORI_ISA_BEST};

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
            EXPECT_TRUE(bytes_of(satori_box_batch_component(c_boxes, i), scene.size()) ==
                        bytes_of(boxes.component(static_cast<BoxComponent>(i)).data(), scene.size()));
        }
        std::vector<Aabb> bounds(scene.size());
        std::vector<satori_aabb> c_bounds(scene.size());
        ASSERT_EQ(compute_aabbs(boxes, bounds, both.on), Status::ok);
        ASSERT_EQ(satori_compute_aabbs(c_boxes, c_bounds.data(), c_bounds.size(), &both.c_on), SATORI_OK);
        EXPECT_TRUE(bytes_of(c_bounds.data(), scene.size()) == bytes_of(bounds.data(), scene.size()));

        PairResult found;
        satori_pair_result c_found;
        ASSERT_EQ(find_pairs(boxes, both.workspace, found, both.on), Status::ok);
        ASSERT_EQ(satori_find_pairs(c_boxes, both.c_workspace, &c_found, &both.c_on, nullptr), SATORI_OK);
        expect_same(c_found, found);
        const CollideOptions options{Boundary::open, 0.01F, 2};
        const satori_collide_options c_options{SATORI_BOUNDARY_OPEN, 0.01F, 2};
        ASSERT_EQ(find_overlaps(boxes, both.workspace, found, options, both.on), Status::ok);
        ASSERT_EQ(satori_find_overlaps(c_boxes, both.c_workspace, &c_found, &c_options, &both.c_on, nullptr),
                  SATORI_OK);
        expect_same(c_found, found);
        pairs_met += found.pair_count;

        // Twice: the second time with what the first one left in the caches.
        for (int step = 0; step < 2; ++step) {
            ContactResult contacts;
            satori_contact_result c_contacts;
            ASSERT_EQ(collide(boxes, both.workspace, contacts, options, both.on, {}, &both.cache), Status::ok);
            ASSERT_EQ(
                satori_collide(c_boxes, both.c_workspace, &c_contacts, &c_options, &both.c_on, nullptr, both.c_cache),
                SATORI_OK);
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
        ASSERT_EQ(find_overlaps(rects, both.workspace, found, {}, both.on), Status::ok);
        ASSERT_EQ(satori_find_rect_overlaps(c_rects, both.c_workspace, &c_found, nullptr, &both.c_on, nullptr),
                  SATORI_OK);
        expect_same(c_found, found);
        RectContactResult contacts;
        satori_rect_contact_result c_contacts;
        ASSERT_EQ(collide(rects, both.workspace, contacts, {}, both.on), Status::ok);
        ASSERT_EQ(satori_collide_rects(c_rects, both.c_workspace, &c_contacts, nullptr, &both.c_on, nullptr, nullptr),
                  SATORI_OK);
        expect_same_contacts(c_contacts, contacts);
        manifolds_met += contacts.manifold_count;
        satori_rect_batch_destroy(c_rects);
    }
    EXPECT_GT(manifolds_met, 1000U);
}

/// A heap of boxes of all kinds.
std::vector<BoxDef> make_defs(std::uint32_t count, test::Random& random) {
    std::vector<BoxDef> defs(count);
    for (BoxDef& def : defs) {
        def.pose.position = {random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(-6, 6)};
        def.motion = static_cast<MotionType>(random.below(3));
        def.sensor = random.below(8) == 0;
        def.sleeping = random.below(8) == 0;
        def.filter.group = static_cast<std::int32_t>(random.below(4)) - 1;
        def.user_data = random.bits();
    }
    return defs;
}

TEST(CApi, WorldsGiveTheSameBytes) {
    const auto refuse = [](std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void*) noexcept {
        for (std::size_t k = 0; k < pairs.size(); ++k)
            keep[k] = (pairs[k].first.index + pairs[k].second.index) % 5 != 0;
    };
    const auto c_refuse = [](const satori_world_pair* pairs, std::uint8_t* keep, std::size_t count, void*) noexcept {
        for (std::size_t k = 0; k < count; ++k) keep[k] = (pairs[k].first.index + pairs[k].second.index) % 5 != 0;
    };
    World world({.bounds = {0.1F, 0}, .contacts = {Boundary::closed, 0.02F, 1}, .predicate = refuse});
    satori_world_options options = satori_world_options_default();
    options.bounds.margin = 0.1F;
    options.contacts.speculative_distance = 0.02F;
    options.predicate = c_refuse;
    satori_world* c_world = nullptr;
    ASSERT_EQ(satori_world_create(&options, nullptr, &c_world), SATORI_OK);

    test::Random random(3);
    const std::vector<BoxDef> defs = make_defs(600, random);
    std::vector<satori_box_def> c_defs(defs.size());
    static_assert(sizeof(BoxDef) == sizeof(satori_box_def));
    std::memcpy(static_cast<void*>(c_defs.data()), defs.data(), defs.size() * sizeof(BoxDef));
    std::vector<BoxId> ids(defs.size());
    std::vector<satori_box_id> c_ids(defs.size());
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    ASSERT_EQ(satori_world_create_boxes(c_world, c_defs.data(), c_ids.data(), c_ids.size(), nullptr), SATORI_OK);
    ASSERT_TRUE(bytes_of(c_ids.data(), c_ids.size()) == bytes_of(ids.data(), ids.size()));
    ASSERT_EQ(world.ignore(ids[3], ids[4]), Status::ok);
    ASSERT_EQ(satori_world_ignore(c_world, c_ids[3], c_ids[4]), SATORI_OK);

    const Execution serial{Isa::best, &serial_executor()};
    std::uint64_t begun = 0, persisted = 0, ended = 0, contacts = 0;
    for (std::uint32_t step = 0; step < 12; ++step) {
        SCOPED_TRACE(step);
        for (std::uint32_t i = step % 3; i < ids.size(); i += 3) {
            BoxPose pose = world.box(ids[i]).pose;
            pose.position.x += random.uniform(-0.2, 0.2);
            pose.rotation = {static_cast<float>(random.unit()), 0, 0, 1};
            satori_box_pose c_pose;
            static_assert(sizeof pose == sizeof c_pose);
            std::memcpy(&c_pose, &pose, sizeof pose);
            ASSERT_EQ(world.set_poses({&ids[i], 1}, {&pose, 1}), Status::ok);
            ASSERT_EQ(satori_world_set_poses(c_world, &c_ids[i], &c_pose, 1, nullptr), SATORI_OK);
        }
        WorldUpdate update;
        satori_world_update_result c_update;
        ASSERT_EQ(world.update(update, serial), Status::ok);
        ASSERT_EQ(satori_world_update(c_world, &c_update, nullptr), SATORI_OK);
        EXPECT_TRUE(bytes_of(c_update.begun, c_update.begun_count) ==
                    bytes_of(update.begun.data(), update.begun.size()));
        EXPECT_TRUE(bytes_of(c_update.persisted, c_update.persisted_count) ==
                    bytes_of(update.persisted.data(), update.persisted.size()));
        EXPECT_TRUE(bytes_of(c_update.ended, c_update.ended_count) ==
                    bytes_of(update.ended.data(), update.ended.size()));
        EXPECT_TRUE(bytes_of(c_update.contacts, c_update.contact_count) ==
                    bytes_of(update.contacts.data(), update.contacts.size()));
        EXPECT_EQ(c_update.pair_count, update.pair_count);
        EXPECT_EQ(c_update.changed_count, update.changed_count);
        EXPECT_EQ(c_update.tested_count, update.tested_count);
        EXPECT_EQ(c_update.point_count, update.point_count);
        EXPECT_EQ(c_update.path, static_cast<satori_update_path>(update.path));
        for (const WorldContact& contact : update.contacts) {
            EXPECT_TRUE(bytes_of(satori_world_manifold(c_world, contact.slot), 1) ==
                        bytes_of(&world.manifold(contact.slot), 1));
            const std::span<PointPayload> payloads = world.payloads(contact.slot);
            satori_point_payload* const c_payloads = satori_world_payloads(c_world, contact.slot);
            EXPECT_TRUE(bytes_of(c_payloads, 4) == bytes_of(payloads.data(), 4));
            payloads[0].bytes[5] = std::byte(step);
            c_payloads[0].bytes[5] = static_cast<std::uint8_t>(step);
        }
        EXPECT_EQ(satori_world_state_hash(c_world), world.state_hash());
        EXPECT_EQ(satori_world_validate(c_world), 1);
        begun += update.begun.size();
        persisted += update.persisted.size();
        ended += update.ended.size();
        contacts += update.contacts.size();
    }
    EXPECT_GT(begun, 100U);
    EXPECT_GT(persisted, 100U);
    EXPECT_GT(ended, 10U);
    EXPECT_GT(contacts, 100U);
    satori_world_destroy(c_world);
}

TEST(CApi, ReadmeShowsTheExample) {
    const auto text_of = [](const char* path) {
        std::ifstream file(path);
        EXPECT_TRUE(file.is_open()) << path;
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    const std::string readme = text_of(SATORI_TESTS_DIR "/../README.md");
    const std::string example = text_of(SATORI_TESTS_DIR "/../examples/hello_c.c");
    const std::string begin = "```c\n";
    const std::size_t at = readme.find(begin);
    ASSERT_NE(at, std::string::npos);
    const std::string shown = readme.substr(at + begin.size(), readme.find("```\n", at + 1) - at - begin.size());
    // All but the comment in its first line.
    EXPECT_EQ(shown, example.substr(example.find('\n') + 1));
}

}  // namespace
}  // namespace satori
