// Sensors and solid boxes at run time, contacts that are switched off while they last, and detectors.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/world_events.hpp"

namespace satori {
namespace {

class WorldSensors : public testing::Test {
protected:
    BoxId create(double x, MotionType motion = MotionType::dynamic_box, bool sensor = false) {
        BoxDef def;
        def.pose.position = {x, 0, 0};
        def.motion = motion;
        def.sensor = sensor;
        BoxId id;
        EXPECT_EQ(world_.create(def, id), Status::ok);
        return id;
    }
    WorldUpdate update() {
        WorldUpdate result;
        EXPECT_EQ(world_.update(result, {Isa::best, &serial_executor()}), Status::ok);
        EXPECT_TRUE(world_.validate());
        return result;
    }
    void place(BoxId id, double x) { ASSERT_EQ(world_.set_pose(id, {{x, 0, 0}, {0, 0, 0, 1}}), Status::ok); }
    /// Expects that the one contact has ended and begun anew, as one with or without a manifold.
    void expect_switched(const WorldUpdate& told, bool sensor) {
        ASSERT_EQ(told.ended.size(), 1U);
        ASSERT_EQ(told.begun.size(), 1U);
        EXPECT_TRUE(told.changed.empty());
        EXPECT_EQ(told.ended[0].pair, told.begun[0].pair);
        EXPECT_EQ(told.ended[0].is_sensor(), !sensor);
        EXPECT_EQ(told.begun[0].is_sensor(), sensor);
        EXPECT_EQ(told.contact_count, 1U);
        EXPECT_EQ(test::contacts_of(world_), std::vector<WorldContact>{told.begun[0]});
        EXPECT_EQ(world_.manifold(told.begun[0].slot).point_count, sensor ? 0U : 4U);
        if (sensor) {
            EXPECT_EQ(world_.manifold(told.ended[0].slot).point_count, 0U);
            EXPECT_TRUE(world_.payloads(told.ended[0].slot).empty());
        }
    }

    void expect_nothing(const WorldUpdate& told) {
        EXPECT_TRUE(told.begun.empty() && told.changed.empty() && told.ended.empty());
        EXPECT_EQ(told.contact_count, 0U);
        EXPECT_TRUE(test::contacts_of(world_).empty());
    }
    void expect_only_ended(const WorldUpdate& told, const WorldContact& contact) {
        EXPECT_TRUE(told.begun.empty() && told.changed.empty());
        ASSERT_EQ(told.ended.size(), 1U);
        EXPECT_EQ(told.ended[0], contact);
        EXPECT_EQ(told.contact_count, 0U);
        EXPECT_TRUE(test::contacts_of(world_).empty());
    }
    void expect_only_begun(const WorldUpdate& told, const WorldContact& contact) {
        EXPECT_TRUE(told.ended.empty() && told.changed.empty());
        ASSERT_EQ(told.begun.size(), 1U);
        EXPECT_EQ(told.begun[0], contact);
        EXPECT_EQ(test::contacts_of(world_), std::vector<WorldContact>{contact});
    }

