// Contacts over many steps: the bytes of one process, also those of payloads, and its events.

#include "moving.hpp"
#include "scenes.hpp"

namespace satori::test {
namespace {

struct Totals {
    std::uint64_t contacts = 0, begun = 0, ended = 0, moved = 0, cuts = 0;
};

Totals run_steps(const MovingBoxes& boxes, int step_count, const mpi::TrackOptions& options,
                 const mpi::PartitionOptions& partition_options, IdOf id_of) {
    OneProcessSteps one(boxes, id_of);
    mpi::ContactTracker tracker(MPI_COMM_WORLD, partition_options);
    Totals totals;
    for (int step = 0; step < step_count; ++step) {
        const Hand hand = hand_at(boxes, step, id_of);
        mpi::TrackedContacts result;
        EXPECT_EQ(tracker.update(hand.view(), result, options), Status::ok) << tracker.fault().message;
        const Step own = own_step(step, result);
        const Step expected = rank_here() == 0 ? one.step(step, options) : Step{};
        totals.contacts += own.contacts.size();
        totals.begun += own.begun.size();
        totals.ended += own.ended.size();
        totals.moved += result.moved_count;
        totals.cuts += result.report.made_cuts ? 1 : 0;
        EXPECT_TRUE(std::is_sorted(result.manifolds.begin(), result.manifolds.end(),
                                   [](const auto& a, const auto& b) { return a.pair < b.pair; }));
        // To gather takes most of the time when there are more ranks than cores; payloads are as old as contacts.
        if (rank_count() > 4 && step % 10 != 9) continue;
        expect_same(gathered(own), expected, step);
        EXPECT_EQ(result.report.all_pairs_count, sum_of_ranks(result.manifolds.size()));
        if (sum_of_ranks(testing::Test::HasFailure() ? 1 : 0) != 0) break;
    }
    for (std::uint64_t* const total : {&totals.contacts, &totals.begun, &totals.ended, &totals.moved})
        *total = sum_of_ranks(*total);
    return totals;
}

TEST(MpiTracker, ContactsPayloadsAndEventsAreThoseOfOneProcess) {
    const Totals totals = run_steps(MovingBoxes(400), 100, {.execution = serial()}, {}, wide_id);
    EXPECT_GT(totals.contacts, 50000U);
    EXPECT_GT(totals.begun, 5000U);
    EXPECT_GT(totals.ended, 5000U);
    if (rank_count() > 1) {
        EXPECT_GT(totals.moved, 500U);
        EXPECT_GT(totals.cuts, 1U);
    }
}

TEST(MpiTracker, SpeculativeContactsSmallMessagesAndNewCuts) {
    mpi::TrackOptions options{.execution = serial()};
    options.contacts.speculative_distance = 0.1F;
    options.contacts.axis_slack = 0.05F;  // the axis of the last step decides often
    options.match_distance = 0.1F;
    const Totals totals =
        run_steps(MovingBoxes(400), 40, options, {.message_bytes = 3000, .most_imbalance = 1}, narrow_id);
    if (rank_count() > 1) {
        EXPECT_GT(totals.moved, 500U);
    }
}

TEST(MpiTracker, SpheresCapsulesAndRoundedBoxesAmongBoxes) {
    mpi::TrackOptions options{.execution = serial()};
    options.contacts.speculative_distance = 0.05F;
    const Totals totals = run_steps(MovingBoxes(400, true), 50, options, {.message_bytes = 3000}, wide_id);
    EXPECT_GT(totals.contacts, 15000U);
    EXPECT_GT(totals.begun, 2000U);
    EXPECT_GT(totals.ended, 2000U);
    if (rank_count() > 1) {
        EXPECT_GT(totals.moved, 200U);
    }
}

struct Body {
    std::size_t box;
    std::uint64_t id;
    OrientedBox pose;
};

std::vector<OrientedBox> poses_of(const std::vector<Body>& bodies) {
    std::vector<OrientedBox> poses;
    for (const Body& body : bodies) poses.push_back(body.pose);
    return poses;
}

TEST(MpiTracker, MigratedBoxesAreInThePartOfTheirRank) {
    const MovingBoxes boxes(400);
    OneProcessSteps one(boxes, wide_id);
    mpi::ContactTracker tracker(MPI_COMM_WORLD, {.message_bytes = 1000});
    std::vector<Body> bodies;  // of all boxes, also those that do not exist now
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (boxes.bringer(i, 0) == rank_here()) bodies.push_back({i, wide_id(i), {}});
    std::uint64_t sent = 0;
    for (int step = 0; step < 30; ++step) {
        for (Body& body : bodies) body.pose = boxes.at(body.box, step);
        const std::vector<OrientedBox> poses = poses_of(bodies);
        std::span<const Body> mine;
        EXPECT_EQ(tracker.partition().migrate({box_rows(poses), {}}, std::span<const Body>{bodies}, mine), Status::ok);
        bodies.assign(mine.begin(), mine.end());
        EXPECT_EQ(sum_of_ranks(bodies.size()), boxes.size());

        Hand hand({}, Dealing::in_turn);
        for (const Body& body : bodies) {
            if (!MovingBoxes::exists(body.box, step)) continue;
            hand.boxes.push_back(body.pose);
            hand.ids.push_back(body.id);
        }
        mpi::TrackedContacts result;
        EXPECT_EQ(tracker.update(hand.view(), result, {.execution = serial()}), Status::ok);
        const auto is_own = [](const mpi::RankBox& box) { return box.rank == rank_here(); };
        if (!result.report.made_cuts) {
            EXPECT_EQ(std::count_if(result.boxes.begin(), result.boxes.end(), is_own), std::ssize(hand.boxes));
            // Each box goes to each of its parts but the one whose rank brings it.
            EXPECT_EQ(sum_of_ranks(result.report.sent_count), result.report.all_parts_count - result.report.all_count);
            ++sent;
        }
        const Step found = gathered(own_step(step, result));
        if (rank_here() == 0) expect_same(found, one.step(step, {}), step);
    }
    EXPECT_GT(sent, 20U);
}

TEST(MpiTracker, RecordsStayUntilSpaceIsCut) {
    mpi::Partition partition(MPI_COMM_WORLD);
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::uniform>();
    const Hand hand(all, Dealing::in_turn);
    std::span<const std::uint64_t> mine;
    const std::span<const std::uint64_t> ids = hand.ids;
    EXPECT_EQ(partition.migrate({box_rows(hand.boxes), {}}, ids, mine), Status::ok);
    EXPECT_TRUE(std::equal(mine.begin(), mine.end(), ids.begin(), ids.end()));
    EXPECT_NE(mine.data(), ids.data());
    mpi::PairResult pairs;
    EXPECT_EQ(partition.find_overlaps(hand.view(), pairs, {.execution = serial()}), Status::ok);
    // The same places in doubles.
    std::vector<double> rows;
    for (const OrientedBox& box : hand.boxes)
        rows.insert(rows.end(), {1e7 + box.center.x, 5.0 + box.center.y, box.center.z, 1, 1, 1, 0, 0, 0, 1});
    std::span<const std::uint64_t> by_floats, by_doubles;
    EXPECT_EQ(partition.migrate({box_rows(hand.boxes), {}}, ids, by_floats), Status::ok);
    const std::vector<std::uint64_t> first(by_floats.begin(), by_floats.end());
    const BoxView64 view = box_rows64(rows.data(), hand.boxes.size(), {1e7, 5, 0});
    EXPECT_EQ(partition.migrate({view, {}}, ids, by_doubles), Status::ok);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), by_doubles.begin(), by_doubles.end()));
    EXPECT_EQ(sum_of_ranks(first.size()), all.size());
    for (const std::uint64_t id : first)
        EXPECT_TRUE(std::any_of(pairs.boxes.begin(), pairs.boxes.end(), [&](const auto& box) { return box.id == id; }));
}

