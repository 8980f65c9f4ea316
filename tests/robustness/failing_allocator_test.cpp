// R14: when any allocation fails, the call returns out_of_memory, every object is unchanged, and nothing leaks.

#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

class FailingAllocator : public testing::TestWithParam<SceneKind> {
protected:
    std::uint32_t count() const { return GetParam() == SceneKind::same_position ? 300 : 1500; }
    std::vector<OrientedBox> rows(std::uint64_t seed) const { return test::make_test_scene(GetParam(), count(), seed); }
};

// Runs `call` on a new Workspace again and again, while allocation 0, 1, 2, ... fails, until the call succeeds. Returns
// how many allocations failed.
std::uint64_t fail_each(const std::function<Status(Workspace&)>& call, const std::function<void()>& check_unchanged) {
    for (std::uint64_t k = 0; k < 10000; ++k) {
        test::CountingAllocator memory;
        Status status = Status::ok;
        {
            Workspace workspace(memory.get());
            memory.fail_at(k);
            status = call(workspace);
            if (memory.failures() > 0) {
                EXPECT_EQ(status, Status::out_of_memory) << "allocation " << k;
                check_unchanged();
                memory.never_fail();
                EXPECT_EQ(call(workspace), Status::ok)
                    << "the workspace can be used after allocation " << k << " failed";
            }
        }
        EXPECT_EQ(memory.live_blocks(), 0U) << "leak after allocation " << k;
        EXPECT_EQ(memory.misuses(), 0U);
        if (memory.failures() == 0) {
            EXPECT_EQ(status, Status::ok);
            return k;
        }
    }
    ADD_FAILURE() << "ten thousand allocations in one call";
    return 0;
}

TEST_P(FailingAllocator, BatchIsAsBefore) {
    const auto first = test::make_test_scene(SceneKind::uniform, 100, 1);
    auto second = rows(2);
    for (const bool some_bad : {false, true}) {
        if (some_bad) {
            for (std::size_t i = 0; i < second.size(); i += 3) second[i].half_extents.x = -1;
        }
        std::uint64_t k = 0;
        for (;; ++k) {
            ASSERT_LT(k, 1000U);
            test::CountingAllocator memory;
            std::uint64_t failures = 0;
            {
                BoxBatch batch(memory.get());
                ASSERT_EQ(batch.assign(box_rows(first)), Status::ok);
                const auto before = test::contents_of(batch);
                memory.fail_at(k);
                const Status status = batch.assign(box_rows(second), OnInvalid::skip);
                failures = memory.failures();
                if (failures > 0) {
                    EXPECT_EQ(status, Status::out_of_memory) << "allocation " << k;
                    EXPECT_EQ(batch.size(), first.size());
                    EXPECT_TRUE(test::same_bytes(test::contents_of(batch), before));
                    EXPECT_EQ(batch.bytes(), memory.live_bytes());
                    memory.never_fail();
                }
                EXPECT_EQ(batch.assign(box_rows(second), OnInvalid::skip), Status::ok);
                EXPECT_EQ(batch.size(), second.size());
            }
            EXPECT_EQ(memory.live_blocks(), 0U) << "leak after allocation " << k;
            EXPECT_EQ(memory.misuses(), 0U);
            if (failures == 0) break;
        }
        EXPECT_GT(k, 0U) << "nothing was allocated: nothing could fail";
    }
}

TEST_P(FailingAllocator, FindPairs) {
    const BoxBatch batch = test::make_batch(rows(1));
    PairResult result;
    const auto empty = [&] { EXPECT_TRUE(result.pairs.empty()); };
    EXPECT_GT(fail_each([&](Workspace& w) { return find_pairs(batch, w, result); }, empty), 0U);
    EXPECT_GT(fail_each([&](Workspace& w) { return find_pairs({batch, batch}, w, result); }, empty), 0U);
    const auto bounds = test::upright_bounds(rows(1));
    EXPECT_GT(fail_each([&](Workspace& w) { return find_pairs(aabb_rows(bounds), w, result); }, empty), 0U);
}

// Radii that a batch stores: set by a call, and scaled from another batch.
TEST(FailingAllocatorOnce, Radii) {
    const std::vector<OrientedBox> boxes(100, {{0, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}});
    test::CountingAllocator memory;
    {
        BoxBatch kept(memory.get());
        ASSERT_EQ(kept.assign(box_rows(boxes)), Status::ok);
        memory.fail_at(0);
        EXPECT_EQ(kept.set_radii(std::vector<float>(boxes.size(), 1)), Status::out_of_memory);
        EXPECT_TRUE(kept.radii().empty());
        const auto before = test::contents_of(kept);
        BoxBatch other = test::make_batch(boxes);
        ASSERT_EQ(other.set_radii(std::vector<float>(boxes.size(), 2)), Status::ok);
        memory.fail_at(0);
        EXPECT_EQ(kept.assign_transformed(other, {{1, 0, 0}, {}}, 2), Status::out_of_memory);
        EXPECT_TRUE(test::same_bytes(test::contents_of(kept), before));
        EXPECT_TRUE(kept.radii().empty());
        memory.never_fail();
        EXPECT_EQ(kept.assign_transformed(other, {{1, 0, 0}, {}}, 2), Status::ok);
        EXPECT_EQ(kept.radii().back(), 4);
        EXPECT_EQ(kept.bytes(), memory.live_bytes());
        EXPECT_GE(kept.peak_bytes(), memory.peak_bytes());
    }
    EXPECT_EQ(memory.live_blocks(), 0U);
    EXPECT_EQ(memory.misuses(), 0U);
}

