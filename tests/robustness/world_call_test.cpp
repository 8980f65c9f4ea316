// A World's calls give errors for illegal arguments and then change nothing. A failed update can be repeated.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/bytes.hpp"
#include "support/executors.hpp"
#include "support/random.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

constexpr Execution kSerial{Isa::best, nullptr};

BoxDef at(double x, double y = 0, double z = 0) {
    BoxDef def;
    def.pose.position = {x, y, z};
    return def;
}

TEST(WorldCalls, RefuseWhatIsNotLegalAndNameIt) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr float kNanf = std::numeric_limits<float>::quiet_NaN();
    World world;
    std::vector<BoxDef> defs{at(0), at(0.5), at(9)};
    std::vector<BoxId> ids(3);
    std::uint64_t bad = 99;
    EXPECT_EQ(world.create(defs, std::span(ids).first(2), &bad), Status::invalid_argument);
    const auto refuse = [&](auto&& spoil, Status status) {
        std::vector<BoxDef> spoilt = defs;
        spoil(spoilt[1]);
        bad = 99;
        EXPECT_EQ(world.create(spoilt, ids, &bad), status);
        EXPECT_EQ(bad, 1U);
        EXPECT_EQ(world.size(), 0U);
    };
    refuse([&](BoxDef& def) { def.pose.position.y = kNan; }, Status::invalid_box);
    refuse([&](BoxDef& def) { def.pose.position.z = 1.1e12; }, Status::invalid_box);
    refuse([&](BoxDef& def) { def.pose.rotation = {0, 0, 0, 0}; }, Status::invalid_box);
    refuse([&](BoxDef& def) { def.half_extents.x = -1; }, Status::invalid_box);
    refuse([&](BoxDef& def) { def.half_extents.z = kNanf; }, Status::invalid_box);
    refuse([&](BoxDef& def) { def.motion = static_cast<MotionType>(7); }, Status::invalid_argument);
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    EXPECT_EQ(ids[0], (BoxId{0, 1}));
    EXPECT_EQ(ids[2], (BoxId{2, 1}));
    const std::uint64_t hash = world.state_hash();

    for (const BoxId wrong : {BoxId{}, BoxId{0, 2}, BoxId{3, 1}, BoxId{0xffffffffU, 1}}) {
        const std::vector<BoxId> some{ids[0], wrong};
        const std::vector<BoxPose> poses(2);
        const std::vector<Vec3> halves(2, Vec3{1, 1, 1});
        const std::vector<BoxFilter> filters(2);
        const std::vector<CoveredSides> sides(2);
        const std::vector<float> distances(2);
        const auto names_it = [&](Status status) {
            EXPECT_EQ(status, Status::invalid_id);
            EXPECT_EQ(bad, 1U);
            bad = 99;
        };
        names_it(world.destroy(some, &bad));
        names_it(world.set_poses(some, poses, &bad));
        names_it(world.set_half_extents(some, halves, &bad));
        names_it(world.set_filters(some, filters, &bad));
        names_it(world.set_radii(some, distances, &bad));
        names_it(world.set_covered_sides(some, sides, &bad));
        names_it(world.set_speculative_distances(some, distances, &bad));
        names_it(world.set_motion(some, MotionType::static_box, &bad));
        names_it(world.set_sleeping(some, true, &bad));
        names_it(world.set_sensor(some, true, &bad));
        names_it(world.set_continuous(some, true, &bad));
        EXPECT_EQ(world.set_contact_enabled(ids[0], wrong, false), Status::invalid_id);
        EXPECT_EQ(world.set_user_data(wrong, 1), Status::invalid_id);
        EXPECT_EQ(world.ignore(ids[0], wrong), Status::invalid_id);
        EXPECT_EQ(world.restore(wrong, ids[0]), Status::invalid_id);
        EXPECT_FALSE(world.contains(wrong));
        std::size_t count = 99;
        EXPECT_EQ(world.copy_contacts(wrong, {}, count), Status::invalid_id);
    }
    EXPECT_EQ(world.ignore(ids[0], ids[0]), Status::invalid_id);
    EXPECT_EQ(world.destroy(std::vector<BoxId>{ids[0], ids[0]}, &bad), Status::invalid_id);
    EXPECT_EQ(bad, 1U);
    std::vector<BoxPose> poses(3);
    EXPECT_EQ(world.set_poses(ids, std::span(poses).first(2)), Status::invalid_argument);
    poses[2].position.x = kNan;
    EXPECT_EQ(world.set_poses(ids, poses, &bad), Status::invalid_box);
    EXPECT_EQ(bad, 2U);
    EXPECT_EQ(world.set_half_extents(ids, std::vector<Vec3>{{1, 1, 1}, {1, -1, 1}, {1, 1, 1}}, &bad),
              Status::invalid_box);
    EXPECT_EQ(bad, 1U);
    EXPECT_EQ(world.set_motion(ids, static_cast<MotionType>(9)), Status::invalid_argument);
    EXPECT_EQ(world.set_origin({0, kNan, 0}), Status::invalid_argument);
    WorldUpdate update;
    EXPECT_EQ(world.update(update, {static_cast<Isa>(99), nullptr}), Status::unsupported_isa);
    EXPECT_EQ(world.state_hash(), hash);

    WorldOptions wrong;
    wrong.contacts.speculative_distance = -1;
    World unusable(wrong);
    EXPECT_EQ(unusable.create(defs, ids), Status::invalid_argument);
    EXPECT_EQ(unusable.update(update), Status::invalid_argument);
    World fat({.bounds = {-1, 0}});
    EXPECT_EQ(fat.create(defs, ids), Status::invalid_argument);
    EXPECT_EQ(fat.update(update), Status::invalid_argument);
    for (const float depth : {-1.0F, kNanf, 2 * kMaxNearDistance}) {
        World deep({.impact_depth = depth});
        EXPECT_EQ(deep.create(defs, ids), Status::invalid_argument);
        EXPECT_EQ(deep.update(update), Status::invalid_argument);
    }
}

