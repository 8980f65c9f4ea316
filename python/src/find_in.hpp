#pragma once

#include <string>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <satori/pairs.hpp>

#include "errors.hpp"
#include "execution.hpp"
#include "filters.hpp"
#include "outputs.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace py = pybind11;

/// The arguments that the calls that find pairs share.
struct FindArguments {
    const py::object &filters, &motions;
    bool sort;
    Calling calling;
    const py::object& out;
    Boundary boundary = Boundary::closed;
};

/// Finds pairs by a call of satori: find(sets, workspace, result, options).
template <class Sets, class Find>
py::array find_in(const char* name, const Sets& sets, const FindArguments& arguments, Find&& find) {
    const FilterArguments filters(arguments.filters, arguments.motions, sizes_of(sets));
    const Items items{py::dtype::of<std::uint32_t>(), {2}, "uint32 of shape (n, 2)"};
    const Out out(arguments.out, items);
    const PairOptions options{.boundary = arguments.boundary,
                              .execution = arguments.calling.execution(),
                              .buffer = {out.data<BoxPair>(), out.capacity()},
                              .filters = filters.filters(),
                              .motions = filters.motions()};
    PairResult result;
    BorrowedWorkspace workspace;
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = find(sets, *workspace, result, options);
        if (status == Status::ok && arguments.sort) status = sort_pairs(result.pairs, *workspace);
    }
    if (status == Status::capacity_exceeded && out.given()) out.expect_room(result.pair_count);
    if (status == Status::invalid_bounds)
        throw py::value_error(std::string(result.invalid_set == 0 ? "a" : "b") + ": bounds " +
                              std::to_string(result.invalid_index) +
                              " are not finite, or a minimum exceeds its maximum");
    expect(status, name);
    return out.given() ? out.first(result.pairs.size())
                       : found(items, result.pairs.data(), result.pairs.size(), workspace);
}

}  // namespace satori::python