TEST(MpiTracker, ClearedContactsBeginAnew) {
    const MovingBoxes boxes(400);
    mpi::ContactTracker tracker(MPI_COMM_WORLD);
    const Hand hand = hand_at(boxes, 0);
    mpi::TrackedContacts result;
    tracker.clear();
    EXPECT_EQ(tracker.update(hand.view(), result, {.execution = serial()}), Status::ok);
    EXPECT_GT(sum_of_ranks(result.begun.size()), 100U);
    EXPECT_EQ(result.begun.size(), result.manifolds.size());
    EXPECT_EQ(tracker.update(hand.view(), result, {.execution = serial()}), Status::ok);
    EXPECT_TRUE(result.begun.empty() && result.ended.empty());
    tracker.clear();
    EXPECT_EQ(tracker.update(hand.view(), result, {.execution = serial()}), Status::ok);
    EXPECT_EQ(result.begun.size(), result.manifolds.size());
    EXPECT_TRUE(result.ended.empty());
    // Nobody brings a box.
    const std::uint64_t before = sum_of_ranks(result.manifolds.size());
    EXPECT_EQ(tracker.update({BoxView{}, {}}, result, {.execution = serial()}), Status::ok);
    EXPECT_TRUE(result.manifolds.empty() && result.begun.empty());
    EXPECT_EQ(sum_of_ranks(result.ended.size()), before);
    EXPECT_GT(tracker.bytes(), tracker.partition().bytes());
}

}  // namespace
}  // namespace satori::test
