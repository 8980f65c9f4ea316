// R12, R14, R15 in 2D: bad calls, failing allocations, small buffers. The test of bad rectangles is
// rect_fault_test.cpp.

#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/bad_calls.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/guard_pages.hpp"
#include "support/isa_fixture.hpp"
#include "support/small_buffers.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
constexpr Isa kNoIsa = static_cast<Isa>(99);

// The objects that the calls of the table use. Each call gets new ones.
struct Setting {
    std::vector<OrientedRect> rows = test::make_rect_scene(test::SceneKind::uniform, 64, 1);
    RectBatch batch = test::make_batch(rows);
    std::vector<Aabb2> bounds = test::bounds_of(batch);
    std::vector<BoxPair> pairs = {{0, 1}, {2, 3}};
    std::vector<std::uint8_t> answers = {7, 7};
    Workspace workspace;
    PairResult result;
    std::uint64_t invalid_pair = 1234;

    Status assign(const std::function<void(RectView&)>& change) {
        RectView view = rect_rows(rows);
        change(view);
        return batch.assign(view);
    }
    const float* misaligned() const {
        return reinterpret_cast<const float*>(reinterpret_cast<const char*>(rows.data()) + 1);
    }
    Status find_in(std::size_t index, const Aabb2& bad, bool second_set = false) {
        std::vector<Aabb2> changed = bounds;
        changed[index] = bad;
        const Status status = second_set ? find_pairs({aabb_rows(bounds), aabb_rows(changed)}, workspace, result)
                                         : find_pairs(aabb_rows(changed), workspace, result);
        EXPECT_EQ(result.invalid_index, index);
        EXPECT_EQ(result.invalid_set, second_set ? 1U : 0U);
        return status;
    }
    Status test_list(std::vector<BoxPair> list, std::uint64_t bad) {
        pairs = std::move(list);
        answers.assign(pairs.size(), 7);
        const Status status = test_pairs(batch, pairs, answers, workspace, {.invalid_pair = &invalid_pair});
        EXPECT_EQ(invalid_pair, bad);
        return status;
    }
};

