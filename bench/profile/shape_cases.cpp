// Kernels for boxes and one other shape, or for one box and points.

#include <memory>
#include <stdexcept>

#include <satori/satori.hpp>

#include "geometry/shape_input.hpp"
#include "profile/kernel_case.hpp"

namespace satori::bench {

namespace {

/// Boxes, and one shape among them.
struct ShapeData {
    ShapeData(const CaseInput& in, std::size_t floats_per_box)
        : boxes(in.kernels, in.boxes, in.seed), bytes(in.boxes), floats(floats_per_box * in.boxes) {}
    simd::ShapeArgs args() const { return {boxes.view(), 0, boxes.count, &shape.data}; }
    void take(ShapeRef given) {
        if (!geometry::prepare(given, shape)) throw std::logic_error("the shape is not legal");
    }

    Boxes<3> boxes;
    geometry::ShapeInput shape;
    Array<std::uint8_t> bytes;
    Array<float> floats;
};

template <class Shape>
PreparedKernel test(const CaseInput& in, const Shape& shape) {
    auto data = std::make_shared<ShapeData>(in, 0);
    data->take(shape);
    const auto kernel = in.kernels.shapes.test[static_cast<std::size_t>(data->shape.test)];
    return {in.boxes, [=] { kernel(data->args(), data->bytes.data()); },
            [=] { return hash_first(data->bytes, data->bytes.size()); }};
}

/// Returns the center of one of the boxes.
Vec3 center(const CaseInput& in) {
    const Boxes<3> boxes(in.kernels, in.boxes, in.seed);
    return {boxes.rows[0], boxes.rows[1], boxes.rows[2]};
}

PreparedKernel test_point(const CaseInput& in) {
    return test(in, center(in));
}
PreparedKernel test_aabb(const CaseInput& in) {
    const Vec3 at = center(in);
    return test(in, Aabb{{at.x - 2, at.y - 2, at.z - 2}, {at.x + 2, at.y + 2, at.z + 2}});
}
PreparedKernel test_sphere(const CaseInput& in) {
    return test(in, Sphere{center(in), 2});
}
PreparedKernel test_plane(const CaseInput& in) {
    const Vec3 at = center(in);
    return test(in, Plane{{0.6F, 0, 0.8F}, 0.6F * at.x + 0.8F * at.z});
}
Ray ray(const CaseInput& in) {
    return {center(in), {0.5F, 0.25F, 1}};
}
PreparedKernel test_ray(const CaseInput& in) {
    return test(in, ray(in));
}
PreparedKernel test_triangle(const CaseInput& in) {
    const Vec3 at = center(in);
    return test(in, Triangle{at, {at.x + 4, at.y + 1, at.z}, {at.x, at.y + 3, at.z + 2}});
}

PreparedKernel closest(const CaseInput& in) {
    auto data = std::make_shared<ShapeData>(in, 4);
    data->take(center(in));
    const auto kernel = in.kernels.shapes.closest;
    return {in.boxes, [=] { kernel(data->args(), data->floats.data()); },
            [=] { return hash_first(data->floats, data->floats.size()); }};
}

PreparedKernel ray_hits(const CaseInput& in) {
    auto data = std::make_shared<ShapeData>(in, 2);
    data->take(ray(in));
    const auto kernel = in.kernels.shapes.intersect;
    return {in.boxes, [=] { kernel(data->args(), data->floats.data()); },
            [=] { return hash_first(data->floats, data->floats.size()); }};
}

/// Packed points around one box, in.boxes of them.
struct PointData {
    explicit PointData(const CaseInput& in)
        : boxes(in.kernels, simd::kMaxLanes, in.seed),
          points(3 * in.boxes + 4),
          bytes(in.boxes),
          closest(4 * in.boxes) {
        Random random(in.seed);
        for (std::uint32_t i = 0; i < in.boxes; ++i)
            for (std::size_t c = 0; c < 3; ++c) {
                const float half = boxes.rows[3 + c];
                points[3 * i + c] = boxes.rows[c] + 3 * half * (random() - 0.5F);
            }
    }
    simd::PointsArgs args() const { return {boxes.view(), points.data(), true, bytes.size()}; }

    Boxes<3> boxes;
    Array<float> points;
    Array<std::uint8_t> bytes;
    Array<float> closest;
};

PreparedKernel contains(const CaseInput& in) {
    auto data = std::make_shared<PointData>(in);
    const auto kernel = in.kernels.shapes.contains_points;
    return {in.boxes, [=] { kernel(data->args(), data->bytes.data()); },
            [=] { return hash_first(data->bytes, data->bytes.size()); }};
}

PreparedKernel closest_points(const CaseInput& in) {
    auto data = std::make_shared<PointData>(in);
    const auto kernel = in.kernels.shapes.closest_to_points;
    return {in.boxes, [=] { kernel(data->args(), data->closest.data()); },
            [=] { return hash_first(data->closest, data->closest.size()); }};
}

constexpr KernelCase kCases[] = {
    {"contains", "point", "packed points against one box", contains, 1024},
    {"closest-points", "point", "nearest point of one box to each point", closest_points, 512},
    {"shape-point", "box", "boxes that contain a point", test_point, 256},
    {"shape-aabb", "box", "boxes against an AABB", test_aabb, 256},
    {"shape-sphere", "box", "boxes against a sphere", test_sphere, 256},
    {"shape-plane", "box", "boxes against a plane", test_plane, 256},
    {"shape-ray", "box", "boxes against a ray", test_ray, 256},
    {"shape-triangle", "box", "boxes against a triangle", test_triangle, 256},
    {"closest", "box", "nearest point of each box to a point", closest, 256},
    {"ray-hits", "box", "where a ray enters and leaves each box", ray_hits, 256},
};

}  // namespace

std::span<const KernelCase> shape_cases() {
    return kCases;
}

}  // namespace satori::bench
