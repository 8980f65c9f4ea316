// Execution::max_pairs: a call that would find more pairs stops early, with the same status on every instruction set
// and any number of threads, and changes nothing. A call that finds no more gives the same result as without a limit.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/bytes.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/sanitizers.hpp"
#include "support/test_scenes.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

/// The result of a call.
struct Answer {
    Status status = Status::ok;
    test::Bytes rows;
    std::uint64_t candidates = 0;
};

Answer answer_of(Status status, const PairResult& result) {
    EXPECT_EQ(result.pair_count, result.pairs.size());
    return {status, test::bytes_of(result.pairs.data(), result.pairs.size()), result.candidate_count};
}
template <class Result>
Answer contact_answer_of(Status status, const Result& result) {
    EXPECT_EQ(result.manifold_count, result.manifolds.size());
    EXPECT_EQ(result.point_count == 0, result.manifolds.empty());
    return {status, test::bytes_of(result.manifolds.data(), result.manifolds.size()), result.candidate_count};
}

class PairLimit : public test::IsaTest {
protected:
    /// Calls f(execution without a limit) for one, two and five threads.
    template <class F>
    void for_each_executor(F&& f) {
        for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&two_), static_cast<Executor*>(&five_)}) {
            SCOPED_TRACE(std::to_string(executor->concurrency()) + " threads");
            f(execution(*executor));
        }
    }

    /// `call(execution)` returns an Answer.
    template <class Call>
    void check(Call&& call) {
        const Answer free = call(execution());
        ASSERT_EQ(free.status, Status::ok);
        ASSERT_GT(free.candidates, 100U);
        for_each_executor([&](Execution limited) {
            for (const std::uint64_t below : {std::uint64_t{1}, free.candidates / 2, free.candidates - 1}) {
                limited.max_pairs = below;
                const Answer refused = call(limited);
                EXPECT_EQ(refused.status, Status::limit_exceeded) << below;
                EXPECT_EQ(refused.candidates, below + 1);
                EXPECT_TRUE(refused.rows.empty());
            }
            for (const std::uint64_t enough : {free.candidates, std::numeric_limits<std::uint64_t>::max()}) {
                limited.max_pairs = enough;
                const Answer found = call(limited);
                EXPECT_EQ(found.status, Status::ok) << enough;
                EXPECT_EQ(found.candidates, free.candidates);
                EXPECT_TRUE(found.rows == free.rows);
            }
        });
    }

    /// Tests all calls on one set or two, of boxes or of rectangles.
    template <class... Batch>
    void check_batches(const Batch&... sets) {
        using OneBatch = std::common_type_t<Batch...>;
        using Types = test::ContactTypes<OneBatch>;
        const SetsOf<OneBatch> all(sets...);
        Workspace workspace;
        check([&](const Execution& on) {
            PairResult result;
            return answer_of(find_pairs(all, workspace, result, {.execution = on}), result);
        });
        check([&](const Execution& on) {
            PairResult result;
            return answer_of(find_overlaps(all, workspace, result, {.execution = on}), result);
        });
        check([&](const Execution& on) {
            typename Types::Result result;
            const Status status =
                collide(all, workspace, result, {.contacts = {Boundary::closed, 0.1F}, .execution = on});
            return contact_answer_of(status, result);
        });
    }
    template <class... View>
    void check_views(const View&... sets) {
        const SetsOf<std::common_type_t<View...>> all(sets...);
        Workspace workspace;
        check([&](const Execution& on) {
            PairResult result;
            return answer_of(find_pairs(all, workspace, result, {.execution = on}), result);
        });
    }

    test::RendezvousExecutor two_{2}, five_{5};
};

/// Returns the number of boxes of a scene. In the scene of identical boxes, each box makes a pair with each other box.
std::uint32_t count_of(test::SceneKind kind) {
    return kind == test::SceneKind::identical ? 900 : 3000;
}

constexpr test::SceneKind kKinds[] = {test::SceneKind::uniform, test::SceneKind::identical,
                                      test::SceneKind::mixed_sizes, test::SceneKind::clustered};

TEST_P(PairLimit, OfBoxes) {
    for (const test::SceneKind kind : kKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const BoxBatch first = test::make_batch(test::make_test_scene(kind, count_of(kind), 1), execution());
        const BoxBatch second = test::make_batch(test::make_test_scene(kind, count_of(kind) / 2, 2), execution());
        check_batches(first);
        check_batches(first, second);
    }
}