    World world_;
};

TEST_F(WorldSensors, ABoxBecomesASensorAndSolidAgain) {
    const BoxId a = create(0), b = create(0.75);
    const std::uint32_t slot = update().begun[0].slot;
    world_.payloads(slot)[0].bytes[0] = std::byte{7};
    for (const BoxId id : {a, b}) {
        ASSERT_EQ(world_.set_sensor(id, true), Status::ok);
        EXPECT_TRUE(world_.box(id).sensor);
        EXPECT_EQ(world_.contact_count(), 1U);
        EXPECT_FALSE(test::contacts_of(world_)[0].is_sensor()) << "before the update nothing has changed";
        expect_switched(update(), true);
        ASSERT_EQ(world_.set_sensor(id, false), Status::ok);
        const WorldUpdate told = update();
        expect_switched(told, false);
        for (const PointPayload& payload : world_.payloads(told.begun[0].slot))
            EXPECT_EQ(payload.bytes[0], std::byte{0}) << "a new contact";
    }
}

TEST_F(WorldSensors, TwiceBeforeAnUpdateIsNothing) {
    const BoxId a = create(0), b = create(0.75);
    const WorldContact contact = update().begun[0];
    ASSERT_EQ(world_.set_sensor(a, true), Status::ok);
    ASSERT_EQ(world_.set_sensor(a, false), Status::ok);
    ASSERT_EQ(world_.set_contact_enabled(a, b, false), Status::ok);
    ASSERT_EQ(world_.set_contact_enabled(b, a, true), Status::ok);
    const WorldUpdate told = update();
    EXPECT_TRUE(told.begun.empty() && told.ended.empty());
    EXPECT_EQ(test::contacts_of(world_), std::vector<WorldContact>{contact});
}

TEST_F(WorldSensors, TwoSensorsMakeNoPair) {
    const BoxId ids[] = {create(0), create(0.75)};
    update();
    ASSERT_EQ(world_.set_sensor(ids, true), Status::ok);
    const WorldUpdate told = update();
    EXPECT_EQ(told.ended.size(), 1U);
    EXPECT_EQ(told.pair_count, 0U);
    ASSERT_EQ(world_.set_sensor(ids[1], false), Status::ok);
    EXPECT_TRUE(update().begun[0].is_sensor());
}

TEST_F(WorldSensors, AContactIsOffAsLongAsItLasts) {
    const BoxId a = create(0), b = create(0.75);
    const WorldContact contact = update().begun[0];
    world_.payloads(contact.slot)[0].bytes[0] = std::byte{7};
    ASSERT_EQ(world_.set_contact_enabled(b, a, false), Status::ok);
    EXPECT_EQ(world_.contact_count(), 1U) << "before the update nothing has changed";
    expect_only_ended(update(), contact);
    place(a, 0.125);
    expect_nothing(update());
    ASSERT_EQ(world_.set_filter(b, BoxFilter{}), Status::ok);
    expect_nothing(update());
    ASSERT_EQ(world_.set_contact_enabled(a, b, true), Status::ok);
    expect_only_begun(update(), contact);
    EXPECT_EQ(world_.payloads(contact.slot)[0].bytes[0], std::byte{7});
    EXPECT_EQ(world_.manifold(contact.slot).point_count, 4U);
    ASSERT_EQ(world_.set_contact_enabled(a, b, false), Status::ok);
    expect_only_ended(update(), contact);
    place(a, -1);
    expect_nothing(update());
    EXPECT_TRUE(world_.payloads(contact.slot).empty());
    place(a, 0);
    EXPECT_EQ(update().begun.size(), 1U) << "a new contact is on";
}

TEST_F(WorldSensors, AContactAtADistanceStaysOff) {
    const BoxId a = create(0), b = create(1.25);
    ASSERT_EQ(world_.set_speculative_distance(a, 0.5F), Status::ok);
    const WorldContact contact = update().begun[0];
    ASSERT_EQ(world_.set_contact_enabled(a, b, false), Status::ok);
    expect_only_ended(update(), contact);
    for (const double x : {0.125, 0.25, 0.5, 0.0}) {
        place(a, x);
        expect_nothing(update());
        EXPECT_EQ(world_.manifold(contact.slot).point_count, 4U);
    }
    place(a, -1);
    expect_nothing(update());
    place(a, 0);
    EXPECT_EQ(update().begun.size(), 1U);
}

TEST_F(WorldSensors, AContactThatIsOffEndsWithItsBox) {
    const BoxId a = create(0), b = create(0.75);
    const WorldContact contact = update().begun[0];
    ASSERT_EQ(world_.set_contact_enabled(a, b, false), Status::ok);
    expect_only_ended(update(), contact);
    ASSERT_EQ(world_.destroy(a), Status::ok);
    expect_nothing(update());
    create(0);
    EXPECT_EQ(update().begun.size(), 1U);
}

TEST_F(WorldSensors, ASensorsContactIsOffToo) {
    const BoxId a = create(0, MotionType::dynamic_box, true), b = create(0.75);
    const WorldContact contact = update().begun[0];
    ASSERT_EQ(world_.set_contact_enabled(a, b, false), Status::ok);
    expect_only_ended(update(), contact);
    ASSERT_EQ(world_.set_sensor(a, false), Status::ok);
    EXPECT_EQ(update().begun.size(), 1U) << "a contact of the other kind is a new one";
}

TEST_F(WorldSensors, WhereBoundsAloneOverlapTheNextContactIsOn) {
    BoxDef turned;
    turned.pose.rotation = {0, 0, 0.38268343F, 0.92387953F};
    turned.pose.position = {1.0, 0, 0};
    const BoxId a = create(0);
    BoxId b;
    ASSERT_EQ(world_.create(turned, b), Status::ok);
    const WorldUpdate first = update();
    ASSERT_EQ(first.begun.size(), 1U);
    const WorldContact contact = first.begun[0];
    ASSERT_EQ(world_.set_contact_enabled(a, b, false), Status::ok);
    expect_only_ended(update(), contact);
    // Beside the corner: the bounds still overlap.
    turned.pose.position = {1.1, 1.1, 0};
    ASSERT_EQ(world_.set_pose(b, turned.pose), Status::ok);
    const WorldUpdate apart = update();
    expect_nothing(apart);
    EXPECT_EQ(apart.pair_count, 1U);
    EXPECT_EQ(world_.set_contact_enabled(a, b, true), Status::invalid_argument);
    turned.pose.position = {1.0, 0, 0};
    ASSERT_EQ(world_.set_pose(b, turned.pose), Status::ok);
    EXPECT_EQ(update().begun.size(), 1U);
    // Switched off and moved apart in one step.
    ASSERT_EQ(world_.set_contact_enabled(a, b, false), Status::ok);
    turned.pose.position = {1.1, 1.1, 0};
    ASSERT_EQ(world_.set_pose(b, turned.pose), Status::ok);
    const WorldUpdate left = update();
    EXPECT_TRUE(left.begun.empty());
    EXPECT_EQ(left.ended.size(), 1U);
    turned.pose.position = {1.0, 0, 0};
    ASSERT_EQ(world_.set_pose(b, turned.pose), Status::ok);
    EXPECT_EQ(update().begun.size(), 1U);
}

TEST_F(WorldSensors, OnlyContactsCanBeSwitched) {
    const BoxId a = create(0), b = create(0.75), c = create(5);
    EXPECT_EQ(world_.set_contact_enabled(a, b, false), Status::invalid_argument) << "before the first update";
    update();
    EXPECT_EQ(world_.set_contact_enabled(a, c, false), Status::invalid_argument);
    EXPECT_EQ(world_.set_contact_enabled(a, a, false), Status::invalid_id);
    ASSERT_EQ(world_.destroy(b), Status::ok);
    EXPECT_EQ(world_.set_contact_enabled(a, b, false), Status::invalid_id);
}

TEST_F(WorldSensors, DetectorsMeetBoxesOfEveryType) {
    const MotionType types[] = {MotionType::static_box, MotionType::kinematic_box, MotionType::dynamic_box,
                                MotionType::detector_box};
    for (const MotionType type : types) {
        for (const bool sleeping : {false, true}) {
            const BoxId zone = create(0, MotionType::detector_box, true), box = create(0.75, type);
            ASSERT_EQ(world_.set_sleeping(box, sleeping), Status::ok);
            EXPECT_EQ(update().begun.size(), 1U);
            ASSERT_EQ(world_.set_motion(zone, MotionType::kinematic_box), Status::ok);
            EXPECT_EQ(update().ended.size(), type < MotionType::dynamic_box ? 1U : 0U);
            ASSERT_EQ(world_.destroy(zone), Status::ok);
            ASSERT_EQ(world_.destroy(box), Status::ok);
            update();
        }
    }
}

}  // namespace
}  // namespace satori
