// R30: a rank that fails leaves all ranks with the same Status, and nobody hangs.

#include <limits>
#include <string>

#include "failing_calls.hpp"
#include "ranks.hpp"
#include "scenes.hpp"
#include "support/allocators.hpp"

namespace satori::test {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

class MpiFaults : public testing::Test {
protected:
    MpiFaults() : all_(generated<scenes::SceneKind::uniform>()), hand_(all_, Dealing::in_turn) {}

    /// The call of this rank must end so, and with the same fault on all ranks.
    void expect_fault(Status expected, int rank, const mpi::RankBoxes& boxes, const mpi::CollideOptions& options = {}) {
        mpi::ContactResult result;
        EXPECT_EQ(partition_.collide(boxes, result, options), expected);
        EXPECT_EQ(partition_.fault().status, expected);
        EXPECT_EQ(partition_.fault().rank, rank);
        EXPECT_TRUE(result.manifolds.empty() && result.boxes.empty());
        EXPECT_TRUE(same_on_all_ranks(partition_.fault()));
        EXPECT_NE(partition_.fault().message[0], '\0');
    }
    /// The Partition works on, as if nothing had been.
    void expect_works() {
        mpi::ContactResult result;
        EXPECT_EQ(partition_.collide(hand_.view(), result, {{}, serial()}), Status::ok);
        EXPECT_EQ(partition_.fault().status, Status::ok);
        const Records found = gathered(records_of(result));
        if (rank_here() == 0) {
            EXPECT_TRUE(found == OneProcess(all_).contacts({}));
        }
    }

    /// Allocation k of the bad rank fails; the next call must not. Returns the Status of the first one.
    Status call_with_failure(CountingAllocator& memory, int bad, std::uint64_t k) {
        mpi::Partition partition(MPI_COMM_WORLD, {}, memory.get());
        if (rank_here() == bad) memory.fail_at(k);
        mpi::PairResult result;
        const Status status = partition.find_overlaps(hand_.view(), result, {.execution = serial()});
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        EXPECT_LE(partition.bytes(), memory.live_bytes());
        if (status != Status::ok) {
            EXPECT_EQ(status, Status::out_of_memory);
            EXPECT_EQ(partition.fault().rank, bad);
            EXPECT_EQ(partition.find_overlaps(hand_.view(), result, {.execution = serial()}), Status::ok);
        }
        memory.never_fail();
        return status;
    }

