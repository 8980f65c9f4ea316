// R30 over many steps: after a failure of one rank all ranks have its Status, and the next update goes on from the last
// step that succeeded.

#include <limits>

#include "failing_calls.hpp"
#include "moving.hpp"
#include "support/allocators.hpp"

namespace satori::test {
namespace {

/// A tracker that must give the steps of one process, whatever fails in between.
class Follower {
public:
    explicit Follower(const MovingBoxes& boxes, Allocator allocator = {})
        : boxes_(boxes), one_(boxes, wide_id), tracker_(MPI_COMM_WORLD, {}, allocator) {}

    mpi::ContactTracker& tracker() { return tracker_; }
    Hand hand() const { return hand_at(boxes_, step_); }
    /// Updates. What failed is not a step.
    Status update() {
        mpi::TrackedContacts result;
        const Status status = tracker_.update(hand().view(), result, {.execution = serial()});
        EXPECT_TRUE(same_on_all_ranks(tracker_.fault()));
        EXPECT_EQ(tracker_.fault().status, status);
        if (status != Status::ok) {
            EXPECT_TRUE(result.manifolds.empty() && result.begun.empty() && result.ended.empty());
            return status;
        }
        const Step found = gathered(own_step(step_, result));
        if (rank_here() == 0) expect_same(found, one_.step(step_, {}), step_);
        ++step_;
        return status;
    }

private:
    const MovingBoxes& boxes_;
    OneProcessSteps one_;
    mpi::ContactTracker tracker_;
    int step_ = 0;
};

class MpiTrackerFaults : public testing::Test {
protected:
    MovingBoxes boxes_{300};
    const int bad_ = rank_count() / 2;
};

TEST_F(MpiTrackerFaults, ABadBoxAndBadArguments) {
    Follower follower(boxes_);
    mpi::TrackedContacts result;
    for (int step = 0; step < 4; ++step) {
        Hand hand = follower.hand();
        if (rank_here() == bad_) hand.boxes[3].center.x = std::numeric_limits<float>::quiet_NaN();
        EXPECT_EQ(follower.tracker().update(hand.view(), result, {.execution = serial()}), Status::invalid_box);
        EXPECT_TRUE(same_on_all_ranks(follower.tracker().fault()));
        EXPECT_EQ(follower.tracker().fault().rank, bad_);
        EXPECT_EQ(follower.tracker().fault().index, 3U);
        EXPECT_EQ(follower.update(), Status::ok);
    }
    {
        Hand hand = follower.hand();
        if (rank_here() == bad_) hand.radii.assign(hand.boxes.size(), -1);
        EXPECT_EQ(follower.tracker().update(hand.view(), result, {.execution = serial()}), Status::invalid_box);
        EXPECT_EQ(follower.tracker().fault().rank, bad_);
        EXPECT_EQ(follower.update(), Status::ok);
    }
    for (const float distance : {-1.0F, 2e9F, std::numeric_limits<float>::quiet_NaN()}) {
        mpi::TrackOptions options{.match_distance = distance, .execution = serial()};
        EXPECT_EQ(follower.tracker().update(follower.hand().view(), result, options), Status::invalid_argument);
    }
    if (rank_count() > 1) {
        mpi::TrackOptions options{.execution = serial()};
        if (rank_here() == bad_) options.match_distance = 0;
        EXPECT_EQ(follower.tracker().update(follower.hand().view(), result, options), Status::invalid_argument);
        EXPECT_TRUE(same_on_all_ranks(follower.tracker().fault()));
    }
    mpi::TrackOptions options{.execution = serial()};
    options.contacts.edge_share = -1;
    EXPECT_EQ(follower.tracker().update(follower.hand().view(), result, options), Status::invalid_argument);
    options = {.execution = serial()};
    if (rank_here() == bad_) options.execution.max_pairs = 1;
    EXPECT_EQ(follower.tracker().update(follower.hand().view(), result, options), Status::limit_exceeded);
    EXPECT_EQ(follower.update(), Status::ok);
    mpi::ContactTracker nowhere(MPI_COMM_NULL);
    EXPECT_EQ(nowhere.update(follower.hand().view(), result), Status::invalid_argument);
    EXPECT_EQ(nowhere.bytes(), 0U);
}

TEST_F(MpiTrackerFaults, EachAllocationOfOneRankMayFail) {
    if (rank_count() > 4) GTEST_SKIP() << "the runs with fewer ranks have this test";
    const MovingBoxes few(80, true);
    std::uint64_t failures = 0;
    for (std::uint64_t k = 0;; ++k) {
        ASSERT_LT(k, 1000U);
        CountingAllocator memory;
        Status first_failure = Status::ok;
        {
            Follower follower(few, memory.get());
            if (rank_here() == bad_) memory.fail_at(k);
            for (int step = 0; step < 3; ++step) {
                const Status status = follower.update();
                if (status == Status::ok) continue;
                EXPECT_EQ(status, Status::out_of_memory);
                EXPECT_EQ(follower.tracker().fault().rank, bad_);
                first_failure = status;
                EXPECT_EQ(follower.update(), Status::ok);
            }
        }
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
        if (first_failure == Status::ok) break;
        ++failures;
    }
    EXPECT_GT(failures, 60U);
}

TEST_F(MpiTrackerFaults, EachExchangeOfOneRankMayFail) {
    Follower follower(boxes_);
    EXPECT_EQ(follower.update(), Status::ok);
    for (const char* const name : {"Alltoall", "Alltoallv"}) {
        std::uint64_t failures = 0;
        for (int k = 0; k < (rank_count() > 4 ? 3 : 6); ++k) {
            if (rank_here() == bad_) fail_call(name, k);
            const Status status = follower.update();
            const bool met = sum_of_ranks(rank_here() == bad_ && !is_to_fail() ? 1 : 0) != 0;
            fail_no_call();
            EXPECT_EQ(status, met ? Status::exchange_failed : Status::ok) << name << " " << k;
            failures += met ? 1 : 0;
            EXPECT_EQ(follower.update(), Status::ok);
        }
        if (rank_count() > 1) {
            EXPECT_GT(failures, 2U) << name;
        }
    }
}

TEST_F(MpiTrackerFaults, RecordsThatCannotMigrate) {
    CountingAllocator memory;
    mpi::Partition partition(MPI_COMM_WORLD, {}, memory.get());
    const Hand hand = hand_at(boxes_, 0);
    const std::span<const std::uint64_t> ids = hand.ids;
    const bool here = rank_here() == bad_;
    std::span<const std::uint64_t> mine;
    const auto expect_fault = [&](Status expected, int rank, Status status) {
        EXPECT_EQ(status, expected);
        EXPECT_EQ(partition.fault().rank, rank);
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        EXPECT_TRUE(mine.empty());
    };
    expect_fault(Status::invalid_argument, bad_,
                 partition.migrate({box_rows(hand.boxes), {}}, here ? ids.subspan(1) : ids, mine));
    BoxView view = box_rows(hand.boxes);
    if (here) view.centers = nullptr;
    expect_fault(Status::invalid_argument, bad_, partition.migrate({view, {}}, ids, mine));
    if (rank_count() > 1) {
        std::span<const OrientedBox> moved;
        const Status status =
            here ? partition.migrate({box_rows(hand.boxes), {}}, std::span<const OrientedBox>{hand.boxes}, moved)
                 : partition.migrate({box_rows(hand.boxes), {}}, ids, mine);
        expect_fault(Status::invalid_argument, -1, status);
    }
    std::uint64_t failures = 0;
    for (std::uint64_t k = 0; k < 20; ++k) {
        mpi::Partition other(MPI_COMM_WORLD, {}, memory.get());
        if (here) memory.fail_at(k);
        const Status status = other.migrate({box_rows(hand.boxes), {}}, ids, mine);
        memory.never_fail();
        EXPECT_TRUE(same_on_all_ranks(other.fault()));
        if (status == Status::ok) break;
        EXPECT_EQ(status, Status::out_of_memory);
        ++failures;
    }
    EXPECT_GE(failures, 5U);
    EXPECT_EQ(sum_of_ranks(mine.size()), sum_of_ranks(ids.size()));
}

}  // namespace
}  // namespace satori::test
