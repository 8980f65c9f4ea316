// docs/mpi.md: a million crates over all ranks. Start it with mpirun; it prints the same for any number of ranks.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <satori/mpi.hpp>

using namespace satori;

namespace {

/// A thousand rows of a thousand crates; in a row, each is 2 cm in the next.
OrientedBox crate(std::uint64_t id) {
    const std::uint64_t row = id / 1000, place = id % 1000;
    return {{0.98F * static_cast<float>(place), 0, 2.0F * static_cast<float>(row)}, {0.5F, 0.5F, 0.5F}, {}};
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, rank_count = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    {
        std::vector<OrientedBox> boxes;
        std::vector<std::uint64_t> ids;
        for (std::uint64_t id = 0; id < 1000000; ++id) {
            if (id % static_cast<std::uint64_t>(rank_count) != static_cast<std::uint64_t>(rank)) continue;
            boxes.push_back(crate(id));
            ids.push_back(id);
        }

        mpi::Partition partition(MPI_COMM_WORLD);  // keep it from step to step
        mpi::ContactResult contacts;
        Status status = partition.collide({box_rows(boxes), ids}, contacts);
        if (rank == 0 && status == Status::ok)
            std::printf("%llu contacts\n", static_cast<unsigned long long>(contacts.report.all_pairs_count));

        std::uint64_t found[3] = {};  // a contact, on the rank that has it
        for (const ContactManifold& manifold : contacts.manifolds) {
            const mpi::RankBox& a = contacts.boxes[manifold.pair.first];   // id, and the rank and index of the box
            const mpi::RankBox& b = contacts.boxes[manifold.pair.second];  // on the rank that brought it
            if (a.id != 500000) continue;
            found[0] = a.id;
            found[1] = b.id;
            found[2] = manifold.point_count;
        }
        MPI_Allreduce(MPI_IN_PLACE, found, 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0)
            std::printf("crates %llu and %llu: %llu points\n", static_cast<unsigned long long>(found[0]),
                        static_cast<unsigned long long>(found[1]), static_cast<unsigned long long>(found[2]));

        // The crates of every second row do not move.
        std::vector<MotionType> motions;
        for (const std::uint64_t id : ids)
            motions.push_back(id / 1000 % 2 == 0 ? MotionType::static_box : MotionType::dynamic_box);
        mpi::RankBoxes mine{box_rows(boxes), ids};
        mine.motions = motions;
        status = partition.collide(mine, contacts);
        if (rank == 0 && status == Status::ok)
            std::printf("%llu contacts when half of them are static\n",
                        static_cast<unsigned long long>(contacts.report.all_pairs_count));

        // A bad box on one rank: all ranks get the same fault.
        if (!ids.empty() && ids[0] == 0) boxes[0].half_extents.x = -1;
        status = partition.collide({box_rows(boxes), ids}, contacts);
        if (rank == 0 && status != Status::ok) std::printf("%s\n", partition.fault().message);
    }
    MPI_Finalize();
}
