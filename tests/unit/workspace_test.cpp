#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/sanitizers.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

// R20: "at most 220 bytes per box and 12 per reported pair beyond the results themselves". Small scenes also need slabs
// of fixed size.
constexpr double kBytesPerBox = 220, kBytesPerPair = 12, kBytesPerResult = sizeof(BoxPair);
constexpr double kFixedBytes = 1 << 20;

TEST(Workspace, SecondCallOfEqualSizeAllocatesNothing) {
    for (const SceneKind kind : test::kSceneKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        test::CountingAllocator counting;
        Workspace workspace(counting.get());
        const std::uint32_t count = kind == SceneKind::same_position ? 200 : 2000;
        const BoxBatch batch = test::make_batch(test::make_test_scene(kind, count, 1));
        std::vector<BoxPair> candidates;
        const auto use_on = [&](const Execution& execution) {
            PairResult result;
            ContactResult contacts;
            ASSERT_EQ(find_pairs(batch, workspace, result, {.execution = execution}), Status::ok);
            candidates = test::to_vector(result);
            ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = execution}), Status::ok);
            ASSERT_EQ(collide(batch, workspace, contacts, {.execution = execution}), Status::ok);
            ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = execution}), Status::ok);
            ASSERT_EQ(sort_pairs(result.pairs, workspace), Status::ok);
            std::vector<std::uint8_t> answers(candidates.size());
            ASSERT_EQ(test_pairs(batch, candidates, answers, workspace, {.execution = execution}), Status::ok);
        };
        // A call with one worker and a call with several store their pairs in different memory.
        test::ShuffledExecutor several(1);
        const auto use = [&] {
            use_on({Isa::best, &serial_executor()});
            use_on({Isa::best, &several});
            use_on({});
        };
        use();
        const std::uint64_t allocations = counting.allocations();
        const std::uint64_t bytes = workspace.bytes();
        use();
        EXPECT_EQ(counting.allocations(), allocations);
        EXPECT_EQ(workspace.bytes(), bytes);
    }
}

// Capacity grows in proportion to the present capacity, not by the missing amount.
TEST(Workspace, AWorldThatGrowsSlowlyAllocatesRarely) {
    test::CountingAllocator counting;
    Workspace workspace(counting.get());
    PairResult result;
    std::uint64_t allocations = 0, last_pairs = 0;
    for (std::uint32_t count = 100; count < 400; ++count) {
        const BoxBatch batch = test::make_batch(test::make_test_scene(SceneKind::same_position, count, 1));
        const std::uint64_t before = counting.allocations();
        ASSERT_EQ(find_pairs(batch, workspace, result, {.execution = {Isa::best, &serial_executor()}}), Status::ok);
        EXPECT_GT(result.pair_count, last_pairs);
        last_pairs = result.pair_count;
        allocations += counting.allocations() != before ? 1 : 0;
    }
    EXPECT_LE(allocations, 60U);
}

TEST(Workspace, ScratchStaysWithinTheDocumentedBytes) {
    test::ShuffledExecutor several(1);
    int which = 0;
    for (const Execution& execution : {Execution{Isa::best, &serial_executor()}, {Isa::best, &several}, {}}) {
        SCOPED_TRACE(which++);
        for (const SceneKind kind : {SceneKind::uniform, SceneKind::clustered, SceneKind::plane, SceneKind::mixed_sizes,
                                     SceneKind::huge_and_tiny, SceneKind::identical, SceneKind::touching_grid}) {
            SCOPED_TRACE(test::scene_kind_name(kind));
            test::CountingAllocator counting;
            Workspace workspace(counting.get());
            const auto count =
                static_cast<std::uint32_t>(test::quick_cases(kind == SceneKind::huge_and_tiny ? 3000 : 30000));
            const BoxBatch batch = test::make_batch(test::make_test_scene(kind, count, 1));
            PairResult result;
            ASSERT_EQ(find_pairs(batch, workspace, result, {.execution = execution}), Status::ok);
            double allowed = kFixedBytes + kBytesPerBox * count +
                             (kBytesPerPair + kBytesPerResult) * static_cast<double>(result.pair_count);
            RecordProperty("find_pairs_bytes_per_box", static_cast<int>(workspace.peak_bytes() / count));
            EXPECT_LE(static_cast<double>(counting.peak_bytes()), allowed) << result.pair_count << " pairs";
            ASSERT_EQ(workspace.release(), Status::ok);

            counting.reset_peak();
            ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = execution}), Status::ok);
            allowed = kFixedBytes + kBytesPerBox * count +
                      (kBytesPerPair + kBytesPerResult) * static_cast<double>(result.pair_count);
            EXPECT_LE(static_cast<double>(counting.peak_bytes()), allowed) << result.pair_count << " overlaps";
        }
    }
}

