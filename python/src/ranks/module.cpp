#include <string>

#include <pybind11/pybind11.h>

#include <satori/mpi.hpp>

#include "docs/mpi.hpp"
#include "errors.hpp"
#include "execution.hpp"
#include "ranks/partition.hpp"
#include "ranks/results.hpp"

namespace {

namespace py = pybind11;

/// Throws ImportError unless mpi4py and this module use the same library: only then does a communicator mean the same.
void expect_same_library() {
    char own[MPI_MAX_LIBRARY_VERSION_STRING] = {};
    int length = 0;
    MPI_Get_library_version(own, &length);
    const py::module_ mpi = py::module_::import("mpi4py.MPI");
    const auto other = mpi.attr("Get_library_version")().cast<std::string>();
    if (other.c_str() != std::string(own))
        throw py::import_error("satori.mpi was built for another MPI than mpi4py: " + std::string(own) + "; " + other);
}

}  // namespace

PYBIND11_MODULE(_mpi, module) {
    using namespace satori::python;
    module.doc() = docs::mpi;
    expect_same_library();
    take_errors(py::module_::import("satori"));
    add_execution(module);
    add_partition(module);
    module.attr("MANIFOLD") = rank_manifold_type();
    for (const char* const name : {"Partition", "ContactTracker"}) module.attr(name).attr("__module__") = "satori.mpi";
}
