// Contacts over many steps: the bytes of one process, also those of payloads, and its events.

#include <string>

#include "moving.hpp"
#include "support/allocators.hpp"

namespace satori::test {
namespace {

/// The boxes that this rank brings in a step.
Hand hand_at(const MovingBoxes& boxes, int step, IdOf id_of = wide_id) {
    Hand hand({}, Dealing::in_turn);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!MovingBoxes::exists(i, step) || MovingBoxes::bringer(i, step) != rank_here()) continue;
        hand.boxes.push_back(boxes.at(i, step));
        hand.ids.push_back(id_of(i));
    }
    return hand;
}

std::uint64_t sum_of_ranks(std::uint64_t value) {
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return value;
}

/// Compares with rank 0's one process.
void expect_same(const Step& found, const Step& expected, int step) {
    if (rank_here() != 0) return;
    EXPECT_TRUE(found.contacts == expected.contacts)
        << step << ": " << found.contacts.size() << " " << expected.contacts.size();
    EXPECT_TRUE(found.begun == expected.begun) << step << ": " << found.begun.size() << " " << expected.begun.size();
    EXPECT_TRUE(found.ended == expected.ended) << step << ": " << found.ended.size() << " " << expected.ended.size();
}

struct Totals {
    std::uint64_t contacts = 0, begun = 0, ended = 0, moved = 0, cuts = 0;
};

Totals run_steps(int step_count, const mpi::TrackOptions& options, const mpi::PartitionOptions& partition_options,
                 IdOf id_of) {
    const MovingBoxes boxes(400);
    OneProcessSteps one(boxes, id_of);
    mpi::ContactTracker tracker(MPI_COMM_WORLD, partition_options);
    Totals totals;
    for (int step = 0; step < step_count; ++step) {
        const Hand hand = hand_at(boxes, step, id_of);
        mpi::TrackedContacts result;
        EXPECT_EQ(tracker.update(hand.view(), result, options), Status::ok) << tracker.fault().message;
        const Step found = gathered(own_step(step, result));
        if (rank_here() == 0) expect_same(found, one.step(step, options), step);
        EXPECT_TRUE(std::is_sorted(result.manifolds.begin(), result.manifolds.end(),
                                   [](const auto& a, const auto& b) { return a.pair < b.pair; }));
        EXPECT_EQ(result.report.all_pairs_count, sum_of_ranks(result.manifolds.size()));
        totals.contacts += found.contacts.size();
        totals.begun += found.begun.size();
        totals.ended += found.ended.size();
        totals.moved += sum_of_ranks(result.moved_count);
        totals.cuts += result.report.made_cuts ? 1 : 0;
        if (sum_of_ranks(testing::Test::HasFailure() ? 1 : 0) != 0) break;
    }
    return totals;
}

TEST(MpiTracker, ContactsPayloadsAndEventsAreThoseOfOneProcess) {
    const Totals totals = run_steps(100, {.execution = serial()}, {}, wide_id);
    if (rank_here() == 0) {
        EXPECT_GT(totals.contacts, 50000U);
        EXPECT_GT(totals.begun, 5000U);
        EXPECT_GT(totals.ended, 5000U);
    }
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
    const Totals totals = run_steps(40, options, {.message_bytes = 3000, .most_imbalance = 1}, narrow_id);
    if (rank_count() > 1) {
        EXPECT_GT(totals.moved, 500U);
    }
}

}  // namespace
}  // namespace satori::test
