// Motion types, filters and covered sides over ranks: the pairs and bytes of one process.

#include <string>

#include "all_calls.hpp"
#include "scenes.hpp"
#include "scenes/solids.hpp"

namespace satori::test {
namespace {

/// Whether a rank brings a column. Ranks that do not say that their boxes are as all boxes are by default.
bool brings(std::size_t column, int rank) {
    return (static_cast<std::size_t>(rank_count() - 1 - rank) + column) % 3 != 1;
}

/// The boxes of a scene, with all columns. Each rank lacks some of them.
struct Scene {
    Scene(const std::vector<OrientedBox>& all, Dealing dealing) : boxes(all), hand({}, dealing) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const int rank = dealer(dealing, i, all.size());
            const float radius = i % 4 == 0 ? 0.1F : 0;
            const MotionType motion = i % 3 == 0 ? MotionType::static_box : static_cast<MotionType>(i % 4);
            const BoxFilter filter{std::uint64_t{1} << i % 5, ~std::uint64_t{0} << i % 3,
                                   static_cast<std::int32_t>(i % 7) - 3, static_cast<std::uint32_t>(i % 11)};
            const auto sides = static_cast<CoveredSides>(i % 64);
            radii.push_back(brings(0, rank) ? radius : 0);
            motions.push_back(brings(1, rank) ? motion : MotionType::dynamic_box);
            filters.push_back(brings(2, rank) ? filter : BoxFilter{});
            covered_sides.push_back(brings(3, rank) ? sides : CoveredSides{0});
            if (rank != rank_here()) continue;
            hand.boxes.push_back(all[i]);
            hand.ids.push_back(wide_id(i));
            if (brings(0, rank)) hand.radii.push_back(radius);
            if (brings(1, rank)) hand.motions.push_back(motion);
            if (brings(2, rank)) hand.filters.push_back(filter);
            if (brings(3, rank)) hand.covered_sides.push_back(sides);
        }
    }
    OneProcess one() const {
        OneProcess process(boxes, wide_id, radii);
        process.set(motions, filters, covered_sides);
        return process;
    }

    std::vector<OrientedBox> boxes;  // of all ranks
    std::vector<float> radii;
    std::vector<MotionType> motions;
    std::vector<BoxFilter> filters;
    std::vector<CoveredSides> covered_sides;
    Hand hand;  // of this one
};

class MpiColumns : public testing::TestWithParam<NamedScene> {};

TEST_P(MpiColumns, GiveThePairsAndBytesOfOneProcess) {
    const std::vector<OrientedBox> boxes = GetParam().make();
    mpi::Partition partition(MPI_COMM_WORLD);
    for_each_dealing(GetParam(), [&](Dealing dealing, const std::string& what) {
        const Scene scene(boxes, dealing);
        OneProcess one = scene.one();
        if (boxes.size() > 100) {
            EXPECT_GT(one.contacts({}).size(), 1U);
            EXPECT_LT(one.contacts({}).size(), OneProcess(boxes, wide_id, scene.radii).contacts({}).size());
        }
        expect_all_calls_same(partition, scene.hand.view(), one, what);
    });
}

INSTANTIATE_TEST_SUITE_P(All, MpiColumns, testing::ValuesIn(kScenes),
                         [](const auto& scene) { return scene.param.name; });

TEST(MpiColumns, AFaultNamesTheBoxOnAllRanks) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::uniform>();
    const int last = rank_count() - 1;
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::PairResult result;
    const auto expect_fault = [&](const Hand& hand, const char* reason) {
        EXPECT_EQ(partition.find_overlaps(hand.view(), result), Status::invalid_argument);
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        EXPECT_EQ(partition.fault().rank, last);
        EXPECT_TRUE(std::string(partition.fault().message).find(reason) != std::string::npos)
            << partition.fault().message;
    };
    const auto hand = [&] { return Hand(all, Dealing::in_turn); };
    Hand motions = hand(), sides = hand(), few_filters = hand(), few_sides = hand();
    if (rank_here() == last) {
        motions.motions.resize(motions.boxes.size());
        motions.motions[7] = static_cast<MotionType>(4);
        sides.covered_sides.resize(sides.boxes.size());
        sides.covered_sides[3] = 64;
        few_filters.filters.resize(few_filters.boxes.size() - 1);
        few_sides.covered_sides.resize(1);
    }
    expect_fault(motions, "box 7");
    EXPECT_TRUE(partition.fault().names_box);
    EXPECT_EQ(partition.fault().index, 7U);
    expect_fault(motions, "motion type is unknown");
    expect_fault(sides, "box 3");
    expect_fault(sides, "covered sides");
    expect_fault(few_filters, "invalid argument");
    expect_fault(few_sides, "invalid argument");
    EXPECT_EQ(partition.find_overlaps(hand().view(), result), Status::ok);
}

TEST(MpiColumns, ContactsThatAFilterDropsEnd) {
    // Two boxes that touch; from the third step on they have one owner.
    const std::vector<OrientedBox> all = {{{0, 0, 0}, {0.5F, 0.5F, 0.5F}, {}}, {{0.9F, 0, 0}, {0.5F, 0.5F, 0.5F}, {}}};
    Hand hand(all, Dealing::in_turn, ascending_id);
    mpi::ContactTracker tracker(MPI_COMM_WORLD);
    for (int step = 0; step < 4; ++step) {
        hand.filters.assign(hand.boxes.size(), BoxFilter{.owner = step >= 2 ? 1U : 0U});
        mpi::TrackedContacts contacts;
        ASSERT_EQ(tracker.update(hand.view(), contacts, {.execution = serial()}), Status::ok);
        EXPECT_EQ(sum_of_ranks(contacts.manifolds.size()), step < 2 ? 1U : 0U);
        EXPECT_EQ(sum_of_ranks(contacts.begun.size()), step == 0 ? 1U : 0U);
        EXPECT_EQ(sum_of_ranks(contacts.ended.size()), step == 2 ? 1U : 0U);
    }
}

}  // namespace
}  // namespace satori::test
