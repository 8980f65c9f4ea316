#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include <pybind11/pybind11.h>

#include <satori/world.hpp>

#include "errors.hpp"
#include "exclusive.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace py = pybind11;

/// What satori.World has.
struct WorldAndFile {
    struct Close {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    explicit WorldAndFile(const WorldOptions& options = {}) : world(options) {}

    std::unique_ptr<std::FILE, Close> recording;  ///< the file of record(); before `world`, whose end writes to it
    World world;
};
using PythonWorld = Exclusive<WorldAndFile>;

/// Throws for a fault that a call names by the place of a box in its arguments. `items`: the name of the argument whose
/// items the call refuses as `invalid_argument`.
inline void expect_at(Status status, std::uint64_t index, const char* what, const char* items = nullptr) {
    const std::string place = "[" + std::to_string(index) + "]";
    if (status == Status::invalid_id)
        throw py::index_error(std::string(what) + ": ids" + place + " is the id of no box, or comes twice");
    if (status == Status::invalid_argument && items != nullptr)
        throw py::value_error(std::string(what) + ": " + items + place + " is not legal");
    expect(status, what);
}

/// Throws InvalidBoxError for a box of a view that a World did not take. A World names its index alone.
[[noreturn]] void throw_box_fault(const AnyBoxView& view, std::uint64_t index);

/// Calls a function without the interpreter lock, and returns its Status.
template <class Call>
Status unlocked(Call&& call) {
    const Unlocked released;
    return call();
}

using WorldClass = py::class_<PythonWorld>;

// The members of satori.World, by subject.
void add_world(py::module_& module);
void add_world_setters(WorldClass& world);
void add_world_queries(WorldClass& world);
void add_world_storage(py::module_& module, WorldClass& world);

}  // namespace satori::python
