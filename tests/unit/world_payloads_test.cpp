// Payloads of a World stay with their points when flush boxes shift to and fro and corners get other ids. Those of
// contacts stay with their contacts.

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/world_events.hpp"

namespace satori {
namespace {

/// Returns which corner of the contact a point is, from 1 on.
std::uint32_t corner_of(const Vec3& offset) {
    return 1 + (offset.x > 0 ? 1 : 0) + (offset.z > 0 ? 2 : 0);
}
std::uint32_t kept_number(const PointPayload& payload) {
    std::uint32_t number = 0;
    std::memcpy(&number, payload.bytes, sizeof number);
    return number;
}

/// Counts what happened to the points of a stack whose boxes shift to and fro.
struct Swayed {
    std::uint32_t steps_with_new_ids = 0, kept = 0, lost = 0, wrong = 0;
};

Swayed sway(float max_distance, double far_x, Isa isa = Isa::best) {
    World world(WorldOptions{.match_distance = max_distance});
    constexpr std::uint32_t kCubes = 4;
    std::vector<BoxDef> defs(kCubes);
    for (std::uint32_t i = 0; i < kCubes; ++i) defs[i].pose.position = {far_x, 0.999 * i, 0};
    std::vector<BoxId> ids(kCubes);
    EXPECT_EQ(world.create(defs, ids), Status::ok);
    Swayed swayed;
    std::vector<ContactManifold> last(kCubes);
    for (int step = 0; step < 12; ++step) {
        for (std::uint32_t i = 0; i < kCubes; ++i) {
            BoxPose pose = defs[i].pose;
            // Farther than contact_snap, which is 0.15 mm.
            pose.position.x += 1e-3 * ((step + static_cast<int>(i)) % 2 == 0 ? 1 : -1);
            pose.position.z += 5e-4 * ((step + static_cast<int>(i)) % 3 - 1);
            EXPECT_EQ(world.set_pose(ids[i], pose), Status::ok);
        }
        WorldUpdate update;
        EXPECT_EQ(world.update(update, {isa}), Status::ok);
        const std::vector<WorldContact> contacts = test::contacts_of(world);
        EXPECT_EQ(contacts.size(), kCubes - 1);
        bool new_ids = false;
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            const ContactManifold& manifold = world.manifold(contacts[k].slot);
            const auto payloads = world.payloads(contacts[k].slot);
            EXPECT_EQ(manifold.point_count, 4U);
            for (std::uint32_t p = 0; p < 4; ++p) {
                const std::uint32_t corner = corner_of(manifold.points[p].offset), number = kept_number(payloads[p]);
                std::memcpy(payloads[p].bytes, &corner, sizeof corner);
                if (step == 0) continue;
                new_ids = new_ids || manifold.points[p].feature_id != last[k].points[p].feature_id;
                (number == corner ? swayed.kept : number == 0 ? swayed.lost : swayed.wrong) += 1;
            }
            last[k] = manifold;
        }
        swayed.steps_with_new_ids += new_ids;
    }
    return swayed;
}

TEST(WorldPayloads, StayWithCornersThatChangeTheirName) {
    for (const double far_x : {0.0, 1e7}) {
        for (const Isa isa : {Isa::scalar, Isa::best}) {
            const Swayed swayed = sway(MatchOptions{}.max_distance, far_x, isa);
            EXPECT_GT(swayed.steps_with_new_ids, 5U);
            EXPECT_EQ(swayed.kept, 11U * 3 * 4);
            EXPECT_EQ(swayed.lost, 0U);
            EXPECT_EQ(swayed.wrong, 0U);
        }
    }
}

TEST(WorldPayloads, GoByIdAloneOnRequest) {
    const Swayed swayed = sway(0, 0);
    EXPECT_GT(swayed.lost, 20U) << "corners with a new name begin anew";
    EXPECT_EQ(swayed.wrong, 0U);
}

// The match distance depends on the smaller box. A plate on a large box jumps by 1 cm, and its sides get new ids.
TEST(WorldPayloads, DistanceGrowsWithTheSmallerBox) {
    for (const float half : {0.5F, 0.05F}) {
        World world;
        std::vector<BoxDef> defs(2);
        defs[0].half_extents = {2, 2, 2};
        defs[1].half_extents = {half, half, half};
        defs[1].pose.position.y = 1.999 + static_cast<double>(half);
        std::vector<BoxId> ids(2);
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        WorldUpdate update;
        ASSERT_EQ(world.update(update), Status::ok);
        ASSERT_EQ(update.contact_count, 1U);
        ASSERT_EQ(update.begun.size(), 1U);
        const std::uint32_t slot = update.begun[0].slot;
        ASSERT_EQ(world.manifold(slot).point_count, 4U);
        for (PointPayload& payload : world.payloads(slot)) payload.bytes[0] = std::byte{7};
        // Half a turn about the horizontal: another face lies on the box, so all ids are new.
        BoxPose pose = defs[1].pose;
        pose.rotation = {1, 0, 0, 0};
        pose.position.x += 0.01;
        ASSERT_EQ(world.set_pose(ids[1], pose), Status::ok);
        ASSERT_EQ(world.update(update), Status::ok);
        ASSERT_EQ(world.manifold(slot).point_count, 4U);
        for (const PointPayload& payload : world.payloads(slot))
            EXPECT_EQ(payload.bytes[0], half == 0.5F ? std::byte{7} : std::byte{0}) << half;
    }
}

TEST(WorldPayloads, OptionsThatAreNotLegal) {
    for (const float distance : {-1e-30F, 1.1e9F, std::numeric_limits<float>::quiet_NaN()}) {
        World world(WorldOptions{.match_distance = distance});
        const BoxDef def;
        BoxId id;
        WorldUpdate update;
        EXPECT_EQ(world.create(def, id), Status::invalid_argument);
        EXPECT_EQ(world.update(update), Status::invalid_argument);
    }
}

/// Two cubes, one on top of the other.
struct Stack {
    explicit Stack(const WorldOptions& options) : world(options) {
        EXPECT_EQ(world.create(BoxDef{}, lower), Status::ok);
        BoxDef def;
        def.pose.position.y = 0.99;
        EXPECT_EQ(world.create(def, upper), Status::ok);
    }
    /// Moves the upper cube, and returns the slot of the contact.
    std::uint32_t step(const Vec3d& position) {
        EXPECT_EQ(world.set_pose(upper, {position, {}}), Status::ok);
        WorldUpdate update;
        EXPECT_EQ(world.update(update, {Isa::best, &serial_executor()}), Status::ok);
        const std::vector<WorldContact> contacts = test::contacts_of(world);
        return contacts.empty() ? kNoSlot : contacts[0].slot;
    }