TEST_P(PairLimit, OfRectangles) {
    for (const test::SceneKind kind : kKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const RectBatch first = test::make_batch(test::make_rect_scene(kind, count_of(kind), 1), execution());
        const RectBatch second = test::make_batch(test::make_rect_scene(kind, count_of(kind) / 2, 2), execution());
        check_batches(first);
        check_batches(first, second);
    }
}

TEST_P(PairLimit, OfBounds) {
    for (const test::SceneKind kind : kKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const auto first = test::upright_bounds(test::make_test_scene(kind, count_of(kind), 1));
        const auto second = test::upright_bounds(test::make_test_scene(kind, count_of(kind) / 2, 2));
        check_views(aabb_rows(first));
        check_views(aabb_rows(first), aabb_rows(second));
        const auto flat_first = test::upright_bounds(test::make_rect_scene(kind, count_of(kind), 1));
        const auto flat_second = test::upright_bounds(test::make_rect_scene(kind, count_of(kind) / 2, 2));
        check_views(aabb_rows(flat_first));
        check_views(aabb_rows(flat_first), aabb_rows(flat_second));
    }
}

// The call does not change the caller's buffer, even when the buffer is too small.
TEST_P(PairLimit, LeavesBuffersAsTheyAre) {
    const BoxBatch boxes = test::make_batch(test::make_test_scene(test::SceneKind::identical, 1500, 1), execution());
    const std::size_t count = test::overlaps_of(boxes, execution()).size();
    const std::vector<BoxPair> untouched(count, {77, 78});
    Workspace workspace;
    for_each_executor([&](Execution limited) {
        for (const std::uint64_t capacity : {std::uint64_t{1}, std::uint64_t{count}}) {
            std::vector<BoxPair> pairs = untouched;
            const PairBuffer buffer{pairs.data(), capacity};
            PairResult result;
            limited.max_pairs = 1000;
            EXPECT_EQ(find_overlaps(boxes, workspace, result, {.execution = limited, .buffer = buffer}),
                      Status::limit_exceeded);
            EXPECT_EQ(pairs, untouched);
            limited.max_pairs = 0;
            EXPECT_EQ(find_overlaps(boxes, workspace, result, {.execution = limited, .buffer = buffer}),
                      capacity == count ? Status::ok : Status::capacity_exceeded);
        }
    });
}

// For covered sides no result states the number of candidates. So the test searches: one limit is enough, and the next
// lower limit is not, in every configuration.
TEST_P(PairLimit, OfCoveredSides) {
    const BoxBatch boxes =
        test::make_batch(test::make_test_scene(test::SceneKind::touching_grid, 1000, 1), execution());
    Workspace workspace;
    std::vector<CoveredSides> all(boxes.size());
    const auto search = [&](std::uint64_t limit, std::vector<CoveredSides>& sides, Execution limited) {
        limited.max_pairs = limit;
        return find_covered_sides(boxes, 1e-3F, sides, workspace, limited);
    };
    ASSERT_EQ(search(0, all, execution()), Status::ok);
    std::uint64_t refused = 1, enough = 1000 * 1000;
    while (refused + 1 < enough) {
        const std::uint64_t between = (refused + enough) / 2;
        std::vector<CoveredSides> sides(boxes.size());
        (search(between, sides, execution()) == Status::ok ? enough : refused) = between;
    }
    EXPECT_GT(enough, 2000U);
    for_each_executor([&](const Execution& on) {
        const std::vector<CoveredSides> untouched(boxes.size(), 5);
        std::vector<CoveredSides> sides = untouched;
        EXPECT_EQ(search(refused, sides, on), Status::limit_exceeded);
        EXPECT_EQ(sides, untouched);
        EXPECT_EQ(search(enough, sides, on), Status::ok);
        EXPECT_EQ(sides, all);
    });

    World world;
    std::vector<BoxDef> defs(boxes.size());
    for (std::size_t i = 0; i < defs.size(); ++i) {
        defs[i].motion = MotionType::static_box;
        defs[i].pose.position = {double(i % 10), double(i / 10 % 10), double(i / 100)};
    }
    std::vector<BoxId> ids(defs.size());
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    const std::uint64_t hash = world.state_hash();
    Execution limited = execution();
    limited.max_pairs = 100;
    EXPECT_EQ(world.find_covered_sides(1e-3F, limited), Status::limit_exceeded);
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_EQ(world.find_covered_sides(1e-3F, execution()), Status::ok);
    EXPECT_NE(world.state_hash(), hash);
}

