// R30 for spheres, capsules and rounded boxes among boxes: the pairs and bytes of one process.

#include <array>
#include <string>

#include "all_calls.hpp"
#include "scenes.hpp"
#include "scenes/solids.hpp"

namespace satori::test {
namespace {

/// Whether a rank of such a number brings radii, also where the last one brings all boxes.
bool has_radii(int rank) {
    return (rank_count() - 1 - rank) % 3 != 1;
}

/// The boxes of a scene, rounded in turn. Ranks without radii bring boxes alone.
struct Solids {
    Solids(const std::vector<OrientedBox>& all, Dealing dealing) : hand({}, dealing) {
        using enum scenes::Solid;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const int rank = dealer(dealing, i, all.size());
            const scenes::Solid kind = std::array{spheres, capsules, rounded, boxes}[i / 7 % 4];
            const auto [core, radius] = scenes::rounded(all[i], has_radii(rank) ? kind : boxes);
            cores.push_back(core);
            radii.push_back(radius);
            if (rank != rank_here()) continue;
            hand.boxes.push_back(core);
            hand.ids.push_back(wide_id(i));
            if (has_radii(rank)) hand.radii.push_back(radius);
        }
    }

    std::vector<OrientedBox> cores;  // of all ranks
    std::vector<float> radii;
    Hand hand;  // of this one
};

class MpiSolids : public testing::TestWithParam<NamedScene> {};

TEST_P(MpiSolids, GiveThePairsAndBytesOfOneProcess) {
    const std::vector<OrientedBox> boxes = GetParam().make();
    mpi::Partition partition(MPI_COMM_WORLD);
    for_each_dealing(GetParam(), [&](Dealing dealing, const std::string& what) {
        const Solids solids(boxes, dealing);
        OneProcess one(solids.cores, wide_id, solids.radii);
        if (boxes.size() > 100) {
            const Records contacts = one.contacts({});
            EXPECT_GT(contacts.size(), 5U);
            EXPECT_FALSE(contacts == OneProcess(solids.cores).contacts({}));
        }
        expect_all_calls_same(partition, solids.hand.view(), one, what);
    });
}

INSTANTIATE_TEST_SUITE_P(All, MpiSolids, testing::ValuesIn(kScenes),
                         [](const auto& scene) { return scene.param.name; });

TEST(MpiRadii, MessagesMayBeAsSmallAsOneBox) {
    const Solids solids(generated<scenes::SceneKind::clustered, 200>(), Dealing::to_last);
    OneProcess one(solids.cores, wide_id, solids.radii);
    for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{200}, std::uint64_t{1} << 40}) {
        mpi::Partition partition(MPI_COMM_WORLD, {.message_bytes = bytes});
        mpi::ContactResult contacts;
        EXPECT_EQ(partition.collide(solids.hand.view(), contacts, {{}, serial()}), Status::ok);
        expect_same(records_of(contacts), one.contacts({}), "messages");
    }
}

TEST(MpiRadii, CallsWithAndWithoutThemFollowEachOther) {
    const Solids solids(generated<scenes::SceneKind::dense>(), Dealing::scattered);
    OneProcess rounded(solids.cores, wide_id, solids.radii), plain(solids.cores);
    Hand without = solids.hand;
    without.radii.clear();
    Hand only_zeros = solids.hand;
    only_zeros.radii.assign(only_zeros.boxes.size(), 0);
    mpi::Partition partition(MPI_COMM_WORLD);
    for (int k = 0; k < 2; ++k) {
        expect_all_calls_same(partition, solids.hand.view(), rounded, "with radii");
        expect_all_calls_same(partition, without.view(), plain, "without radii");
        expect_all_calls_same(partition, only_zeros.view(), plain, "radii of 0");
    }
}

TEST(MpiRadii, DoublesHaveThemToo) {
    const Solids solids(generated<scenes::SceneKind::dense>(), Dealing::in_turn);
    const Vec3d origin{1 << 20, 0, -(1 << 20)};
    std::vector<double> rows;
    for (const OrientedBox& box : solids.hand.boxes) {
        rows.insert(rows.end(), {origin.x + box.center.x, origin.y + box.center.y, origin.z + box.center.z});
        rows.insert(rows.end(), {box.half_extents.x, box.half_extents.y, box.half_extents.z});
        rows.insert(rows.end(), {box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w});
    }
    mpi::Partition partition(MPI_COMM_WORLD);
    mpi::ContactResult contacts;
    const BoxView64 view = box_rows64(rows.data(), solids.hand.boxes.size(), origin);
    EXPECT_EQ(partition.collide({view, solids.hand.ids, solids.hand.radii}, contacts, {{}, serial()}), Status::ok);
    OneProcess one(solids.cores, wide_id, solids.radii);
    expect_same(records_of(contacts), one.contacts({}), "doubles");
}

}  // namespace
}  // namespace satori::test
