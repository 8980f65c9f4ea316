#include <string>

#include <pybind11/pybind11.h>

#include <satori/isa.hpp>

#include "box_queries.hpp"
#include "boxes.hpp"
#include "broadphase.hpp"
#include "contacts.hpp"
#include "docs/module.hpp"
#include "errors.hpp"
#include "execution.hpp"
#include "filters.hpp"
#include "fit.hpp"
#include "impacts.hpp"
#include "pairs.hpp"
#include "rects.hpp"
#include "shapes.hpp"
#include "types.hpp"
#include "world_object.hpp"

namespace {

namespace py = pybind11;

std::string best_isa() {
    satori::Isa isa = satori::Isa::best;
    satori::python::expect(satori::resolve_isa(satori::Isa::best, isa), "best_isa");
    return satori::isa_name(isa);
}

py::list isas() {
    py::list names;
    for (const satori::Isa isa : satori::compiled_isas())
        if (satori::isa_supported(isa)) names.append(satori::isa_name(isa));
    return names;
}

}  // namespace

PYBIND11_MODULE(_satori, module) {
    using namespace satori::python;
    module.doc() = docs::module;
    module.attr("__version__") = std::to_string(SATORI_VERSION_MAJOR) + "." + std::to_string(SATORI_VERSION_MINOR) +
                                 "." + std::to_string(SATORI_VERSION_PATCH);
    add_errors(module);
    add_execution(module);
    add_filters(module);
    add_boxes(module);
    add_rects(module);
    add_pairs(module);
    add_impacts(module);
    add_contacts(module);
    add_shapes(module);
    add_box_queries(module);
    add_fit(module);
    add_types(module);
    add_world(module);
    add_broadphase(module);
    module.def("best_isa", &best_isa, docs::best_isa);
    module.def("isas", &isas, docs::isas);
    // Users name the package, as do pickles.
    for (const auto& [name, member] : py::dict(module.attr("__dict__")))
        if (py::isinstance<py::type>(member)) member.attr("__module__") = "satori";
}