TEST(WorldCalls, AnEmptyWorldHasNothing) {
    World world;
    WorldUpdate update;
    EXPECT_EQ(world.update(update), Status::ok);
    EXPECT_TRUE(update.begun.empty() && update.changed.empty() && update.ended.empty() && update.impacts.empty());
    EXPECT_EQ(update.contact_count + world.contact_count(), 0U);
    EXPECT_EQ(world.copy_contacts({}), Status::ok);
    std::size_t count = 99;
    EXPECT_EQ(world.copy_contacts(BoxId{0, 1}, {}, count), Status::invalid_id);
    EXPECT_EQ(world.size(), 0U);
    EXPECT_EQ(world.id_at(0), BoxId{});
    EXPECT_TRUE(world.payloads(0).empty());
    EXPECT_EQ(world.manifold(0).point_count, 0U);
    EXPECT_TRUE(world.validate());
    EXPECT_EQ(world.create({}, {}), Status::ok);
    EXPECT_EQ(world.destroy(std::span<const BoxId>()), Status::ok);
    World moved(std::move(world));
    EXPECT_EQ(moved.update(update), Status::ok);
}

class TouchingPair : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        ASSERT_EQ(world.update(update), Status::ok);
    }
    World world;
    const std::vector<BoxDef> defs{at(0), at(0.5)};
    std::vector<BoxId> ids = std::vector<BoxId>(2);
    WorldUpdate update;
};

TEST_F(TouchingPair, IdsTellUsersOfAnIndexApart) {
    ASSERT_EQ(update.begun.size(), 1U);
    EXPECT_EQ(update.begun[0].pair, (WorldPair{ids[0], ids[1]}));
    ASSERT_EQ(world.destroy(ids[0]), Status::ok);
    // The index is not used again before an update has reported the end of its contact.
    BoxId next;
    ASSERT_EQ(world.create(defs[0], next), Status::ok);
    EXPECT_EQ(next, (BoxId{2, 1}));
    EXPECT_EQ(test::sorted_pairs(test::contacts_of(world)), (std::vector{WorldPair{ids[0], ids[1]}}));
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.ended.size(), 1U);
    EXPECT_EQ(update.ended[0].pair, (WorldPair{ids[0], ids[1]}));
    EXPECT_EQ(update.begun.size(), 1U);
    BoxId again;
    ASSERT_EQ(world.create(defs[0], again), Status::ok);
    EXPECT_EQ(again, (BoxId{0, 2}));
    EXPECT_FALSE(world.contains(ids[0]));
    EXPECT_TRUE(world.contains(again));
}

