#include "failing_calls.hpp"

#include <cstring>

#include <mpi.h>

namespace {

const char* failing_call = nullptr;
int calls_before_failure = 0;

/// The call is made, so that other ranks get what they wait for; only its result is that of a failure.
int result_of(const char* name, int result) {
    if (failing_call == nullptr || std::strcmp(failing_call, name) != 0 || calls_before_failure-- != 0) return result;
    failing_call = nullptr;
    return MPI_ERR_OTHER;
}

}  // namespace

// MPI lets a program replace its calls; the originals have the prefix PMPI.
extern "C" {
int MPI_Alltoall(const void* from, int count, MPI_Datatype type, void* to, int to_count, MPI_Datatype to_type,
                 MPI_Comm communicator) {
    return result_of("Alltoall", PMPI_Alltoall(from, count, type, to, to_count, to_type, communicator));
}
int MPI_Alltoallv(const void* from, const int counts[], const int begins[], MPI_Datatype type, void* to,
                  const int to_counts[], const int to_begins[], MPI_Datatype to_type, MPI_Comm communicator) {
    return result_of("Alltoallv",
                     PMPI_Alltoallv(from, counts, begins, type, to, to_counts, to_begins, to_type, communicator));
}
int MPI_Reduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm communicator) {
    return result_of("Reduce", PMPI_Reduce(from, to, count, type, op, root, communicator));
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm communicator) {
    return result_of("Bcast", PMPI_Bcast(data, count, type, root, communicator));
}
}

namespace satori::test {

void fail_call(const char* name, int calls_before) {
    failing_call = name;
    calls_before_failure = calls_before;
}
bool is_to_fail() {
    return failing_call != nullptr;
}
void fail_no_call() {
    failing_call = nullptr;
}

}  // namespace satori::test
