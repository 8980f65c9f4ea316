#include "batches.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "arguments.hpp"
#include "arrays.hpp"
#include "errors.hpp"
#include "parts.hpp"

namespace satori::python {

py::array skipped(std::span<const float> half) {
    std::vector<std::uint32_t> found;
    for (std::size_t i = 0; i < half.size(); ++i)
        if (half[i] < 0) found.push_back(static_cast<std::uint32_t>(i));
    return py::array_t<std::uint32_t>(static_cast<py::ssize_t>(found.size()), found.data());
}

std::vector<std::size_t> chosen(const py::object& index, std::size_t count) {
    const bool whole =
        PyIndex_Check(index.ptr()) != 0 && !PyBool_Check(index.ptr()) && !py::isinstance<py::array>(index);
    if (whole) {
        const py::ssize_t given = PyNumber_AsSsize_t(index.ptr(), PyExc_IndexError);
        if (given == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
        const auto n = static_cast<py::ssize_t>(count);
        if (given < -n || given >= n)
            throw py::index_error("index " + std::to_string(given) + " of " + std::to_string(count) + " boxes");
        return {static_cast<std::size_t>(given < 0 ? given + n : given)};
    }
    const py::object all = py::module_::import("numpy").attr("arange")(count);
    const auto indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(all[index]);
    if (!indices) throw py::error_already_set();
    if (indices.ndim() > 1) throw py::index_error("an index of " + std::to_string(indices.ndim()) + " dimensions");
    return {indices.data(), indices.data() + indices.size()};
}

void expect_assigned(Status status, const BatchStorage& batch, const char* what, const char* kind) {
    if (status == Status::invalid_box) throw_invalid_box(batch.invalid()[0], batch.invalid().size(), kind);
    expect(status, what);
}

std::vector<float> radii_of(const py::object& radii, std::size_t count) {
    if (radii.is_none()) return {};
    const Numbers given("radii", radii, kScalars);
    expect_count("radii", given.count, count);
    const auto doubles = given.doubles();
    std::vector<float> made(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double radius = doubles.data()[i];
        // Numbers that are not legal stay so, whatever they round to.
        made[i] = std::fabs(radius) > double{std::numeric_limits<float>::max()}
                      ? std::copysign(std::numeric_limits<float>::infinity(),
                                      static_cast<float>(std::signbit(radius) ? -1 : 1))
                      : static_cast<float>(radius);
        if (made[i] == 0 && radius != 0) made[i] = std::numeric_limits<float>::denorm_min();
    }
    return made;
}

void expect_legal(std::span<const float> radii) {
    const auto illegal = std::ranges::find_if_not(radii, is_legal_radius);
    if (illegal == radii.end()) return;
    std::ostringstream text;
    text << "radii[" << illegal - radii.begin() << "] is " << *illegal
         << ": a radius is 0 or between 1e-7 and 1e8 meters";
    throw py::value_error(text.str());
}

void set_radii(BatchStorage& batch, std::span<const float> radii) {
    expect_legal(radii);
    expect(batch.set_radii(radii), "radii");
}

std::vector<float> radii_at(const BatchStorage& batch, const std::vector<std::size_t>& rows) {
    std::vector<float> made;
    if (batch.radii().empty()) return made;
    for (const std::size_t row : rows) made.push_back(batch.radii()[row]);
    return made;
}

py::object radii_copy(const BatchStorage& batch) {
    if (batch.radii().empty()) return py::none();
    return py::array_t<float>(static_cast<py::ssize_t>(batch.size()), batch.radii().data());
}

py::object radii_view(const BatchStorage& batch, const py::object& owner) {
    if (batch.radii().empty()) return py::none();
    py::array_t<float> view(static_cast<py::ssize_t>(batch.size()), batch.radii().data(), owner);
    view.attr("flags").attr("writeable") = false;
    return view;
}

void expect_no_radii(const BatchStorage& batch, const char* call) {
    if (!batch.radii().empty()) throw py::value_error(std::string(call) + ": boxes with radii cannot be passed here");
}

void expect_transformed(Status status, const BatchStorage& batch, const std::string& what) {
    if (status == Status::result_out_of_range && !batch.invalid().empty()) {
        const InvalidBox& first = batch.invalid()[0];
        throw py::value_error(what + ": index " + std::to_string(first.index) +
                              " would not be legal: " + describe(first.fault));
    }
    expect(status, what);
}

}  // namespace satori::python
