#include "ranks/rank_boxes.hpp"

#include <string>

#include "arrays.hpp"
#include "batches.hpp"
#include "parts.hpp"

namespace satori::python {

namespace {

/// Packed rows: floats, or doubles where there is an origin.
py::array rows_of(const py::object& boxes, const Origin& origin) {
    py::array rows = as_floats("boxes", boxes);
    expect_shape("boxes", rows, columns(10));
    if (origin) return contiguous(py::array_t<double>::ensure(rows), alignof(double));
    if (py::isinstance<py::array_t<double>>(rows)) expect_origin("boxes", NumberType::float64, false);
    return contiguous(rows, alignof(float));
}

}  // namespace

GivenBoxes::GivenBoxes(const RankArguments& arguments)
    : origin_(origin_of<3>(arguments.origin)),
      rows_(rows_of(arguments.boxes, origin_)),
      ids_("ids", arguments.ids),
      radii_(radii_of(arguments.radii, count())),
      filters_(arguments.filters, arguments.motions, {.first = count()}) {
    if (ids_.size() != count())
        throw py::value_error("ids: " + std::to_string(ids_.size()) + " items for " + std::to_string(count()) +
                              " boxes");
}

mpi::RankBoxes GivenBoxes::boxes() const noexcept {
    // BoxId is two halves of such a number: the memory is that of an array of uint64.
    const std::span<const std::uint64_t> ids(reinterpret_cast<const std::uint64_t*>(ids_.ids().data()), ids_.size());
    const Vec3d origin = origin_ ? Vec3d{(*origin_)[0], (*origin_)[1], (*origin_)[2]} : Vec3d{};
    mpi::RankBoxes made =
        origin_ ? mpi::RankBoxes(box_rows64(static_cast<const double*>(rows_.data()), count(), origin), ids, radii_)
                : mpi::RankBoxes(box_rows(static_cast<const float*>(rows_.data()), count()), ids, radii_);
    made.filters = filters_.filters().first();
    made.motions = filters_.motions().first();
    return made;
}

}  // namespace satori::python