    std::vector<OrientedBox> all_;
    Hand hand_;
    mpi::Partition partition_{MPI_COMM_WORLD};
};

TEST_F(MpiFaults, ABadBoxIsNamedByRankIndexAndId) {
    for (int bad = 0; bad < rank_count(); bad += 3) {
        Hand hand = hand_;
        if (rank_here() >= bad) {  // the lowest rank and its first bad box are named
            hand.boxes[5].half_extents.y = kNaN;
            hand.boxes[9].center.x = kNaN;
        }
        expect_fault(Status::invalid_box, bad, hand.view(), {{}, serial()});
        const mpi::Fault& fault = partition_.fault();
        const std::size_t box = 5 * static_cast<std::size_t>(rank_count()) + static_cast<std::size_t>(bad);
        EXPECT_TRUE(fault.names_box);
        EXPECT_EQ(fault.index, 5U);
        EXPECT_EQ(fault.id, wide_id(box));
        EXPECT_EQ(std::string(fault.message), "rank " + std::to_string(bad) + ", box 5, id " +
                                                  std::to_string(wide_id(box)) + ": " +
                                                  describe(BoxFault::half_extent_not_finite));
    }
    expect_works();
}

TEST_F(MpiFaults, ABadRadiusIsNamedByRankIndexAndId) {
    const int bad = rank_count() / 2;
    for (const float radius : {-1.0F, kNaN, std::numeric_limits<float>::infinity(), 1e-8F, 2e8F}) {
        Hand hand = hand_;
        if (rank_here() >= bad) {
            hand.radii.assign(hand.boxes.size(), 0.5F);
            hand.radii[5] = hand.radii[9] = radius;
        }
        expect_fault(Status::invalid_box, bad, hand.view(), {{}, serial()});
        const std::size_t box = 5 * static_cast<std::size_t>(rank_count()) + static_cast<std::size_t>(bad);
        EXPECT_TRUE(partition_.fault().names_box);
        EXPECT_EQ(partition_.fault().index, 5U);
        EXPECT_EQ(partition_.fault().id, wide_id(box));
        EXPECT_EQ(std::string(partition_.fault().message), "rank " + std::to_string(bad) + ", box 5, id " +
                                                               std::to_string(wide_id(box)) +
                                                               ": radius is not 0 and not from 1e-7 to 1e8");
    }
    expect_works();  // without radii
}

TEST_F(MpiFaults, EqualIdsThatMeetAreFound) {
    Hand hand = hand_;
    // Two boxes in one place, with one id.
    if (rank_here() == rank_count() - 1) {
        hand.boxes.push_back(all_[0]);
        hand.ids.push_back(wide_id(0));
    }
    expect_fault(Status::invalid_id, rank_count() - 1, hand.view(), {{}, serial()});
    EXPECT_TRUE(partition_.fault().names_box);
    EXPECT_EQ(partition_.fault().id, wide_id(0));
    EXPECT_EQ(partition_.fault().index, all_.size() / static_cast<std::size_t>(rank_count()));
    expect_works();
}

TEST_F(MpiFaults, BadArgumentsOfOneRank) {
    const int bad = rank_count() - 1;
    const bool here = rank_here() == bad;
    mpi::RankBoxes boxes = hand_.view();
    if (here) boxes.ids = boxes.ids.first(boxes.ids.size() - 1);
    expect_fault(Status::invalid_argument, bad, boxes, {{}, serial()});
    boxes = hand_.view();
    if (here) boxes.floats.centers = nullptr;
    expect_fault(Status::invalid_argument, bad, boxes, {{}, serial()});
    const std::vector<float> radii(all_.size() + 1, 0.5F);
    for (const std::size_t count : {hand_.boxes.size() - 1, hand_.boxes.size() + 1}) {
        boxes = hand_.view();
        if (here) boxes.radii = std::span(radii).first(count);
        expect_fault(Status::invalid_argument, bad, boxes, {{}, serial()});
    }
    boxes = {BoxView{}, {}};
    if (here) boxes.radii = std::span(radii).first(1);  // without a box
    expect_fault(Status::invalid_argument, bad, boxes, {{}, serial()});
    mpi::CollideOptions options{{}, serial()};
    if (here) options.contacts.speculative_distance = -1;
    expect_fault(Status::invalid_argument, bad, hand_.view(), options);
    options = {{}, serial()};
    if (here) options.execution.max_pairs = 1;
    expect_fault(Status::limit_exceeded, bad, hand_.view(), options);
    expect_works();
}

TEST_F(MpiFaults, RanksThatDisagreeAllFail) {
    if (rank_count() == 1) GTEST_SKIP() << "one rank cannot disagree";
    mpi::CollideOptions options{{}, serial()};
    if (rank_here() == 0) options.contacts.axis_slack = 0;
    expect_fault(Status::invalid_argument, -1, hand_.view(), options);
    mpi::PairResult pairs;
    mpi::ContactResult contacts;
    const Status status =
        rank_here() == 0 ? partition_.find_overlaps(hand_.view(), pairs) : partition_.collide(hand_.view(), contacts);
    EXPECT_EQ(status, Status::invalid_argument);
    EXPECT_TRUE(same_on_all_ranks(partition_.fault()));
    EXPECT_EQ(partition_.find_near_pairs(hand_.view(), rank_here() == 0 ? 1.0F : 2.0F, pairs),
              Status::invalid_argument);
    const std::vector<double> none;
    EXPECT_EQ(partition_.find_overlaps({box_rows64(none.data(), 0, {rank_here() == 0 ? 1.0 : 2.0, 0, 0}), {}}, pairs),
              Status::invalid_argument);
    // Zero has two signs.
    EXPECT_EQ(partition_.find_near_pairs(hand_.view(), rank_here() == 0 ? -0.0F : 0.0F, pairs), Status::ok);
    expect_works();
}

TEST_F(MpiFaults, MigrationOnOneRankAndAnotherCallOnTheOthers) {
    if (rank_count() == 1) GTEST_SKIP() << "one rank cannot disagree";
    mpi::PairResult pairs;
    std::span<const std::uint64_t> mine;
    for (int k = 0; k < 3; ++k) {
        const Status status = rank_here() == k % rank_count()
                                  ? partition_.migrate(hand_.view(), std::span<const std::uint64_t>{hand_.ids}, mine)
                                  : partition_.find_overlaps(hand_.view(), pairs);
        EXPECT_EQ(status, Status::invalid_argument);
        EXPECT_TRUE(same_on_all_ranks(partition_.fault()));
    }
    const std::vector<double> none;
    for (const double x : {rank_here() == 0 ? 1.0 : 2.0, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_EQ(
            partition_.migrate({box_rows64(none.data(), 0, {x, 0, 0}), {}}, std::span<const std::uint64_t>{}, mine),
            Status::invalid_argument);
    EXPECT_EQ(partition_.migrate({box_rows64(none.data(), 0, {rank_here() == 0 ? -0.0 : 0.0, 0, 0}), {}},
                                 std::span<const std::uint64_t>{}, mine),
              Status::ok);
    expect_works();
}

TEST_F(MpiFaults, AnInterCommunicatorIsRefused) {
    if (rank_count() == 1) GTEST_SKIP() << "it has ranks on two sides";
    const int side = rank_here() % 2;
    MPI_Comm own = MPI_COMM_NULL, both = MPI_COMM_NULL;
    ASSERT_EQ(MPI_Comm_split(MPI_COMM_WORLD, side, rank_here(), &own), MPI_SUCCESS);
    ASSERT_EQ(MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - side, 0, &both), MPI_SUCCESS);
    {
        mpi::Partition partition(both);
        mpi::PairResult pairs;
        EXPECT_EQ(partition.find_overlaps(hand_.view(), pairs), Status::invalid_argument);
    }
    MPI_Comm_free(&both);
    MPI_Comm_free(&own);
}

TEST_F(MpiFaults, IllegalOptionsOfAllRanks) {
    mpi::PairResult pairs;
    EXPECT_EQ(partition_.find_overlaps(hand_.view(), pairs, {.boundary = static_cast<Boundary>(7)}),
              Status::invalid_argument);
    EXPECT_EQ(partition_.find_near_pairs(hand_.view(), kNaN, pairs), Status::invalid_argument);
    for (const mpi::PartitionOptions& options :
         {mpi::PartitionOptions{.message_bytes = 0}, mpi::PartitionOptions{.most_imbalance = 0.5F}}) {
        mpi::Partition partition(MPI_COMM_WORLD, options);
        EXPECT_EQ(partition.find_overlaps(hand_.view(), pairs), Status::invalid_argument);
    }
    mpi::Partition nowhere(MPI_COMM_NULL);
    EXPECT_EQ(nowhere.find_overlaps(hand_.view(), pairs), Status::invalid_argument);
    EXPECT_EQ(nowhere.bytes(), 0U);
    expect_works();
}

/// First no rank has radii. Then all have but the bad one, which must make room for those that come.
TEST_F(MpiFaults, EachAllocationOfOneRankMayFail) {
    if (rank_count() > 4) GTEST_SKIP() << "the runs with fewer ranks have this test";
    const int bad = rank_count() / 2;
    CountingAllocator memory;
    std::uint64_t failed[2] = {0, 0};
    for (const bool rounded : {false, true}) {
        if (rounded && (rank_count() == 1 || rank_here() != bad)) hand_.radii.assign(hand_.boxes.size(), 0.5F);
        for (std::uint64_t k = 0;; ++k) {
            ASSERT_LT(k, 1000U);
            const Status status = call_with_failure(memory, bad, k);
            if (status == Status::ok) break;
            ++failed[rounded ? 1 : 0];
        }
    }
    EXPECT_GT(failed[0], 20U);
    EXPECT_GE(failed[1], failed[0] + (rank_count() > 1 ? 3U : 2U));
    EXPECT_EQ(memory.live_blocks(), 0U);
    EXPECT_EQ(memory.misuses(), 0U);
}

TEST_F(MpiFaults, ASecondCallOfEqualSizeAllocatesNothing) {
    CountingAllocator memory;
    mpi::PairResult result;
    // Ids of one, three and more digits: they are sorted in as many passes.
    for (const IdOf id_of : {ascending_id, narrow_id, wide_id}) {
        for (const Dealing dealing : {Dealing::in_turn, Dealing::scattered, Dealing::to_last}) {
            mpi::Partition partition(MPI_COMM_WORLD, {.most_imbalance = 100}, memory.get());
            Hand hand(all_, dealing, id_of);
            hand.radii.assign(hand.boxes.size(), 0.1F);
            EXPECT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
            const std::uint64_t before = memory.allocations();
            EXPECT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
            EXPECT_FALSE(result.report.made_cuts);
            EXPECT_EQ(memory.allocations(), before);
        }
    }
    mpi::Partition partition(MPI_COMM_WORLD, {}, memory.get());
    EXPECT_EQ(partition.find_overlaps(hand_.view(), result, {.execution = serial()}), Status::ok);
    partition.reset();
    EXPECT_EQ(partition.find_overlaps(hand_.view(), result, {.execution = serial()}), Status::ok);
    EXPECT_TRUE(result.report.made_cuts);
    EXPECT_GE(partition.peak_bytes(), partition.bytes());
}

TEST_F(MpiFaults, EachExchangeOfOneRankMayFail) {
    const int bad = rank_count() - 1;
    Hand hand = hand_;
    hand.radii.assign(hand.boxes.size(), 0.1F);
    for (const char* const name : {"Alltoall", "Alltoallv", "Reduce", "Bcast"}) {
        int failures = 0;
        for (int k = 0; k < 3; ++k) {
            partition_.reset();
            if (rank_here() == bad) fail_call(name, k);
            mpi::ContactResult result;
            const Status status = partition_.collide(hand.view(), result, {{}, serial()});
            int met = rank_here() == bad && !is_to_fail() ? 1 : 0;
            MPI_Allreduce(MPI_IN_PLACE, &met, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
            EXPECT_EQ(status, met == 1 ? Status::exchange_failed : Status::ok) << name << " " << k;
            EXPECT_TRUE(same_on_all_ranks(partition_.fault())) << name << " " << k;
            if (met == 1) {
                EXPECT_EQ(partition_.fault().rank, bad);
            }
            failures += met;
            fail_no_call();
        }
        if (rank_count() > 1) {
            EXPECT_GT(failures, 0) << name;
        }
    }
    expect_works();
}

}  // namespace
}  // namespace satori::test
