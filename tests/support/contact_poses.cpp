#include "contact_poses.hpp"

#include <cmath>

#include "oracles/double_quat.hpp"
#include "oracles/reference_contacts.hpp"
#include "oracles/reference_overlap.hpp"

namespace satori::test {

namespace {

using reference::add_scaled;
using reference::dot;
using reference::minus;
using reference::Point;

// A box in double, before the pair is turned, moved and rounded.
struct Draft {
    Point center{};
    Point half{};
    DoubleQuat rotation;

    Point axis(std::size_t i) const {
        Point unit{};
        unit[i] = 1;
        return rotate(rotation, unit);
    }
};

struct DraftDuo {
    Draft a, b;
};

Vec3 to_vec3(const Point& p) {
    return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}

OrientedBox to_box(const Draft& draft) {
    return {to_vec3(draft.center), to_vec3(draft.half), to_float(draft.rotation)};
}

DoubleQuat any_rotation(Random& random) {
    return to_double(random_rotation(random));
}

Point any_half(Random& random, double min, double max) {
    return {random.log_uniform(min, max), random.log_uniform(min, max), random.log_uniform(min, max)};
}

Point any_direction(Random& random) {
    return rotate(any_rotation(random), {0, 0, 1});
}

// Turns and moves the pair as one, then rounds it.
BoxDuo finish(DraftDuo duo, const DoubleQuat& turn, const Point& origin, Random& random) {
    for (Draft* draft : {&duo.a, &duo.b}) {
        draft->center = add_scaled(origin, 1, rotate(turn, draft->center));
        draft->rotation = turn * draft->rotation;
    }
    const OrientedBox a = to_box(duo.a), b = to_box(duo.b);
    return random.coin() ? BoxDuo{b, a} : BoxDuo{a, b};
}

BoxDuo finish_anywhere(const DraftDuo& duo, Random& random) {
    const Point origin = {random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)};
    return finish(duo, any_rotation(random), origin, random);
}

// Returns the point of the box that reaches farthest up (side 1) or down (side -1). Along axes that are level (within
// `level` rad), it is any point of that face or edge, up to `spread` of the half extent from its middle.
Point reaching(const Draft& draft, double side, double spread, Random& random, double level = 1e-9) {
    Point point = draft.center;
    for (std::size_t i = 0; i < 3; ++i) {
        const Point axis = draft.axis(i);
        const double along = std::fabs(axis[2]) <= level ? random.uniform(-spread, spread)
                             : axis[2] * side > 0        ? 1.0
                                                         : -1.0;
        point = add_scaled(point, along * draft.half[i], axis);
    }
    return point;
}

// Sets B on A: their reaching points meet, B's `depth` below A's.
void set_on(const Draft& a, Draft& b, double depth, double spread, Random& random, double level = 1e-9) {
    const Point top = reaching(a, 1, spread, random, level), bottom = reaching(b, -1, spread, random, level);
    b.center = add_scaled(b.center, 1, minus(top, bottom));
    b.center[2] -= depth;
}

double smallest(const Draft& a, const Draft& b) {
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < 3; ++i) least = std::fmin(least, std::fmin(a.half[i], b.half[i]));
    return least;
}

// Returns a depth as engines meet it, relative to a size.
double any_depth(Random& random, double size) {
    return random.below(8) == 0 ? 0 : random.log_uniform(1e-6, 0.3) * size;
}

// Moves B along the direction until the boxes are `wanted` apart, by the Illinois method. Where they cannot overlap so
// much, they overlap as much as they can.
void place(Draft& a, Draft& b, const Point& direction, double wanted) {
    const OrientedBox fixed = to_box(a);
    OrientedBox moved = to_box(b);
    const auto excess = [&](double along) {
        moved.center = to_vec3(add_scaled(a.center, along, direction));
        return reference_separation(fixed, moved) - wanted;
    };
    double low = 0, high = (reference::length(a.half) + reference::length(b.half)) * 1.8 + std::fabs(wanted);
    double at_low = excess(low), at_high = excess(high);
    double along = low;
    for (int step = 0; step < 16 && at_low < 0; ++step) {
        along = step < 3 ? (low + high) / 2 : low + (high - low) * (at_low / (at_low - at_high));
        const double at = excess(along);
        if (at < 0) {
            low = along;
            at_low = at;
            at_high /= 2;
        } else {
            high = along;
            at_high = at;
            at_low /= 2;
            if (at == 0) break;
        }
    }
    b.center = add_scaled(a.center, along, direction);
}