const test::BadCall<Setting> kBadCalls[] = {
    {"centers_null", Status::invalid_argument,
     [](Setting& s) { return s.assign([](RectView& v) { v.centers = nullptr; }); }},
    {"half_extents_null", Status::invalid_argument,
     [](Setting& s) { return s.assign([](RectView& v) { v.half_extents = nullptr; }); }},
    {"angles_null", Status::invalid_argument,
     [](Setting& s) { return s.assign([](RectView& v) { v.angles = nullptr; }); }},
    {"rows_null", Status::invalid_argument, [](Setting& s) { return s.batch.assign(rect_rows(nullptr, 3)); }},
    {"centers_misaligned", Status::invalid_argument,
     [](Setting& s) {
         return s.assign([&](RectView& v) {
             v.centers = s.misaligned();
             v.count = 3;
         });
     }},
    {"center_stride_odd", Status::invalid_argument,
     [](Setting& s) { return s.assign([](RectView& v) { v.center_stride = 21; }); }},
    {"half_extent_stride_odd", Status::invalid_argument,
     [](Setting& s) { return s.assign([](RectView& v) { v.half_extent_stride = 18; }); }},
    {"angle_stride_odd", Status::invalid_argument,
     [](Setting& s) { return s.assign([](RectView& v) { v.angle_stride = -3; }); }},
    {"too_many", Status::capacity_exceeded,
     [](Setting& s) { return s.assign([](RectView& v) { v.count = std::size_t{kMaxBoxCount} + 1; }); }},
    {"unknown_policy", Status::invalid_argument,
     [](Setting& s) { return s.batch.assign(rect_rows(s.rows), static_cast<OnInvalid>(5)); }},
    {"assign_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return s.batch.assign(rect_rows(s.rows), OnInvalid::refuse, {kNoIsa}); }},
    {"bounds_too_few", Status::invalid_argument,
     [](Setting& s) { return compute_aabbs(s.batch, std::span(s.bounds).first(63)); }},
    {"bounds_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return compute_aabbs(s.batch, s.bounds, {kNoIsa}); }},
    {"minima_null", Status::invalid_argument,
     [](Setting& s) {
         return find_pairs(Aabb2View{nullptr, &s.bounds[0].max.x, 16, 64}, s.workspace, s.result);
     }},
    {"bounds_stride_odd", Status::invalid_argument,
     [](Setting& s) {
         return find_pairs(Aabb2View{&s.bounds[0].min.x, &s.bounds[0].max.x, 15, 4}, s.workspace, s.result);
     }},
    {"bounds_nan", Status::invalid_bounds,
     [](Setting& s) {
         return s.find_in(5, {{0, kNan}, {1, 1}});
     }},
    {"bounds_infinite", Status::invalid_bounds,
     [](Setting& s) {
         return s.find_in(63, {{0, 0}, {kInf, 1}}, true);
     }},
    {"bounds_inverted", Status::invalid_bounds,
     [](Setting& s) {
         return s.find_in(0, {{0, 1}, {1, 0}});
     }},
    {"find_pairs_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return find_pairs(s.batch, s.workspace, s.result, {.execution = {kNoIsa}}); }},
    {"find_overlaps_unknown_isa", Status::unsupported_isa,
     [](Setting& s) { return find_overlaps(s.batch, s.workspace, s.result, {.execution = {kNoIsa}}); }},
    {"find_overlaps_unknown_boundary", Status::invalid_argument,
     [](Setting& s) {
         return find_overlaps({s.batch, s.batch}, s.workspace, s.result, {.boundary = static_cast<Boundary>(7)});
     }},
    {"answers_too_few", Status::invalid_argument,
     [](Setting& s) { return test_pairs(s.batch, s.pairs, std::span(s.answers).first(1), s.workspace); }},
    {"test_unknown_boundary", Status::invalid_argument,
     [](Setting& s) {
         return test_pairs(s.batch, s.pairs, s.answers, s.workspace, {.boundary = static_cast<Boundary>(7)});
     }},
    {"pair_beyond_the_end", Status::invalid_id,
     [](Setting& s) {
         return s.test_list({{0, 1}, {2, 64}}, 1);
     }},
    {"pair_with_itself", Status::invalid_id,
     [](Setting& s) {
         return s.test_list({{5, 5}, {0, 99}}, 0);
     }},
};
[[maybe_unused]] const bool kDocumented = test::document("Calls in 2D", kBadCalls);

TEST(RectBadCall, GivesItsStatusAndChangesNothing) {
    for (const test::BadCall<Setting>& bad : kBadCalls) {
        SCOPED_TRACE(bad.name);
        Setting setting;
        const auto rects = test::contents_of(setting.batch);
        const auto bounds = setting.bounds;
        EXPECT_EQ(bad.call(setting), bad.status);
        EXPECT_TRUE(test::same_bytes(test::contents_of(setting.batch), rects));
        EXPECT_TRUE(test::same_bytes(setting.bounds, bounds));
        EXPECT_TRUE(setting.result.pairs.empty());
        for (const std::uint8_t answer : setting.answers) EXPECT_EQ(answer, 7);
        EXPECT_EQ(find_overlaps(setting.batch, setting.workspace, setting.result), Status::ok) << "all works on";
    }
}

// Runs `call` again and again, while allocation 0, 1, 2, ... fails, until it succeeds.
void fail_each(const std::function<Status(Allocator, PairResult&)>& call) {
    for (std::uint64_t k = 0;; ++k) {
        ASSERT_LT(k, 1000U);
        test::CountingAllocator memory;
        memory.fail_at(k);
        PairResult result;
        const Status status = call(memory.get(), result);
        EXPECT_EQ(memory.live_blocks(), 0U) << "leak after allocation " << k;
        EXPECT_EQ(memory.misuses(), 0U);
        if (memory.failures() == 0) {
            EXPECT_EQ(status, Status::ok);
            EXPECT_GT(k, 0U);
            return;
        }
        EXPECT_EQ(status, Status::out_of_memory) << "allocation " << k;
    }
}

TEST(RectFailingAllocator, EveryCall) {
    for (const test::SceneKind kind : {test::SceneKind::uniform, test::SceneKind::mixed_sizes, test::SceneKind::rods}) {
        const auto rows = test::make_rect_scene(kind, 1500, 1);
        const RectBatch batch = test::make_batch(rows);
        const auto bounds = test::upright_bounds(rows);
        std::vector<BoxPair> pairs = test::pairs_of(batch);
        std::vector<std::uint8_t> answers(pairs.size());
        fail_each([&](Allocator allocator, PairResult&) {
            RectBatch fresh(allocator);
            std::vector<OrientedRect> bad = rows;
            bad[7].angle = kNan;
            return fresh.assign(rect_rows(bad), OnInvalid::skip);
        });
        const auto with_workspace = [](auto&& call) {
            fail_each([&](Allocator allocator, PairResult& result) {
                Workspace workspace(allocator);
                const Status status = call(workspace, result);
                if (status != Status::ok) {
                    EXPECT_TRUE(result.pairs.empty());
                }
                return status;
            });
        };
        with_workspace([&](Workspace& w, PairResult& result) { return find_pairs(batch, w, result); });
        with_workspace([&](Workspace& w, PairResult& result) { return find_pairs(aabb_rows(bounds), w, result); });
        with_workspace([&](Workspace& w, PairResult& result) { return find_overlaps(batch, w, result); });
        with_workspace([&](Workspace& w, PairResult& result) { return find_overlaps({batch, batch}, w, result); });
        with_workspace([&](Workspace& w, PairResult&) { return test_pairs(batch, pairs, answers, w); });
    }
}

TEST(RectWorkspace, SecondCallOfEqualSizeAllocatesNothing) {
    const RectBatch batch = test::make_batch(test::make_rect_scene(test::SceneKind::uniform, 20000, 1));
    test::CountingAllocator memory;
    Workspace workspace(memory.get());
    PairResult result;
    ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
    const std::uint64_t allocations = memory.allocations();
    ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
    EXPECT_EQ(memory.allocations(), allocations);
}

class RectSmallBuffer : public test::IsaTest {
protected:
    void SetUp() override {
        IsaTest::SetUp();
        if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages on this system";
    }
};

TEST_P(RectSmallBuffer, ExactSizeAndNothingBehindTheEnd) {
    const auto rows = test::make_rect_scene(test::SceneKind::uniform, 3000, 1),
               other_rows = test::make_rect_scene(test::SceneKind::uniform, 3000, 2);
    const RectBatch batch = test::make_batch(rows, execution()), other = test::make_batch(other_rows, execution());
    const auto bounds = test::upright_bounds(rows), other_bounds = test::upright_bounds(other_rows);
    const Aabb2View raw = aabb_rows(bounds), other_raw = aabb_rows(other_bounds);
    Workspace workspace;
    const auto check = [&](const char* what, const auto& find) {
        SCOPED_TRACE(what);
        PairResult all;
        ASSERT_EQ(find(PairBuffer{}, all), Status::ok);
        ASSERT_GT(all.pair_count, 500U);
        test::check_capacities(find, test::to_vector(all));
    };
    check("pairs", [&](PairBuffer buffer, PairResult& result) {
        return find_pairs(batch, workspace, result, {.execution = execution(), .buffer = buffer});
    });
    check("pairs of two sets", [&](PairBuffer buffer, PairResult& result) {
        return find_pairs({batch, other}, workspace, result, {.execution = execution(), .buffer = buffer});
    });
    check("pairs of bounds", [&](PairBuffer buffer, PairResult& result) {
        return find_pairs(raw, workspace, result, {.execution = execution(), .buffer = buffer});
    });
    check("pairs of two sets of bounds", [&](PairBuffer buffer, PairResult& result) {
        return find_pairs({raw, other_raw}, workspace, result, {.execution = execution(), .buffer = buffer});
    });
    check("overlaps", [&](PairBuffer buffer, PairResult& result) {
        return find_overlaps(batch, workspace, result, {.execution = execution(), .buffer = buffer});
    });
    check("overlaps of two sets", [&](PairBuffer buffer, PairResult& result) {
        return find_overlaps({batch, other}, workspace, result, {.execution = execution(), .buffer = buffer});
    });
}

// Rows and raw bounds end at the end of a page: the call must read nothing after the last number.
TEST_P(RectSmallBuffer, NothingBehindTheLastRowIsRead) {
    for (std::size_t count = 1; count <= 40; ++count) {
        const auto rows = test::make_rect_scene(test::SceneKind::uniform, static_cast<std::uint32_t>(count), 1);
        const test::GuardedMemory memory(count * sizeof(OrientedRect));
        std::memcpy(memory.data(), rows.data(), memory.size());
        RectBatch batch;
        ASSERT_EQ(batch.assign(rect_rows(memory.as<float>().data(), count), OnInvalid::refuse, execution()),
                  Status::ok);
        EXPECT_TRUE(test::same_bytes(test::contents_of(batch), test::contents_of(test::make_batch(rows))));
        const auto bounds = test::upright_bounds(rows);
        const test::GuardedMemory raw(count * sizeof(Aabb2));
        std::memcpy(raw.data(), bounds.data(), raw.size());
        Workspace workspace;
        PairResult result;
        const float* const first = raw.as<float>().data();
        ASSERT_EQ(find_pairs(Aabb2View{first, first + 2, 16, count}, workspace, result, {.execution = execution()}),
                  Status::ok);
    }
}

SATORI_FOR_EACH_ISA(RectSmallBuffer);

}  // namespace
}  // namespace satori
