#include "pair_regimes.hpp"

#include <array>
#include <cfloat>
#include <cmath>

#include <satori/box_construction.hpp>

#include "all_extents.hpp"
#include "oracles/double_quat.hpp"
#include "oracles/reference_box.hpp"
#include "oracles/reference_overlap.hpp"

namespace satori::test {

namespace {

using Triple = reference::Point;
using reference::cross;
using reference::dot;

bool normalize(Triple& v) {
    const double length = std::sqrt(dot(v, v));
    if (length < 1e-10) return false;
    for (double& component : v) component /= length;
    return true;
}

// Columns of the rotation matrix: the box's axes in the world.
std::array<Triple, 3> axes_of(const Quat& rotation) {
    const DoubleQuat q = to_double(rotation);
    const double s = 2 / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {{{1 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y + q.w * q.z), s * (q.x * q.z - q.w * q.y)},
             {s * (q.x * q.y - q.w * q.z), 1 - s * (q.x * q.x + q.z * q.z), s * (q.y * q.z + q.w * q.x)},
             {s * (q.x * q.z + q.w * q.y), s * (q.y * q.z - q.w * q.x), 1 - s * (q.x * q.x + q.y * q.y)}}};
}

double radius(const std::array<Triple, 3>& axes, const Triple& half, const Triple& direction) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += half[i] * std::fabs(dot(axes[i], direction));
    return sum;
}

Triple random_direction(Random& random) {
    Triple v;
    do {
        for (double& component : v) component = random.uniform(-1, 1);
    } while (dot(v, v) > 1 || !normalize(v));
    return v;
}

// One of the 24 rotations that map axes to axes; their quaternions are normalized exactly by the definition of truth.
Quat axis_permuting_rotation(Random& random) {
    DoubleQuat q{0, 0, 0, 1};
    for (unsigned axis = 0; axis < 3; ++axis) {
        const double turns = random.below(4);
        q = q * about_axis(axis, turns * kPi / 2);
    }
    std::array<double, 4> c = {q.x, q.y, q.z, q.w};
    double largest = 0;
    for (const double value : c) largest = std::fmax(largest, std::fabs(value));
    for (double& value : c) value = std::round(value / largest);  // components are 0 or of equal magnitude
    return to_float({c[0], c[1], c[2], c[3]});
}

bool is_nearly_parallel(PairRegime regime) {
    return regime >= PairRegime::edges_1e1 && regime <= PairRegime::edges_1e8;
}

// B's rotation such that one edge of A and one of B are `angle` apart.
DoubleQuat nearly_parallel_rotation(const Quat& a, double angle, Random& random) {
    const DoubleQuat twist = about_axis(random.below(3), random.uniform(0, 2 * kPi));  // keeps one edge
    const DoubleQuat tilt = about_axis(random.below(3), angle * random.sign());
    return random.coin() ? to_double(a) * tilt * twist : to_double(a) * tilt;
}

Triple make_half_extents(PairRegime regime, Random& random) {
    Triple half;
    for (double& h : half) h = random.log_uniform(0.2, 2);
    const unsigned axis = random.below(3);
    if (regime == PairRegime::plates) half[axis] *= random.log_uniform(1e-4, 1e-2);
    if (regime == PairRegime::needles) half[axis] *= random.log_uniform(1e2, 1e4);
    if (regime == PairRegime::zero_extents) {
        half[axis] = 0;
        if (random.coin()) half[(axis + 1) % 3] = 0;
    }
    const double unit = regime == PairRegime::far_1e6 ? 10 : regime == PairRegime::far_1e8 ? 1000 : 1;
    for (double& h : half) h *= unit;
    return half;
}

double origin_distance(PairRegime regime, Random& random) {
    if (regime == PairRegime::far_1e6) return 1e6 * random.sign();
    if (regime == PairRegime::far_1e8) return random.uniform(5e7, 9e7) * random.sign();
    return random.uniform(-2, 2);
}

void scale_extents(OrientedBox& box, double scale) {
    for (float* h : {&box.half_extents.x, &box.half_extents.y, &box.half_extents.z}) {
        *h = static_cast<float>(*h * scale);
    }
}

// For pairs where no single axis decides: scales both boxes until they are `wanted` apart, by the Illinois method.
void settle(BoxDuo& duo, double wanted) {
    const auto separation = [&](double scale) {
        BoxDuo scaled = duo;
        scale_extents(scaled.a, scale);
        scale_extents(scaled.b, scale);
        return reference_separation(scaled.a, scaled.b) - wanted;
    };
    double low = 0.125, high = 8, at_low = separation(low), at_high = separation(high);
    if (!(at_low > 0 && at_high < 0)) return;
    for (int step = 0; step < 12; ++step) {
        const double middle = (low * at_high - high * at_low) / (at_high - at_low);
        const double at_middle = separation(middle);
        if (at_middle > 0) {
            low = middle;
            at_low = at_middle;
            at_high /= 2;
        } else {
            high = middle;
            at_high = at_middle;
            at_low /= 2;
        }
    }
    scale_extents(duo.a, high);
    scale_extents(duo.b, high);
}

