#include "rects.hpp"

#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <satori/rect_pairs.hpp>

#include "arrays.hpp"
#include "batches.hpp"
#include "docs/rects.hpp"
#include "errors.hpp"
#include "execution.hpp"
#include "parts.hpp"
#include "unlocked.hpp"

namespace satori::python {

namespace {

using Made = std::unique_ptr<Rects>;

/// The arguments that say what rectangles are.
struct RectParts {
    py::object rows, centers, half_extents, sizes, angles;
};

/// The same as numbers. Rows are split into their columns.
struct RectNumbers {
    std::optional<Numbers> rows, centers, half_extents, angles;
    bool full_sizes = false;  ///< half_extents holds sizes
};

/// `has_radii`: half extents may be missing; they are then 0.
RectNumbers numbers_of(const RectParts& parts, const Origin2& origin, bool has_radii) {
    RectNumbers made;
    if (!parts.rows.is_none()) {
        if (given({&parts.centers, &parts.half_extents, &parts.sizes, &parts.angles}) != 0)
            throw py::type_error(
                "rows: they hold centers, half extents and angles, which no other argument can give too");
        made.rows.emplace("rows", parts.rows, columns(5));
        expect_origin("rows", made.rows->type, origin.has_value());
        return made;
    }
    if (parts.centers.is_none()) throw py::type_error("pass rows, or centers= and others");
    const int sizes = given({&parts.half_extents, &parts.sizes});
    if (sizes != 1 && (sizes != 0 || !has_radii)) throw py::type_error("pass one of half_extents= and sizes=");
    made.centers.emplace("centers", parts.centers, columns(2));
    expect_origin("centers", made.centers->type, origin.has_value());
    made.full_sizes = !parts.sizes.is_none();
    if (sizes != 0) {
        const char* const name = made.full_sizes ? "sizes" : "half_extents";
        made.half_extents.emplace(name, made.full_sizes ? parts.sizes : parts.half_extents, columns(2));
        expect_count(name, made.half_extents->count, made.centers->count);
    }
    if (!parts.angles.is_none()) {
        made.angles.emplace("angles", parts.angles, kScalars);
        expect_count("angles", made.angles->count, made.centers->count);
    }
    return made;
}

constexpr float kNoAngle = 0;
/// The half extents of points, the cores of circles.
constexpr float kNoExtents[2] = {};

/// The numbers as a view of floats, or nothing where they are others.
std::optional<RectView> plain(const RectNumbers& given, const Origin2& origin) {
    if (origin || given.full_sizes) return std::nullopt;
    if (given.rows) {
        if (!given.rows->plain_floats()) return std::nullopt;
        return rect_rows(given.rows->floats(), given.rows->count, given.rows->stream.stride);
    }
    if (!given.centers->plain_floats()) return std::nullopt;
    if (given.half_extents && !given.half_extents->plain_floats()) return std::nullopt;
    if (given.angles && !given.angles->plain_floats()) return std::nullopt;
    RectView view{.centers = given.centers->floats(),
                  .half_extents = kNoExtents,
                  .angles = &kNoAngle,
                  .center_stride = given.centers->stream.stride,
                  .count = given.centers->count};
    if (given.half_extents) {
        view.half_extents = given.half_extents->floats();
        view.half_extent_stride = given.half_extents->stream.stride;
    }
    if (given.angles) {
        view.angles = given.angles->floats();
        view.angle_stride = given.angles->stream.stride;
    }
    return view;
}

/// The numbers as doubles, one after another: rows of 5.
std::vector<double> rows_of_doubles(const RectNumbers& given) {
    if (given.rows) {
        const auto rows = given.rows->doubles();
        return {rows.data(), rows.data() + rows.size()};
    }
    const auto centers = given.centers->doubles();
    const auto half = given.half_extents ? given.half_extents->doubles() : py::array_t<double>(0);
    const auto angles = given.angles ? given.angles->doubles() : py::array_t<double>(0);
    const double scale = given.full_sizes ? 0.5 : 1;
    std::vector<double> rows(given.centers->count * 5);
    for (std::size_t i = 0; i < given.centers->count; ++i) {
        for (std::size_t k = 0; k < 2; ++k) {
            rows[5 * i + k] = centers.data()[2 * i + k];
            rows[5 * i + 2 + k] = given.half_extents ? scale * half.data()[2 * i + k] : 0;
        }
        rows[5 * i + 4] = given.angles ? angles.data()[i] : 0;
    }
    return rows;
}

std::vector<double> angles_of(const RectView& view) {
    std::vector<double> angles(view.count);
    for (std::size_t i = 0; i < view.count; ++i)
        angles[i] = view.angles[static_cast<std::ptrdiff_t>(i) * (view.angle_stride / std::ptrdiff_t{sizeof(float)})];
    return angles;
}

Made make_rects(const RectParts& parts, const py::object& radii, const Origin2& origin, bool skip_invalid,
                const Calling& calling) {
    const RectNumbers given = numbers_of(parts, origin, !radii.is_none());
    const std::vector<float> of_rects = radii_of(radii, given.rows ? given.rows->count : given.centers->count);
    const OnInvalid on_invalid = skip_invalid ? OnInvalid::skip : OnInvalid::refuse;
    auto rects = std::make_unique<Rects>();
    rects->origin = origin;
    Status status = Status::ok;
    if (const std::optional<RectView> view = plain(given, origin)) {
        const Unlocked unlocked;
        rects->angles = angles_of(*view);
        status = rects->batch.assign(*view, on_invalid, calling.execution());
    } else {
        const std::vector<double> rows = rows_of_doubles(given);
        const Unlocked unlocked;
        const Vec2d at = origin ? Vec2d{(*origin)[0], (*origin)[1]} : Vec2d{};
        for (std::size_t i = 4; i < rows.size(); i += 5) rects->angles.push_back(rows[i]);
        status = rects->batch.assign(rect_rows64(rows.data(), rows.size() / 5, at), on_invalid, calling.execution());
    }
    expect_assigned(status, rects->batch, "Rects", "rectangle");
    set_radii(rects->batch, of_rects);
    rects->center_error = rects->batch.center_error();
    return rects;
}

py::array_t<float> centers(const Rects& rects) {
    return components(rects.batch, RectComponent::center_x, 2);
}
py::array_t<float> half_extents(const Rects& rects) {
    return components(rects.batch, RectComponent::half_x, 2);
}
py::array_t<float> first_axes(const Rects& rects) {
    return components(rects.batch, RectComponent::axis_x, 2);
}
py::array_t<double> angles(const Rects& rects) {
    return py::array_t<double>(static_cast<py::ssize_t>(rects.angles.size()), rects.angles.data());
}

py::array axes(const Rects& rects) {
    const auto n = static_cast<py::ssize_t>(rects.batch.size());
    const auto x = rects.batch.component(RectComponent::axis_x), y = rects.batch.component(RectComponent::axis_y);
    py::array_t<float> made({n, py::ssize_t{2}, py::ssize_t{2}});
    float* out = made.mutable_data();
    for (std::size_t i = 0; i < x.size(); ++i)
        for (const float v : {x[i], y[i], 0 - y[i], x[i]}) *out++ = v;
    return made;
}

/// What the rectangles of a batch consist of.
struct Kept {
    py::array_t<float> centers, half_extents, axes;
    py::array_t<double> angles;
    std::vector<float> radii;  ///< empty without radii
    Origin2 origin;
    double center_error = 0;
};

/// Makes the rectangles again, of the same bytes.
Made remake(const Kept& kept) {
    const Numbers centers("centers", kept.centers, columns(2)), half("half_extents", kept.half_extents, columns(2)),
        axes("axes", kept.axes, columns(2)), angles("angles", kept.angles, kScalars);
    if (half.count != centers.count || axes.count != centers.count || angles.count != centers.count)
        throw py::value_error("Rects: arrays of different lengths");
    const auto packed = py::array_t<float>(contiguous(kept.axes, sizeof(float)));
    auto rects = std::make_unique<Rects>();
    rects->origin = kept.origin;
    rects->center_error = kept.center_error;
    for (std::size_t i = 0; i < angles.count; ++i) {
        const double x = packed.data()[2 * i], y = packed.data()[2 * i + 1];
        if (!(std::fabs(x * x + y * y - 1) < 1e-5) && half.floats()[2 * i] >= 0)
            throw py::value_error("Rects: an axis is not of length 1");
    }
    const auto doubles = angles.doubles();
    rects->angles.assign(doubles.data(), doubles.data() + doubles.size());
    // The angle is that of the axis, which is put in place afterwards.
    const RectView view{.centers = centers.floats(),
                        .half_extents = half.floats(),
                        .angles = &kNoAngle,
                        .center_stride = centers.stream.stride,
                        .half_extent_stride = half.stream.stride,
                        .count = centers.count};
    expect(rects->batch.assign(view, OnInvalid::skip, {.executor = &serial_executor()}), "Rects");
    restore(rects->batch.component(RectComponent::axis_x), packed.data(), 2);
    restore(rects->batch.component(RectComponent::axis_y), packed.data() + 1, 2);
    set_radii(rects->batch, kept.radii);
    return rects;
}

Made subset(const Rects& rects, const py::object& index) {
    const std::vector<std::size_t> rows = chosen(index, rects.batch.size());
    return remake({rows_of(centers(rects), rows), rows_of(half_extents(rects), rows), rows_of(first_axes(rects), rows),
                   rows_of(angles(rects), rows), radii_at(rects.batch, rows), rects.origin, rects.center_error});
}

constexpr int kStateVersion = 2;

py::tuple state_of(const Rects& rects) {
    const py::object origin =
        rects.origin ? py::object(py::make_tuple((*rects.origin)[0], (*rects.origin)[1])) : py::none();
    return py::make_tuple(kStateVersion, centers(rects), half_extents(rects), first_axes(rects), angles(rects), origin,
                          rects.center_error, radii_copy(rects.batch));
}

Made from_state(const py::tuple& state) {
    if (state.size() != 8 || integer("version", state[0], 0, 1000) != kStateVersion)
        throw py::value_error("Rects: the pickle is of another version of satori");
    const auto floats = [&](std::size_t k) { return py::array_t<float>(as_floats("state", state[k])); };
    return remake({floats(1), floats(2), floats(3), py::array_t<double>(as_floats("state", state[4])),
                   radii_of(state[7], static_cast<std::size_t>(floats(1).shape(0))), origin_of<2>(state[5]),
                   number("center_error", state[6])});
}

Made transformed(const Rects& rects, const py::object& position, const py::object& angle, const py::object& scale) {
    const auto to = numbers<2>("position", position);
    const Pose2 pose{{static_cast<float>(to[0]), static_cast<float>(to[1])}, number("angle", angle)};
    if (!(std::fabs(pose.angle) <= double{kMaxAngle})) throw py::value_error("angle: not between -1e5 and 1e5");
    const auto factor = static_cast<float>(number("scale", scale));
    if (!(factor >= kMinScale && factor <= kMaxScale)) throw py::value_error("scale: not between 1e-15 and 1e15");
    auto made = std::make_unique<Rects>();
    made->origin = rects.origin;
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = made->batch.assign_transformed(rects.batch, pose, factor);
        made->angles = rects.angles;
        if (pose.angle != 0)
            for (double& a : made->angles) a = std::remainder(a + pose.angle, 2 * std::numbers::pi);
    }
    if (status == Status::invalid_argument) throw py::value_error("position: a number is not finite");
    expect_transformed(status, made->batch, "Rects.transformed");
    return made;
}

py::array bounds(const Rects& rects) {
    py::array_t<float> made({static_cast<py::ssize_t>(rects.batch.size()), py::ssize_t{2}, py::ssize_t{2}});
    const std::span<Aabb2> out(reinterpret_cast<Aabb2*>(made.mutable_data()), rects.batch.size());
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = compute_aabbs(rects.batch, out);
    }
    expect(status, "Rects.bounds");
    return made;
}

