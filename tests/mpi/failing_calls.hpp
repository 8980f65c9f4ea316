#pragma once

namespace satori::test {

/// Makes a call of MPI fail on this rank, by its name without MPI_: the next one, after so many.
void fail_call(const char* name, int calls_before);
/// Whether that call is still to come.
bool is_to_fail();
void fail_no_call();

}  // namespace satori::test
