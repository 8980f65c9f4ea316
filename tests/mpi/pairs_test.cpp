// R30: the pairs and the bytes of one process, from any number of ranks.

#include <string>

#include <satori/executor.hpp>

#include "all_calls.hpp"
#include "scenes.hpp"

namespace satori::test {
namespace {

class MpiScene : public testing::TestWithParam<NamedScene> {};

TEST_P(MpiScene, GivesThePairsAndBytesOfOneProcess) {
    const std::vector<OrientedBox> all = GetParam().make();
    OneProcess one(all);
    if (all.size() > 100) {
        EXPECT_FALSE(one.overlaps(Boundary::closed).empty());
    }
    mpi::Partition partition(MPI_COMM_WORLD);
    for_each_dealing(GetParam(), [&](Dealing dealing, const std::string& what) {
        expect_all_calls_same(partition, Hand(all, dealing).view(), one, what);
    });
}

INSTANTIATE_TEST_SUITE_P(All, MpiScene, testing::ValuesIn(kScenes), [](const auto& scene) { return scene.param.name; });

TEST(MpiPairs, SourcesNameRankAndIndex) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::uniform>();
    const Hand hand(all, Dealing::scattered);
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::PairResult result;
    ASSERT_EQ(partition.find_overlaps(hand.view(), result, {.execution = serial()}), Status::ok);
    EXPECT_EQ(result.report.all_count, all.size());
    EXPECT_EQ(result.report.own_count, hand.boxes.size());
    EXPECT_EQ(result.report.part_count, result.boxes.size());
    EXPECT_EQ(result.boxes.empty(), result.report.part_count == 0);
    // The index of each box on its rank, and the rank, as they were dealt.
    std::vector<std::uint32_t> dealt(static_cast<std::size_t>(rank_count()));
    std::vector<mpi::RankBox> expected;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int rank = dealer(Dealing::scattered, i, all.size());
        expected.push_back({wide_id(i), rank, dealt[static_cast<std::size_t>(rank)]++});
    }
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    std::size_t place = 0;
    for (const mpi::RankBox& box : result.boxes) {
        while (place < expected.size() && expected[place].id < box.id) ++place;
        ASSERT_LT(place, expected.size());
        EXPECT_EQ(expected[place].id, box.id);
        EXPECT_EQ(expected[place].rank, box.rank);
        EXPECT_EQ(expected[place].index, box.index);
    }
}

TEST(MpiPairs, IdsMayHaveAnyOrderAndSpan) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::dense>();
    for (const IdOf id_of : {wide_id, narrow_id, ascending_id}) {
        OneProcess one(all, id_of);
        mpi::Partition partition(MPI_COMM_WORLD);
        for (const Dealing dealing : {Dealing::in_turn, Dealing::in_blocks}) {
            mpi::ContactResult contacts;
            EXPECT_EQ(partition.collide(Hand(all, dealing, id_of).view(), contacts, {{}, serial()}), Status::ok);
            expect_same(records_of(contacts), one.contacts({}), "ids");
        }
    }
}

TEST(MpiPairs, MessagesMayBeAsSmallAsOneBox) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::clustered, 200>();
    OneProcess one(all);
    for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{200}, std::uint64_t{1} << 40}) {
        mpi::Partition partition(MPI_COMM_WORLD, {.message_bytes = bytes});
        mpi::PairResult pairs;
        EXPECT_EQ(partition.find_overlaps(Hand(all, Dealing::to_last).view(), pairs, {.execution = serial()}),
                  Status::ok);
        expect_same(records_of(pairs), one.overlaps(Boundary::closed), "messages");
    }
}

TEST(MpiPairs, StridedViewsAndThreadsWithinRanks) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::dense, 3000>();
    const Hand hand(all, Dealing::in_blocks);
    // Rows of 12 floats, as a program may have them.
    std::vector<float> rows(12 * hand.boxes.size() + 12);
    for (std::size_t i = 0; i < hand.boxes.size(); ++i)
        std::memcpy(&rows[12 * i + 1], &hand.boxes[i], sizeof(OrientedBox));
    ThreadExecutor threads(2);
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::ContactResult contacts;
    EXPECT_EQ(partition.collide({box_rows(rows.data() + 1, hand.boxes.size(), 48), hand.ids}, contacts,
                                {{}, {.executor = &threads}}),
              Status::ok);
    expect_same(records_of(contacts), OneProcess(all).contacts({}), "strided");
}

