#include "rect_contact_poses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "oracles/double_quat.hpp"
#include "oracles/reference_rect_contacts.hpp"

namespace satori::test {

namespace {

using Point2 = std::array<double, 2>;

// A rectangle in double, before the pair is turned, moved and rounded.
struct Draft {
    Point2 center{};
    Point2 half{};
    double angle = 0;

    Point2 axis(std::size_t i) const {
        return i == 0 ? Point2{std::cos(angle), std::sin(angle)} : Point2{-std::sin(angle), std::cos(angle)};
    }
    double reach(const Point2& direction) const {
        double sum = 0;
        for (std::size_t i = 0; i < 2; ++i)
            sum += half[i] * std::fabs(axis(i)[0] * direction[0] + axis(i)[1] * direction[1]);
        return sum;
    }
};

struct DraftDuo {
    Draft a, b;
};

OrientedRect to_rect(const Draft& draft) {
    return {{static_cast<float>(draft.center[0]), static_cast<float>(draft.center[1])},
            {static_cast<float>(draft.half[0]), static_cast<float>(draft.half[1])},
            static_cast<float>(draft.angle)};
}

double any_angle(Random& random) {
    return random.uniform(-kPi, kPi);
}

Point2 any_half(Random& random, double min, double max) {
    return {random.log_uniform(min, max), random.log_uniform(min, max)};
}

Point2 direction_of(double angle) {
    return {std::cos(angle), std::sin(angle)};
}

double smallest(const DraftDuo& duo) {
    return std::min(std::min(duo.a.half[0], duo.a.half[1]), std::min(duo.b.half[0], duo.b.half[1]));
}

// Moves B along the direction, from A's center, until they are `wanted` apart; or as far as they can overlap, where
// they cannot overlap so much. On each axis the separation grows with the distance moved: the first axis that reaches
// it decides.
void place(DraftDuo& duo, double direction, double wanted) {
    const Point2 way = direction_of(direction);
    double along = HUGE_VAL;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        const Point2 n = axis < 2 ? duo.a.axis(axis) : duo.b.axis(axis - 2);
        const double share = std::fabs(n[0] * way[0] + n[1] * way[1]);
        along = std::min(along, (duo.a.reach(n) + duo.b.reach(n) + wanted) / std::max(share, 1e-12));
    }
    along = std::max(along, 0.0);
    duo.b.center = {duo.a.center[0] + along * way[0], duo.a.center[1] + along * way[1]};
}

// Turns and moves the pair as one, then rounds it.
RectDuo finish(DraftDuo duo, double turn, const Point2& origin, Random& random) {
    const double c = std::cos(turn), s = std::sin(turn);
    for (Draft* draft : {&duo.a, &duo.b}) {
        const auto [x, y] = draft->center;
        draft->center = {origin[0] + c * x - s * y, origin[1] + s * x + c * y};
        draft->angle += turn;
    }
    const OrientedRect a = to_rect(duo.a), b = to_rect(duo.b);
    return random.coin() ? RectDuo{b, a} : RectDuo{a, b};
}

RectDuo finish_anywhere(const DraftDuo& duo, Random& random) {
    return finish(duo, any_angle(random), {random.uniform(-5, 5), random.uniform(-5, 5)}, random);
}

DraftDuo generic_duo(double min_half, double max_half, Random& random) {
    return {{{}, any_half(random, min_half, max_half), any_angle(random)},
            {{}, any_half(random, min_half, max_half), any_angle(random)}};
}

double quarter_turns(Random& random) {
    return random.below(4) * kPi / 2;
}

double any_depth(Random& random, double size) {
    return random.below(8) == 0 ? 0 : random.log_uniform(1e-6, 0.3) * size;
}

// Sets B on A, which is not turned: B's lowest point `depth` below A's upper edge.
void set_on(DraftDuo& duo, double x, double depth) {
    duo.b.center = {x, duo.a.half[1] + duo.b.reach({0, 1}) - depth};
}

DraftDuo squares(double size, double offset, double depth) {
    DraftDuo duo;
    duo.a.half = duo.b.half = {size, size};
    set_on(duo, offset, depth);
    return duo;
}

DraftDuo corner_down(double min_half, double max_half, Random& random) {
    DraftDuo duo{{{}, any_half(random, min_half, max_half), 0},
                 {{}, any_half(random, min_half, max_half), random.uniform(0.02, kPi / 2 - 0.02)}};
    // The lowest corner over the edge, or beside it.
    const double corner_x = duo.b.half[1] * std::sin(duo.b.angle) - duo.b.half[0] * std::cos(duo.b.angle);
    set_on(duo, random.uniform(-1, 1) * duo.a.half[0] - corner_x, any_depth(random, 0.3 * smallest(duo)));
    return duo;
}

}  // namespace

float rect_pose_speculative(RectContactPose pose) noexcept {
    return pose == RectContactPose::separated ? 0.05F : 0.0F;
}

