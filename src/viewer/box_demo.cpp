#include "viewer/box_demo.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <satori/box_queries.hpp>
#include <satori/box_transform.hpp>
#include <satori/contacts.hpp>
#include <satori/rotation.hpp>

#include "viewer/demo_answer.hpp"

namespace satori::viewer {

namespace {

constexpr float kMove = 0.05F;                   // meters per key
constexpr double kTurn = std::numbers::pi / 36;  // 5 degrees per key
constexpr double kParallel = 1e-9;               // sine of the angle between edges that count as parallel

std::array<Double3, 3> axes_of(const OrientedBox& box) {
    Axes axes;
    (void)axes_from_quat(box.rotation, axes);
    return {geometry::widened(axes.axes[0]), geometry::widened(axes.axes[1]), geometry::widened(axes.axes[2])};
}

}  // namespace

std::string axis_name(std::uint32_t axis) {
    if (axis < 6) return fmt::format("face {} of {}", axis % 3, axis < 3 ? "A" : "B");
    return fmt::format("edge {} of A x edge {} of B", (axis - 6) / 3, axis % 3);
}

BoxDemo::BoxDemo(Boundary boundary) : Subject(false), boundary_(boundary) {
    boxes_[0] = {{-0.6F, 0, 0}, {0.9F, 0.5F, 0.6F}, {0.1F, 0.2F, 0.05F, 0.97F}};
    boxes_[1] = {{0.95F, 0.35F, 0.1F}, {0.5F, 0.7F, 0.45F}, {-0.2F, 0.15F, 0.35F, 0.9F}};
    camera.turn_to(0.5, 0.35);
    ask();
    show_all();
}

void BoxDemo::measure(CameraFit& fit) const {
    Picture picture;
    paint(picture);
    fit.add(picture);
}

void BoxDemo::ask() {
    changed();
    answer_ = {};
    if (!ask_library<ContactResult>(boxes_, box_rows(boxes_), boundary_, batch_, workspace_, answer_)) return;

    const std::array<Double3, 8> a = corners_of(boxes_[0]), b = corners_of(boxes_[1]);
    const std::array<Double3, 3> a_axes = axes_of(boxes_[0]), b_axes = axes_of(boxes_[1]);
    for (std::size_t k = 0; k < 3; ++k) {
        answer_.numbers[k] = project(a, b, a_axes[k]);
        answer_.numbers[3 + k] = project(a, b, b_axes[k]);
        for (std::size_t j = 0; j < 3; ++j) {
            const Double3 across = geometry::cross(a_axes[k], b_axes[j]);
            const double sine = geometry::length(across);
            if (sine > kParallel) answer_.numbers[6 + 3 * k + j] = project(a, b, (1 / sine) * across);
        }
    }
}

void BoxDemo::set_box(std::size_t index, const OrientedBox& box) {
    OrientedBox legal = box;
    if (translate(legal, {}) != Status::ok) return;
    boxes_[index] = box;
    ask();
}

void BoxDemo::set_boundary(Boundary boundary) {
    boundary_ = boundary;
    ask();
}

void BoxDemo::press(char key) {
    const auto turn = [&](const Vec3& axis) {
        OrientedBox a = boxes_[0];
        Quat rotation;
        (void)quat_from_axis_angle(axis, kTurn, rotation);
        (void)rotate(a, rotation);
        set_box(0, a);
    };
    const auto move = [&](const Vec3& offset) {
        OrientedBox b = boxes_[1];
        (void)translate(b, offset);
        set_box(1, b);
    };
    switch (key) {
        case '1':
            return turn({0, 1, 0});
        case '2':
            return turn({1, 0, 0});
        case '3':
            return turn({0, 0, 1});
        case 'a':
            return move({-kMove, 0, 0});
        case 'd':
            return move({kMove, 0, 0});
        case 'w':
            return move({0, 0, -kMove});
        case 's':
            return move({0, 0, kMove});
        case 'r':
            return move({0, kMove, 0});
        case 'f':
            return move({0, -kMove, 0});
        case 'b':
            return set_boundary(other(boundary_));
        default:
            return;
    }
}

const char* BoxDemo::help() const {
    return "1 2 3\tturn A about y, x, z\n"
           "A D\tmove B along x\n"
           "W S\tmove B along z\n"
           "R F\tmove B up and down\n"
           "B\tboundary: does touching count?\n"
           "drag a box\tmove it\n"
           "drag beside\tturn the view\n"
           "right button, wheel\tmove the view, zoom\n"
           "Tab\tthe other demo\n";
}

bool BoxDemo::grab(const Pixel& pixel) {
    const Ray ray = camera.ray(pixel, {});
    float nearest = ray.max_distance;
    for (std::size_t k = 0; k < 2; ++k) {
        RayHit hit;
        if (intersect(boxes_[k], ray, hit) != Status::ok || !(hit.entry < nearest)) continue;
        nearest = hit.entry;
        grabbed_ = k;
        const Double3 center = geometry::widened(boxes_[k].center);
        grip_offset_ = center - camera.unproject(pixel, center);
    }
    return nearest < ray.max_distance;
}

void BoxDemo::drag(const Pixel& pixel) {
    OrientedBox box = boxes_[grabbed_];
    const Double3 center = grip_offset_ + camera.unproject(pixel, geometry::widened(box.center));
    box.center = {static_cast<float>(center[0]), static_cast<float>(center[1]), static_cast<float>(center[2])};
    set_box(grabbed_, box);
}

std::string BoxDemo::trace() const {
    std::string line = trace_of_answer("boxes", answer_, boundary_);
    for (std::size_t k = 0; k < 2; ++k) {
        const OrientedBox& box = boxes_[k];
        const Vec3 &c = box.center, &h = box.half_extents;
        const Quat& q = box.rotation;
        line += fmt::format(" {}={:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}",
                            k == 0 ? "a" : "b", c.x, c.y, c.z, h.x, h.y, h.z, q.x, q.y, q.z, q.w);
    }
    return line;
}

}  // namespace satori::viewer
