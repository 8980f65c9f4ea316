#include "batches.hpp"

#include "arguments.hpp"
#include "errors.hpp"

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

void expect_transformed(Status status, const BatchStorage& batch, const std::string& what) {
    if (status == Status::result_out_of_range && !batch.invalid().empty()) {
        const InvalidBox& first = batch.invalid()[0];
        throw py::value_error(what + ": index " + std::to_string(first.index) +
                              " would not be legal: " + describe(first.fault));
    }
    expect(status, what);
}

}  // namespace satori::python