// Tests the documented workspace of collide(). It is the same as for find_overlaps(), but with 36 bytes per manifold
// instead of 12 per pair, and with the manifolds themselves when they do not go into a buffer.
template <class Batch>
void expect_contacts_within_documented_bytes(const Batch& batch) {
    using Types = test::ContactTypes<Batch>;
    for (const bool with_buffer : {false, true}) {
        SCOPED_TRACE(with_buffer ? "into a buffer" : "into the workspace");
        std::vector<typename Types::Manifold> buffer(with_buffer ? 150 * std::size_t{batch.size()} : 0);
        test::CountingAllocator counting;
        Workspace workspace(counting.get());
        typename Types::Result result;
        ASSERT_EQ(collide(batch, workspace, result, {.buffer = {with_buffer ? buffer.data() : nullptr, buffer.size()}}),
                  Status::ok);
        ASSERT_GT(result.manifold_count, batch.size() / 2);
        const double per_manifold = 36 + (with_buffer ? 0.0 : sizeof(typename Types::Manifold));
        const double allowed =
            kFixedBytes + kBytesPerBox * batch.size() + per_manifold * static_cast<double>(result.manifold_count);
        EXPECT_LE(static_cast<double>(counting.peak_bytes()), allowed) << result.manifold_count << " manifolds";
    }
}

TEST(Workspace, ContactsStayWithinTheDocumentedBytes) {
    const auto count = static_cast<std::uint32_t>(test::quick_cases(20000));
    for (const SceneKind kind : {SceneKind::uniform, SceneKind::clustered, SceneKind::plane, SceneKind::identical}) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        expect_contacts_within_documented_bytes(test::make_batch(test::make_test_scene(kind, count, 1)));
        expect_contacts_within_documented_bytes(test::make_batch(test::make_rect_scene(kind, count / 4, 1)));
    }
}

TEST(Workspace, PairTestsNeedSixtyFourBytesPerBox) {
    test::CountingAllocator counting;
    Workspace workspace(counting.get());
    const BoxBatch batch = test::make_batch(test::make_test_scene(SceneKind::uniform, 50000, 1));
    const std::vector<BoxPair> pairs(1000, BoxPair{0, 1});
    std::vector<std::uint8_t> answers(pairs.size());
    ASSERT_EQ(test_pairs(batch, pairs, answers, workspace), Status::ok);
    EXPECT_LE(static_cast<double>(counting.peak_bytes()), 64.0 * 50000 + 64 * 1024);
}

TEST(Workspace, ReleaseGivesAllMemoryBackAndTheWorkspaceWorksOn) {
    test::CountingAllocator counting;
    {
        Workspace workspace(counting.get());
        EXPECT_EQ(workspace.release(), Status::ok) << "of an unused one";
        const BoxBatch batch = test::make_batch(test::make_test_scene(SceneKind::uniform, 2000, 1));
        PairResult result;
        ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
        const auto before = test::to_vector(result);
        const std::uint64_t peak = workspace.peak_bytes();
        EXPECT_GT(peak, 0U);
        ASSERT_EQ(workspace.release(), Status::ok);
        EXPECT_EQ(workspace.bytes(), 0U);
        EXPECT_EQ(workspace.peak_bytes(), peak) << "most ever held";
        EXPECT_EQ(counting.live_bytes(), 0U);
        ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
        EXPECT_EQ(test::to_vector(result), before);
    }
    EXPECT_EQ(counting.live_blocks(), 0U);
}

// Calls satori between the chunks, with the workspace that is in use: on the same stack, or on another thread.
class ReenteringExecutor final : public Executor {
public:
    ReenteringExecutor(Workspace& workspace, const BoxBatch& batch, bool other_thread)
        : workspace_(workspace), batch_(batch), other_thread_(other_thread) {}

    void run(std::uint32_t chunk_count, Body body, void* context) override {
        for (std::uint32_t chunk = 0; chunk < chunk_count; ++chunk) {
            if (!tried_) {
                tried_ = true;
                if (other_thread_) {
                    std::thread([this] { intrude(); }).join();
                } else {
                    intrude();
                }
            }
            body(context, chunk);
        }
    }
    unsigned concurrency() const noexcept override { return 1; }

    const std::vector<Status>& statuses() const { return statuses_; }
    bool untouched() const { return untouched_; }

private:
    void intrude() {
        const Execution serial{Isa::best, &serial_executor()};
        PairResult result;
        std::vector<BoxPair> pairs = {{1, 2}, {0, 1}};
        std::vector<std::uint8_t> answers(2, 7);
        statuses_ = {find_pairs(batch_, workspace_, result, {.execution = serial}),
                     find_overlaps(batch_, workspace_, result, {.execution = serial}),
                     test_pairs(batch_, pairs, answers, workspace_, {.execution = serial}),
                     sort_pairs(pairs, workspace_), workspace_.release()};
        untouched_ = pairs[0] == BoxPair{1, 2} && answers[0] == 7 && result.pairs.empty();
    }

    Workspace& workspace_;
    const BoxBatch& batch_;
    bool other_thread_;
    std::vector<Status> statuses_;
    bool tried_ = false;
    bool untouched_ = false;
};

TEST(Workspace, SecondUseMeanwhileIsRefusedAndHarmless) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(SceneKind::uniform, 20000, 1));
    const auto expected = test::overlaps_of(batch);
    for (const bool other_thread : {false, true}) {
        SCOPED_TRACE(other_thread ? "on another thread" : "up the stack");
        Workspace workspace;
        ReenteringExecutor executor(workspace, batch, other_thread);
        PairResult result;
        ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = {Isa::best, &executor}}), Status::ok);
        EXPECT_EQ(test::to_vector(result), expected);
        ASSERT_FALSE(executor.statuses().empty());
        for (const Status status : executor.statuses()) EXPECT_EQ(status, Status::workspace_in_use);
        EXPECT_TRUE(executor.untouched());
    }
}

}  // namespace
}  // namespace satori
