#include "viewer/rect_demo.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <satori/rect_contacts.hpp>
#include <satori/rect_pairs.hpp>

#include "viewer/demo_answer.hpp"

namespace satori::viewer {

namespace {

constexpr float kMove = 0.05F;                   // meters per key
constexpr double kTurn = std::numbers::pi / 36;  // 5 degrees per key
constexpr double kLeastHalfExtent = 0.05;        // meters: the least that the mouse can make
constexpr double kGripDots = 12;                 // the mouse must be this near to a grip
constexpr double kKnobDots = 26;                 // from the edge to the knob

Vec2 in_floats(const Double3& v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1])};
}

double distance(const Pixel& a, const Pixel& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

std::string rect_axis_name(std::uint32_t axis) {
    return fmt::format("edge normal {} of {}", axis % 2, axis < 2 ? "A" : "B");
}

RectDemo::RectDemo(Boundary boundary)
    : Subject(true),
      rects_{{{{-0.75F, 0.15F}, {0.8F, 0.5F}, 0.3F}, {{1.05F, 0.1F}, {0.6F, 0.55F}, -0.45F}}},
      boundary_(boundary) {
    ask();
    show_all();
}

void RectDemo::measure(CameraFit& fit) const {
    Picture picture;
    paint(picture);
    fit.add(picture);
}

void RectDemo::ask() {
    changed();
    answer_ = {};
    if (!ask_library<RectContactResult>(rects_, rect_rows(rects_), boundary_, batch_, workspace_, answer_)) return;
    for (std::size_t k = 0; k < 4; ++k) {
        const double angle = rects_[k / 2].angle;
        const Double3 axis{{std::cos(angle), std::sin(angle), 0}};
        const Double3 direction = k % 2 == 0 ? axis : Double3{{-axis[1], axis[0], 0}};
        answer_.numbers[k] = project(corners_of(rects_[0]), corners_of(rects_[1]), direction);
    }
}

void RectDemo::set_rect(std::size_t index, const OrientedRect& rect) {
    if (check_rect(rect) != BoxFault::none) return;
    rects_[index] = rect;
    ask();
}

void RectDemo::set_boundary(Boundary boundary) {
    boundary_ = boundary;
    ask();
}

void RectDemo::press(char key) {
    OrientedRect a = rects_[0], b = rects_[1];
    switch (key) {
        case '1':
            (void)rotate(a, kTurn);
            return set_rect(0, a);
        case 'w':
            (void)translate(b, {0, kMove});
            return set_rect(1, b);
        case 's':
            (void)translate(b, {0, -kMove});
            return set_rect(1, b);
        case 'a':
            (void)translate(b, {-kMove, 0});
            return set_rect(1, b);
        case 'd':
            (void)translate(b, {kMove, 0});
            return set_rect(1, b);
        case 'b':
            return set_boundary(other(boundary_));
        default:
            return;
    }
}

const char* RectDemo::help() const {
    return "1\tturn A\n"
           "W A S D\tmove B\n"
           "B\tboundary: does touching count?\n"
           "drag inside\tmove a rectangle\n"
           "drag a corner\tchange its size\n"
           "drag its knob\tturn it\n"
           "drag beside, wheel\tmove the view, zoom\n"
           "Tab\tthe other demo\n";
}

Double3 RectDemo::knob_of(const OrientedRect& rect) const {
    const double reach = rect.half_extents.x + kKnobDots * camera.dots() * camera.pixel_size();
    return in_plane(rect.center) + reach * Double3{{std::cos(rect.angle), std::sin(rect.angle), 0}};
}

bool RectDemo::grab(const Pixel& pixel) {
    const Double3 place = camera.unproject(pixel, {});
    const auto near = [&](const Double3& v) {
        Pixel at;
        return camera.project(v, at) && distance(at, pixel) < kGripDots * camera.dots();
    };
    // Grips come before insides. B lies over A.
    for (const std::size_t k : {1U, 0U}) {
        grabbed_ = k;
        if (near(knob_of(rects_[k]))) {
            grip_ = Grip::knob;
            return true;
        }
        const std::array<Double3, 4> corners = corners_of(rects_[k]);
        for (std::size_t corner = 0; corner < 4; ++corner) {
            if (!near(corners[corner])) continue;
            grip_ = Grip::corner;
            fixed_corner_ = corners[(corner + 2) % 4];
            return true;
        }
    }
    for (const std::size_t k : {1U, 0U}) {
        bool inside = false;
        if (contains(rects_[k], in_floats(place), inside) != Status::ok || !inside) continue;
        grabbed_ = k;
        grip_ = Grip::inside;
        grip_offset_ = in_plane(rects_[k].center) - place;
        return true;
    }
    return false;
}

void RectDemo::drag(const Pixel& pixel) {
    const Double3 place = camera.unproject(pixel, {});
    OrientedRect rect = rects_[grabbed_];
    if (grip_ == Grip::inside) {
        rect.center = in_floats(place + grip_offset_);
    } else if (grip_ == Grip::knob) {
        rect.angle = static_cast<float>(std::atan2(place[1] - rect.center.y, place[0] - rect.center.x));
    } else {
        // The diagonal from the fixed corner, in the rectangle's own axes, gives the size.
        const Double3 diagonal = place - fixed_corner_;
        const double c = std::cos(rect.angle), s = std::sin(rect.angle);
        const auto at_least = [](double v) { return std::copysign(std::max(std::fabs(v), 2 * kLeastHalfExtent), v); };
        const double along = at_least(c * diagonal[0] + s * diagonal[1]);
        const double across = at_least(c * diagonal[1] - s * diagonal[0]);
        rect.half_extents = {static_cast<float>(0.5 * std::fabs(along)), static_cast<float>(0.5 * std::fabs(across))};
        rect.center = in_floats(fixed_corner_ + 0.5 * Double3{{c * along - s * across, s * along + c * across, 0}});
    }
    set_rect(grabbed_, rect);
}

std::string RectDemo::trace() const {
    std::string line = trace_of_answer("rects", answer_, boundary_);
    for (std::size_t k = 0; k < 2; ++k) {
        const OrientedRect& rect = rects_[k];
        line += fmt::format(" {}={:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", k == 0 ? "a" : "b", rect.center.x, rect.center.y,
                            rect.half_extents.x, rect.half_extents.y, rect.angle);
    }
    return line;
}

}  // namespace satori::viewer
