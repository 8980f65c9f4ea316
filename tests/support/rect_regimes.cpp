#include "rect_regimes.hpp"

#include <algorithm>
#include <cmath>

#include "all_extents.hpp"
#include "oracles/double_quat.hpp"
#include "oracles/reference_rect.hpp"

namespace satori::test {

namespace {

float as_float(double value) noexcept {
    return static_cast<float>(value);
}

OrientedRect rect_of_size(Random& random, double min_half, double max_half) {
    OrientedRect rect;
    rect.half_extents = {as_float(random.log_uniform(min_half, max_half)),
                         as_float(random.log_uniform(min_half, max_half))};
    rect.angle = as_float(random.uniform(-kPi, kPi));
    return rect;
}

double size_of(const OrientedRect& rect) noexcept {
    return std::max(rect.half_extents.x, rect.half_extents.y);
}

/// Returns the angle of a rectangle whose edges are 0.5 to 1 times `apart` from parallel to edges of `to`.
float nearly_parallel(const OrientedRect& to, double apart, Random& random) noexcept {
    return as_float(to.angle + random.below(4) * (kPi / 2) + random.sign() * apart * random.uniform(0.5, 1));
}

double angle_apart(RectRegime regime) noexcept {
    switch (regime) {
        case RectRegime::edges_1e2:
            return 1e-2;
        case RectRegime::edges_1e4:
            return 1e-4;
        case RectRegime::edges_1e6:
            return 1e-6;
        case RectRegime::edges_1e8:
            return 1e-8;
        default:
            return 0;
    }
}

/// Shapes and angles, centers at the origin.
RectDuo make_shapes(RectRegime regime, Random& random) {
    RectDuo duo{rect_of_size(random, 0.3, 3), rect_of_size(random, 0.3, 3)};
    switch (regime) {
        case RectRegime::axis_aligned:
            duo.a.angle = as_float((random.below(9) - 4.0) * (kPi / 2));
            duo.b.angle = as_float((random.below(9) - 4.0) * (kPi / 2));
            break;
        case RectRegime::parallel:
            duo.b.angle = duo.a.angle;
            break;
        case RectRegime::edges_1e2:
        case RectRegime::edges_1e4:
        case RectRegime::edges_1e6:
        case RectRegime::edges_1e8:
            // The angles are small, because only small floats can be so close to each other.
            duo.a.angle = as_float(random.uniform(-1, 1) * angle_apart(regime) * 8);
            duo.b.angle = nearly_parallel(duo.a, angle_apart(regime), random);
            break;
        case RectRegime::thin:
            for (OrientedRect* rect : {&duo.a, &duo.b})
                (random.coin() ? rect->half_extents.x : rect->half_extents.y) *=
                    as_float(random.log_uniform(1e-4, 1e-2));
            break;
        case RectRegime::zero_extents: {
            OrientedRect& flat = random.coin() ? duo.a : duo.b;
            const std::uint32_t which = random.below(3);
            if (which != 0) flat.half_extents.x = 0;
            if (which != 1) flat.half_extents.y = 0;
            break;
        }
        case RectRegime::huge_on_tiny: {
            OrientedRect& huge = random.coin() ? duo.a : duo.b;
            const double factor = random.log_uniform(1e2, 1e5);
            huge.half_extents = {as_float(huge.half_extents.x * factor), as_float(huge.half_extents.y * factor)};
            break;
        }
        case RectRegime::far_1e6:
            duo = {rect_of_size(random, 1, 30), rect_of_size(random, 1, 30)};
            break;
        case RectRegime::far_1e8:
            duo = {rect_of_size(random, 100, 3000), rect_of_size(random, 100, 3000)};
            break;
        case RectRegime::many_turns:
            duo.a.angle = as_float(random.sign() * random.log_uniform(4, kMaxAngle));
            duo.b.angle = as_float(random.sign() * random.log_uniform(4, kMaxAngle));
            break;
        default:
            break;
    }
    return duo;
}

/// Places B about as far from A as both are large, in any direction. Regime `corners`: towards a corner of each.
void place(RectRegime regime, RectDuo& duo, Random& random) {
    double direction = random.uniform(-kPi, kPi),
           distance = random.uniform(0.2, 1.3) * (size_of(duo.a) + size_of(duo.b));
    if (regime == RectRegime::corners) {
        direction = duo.a.angle + std::atan2(duo.a.half_extents.y, duo.a.half_extents.x);
        duo.b.angle = as_float(direction - std::atan2(duo.b.half_extents.y, duo.b.half_extents.x) +
                               random.sign() * random.log_uniform(1e-8, 1e-1));
        distance = std::hypot(duo.a.half_extents.x, duo.a.half_extents.y) +
                   std::hypot(duo.b.half_extents.x, duo.b.half_extents.y);
    }
    double origin = 0;
    if (regime == RectRegime::far_1e6) origin = 1e6;
    if (regime == RectRegime::far_1e8) origin = random.uniform(5e7, 0.99e8);
    duo.a.center = {as_float(random.sign() * origin), as_float(random.sign() * origin)};
    duo.b.center = {as_float(duo.a.center.x + distance * std::cos(direction)),
                    as_float(duo.a.center.y + distance * std::sin(direction))};
}

/// Brings the pair to within a few delta of touching: makes the rectangle wider whose axis separates them most (least,
/// when they overlap), along that axis. If it would become too thin, or has no extent there, B moves along the axis.
void make_touch(RectDuo& duo, Random& random) {
    const RectSeparation found = reference_separation(duo.a, duo.b);
    const double wanted = random.uniform(-3, 3) * overlap_tolerance(duo.a, duo.b);
    OrientedRect& owner = found.axis < 2 ? duo.a : duo.b;
    float& half = found.axis % 2 == 0 ? owner.half_extents.x : owner.half_extents.y;
    const double wider = found.separation - wanted;
    if (half > 0 && half + wider > 0.1 * static_cast<double>(half)) {
        half = as_float(half + wider);
        return;
    }
    double angle = owner.angle;
    if (found.axis % 2 != 0) angle += kPi / 2;
    const double x = std::cos(angle), y = std::sin(angle);
    const double side = (static_cast<double>(duo.b.center.x) - duo.a.center.x) * x +
                                    (static_cast<double>(duo.b.center.y) - duo.a.center.y) * y <
                                0
                            ? -1
                            : 1;
    duo.b.center = {as_float(duo.b.center.x - side * wider * x), as_float(duo.b.center.y - side * wider * y)};
}

// The offset of a point of the rectangle from its center: somewhere in it, on an edge, or a corner.
struct Offset {
    double x, y;
};
Offset point_on(const OrientedRect& rect, Random& random) {
    const auto share = [&] { return random.coin() ? random.sign() : random.uniform(-1, 1); };
    const double u = share() * double{rect.half_extents.x}, v = share() * double{rect.half_extents.y};
    const double c = std::cos(double{rect.angle}), s = std::sin(double{rect.angle});
    return {c * u - s * v, s * u + c * v};
}

RectDuo make_pair_of_all_extents(Random& random) {
    OrientedRect a, b;
    AllExtents extents(random);
    for (OrientedRect* rect : {&a, &b}) {
        rect->angle = as_float(random.uniform(-kPi, kPi));
        rect->half_extents = {extents.next(), extents.next()};
    }
    const Offset from_a = point_on(a, random), from_b = point_on(b, random);
    const auto place = [&](double share) {
        const double x = 0.5 * share * (from_a.x - from_b.x), y = 0.5 * share * (from_a.y - from_b.y);
        a.center = {as_float(-x), as_float(-y)};
        b.center = {as_float(x), as_float(y)};
        return reference_separation(a, b).separation;
    };
    place_near_touch(
        place, [&] { return overlap_tolerance(a, b); }, double{std::fmin(a.half_extents.x, b.half_extents.x)}, random);
    return {a, b};
}

bool legal(const RectDuo& duo) {
    return check_rect(duo.a) == BoxFault::none && check_rect(duo.b) == BoxFault::none;
}

}  // namespace

const char* rect_regime_name(RectRegime regime) noexcept {
    switch (regime) {
        case RectRegime::generic:
            return "generic";
        case RectRegime::touching:
            return "touching";
        case RectRegime::corners:
            return "corners";
        case RectRegime::axis_aligned:
            return "axis_aligned";
        case RectRegime::parallel:
            return "parallel";
        case RectRegime::edges_1e2:
            return "edges_1e2";
        case RectRegime::edges_1e4:
            return "edges_1e4";
        case RectRegime::edges_1e6:
            return "edges_1e6";
        case RectRegime::edges_1e8:
            return "edges_1e8";
        case RectRegime::thin:
            return "thin";
        case RectRegime::zero_extents:
            return "zero_extents";
        case RectRegime::huge_on_tiny:
            return "huge_on_tiny";
        case RectRegime::far_1e6:
            return "far_1e6";
        case RectRegime::far_1e8:
            return "far_1e8";
        case RectRegime::many_turns:
            return "many_turns";
        case RectRegime::all_extents:
            return "all_extents";
    }
    return "unknown";
}

RectDuo make_rect_pair(RectRegime regime, Random& random) {
    if (regime == RectRegime::all_extents) {
        RectDuo duo;
        do duo = make_pair_of_all_extents(random);  // until the centers are near enough
        while (!legal(duo));
        return duo;
    }
    RectDuo duo = make_shapes(regime, random);
    place(regime, duo, random);
    if (regime != RectRegime::generic) make_touch(duo, random);
    return duo;
}

OrientedRect random_rect(Random& random, double min_half, double max_half, double half_width) {
    OrientedRect rect = rect_of_size(random, min_half, max_half);
    rect.center = {as_float(random.uniform(-half_width, half_width)),
                   as_float(random.uniform(-half_width, half_width))};
    return rect;
}

std::vector<OrientedRect> delicate_rects(std::uint64_t seed) {
    Random random(seed);
    std::vector<OrientedRect> rects;
    for (int i = 0; i < 12; ++i) {
        for (const RectRegime regime : kRectRegimes) {
            const RectDuo duo = make_rect_pair(regime, random);
            rects.push_back(duo.a);
            rects.push_back(duo.b);
        }
        rects.push_back({{1e-40F, -1e-45F}, random_rect(random, 1e-7, 1e-6, 1e-7).half_extents, 1e-42F});
        rects.push_back({{-1e-42F, 1e-41F}, {1, 0}, -1e-45F});
    }
    return rects;
}

}  // namespace satori::test
