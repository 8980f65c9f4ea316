// Records of boxes of other ranks: fetched for the boxes of the part, and sent back to the ranks that brought them.

#include <numeric>
#include <vector>

#include "all_calls.hpp"
#include "failing_calls.hpp"
#include "moving.hpp"
#include "scenes.hpp"
#include "support/allocators.hpp"

namespace satori::test {
namespace {

/// A record of an odd size that says whose it is.
struct Record20 {
    std::uint32_t words[5];

    friend bool operator==(const Record20&, const Record20&) = default;
};
Record20 record_of(std::uint64_t id) {
    const auto low = static_cast<std::uint32_t>(id), high = static_cast<std::uint32_t>(id >> 32);
    return {{low, high, low ^ 0x55555555U, ~high, low + high}};
}
std::vector<Record20> records_of(std::span<const std::uint64_t> ids) {
    std::vector<Record20> records;
    for (const std::uint64_t id : ids) records.push_back(record_of(id));
    return records;
}

/// Both calls, for the boxes of the last result.
void expect_records(mpi::Partition& partition, const Hand& hand, std::span<const mpi::RankBox> boxes) {
    const std::vector<Record20> own = records_of(hand.ids);
    std::span<const Record20> of_part;
    ASSERT_EQ(partition.fetch(std::span<const Record20>{own}, of_part), Status::ok) << partition.fault().message;
    ASSERT_EQ(of_part.size(), boxes.size());
    for (std::size_t k = 0; k < boxes.size(); ++k) ASSERT_EQ(of_part[k], record_of(boxes[k].id)) << k;

    // Each part sends back of each box what it is, and how often it has been seen.
    struct Seen {
        std::uint64_t id, count;
    };
    std::vector<Seen> seen;
    for (const mpi::RankBox& box : boxes) seen.push_back({box.id, 1});
    std::span<const Seen> came;
    std::span<const std::uint32_t> indices;
    ASSERT_EQ(partition.send_back(std::span<const Seen>{seen}, indices, came), Status::ok);
    ASSERT_EQ(indices.size(), came.size());
    std::vector<std::uint64_t> counts(hand.ids.size());
    for (std::size_t j = 0; j < came.size(); ++j) {
        ASSERT_LT(indices[j], counts.size());
        EXPECT_EQ(came[j].id, hand.ids[indices[j]]);
        counts[indices[j]] += came[j].count;
    }
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    for (const std::uint64_t count : counts) EXPECT_GE(count, 1U);
    EXPECT_EQ(sum_of_ranks(all), sum_of_ranks(boxes.size()));
}

class MpiRecords : public testing::TestWithParam<NamedScene> {};

TEST_P(MpiRecords, OfEachBoxGoToAllItsPartsAndBack) {
    const std::vector<OrientedBox> all = GetParam().make();
    for_each_dealing(GetParam(), [&](Dealing dealing, const std::string& what) {
        SCOPED_TRACE(what);
        for (const std::uint64_t message_bytes : {std::uint64_t{1} << 17, std::uint64_t{50}}) {
            mpi::Partition partition(MPI_COMM_WORLD, {.message_bytes = message_bytes});
            const Hand hand(all, dealing);
            mpi::PairResult result;
            ASSERT_EQ(partition.find_near_pairs(hand.view(), 0.5F, result, {.execution = serial()}), Status::ok);
            expect_records(partition, hand, result.boxes);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(All, MpiRecords, testing::ValuesIn(kScenes),
                         [](const auto& scene) { return scene.param.name; });

TEST(MpiRecords, OfMovingBoxesInEachStep) {
    const MovingBoxes boxes(300);
    mpi::ContactTracker tracker(MPI_COMM_WORLD);
    for (int step = 0; step < 20; ++step) {
        const Hand hand = hand_at(boxes, step);
        mpi::TrackedContacts contacts;
        ASSERT_EQ(tracker.update(hand.view(), contacts, {.execution = serial()}), Status::ok);
        expect_records(tracker.partition(), hand, contacts.boxes);
        // Records do not disturb the tracker, nor does migrate() disturb them.
        std::span<const std::uint64_t> mine;
        ASSERT_EQ(tracker.partition().migrate(hand.view(), std::span<const std::uint64_t>{hand.ids}, mine), Status::ok);
        expect_records(tracker.partition(), hand, contacts.boxes);
    }
}

TEST(MpiRecords, LeaveTheResultAsItIs) {
    const auto bytes_of = [](const auto& items) {
        const auto bytes = std::as_bytes(std::span{items});
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::dense>();
    const Hand hand(all, Dealing::scattered);
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::ContactResult contacts;
    ASSERT_EQ(partition.collide(hand.view(), contacts, {.execution = serial()}), Status::ok);
    const auto manifolds = bytes_of(contacts.manifolds), boxes = bytes_of(contacts.boxes);
    expect_records(partition, hand, contacts.boxes);
    std::span<const std::uint64_t> mine;
    ASSERT_EQ(partition.migrate(hand.view(), std::span<const std::uint64_t>{hand.ids}, mine), Status::ok);
    EXPECT_EQ(bytes_of(contacts.manifolds), manifolds);
    EXPECT_EQ(bytes_of(contacts.boxes), boxes);
}

TEST(MpiRecords, NeedACallThatSucceeded) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::dense>();
    Hand hand(all, Dealing::in_turn);
    const std::vector<Record20> own = records_of(hand.ids);
    mpi::Partition partition(MPI_COMM_WORLD);
    const auto expect_none = [&](std::span<const Record20> records) {
        std::span<const Record20> of_part, came;
        std::span<const std::uint32_t> indices;
        EXPECT_EQ(partition.fetch(records, of_part), Status::invalid_argument);
        EXPECT_TRUE(of_part.empty());
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        EXPECT_EQ(partition.send_back(records, indices, came), Status::invalid_argument);
        EXPECT_TRUE(came.empty() && indices.empty());
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
    };
    expect_none(own);
    mpi::PairResult result;
    ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
    const bool is_last = rank_here() == rank_count() - 1;
    expect_none(std::span<const Record20>{own}.first(own.size() - (is_last ? 1 : 0)));
    ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
    expect_records(partition, hand, result.boxes);
    // Calls that all ranks refuse before they look at boxes.
    EXPECT_EQ(partition.find_near_pairs(hand.view(), -1, result, {.execution = serial()}), Status::invalid_argument);
    expect_none(own);
    ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
    const mpi::RankBoxes without_ids{box_rows(hand.boxes), {}};
    EXPECT_EQ(partition.find_overlaps(without_ids, result, {.execution = serial()}), Status::invalid_argument);
    expect_none(own);
    ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
    if (is_last) hand.boxes[0].half_extents.x = -1;
    EXPECT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::invalid_box);
    expect_none(own);
}

TEST(MpiRecords, OfDifferentSizesOrCallsAreRefused) {
    if (rank_count() == 1) GTEST_SKIP() << "needs two ranks";
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::dense>();
    const Hand hand(all, Dealing::in_turn);
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::PairResult result;
    ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
    const std::vector<mpi::RankBox> boxes(result.boxes.begin(), result.boxes.end());
    const std::vector<Record20> own = records_of(hand.ids), of_part(boxes.size());
    std::span<const Record20> came;
    std::span<const std::uint64_t> ids;
    std::span<const std::uint32_t> indices;
    const Status sizes = rank_here() == 0 ? partition.fetch(std::span<const Record20>{own}, came)
                                          : partition.fetch(std::span<const std::uint64_t>{hand.ids}, ids);
    EXPECT_EQ(sizes, Status::invalid_argument);
    EXPECT_TRUE(same_on_all_ranks(partition.fault()));
    const Status calls = rank_here() == 0 ? partition.fetch(std::span<const Record20>{own}, came)
                                          : partition.send_back(std::span<const Record20>{of_part}, indices, came);
    EXPECT_EQ(calls, Status::invalid_argument);
    EXPECT_TRUE(same_on_all_ranks(partition.fault()));
    mpi::PairResult other;
    const Status kinds = rank_here() == 0 ? partition.fetch(std::span<const Record20>{own}, came)
                                          : partition.find_overlaps(hand.view(), other, {.execution = serial()});
    EXPECT_EQ(kinds, Status::invalid_argument);
    EXPECT_TRUE(same_on_all_ranks(partition.fault()));
    ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
    expect_records(partition, hand, result.boxes);
}

TEST(MpiRecords, WithoutMemoryOrMessagesAllRanksFail) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::dense>();
    const Hand hand(all, Dealing::scattered);
    const int bad = rank_count() - 1;
    bool failed = true;
    for (std::uint64_t k = 0; failed; ++k) {
        ASSERT_LT(k, 100U);
        CountingAllocator memory;
        mpi::Partition partition(MPI_COMM_WORLD, {}, memory.get());
        mpi::PairResult result;
        ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
        const std::vector<Record20> own = records_of(hand.ids);
        if (rank_here() == bad) memory.fail_at(k);
        std::span<const Record20> of_part, came;
        std::span<const std::uint32_t> indices;
        Status status = partition.fetch(std::span<const Record20>{own}, of_part);
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        const std::vector<Record20> back(of_part.begin(), of_part.end());
        if (status == Status::ok) status = partition.send_back(std::span<const Record20>{back}, indices, came);
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        failed = status != Status::ok;
        if (failed) {
            EXPECT_EQ(status, Status::out_of_memory);
        }
        memory.never_fail();
        expect_records(partition, hand, result.boxes);
        const std::uint64_t before = memory.allocations();
        expect_records(partition, hand, result.boxes);
        EXPECT_EQ(memory.allocations(), before);
    }
    if (rank_count() == 1) return;
    for (const char* const name : {"Alltoall", "Alltoallv"}) {
        mpi::Partition partition(MPI_COMM_WORLD);
        mpi::PairResult result;
        ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
        const std::vector<Record20> own = records_of(hand.ids);
        std::span<const Record20> of_part;
        if (rank_here() == bad) fail_call(name, 0);
        const Status status = partition.fetch(std::span<const Record20>{own}, of_part);
        fail_no_call();
        EXPECT_EQ(status, Status::exchange_failed) << name;
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        expect_records(partition, hand, result.boxes);
    }
}

}  // namespace
}  // namespace satori::test