std::vector<BoxPair> pairs_in(const Broadphase& broadphase) {
    std::vector<BoxPair> pairs(broadphase.pair_count());
    EXPECT_EQ(broadphase.copy_pairs(pairs), Status::ok);
    return pairs;
}

/// Boxes that change from step to step, in the same way in several worlds.
class Changes {
public:
    explicit Changes(std::uint32_t count)
        : bounds_(test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, count, 1))), ids_(count) {}

    void add_all(Broadphase& to) { EXPECT_EQ(to.add(aabb_rows(bounds_), MotionType::dynamic_box, ids_), Status::ok); }

    /// Some boxes move a little, or jump to the place of another box. One box is removed and added again.
    void make(std::uint32_t step, std::span<Broadphase* const> in) {
        constexpr double kShares[] = {1, 0.01, 0.0005, 0.1, 0.05, 0.001, 0.6, 0.02, 0.1};
        test::Random random(step);
        const bool jumps = step % 4 == 1;
        std::vector<std::uint32_t> moved;
        std::vector<Aabb> moved_to;
        for (std::size_t i = 0; i < bounds_.size(); ++i) {
            if (random.unit() >= kShares[step % std::size(kShares)]) continue;
            Aabb& box = bounds_[i];
            const Aabb& other = bounds_[random.below(static_cast<std::uint32_t>(bounds_.size()))];
            const Vec3 by = jumps ? Vec3{other.min.x - box.min.x, other.min.y - box.min.y, other.min.z - box.min.z}
                                  : Vec3{0.01F, 0.02F, 0};
            box = {{box.min.x + by.x, box.min.y + by.y, box.min.z + by.z},
                   {box.max.x + by.x, box.max.y + by.y, box.max.z + by.z}};
            moved.push_back(ids_[i]);
            moved_to.push_back(box);
        }
        const std::size_t taken = step % bounds_.size();
        std::uint32_t id = 0;
        for (Broadphase* const each : in) {
            EXPECT_EQ(each->move(moved, aabb_rows(moved_to)), Status::ok);
            EXPECT_EQ(each->remove(ids_[taken]), Status::ok);
            EXPECT_EQ(each->add(bounds_[taken], MotionType::dynamic_box, id), Status::ok);
        }
        ids_[taken] = id;
    }

private:
    std::vector<Aabb> bounds_;
    std::vector<std::uint32_t> ids_;
};

// Tests every path of an update. The expected result comes from a Broadphase without a limit.
TEST_P(PairLimit, OfABroadphase) {
    const std::uint32_t steps = test::kAddressSanitizer ? 10 : 24;  // each share of moved boxes at least once
    for_each_executor([&](Execution limited) {
        for (const float margin : {0.0F, 0.05F}) {
            Changes changes(4000);
            Broadphase free({margin, 0}), tried({margin, 0});
            Broadphase* const both[] = {&free, &tried};
            for (Broadphase* const each : both) changes.add_all(*each);
            std::uint32_t incremental = 0, bulk = 0;
            for (std::uint32_t step = 0; step < steps; ++step) {
                SCOPED_TRACE(step);
                BroadphaseUpdate all, found;
                ASSERT_EQ(free.update(all, execution()), Status::ok);
                (all.path == UpdatePath::bulk ? bulk : incremental) += 1;
                const std::vector<BoxPair> before = pairs_in(tried);
                ASSERT_GT(all.pair_count, 1000U);
                for (const std::uint64_t below : {std::uint64_t{1}, all.pair_count - 1}) {
                    limited.max_pairs = below;
                    ASSERT_EQ(tried.update(found, limited), Status::limit_exceeded);
                    ASSERT_TRUE(tried.validate());
                    EXPECT_TRUE(found.new_pairs.empty() && found.lost_pairs.empty());
                    EXPECT_EQ(pairs_in(tried), before);
                }
                limited.max_pairs = all.pair_count;
                ASSERT_EQ(tried.update(found, limited), Status::ok);
                EXPECT_TRUE(std::ranges::equal(found.new_pairs, all.new_pairs));
                EXPECT_TRUE(std::ranges::equal(found.lost_pairs, all.lost_pairs));
                EXPECT_EQ(pairs_in(tried), pairs_in(free));
                // Nothing has changed since then. The limit applies to all pairs that the Broadphase holds.
                ASSERT_EQ(tried.update(found, limited), Status::ok);
                --limited.max_pairs;
                ASSERT_EQ(tried.update(found, limited), Status::limit_exceeded);
                changes.make(step, both);
            }
            EXPECT_GT(bulk, 0U);
            EXPECT_GT(incremental, 0U);
        }
    });
}