TEST_F(TouchingPair, CopiesNothingIntoABufferThatIsTooSmall) {
    BoxId third;
    ASSERT_EQ(world.create(at(-0.75), third), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.contact_count, 2U);
    ASSERT_EQ(world.contact_count(), 2U);
    const WorldContact unwritten{{}, 12345};
    std::vector<WorldContact> contacts(3, unwritten);
    EXPECT_EQ(world.copy_contacts({}), Status::capacity_exceeded);
    EXPECT_EQ(world.copy_contacts(std::span(contacts).first(1)), Status::capacity_exceeded);
    EXPECT_EQ(contacts[0], unwritten);
    EXPECT_EQ(world.copy_contacts(contacts), Status::ok);
    EXPECT_EQ(contacts[2], unwritten);
    EXPECT_NE(contacts[0], contacts[1]);
    contacts.assign(3, unwritten);
    std::size_t count = 0;
    EXPECT_EQ(world.copy_contacts(ids[0], std::span(contacts).first(1), count), Status::capacity_exceeded);
    EXPECT_EQ(count, 2U);
    EXPECT_EQ(contacts[0], unwritten);
    EXPECT_EQ(world.copy_contacts(ids[0], contacts, count), Status::ok);
    EXPECT_EQ(count, 2U);
    EXPECT_EQ(contacts[0].pair, (WorldPair{ids[0], ids[1]}));
    EXPECT_EQ(contacts[1].pair, (WorldPair{ids[0], third}));
    EXPECT_EQ(contacts[2], unwritten);
    // The contacts stay those of the last update when the box goes. But it has no id anymore.
    ASSERT_EQ(world.destroy(ids[0]), Status::ok);
    EXPECT_EQ(world.contact_count(), 2U);
    EXPECT_EQ(world.copy_contacts(ids[0], contacts, count), Status::invalid_id);
    EXPECT_EQ(world.copy_contacts(third, contacts, count), Status::ok);
    EXPECT_EQ(count, 1U);
}

TEST_F(TouchingPair, ASlotThatIsNoContactsHasNoPoints) {
    ASSERT_EQ(update.contact_count, 1U);
    ASSERT_EQ(update.begun.size(), 1U);
    const std::uint32_t slot = update.begun[0].slot;
    EXPECT_NE(world.manifold(slot).point_count, 0U);
    EXPECT_EQ(world.payloads(slot).size(), 4U);
    const BoxPose away{{9, 0, 0}, {}};
    ASSERT_EQ(world.set_pose(ids[1], away), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.ended.size(), 1U);
    EXPECT_EQ(update.ended[0].slot, slot);
    EXPECT_EQ(world.manifold(slot).point_count, 0U);
    EXPECT_TRUE(world.payloads(slot).empty());
}

/// The state that a failed update does not change: all except bounds, manifolds and payloads.
class Kept {
public:
    /// Stores the state after an update that left the contacts `last`, ascending, and after any later calls.
    Kept(World& world, const std::vector<WorldContact>& last)
        : contacts_(last), boxes_(boxes_of(world)), slots_(slots_of(world)) {}

    void expect_in(World& world) const {
        EXPECT_TRUE(boxes_of(world) == boxes_);
        EXPECT_TRUE(test::solid_contacts_of(world) == contacts_);
        expect_contacts_of_boxes(world);
        for (const WorldContact& contact : contacts_) {
            const ContactManifold& manifold = world.manifold(contact.slot);
            EXPECT_EQ(manifold.pair, (BoxPair{contact.pair.first.index, contact.pair.second.index}));
            EXPECT_NE(manifold.point_count, 0U);
        }
        EXPECT_TRUE(slots_of(world) == slots_);
        EXPECT_TRUE(world.validate());
    }

private:
    /// Returns which slots have a manifold: those of contacts, also of contacts that are off.
    static std::vector<bool> slots_of(World& world) {
        std::vector<bool> slots(8 * world.index_limit() + 100);
        for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
            slots[slot] = world.manifold(slot).point_count != 0;
            EXPECT_EQ(world.payloads(slot).empty(), !slots[slot]) << "slot " << slot;
        }
        return slots;
    }
    /// The contacts of some boxes are those that name them, ascending.
    static void expect_contacts_of_boxes(const World& world) {
        const std::vector<WorldContact> contacts = test::contacts_of(world);
        for (std::uint32_t index = 0; index < world.index_limit(); index += 1 + world.index_limit() / 60) {
            const BoxId id = world.id_at(index);
            if (!world.contains(id)) continue;
            std::vector<WorldContact> wanted, got(contacts.size());
            for (const WorldContact& contact : contacts)
                if (contact.pair.first == id || contact.pair.second == id) wanted.push_back(contact);
            std::size_t count = 0;
            EXPECT_EQ(world.copy_contacts(id, got, count), Status::ok);
            got.resize(count);
            EXPECT_TRUE(got == wanted) << count << " of " << wanted.size();
        }
    }
    static test::Bytes boxes_of(const World& world) {
        test::Bytes bytes;
        const auto add = [&](const auto&... values) { (test::append(bytes, std::span(&values, 1)), ...); };
        for (std::uint32_t index = 0; index < world.index_limit(); ++index) {
            const BoxId id = world.id_at(index);
            const BoxDef box = world.box(id);
            add(id, box.pose.position, box.pose.rotation, box.half_extents, box.motion, box.sensor, box.sleeping,
                box.continuous, box.covered_sides, box.speculative_distance, box.radius, box.filter, box.user_data);
        }
        return bytes;
    }

    std::vector<WorldContact> contacts_;
    test::Bytes boxes_;
    std::vector<bool> slots_;
};

