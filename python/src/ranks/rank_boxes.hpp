#pragma once

#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <satori/mpi.hpp>

#include "arguments.hpp"
#include "filters.hpp"
#include "types.hpp"

namespace satori::python {

namespace py = pybind11;

/// The arguments that say which boxes a rank brings.
struct RankArguments {
    const py::object &boxes, &ids, &radii, &origin, &filters, &motions;
};

/// What RankArguments hold, as a call takes it. Throws TypeError and ValueError for others. Whether boxes are legal is
/// for the call to find out, which says it on all ranks.
class GivenBoxes {
public:
    explicit GivenBoxes(const RankArguments& arguments);
    mpi::RankBoxes boxes() const noexcept;

private:
    std::size_t count() const noexcept { return static_cast<std::size_t>(rows_.shape(0)); }

    Origin origin_;  ///< none: the rows are floats
    py::array rows_;
    Ids ids_;
    std::vector<float> radii_;
    FilterArguments filters_;
};

/// Boxes that every call refuses, on all ranks: a rank whose arguments are wrong keeps no other waiting.
inline mpi::RankBoxes refused_boxes() noexcept {
    return {BoxView{.count = 1}, {}};
}

}  // namespace satori::python
