#pragma once

#include <optional>
#include <string>

#include <pybind11/pybind11.h>

#include <satori/executor.hpp>

namespace satori::python {

namespace py = pybind11;

/// The arguments isa=, threads= and max_pairs= of all calls. Throws TypeError and ValueError for others.
class Calling {
public:
    /// `threads`: None for all that the process has; else a number, the calling thread included.
    Calling(const py::object& isa, const py::object& threads);
    Calling(const py::object& isa, const py::object& threads, const py::object& max_pairs);
    Calling(const std::optional<std::string>& isa, const std::optional<unsigned>& threads, std::uint64_t max_pairs = 0);

    const Execution& execution() const noexcept { return execution_; }

private:
    Execution execution_;
};

/// Lets a forked child make executors of its own: those of its parent have no threads there.
void add_execution(py::module_& module);

}  // namespace satori::python