// Returns a box with an edge on top, along the box's x axis: the box is rolled about that axis.
Draft edge_up(const Point& half, Random& random) {
    return {{}, half, about_axis(0, kPi / 4 + random.uniform(-0.6, 0.6))};
}

DraftDuo crossing_edges(const Point& half_a, const Point& half_b, double angle, double depth, Random& random) {
    DraftDuo duo{edge_up(half_a, random), edge_up(half_b, random)};
    duo.b.rotation = about_axis(2, angle) * duo.b.rotation;
    set_on(duo.a, duo.b, depth, 0.9, random);
    return duo;
}

DraftDuo cubes(double size, double offset_x, double offset_y, double depth) {
    DraftDuo duo;
    duo.a.half = duo.b.half = {size, size, size};
    duo.b.center = {offset_x, offset_y, 2 * size - depth};
    return duo;
}

// One of the 24 ways to put a cube on its side, so that every pair of faces meets.
DoubleQuat quarter_turns(Random& random) {
    DoubleQuat turn;
    for (unsigned axis = 0; axis < 3; ++axis) turn = turn * about_axis(axis, random.below(4) * kPi / 2);
    return turn;
}

DraftDuo corner_down(const Point& half_a, const Point& half_b, double depth, Random& random) {
    DraftDuo duo{{{}, half_a, {}}, {{}, half_b, any_rotation(random)}};
    set_on(duo.a, duo.b, depth, 0.95, random);
    return duo;
}

DraftDuo generic_duo(double min_half, double max_half, Random& random) {
    return {{{}, any_half(random, min_half, max_half), any_rotation(random)},
            {{}, any_half(random, min_half, max_half), any_rotation(random)}};
}

}  // namespace

float contact_pose_speculative(ContactPose pose) noexcept {
    return pose == ContactPose::separated ? 0.05F : 0.0F;
}

