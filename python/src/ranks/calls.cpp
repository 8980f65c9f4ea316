#include "ranks/calls.hpp"

#include <cstring>
#include <string>

#include "arguments.hpp"
#include "errors.hpp"

namespace satori::python {

MPI_Comm communicator_of(const py::object& comm) {
    const py::module_ mpi = py::module_::import("mpi4py.MPI");
    const py::object given = comm.is_none() ? mpi.attr("COMM_WORLD") : comm;
    if (!py::isinstance(given, mpi.attr("Intracomm")))
        throw py::type_error("comm: " + type_name(given) + " is not an Intracomm of mpi4py");
    return *reinterpret_cast<const MPI_Comm*>(mpi.attr("_addressof")(given).cast<std::uintptr_t>());
}

void expect(Status status, const char* name, const mpi::Fault& fault) {
    if (status == Status::ok) return;
    if (fault.names_box && status == Status::invalid_box) {
        using py::literals::operator""_a;
        const char* const reason = std::strstr(fault.message, ": ");  // after the rank, the box and its id
        throw_invalid_box(fault.message, py::dict("rank"_a = fault.rank, "index"_a = fault.index, "id"_a = fault.id,
                                                  "fault"_a = reason + 2));
    }
    const std::string message = std::string(name) + ": " + fault.message;
    // Here an id that is not legal is one that two boxes have.
    if (status == Status::invalid_id) throw py::value_error(message);
    throw_status(status, message);
}

}  // namespace satori::python