/// Returns all data of a World's contacts after the last update.
test::Bytes contacts_in(World& world, std::span<const WorldContact> contacts) {
    test::Bytes bytes;
    for (const WorldContact& contact : contacts) {
        test::append(bytes, std::span(&contact.pair, 1));
        test::append(bytes, std::span(&world.manifold(contact.slot), 1));
        test::append(bytes, world.payloads(contact.slot));
    }
    return bytes;
}

// The expected result comes from a World without a limit. Every tenth box is filtered out, but the limit still applies
// to pairs of bounds.
TEST_P(PairLimit, OfAWorld) {
    for_each_executor([&](Execution limited) {
        const auto rows = test::make_test_scene(test::SceneKind::uniform, 2000, 2);
        World free, tried;
        std::vector<BoxDef> defs(rows.size());
        std::vector<BoxPose> poses(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            defs[i].half_extents = rows[i].half_extents;
            poses[i] = {{rows[i].center.x, rows[i].center.y, rows[i].center.z}, rows[i].rotation};
            defs[i].pose = poses[i];
            if (i % 10 == 0) defs[i].filter.mask = 0;
        }
        std::vector<BoxId> ids(defs.size());
        for (World* const each : {&free, &tried}) ASSERT_EQ(each->create(defs, ids), Status::ok);
        std::vector<WorldContact> contacts;
        for (std::uint32_t step = 0; step < 6; ++step) {
            SCOPED_TRACE(step);
            WorldUpdate all, found;
            ASSERT_EQ(free.update(all, execution()), Status::ok);
            const test::Bytes before = contacts_in(tried, contacts);
            for (const std::uint64_t below : {std::uint64_t{1}, all.pair_count}) {
                limited.max_pairs = below;
                ASSERT_EQ(tried.update(found, limited), Status::limit_exceeded) << "some pairs are refused by filters";
                EXPECT_EQ(found.pair_count, 0U);
                EXPECT_TRUE(found.begun.empty() && found.changed.empty() && found.ended.empty());
                EXPECT_EQ(found.contact_count, 0U);
                EXPECT_TRUE(contacts_in(tried, contacts) == before);
                EXPECT_TRUE(test::solid_contacts_of(tried) == contacts);
                EXPECT_TRUE(tried.validate());
                EXPECT_EQ(tried.size(), defs.size());
            }
            limited.max_pairs = 2 * all.pair_count;
            ASSERT_EQ(tried.update(found, limited), Status::ok);
            EXPECT_TRUE(test::WorldEvents(tried, found) == test::WorldEvents(free, all));
            EXPECT_TRUE(test::sorted_pairs(found.changed) == test::sorted_pairs(all.changed));
            EXPECT_EQ(tried.state_hash(), free.state_hash());
            contacts = test::solid_contacts_of(tried);
            ASSERT_FALSE(contacts.empty());
            for (std::size_t i = 0; i < poses.size(); ++i)
                if (i % (step + 1) == 0) poses[i].position.x += 0.05;
            for (World* const each : {&free, &tried}) ASSERT_EQ(each->set_poses(ids, poses), Status::ok);
        }
    });
}

SATORI_FOR_EACH_ISA(PairLimit);

// 5e11 pairs take too much time and too much memory. With AddressSanitizer, the scene has a fifth of the boxes.
const auto kBoxes = static_cast<std::uint32_t>(test::quick_cases(1000000));
const std::uint64_t kPairs = kBoxes;

/// Returns the scratch memory for a million boxes in one column, for the threads, and for so many pairs.
std::uint64_t bytes_for(unsigned threads, std::uint64_t pairs) {
    return kBoxes * (250 + std::uint64_t{60} * threads) + 40 * pairs;
}