// Two equal worlds: calls fail in one of them only.
class TroubledWorld : public testing::Test {
protected:
    static constexpr int kFrames = 6;
    /// Creates `count` boxes, and moves or destroys others.
    void step(World& world, std::vector<BoxId>& ids, test::Random& random, int frame, std::size_t count) {
        // Repeats a call until it works. A call that fails changes nothing.
        const auto repeat = [&](auto&& call) {
            const std::uint64_t hash = world.state_hash();
            Status status = call();
            while (status == Status::out_of_memory) {
                EXPECT_EQ(world.state_hash(), hash);
                status = call();
            }
            return status;
        };
        std::vector<BoxDef> defs;
        const auto coordinate = [&] { return random.uniform(-2.5, 2.5); };
        for (std::size_t i = 0; i < count; ++i) {
            defs.push_back(at(coordinate(), coordinate(), coordinate()));
            defs.back().sensor = i % 12 == 0;
        }
        std::vector<BoxId> fresh(defs.size());
        ASSERT_EQ(repeat([&] { return world.create(defs, fresh); }), Status::ok);
        ids.insert(ids.end(), fresh.begin(), fresh.end());
        std::vector<BoxId> moved, gone;
        std::vector<BoxPose> poses;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (random.below(3) == 0) continue;
            moved.push_back(ids[i]);
            poses.push_back({{coordinate(), coordinate(), coordinate()}, {}});
        }
        ASSERT_EQ(repeat([&] { return world.set_poses(moved, poses); }), Status::ok);
        for (std::size_t i = 0; i < ids.size() && ids.size() > 3 * count; ++i) {
            gone.push_back(ids[i]);
            ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(i));
        }
        ASSERT_EQ(repeat([&] { return world.destroy(gone); }), Status::ok);
        if (ids.size() > 3) {
            const BoxFilter filter{2, ~std::uint64_t{2}, 0, 0};
            ASSERT_EQ(repeat([&] { return world.ignore(ids[0], ids[2]); }), Status::ok);
            ASSERT_EQ(repeat([&] { return world.set_filter(ids[1], filter); }), Status::ok);
        }
        if (frame == 2) {
            ASSERT_EQ(repeat([&] { return world.set_motion(ids, MotionType::static_box); }), Status::ok);
            ASSERT_EQ(repeat([&] { return world.find_covered_sides(0.5F, kSerial); }), Status::ok);
            ASSERT_EQ(repeat([&] { return world.set_motion(ids, MotionType::dynamic_box); }), Status::ok);
            ASSERT_EQ(repeat([&] { return world.set_sensor(ids[0], true); }), Status::ok);
            const auto touching = test::solid_contacts_of(world);
            for (std::size_t k = 0; k < touching.size(); k += 2) {
                const BoxId a = touching[k].pair.first, b = touching[k].pair.second;
                if (!world.contains(a) || !world.contains(b)) continue;
                ASSERT_EQ(repeat([&] { return world.set_contact_enabled(a, b, false); }), Status::ok);
            }
        }
        if (frame == 3) {
            ASSERT_EQ(repeat([&] { return world.set_origin({1, 2, 3}); }), Status::ok);
        }
    }
    static void write_payloads(World& world) {
        for (const WorldContact& contact : test::solid_contacts_of(world))
            world.payloads(contact.slot)[1].bytes[2] = std::byte(contact.pair.second.index);
    }
    /// Expects that two worlds tell the same of an update. Slots may differ.
    static void expect_same(const World& world, const WorldUpdate& a, const World& other, const WorldUpdate& b) {
        const test::WorldEvents of_a(world, a), of_b(other, b);
        EXPECT_TRUE(of_a.begun == of_b.begun);
        EXPECT_TRUE(of_a.persisted == of_b.persisted);
        EXPECT_TRUE(of_a.ended == of_b.ended);
        EXPECT_TRUE(test::sorted_pairs(of_a.contacts) == test::sorted_pairs(of_b.contacts));
        EXPECT_TRUE(test::sorted_pairs(a.changed) == test::sorted_pairs(b.changed));
        EXPECT_EQ(a.pair_count, b.pair_count);
    }
};

