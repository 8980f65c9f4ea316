// A user's program: two boxes, over all ranks that it is started with.
#include <satori/mpi.hpp>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int failed = 1;
    {
        satori::mpi::Partition partition(MPI_COMM_WORLD);
        const satori::OrientedBox boxes[2];
        const std::uint64_t ids[] = {7, 5};
        satori::mpi::PairResult result;
        const satori::Status status = partition.find_overlaps({satori::box_rows(boxes), ids}, result);
        if (status == satori::Status::ok && result.pairs.size() == 1) failed = 0;
    }
    MPI_Finalize();
    return failed;
}