TEST(PairLimitOfAMillion, IdenticalBoxesStopEarly) {
    BoxBatch boxes;
    ASSERT_EQ(boxes.assign(box_rows(std::vector<OrientedBox>(kBoxes))), Status::ok);
    test::RendezvousExecutor two(2), five(5);
    for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&two), static_cast<Executor*>(&five)}) {
        const unsigned threads = executor->concurrency();
        SCOPED_TRACE(threads);
        const Execution limited{Isa::best, executor, kPairs};
        test::CountingAllocator memory;
        Workspace workspace(memory.get());
        PairResult pairs;
        EXPECT_EQ(find_pairs(boxes, workspace, pairs, {.execution = limited}), Status::limit_exceeded);
        EXPECT_EQ(pairs.candidate_count, kPairs + 1);
        EXPECT_EQ(find_overlaps(boxes, workspace, pairs, {.execution = limited}), Status::limit_exceeded);
        EXPECT_EQ(find_pairs({boxes, boxes}, workspace, pairs, {.execution = limited}), Status::limit_exceeded);
        ContactResult contacts;
        EXPECT_EQ(collide(boxes, workspace, contacts, {.execution = limited}), Status::limit_exceeded);
        EXPECT_EQ(contacts.candidate_count, kPairs + 1);
        EXPECT_LT(memory.peak_bytes(), 2 * bytes_for(threads, kPairs));
        EXPECT_EQ(memory.misuses(), 0U);
    }
}

TEST(PairLimitOfAMillion, ABroadphaseStopsEarly) {
    const std::vector<Aabb> bounds(kBoxes, Aabb{{0, 0, 0}, {1, 1, 1}});
    std::vector<std::uint32_t> ids(kBoxes);
    test::RendezvousExecutor five(5);
    for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&five)}) {
        test::CountingAllocator memory;
        Broadphase broadphase({}, memory.get());
        BroadphaseUpdate update;
        ASSERT_EQ(broadphase.add(aabb_rows(bounds), MotionType::dynamic_box, ids), Status::ok);
        EXPECT_EQ(broadphase.update(update, {Isa::best, executor, kPairs}), Status::limit_exceeded);
        EXPECT_EQ(broadphase.pair_count(), 0U);
        EXPECT_LT(memory.peak_bytes(), 100 * std::uint64_t{kBoxes} + 2 * bytes_for(executor->concurrency(), kPairs));
    }
}

// Some of a million boxes move to one place. The update takes the path for few changes.
TEST(PairLimitOfAMillion, ACrowdStopsEarly) {
    std::vector<Aabb> bounds(kBoxes);
    for (std::uint32_t i = 0; i < kBoxes; ++i) {
        const auto x = static_cast<float>(2 * (i % 1000)), y = static_cast<float>(2 * (i / 1000));
        bounds[i] = {{x, y, 0}, {x + 1, y + 1, 1}};
    }
    std::vector<std::uint32_t> ids(kBoxes), crowd;
    test::CountingAllocator memory;
    Broadphase broadphase({}, memory.get());
    BroadphaseUpdate update;
    const Execution limited{Isa::best, nullptr, kPairs};
    ASSERT_EQ(broadphase.add(aabb_rows(bounds), MotionType::dynamic_box, ids), Status::ok);
    ASSERT_EQ(broadphase.update(update, limited), Status::ok);
    EXPECT_EQ(update.pair_count, 0U);
    for (std::uint32_t i = 0; i < kBoxes; i += 11) crowd.push_back(ids[i]);
    const std::vector<Aabb> there(crowd.size(), bounds[0]);
    // Runs twice: the first update builds columns.
    for (int again = 0; again < 2; ++again) {
        ASSERT_EQ(broadphase.move(crowd, aabb_rows(there)), Status::ok);
        EXPECT_EQ(broadphase.update(update, limited), Status::limit_exceeded);
        EXPECT_EQ(broadphase.pair_count(), 0U);
    }
    EXPECT_LT(memory.peak_bytes(), 500 * std::uint64_t{kBoxes} + 2 * bytes_for(2, kPairs));
    // When the boxes are back at their old places, the pairs are as before.
    std::vector<Aabb> home;
    for (const std::uint32_t id : crowd) home.push_back(bounds[id]);
    ASSERT_EQ(broadphase.move(crowd, aabb_rows(home)), Status::ok);
    ASSERT_EQ(broadphase.update(update, limited), Status::ok);
    EXPECT_EQ(update.pair_count, 0U);
}

TEST(PairLimitOfAMillion, AWorldStopsEarly) {
    World world;
    const std::vector<BoxDef> defs(kBoxes);
    std::vector<BoxId> ids(kBoxes);
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    WorldUpdate update;
    EXPECT_EQ(world.update(update, {Isa::best, nullptr, kPairs}), Status::limit_exceeded);
    EXPECT_EQ(world.size(), kBoxes);
    EXPECT_LT(world.bytes(), 1000 * std::uint64_t{kBoxes} + 2 * bytes_for(64, kPairs));
}

}  // namespace
}  // namespace satori
