#pragma once

#include <exception>
#include <optional>
#include <type_traits>

#include <pybind11/pybind11.h>

#include <satori/mpi.hpp>

#include "ranks/rank_boxes.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace py = pybind11;

/// The argument comm=: a communicator of mpi4py, or None for COMM_WORLD.
MPI_Comm communicator_of(const py::object& comm);

/// Throws the exception of a call that failed, which is the same on all ranks.
void expect(Status status, const char* name, const mpi::Fault& fault);

/// Makes call(boxes, options), a call that all ranks make; read() returns the options from arguments. A rank whose
/// arguments are wrong makes the call too, so that no other waits for it, and throws its own exception.
template <class Object, class Read, class Call>
void call_on_all_ranks(const char* name, const Object& object, const RankArguments& arguments, Read&& read,
                       Call&& call) {
    std::optional<GivenBoxes> given;
    std::invoke_result_t<Read> options;
    std::exception_ptr wrong;
    try {
        given.emplace(arguments);
        options = read();
    } catch (...) {
        wrong = std::current_exception();
    }
    const mpi::RankBoxes boxes = wrong ? refused_boxes() : given->boxes();
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = call(boxes, options);
    }
    if (wrong) std::rethrow_exception(wrong);
    expect(status, name, object.fault());
}

}  // namespace satori::python