TEST_P(FailingAllocator, CoveredSides) {
    const auto boxes = rows(1);
    const BoxBatch batch = test::make_batch(boxes);
    std::vector<CoveredSides> sides(batch.size(), 99);
    const auto unchanged = [&] { EXPECT_EQ(sides, std::vector<CoveredSides>(batch.size(), 99)); };
    EXPECT_GT(fail_each(
                  [&](Workspace& w) {
                      std::vector<CoveredSides> found = sides;
                      const Status status = find_covered_sides(batch, 0.1F, found, w);
                      if (status != Status::ok) sides = found;
                      return status;
                  },
                  unchanged),
              5U);

    // Covered sides that a batch stores: set by a call, and copied from another batch.
    test::CountingAllocator memory;
    {
        BoxBatch kept(memory.get());
        ASSERT_EQ(kept.assign(box_rows(boxes)), Status::ok);
        memory.fail_at(0);
        EXPECT_EQ(kept.set_covered_sides(std::vector<CoveredSides>(batch.size(), 1)), Status::out_of_memory);
        EXPECT_TRUE(kept.covered_sides().empty());
        const auto before = test::contents_of(kept);
        BoxBatch other = test::make_batch(boxes);
        ASSERT_EQ(other.set_covered_sides(std::vector<CoveredSides>(batch.size(), 2)), Status::ok);
        memory.fail_at(0);
        EXPECT_EQ(kept.assign_transformed(other, {{1, 0, 0}, {}}), Status::out_of_memory);
        EXPECT_TRUE(test::same_bytes(test::contents_of(kept), before));
        EXPECT_TRUE(kept.covered_sides().empty());
        memory.never_fail();
        EXPECT_EQ(kept.assign_transformed(other, {{1, 0, 0}, {}}), Status::ok);
        EXPECT_EQ(kept.covered_sides().back(), 2);
        EXPECT_EQ(kept.bytes(), memory.live_bytes());
        EXPECT_GE(kept.peak_bytes(), memory.peak_bytes());
    }
    EXPECT_EQ(memory.live_blocks(), 0U);
    EXPECT_EQ(memory.misuses(), 0U);
}

TEST_P(FailingAllocator, FindColumns) {
    const BoxBatch batch = test::make_batch(rows(1));
    std::span<const BoxColumn> columns;
    const auto empty = [&] { EXPECT_TRUE(columns.empty()); };
    EXPECT_GT(fail_each([&](Workspace& w) { return find_columns(batch, w, columns); }, empty), 0U);
}

TEST_P(FailingAllocator, FindOverlaps) {
    const BoxBatch batch = test::make_batch(rows(1));
    PairResult result;
    const auto empty = [&] { EXPECT_TRUE(result.pairs.empty()); };
    EXPECT_GT(fail_each([&](Workspace& w) { return find_overlaps(batch, w, result); }, empty), 0U);
}

TEST_P(FailingAllocator, Contacts) {
    const BoxBatch batch = test::make_batch(rows(1));
    ContactResult result;
    const auto empty = [&] { EXPECT_TRUE(result.manifolds.empty()); };
    EXPECT_GT(fail_each([&](Workspace& w) { return collide(batch, w, result); }, empty), 0U);
    EXPECT_GT(fail_each(
                  [&](Workspace& w) {
                      return collide({batch, batch}, w, result, {.contacts = {Boundary::closed, 0.1F}});
                  },
                  empty),
              0U);
    std::vector<ContactManifold> buffer(test::overlaps_of(batch).size());
    const auto into_buffer = [&](Workspace& w) {
        return collide(batch, w, result, {.buffer = {buffer.data(), buffer.size()}});
    };
    EXPECT_GT(fail_each(into_buffer, empty), 0U);
    const auto pairs = test::pairs_of(batch);
    EXPECT_GT(fail_each([&](Workspace& w) { return collide_pairs(batch, pairs, w, result); }, empty), 0U);
    std::vector<SeparatingAxis> axes(pairs.size());
    std::vector<ContactManifold> manifolds;
    const auto untouched = [&] {
        for (const SeparatingAxis& axis : axes) ASSERT_EQ(axis.axis, 99U);
    };
    const auto find_axes = [&](Workspace& w) {
        for (SeparatingAxis& axis : axes) axis.axis = 99;
        return separating_axes(batch, pairs, axes, w);
    };
    EXPECT_GT(fail_each(find_axes, untouched), 0U);
    const std::vector<ContactManifold> before(pairs.size(), ContactManifold{{7, 9}, {1, 2, 3}, 77, {}});
    const auto build = [&](Workspace& w) {
        manifolds = before;
        return build_manifolds(batch, {pairs, axes}, manifolds, w);
    };
    EXPECT_GT(fail_each(build, [&] { ASSERT_TRUE(test::same_bytes(manifolds, before)); }), 0U);
    ASSERT_FALSE(test::same_bytes(manifolds, before));
}

