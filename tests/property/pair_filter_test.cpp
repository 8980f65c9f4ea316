// Filters of the calls that find pairs: the call finds what it finds without filters, in the same order, except the
// pairs that the rules drop.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/brute_force.hpp"
#include "oracles/filter_twin.hpp"
#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

/// The filter data of the boxes of a set. An empty vector: the call gets none.
struct FilterData {
    std::vector<BoxFilter> filters;
    std::vector<MotionType> motions;

    BoxFilter filter(std::uint32_t i) const { return filters.empty() ? BoxFilter{} : filters[i]; }
    MotionType motion(std::uint32_t i) const { return motions.empty() ? MotionType::dynamic_box : motions[i]; }
};

/// Every rule decides about some pairs of such boxes.
FilterData random_data(std::size_t count, test::Random& random) {
    FilterData data;
    for (std::size_t i = 0; i < count; ++i) {
        BoxFilter filter;
        filter.category = std::uint64_t{1} << (random.coin() ? random.below(3) : 61 + random.below(3));
        filter.mask = random.coin() ? filter.mask : random.bits();
        filter.group = static_cast<std::int32_t>(random.below(5)) - 2;
        filter.owner = random.below(4);
        data.filters.push_back(filter);
        data.motions.push_back(static_cast<MotionType>(random.below(4)));
    }
    return data;
}

/// Filter data of one set, or of two.
struct GivenData {
    FilterData first, second;
    bool two_sets;

    BoxFilters filters() const {
        return two_sets ? BoxFilters{first.filters, second.filters} : BoxFilters{first.filters};
    }
    MotionTypes motions() const {
        return two_sets ? MotionTypes{first.motions, second.motions} : MotionTypes{first.motions};
    }
    test::FilterRule rule(const BoxPair& pair) const {
        const FilterData& of_second = two_sets ? second : first;
        return test::deciding_rule(first.motion(pair.first), first.filter(pair.first), of_second.motion(pair.second),
                                   of_second.filter(pair.second));
    }
    bool keeps(const BoxPair& pair) const { return test::makes_pair(rule(pair)); }
    std::vector<BoxPair> kept(const std::vector<BoxPair>& pairs) const {
        std::vector<BoxPair> kept;
        std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(kept), [&](const auto& p) { return keeps(p); });
        return kept;
    }
};

/// All ways to give the filter data of two sets.
std::vector<GivenData> ways_to_give(const FilterData& first, const FilterData& second) {
    const FilterData none, all_static{{}, std::vector(first.motions.size(), MotionType::static_box)};
    return {{first, none, false},
            {{first.filters, {}}, none, false},
            {{{}, first.motions}, none, false},
            {all_static, none, false},
            {first, second, true},
            {{first.filters, {}}, {{}, second.motions}, true},
            {none, second, true},
            {none, none, true}};
}

class PairFilterTest : public test::IsaTest {
protected:
    /// Compares the calls with and without filters.
    template <class Sets>
    void check_pairs(const Sets& sets, const GivenData& given, Executor& executor) {
        const PairOptions all{.execution = execution(executor)};
        PairOptions filtered = all;
        filtered.filters = given.filters();
        filtered.motions = given.motions();
        PairResult result;
        ASSERT_EQ(find_pairs(sets, workspace_, result, all), Status::ok);
        const std::vector<BoxPair> candidates = test::to_vector(result);
        for (const BoxPair& pair : candidates) met_.insert(given.rule(pair));
        ASSERT_EQ(find_pairs(sets, workspace_, result, filtered), Status::ok);
        check_isa(result);
        EXPECT_EQ(test::to_vector(result), given.kept(candidates));
        EXPECT_EQ(result.candidate_count, candidates.size());
    }

    template <class Batch>
    void check(const SetsOf<Batch>& sets, const GivenData& given, Executor& executor) {
        check_pairs(sets, given, executor);
        const Execution on = execution(executor);
        PairResult result;
        ASSERT_EQ(find_overlaps(sets, workspace_, result, {.execution = on}), Status::ok);
        const std::vector<BoxPair> overlaps = given.kept(test::to_vector(result));
        const std::uint64_t candidates = result.candidate_count;
        const BoxFilters filters = given.filters();
        const MotionTypes motions = given.motions();
        ASSERT_EQ(find_overlaps(sets, workspace_, result, {.execution = on, .filters = filters, .motions = motions}),
                  Status::ok);
        EXPECT_EQ(test::to_vector(result), overlaps);
        EXPECT_EQ(result.candidate_count, candidates);

        typename test::ContactTypes<Batch>::Result contacts;
        ASSERT_EQ(collide(sets, workspace_, contacts, {.execution = on}), Status::ok);
        std::vector<typename test::ContactTypes<Batch>::Manifold> expected;
        for (const auto& manifold : contacts.manifolds)
            if (given.keeps(manifold.pair)) expected.push_back(manifold);
        ASSERT_EQ(collide(sets, workspace_, contacts, {.execution = on, .filters = filters, .motions = motions}),
                  Status::ok);
        EXPECT_TRUE(test::same_bytes({contacts.manifolds.begin(), contacts.manifolds.end()}, expected));
        EXPECT_EQ(contacts.candidate_count, candidates);
    }

