// Boxes in doubles, seen from the points of a lattice: as exact far from the origin as near it, and the same bytes for
// any number of ranks.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "all_calls.hpp"
#include "moving.hpp"
#include "scenes.hpp"
#include "scenes/random.hpp"
#include "scenes/solids.hpp"
#include "support/allocators.hpp"

namespace satori::test {
namespace {

constexpr double kEdge = mpi::PartitionOptions{}.lattice_edge;

void append(std::vector<double>& rows, const OrientedBox& box, const Vec3d& moved_by = {}) {
    rows.insert(rows.end(), {moved_by.x + box.center.x, moved_by.y + box.center.y, moved_by.z + box.center.z});
    rows.insert(rows.end(), {box.half_extents.x, box.half_extents.y, box.half_extents.z});
    rows.insert(rows.end(), {box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w});
}
std::vector<double> rows_of(const std::vector<OrientedBox>& boxes, const Vec3d& moved_by = {}) {
    std::vector<double> rows;
    for (const OrientedBox& box : boxes) append(rows, box, moved_by);
    return rows;
}

TEST(MpiLattice, ResultsFarFromTheOriginAreThoseNearIt) {
    std::vector<OrientedBox> all = generated<scenes::SceneKind::dense>();
    // Centers that doubles can hold far from the origin.
    const auto coarse = [](float& x) { x = std::nearbyint(x * 4096) / 4096; };
    for (OrientedBox& box : all) {
        coarse(box.center.x);
        coarse(box.center.y);
        coarse(box.center.z);
    }
    std::vector<float> radii;
    for (std::size_t i = 0; i < all.size(); ++i) radii.push_back(i % 3 == 0 ? 0.05F : 0);
    OneProcess one(all, wide_id, radii);
    Hand hand(all, Dealing::scattered);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (dealer(Dealing::scattered, i, all.size()) == rank_here()) hand.radii.push_back(radii[i]);
    // Whole edges, so that a point of the lattice lies in the scene as the origin does.
    const Vec3d origin{-7e5, 0.25, 3e6};
    for (const Vec3d& edges : {Vec3d{}, Vec3d{1, 0, 0}, Vec3d{-7, 1000, 3}, Vec3d{5000, -20000, 9000}}) {
        const Vec3d moved_by{origin.x + kEdge * edges.x, origin.y + kEdge * edges.y, origin.z + kEdge * edges.z};
        const std::vector<double> rows = rows_of(hand.boxes, moved_by);
        mpi::Partition partition(MPI_COMM_WORLD);
        expect_all_calls_same(partition, hand.view(rows, origin), one, "edges " + std::to_string(edges.x));
    }
}

/// Clusters all over 200 km, many at the borders between two points of the lattice; a ground below all of them, a box
/// as large as an edge, and one that is vast.
std::vector<double> wide_world(std::size_t cluster_count) {
    scenes::Random random(5);
    std::vector<double> rows;
    const auto about = [&](double size) { return random.between(-size, size); };
    append(rows, {{0, -1, 0}, {2e5F, 1, 2e5F}, {}});
    append(rows, {{700, 300, 600}, {600, 250, 600}, {0, 0.1F, 0, 1}});
    append(rows, {{0, 5e7F, 0}, {6e7F, 5e7F, 6e7F}, {}});
    for (std::size_t c = 0; c < cluster_count; ++c) {
        Vec3d middle{std::floor(about(1e5)), 5, std::floor(about(1e5))};
        if (c % 2 == 0) middle.x = (std::floor(middle.x / kEdge) + 0.5) * kEdge;
        if (c % 3 == 0) middle.z = (std::floor(middle.z / kEdge) + 0.5) * kEdge;
        for (int k = 0; k < 12; ++k) {
            const float half = 0.5F + static_cast<float>(about(0.2));
            const Vec3d at{middle.x + about(1.5), k % 4 == 0 ? half - 1e-3 : middle.y + about(1.5),
                           middle.z + about(1.5)};
            append(rows, {{}, {half, half, half}, k % 4 == 0 ? Quat{} : random.rotation()}, at);
        }
    }
    return rows;
}

/// The rows that this rank brings of all rows, and their ids.
struct WideHand {
    explicit WideHand(const std::vector<double>& all) : hand({}, Dealing::in_turn) {
        for (std::size_t i = 0; i < all.size() / 10; ++i) {
            if (dealer(Dealing::scattered, i, all.size() / 10) != rank_here()) continue;
            rows.insert(rows.end(), &all[10 * i], &all[10 * i] + 10);
            hand.ids.push_back(wide_id(i));
        }
    }
    mpi::RankBoxes view() const { return hand.view(rows, {}); }