BoxDuo make_contact_pose(ContactPose pose, Random& random) {
    switch (pose) {
        case ContactPose::generic: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            place(duo.a, duo.b, any_direction(random), -random.log_uniform(1e-5, 1) * 2 * smallest(duo.a, duo.b));
            return finish_anywhere(duo, random);
        }
        case ContactPose::shallow: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            if (random.coin()) duo.b.rotation = quarter_turns(random) * about_axis(random.below(3), kPi / 4);
            if (random.coin()) duo.a.rotation = quarter_turns(random);
            const reference::Pair pair(to_box(duo.a), to_box(duo.b));
            const double slack = reference::contact_scale(pair.a, pair.b, 0, 0).slack();
            place(duo.a, duo.b, any_direction(random), random.sign() * random.log_uniform(0.01, 10) * slack);
            return finish_anywhere(duo, random);
        }
        case ContactPose::separated: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            if (random.coin()) duo.b.rotation = duo.a.rotation = {};
            place(duo.a, duo.b, any_direction(random), random.uniform(0, 2) * contact_pose_speculative(pose));
            return finish_anywhere(duo, random);
        }
        case ContactPose::on_ground: {
            DraftDuo duo;
            duo.a.half = {2000, random.log_uniform(1, 2000), 2000};
            duo.b.half = any_half(random, 0.1, 2);
            if (random.coin()) duo.b.half = {duo.b.half[0], duo.b.half[0], duo.b.half[0]};
            const DoubleQuat tilt = about_axis(0, random.sign() * random.log_uniform(1e-8, 1e-2)) *
                                    about_axis(2, random.sign() * random.log_uniform(1e-8, 1e-2));
            duo.b.rotation = (random.coin() ? tilt : DoubleQuat{}) * about_axis(1, random.uniform(0, 2 * kPi));
            duo.b.center = {random.uniform(-1900, 1900), 0, random.uniform(-1900, 1900)};
            duo.b.center[1] = duo.a.half[1] + duo.b.half[1] - random.sign() * random.log_uniform(1e-6, 1e-1);
            duo.a.center[1] -= duo.a.half[1];  // its top at height 0, as in scenes
            duo.b.center[1] -= duo.a.half[1];
            const OrientedBox a = to_box(duo.a), b = to_box(duo.b);
            return random.coin() ? BoxDuo{b, a} : BoxDuo{a, b};
        }
        case ContactPose::cubes_flush: {
            const double size = random.coin() ? 0.5 : random.log_uniform(0.1, 10);
            const double step = random.coin() ? 0 : 2 * size * random.below(8) / 8;
            const double depth = random.coin() ? 0 : random.log_uniform(1e-6, 1e-2) * size;
            DraftDuo duo = cubes(size, step, random.coin() ? 0 : step, depth);
            if (random.coin()) return finish(duo, quarter_turns(random), {}, random);
            return finish_anywhere(duo, random);
        }
        case ContactPose::cubes_tilted: {
            const double size = random.coin() ? 0.5 : random.log_uniform(0.1, 10);
            const auto tiny = [&] { return random.sign() * random.log_uniform(1e-6, 1e-2); };
            DraftDuo duo = cubes(size, size * tiny(), size * tiny(), random.log_uniform(1e-6, 1e-2) * size);
            if (random.coin()) duo.b.center[random.below(2)] += size;
            duo.b.rotation = about_axis(random.below(3), tiny());
            if (random.coin()) duo.b.rotation = about_axis(random.below(3), tiny()) * duo.b.rotation;
            if (random.coin()) duo.b.rotation = duo.b.rotation * quarter_turns(random);
            return finish_anywhere(duo, random);
        }
        case ContactPose::crossed_beams: {
            DraftDuo duo;
            duo.a.half = {random.uniform(2, 10), random.log_uniform(0.05, 0.5), random.log_uniform(0.05, 0.5)};
            duo.b.half = {random.uniform(2, 10), random.log_uniform(0.05, 0.5), random.log_uniform(0.05, 0.5)};
            const double tilt = random.coin() ? 0 : random.log_uniform(1e-7, 1e-3);
            duo.b.rotation = about_axis(2, random.coin() ? kPi / 2 : random.uniform(0.3, kPi - 0.3)) *
                             about_axis(random.below(2), tilt * random.sign());
            set_on(duo.a, duo.b, any_depth(random, smallest(duo.a, duo.b)), 0.6, random, 1e-2);
            return finish_anywhere(duo, random);
        }
        case ContactPose::plate_rims: {
            DraftDuo duo;
            for (Draft* plate : {&duo.a, &duo.b}) {
                plate->half = {random.uniform(0.5, 2), random.log_uniform(1e-3, 2e-2), random.uniform(0.5, 2)};
                const double tilt = random.coin() ? 0 : random.log_uniform(1e-6, 0.3);
                plate->rotation = about_axis(random.below(2), random.sign() * tilt);
            }
            const double angle = random.coin() ? random.uniform(0, kPi) : random.sign() * random.log_uniform(1e-6, 0.1);
            duo.b.rotation = about_axis(2, angle) * duo.b.rotation;
            set_on(duo.a, duo.b, any_depth(random, smallest(duo.a, duo.b)), 0.9, random);
            return finish_anywhere(duo, random);
        }
        case ContactPose::corner_on_face: {
            const Point half_a = any_half(random, 0.5, 2), half_b = any_half(random, 0.2, 2);
            const double size = std::fmin(half_a[2], half_b[0]);
            return finish_anywhere(corner_down(half_a, half_b, any_depth(random, 0.3 * size), random), random);
        }
        case ContactPose::edge_on_edge: {
            const Point half_a = any_half(random, 0.5, 2), half_b = any_half(random, 0.5, 2);
            const double depth = any_depth(random, 0.3), angle = random.sign() * random.uniform(0.2, kPi / 2);
            return finish_anywhere(crossing_edges(half_a, half_b, angle, depth, random), random);
        }
        case ContactPose::deep: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            const double apart = random.below(4) == 0 ? 0 : random.log_uniform(1e-7, 1e-1);
            duo.b.center = add_scaled(duo.a.center, apart * smallest(duo.a, duo.b), any_direction(random));
            if (random.below(4) == 0) duo.b.rotation = duo.a.rotation;
            return finish_anywhere(duo, random);
        }
        case ContactPose::identical: {
            Draft a{{}, any_half(random, 0.2, 2), any_rotation(random)};
            if (random.coin()) a.half = {a.half[0], a.half[0], a.half[0]};
            if (random.coin()) a.rotation = quarter_turns(random);
            Draft b = a;
            if (random.below(4) == 0) b.half = any_half(random, 0.2, 2);
            if (random.below(4) == 0) b.rotation = b.rotation * quarter_turns(random);
            a.center = b.center = {random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)};
            return {to_box(a), to_box(b)};
        }
        case ContactPose::zero_extents: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            const unsigned which = random.below(3);
            for (Draft* draft : {&duo.a, &duo.b}) {
                if ((draft == &duo.a && which == 1) || (draft == &duo.b && which == 2)) continue;
                const unsigned axis = random.below(3);
                draft->half[axis] = 0;
                if (random.coin()) draft->half[(axis + 1) % 3] = 0;
            }
            const unsigned kind = random.below(3);
            if (kind == 0) {  // lying flat, or end on
                duo.a.rotation = quarter_turns(random);
                duo.b.rotation = about_axis(2, random.uniform(0, kPi)) * quarter_turns(random);
                set_on(duo.a, duo.b, any_depth(random, 0.1), 0.9, random);
            } else if (kind == 1) {  // crossing
                const Point direction = any_direction(random);
                duo.b.center = add_scaled(duo.a.center, random.uniform(0, 0.5), direction);
            } else {  // barely
                place(duo.a, duo.b, any_direction(random), -random.log_uniform(1e-6, 1e-2));
            }
            return finish_anywhere(duo, random);
        }
        case ContactPose::needles: {
            Point half_a = {random.log_uniform(10, 100), random.log_uniform(0.01, 0.1), random.log_uniform(0.01, 0.1)};
            Point half_b = {random.log_uniform(10, 100), random.log_uniform(0.01, 0.1), random.log_uniform(0.01, 0.1)};
            if (random.coin()) half_b = any_half(random, 0.1, 2);
            const double depth = any_depth(random, 0.02);
            if (random.coin()) {
                return finish_anywhere(crossing_edges(half_a, half_b, random.uniform(0.05, kPi / 2), depth, random),
                                       random);
            }
            return finish_anywhere(corner_down(half_a, half_b, depth, random), random);
        }
        case ContactPose::edges_nearly_parallel: {
            const Point half_a = any_half(random, 0.2, 2), half_b = any_half(random, 0.2, 2);
            const double angle = random.sign() * random.log_uniform(1e-8, 1e-1);
            const double depth = any_depth(random, 0.1);
            DraftDuo duo = crossing_edges(half_a, half_b, angle, depth, random);
            if (random.coin()) {  // flat instead, so that faces are nearly parallel too
                duo.a.rotation = {};
                duo.b.rotation = about_axis(random.below(3), angle);
                duo.b.center = {};
                set_on(duo.a, duo.b, depth, 0.9, random, 0.2);
            }
            if (random.coin()) return finish(duo, {}, {}, random);  // keeps a tilt far below FLT_EPSILON
            return finish_anywhere(duo, random);
        }
        case ContactPose::far_1e6: {
            const Point half_a = any_half(random, 1, 30), half_b = any_half(random, 1, 30);
            const double depth = any_depth(random, 1);
            DraftDuo duo = corner_down(half_a, half_b, depth, random);
            const unsigned kind = random.below(3);
            if (kind == 0) duo = crossing_edges(half_a, half_b, random.uniform(0.1, kPi / 2), depth, random);
            if (kind == 1) {
                duo.b.rotation = about_axis(2, random.uniform(0, kPi));
                duo.b.center = {};
                set_on(duo.a, duo.b, depth, 0.9, random);
            }
            const Point origin = {random.sign() * 1e6, random.uniform(-1e6, 1e6), random.uniform(-1e3, 1e3)};
            return finish(duo, any_rotation(random), origin, random);
        }
        case ContactPose::all_extents:
            return make_pair(PairRegime::all_extents, random);
    }
    return {};
}

const char* contact_pose_name(ContactPose pose) noexcept {
    switch (pose) {
        case ContactPose::generic:
            return "generic";
        case ContactPose::shallow:
            return "shallow";
        case ContactPose::separated:
            return "separated";
        case ContactPose::on_ground:
            return "on_ground";
        case ContactPose::cubes_flush:
            return "cubes_flush";
        case ContactPose::cubes_tilted:
            return "cubes_tilted";
        case ContactPose::crossed_beams:
            return "crossed_beams";
        case ContactPose::plate_rims:
            return "plate_rims";
        case ContactPose::corner_on_face:
            return "corner_on_face";
        case ContactPose::edge_on_edge:
            return "edge_on_edge";
        case ContactPose::deep:
            return "deep";
        case ContactPose::identical:
            return "identical";
        case ContactPose::zero_extents:
            return "zero_extents";
        case ContactPose::needles:
            return "needles";
        case ContactPose::edges_nearly_parallel:
            return "edges_nearly_parallel";
        case ContactPose::far_1e6:
            return "far_1e6";
        case ContactPose::all_extents:
            return "all_extents";
    }
    return "unknown";
}

}  // namespace satori::test
