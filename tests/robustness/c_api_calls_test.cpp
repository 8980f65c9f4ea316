// R12 and R13 from C: missing and illegal arguments give the same errors as in the C++ API. No call can throw: its type
// is noexcept, and the templates here accept no other.

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.h>

#include "support/allocators.hpp"

namespace satori {
namespace {

/// Owns a handle for as long as a test needs it.
template <class Handle>
class Owned {
public:
    template <class Create, class... Options>
    Owned(Create create, void (*destroy)(Handle*) noexcept, Options... options) : destroy_(destroy) {
        EXPECT_EQ(create(options..., nullptr, &handle_), SATORI_OK);
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() { destroy_(handle_); }
    operator Handle*() const { return handle_; }

private:
    Handle* handle_ = nullptr;
    void (*destroy_)(Handle*) noexcept;
};

/// A sink that stores the bytes.
std::uint8_t keep(const void* bytes, std::size_t size, void* user) noexcept {
    const auto* const from = static_cast<const std::byte*>(bytes);
    auto& kept = *static_cast<std::vector<std::byte>*>(user);
    kept.insert(kept.end(), from, from + size);
    return 1;
}

class CApiCalls : public testing::Test {
protected:
    CApiCalls() {
        EXPECT_EQ(satori_box_batch_assign(boxes, &box_view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
        EXPECT_EQ(satori_rect_batch_assign(rects, &rect_view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
        EXPECT_EQ(satori_world_create_boxes(world, defs, box_ids, 2, nullptr), SATORI_OK);
    }

    /// Expects that call(args) is legal. Without any one of its pointers it must fail with SATORI_INVALID_ARGUMENT,
    /// except for the pointers at `optional`.
    template <class... P>
    void refuses_null(const char* name, satori_status (*call)(P...) noexcept,
                      std::initializer_list<std::size_t> optional, std::type_identity_t<P>... args) {
        SCOPED_TRACE(name);
        called_.insert(name);
        const std::tuple<P...> given(args...);
        constexpr std::index_sequence_for<P...> kAll;
        for (std::size_t i = 0; i < sizeof...(P); ++i) {
            bool is_optional = false;
            for (const std::size_t other : optional) is_optional = is_optional || other == i;
            if (is_optional || !is_pointer<P...>(i)) continue;
            EXPECT_EQ(call_without(call, given, i, kAll), SATORI_INVALID_ARGUMENT) << "argument " << i;
        }
        EXPECT_EQ(call_without(call, given, sizeof...(P), kAll), SATORI_OK);
    }

    const float rows[20] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1};
    const float flat_rows[10] = {0, 0, 1, 1, 0, 1, 0, 1, 1, 0};
    const satori_box_view box_view = satori_box_rows(rows, 2, 40);
    const satori_rect_view rect_view = satori_rect_rows(flat_rows, 2, 20);
    const double rows64[20] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1};
    const double flat_rows64[10] = {0, 0, 1, 1, 0, 1, 0, 1, 1, 0};
    const satori_box_view64 box_view64 = satori_box_rows64(rows64, 2, {}, 80);
    const satori_any_box_view any_view = {
        {rows, 40, SATORI_FLOAT32}, {rows + 6, 40, SATORI_FLOAT32}, {rows + 3, 40, SATORI_FLOAT32}, 2, 0, 0, 0, 0, {}};
    const satori_rect_view64 rect_view64 = satori_rect_rows64(flat_rows64, 2, {}, 40);
    const satori_aabb bounds[2] = {{{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}}};
    const satori_aabb2 flat_bounds[2] = {{{0, 0}, {1, 1}}, {{1, 1}, {2, 2}}};
    const satori_aabb_view aabbs = satori_aabb_rows(bounds, 2);
    const satori_aabb2_view flat_aabbs = satori_aabb2_rows(flat_bounds, 2);
    Owned<satori_box_batch> boxes{satori_box_batch_create, satori_box_batch_destroy};
    Owned<satori_rect_batch> rects{satori_rect_batch_create, satori_rect_batch_destroy};
    Owned<satori_workspace> workspace{satori_workspace_create, satori_workspace_destroy};
    Owned<satori_contact_cache> cache{satori_contact_cache_create, satori_contact_cache_destroy};
    Owned<satori_broadphase> broadphase{satori_broadphase_create, satori_broadphase_destroy,
                                        static_cast<const satori_broadphase_options*>(nullptr)};
    Owned<satori_world> world{satori_world_create, satori_world_destroy,
                              static_cast<const satori_world_options*>(nullptr)};
    satori_box_def defs[2] = {satori_box_def_default(), satori_box_def_default()};
    satori_box_id box_ids[2] = {};
    satori_pair_result found{};
    std::uint64_t invalid = 99;
    std::set<std::string> called_;

private:
    template <class... P>
    static bool is_pointer(std::size_t i) {
        const bool pointers[] = {std::is_pointer_v<P>...};
        return pointers[i];
    }
    template <class T>
    static T nulled(T value, bool null) {
        if constexpr (std::is_pointer_v<T>) return null ? nullptr : value;
        return value;
    }
    template <class... P, std::size_t... kAt>
    static satori_status call_without(satori_status (*call)(P...) noexcept, const std::tuple<P...>& args,
                                      std::size_t without, std::index_sequence<kAt...>) {
        return call(nulled(std::get<kAt>(args), kAt == without)...);
    }
};

#define REFUSES_NULL(call, ...) refuses_null(#call, call, __VA_ARGS__)
#define OPTIONAL(...)                                                                                                  \
    std::initializer_list<std::size_t> {                                                                               \
        __VA_ARGS__                                                                                                    \
    }

TEST_F(CApiCalls, RefuseWhatIsMissing) {
    // satori_collide() fills these variables. Later calls overwrite them.
    const satori_box_pair pair{0, 1};
    satori_box_pair pairs[2] = {{0, 1}, {0, 1}};
    std::uint8_t answer = 0;
    satori_aabb box_bounds[2];
    satori_aabb2 rect_bounds[2];
    satori_isa isa = 0;
    const satori_pose pose{{0, 0, 0}, {0, 0, 0, 1}};
    const satori_pose2 pose2{};
    const satori_oriented_box box{{0, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}};
    const satori_oriented_rect rect{{0, 0}, {1, 1}, 0};

    satori_box_batch* new_boxes = nullptr;
    satori_rect_batch* new_rects = nullptr;
    satori_workspace* new_workspace = nullptr;
    satori_contact_cache* new_cache = nullptr;
    satori_broadphase* new_broadphase = nullptr;
    satori_world* new_world = nullptr;
    satori_world_replay* new_replay = nullptr;
    REFUSES_NULL(satori_box_batch_create, OPTIONAL(0), nullptr, &new_boxes);
    REFUSES_NULL(satori_rect_batch_create, OPTIONAL(0), nullptr, &new_rects);
    REFUSES_NULL(satori_workspace_create, OPTIONAL(0), nullptr, &new_workspace);
    REFUSES_NULL(satori_contact_cache_create, OPTIONAL(0), nullptr, &new_cache);
    REFUSES_NULL(satori_broadphase_create, OPTIONAL(0, 1), nullptr, nullptr, &new_broadphase);
    REFUSES_NULL(satori_world_create, OPTIONAL(0, 1), nullptr, nullptr, &new_world);
    // A recording of no bytes, so null is legal.
    REFUSES_NULL(satori_world_replay_create, OPTIONAL(0, 2), nullptr, 0, nullptr, &new_replay);
    satori_box_batch_destroy(new_boxes);
    satori_rect_batch_destroy(new_rects);
    satori_workspace_destroy(new_workspace);
    satori_contact_cache_destroy(new_cache);
    satori_broadphase_destroy(new_broadphase);
    satori_world_destroy(new_world);
    satori_world_replay_destroy(new_replay);

    REFUSES_NULL(satori_isa_parse, OPTIONAL(), "scalar", &isa);
    REFUSES_NULL(satori_isa_resolve, OPTIONAL(), SATORI_ISA_SCALAR, &isa);
    REFUSES_NULL(satori_box_batch_assign, OPTIONAL(3), boxes, &box_view, SATORI_ON_INVALID_REFUSE, nullptr);
    REFUSES_NULL(satori_rect_batch_assign, OPTIONAL(3), rects, &rect_view, SATORI_ON_INVALID_REFUSE, nullptr);
    REFUSES_NULL(satori_box_batch_assign64, OPTIONAL(3), boxes, &box_view64, SATORI_ON_INVALID_REFUSE, nullptr);
    REFUSES_NULL(satori_box_batch_assign_any, OPTIONAL(3), boxes, &any_view, SATORI_ON_INVALID_REFUSE, nullptr);
    REFUSES_NULL(satori_rect_batch_assign64, OPTIONAL(3), rects, &rect_view64, SATORI_ON_INVALID_REFUSE, nullptr);
    REFUSES_NULL(satori_box_batch_assign_transformed, OPTIONAL(4), boxes, boxes, &pose, 1, nullptr);
    REFUSES_NULL(satori_rect_batch_assign_transformed, OPTIONAL(4), rects, rects, &pose2, 1, nullptr);

    REFUSES_NULL(satori_compute_aabbs, OPTIONAL(3), boxes, box_bounds, 2, nullptr);
    REFUSES_NULL(satori_compute_rect_aabbs, OPTIONAL(3), rects, rect_bounds, 2, nullptr);
    std::uint8_t covered[2] = {};
    REFUSES_NULL(satori_find_covered_sides, OPTIONAL(5), boxes, 0.1F, covered, 2, workspace, nullptr);
    REFUSES_NULL(satori_box_batch_set_covered_sides, OPTIONAL(), boxes, covered, 2);
    const float no_radii[2] = {};
    REFUSES_NULL(satori_box_batch_set_radii, OPTIONAL(3), boxes, no_radii, 2, &invalid);
    REFUSES_NULL(satori_rect_batch_set_radii, OPTIONAL(3), rects, no_radii, 2, &invalid);
    EXPECT_EQ(satori_box_batch_set_radii(boxes, nullptr, 0, nullptr), SATORI_OK);
    EXPECT_EQ(satori_rect_batch_set_radii(rects, nullptr, 0, nullptr), SATORI_OK);
    // The second set is optional everywhere: without it, there is one set.
    REFUSES_NULL(satori_find_pairs, OPTIONAL(1, 4), boxes, boxes, workspace, &found, nullptr);
    REFUSES_NULL(satori_find_aabb_pairs, OPTIONAL(1, 4), &aabbs, &aabbs, workspace, &found, nullptr);
    REFUSES_NULL(satori_find_rect_pairs, OPTIONAL(1, 4), rects, rects, workspace, &found, nullptr);
    REFUSES_NULL(satori_find_aabb2_pairs, OPTIONAL(1, 4), &flat_aabbs, &flat_aabbs, workspace, &found, nullptr);
    REFUSES_NULL(satori_find_overlaps, OPTIONAL(1, 4), boxes, boxes, workspace, &found, nullptr);
    REFUSES_NULL(satori_find_rect_overlaps, OPTIONAL(1, 4), rects, rects, workspace, &found, nullptr);
    REFUSES_NULL(satori_test_pairs, OPTIONAL(1, 6), boxes, boxes, &pair, &answer, 1, workspace, nullptr);
    satori_pair_distance distance{};
    satori_rect_distance rect_distance{};
    REFUSES_NULL(satori_distances, OPTIONAL(1, 6), boxes, boxes, &pair, &distance, 1, workspace, nullptr);
    REFUSES_NULL(satori_rect_distances, OPTIONAL(1, 6), rects, rects, &pair, &rect_distance, 1, workspace, nullptr);
    REFUSES_NULL(satori_find_near_pairs, OPTIONAL(1, 5), boxes, boxes, 1.0F, workspace, &found, nullptr);
    REFUSES_NULL(satori_find_near_rect_pairs, OPTIONAL(1, 5), rects, rects, 1.0F, workspace, &found, nullptr);
    satori_nearest_box nearest[2];
    REFUSES_NULL(satori_find_nearest, OPTIONAL(1, 6), boxes, boxes, 1.0F, nearest, 2, workspace, nullptr);
    REFUSES_NULL(satori_find_nearest_rects, OPTIONAL(1, 6), rects, rects, 1.0F, nearest, 2, workspace, nullptr);
    REFUSES_NULL(satori_distance, OPTIONAL(), &box, &box, &distance);
    REFUSES_NULL(satori_distance_rects, OPTIONAL(), &rect, &rect, &rect_distance);
    const satori_moving_boxes moving_boxes{boxes, nullptr};
    const satori_moving_rects moving_rects{rects, nullptr};
    const satori_moving_box moving_box{box, {}};
    const satori_moving_rect moving_rect{rect, {}};
    satori_impact impact;
    satori_rect_impact rect_impact;
    REFUSES_NULL(satori_times_of_impact, OPTIONAL(1, 6), &moving_boxes, &moving_boxes, &pair, &impact, 1, workspace,
                 nullptr);
    REFUSES_NULL(satori_rect_times_of_impact, OPTIONAL(1, 6), &moving_rects, &moving_rects, &pair, &rect_impact, 1,
                 workspace, nullptr);
    REFUSES_NULL(satori_time_of_impact, OPTIONAL(3), &moving_box, &moving_box, &impact, nullptr);
    REFUSES_NULL(satori_time_of_impact_rects, OPTIONAL(3), &moving_rect, &moving_rect, &rect_impact, nullptr);
    REFUSES_NULL(satori_find_impacts, OPTIONAL(1, 4), &moving_boxes, &moving_boxes, workspace, &found, nullptr);
    REFUSES_NULL(satori_find_rect_impacts, OPTIONAL(1, 4), &moving_rects, &moving_rects, workspace, &found, nullptr);
    const satori_moving_boxes no_boxes{nullptr, nullptr};
    for (const satori_moving_boxes* const second : {static_cast<const satori_moving_boxes*>(nullptr), &moving_boxes}) {
        EXPECT_EQ(satori_times_of_impact(&no_boxes, second, &pair, &impact, 1, workspace, nullptr),
                  SATORI_INVALID_ARGUMENT);
        EXPECT_EQ(satori_find_impacts(&no_boxes, second, workspace, &found, nullptr), SATORI_INVALID_ARGUMENT);
    }
    EXPECT_EQ(satori_times_of_impact(&moving_boxes, &no_boxes, &pair, &impact, 1, workspace, nullptr),
              SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(satori_find_impacts(&moving_boxes, &no_boxes, workspace, &found, nullptr), SATORI_INVALID_ARGUMENT);
    REFUSES_NULL(satori_test_rect_pairs, OPTIONAL(1, 6), rects, rects, &pair, &answer, 1, workspace, nullptr);
    REFUSES_NULL(satori_overlaps, OPTIONAL(), &box, &box, &answer, SATORI_BOUNDARY_CLOSED);
    REFUSES_NULL(satori_overlaps_rects, OPTIONAL(), &rect, &rect, &answer, SATORI_BOUNDARY_CLOSED);
    REFUSES_NULL(satori_sort_pairs, OPTIONAL(), pairs, 2, workspace);

    satori_contact_result contacts;
    satori_rect_contact_result rect_contacts;
    satori_separating_axis axis;
    satori_rect_separating_axis rect_axis;
    satori_contact_manifold manifold;
    satori_rect_manifold rect_manifold;
    std::uint32_t matches[4];
    satori_point_payload payloads[4] = {}, carried[4];
    REFUSES_NULL(satori_collide, OPTIONAL(1, 4), boxes, boxes, workspace, &contacts, nullptr);
    REFUSES_NULL(satori_collide_rects, OPTIONAL(1, 4), rects, rects, workspace, &rect_contacts, nullptr);
    REFUSES_NULL(satori_collide_pairs, OPTIONAL(1, 6), boxes, boxes, &pair, 1, workspace, &contacts, nullptr);
    REFUSES_NULL(satori_collide_rect_pairs, OPTIONAL(1, 6), rects, rects, &pair, 1, workspace, &rect_contacts, nullptr);
    REFUSES_NULL(satori_separating_axes, OPTIONAL(1, 6), boxes, boxes, &pair, &axis, 1, workspace, nullptr);
    REFUSES_NULL(satori_rect_separating_axes, OPTIONAL(1, 6), rects, rects, &pair, &rect_axis, 1, workspace, nullptr);
    const satori_pair_axes pair_axes{&pair, &axis, 1};
    const satori_rect_pair_axes rect_pair_axes{&pair, &rect_axis, 1};
    REFUSES_NULL(satori_build_manifolds, OPTIONAL(1, 5), boxes, boxes, &pair_axes, &manifold, workspace, nullptr);
    REFUSES_NULL(satori_build_rect_manifolds, OPTIONAL(1, 5), rects, rects, &rect_pair_axes, &rect_manifold, workspace,
                 nullptr);
    for (const satori_pair_axes& half : {satori_pair_axes{nullptr, &axis, 1}, satori_pair_axes{&pair, nullptr, 1}}) {
        EXPECT_EQ(satori_build_manifolds(boxes, nullptr, &half, &manifold, workspace, nullptr),
                  SATORI_INVALID_ARGUMENT);
    }
    REFUSES_NULL(satori_contact_cache_remember_rects, OPTIONAL(), cache, &rect_manifold, 1);
    REFUSES_NULL(satori_match_rect_points, OPTIONAL(2, 6), cache, rects, rects, &rect_manifold, 1, matches, nullptr);
    REFUSES_NULL(satori_contact_cache_remember, OPTIONAL(), cache, &manifold, 1);
    REFUSES_NULL(satori_match_points, OPTIONAL(2, 6), cache, boxes, boxes, &manifold, 1, matches, nullptr);
    REFUSES_NULL(satori_carry_payloads, OPTIONAL(5), matches, 4, payloads, 4, carried, nullptr);
    REFUSES_NULL(satori_workspace_release, OPTIONAL(), workspace);

    satori_broadphase_update_result update;
    std::uint32_t ids[2], more[2];
    REFUSES_NULL(satori_broadphase_add, OPTIONAL(5), broadphase, &aabbs, SATORI_MOTION_DYNAMIC, ids, 2, nullptr);
    REFUSES_NULL(satori_broadphase_add_boxes, OPTIONAL(5, 6), broadphase, boxes, SATORI_MOTION_DYNAMIC, more, 2,
                 nullptr, nullptr);
    REFUSES_NULL(satori_broadphase_move, OPTIONAL(4, 5), broadphase, ids, 2, &aabbs, nullptr, nullptr);
    REFUSES_NULL(satori_broadphase_move_boxes, OPTIONAL(4, 5), broadphase, more, 2, boxes, nullptr, nullptr);
    REFUSES_NULL(satori_broadphase_set_motion, OPTIONAL(4), broadphase, ids, 2, SATORI_MOTION_STATIC, nullptr);
    REFUSES_NULL(satori_broadphase_set_sleeping, OPTIONAL(4), broadphase, ids, 2, 1, nullptr);
    REFUSES_NULL(satori_broadphase_remove, OPTIONAL(3), broadphase, ids, 1, nullptr);
    REFUSES_NULL(satori_broadphase_update, OPTIONAL(2), broadphase, &update, nullptr);
    std::vector<satori_box_pair> all(update.pair_count);
    ASSERT_FALSE(all.empty());
    REFUSES_NULL(satori_broadphase_copy_pairs, OPTIONAL(), broadphase, all.data(), all.size());

    satori_world_update_result step;
    const satori_box_pose poses[2] = {defs[0].pose, defs[1].pose};
    const satori_vec3 half_extents[2] = {{1, 1, 1}, {1, 1, 1}};
    const satori_box_filter filters[2] = {satori_box_filter_default(), satori_box_filter_default()};
    satori_box_id new_ids[2];
    REFUSES_NULL(satori_world_create_boxes, OPTIONAL(4), world, defs, new_ids, 2, nullptr);
    REFUSES_NULL(satori_world_destroy_boxes, OPTIONAL(3), world, new_ids, 2, nullptr);
    satori_box_id any_ids[2] = {};
    REFUSES_NULL(satori_world_create_any, OPTIONAL(2, 5), world, &any_view, nullptr, any_ids, 2, nullptr);
    REFUSES_NULL(satori_world_set_any_poses, OPTIONAL(4), world, &any_view, box_ids, 2, nullptr);
    EXPECT_EQ(satori_world_destroy_boxes(world, any_ids, 2, nullptr), SATORI_OK);
    REFUSES_NULL(satori_world_set_poses, OPTIONAL(4), world, box_ids, poses, 2, nullptr);
    REFUSES_NULL(satori_world_set_half_extents, OPTIONAL(4), world, box_ids, half_extents, 2, nullptr);
    const std::uint8_t sides[2] = {SATORI_SIDE_PLUS_X, SATORI_ALL_SIDES};
    REFUSES_NULL(satori_world_set_covered_sides, OPTIONAL(4), world, box_ids, sides, 2, nullptr);
    const float distances[2] = {0, 1};
    REFUSES_NULL(satori_world_set_radii, OPTIONAL(4), world, box_ids, distances, 2, nullptr);
    REFUSES_NULL(satori_world_set_speculative_distances, OPTIONAL(4), world, box_ids, distances, 2, nullptr);
    REFUSES_NULL(satori_world_find_covered_sides, OPTIONAL(2), world, 0.1F, nullptr);
    REFUSES_NULL(satori_world_set_filters, OPTIONAL(4), world, box_ids, filters, 2, nullptr);
    REFUSES_NULL(satori_world_set_motion, OPTIONAL(4), world, box_ids, 2, SATORI_MOTION_DYNAMIC, nullptr);
    REFUSES_NULL(satori_world_set_sleeping, OPTIONAL(4), world, box_ids, 2, 1, nullptr);
    REFUSES_NULL(satori_world_set_sensor, OPTIONAL(4), world, box_ids, 2, 0, nullptr);
    REFUSES_NULL(satori_world_set_continuous, OPTIONAL(4), world, box_ids, 2, 0, nullptr);
    REFUSES_NULL(satori_world_set_user_data, OPTIONAL(), world, box_ids[0], 1);
    REFUSES_NULL(satori_world_ignore, OPTIONAL(), world, box_ids[0], box_ids[1]);
    REFUSES_NULL(satori_world_restore, OPTIONAL(), world, box_ids[0], box_ids[1]);
    REFUSES_NULL(satori_world_set_origin, OPTIONAL(), world, satori_vec3d{1, 0, 0});
    REFUSES_NULL(satori_world_update, OPTIONAL(2), world, &step, nullptr);
    REFUSES_NULL(satori_world_set_contact_enabled, OPTIONAL(), world, box_ids[0], box_ids[1], 1);
    std::vector<satori_world_contact> touching(step.contact_count);
    ASSERT_FALSE(touching.empty());
    std::size_t count = 0;
    REFUSES_NULL(satori_world_copy_contacts, OPTIONAL(), world, touching.data(), touching.size());
    REFUSES_NULL(satori_world_copy_box_contacts, OPTIONAL(), world, box_ids[0], touching.data(), touching.size(),
                 &count);

    const satori_world_ray ray{{0, 0, 9}, {0, 0, -1}, 20};
    const satori_world_box_cast cast{defs[0].pose, {1, 1, 1}, {1, 0, 0}, 20, 0, 0};
    const satori_world_point point{{0, 0, 9}, 20};
    const satori_vec3 at{0, 0, 0};
    const satori_world_shape shape{{0, 0, 0}, {&at, SATORI_SHAPE_POINT}};
    satori_world_hit hit;
    satori_world_closest closest;
    satori_world_hits hits;
    satori_world_boxes found_boxes;
    REFUSES_NULL(satori_world_prepare_queries, OPTIONAL(1), world, nullptr);
    REFUSES_NULL(satori_world_closest_hits, OPTIONAL(4), world, &ray, &hit, 1, nullptr);
    REFUSES_NULL(satori_world_any_hits, OPTIONAL(4), world, &ray, &answer, 1, nullptr);
    REFUSES_NULL(satori_world_all_hits, OPTIONAL(4), world, &ray, 1, &hits, nullptr);
    REFUSES_NULL(satori_world_all_cast_hits, OPTIONAL(4), world, &cast, 1, &hits, nullptr);
    REFUSES_NULL(satori_world_cast_boxes, OPTIONAL(4), world, &cast, &hit, 1, nullptr);
    const satori_world_moving_box in_world{defs[0].pose, {1, 1, 1}, 0, {{1, 0, 0}, {0, 0, 1}}, 0, 1e-3F};
    satori_world_box_impact box_impact;
    REFUSES_NULL(satori_world_first_impacts, OPTIONAL(4), world, &in_world, &box_impact, 1, nullptr);
    REFUSES_NULL(satori_world_find_boxes, OPTIONAL(4), world, &shape, 1, &found_boxes, nullptr);
    satori_world_containments contained;
    REFUSES_NULL(satori_world_classify_boxes, OPTIONAL(4), world, &shape, 1, &contained, nullptr);
    REFUSES_NULL(satori_world_closest_boxes, OPTIONAL(4), world, &point, &closest, 1, nullptr);
    const satori_world_pair both{box_ids[0], box_ids[1]};
    satori_pair_distance apart;
    satori_world_pairs near_pairs;
    REFUSES_NULL(satori_world_distances, OPTIONAL(4), world, &both, &apart, 1, nullptr);
    REFUSES_NULL(satori_world_find_near_pairs, OPTIONAL(3), world, 1.0F, &near_pairs, nullptr);
    const satori_mat4 unit{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    satori_frustum frustum;
    REFUSES_NULL(satori_frustum_from_matrix, OPTIONAL(), &unit, SATORI_CLIP_ZERO_TO_ONE, &frustum);

    Owned<satori_world> recorded{satori_world_create, satori_world_destroy,
                                 static_cast<const satori_world_options*>(nullptr)};
    std::vector<std::byte> bytes;
    satori_record_options record = satori_record_options_default();
    record.user = &bytes;
    EXPECT_EQ(satori_world_record(recorded, &record), SATORI_INVALID_ARGUMENT) << "no sink";
    record.write = keep;
    REFUSES_NULL(satori_world_record, OPTIONAL(), recorded, &record);
    EXPECT_EQ(satori_world_update(recorded, &step, nullptr), SATORI_OK);
    REFUSES_NULL(satori_world_stop_recording, OPTIONAL(), recorded);
    std::vector<std::byte> snapshot;
    const satori_snapshot_sink sink{keep, &snapshot};
    REFUSES_NULL(satori_world_save, OPTIONAL(), world, &sink);
    REFUSES_NULL(satori_world_load, OPTIONAL(3), recorded, snapshot.data(), snapshot.size(), nullptr);
    REFUSES_NULL(satori_world_copy_from, OPTIONAL(), recorded, world);
    EXPECT_EQ(satori_world_replay_create(nullptr, 1, nullptr, &new_replay), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(new_replay, nullptr);
    ASSERT_EQ(satori_world_replay_create(bytes.data(), bytes.size(), nullptr, &new_replay), SATORI_OK);
    satori_replay_step replayed;
    REFUSES_NULL(satori_world_replay_step, OPTIONAL(3), new_replay, &replayed, &step, nullptr);
    EXPECT_EQ(replayed.outcome, SATORI_REPLAY_SAME);
    EXPECT_EQ(satori_world_replay_step(nullptr, &replayed, &step, nullptr), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(replayed.outcome, SATORI_REPLAY_END);
    satori_world_replay_destroy(new_replay);

    // The test covers every call: each call of the API's list that can fail must be in it.
    std::ifstream list(SATORI_TESTS_DIR "/package/abi_c.txt");
    std::size_t listed = 0;
    for (std::string line; std::getline(list, line);) {
        const std::string begin = "function satori_status ";
        if (line.rfind(begin, 0) != 0) continue;
        const std::string name = line.substr(begin.size(), line.find('(') - begin.size());
        EXPECT_TRUE(called_.count(name) == 1) << name << " is not called here";
        ++listed;
    }
    EXPECT_EQ(listed, called_.size());
}

TEST_F(CApiCalls, NullHoldsNothing) {
    satori_box_batch_destroy(nullptr);
    satori_rect_batch_destroy(nullptr);
    satori_workspace_destroy(nullptr);
    satori_contact_cache_destroy(nullptr);
    satori_broadphase_destroy(nullptr);
    satori_world_destroy(nullptr);
    satori_world_replay_destroy(nullptr);
    satori_box_batch_clear(nullptr);
    satori_rect_batch_clear(nullptr);
    satori_contact_cache_clear(nullptr);

    std::size_t count = 9;
    EXPECT_EQ(satori_isa_compiled(nullptr), nullptr);
    EXPECT_EQ(satori_box_batch_invalid(nullptr, &count), nullptr);
    EXPECT_EQ(count, 0U);
    EXPECT_EQ(satori_box_batch_invalid(boxes, nullptr), nullptr);
    count = 9;
    EXPECT_EQ(satori_rect_batch_invalid(nullptr, &count), nullptr);
    EXPECT_EQ(count, 0U);
    count = 9;
    EXPECT_EQ(satori_broadphase_partners(nullptr, 0, &count), nullptr);
    EXPECT_EQ(count, 0U);
    EXPECT_EQ(satori_broadphase_partners(broadphase, 0, nullptr), nullptr);
    EXPECT_EQ(satori_box_batch_component(nullptr, 0), nullptr);
    EXPECT_EQ(satori_box_batch_covered_sides(nullptr), nullptr);
    EXPECT_EQ(satori_box_batch_radii(nullptr), nullptr);
    EXPECT_EQ(satori_rect_batch_radii(nullptr), nullptr);
    EXPECT_EQ(satori_rect_batch_component(nullptr, 0), nullptr);
    EXPECT_EQ(satori_rect_batch_component(rects, 6), nullptr);
    EXPECT_EQ(satori_box_batch_size(nullptr) + satori_rect_batch_size(nullptr), 0U);
    EXPECT_EQ(satori_box_batch_center_error(nullptr) + satori_rect_batch_center_error(nullptr), 0);
    EXPECT_EQ(satori_box_batch_bytes(nullptr) + satori_rect_batch_bytes(nullptr), 0U);
    EXPECT_EQ(satori_workspace_bytes(nullptr) + satori_workspace_peak_bytes(nullptr), 0U);
    EXPECT_EQ(satori_contact_cache_size(nullptr) + satori_contact_cache_bytes(nullptr), 0U);
    EXPECT_EQ(satori_broadphase_size(nullptr) + satori_broadphase_id_limit(nullptr), 0U);
    EXPECT_EQ(satori_broadphase_contains(nullptr, 0) + satori_broadphase_sleeping(nullptr, 0), 0);
    EXPECT_EQ(satori_broadphase_motion(nullptr, 0), SATORI_MOTION_STATIC);
    EXPECT_EQ(satori_broadphase_fat_bounds(nullptr, 0).max.x, 0);
    EXPECT_EQ(satori_broadphase_pair_count(nullptr) + satori_broadphase_bytes(nullptr) +
                  satori_broadphase_peak_bytes(nullptr),
              0U);
    EXPECT_EQ(satori_broadphase_validate(nullptr), 1);
    EXPECT_EQ(satori_world_size(nullptr) + satori_world_index_limit(nullptr), 0U);
    EXPECT_EQ(satori_world_contains(nullptr, box_ids[0]), 0);
    EXPECT_EQ(satori_world_id_at(nullptr, 0).generation, 0U);
    EXPECT_EQ(satori_world_box(nullptr, box_ids[0]).half_extents.x, 0.5F);
    EXPECT_EQ(satori_world_contact_count(nullptr), 0U);
    EXPECT_EQ(satori_world_manifold(nullptr, 0)->point_count, 0U);
    EXPECT_EQ(satori_world_payloads(nullptr, 0), nullptr);
    EXPECT_EQ(satori_world_contact_payload(nullptr, 0), nullptr);
    EXPECT_EQ(satori_world_validate(nullptr), 1);
    EXPECT_EQ(satori_world_state_hash(nullptr) + satori_world_bytes(nullptr), 0U);
    EXPECT_EQ(satori_world_replay_world(nullptr), nullptr);
    EXPECT_EQ(satori_world_replay_fault(nullptr), SATORI_RECORDING_FAULT_NONE);
    EXPECT_EQ(satori_world_replay_offset(nullptr), 0U);
    const satori_debug_drawer blind{};
    satori_debug_draw(nullptr, &blind);
    satori_debug_draw(world, nullptr);
    satori_debug_draw(world, &blind);
}

TEST_F(CApiCalls, RefuseWhatIsNotLegal) {
    const std::uint64_t hash = satori_world_state_hash(world);
    satori_box_id ids[2] = {};
    for (std::uint8_t satori_box_def::*flag :
         {&satori_box_def::sensor, &satori_box_def::sleeping, &satori_box_def::continuous}) {
        satori_box_def spoilt[2] = {defs[0], defs[1]};
        spoilt[1].*flag = 2;
        invalid = 99;
        EXPECT_EQ(satori_world_create_boxes(world, spoilt, ids, 2, &invalid), SATORI_INVALID_ARGUMENT);
        EXPECT_EQ(invalid, 1U);
        EXPECT_EQ(satori_world_create_boxes(world, spoilt, ids, 2, nullptr), SATORI_INVALID_ARGUMENT);
    }
    defs[1].half_extents.y = -1;
    EXPECT_EQ(satori_world_create_boxes(world, defs, ids, 2, &invalid), SATORI_INVALID_BOX);
    EXPECT_EQ(invalid, 1U);
    defs[0].motion = 9;
    EXPECT_EQ(satori_world_create_boxes(world, defs, ids, 2, &invalid), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(invalid, 0U);
    const satori_box_id wrong[2] = {box_ids[0], {1, 7}};
    EXPECT_EQ(satori_world_destroy_boxes(world, wrong, 2, &invalid), SATORI_INVALID_ID);
    EXPECT_EQ(invalid, 1U);
    EXPECT_EQ(satori_world_set_origin(world, {0, std::numeric_limits<double>::quiet_NaN(), 0}),
              SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(satori_world_state_hash(world), hash);

    EXPECT_EQ(satori_box_batch_assign(boxes, &box_view, 7, nullptr), SATORI_INVALID_ARGUMENT);
    // Arguments that C++ cannot express: a wrong flag, a wrong kind, a reference to nothing. Then arguments that fail
    // in C++ too.
    satori_query_filter filter = satori_query_filter_default();
    filter.sensors = 2;
    const satori_world_ray rays[2] = {{{0, 0, 0}, {0, 0, 1}, 1}, {{0, 0, 0}, {0, 0, 0}, 1}};
    satori_world_hit hits[2];
    satori_world_hits all;
    satori_query_options filtered{}, with_index{}, unknown_flag{}, filtered_each{};
    filtered.filter = &filter;
    filtered_each.filters = &filter;
    with_index.invalid_index = &invalid;
    unknown_flag.prepared = 2;
    EXPECT_EQ(satori_world_closest_hits(world, rays, hits, 1, &filtered), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(satori_world_all_hits(world, rays, 1, &all, &filtered), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(satori_world_closest_hits(world, rays, hits, 1, &filtered_each), SATORI_INVALID_ARGUMENT);
    filter.sensors = 0;
    EXPECT_EQ(satori_world_closest_hits(world, rays, hits, 1, &filtered_each), SATORI_OK);
    filter.ignored_count = 1;
    EXPECT_EQ(satori_world_closest_hits(world, rays, hits, 1, &filtered_each), SATORI_INVALID_ARGUMENT) << "no boxes";
    EXPECT_EQ(satori_world_closest_hits(world, rays, hits, 1, &filtered), SATORI_INVALID_ARGUMENT) << "no boxes";
    EXPECT_EQ(satori_world_closest_hits(world, rays, hits, 1, &unknown_flag), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(satori_world_all_hits(world, rays, 1, &all, &unknown_flag), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(satori_world_closest_hits(world, rays, hits, 2, &with_index), SATORI_INVALID_SHAPE);
    EXPECT_EQ(invalid, 1U);
    const satori_sphere sphere{{0, 0, 0}, 1};
    const satori_shape_ref wrong_shapes[] = {{nullptr, SATORI_SHAPE_SPHERE}, {&sphere, SATORI_SHAPE_BOX + 1}};
    for (const satori_shape_ref& wrong_shape : wrong_shapes) {
        const satori_world_shape shapes[2] = {{{0, 0, 0}, {&sphere, SATORI_SHAPE_SPHERE}}, {{0, 0, 0}, wrong_shape}};
        satori_world_boxes in_shape;
        ASSERT_EQ(satori_world_find_boxes(world, shapes, 1, &in_shape, nullptr), SATORI_OK);
        EXPECT_EQ(in_shape.box_count, 2U);
        invalid = 99;
        EXPECT_EQ(satori_world_find_boxes(world, shapes, 2, &in_shape, &with_index), SATORI_INVALID_ARGUMENT);
        EXPECT_EQ(invalid, 1U);
        EXPECT_EQ(in_shape.boxes, nullptr);
        EXPECT_EQ(satori_world_find_boxes(world, shapes, 2, &in_shape, nullptr), SATORI_INVALID_ARGUMENT);
    }

    satori_aabb three[3];
    EXPECT_EQ(satori_compute_aabbs(boxes, three, 3, nullptr), SATORI_INVALID_ARGUMENT);
    std::uint32_t three_ids[3];
    EXPECT_EQ(satori_broadphase_add(broadphase, &aabbs, SATORI_MOTION_DYNAMIC, three_ids, 3, nullptr),
              SATORI_INVALID_ARGUMENT);
    satori_pair_options options{};
    options.boundary = 5;
    EXPECT_EQ(satori_find_overlaps(boxes, nullptr, workspace, &found, &options), SATORI_INVALID_ARGUMENT);
    satori_contact_options how = satori_contact_options_default();
    how.boundary = 5;
    satori_collide_options collide_options{};
    collide_options.contacts = &how;
    satori_contact_result contacts;
    EXPECT_EQ(satori_collide(boxes, nullptr, workspace, &contacts, &collide_options), SATORI_INVALID_ARGUMENT);

    // A capacity without a buffer. The result of an earlier call must not stay.
    ASSERT_EQ(satori_find_pairs(boxes, nullptr, workspace, &found, nullptr), SATORI_OK);
    ASSERT_EQ(found.pair_count, 1U);
    options = {};
    options.buffer = {nullptr, 5};
    EXPECT_EQ(satori_find_pairs(boxes, nullptr, workspace, &found, &options), SATORI_INVALID_ARGUMENT);
    EXPECT_EQ(found.pair_count, 0U);
    EXPECT_EQ(found.pairs, nullptr);
    collide_options = {};
    collide_options.buffer = {nullptr, 5};
    EXPECT_EQ(satori_collide(boxes, nullptr, workspace, &contacts, &collide_options), SATORI_INVALID_ARGUMENT);
    // A null array with no elements is legal.
    EXPECT_EQ(satori_sort_pairs(nullptr, 0, workspace), SATORI_OK);
    EXPECT_EQ(satori_world_destroy_boxes(world, nullptr, 0, nullptr), SATORI_OK);
}

TEST_F(CApiCalls, HandlesComeFromTheAllocatorAndGoBack) {
    test::CountingAllocator memory;
    const Allocator cpp = memory.get();
    const satori_allocator allocator{cpp.allocate, cpp.release, cpp.user};
    const auto create_and_destroy = [&](auto create, auto destroy, auto* handle, const auto&... options) {
        EXPECT_EQ(create(options..., &allocator, &handle), SATORI_OK);
        EXPECT_EQ(memory.live_blocks(), 1U);
        destroy(handle);
        EXPECT_EQ(memory.live_blocks(), 0U);
        memory.fail_at(0);
        EXPECT_EQ(create(options..., &allocator, &handle), SATORI_OUT_OF_MEMORY);
        EXPECT_EQ(handle, nullptr);
        memory.never_fail();
    };
    create_and_destroy(satori_box_batch_create, satori_box_batch_destroy, static_cast<satori_box_batch*>(boxes));
    create_and_destroy(satori_rect_batch_create, satori_rect_batch_destroy, static_cast<satori_rect_batch*>(rects));
    create_and_destroy(satori_workspace_create, satori_workspace_destroy, static_cast<satori_workspace*>(workspace));
    create_and_destroy(satori_contact_cache_create, satori_contact_cache_destroy,
                       static_cast<satori_contact_cache*>(cache));
    create_and_destroy(satori_broadphase_create, satori_broadphase_destroy, static_cast<satori_broadphase*>(broadphase),
                       nullptr);
    create_and_destroy(satori_world_create, satori_world_destroy, static_cast<satori_world*>(world), nullptr);
    create_and_destroy(satori_world_replay_create, satori_world_replay_destroy,
                       static_cast<satori_world_replay*>(nullptr), nullptr, std::size_t{0});

    // The memory that the handles own comes from the allocator too.
    satori_world* other = nullptr;
    ASSERT_EQ(satori_world_create(nullptr, &allocator, &other), SATORI_OK);
    satori_box_id ids[2];
    EXPECT_EQ(satori_world_create_boxes(other, defs, ids, 2, nullptr), SATORI_OK);
    EXPECT_GT(memory.live_blocks(), 1U);
    memory.fail_all();
    satori_world_update_result step;
    EXPECT_EQ(satori_world_update(other, &step, nullptr), SATORI_OUT_OF_MEMORY);
    memory.never_fail();
    EXPECT_EQ(satori_world_update(other, &step, nullptr), SATORI_OK);
    EXPECT_EQ(step.begun_count, 1U);
    satori_world_destroy(other);
    EXPECT_EQ(memory.live_blocks(), 0U);
    EXPECT_EQ(memory.misuses(), 0U);
}

}  // namespace
}  // namespace satori