RectDuo make_rect_pose(RectContactPose pose, Random& random) {
    const auto tiny = [&] { return random.sign() * random.log_uniform(1e-6, 1e-2); };
    switch (pose) {
        case RectContactPose::generic: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            place(duo, any_angle(random), -random.log_uniform(1e-5, 1) * 2 * smallest(duo));
            return finish_anywhere(duo, random);
        }
        case RectContactPose::shallow: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            if (random.coin()) duo.b.angle = duo.a.angle + quarter_turns(random) + (random.coin() ? tiny() : 0);
            const reference::RectPair pair(to_rect(duo.a), to_rect(duo.b));
            const double slack = reference::contact_scale(pair.a, pair.b, 0, 0).slack();
            place(duo, any_angle(random), random.sign() * random.log_uniform(0.01, 10) * slack);
            return finish_anywhere(duo, random);
        }
        case RectContactPose::separated: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            if (random.coin()) duo.b.angle = duo.a.angle;
            place(duo, any_angle(random), random.uniform(0, 2) * rect_pose_speculative(pose));
            return finish_anywhere(duo, random);
        }
        case RectContactPose::on_ground: {
            DraftDuo duo;
            duo.a.half = {2000, random.log_uniform(1, 2000)};
            duo.b.half = any_half(random, 0.1, 2);
            if (random.coin()) duo.b.half[1] = duo.b.half[0];
            duo.b.angle = quarter_turns(random) + (random.coin() ? random.sign() * random.log_uniform(1e-8, 1e-2) : 0);
            set_on(duo, random.uniform(-1900, 1900), random.sign() * random.log_uniform(1e-6, 1e-1));
            // Its top at height 0, as in scenes.
            duo.b.center[1] -= duo.a.half[1];
            duo.a.center[1] -= duo.a.half[1];
            return finish(duo, 0, {}, random);
        }
        case RectContactPose::squares_flush: {
            const double size = random.coin() ? 0.5 : random.log_uniform(0.1, 10);
            const double step = random.coin() ? 0 : 2 * size * random.below(9) / 8;
            const double depth = random.coin() ? 0 : random.log_uniform(1e-6, 1e-2) * size;
            const DraftDuo duo = squares(size, step, depth);
            return random.coin() ? finish(duo, 0, {}, random) : finish_anywhere(duo, random);
        }
        case RectContactPose::squares_tilted: {
            const double size = random.coin() ? 0.5 : random.log_uniform(0.1, 10);
            DraftDuo duo = squares(size, size * tiny(), random.log_uniform(1e-6, 1e-2) * size);
            if (random.coin()) duo.b.center[0] += size;
            duo.b.angle = tiny() + (random.coin() ? quarter_turns(random) : 0);
            return finish_anywhere(duo, random);
        }
        case RectContactPose::corner_on_edge:
            return finish_anywhere(corner_down(0.2, 2, random), random);
        case RectContactPose::corner_to_corner: {
            const double size = random.log_uniform(0.1, 10);
            DraftDuo duo;
            duo.a.half = duo.b.half = {size, size};
            if (random.coin()) duo.b.half = {random.log_uniform(0.1, 10), random.log_uniform(0.1, 10)};
            duo.b.angle = random.coin() ? 0 : (random.coin() ? kPi / 4 : 0) + tiny();
            const double depth = random.log_uniform(1e-6, 0.3) * smallest(duo);
            const double diagonal = kPi / 4 + kPi / 2 * random.below(4);
            place(duo, diagonal + (random.coin() ? 0 : tiny()), -depth);
            return finish_anywhere(duo, random);
        }
        case RectContactPose::deep: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            const double apart = random.below(4) == 0 ? 0 : random.log_uniform(1e-7, 1e-1) * smallest(duo);
            const Point2 way = direction_of(any_angle(random));
            duo.b.center = {apart * way[0], apart * way[1]};
            if (random.below(4) == 0) duo.b.angle = duo.a.angle;
            return finish_anywhere(duo, random);
        }
        case RectContactPose::identical: {
            Draft a{{}, any_half(random, 0.2, 2), any_angle(random)};
            if (random.coin()) a.half[1] = a.half[0];
            if (random.coin()) a.angle = quarter_turns(random);
            Draft b = a;
            if (random.coin()) b.half = any_half(random, 0.2, 2);
            return finish({a, b}, 0, {random.uniform(-5, 5), random.uniform(-5, 5)}, random);
        }
        case RectContactPose::zero_extents: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            if (random.coin()) duo.b.angle = duo.a.angle + quarter_turns(random);
            const std::uint32_t zeros = 1 + random.below(15);
            for (std::size_t i = 0; i < 2; ++i) {
                if ((zeros >> i & 1U) != 0) duo.a.half[i] = 0;
                if ((zeros >> (2 + i) & 1U) != 0) duo.b.half[i] = 0;
            }
            place(duo, any_angle(random), random.sign() * random.log_uniform(1e-6, 0.1));
            return finish_anywhere(duo, random);
        }
        case RectContactPose::needles: {
            DraftDuo duo = generic_duo(0.2, 2, random);
            for (Draft* draft : {&duo.a, &duo.b}) draft->half[random.below(2)] = random.log_uniform(1e-4, 1e-2);
            if (random.coin()) duo.b.angle = duo.a.angle + quarter_turns(random) + tiny();
            place(duo, any_angle(random), -random.log_uniform(1e-3, 1) * smallest(duo));
            return finish_anywhere(duo, random);
        }
        case RectContactPose::far_1e6: {
            DraftDuo duo = random.coin() ? corner_down(1, 30, random) : generic_duo(1, 30, random);
            if (random.coin()) place(duo, any_angle(random), -random.log_uniform(1e-2, 1));
            const Point2 origin = {random.sign() * 1e6, random.uniform(-1e6, 1e6)};
            return finish(duo, any_angle(random), origin, random);
        }
        case RectContactPose::all_extents:
            return make_rect_pair(RectRegime::all_extents, random);
    }
    return {};
}

const char* rect_contact_pose_name(RectContactPose pose) noexcept {
    static constexpr const char* kNames[] = {
        "generic",          "shallow", "separated", "on_ground",    "squares_flush", "squares_tilted", "corner_on_edge",
        "corner_to_corner", "deep",    "identical", "zero_extents", "needles",       "far_1e6",        "all_extents"};
    static_assert(std::size(kNames) == std::size(kRectContactPoses));
    return kNames[static_cast<std::size_t>(pose)];
}

}  // namespace satori::test