    std::vector<double> rows;
    Hand hand;
};

/// All boxes on one rank, in the order of the ids.
class OneRank {
public:
    explicit OneRank(const std::vector<double>& all) {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < all.size() / 10; ++i) order.push_back(i);
        std::sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) { return wide_id(a) < wide_id(b); });
        for (const std::size_t i : order) {
            ids_.push_back(wide_id(i));
            rows_.insert(rows_.end(), &all[10 * i], &all[10 * i] + 10);
        }
    }
    mpi::RankBoxes view() const { return {box_rows64(rows_.data(), ids_.size()), ids_}; }
    mpi::Partition& partition() { return partition_; }
    const std::vector<std::uint64_t>& ids() const { return ids_; }
    const double* row(std::size_t i) const { return &rows_[10 * i]; }

private:
    std::vector<std::uint64_t> ids_;
    std::vector<double> rows_;
    mpi::Partition partition_{MPI_COMM_SELF};
};

Records sorted(Records records) {
    std::sort(records.begin(), records.end());
    return records;
}

TEST(MpiLattice, AnyNumberOfRanksGivesTheBytesOfOne) {
    const std::vector<double> all = wide_world(100);
    const WideHand hand(all);
    OneRank one(all);
    for (const float edge : {mpi::kMinLatticeEdge, 1024.0F, 1000.5F, mpi::kMaxLatticeEdge}) {
        mpi::Partition partition(MPI_COMM_WORLD, {.lattice_edge = edge});
        mpi::Partition alone(MPI_COMM_SELF, {.lattice_edge = edge});
        const std::string what = "edge " + std::to_string(edge);
        mpi::PairResult pairs, expected_pairs;
        EXPECT_EQ(partition.find_overlaps(hand.view(), pairs, {.execution = serial()}), Status::ok);
        EXPECT_EQ(alone.find_overlaps(one.view(), expected_pairs, {.execution = serial()}), Status::ok);
        expect_same(records_of(pairs), sorted(records_of(expected_pairs)), what + ", overlaps");
        EXPECT_EQ(partition.find_near_pairs(hand.view(), 0.2F, pairs, {.execution = serial()}), Status::ok);
        EXPECT_EQ(alone.find_near_pairs(one.view(), 0.2F, expected_pairs, {.execution = serial()}), Status::ok);
        expect_same(records_of(pairs), sorted(records_of(expected_pairs)), what + ", near pairs");
        mpi::ContactResult contacts, expected;
        EXPECT_EQ(partition.collide(hand.view(), contacts, {{}, serial()}), Status::ok);
        EXPECT_EQ(alone.collide(one.view(), expected, {{}, serial()}), Status::ok);
        EXPECT_GT(expected.manifolds.size(), 2000U);
        expect_same(records_of(contacts), sorted(records_of(expected)), what + ", contacts");
    }
}

float deepest(const ContactManifold& manifold) {
    float least = 1e30F;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) least = std::min(least, manifold.points[p].separation);
    return least;
}

// Each pair of boxes on its own, seen from the center of its first box.
TEST(MpiLattice, ContactsAreThoseOfEachPairSeenFromItself) {
    const std::vector<double> all = wide_world(12);
    OneRank one(all);
    mpi::ContactResult result;
    ASSERT_EQ(one.partition().collide(one.view(), result, {{}, serial()}), Status::ok);
    std::map<BoxPair, float> found;
    for (const ContactManifold& manifold : result.manifolds) found[manifold.pair] = deepest(manifold);
    const auto count = static_cast<std::uint32_t>(one.ids().size());
    // Of a box of many km, the pair has the precision of its half extents and axes.
    const auto tolerance = [&](std::uint32_t box) { return 1e-4 + 1e-7 * one.row(box)[3]; };
    Workspace workspace;
    std::size_t common = 0, alone = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        for (std::uint32_t j = i + 1; j < count; ++j) {
            std::vector<double> two(one.row(i), one.row(i) + 10);
            two.insert(two.end(), one.row(j), one.row(j) + 10);
            BoxBatch batch;
            ASSERT_EQ(batch.assign(box_rows64(two.data(), 2, {two[0], two[1], two[2]})), Status::ok);
            ContactResult contacts;
            ASSERT_EQ(collide(batch, workspace, contacts), Status::ok);
            const auto here = found.find({i, j});
            const double most = tolerance(i) + tolerance(j);
            if (!contacts.manifolds.empty() && here != found.end()) {
                ++common;
                EXPECT_NEAR(deepest(contacts.manifolds[0]), here->second, most) << i << " " << j;
            } else if (!contacts.manifolds.empty()) {
                ++alone;
                EXPECT_GT(deepest(contacts.manifolds[0]), -most) << i << " " << j;
            } else if (here != found.end()) {
                ++alone;
                EXPECT_GT(here->second, -most) << i << " " << j;
            }
        }
    }
    EXPECT_GT(common, 200U);
    EXPECT_LT(alone, 3U);
}