TEST_P(FailingAllocator, TestPairsAndSortPairs) {
    const BoxBatch batch = test::make_batch(rows(1));
    const auto pairs = test::pairs_of(batch);
    std::vector<std::uint8_t> answers(pairs.size(), 7);
    const auto untouched = [&] {
        for (const std::uint8_t answer : answers) ASSERT_EQ(answer, 7);
    };
    const auto ask = [&](Workspace& w) {
        answers.assign(pairs.size(), 7);
        return test_pairs(batch, pairs, answers, w);
    };
    EXPECT_GT(fail_each(ask, untouched), 0U);
    std::vector<BoxPair> list;
    const auto sort = [&](Workspace& w) {
        list = pairs;
        return sort_pairs(list, w);
    };
    EXPECT_GT(fail_each(sort, [&] { ASSERT_EQ(list, pairs); }), 0U);
}

TEST_P(FailingAllocator, DistancesAndNearPairs) {
    const BoxBatch batch = test::make_batch(rows(1));
    const auto pairs = test::pairs_of(batch);
    std::vector<PairDistance> found(pairs.size());
    EXPECT_GT(fail_each([&](Workspace& w) { return distances(batch, pairs, found, w); }, [] {}), 0U);
    PairResult result;
    EXPECT_GT(fail_each([&](Workspace& w) { return find_near_pairs(batch, 0.1F, w, result); },
                        [&] { ASSERT_TRUE(result.pairs.empty()); }),
              0U);
    std::vector<NearestBox> nearest(batch.size(), NearestBox{7, 7});
    const auto untouched = [&] {
        for (const NearestBox& each : nearest) ASSERT_TRUE(each.index == 7 && each.distance == 7);
    };
    const auto find = [&](Workspace& w) {
        nearest.assign(batch.size(), NearestBox{7, 7});
        return find_nearest(batch, 0.1F, nearest, w);
    };
    EXPECT_GT(fail_each(find, untouched), 0U);
}

TEST_P(FailingAllocator, TimesOfImpact) {
    const BoxBatch batch = test::make_batch(rows(1));
    const auto pairs = test::pairs_of(batch);
    std::vector<TimeOfImpact> found(pairs.size());
    EXPECT_GT(fail_each([&](Workspace& w) { return times_of_impact({batch, {}}, pairs, found, w); }, [] {}), 0U);
    PairResult result;
    EXPECT_GT(fail_each(
                  [&](Workspace& w) {
                      return find_impacts({batch, {}}, w, result);
                  },
                  [&] { ASSERT_TRUE(result.pairs.empty()); }),
              0U);
}

TEST_P(FailingAllocator, WorkspaceThatHasToGrow) {
    const BoxBatch small = test::make_batch(test::make_test_scene(SceneKind::uniform, 50, 1));
    const BoxBatch large = test::make_batch(rows(1));
    const auto expected = test::overlaps_of(small);
    for (std::uint64_t k = 0;; ++k) {
        ASSERT_LT(k, 1000U);
        test::CountingAllocator memory;
        Workspace workspace(memory.get());
        PairResult result;
        ASSERT_EQ(find_overlaps(small, workspace, result), Status::ok);
        memory.fail_at(k);
        const Status status = find_overlaps(large, workspace, result);
        if (memory.failures() == 0) break;
        EXPECT_EQ(status, Status::out_of_memory);
        ASSERT_EQ(find_overlaps(small, workspace, result), Status::ok);
        EXPECT_EQ(test::to_vector(result), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, FailingAllocator,
                         testing::Values(SceneKind::uniform, SceneKind::clustered, SceneKind::same_position,
                                         SceneKind::mixed_sizes, SceneKind::rods),
                         [](const auto& tested) { return test::scene_kind_name(tested.param); });

TEST(NoMemoryAtAll, EveryCallSaysSo) {
    test::CountingAllocator memory;
    memory.fail_all();
    BoxBatch batch(memory.get());
    Workspace workspace(memory.get());
    const std::vector<OrientedBox> rows(10);
    EXPECT_EQ(batch.assign(box_rows(rows)), Status::out_of_memory);
    EXPECT_EQ(batch.size(), 0U);
    const BoxBatch good = test::make_batch(rows);
    PairResult result;
    EXPECT_EQ(find_pairs(good, workspace, result), Status::out_of_memory);
    EXPECT_EQ(find_overlaps(good, workspace, result), Status::out_of_memory);
    std::vector<BoxPair> pairs(5000, BoxPair{0, 1});
    std::vector<std::uint8_t> answers(pairs.size());
    EXPECT_EQ(test_pairs(good, pairs, answers, workspace), Status::out_of_memory);
    EXPECT_EQ(workspace.release(), Status::ok);
}

}  // namespace
}  // namespace satori
