#include "boxes.hpp"

#include <string>
#include <vector>

#include <satori/box_geometry.hpp>
#include <satori/pairs.hpp>

#include "arrays.hpp"
#include "batches.hpp"
#include "docs/boxes.hpp"
#include "errors.hpp"
#include "execution.hpp"
#include "outputs.hpp"
#include "parts.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace {

using Made = std::unique_ptr<Boxes>;

/// Whether a view of floats can read the view: this is the fast way.
bool is_plain(const View& made) {
    const bool floats = made.positions->plain_floats() && (!made.sizes || made.sizes->plain_floats()) &&
                        (!made.rotations || made.rotations->plain_floats());
    const Vec3d& origin = made.view.origin;
    return floats && origin.x == 0 && origin.y == 0 && origin.z == 0 && made.view.size_form == SizeForm::half &&
           made.view.rotation_form == RotationForm::quaternion_xyzw;
}

BoxView plain(const AnyBoxView& view) {
    const auto floats = [](const NumberStream& stream) { return static_cast<const float*>(stream.data); };
    return {.centers = floats(view.positions),
            .half_extents = floats(view.sizes),
            .rotations = floats(view.rotations),
            .center_stride = view.positions.stride,
            .half_extent_stride = view.sizes.stride,
            .rotation_stride = view.rotations.stride,
            .count = view.count};
}

Made make_boxes(const Parts& parts, const py::object& radii, const Origin& origin, bool skip_invalid,
                const Calling& calling) {
    const View made = view_of_solids(parts, radii, origin, {});
    const std::vector<float> of_boxes = radii_of(radii, made.view.count);
    auto boxes = std::make_unique<Boxes>();
    boxes->origin = origin;
    const OnInvalid on_invalid = skip_invalid ? OnInvalid::skip : OnInvalid::refuse;
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = is_plain(made) ? boxes->batch.assign(plain(made.view), on_invalid, calling.execution())
                                : boxes->batch.assign(made.view, on_invalid, calling.execution());
    }
    expect_assigned(status, boxes->batch, "Boxes", "box");
    set_radii(boxes->batch, of_boxes);
    boxes->center_error = boxes->batch.center_error();
    return boxes;
}

py::array_t<float> centers(const Boxes& boxes) {
    return components(boxes.batch, BoxComponent::center_x, 3);
}
py::array_t<float> half_extents(const Boxes& boxes) {
    return components(boxes.batch, BoxComponent::half_x, 3);
}
py::array_t<float> axes(const Boxes& boxes) {
    return components(boxes.batch, BoxComponent::axis_xx, 9).reshape({-1, 3, 3});
}

/// What a box of a batch consists of.
struct Kept {
    py::array_t<float> centers, half_extents, axes;
    std::vector<float> radii;  ///< empty without radii
    Origin origin;
    double center_error = 0;
};

/// Makes the boxes again, of the same bytes.
Made remake(const Kept& kept) {
    const Numbers centers("centers", kept.centers, columns(3)), half("half_extents", kept.half_extents, columns(3)),
        axes("axes", kept.axes, kMatrices);
    if (half.count != centers.count || axes.count != centers.count)
        throw py::value_error("Boxes: arrays of different lengths");
    const AnyBoxView view{.positions = centers.stream,
                          .rotations = axes.stream,
                          .sizes = half.stream,
                          .count = centers.count,
                          .rotation_form = RotationForm::matrix_columns};
    auto boxes = std::make_unique<Boxes>();
    boxes->origin = kept.origin;
    boxes->center_error = kept.center_error;
    expect(boxes->batch.assign(view, OnInvalid::skip, {.executor = &serial_executor()}), "Boxes");
    const py::array packed = contiguous(kept.axes);
    for (std::uint32_t c = 0; c < 9; ++c) {
        const auto component = static_cast<BoxComponent>(static_cast<std::uint32_t>(BoxComponent::axis_xx) + c);
        restore(boxes->batch.component(component), static_cast<const float*>(packed.data()) + c, 9);
    }
    set_radii(boxes->batch, kept.radii);
    return boxes;
}

Made subset(const Boxes& boxes, const py::object& index) {
    const std::vector<std::size_t> rows = chosen(index, boxes.batch.size());
    // Of one box, the other boxes need not be looked at.
    if (rows.size() == 1) {
        const auto one = [&](BoxComponent first, std::vector<py::ssize_t> shape) {
            py::array_t<float> made(std::move(shape));
            for (std::size_t c = 0; c < static_cast<std::size_t>(made.size()); ++c)
                made.mutable_data()[c] =
                    boxes.batch.component(static_cast<BoxComponent>(static_cast<std::size_t>(first) + c))[rows[0]];
            return made;
        };
        return remake({one(BoxComponent::center_x, {1, 3}), one(BoxComponent::half_x, {1, 3}),
                       one(BoxComponent::axis_xx, {1, 3, 3}), radii_at(boxes.batch, rows), boxes.origin,
                       boxes.center_error});
    }
    return remake({rows_of(centers(boxes), rows), rows_of(half_extents(boxes), rows), rows_of(axes(boxes), rows),
                   radii_at(boxes.batch, rows), boxes.origin, boxes.center_error});
}

constexpr int kStateVersion = 2;

py::tuple state_of(const Boxes& boxes) {
    const py::object origin =
        boxes.origin ? py::object(py::tuple(py::make_tuple((*boxes.origin)[0], (*boxes.origin)[1], (*boxes.origin)[2])))
                     : py::none();
    return py::make_tuple(kStateVersion, centers(boxes), half_extents(boxes), axes(boxes), origin, boxes.center_error,
                          radii_copy(boxes.batch));
}

