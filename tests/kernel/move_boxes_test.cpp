// Tests that moving many boxes of a Broadphase at a time gives the same result as moving them one by one, for any order
// of their ids.

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/coordinates.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr float kMost = std::numeric_limits<float>::max();

class MoveBoxes : public test::IsaTest {
protected:
    Aabb random_box() {
        Aabb box;
        for (std::size_t a = 0; a < 3; ++a) {
            float &lo = test::coordinate(box.min, a), &hi = test::coordinate(box.max, a);
            lo = static_cast<float>(random_.below(40));
            hi = lo + static_cast<float>(random_.uniform(0, 3));
            switch (random_.below(40)) {
                case 0:
                    lo = -0.0F;
                    hi = 0.0F;
                    break;
                case 1:
                    lo = -kMost;
                    break;
                case 2:
                    hi = kMost;
                    break;
                default:
                    break;
            }
        }
        return box;
    }
    // Returns bounds after a small step that fat bounds may hold, a larger step, a shrink, or no change; or other
    // bounds.
    Aabb moved(const Aabb& from) {
        const std::uint32_t kind = random_.below(5);
        if (kind == 0) return random_box();
        Aabb box = from;
        const float step = kind == 1 ? 0 : static_cast<float>(random_.uniform(-1, 1)) * (kind == 2 ? 0.05F : 0.5F);
        const float shrink = kind == 4 ? 0.4F : 0;
        for (std::size_t a = 0; a < 3; ++a) {
            float &lo = test::coordinate(box.min, a), &hi = test::coordinate(box.max, a);
            const float less = std::min(shrink * (hi - lo), 10.0F);
            lo = std::max(lo + step + less, -kMost);
            hi = std::max(lo, std::min(hi + step - less, kMost));
        }
        return box;
    }

    void expect_same(const BroadphaseOptions& options, const std::vector<std::uint32_t>& ids, std::uint32_t count) {
        Broadphase many(options), one_by_one(options);
        std::vector<Aabb> boxes(count);
        for (Aabb& box : boxes) box = random_box();
        std::vector<std::uint32_t> all(count);
        std::iota(all.begin(), all.end(), 0U);
        BroadphaseUpdate of_many, of_one;
        for (Broadphase* world : {&many, &one_by_one}) {
            std::vector<std::uint32_t> added(count);
            ASSERT_EQ(world->add(aabb_rows(boxes), MotionType::dynamic_box, added), Status::ok);
            ASSERT_EQ(world->set_sleeping(all, true), Status::ok);
            ASSERT_EQ(world->update(of_one, execution()), Status::ok);
        }
        for (int frame = 0; frame < 4; ++frame) {
            // Twice between updates: some boxes are listed as changed already.
            for (int turn = 0; turn < 2; ++turn) {
                std::vector<Aabb> bounds;
                for (const std::uint32_t id : ids) bounds.push_back(boxes[id] = moved(boxes[id]));
                ASSERT_EQ(many.move(ids, aabb_rows(bounds), nullptr, execution()), Status::ok);
                for (std::size_t i = 0; i < ids.size(); ++i) ASSERT_EQ(one_by_one.move(ids[i], bounds[i]), Status::ok);
            }
            for (std::uint32_t id = 0; id < count; ++id) {
                const Aabb a = many.fat_bounds(id), b = one_by_one.fat_bounds(id);
                ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << "box " << id;
                ASSERT_EQ(many.sleeping(id), one_by_one.sleeping(id)) << "box " << id;
                woken_ += many.sleeping(id) ? 0U : 1U;
                kept_ += many.sleeping(id) ? 1U : 0U;
            }
            ASSERT_EQ(many.update(of_many, execution()), Status::ok);
            ASSERT_EQ(one_by_one.update(of_one, execution()), Status::ok);
            EXPECT_EQ(of_many.changed_count, of_one.changed_count);
            EXPECT_TRUE(std::ranges::equal(of_many.new_pairs, of_one.new_pairs));
            EXPECT_TRUE(std::ranges::equal(of_many.lost_pairs, of_one.lost_pairs));
        }
    }

    test::Random random_{1};
    std::size_t woken_ = 0, kept_ = 0;
};

TEST_P(MoveBoxes, ManyEndWhereEachAloneEnds) {
    for (const std::uint32_t count : {1U, 2U, 5U, 15U, 16U, 17U, 33U, 64U, 300U}) {
        std::vector<std::uint32_t> all(count), some, twice, shuffled;
        std::iota(all.begin(), all.end(), 0U);
        for (std::uint32_t id = 0; id < count; ++id) {
            if (random_.below(3) != 0) some.push_back(id);
            twice.push_back(id);
            if (random_.below(10) == 0) twice.push_back(id);
        }
        shuffled = twice;
        for (std::size_t i = shuffled.size(); i > 1; --i)
            std::swap(shuffled[i - 1], shuffled[random_.below(static_cast<std::uint32_t>(i))]);
        // Ascending but for a stretch in the middle.
        std::vector<std::uint32_t> mostly = all;
        std::reverse(mostly.begin() + count / 3, mostly.begin() + count / 2);
        for (const BroadphaseOptions& options : {BroadphaseOptions{}, BroadphaseOptions{0.02F, 0.05F}}) {
            for (const auto& ids : {all, some, twice, shuffled, mostly}) {
                SCOPED_TRACE(std::to_string(count) + " boxes, " + std::to_string(ids.size()) + " moves");
                expect_same(options, ids, count);
            }
        }
    }
    EXPECT_GT(woken_, 1000U);
    EXPECT_GT(kept_, 1000U);
}

TEST_P(MoveBoxes, TheFirstIllegalBoundsAreNamedAndNothingMoves) {
    constexpr std::uint32_t kCount = 40;
    std::vector<Aabb> boxes(kCount, Aabb{{0, 0, 0}, {1, 1, 1}});
    std::vector<std::uint32_t> ids(kCount);
    Broadphase world;
    ASSERT_EQ(world.add(aabb_rows(boxes), MotionType::dynamic_box, ids), Status::ok);
    const std::vector<Aabb> further(kCount, Aabb{{2, 2, 2}, {3, 3, 3}});
    for (std::uint32_t bad = 0; bad < kCount; ++bad) {
        for (std::size_t component = 0; component < 6; ++component) {
            std::vector<Aabb> spoilt = further;
            test::bound(spoilt[bad], component) = component % 2 == 0 ? std::numeric_limits<float>::quiet_NaN()
                                                  : component < 3    ? test::bound(spoilt[bad], component + 3) + 1
                                                                     : std::numeric_limits<float>::infinity();
            if (bad + 7 < kCount) spoilt[bad + 7].max.x = -kMost;
            std::uint64_t index = 99;
            ASSERT_EQ(world.move(ids, aabb_rows(spoilt), &index, execution()), Status::invalid_bounds);
            ASSERT_EQ(index, bad);
            for (const std::uint32_t id : ids) ASSERT_EQ(world.fat_bounds(id).min.x, 0);
        }
    }
    // The call checks ids first, with holes among them and without.
    std::uint64_t index = 99;
    ids[30] = kCount;
    EXPECT_EQ(world.move(ids, aabb_rows(further), &index, execution()), Status::invalid_id);
    EXPECT_EQ(index, 30U);
    ASSERT_EQ(world.remove(7), Status::ok);
    EXPECT_EQ(world.move(ids, aabb_rows(further), &index, execution()), Status::invalid_id);
    EXPECT_EQ(index, 7U);
}

SATORI_FOR_EACH_ISA(MoveBoxes);

}  // namespace
}  // namespace satori