// The k-th allocation of each step and of each update fails, for all k.
TEST_F(TroubledWorld, EveryAllocationMayFail) {
    std::uint64_t failed_calls = 0, failed_updates = 0;
    for (std::uint64_t k = 0;; ++k) {
        ASSERT_LT(k, 1000U);
        test::CountingAllocator memory;
        {
            World troubled({}, memory.get()), other;
            test::Random random(7), same(7);
            std::vector<BoxId> ids, other_ids;
            WorldUpdate update, other_update;
            std::vector<WorldContact> contacts;
            for (int frame = 0; frame < kFrames; ++frame) {
                SCOPED_TRACE(testing::Message() << "allocation " << k << ", frame " << frame);
                const std::uint64_t before = memory.failures();
                memory.fail_at(k);
                ASSERT_NO_FATAL_FAILURE(step(troubled, ids, random, frame, 12));
                failed_calls += memory.failures() - before;
                memory.never_fail();
                ASSERT_NO_FATAL_FAILURE(step(other, other_ids, same, frame, 12));
                ASSERT_TRUE(ids == other_ids);
                ASSERT_EQ(troubled.state_hash(), other.state_hash());

                const Kept kept(troubled, contacts);
                memory.fail_at(k);
                Status status = troubled.update(update, kSerial);
                if (status == Status::out_of_memory) {
                    ++failed_updates;
                    EXPECT_TRUE(update.begun.empty() && update.changed.empty() && update.ended.empty());
                    EXPECT_EQ(update.contact_count, 0U);
                    ASSERT_NO_FATAL_FAILURE(kept.expect_in(troubled));
                    status = troubled.update(update, kSerial);
                }
                ASSERT_EQ(status, Status::ok);
                memory.never_fail();
                ASSERT_EQ(other.update(other_update, kSerial), Status::ok);
                expect_same(troubled, update, other, other_update);
                contacts = test::solid_contacts_of(troubled);
                ASSERT_TRUE(troubled.validate());
                ASSERT_EQ(troubled.state_hash(), other.state_hash());
                write_payloads(troubled);
                write_payloads(other);
            }
        }
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
        if (memory.failures() == 0) break;
    }
    EXPECT_GT(failed_calls, 20U);
    EXPECT_GT(failed_updates, 50U);
}

// The k-th allocation of an update with 72 000 contacts fails, for all k.
TEST_F(TroubledWorld, EveryAllocationOfALargeUpdateMayFail) {
    for (const WorldOptions options :
         {WorldOptions{}, WorldOptions{.point_payloads = false}, WorldOptions{.contact_payloads = true}}) {
        const std::vector<BoxDef> defs(380);
        std::vector<BoxId> ids(defs.size());
        World other(options);
        WorldUpdate update;
        ASSERT_EQ(other.create(defs, ids), Status::ok);
        ASSERT_EQ(other.update(update, kSerial), Status::ok);
        ASSERT_EQ(update.contact_count, 380U * 379 / 2);
        std::uint64_t failed_updates = 0;
        for (bool failed = true; failed; ++failed_updates) {
            ASSERT_LT(failed_updates, 200U);
            test::CountingAllocator memory;
            World world(options, memory.get());
            ASSERT_EQ(world.create(defs, ids), Status::ok);
            memory.fail_at(failed_updates);
            Status status = world.update(update, kSerial);
            failed = status != Status::ok;
            memory.never_fail();
            if (failed) {
                ASSERT_EQ(status, Status::out_of_memory);
                status = world.update(update, kSerial);
            }
            ASSERT_EQ(status, Status::ok);
            ASSERT_EQ(world.state_hash(), other.state_hash()) << failed_updates;
            ASSERT_TRUE(world.validate());
        }
        EXPECT_GT(failed_updates, 20U);
    }
}