TEST(MpiLattice, WithoutOneBoxesAreCoarseFarFromTheOrigin) {
    // Two cubes 1 mm apart, 200 km from the origin, where floats are 16 mm apart.
    const std::vector<double> rows = {200000.003, 0, 0, 0.5, 0.5, 0.5, 0, 0, 0, 1,
                                      200001.004, 0, 0, 0.5, 0.5, 0.5, 0, 0, 0, 1};
    const std::vector<std::uint64_t> ids = {10, 20};
    const bool brings = rank_here() == 0;
    const mpi::RankBoxes boxes{box_rows64(rows.data(), brings ? 2 : 0), {ids.data(), brings ? std::size_t{2} : 0}};
    for (const float edge : {0.0F, 1024.0F}) {
        mpi::Partition partition(MPI_COMM_WORLD, {.lattice_edge = edge});
        mpi::PairResult near;
        ASSERT_EQ(partition.find_near_pairs(boxes, 0.00101F, near, {.execution = serial()}), Status::ok);
        EXPECT_EQ(sum_of_ranks(near.pairs.size()), 1U);
        ASSERT_EQ(partition.find_overlaps(boxes, near, {.execution = serial()}), Status::ok);
        EXPECT_EQ(sum_of_ranks(near.pairs.size()), edge == 0 ? 1U : 0U);
    }
}

/// Steps of boxes that all move on by `drift` in each step.
void run_drifting(double drift, bool as_near_the_origin) {
    const MovingBoxes boxes(300, true);
    OneProcessSteps near(boxes, wide_id);
    mpi::ContactTracker tracker(MPI_COMM_WORLD), alone(MPI_COMM_SELF);
    const mpi::TrackOptions options{.execution = serial()};
    std::uint64_t moved = 0;
    for (int step = 0; step < 40; ++step) {
        const Vec3d moved_by{drift * step, 0, -drift * step};
        const Hand hand = hand_at(boxes, step);
        Hand all({}, Dealing::in_turn);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (!MovingBoxes::exists(i, step)) continue;
            all.boxes.push_back(boxes.at(i, step));
            all.ids.push_back(wide_id(i));
            all.radii.push_back(boxes.radius(i));
        }
        const std::vector<double> rows = rows_of(hand.boxes, moved_by), all_rows = rows_of(all.boxes, moved_by);
        mpi::TrackedContacts result, expected;
        ASSERT_EQ(tracker.update(hand.view(rows, {}), result, options), Status::ok) << tracker.fault().message;
        ASSERT_EQ(alone.update(all.view(all_rows, {}), expected, options), Status::ok) << alone.fault().message;
        moved += result.moved_count;
        Step one = own_step(step, expected);
        one.sort();
        EXPECT_GT(one.contacts.size(), 200U);
        const Step found = gathered(own_step(step, result));
        expect_same(found, one, step);
        if (as_near_the_origin && rank_here() == 0) expect_same(found, near.step(step, options), step);
        if (sum_of_ranks(testing::Test::HasFailure() ? 1 : 0) != 0) break;
    }
    if (rank_count() > 1) {
        EXPECT_GT(sum_of_ranks(moved), 100U);
    }
}

TEST(MpiLattice, ContactsAreTrackedFromPointToPoint) {
    run_drifting(kEdge, true);
}
TEST(MpiLattice, ContactsAreTrackedAcrossBorders) {
    run_drifting(37.3, false);
}

TEST(MpiLattice, SomeRanksMayBringFloats) {
    const std::vector<OrientedBox> all = generated<scenes::SceneKind::dense>();
    const Hand hand(all, Dealing::in_turn);
    const std::vector<double> rows = rows_of(hand.boxes);
    mpi::Partition partition(MPI_COMM_WORLD);
    OneProcess one(all);
    expect_all_calls_same(partition, rank_here() % 2 == 0 ? hand.view(rows, {}) : hand.view(), one, "both");
}

TEST(MpiLattice, DoublesOfARankWithoutBoxesDoNotCount) {
    // The pair is nearest to the point at 1024 m. From there, the center of the large box is rounded otherwise.
    const std::vector<OrientedBox> all = {{{0.1F, 0, 0}, {600, 1, 1}, {}},
                                          {{600.3F, 0.3F, 0.2F}, {0.5F, 0.5F, 0.5F}, {0, 0.1F, 0, 1}}};
    const Hand hand(all, Dealing::to_last);
    mpi::Partition partition(MPI_COMM_WORLD);
    OneProcess one(all);
    expect_all_calls_same(partition, hand.boxes.empty() ? hand.view({}, {}) : hand.view(), one, "floats");
}

