#include "limits.hpp"

#include <string>

#include <satori/distances.hpp>

#include "arguments.hpp"
#include "types.hpp"

namespace satori::python {

float near_limit(const char* name, const py::object& given) {
    const auto most = static_cast<float>(number(name, given));
    if (!(most >= 0 && most <= kMaxNearDistance)) throw py::value_error(std::string(name) + ": not between 0 and 1e9");
    return most;
}

ContactOptions contact_options(const py::object& boundary, const py::object& speculative_distance) {
    const auto distance = static_cast<float>(number("speculative_distance", speculative_distance));
    if (!(distance >= 0 && distance <= kMaxSpeculativeDistance))
        throw py::value_error("speculative_distance: not between 0 and 1e9");
    return {.boundary = boundary_of(boundary), .speculative_distance = distance};
}

}  // namespace satori::python