    World world;
    BoxId lower, upper;
};

TEST(WorldPayloads, ExistWhereTheOptionsAskForThem) {
    for (const bool of_points : {true, false}) {
        for (const bool of_contacts : {true, false}) {
            Stack stack(WorldOptions{.point_payloads = of_points, .contact_payloads = of_contacts});
            const std::uint32_t slot = stack.step({0, 0.99, 0});
            ASSERT_NE(slot, kNoSlot);
            EXPECT_EQ(stack.world.payloads(slot).size(), of_points ? 4U : 0U);
            EXPECT_EQ(stack.world.contact_payload(slot) != nullptr, of_contacts);
            EXPECT_TRUE(stack.world.payloads(slot + 1).empty());
            EXPECT_EQ(stack.world.contact_payload(slot + 1), nullptr);
            EXPECT_EQ(stack.world.contact_payload(kNoSlot), nullptr);
            EXPECT_TRUE(stack.world.validate());
        }
    }
    World empty(WorldOptions{.contact_payloads = true});
    EXPECT_EQ(empty.contact_payload(0), nullptr);
}

TEST(WorldPayloads, OfAContactStayWhileTheBoxesTouch) {
    Stack stack(WorldOptions{.contact_payloads = true});
    const std::uint32_t slot = stack.step({0, 0.99, 0});
    const std::uint64_t hash = stack.world.state_hash();
    const std::uint32_t number = 7, of_point = 9;
    std::memcpy(stack.world.contact_payload(slot)->bytes, &number, sizeof number);
    EXPECT_NE(stack.world.state_hash(), hash);
    for (PointPayload& payload : stack.world.payloads(slot)) std::memcpy(payload.bytes, &of_point, sizeof of_point);
    // First all points change, then also the axis.
    for (const Vec3d& position : {Vec3d{0.7, 0.99, 0.6}, Vec3d{0.99, 0.6, 0}, Vec3d{0, 0.99, 0}}) {
        ASSERT_EQ(stack.step(position), slot);
        EXPECT_EQ(kept_number(*stack.world.contact_payload(slot)), number);
    }
    EXPECT_EQ(stack.step({0, 9, 0}), kNoSlot);
    ASSERT_EQ(stack.step({0, 0.99, 0}), slot);
    EXPECT_EQ(kept_number(*stack.world.contact_payload(slot)), 0U);
    EXPECT_EQ(kept_number(stack.world.payloads(slot)[0]), 0U);
}

}  // namespace
}  // namespace satori