// Two boxes whose bounds overlap begin to touch: the pair has a row already, and gets a slot in the update that fails.
TEST_F(TroubledWorld, APairThatBeginsToTouchHasNoSlotAfterAFailure) {
    std::uint64_t k = 0;
    for (bool failed = true; failed; ++k) {
        ASSERT_LT(k, 50U);
        test::CountingAllocator memory;
        World world({}, memory.get());
        BoxDef defs[2];
        defs[1].pose = {{1.15, 1.15, 0}, {0, 0, 0.38268343F, 0.92387953F}};
        BoxId ids[2];
        WorldUpdate update;
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        ASSERT_EQ(world.update(update, kSerial), Status::ok);
        ASSERT_EQ(update.pair_count, 1U);
        ASSERT_EQ(update.contact_count, 0U);
        defs[1].pose.position = {0.8, 0.8, 0};
        ASSERT_EQ(world.set_pose(ids[1], defs[1].pose), Status::ok);
        memory.fail_at(k);
        Status status = world.update(update, kSerial);
        failed = memory.failures() != 0;
        memory.never_fail();
        ASSERT_TRUE(world.validate()) << k;
        if (failed) {
            ASSERT_EQ(status, Status::out_of_memory);
            ASSERT_EQ(world.contact_count(), 0U);
            status = world.update(update, kSerial);
        }
        ASSERT_EQ(status, Status::ok);
        ASSERT_EQ(update.contact_count, 1U);
        ASSERT_TRUE(world.validate());
    }
    EXPECT_GT(k, 2U);
}

// Each run of the executor fails: before any chunk, after some chunks, and after all chunks.
constexpr test::ExecutorFault kRunFaults[] = {test::ExecutorFault::throws_at_once, test::ExecutorFault::throws_midway,
                                              test::ExecutorFault::drops_first, test::ExecutorFault::drops_last,
                                              test::ExecutorFault::throws_at_end};

TEST_F(TroubledWorld, AFailedUpdateIsRepeated) {
    std::uint64_t failed = 0;
    bool none_failed = false;
    for (unsigned trial = 0; !none_failed; ++trial) {
        ASSERT_LT(trial, 1000U);
        test::FaultyExecutor executor(kRunFaults[trial % std::size(kRunFaults)],
                                      static_cast<unsigned>(trial / std::size(kRunFaults)));
        World troubled, other;
        test::Random random(7), same(7);
        std::vector<BoxId> ids, other_ids;
        WorldUpdate update, other_update;
        std::vector<WorldContact> contacts;
        none_failed = true;
        for (int frame = 0; frame < kFrames && none_failed; ++frame) {
            SCOPED_TRACE(testing::Message() << "trial " << trial << ", frame " << frame);
            ASSERT_NO_FATAL_FAILURE(step(troubled, ids, random, frame, 200));
            ASSERT_NO_FATAL_FAILURE(step(other, other_ids, same, frame, 200));
            const Kept kept(troubled, contacts);
            Status status = troubled.update(update, {Isa::best, &executor});
            if (status == Status::executor_failed) {
                ++failed;
                none_failed = false;
                ASSERT_NO_FATAL_FAILURE(kept.expect_in(troubled));
                status = troubled.update(update, kSerial);
            }
            ASSERT_EQ(status, Status::ok);
            ASSERT_EQ(other.update(other_update, kSerial), Status::ok);
            expect_same(troubled, update, other, other_update);
            contacts = test::solid_contacts_of(troubled);
            ASSERT_EQ(troubled.state_hash(), other.state_hash());
            write_payloads(troubled);
            write_payloads(other);
        }
    }
    EXPECT_GT(failed, 5 * std::size(kRunFaults));
}