TEST(MpiLattice, EdgesMustBeLegalAndTheSameOnAllRanks) {
    const std::vector<double> all = wide_world(5);
    const WideHand hand(all);
    const auto status = [&](float edge) {
        mpi::Partition partition(MPI_COMM_WORLD, {.lattice_edge = edge});
        mpi::PairResult pairs;
        const Status found = partition.find_overlaps(hand.view(), pairs, {.execution = serial()});
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        return found;
    };
    for (const float edge : {-1.0F, 63.9F, 1.1e8F, std::nanf("")}) EXPECT_EQ(status(edge), Status::invalid_argument);
    EXPECT_EQ(status(0), Status::ok);
    if (rank_count() > 1) {
        EXPECT_EQ(status(rank_here() == 0 ? 1024.0F : 512.0F), Status::invalid_argument);
    }
}

// Of boxes on a ground of 400 cells, only the ground is seen from other points than its own.
TEST(MpiLattice, AGroundTakesTheMemoryThatTheHeaderSays) {
    constexpr std::size_t kCount = 20000, kGroundPoints = 21 * 21;
    scenes::Random random(11);
    std::vector<double> rows;
    append(rows, {{0, -1, 0}, {10240, 1, 10240}, {}});
    while (rows.size() < 10 * kCount)
        append(rows, {{}, {0.5F, 0.5F, 0.5F}, {}}, {random.between(-1e4, 1e4), 0.499, random.between(-1e4, 1e4)});
    std::vector<std::uint64_t> ids;
    for (std::size_t i = 0; i < kCount; ++i) ids.push_back(i);
    std::uint64_t bytes[2] = {}, pairs = 0;
    for (const bool on_lattice : {false, true}) {
        mpi::Partition partition(MPI_COMM_SELF, {.lattice_edge = on_lattice ? 1024.0F : 0});
        mpi::PairResult result;
        ASSERT_EQ(partition.find_overlaps({box_rows64(rows.data(), kCount), ids}, result, {.execution = serial()}),
                  Status::ok);
        bytes[on_lattice ? 1 : 0] = partition.bytes();
        pairs = result.report.candidate_count;
    }
    EXPECT_GE(pairs, kCount - 1);
    EXPECT_LT(bytes[1] - bytes[0], 90 * kCount + 20 * pairs + 250 * kGroundPoints);
}

TEST(MpiLattice, CoordinatesAreWithinWhatTheHeaderSays) {
    // Pairs of cubes that are between two points of the lattice, where centers are farthest from both.
    scenes::Random random(12);
    constexpr std::size_t kPairs = 2000;
    std::vector<double> rows, separations;
    for (std::size_t k = 0; k < kPairs; ++k) {
        const double x = kEdge * 97 + random.between(511, 512.5), separation = random.between(-0.01, 0);
        for (const double at : {x, x + 1 + separation})
            append(rows, {{}, {0.5F, 0.5F, 0.5F}, {}}, {at, 100.0 * static_cast<double>(k), 0});
        separations.push_back(separation);
    }
    std::vector<std::uint64_t> ids;
    for (std::size_t i = 0; i < 2 * kPairs; ++i) ids.push_back(i);
    mpi::Partition partition(MPI_COMM_SELF);
    mpi::ContactResult result;
    ASSERT_EQ(partition.collide({box_rows64(rows.data(), ids.size()), ids}, result, {{}, serial()}), Status::ok);
    EXPECT_GT(result.manifolds.size(), kPairs - 20);
    constexpr double kCenters = 2 * 0.031e-3, kDelta = 8e-6;
    for (const ContactManifold& manifold : result.manifolds)
        EXPECT_NEAR(deepest(manifold), separations[manifold.pair.first / 2], kCenters + kDelta);
}

TEST(MpiLattice, WithoutMemoryAllRanksFailAndTheNextCallWorks) {
    if (!few_ranks()) GTEST_SKIP() << "takes long";
    const std::vector<double> all = wide_world(20);
    const WideHand hand(all);
    bool failed = true;
    for (std::uint64_t k = 0; failed; ++k) {
        CountingAllocator memory;
        mpi::Partition partition(MPI_COMM_WORLD, {}, memory.get());
        if (rank_here() == rank_count() - 1) memory.fail_at(k);
        mpi::PairResult pairs;
        const Status status = partition.find_near_pairs(hand.view(), 0.2F, pairs, {.execution = serial()});
        memory.never_fail();
        EXPECT_TRUE(same_on_all_ranks(partition.fault()));
        failed = status != Status::ok;
        if (failed) {
            EXPECT_EQ(status, Status::out_of_memory);
            EXPECT_EQ(partition.find_near_pairs(hand.view(), 0.2F, pairs, {.execution = serial()}), Status::ok);
        }
        EXPECT_GT(sum_of_ranks(pairs.pairs.size()), 100U);
    }
}

}  // namespace
}  // namespace satori::test
