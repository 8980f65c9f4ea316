// R3, R4 for boxes with a radius: contacts agree with the distance of the cores in double, less the radii.
// SATORI_PAIRS=<count> sets the number for the Nightly suites (without it 1e7).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracles/reference_distance.hpp"
#include "oracles/reference_overlap.hpp"
#include "oracles/reference_rect.hpp"
#include "support/figure_table.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/posed_pairs.hpp"
#include "support/rect_regimes.hpp"
#include "support/rounded_pairs.hpp"
#include "support/sanitizers.hpp"

namespace satori {
namespace {

using test::PairRegime;
using test::RectRegime;

enum class Figure { missed, invented, normal_length, witness_outside, too_deep, depth_error, kCount };
constexpr std::size_t kFigures = static_cast<std::size_t>(Figure::kCount);

/// The worst errors. The unit is delta plus a ten-thousandth of the smaller core, but for the normal's length.
constexpr std::array<test::FigureInfo, kFigures> kInfos = {{
    {"missed", 1},            // how much nearer than the speculative distance a pair without a manifold is
    {"invented", 1},          // how much farther a pair with a manifold is
    {"normal_length", 1e-6},  // difference from 1
    {"witness_outside", 1},   // distance of a witness from its rounded box
    {"too_deep", 1},          // a point, below the separation along the normal
    {"depth_error", 4},       // of the deepest point, where the cores are apart
}};

struct Frame {
    double center[3], axes[3][3], half[3];
};

Frame frame_of(const OrientedBox& box) {
    const double n = std::sqrt(double{box.rotation.x} * box.rotation.x + double{box.rotation.y} * box.rotation.y +
                               double{box.rotation.z} * box.rotation.z + double{box.rotation.w} * box.rotation.w);
    const double x = box.rotation.x / n, y = box.rotation.y / n, z = box.rotation.z / n, w = box.rotation.w / n;
    return {{box.center.x, box.center.y, box.center.z},
            {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
             {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
             {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}},
            {box.half_extents.x, box.half_extents.y, box.half_extents.z}};
}
Frame frame_of(const OrientedRect& rect) {
    const double c = std::cos(double{rect.angle}), s = std::sin(double{rect.angle});
    return {{rect.center.x, rect.center.y, 0},
            {{c, s, 0}, {-s, c, 0}, {0, 0, 1}},
            {rect.half_extents.x, rect.half_extents.y, 0}};
}

std::array<double, 3> numbers(const Vec3& v) {
    return {v.x, v.y, v.z};
}
std::array<double, 3> numbers(const Vec2& v) {
    return {v.x, v.y, 0};
}

double support(const Frame& frame, const std::array<double, 3>& direction) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        double along = 0;
        for (std::size_t k = 0; k < 3; ++k) along += frame.axes[i][k] * direction[k];
        sum += std::fabs(along) * frame.half[i];
    }
    return sum;
}

/// Returns the distance of a point, given from the center, from a core.
double distance_from_core(const Frame& frame, const std::array<double, 3>& offset) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        double along = 0;
        for (std::size_t k = 0; k < 3; ++k) along += frame.axes[i][k] * offset[k];
        const double beyond = std::max(std::fabs(along) - frame.half[i], 0.0);
        sum += beyond * beyond;
    }
    return std::sqrt(sum);
}

struct Score {
    test::FigureTable<Figure, kFigures> worst{kInfos};
    std::uint64_t contacts = 0, count = 0, several = 0;
};

/// `manifold`: null when the pair has none. The options are the defaults, but for `speculative`.
template <class Box, class Manifold>
void judge_one(const Box (&box)[2], const float (&radius)[2], float speculative, const Manifold* manifold,
               Score& score) {
    const double radii = double{radius[0]} + radius[1];
    const Frame a = frame_of(box[0]), b = frame_of(box[1]);
    const auto size = [](const Frame& frame) { return frame.half[0] + frame.half[1] + frame.half[2]; };
    const double unit = overlap_tolerance(box[0], box[1]) + 16 * __FLT_EPSILON__ * (radii + speculative) +
                        1e-4 * std::min(size(a), size(b));
    const DistanceBounds core = reference_distance(box[0], box[1]);
    ++score.count;
    score.contacts += manifold != nullptr;
    if (unit == 0) return;
    const auto note = [&](Figure figure, double error) {
        score.worst.note(figure, error, [&] { return "pair " + std::to_string(score.count - 1); });
    };
    // A pair of very different sizes may have none when it overlaps by less than delta.
    if (manifold == nullptr) return note(Figure::missed, (radii + speculative - core.upper) / unit);
    score.several += manifold->point_count > 1;
    note(Figure::invented, (core.lower - radii - speculative) / unit);
    const std::array<double, 3> normal = numbers(manifold->normal);
    note(Figure::normal_length, std::fabs(std::hypot(normal[0], normal[1], normal[2]) - 1));
    double along = 0, deepest = INFINITY;
    for (std::size_t k = 0; k < 3; ++k) along += normal[k] * (b.center[k] - a.center[k]);
    along -= support(a, normal) + support(b, normal) + radii;
    for (std::uint32_t p = 0; p < manifold->point_count; ++p) {
        const auto& point = manifold->points[p];
        const std::array<double, 3> offset = numbers(point.offset);
        const double separation = point.separation;
        deepest = std::min(deepest, separation);
        std::array<double, 3> on_a, on_b;
        for (std::size_t k = 0; k < 3; ++k) {
            on_a[k] = offset[k] - normal[k] * separation / 2;
            on_b[k] = offset[k] + normal[k] * separation / 2 - (b.center[k] - a.center[k]);
        }
        note(Figure::witness_outside,
             std::max(distance_from_core(a, on_a) - radius[0], distance_from_core(b, on_b) - radius[1]) / unit);
        note(Figure::too_deep, (along - separation) / unit);
    }
    if (core.lower > 0) note(Figure::depth_error, std::fabs(deepest - (core.upper - radii)) / unit);
}