bool needs_settling(PairRegime regime) {
    return regime == PairRegime::touching_vertices || regime == PairRegime::plates || regime == PairRegime::needles ||
           regime == PairRegime::zero_extents;
}

// Returns the direction along which the boxes should nearly touch.
Triple deciding_axis(PairRegime regime, const std::array<Triple, 3>& a, const std::array<Triple, 3>& b,
                     Random& random) {
    const bool edges =
        regime == PairRegime::touching_edges || (regime != PairRegime::touching_faces && random.below(2) == 0);
    Triple direction = random.coin() ? a[random.below(3)] : b[random.below(3)];
    if (edges) {
        Triple candidate = cross(a[random.below(3)], b[random.below(3)]);
        if (normalize(candidate)) direction = candidate;
    }
    if (regime == PairRegime::touching_vertices) {
        // Most corners of A and B face each other along a diagonal.
        for (std::size_t k = 0; k < 3; ++k) direction[k] = a[0][k] + a[1][k] + a[2][k] + b[0][k];
        if (!normalize(direction)) direction = a[0];
    }
    const double sign = random.sign();
    for (double& component : direction) component *= sign;
    return direction;
}

// Returns the offset of a point of the box from its center: somewhere in the box, on a face, an edge, or a corner.
Triple point_on(const std::array<Triple, 3>& axes, const Triple& half, Random& random) {
    Triple point{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double along = half[i] * (random.coin() ? random.sign() : random.uniform(-1, 1));
        for (std::size_t k = 0; k < 3; ++k) point[k] += along * axes[i][k];
    }
    return point;
}

BoxDuo make_pair_of_all_extents(Random& random) {
    OrientedBox a, b;
    a.rotation = random_rotation(random);
    b.rotation = random_rotation(random);
    AllExtents extents(random);
    for (OrientedBox* box : {&a, &b}) {
        for (float* half : {&box->half_extents.x, &box->half_extents.y, &box->half_extents.z}) *half = extents.next();
    }
    const auto half_of = [](const OrientedBox& box) {
        return Triple{double{box.half_extents.x}, double{box.half_extents.y}, double{box.half_extents.z}};
    };
    const Triple from_a = point_on(axes_of(a.rotation), half_of(a), random);
    const Triple from_b = point_on(axes_of(b.rotation), half_of(b), random);
    const auto place = [&](double share) {
        const auto at = [&](std::size_t k, double part) {
            return static_cast<float>(part * share * (from_a[k] - from_b[k]));
        };
        a.center = {at(0, -0.5), at(1, -0.5), at(2, -0.5)};
        b.center = {at(0, 0.5), at(1, 0.5), at(2, 0.5)};
        return reference_separation(a, b);
    };
    place_near_touch(
        place, [&] { return overlap_tolerance(a, b); }, double{std::fmin(a.half_extents.x, b.half_extents.x)}, random);
    return {a, b};
}

bool legal(const BoxDuo& duo) {
    return check_box(duo.a) == BoxFault::none && check_box(duo.b) == BoxFault::none;
}

}  // namespace

Quat random_rotation(Random& random) {
    const double u = random.unit(), s = random.uniform(0, 2 * kPi), t = random.uniform(0, 2 * kPi);
    const double p = std::sqrt(1 - u), q = std::sqrt(u);
    return to_float({p * std::sin(s), p * std::cos(s), q * std::sin(t), q * std::cos(t)});
}

OrientedBox random_box(Random& random, double min_half, double max_half, double half_width) {
    OrientedBox box;
    box.center = {static_cast<float>(random.uniform(-half_width, half_width)),
                  static_cast<float>(random.uniform(-half_width, half_width)),
                  static_cast<float>(random.uniform(-half_width, half_width))};
    box.half_extents = {static_cast<float>(random.log_uniform(min_half, max_half)),
                        static_cast<float>(random.log_uniform(min_half, max_half)),
                        static_cast<float>(random.log_uniform(min_half, max_half))};
    box.rotation = random_rotation(random);
    return box;
}