// An update failed before it could report the destruction of a box. The box's contacts end under its own id, although
// the index has a new owner.
TEST_F(TroubledWorld, AnUpdateFailsAnywhereAndTheWorldGoesOn) {
    std::uint64_t failed = 0, early = 0, without_memory = 0;
    constexpr test::ExecutorFault kFaults[] = {test::ExecutorFault::throws_at_once, test::ExecutorFault::throws_midway,
                                               test::ExecutorFault::throws_at_end};
    for (unsigned trial = 0;; ++trial) {
        ASSERT_LT(trial, 1000U);
        test::CountingAllocator memory;
        World world({}, memory.get());
        test::FaultyExecutor executor(kFaults[trial % std::size(kFaults)],
                                      static_cast<unsigned>(trial / std::size(kFaults)));
        std::vector<BoxDef> defs;
        for (int i = 0; i < 9000; ++i) defs.push_back(at(0.9 * (i % 30), 0.9 * (i / 30 % 30), 0.9 * (i / 900)));
        std::vector<BoxId> ids(defs.size());
        WorldUpdate update;
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        // A box comes, goes, and comes again in the update that fails. That update writes to the slot of the former
        // contact.
        const BoxDef near_def = at(26.9);
        const BoxPose near = near_def.pose, away{{-1000, 0, 0}, {}};
        BoxId visitor;
        ASSERT_EQ(world.create(near_def, visitor), Status::ok);
        ASSERT_EQ(world.update(update, kSerial), Status::ok);
        ASSERT_EQ(world.set_pose(visitor, away), Status::ok);
        ASSERT_EQ(world.update(update, kSerial), Status::ok);
        ASSERT_FALSE(update.ended.empty());
        const test::WorldEvents last(world, update);
        const std::size_t before = last.persisted.size();
        ASSERT_GT(before, 9000U);
        std::vector<BoxPose> poses;
        for (const BoxDef& def : defs)
            poses.push_back({{def.pose.position.x + 1e-3, def.pose.position.y, def.pose.position.z}, {}});
        ASSERT_EQ(world.set_poses(ids, poses), Status::ok);
        ASSERT_EQ(world.set_pose(visitor, near), Status::ok);
        const BoxId gone = ids[4321];
        ASSERT_EQ(world.destroy(gone), Status::ok);
        const Kept kept(world, last.contacts);
        const Status status = world.update(update, {Isa::best, &executor});
        if (status == Status::ok) break;
        ASSERT_EQ(status, Status::executor_failed);
        EXPECT_TRUE(update.begun.empty() && update.ended.empty());
        ++failed;
        ASSERT_NO_FATAL_FAILURE(kept.expect_in(world));
        BoxId fresh;
        const BoxDef far = at(1000);
        // The World now has more data to keep, and at first no memory for it.
        const std::uint64_t hash = world.state_hash();
        for (std::uint64_t k = 0;; ++k) {
            ASSERT_LT(k, 1000U);
            memory.fail_at(k);
            const Status created = world.create(far, fresh);
            memory.never_fail();
            if (created == Status::ok) break;
            ASSERT_EQ(created, Status::out_of_memory);
            ASSERT_EQ(world.state_hash(), hash);
            ++without_memory;
        }
        EXPECT_FALSE(world.contains(gone));
        early += fresh.index == gone.index;
        ASSERT_TRUE(world.validate());
        ASSERT_EQ(world.set_pose(visitor, away), Status::ok);
        ASSERT_EQ(world.update(update, kSerial), Status::ok);
        const test::WorldEvents events(world, update);
        EXPECT_TRUE(events.begun.empty());
        EXPECT_GT(events.ended.size(), 2U);
        for (const WorldPair& pair : events.ended) EXPECT_TRUE(pair.first == gone || pair.second == gone);
        EXPECT_EQ(events.persisted.size() + events.ended.size(), before);
        ASSERT_TRUE(world.validate());
        std::vector<bool> of_contact(2 * before);
        for (const WorldContact& contact : events.contacts) of_contact[contact.slot] = true;
        for (std::uint32_t slot = 0; slot < of_contact.size(); ++slot) {
            ASSERT_EQ(world.manifold(slot).point_count != 0, of_contact[slot])
                << "slot " << slot << ", trial " << trial;
            ASSERT_EQ(world.payloads(slot).empty(), !of_contact[slot]);
        }
    }
    EXPECT_GE(failed, 3 * std::size(kFaults));
    EXPECT_GT(early, 0U) << "no index was given again early";
    EXPECT_GT(without_memory, 0U);
}

}  // namespace
}  // namespace satori
