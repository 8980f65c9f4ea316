#include "parts.hpp"

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace satori::python {

namespace {

/// Quaternions of turns about z.
py::array_t<float> quaternions_of(const Numbers& headings) {
    py::array_t<float> made(std::vector<py::ssize_t>{static_cast<py::ssize_t>(headings.count), 4});
    auto out = made.mutable_unchecked<2>();
    for (std::size_t i = 0; i < headings.count; ++i) {
        const void* const at = static_cast<const std::byte*>(headings.stream.data) +
                               static_cast<std::ptrdiff_t>(i) * headings.stream.stride;
        double angle = 0;
        if (headings.type == NumberType::float32) {
            float f = 0;
            std::memcpy(&f, at, sizeof f);
            angle = f;
        } else {
            std::memcpy(&angle, at, sizeof angle);
        }
        const auto k = static_cast<py::ssize_t>(i);
        out(k, 0) = out(k, 1) = 0;
        out(k, 2) = static_cast<float>(std::sin(0.5 * angle));
        out(k, 3) = static_cast<float>(std::cos(0.5 * angle));
    }
    return made;
}

}  // namespace

int given(std::initializer_list<const py::object*> arguments) {
    int count = 0;
    for (const py::object* argument : arguments) count += argument->is_none() ? 0 : 1;
    return count;
}

void expect_count(const char* name, std::size_t count, std::size_t centers) {
    if (count != centers)
        throw py::value_error(std::string(name) + ": " + std::to_string(count) + " items for " +
                              std::to_string(centers) + " centers");
}

void expect_origin(const char* name, NumberType type, bool origin) {
    if (type == NumberType::float64 && !origin)
        throw py::type_error(std::string(name) +
                             ": these are float64; pass float32, or origin=, which is subtracted in double before "
                             "centers become float32");
}

View view_of(const Parts& parts, const Origin& origin, const Needs& needs) {
    View made;
    AnyBoxView& view = made.view;
    if (origin) view.origin = {(*origin)[0], (*origin)[1], (*origin)[2]};
    if (!parts.rows.is_none()) {
        if (given({&parts.centers, &parts.half_extents, &parts.sizes, &parts.rotations_xyzw, &parts.rotations_wxyz,
                   &parts.matrices, &parts.headings}) != 0)
            throw py::type_error(
                "rows: they hold centers, half extents and rotations, which no other argument can give too");
        made.positions.emplace("rows", parts.rows, columns(10));
        if (needs.origin_of_doubles) expect_origin("rows", made.positions->type, origin.has_value());
        view.positions = made.positions->stream;
        view.sizes = made.positions->from_column(3);
        view.rotations = made.positions->from_column(6);
        view.count = made.positions->count;
        return made;
    }
    if (parts.centers.is_none()) throw py::type_error("pass rows, or centers= and others");
    if (needs.sizes && given({&parts.half_extents, &parts.sizes}) != 1)
        throw py::type_error("pass one of half_extents= and sizes=");
    if (given({&parts.rotations_xyzw, &parts.rotations_wxyz, &parts.matrices, &parts.headings}) > 1)
        throw py::type_error("pass one of rotations_xyzw=, rotations_wxyz=, matrices= and headings=, or none");
    made.positions.emplace("centers", parts.centers, columns(3));
    if (needs.origin_of_doubles) expect_origin("centers", made.positions->type, origin.has_value());
    view.positions = made.positions->stream;
    view.count = made.positions->count;
    if (needs.sizes) {
        const bool half = !parts.half_extents.is_none();
        made.sizes.emplace(half ? "half_extents" : "sizes", half ? parts.half_extents : parts.sizes, columns(3));
        expect_count(half ? "half_extents" : "sizes", made.sizes->count, view.count);
        view.sizes = made.sizes->stream;
        view.size_form = half ? SizeForm::half : SizeForm::full;
    }
    static constexpr float kNoRotation[4] = {0, 0, 0, 1};
    view.rotations = {kNoRotation, 0};
    const auto take = [&](const char* name, const py::object& object, const Shape& shape, RotationForm form) {
        if (object.is_none()) return;
        made.rotations.emplace(name, object, shape);
        expect_count(name, made.rotations->count, view.count);
        view.rotations = made.rotations->stream;
        view.rotation_form = form;
    };
    take("rotations_xyzw", parts.rotations_xyzw, columns(4), RotationForm::quaternion_xyzw);
    take("rotations_wxyz", parts.rotations_wxyz, columns(4), RotationForm::quaternion_wxyz);
    take("matrices", parts.matrices, kMatrices, RotationForm::matrix_rows);
    if (!parts.headings.is_none()) {
        const Numbers headings("headings", parts.headings, kScalars);
        take("headings", quaternions_of(headings), columns(4), RotationForm::quaternion_xyzw);
    }
    return made;
}

View view_of_solids(const Parts& parts, const py::object& radii, const Origin& origin, Needs needs) {
    static constexpr float kNoExtents[3] = {};
    const bool spheres = !radii.is_none() && parts.rows.is_none() && given({&parts.half_extents, &parts.sizes}) == 0;
    needs.sizes = !spheres;
    View made = view_of(parts, origin, needs);
    if (spheres) made.view.sizes = {kNoExtents, 0};
    return made;
}

}  // namespace satori::python