Made from_state(const py::tuple& state) {
    if (state.size() != 7 || integer("version", state[0], 0, 1000) != kStateVersion)
        throw py::value_error("Boxes: the pickle is of another version of satori");
    const auto floats = [&](std::size_t k) { return py::array_t<float>(as_floats("state", state[k])); };
    return remake({floats(1), floats(2), floats(3), radii_of(state[6], static_cast<std::size_t>(floats(1).shape(0))),
                   origin_of<3>(state[4]), number("center_error", state[5])});
}

Made transformed(const Boxes& boxes, const py::object& position, const py::object& rotation, const py::object& scale) {
    const auto to = numbers<3>("position", position);
    const auto q = numbers<4>("rotation_xyzw", rotation);
    const auto single = [](double v) { return static_cast<float>(v); };
    const Pose pose{{single(to[0]), single(to[1]), single(to[2])},
                    {single(q[0]), single(q[1]), single(q[2]), single(q[3])}};
    const float factor = single(number("scale", scale));
    if (!(factor >= kMinScale && factor <= kMaxScale)) throw py::value_error("scale: not between 1e-15 and 1e15");
    auto made = std::make_unique<Boxes>();
    made->origin = boxes.origin;
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = made->batch.assign_transformed(boxes.batch, pose, factor);
    }
    if (status == Status::invalid_argument)
        throw py::value_error("position, rotation_xyzw: a number is not finite, or the rotation is zero");
    expect_transformed(status, made->batch, "Boxes.transformed");
    return made;
}

py::array bounds(const Boxes& boxes) {
    py::array_t<float> made({static_cast<py::ssize_t>(boxes.batch.size()), py::ssize_t{2}, py::ssize_t{3}});
    const std::span<Aabb> out(reinterpret_cast<Aabb*>(made.mutable_data()), boxes.batch.size());
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = compute_aabbs(boxes.batch, out);
    }
    expect(status, "Boxes.bounds");
    return made;
}

py::array corners(const Boxes& boxes) {
    py::array_t<float> made({static_cast<py::ssize_t>(boxes.batch.size()), py::ssize_t{8}, py::ssize_t{3}});
    const std::span<BoxCorners> out(reinterpret_cast<BoxCorners*>(made.mutable_data()), boxes.batch.size());
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = compute_corners(boxes.batch, out);
    }
    expect(status, "Boxes.corners");
    return made;
}

using Any = const py::object&;

Made construct(Any rows, Any centers, Any half_extents, Any sizes, Any xyzw, Any wxyz, Any matrices, Any headings,
               Any radii, Any origin, Any skip_invalid, Any isa, Any threads) {
    return make_boxes({rows, centers, half_extents, sizes, xyzw, wxyz, matrices, headings}, radii, origin_of<3>(origin),
                      flag("skip_invalid", skip_invalid), Calling(isa, threads));
}

}  // namespace

std::unique_ptr<Boxes> boxes_of(const OrientedBox& box, const Origin& origin) {
    auto boxes = std::make_unique<Boxes>();
    boxes->origin = origin;
    expect_assigned(boxes->batch.assign(std::span<const OrientedBox>(&box, 1)), boxes->batch, "Boxes", "box");
    return boxes;
}

void add_boxes(py::module_& module) {
    const py::object none = py::none();
    py::class_<Boxes> type(module, "Boxes", docs::Boxes);
    add_common(type);
    type.def(py::init(&construct), py::arg("rows") = none, py::kw_only(), py::arg("centers") = none,
             py::arg("half_extents") = none, py::arg("sizes") = none, py::arg("rotations_xyzw") = none,
             py::arg("rotations_wxyz") = none, py::arg("matrices") = none, py::arg("headings") = none,
             py::arg("radii") = none, py::arg("origin") = none, py::arg("skip_invalid") = false, py::arg("isa") = none,
             py::arg("threads") = none);
    type.def("__repr__",
             [](const Boxes& boxes) { return "<satori.Boxes of " + std::to_string(boxes.batch.size()) + ">"; })
        .def("__getitem__", &subset, py::arg("index"))
        .def(py::pickle(&state_of, &from_state));
    type.def_property_readonly("centers", &centers, docs::Boxes_centers)
        .def_property_readonly("half_extents", &half_extents, docs::Boxes_half_extents)
        .def_property_readonly("axes", &axes, docs::Boxes_axes)
        .def_property_readonly(
            "origin",
            [](const Boxes& boxes) {
                return boxes.origin ? py::object(py::array_t<double>(3, boxes.origin->data())) : py::none();
            },
            docs::Boxes_origin)
        .def_property_readonly(
            "center_error", [](const Boxes& boxes) { return boxes.center_error; }, docs::Boxes_center_error)
        .def_property_readonly(
            "skipped", [](const Boxes& boxes) { return skipped(boxes.batch.component(BoxComponent::half_x)); },
            docs::Boxes_skipped);
    add_radii(type, docs::Boxes_radii);
    type.def("bounds", &bounds, docs::Boxes_bounds)
        .def("corners", &corners, docs::Boxes_corners)
        .def("transformed", &transformed, docs::Boxes_transformed, py::arg("position"),
             py::arg("rotation_xyzw") = py::make_tuple(0.0, 0.0, 0.0, 1.0), py::arg("scale") = 1.0);
}

}  // namespace satori::python