template <class Batch>
struct Contacts;
template <>
struct Contacts<BoxBatch> {
    using Result = ContactResult;
    using Manifold = ContactManifold;
    using Options = CollideOptions;
};
template <>
struct Contacts<RectBatch> {
    using Result = RectContactResult;
    using Manifold = RectManifold;
    using Options = RectCollideOptions;
};

template <class Batch>
auto contacts_of(const Batch& batch, const std::vector<BoxPair>& pairs, float speculative, const Execution& execution) {
    using Types = Contacts<Batch>;
    Workspace workspace;
    typename Types::Result result;
    typename Types::Options options;
    options.contacts.speculative_distance = speculative;
    options.execution = execution;
    EXPECT_EQ(collide_pairs(batch, pairs, workspace, result, options), Status::ok);
    return std::vector<typename Types::Manifold>(result.manifolds.begin(), result.manifolds.end());
}

/// Judges `count` pairs of `make()`; all sets must give the same bytes.
template <class Box, class Make>
void judge(std::uint64_t count, test::Random& random, Make&& make) {
    constexpr std::uint64_t kBatchPairs = 10000;
    Score score;
    for (std::uint64_t done = 0; done < count && !testing::Test::HasFailure(); done += kBatchPairs) {
        test::PosedPairs<Box> poses;
        std::vector<float> radii;
        float largest = 0;
        for (std::uint64_t i = 0; i < std::min(kBatchPairs, count - done); ++i) {
            auto duo = make();
            const float size = std::max(duo.a.half_extents.x, duo.b.half_extents.x);
            largest = std::max(largest, size);
            test::flatten(duo.a, random);
            test::flatten(duo.b, random);
            poses.add(duo);
            for (int k = 0; k < 2; ++k) radii.push_back(test::random_radius(random, size));
            if (radii[2 * i] + radii[2 * i + 1] == 0) radii[2 * i] = std::max(size, kMinRadius);
            // Some pairs are near.
            const double core = reference_distance(duo.a, duo.b).upper;
            if (random.coin() && core > 4e-7 && core < 1e7)
                radii[2 * i] = radii[2 * i + 1] = static_cast<float>(core * random.uniform(0.5, 0.6));
        }
        const float speculative = random.coin() ? 0 : std::min(largest, 1.0F) * 0.1F;
        const auto found = test::on_every_isa([&](const Execution& execution) {
            return contacts_of(test::make_rounded(poses.boxes, radii, execution), poses.pairs, speculative, execution);
        });
        std::size_t next = 0;
        for (std::size_t k = 0; k < poses.pairs.size() && !testing::Test::HasFailure(); ++k) {
            const bool has = next < found.size() && found[next].pair == poses.pairs[k];
            judge_one<Box>({poses.boxes[2 * k], poses.boxes[2 * k + 1]}, {radii[2 * k], radii[2 * k + 1]}, speculative,
                           has ? &found[next] : nullptr, score);
            next += has;
        }
        EXPECT_EQ(next, found.size());
    }
    score.worst.print();
    score.worst.expect_promises();
    EXPECT_GT(score.contacts, count / 20);
    EXPECT_GT(score.several, 0U);
}

class RadiusContacts : public testing::TestWithParam<PairRegime> {};
class NightlyRadiusContacts : public RadiusContacts {};
class RectRadiusContacts : public testing::TestWithParam<RectRegime> {};
class NightlyRectRadiusContacts : public RectRadiusContacts {};

void judge_boxes(PairRegime regime, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    judge<OrientedBox>(count, random, [&] { return test::make_pair(regime, random); });
}
void judge_rects(RectRegime regime, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    judge<OrientedRect>(count, random, [&] { return test::make_rect_pair(regime, random); });
}

TEST_P(RadiusContacts, AgreeWithTheDistance) {
    judge_boxes(GetParam(), test::quick_cases(10000), 1);
}
TEST_P(NightlyRadiusContacts, AgreeWithTheDistance) {
    judge_boxes(GetParam(), test::pairs_wanted(10000000) / std::size(test::kPairRegimes), 2);
}
TEST_P(RectRadiusContacts, AgreeWithTheDistance) {
    judge_rects(GetParam(), test::quick_cases(10000), 1);
}
TEST_P(NightlyRectRadiusContacts, AgreeWithTheDistance) {
    judge_rects(GetParam(), test::pairs_wanted(10000000) / std::size(test::kRectRegimes), 2);
}

INSTANTIATE_TEST_SUITE_P(Regimes, RadiusContacts, testing::ValuesIn(test::kPairRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyRadiusContacts, testing::ValuesIn(test::kPairRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, RectRadiusContacts, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyRectRadiusContacts, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace satori
