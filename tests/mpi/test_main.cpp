// All ranks run the same tests in the same order. Each has its own verdict, and a test fails when it fails on one rank:
// mpirun returns the exit code of a rank that failed.

#include <cstdio>

#include <gtest/gtest.h>
#include <mpi.h>

#include <satori/mpi.hpp>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    testing::InitGoogleTest(&argc, argv);
    int rank = 0, count = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    if (rank != 0) delete listeners.Release(listeners.default_result_printer());
    int failed = RUN_ALL_TESTS();
    // A Partition may outlive MPI.
    satori::mpi::Partition partition(MPI_COMM_WORLD);
    satori::mpi::PairResult pairs;
    if (partition.find_overlaps({satori::BoxView{}, {}}, pairs) != satori::Status::ok) failed = 1;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) std::printf("%d ranks: %s\n", count, failed == 0 ? "passed" : "failed");
    MPI_Finalize();
    if (partition.find_overlaps({satori::BoxView{}, {}}, pairs) != satori::Status::invalid_argument) {
        std::printf("rank %d: a call after MPI_Finalize() does not fail\n", rank);
        failed = 1;
    }
    return failed;
}