py::array corners(const Rects& rects) {
    py::array_t<float> made({static_cast<py::ssize_t>(rects.batch.size()), py::ssize_t{4}, py::ssize_t{2}});
    const std::span<RectCorners> out(reinterpret_cast<RectCorners*>(made.mutable_data()), rects.batch.size());
    Status status = Status::ok;
    {
        const Unlocked unlocked;
        status = compute_corners(rects.batch, out);
    }
    expect(status, "Rects.corners");
    return made;
}

using Any = const py::object&;

Made construct(Any rows, Any centers, Any half_extents, Any sizes, Any angles, Any radii, Any origin, Any skip_invalid,
               Any isa, Any threads) {
    return make_rects({rows, centers, half_extents, sizes, angles}, radii, origin_of<2>(origin),
                      flag("skip_invalid", skip_invalid), Calling(isa, threads));
}

}  // namespace

void add_rects(py::module_& module) {
    const py::object none = py::none();
    py::class_<Rects> type(module, "Rects", docs::Rects);
    add_common(type);
    type.def(py::init(&construct), py::arg("rows") = none, py::kw_only(), py::arg("centers") = none,
             py::arg("half_extents") = none, py::arg("sizes") = none, py::arg("angles") = none, py::arg("radii") = none,
             py::arg("origin") = none, py::arg("skip_invalid") = false, py::arg("isa") = none,
             py::arg("threads") = none);
    type.def("__repr__",
             [](const Rects& rects) { return "<satori.Rects of " + std::to_string(rects.batch.size()) + ">"; })
        .def("__getitem__", &subset, py::arg("index"))
        .def(py::pickle(&state_of, &from_state));
    type.def_property_readonly("centers", &centers, docs::Rects_centers)
        .def_property_readonly("half_extents", &half_extents, docs::Rects_half_extents)
        .def_property_readonly("axes", &axes, docs::Rects_axes)
        .def_property_readonly("angles", &angles, docs::Rects_angles)
        .def_property_readonly(
            "origin",
            [](const Rects& rects) {
                return rects.origin ? py::object(py::array_t<double>(2, rects.origin->data())) : py::none();
            },
            docs::Rects_origin)
        .def_property_readonly(
            "center_error", [](const Rects& rects) { return rects.center_error; }, docs::Rects_center_error)
        .def_property_readonly(
            "skipped", [](const Rects& rects) { return skipped(rects.batch.component(RectComponent::half_x)); },
            docs::Rects_skipped);
    add_radii(type, docs::Rects_radii);
    type.def("bounds", &bounds, docs::Rects_bounds)
        .def("corners", &corners, docs::Rects_corners)
        .def("transformed", &transformed, docs::Rects_transformed, py::arg("position"), py::arg("angle") = 0.0,
             py::arg("scale") = 1.0);
}

}  // namespace satori::python