BoxDuo make_pair(PairRegime regime, Random& random) {
    if (regime == PairRegime::all_extents) {
        BoxDuo duo;
        do duo = make_pair_of_all_extents(random);  // until the centers are near enough
        while (!legal(duo));
        return duo;
    }
    Quat rotation_a = random_rotation(random);
    Quat rotation_b = random_rotation(random);
    if (regime == PairRegime::axis_aligned) {
        rotation_a = axis_permuting_rotation(random);
        rotation_b = axis_permuting_rotation(random);
    } else if (regime == PairRegime::parallel) {
        rotation_b = rotation_a;
    } else if (is_nearly_parallel(regime)) {
        const int decade = static_cast<int>(regime) - static_cast<int>(PairRegime::edges_1e1) + 1;
        // Half of the boxes A are unrotated: their quaternions then keep a tilt far below FLT_EPSILON.
        if (random.coin()) rotation_a = {};
        rotation_b = to_float(nearly_parallel_rotation(rotation_a, std::pow(10.0, -decade), random));
    } else if (regime == PairRegime::raw_quaternions) {
        rotation_a = to_float(to_double(rotation_a), random.log_uniform(1e-38, 1e38));
        rotation_b = to_float(to_double(rotation_b), random.log_uniform(1e-38, 1e38));
    }
    const std::array<Triple, 3> axes_a = axes_of(rotation_a);
    const std::array<Triple, 3> axes_b = axes_of(rotation_b);
    Triple half_a = make_half_extents(regime, random);
    Triple half_b = make_half_extents(regime, random);
    if (regime == PairRegime::huge_on_tiny) {
        const double ratio = random.log_uniform(1e2, 1e5);
        for (double& h : half_a) h *= ratio;
    }
    const Triple direction = deciding_axis(regime, axes_a, axes_b, random);
    const double reach = radius(axes_a, half_a, direction) + radius(axes_b, half_b, direction);

    // B lies along the direction at touching distance, shifted sideways by less than the boxes' own width.
    Triple side = cross(direction, random_direction(random));
    double slide = 0;
    if (normalize(side)) {
        slide = random.uniform(0, 0.6) * (radius(axes_a, half_a, side) + radius(axes_b, half_b, side));
    }
    OrientedBox a, b;
    std::array<float*, 3> center_a = {&a.center.x, &a.center.y, &a.center.z};
    std::array<float*, 3> center_b = {&b.center.x, &b.center.y, &b.center.z};
    const double along = regime == PairRegime::generic ? reach * random.uniform(0, 1.5) : reach;
    Triple apart;
    for (std::size_t k = 0; k < 3; ++k) {
        const double origin = origin_distance(regime, random);
        *center_a[k] = static_cast<float>(origin);
        *center_b[k] = static_cast<float>(origin + along * direction[k] + slide * side[k]);
        apart[k] = static_cast<double>(*center_b[k]) - static_cast<double>(*center_a[k]);
    }

    // Rounding moved the centers (by meters, far out): scale the boxes until they touch again, within some delta.
    double size = std::sqrt(dot(apart, apart));
    for (std::size_t k = 0; k < 3; ++k) size += half_a[k] + half_b[k];
    const double delta = 16.0 * FLT_EPSILON * size;
    const unsigned choice = random.below(4);
    const double miss = choice == 0   ? random.uniform(-0.5, 0.5) * reach
                        : choice == 1 ? random.uniform(-3, 3) * delta
                                      : random.uniform(-0.3, 0.3) * delta;
    double scale = 1;
    if (regime != PairRegime::generic && reach > 0) {
        const double wanted = std::fabs(dot(apart, direction)) - miss;
        if (wanted > 0.1 * reach && wanted < 10 * reach) scale = wanted / reach;
    }
    a.half_extents = {static_cast<float>(half_a[0] * scale), static_cast<float>(half_a[1] * scale),
                      static_cast<float>(half_a[2] * scale)};
    b.half_extents = {static_cast<float>(half_b[0] * scale), static_cast<float>(half_b[1] * scale),
                      static_cast<float>(half_b[2] * scale)};
    a.rotation = rotation_a;
    b.rotation = rotation_b;
    BoxDuo duo = random.coin() ? BoxDuo{b, a} : BoxDuo{a, b};
    if (needs_settling(regime) && choice != 0) settle(duo, miss);
    return duo;
}

const char* pair_regime_name(PairRegime regime) noexcept {
    switch (regime) {
        case PairRegime::generic:
            return "generic";
        case PairRegime::touching_faces:
            return "touching_faces";
        case PairRegime::touching_edges:
            return "touching_edges";
        case PairRegime::touching_vertices:
            return "touching_vertices";
        case PairRegime::axis_aligned:
            return "axis_aligned";
        case PairRegime::parallel:
            return "parallel";
        case PairRegime::edges_1e1:
            return "edges_1e1";
        case PairRegime::edges_1e2:
            return "edges_1e2";
        case PairRegime::edges_1e3:
            return "edges_1e3";
        case PairRegime::edges_1e4:
            return "edges_1e4";
        case PairRegime::edges_1e5:
            return "edges_1e5";
        case PairRegime::edges_1e6:
            return "edges_1e6";
        case PairRegime::edges_1e7:
            return "edges_1e7";
        case PairRegime::edges_1e8:
            return "edges_1e8";
        case PairRegime::plates:
            return "plates";
        case PairRegime::needles:
            return "needles";
        case PairRegime::zero_extents:
            return "zero_extents";
        case PairRegime::huge_on_tiny:
            return "huge_on_tiny";
        case PairRegime::far_1e6:
            return "far_1e6";
        case PairRegime::far_1e8:
            return "far_1e8";
        case PairRegime::raw_quaternions:
            return "raw_quaternions";
        case PairRegime::all_extents:
            return "all_extents";
    }
    return "unknown";
}

}  // namespace satori::test