TEST(MpiPairs, DoublesAreRoundedAsInOneProcess) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::dense, 1000>();
    const Hand hand(all, Dealing::scattered);
    const Vec3d origin{4e6 + 0.3, -7e5, 1e7};
    const auto far = [&](const std::vector<OrientedBox>& boxes) {
        std::vector<double> rows;
        for (const OrientedBox& box : boxes) {
            const double third = 1 / 3.0;  // no float has these digits
            rows.insert(rows.end(),
                        {origin.x + box.center.x + third, origin.y + box.center.y, origin.z + box.center.z});
            rows.insert(rows.end(), {box.half_extents.x + third, 0.1, box.half_extents.z});
            rows.insert(rows.end(), {third, box.rotation.y * third, box.rotation.z, box.rotation.w});
        }
        return rows;
    };
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::ContactResult contacts;
    const std::vector<double> rows = far(hand.boxes);
    EXPECT_EQ(
        partition.collide({box_rows64(rows.data(), hand.boxes.size(), origin), hand.ids}, contacts, {{}, serial()}),
        Status::ok);
    OneProcess one(far(all), origin);
    expect_same(records_of(contacts), one.contacts({}), "doubles");
    EXPECT_GT(one.contacts({}).size(), 1000U);
}

/// Boxes drift, spread and gather, so that cuts are kept for some steps and made anew in others.
std::vector<OrientedBox> moved(const std::vector<OrientedBox>& boxes, int step) {
    std::vector<OrientedBox> now = boxes;
    const float squeeze = 1.0F / (1.0F + 0.02F * static_cast<float>(step));
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (i % 2 == 0) now[i].center.x *= squeeze;
        now[i].center.y += 0.05F * static_cast<float>(step);
        now[i].center.z += (i % 3 == 0 ? 0.02F : -0.01F) * static_cast<float>(step);
    }
    return now;
}

TEST(MpiPairs, HundredStepsOfMotionKeepCutsAndMakeNewOnes) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::uniform, 2000>();
    mpi::Partition partition(MPI_COMM_WORLD);
    int kept = 0, made = 0;
    for (int step = 0; step < 100; ++step) {
        const std::vector<OrientedBox> now = moved(all, step);
        mpi::ContactResult contacts;
        EXPECT_EQ(partition.collide(Hand(now, Dealing::in_blocks).view(), contacts, {{}, serial()}), Status::ok);
        ++(contacts.report.made_cuts ? made : kept);
        if (step % 10 == 9)
            expect_same(records_of(contacts), OneProcess(now).contacts({}), "step " + std::to_string(step));
    }
    EXPECT_GT(kept, 20);
    if (rank_count() > 1) {
        EXPECT_GT(made, 1);
    }
}

TEST(MpiPairs, BoxesAreSharedEvenlyAndFewAreSentTwice) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::uniform, 40000>();
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::PairResult result;
    ASSERT_EQ(partition.find_overlaps(Hand(all, Dealing::scattered).view(), result, {.execution = serial()}),
              Status::ok);
    std::uint64_t most = result.report.candidate_count, sum = most;
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    const double mean = static_cast<double>(sum) / rank_count();
    const double copies = static_cast<double>(result.report.all_parts_count) / static_cast<double>(all.size());
    EXPECT_LE(static_cast<double>(most), 1.15 * mean);
    EXPECT_LE(copies, 1.0 + 0.035 * rank_count());
    EXPECT_GE(copies, 1.0);
    if (rank_here() == 0)
        std::printf("%d ranks: copies %.4f, largest share of candidates %.4f of the mean\n", rank_count(), copies,
                    static_cast<double>(most) / mean);
}

}  // namespace
}  // namespace satori::test