    /// Checks one set and two sets, in every way to give filter data.
    template <class Row>
    void check_scene(const std::vector<Row>& rows, std::uint64_t seed) {
        test::Random random(seed);
        const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 3);
        const auto first = test::make_batch(std::vector<Row>(rows.begin(), middle), execution());
        const auto second = test::make_batch(std::vector<Row>(middle, rows.end()), execution());
        const FilterData of_first = random_data(first.size(), random), of_second = random_data(second.size(), random);
        for (const GivenData& given : ways_to_give(of_first, of_second)) {
            for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&several_)}) {
                if (given.two_sets)
                    check(SetsOf(first, second), given, *executor);
                else
                    check(SetsOf(first), given, *executor);
                if (HasFailure()) return;
            }
        }
    }

    Workspace workspace_;
    test::RendezvousExecutor several_{3};
    std::set<test::FilterRule> met_;
};

TEST_P(PairFilterTest, DropsWhatTheRulesDrop) {
    for (const test::SceneKind kind : test::kSceneKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const std::uint32_t count = kind == test::SceneKind::same_position ? 300 : 900;
        check_scene(test::make_test_scene(kind, count, 3), 5);
        check_scene(test::make_rect_scene(kind, count, 3), 5);
        if (HasFailure()) return;
    }
    EXPECT_EQ(met_.size(), std::size(test::kFilterRules)) << "every rule decided about a pair";
}

TEST_P(PairFilterTest, OfRawBoundsAgainstBruteForce) {
    test::Random random(8);
    for (const test::SceneKind kind : test::kSceneKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const std::vector<Aabb> bounds = test::upright_bounds(test::make_test_scene(kind, 300, 4));
        const std::span<const Aabb> first(bounds.data(), 100), second(bounds.data() + 100, 200);
        GivenData given{random_data(100, random), random_data(200, random), true};
        PairResult result;
        ASSERT_EQ(find_pairs({aabb_rows(first), aabb_rows(second)}, workspace_, result,
                             {.execution = execution(), .filters = given.filters(), .motions = given.motions()}),
                  Status::ok);
        EXPECT_EQ(test::sorted(test::to_vector(result)), given.kept(brute_force_pairs(first, second)));
        given.two_sets = false;
        ASSERT_EQ(find_pairs(aabb_rows(first), workspace_, result,
                             {.execution = execution(), .filters = given.filters(), .motions = given.motions()}),
                  Status::ok);
        EXPECT_EQ(test::sorted(test::to_vector(result)), given.kept(brute_force_pairs(first)));
    }
}

SATORI_FOR_EACH_ISA(PairFilterTest);

// 2000 boxes in one place: blocks of candidates of which all are dropped, and blocks of which some are.
TEST(PairFilter, DropsWholeBlocks) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::same_position, 2000, 1));
    Workspace workspace;
    PairResult result;
    std::vector<MotionType> motions(2000, MotionType::kinematic_box);
    for (const bool one_moves : {false, true}) {
        if (one_moves) motions[7] = MotionType::detector_box;
        for (Executor* executor : {&serial_executor(), &default_executor()}) {
            ASSERT_EQ(find_pairs(batch, workspace, result, {.execution = {.executor = executor}, .motions = {motions}}),
                      Status::ok);
            EXPECT_EQ(result.pair_count, one_moves ? 1999U : 0U);
            EXPECT_EQ(result.candidate_count, 1999000U);
            for (const BoxPair& pair : result.pairs) EXPECT_TRUE(pair.first == 7 || pair.second == 7);
        }
    }
}

// Execution::max_pairs counts dropped candidates too; a buffer needs no room for them.
TEST(PairFilter, LimitAndBuffer) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::clustered, 1000, 1));
    test::Random random(2);
    const FilterData data = random_data(1000, random);
    Workspace workspace;
    PairResult result;
    PairOptions options{.filters = {data.filters}, .motions = {data.motions}};
    ASSERT_EQ(find_overlaps(batch, workspace, result, options), Status::ok);
    const std::vector<BoxPair> expected = test::to_vector(result);
    const std::uint64_t candidates = result.candidate_count;
    ASSERT_GT(expected.size(), 50U);

    options.execution.max_pairs = candidates;
    EXPECT_EQ(find_overlaps(batch, workspace, result, options), Status::ok);
    options.execution.max_pairs = candidates - 1;
    EXPECT_EQ(find_overlaps(batch, workspace, result, options), Status::limit_exceeded);
    EXPECT_EQ(result.candidate_count, candidates);

    options.execution.max_pairs = 0;
    std::vector<BoxPair> room(expected.size(), BoxPair{7, 7});
    options.buffer = {room.data(), room.size() - 1};
    EXPECT_EQ(find_overlaps(batch, workspace, result, options), Status::capacity_exceeded);
    EXPECT_EQ(result.pair_count, expected.size());
    EXPECT_EQ(room, std::vector(room.size(), BoxPair{7, 7}));
    options.buffer.capacity = room.size();
    EXPECT_EQ(find_overlaps(batch, workspace, result, options), Status::ok);
    EXPECT_EQ(room, expected);
}

TEST(PairFilter, TakesNoMemory) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 3000, 1));
    test::Random random(2);
    const FilterData data = random_data(3000, random);
    for (Executor* executor : {&serial_executor(), &default_executor()}) {
        test::CountingAllocator all_memory, kept_memory;
        Workspace all(all_memory.get()), kept(kept_memory.get());
        ContactResult contacts;
        ASSERT_EQ(collide(batch, all, contacts, {.execution = {.executor = executor}}), Status::ok);
        ASSERT_EQ(collide(batch, kept, contacts,
                          {.execution = {.executor = executor}, .filters = {data.filters}, .motions = {data.motions}}),
                  Status::ok);
        EXPECT_LE(kept_memory.allocations(), all_memory.allocations());
        EXPECT_LE(kept.peak_bytes(), all.peak_bytes());
    }
}

}  // namespace
}  // namespace satori
