// R3, R6: which axis makes the contact of boxes that hit each other. Boxes that lie flat on each other, with little
// tilt, get faces, at any depth; edges that cross get an edge contact. The test compares axes and depths with the
// double-precision oracle. contact_oracle_test.cpp tests that collide() gives the same answers as these calls.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/double_quat.hpp"
#include "oracles/reference_contacts.hpp"
#include "support/contact_calls.hpp"
#include "support/contact_poses.hpp"
#include "support/isa_fixture.hpp"
#include "support/posed_pairs.hpp"

namespace satori {
namespace {

using reference::Point;
using test::about_axis;
using test::DoubleQuat;
using test::kPi;

constexpr Vec3 kHalf{0.65F, 0.4F, 0.65F};
constexpr std::uint32_t kPoses = 2000;
constexpr float kShares[] = {0.05F, 0.1F};

double radians(double degrees) {
    return degrees * kPi / 180;
}

/// Returns how far the box reaches up from its center.
double height(const DoubleQuat& rotation) {
    double height = 0;
    const double half[3] = {0.65, 0.4, 0.65};
    for (std::size_t k = 0; k < 3; ++k) {
        Point unit{};
        unit[k] = 1;
        height += half[k] * std::fabs(test::rotate(rotation, unit)[1]);
    }
    return height;
}

OrientedBox box_at(double x, double y, double z, const DoubleQuat& rotation) {
    return {{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}, kHalf, test::to_float(rotation)};
}

/// Returns a box on a level box, turned about the vertical, tilted by up to `tilt` degrees, with its lowest corner
/// `depth` below the other's top.
test::BoxDuo flat(double tilt, double depth, test::Random& random) {
    const double way = random.uniform(0, 2 * kPi), sine = std::sin(radians(random.uniform(0, tilt)) / 2);
    const DoubleQuat lean{std::cos(way) * sine, 0, std::sin(way) * sine, std::sqrt(1 - sine * sine)};
    const DoubleQuat rotation = lean * about_axis(1, random.uniform(0, kPi));
    const double y = 0.4 + height(rotation) - depth;
    // Drawn one by one: compilers evaluate arguments in different orders.
    const double x = random.uniform(-0.6, 0.6), z = random.uniform(-0.6, 0.6);
    return {box_at(0, 0, 0, {}), box_at(x, y, z, rotation)};
}

/// Returns two boxes: one with an edge up, the other with an edge down. The edges cross at 20 to 70 degrees.
test::BoxDuo crossed(double depth, test::Random& random) {
    const DoubleQuat lower = about_axis(0, radians(45));
    const double turn = radians(random.uniform(20, 70)), lean = radians(random.uniform(35, 55));
    const DoubleQuat upper = about_axis(1, turn) * about_axis(0, lean);
    const double y = height(lower) + height(upper) - depth;
    const double x = random.uniform(-0.3, 0.3), z = random.uniform(-0.3, 0.3);
    return {box_at(0, 0, 0, lower), box_at(x, y, z, upper)};
}

/// Returns thin plates next to each other, tilted by up to 25 degrees, that penetrate near their rims.
test::BoxDuo plates(test::Random& random) {
    const auto number = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    const auto plate = [&] {
        return Vec3{number(0.5, 2), static_cast<float>(random.log_uniform(0.005, 0.2)), number(0.5, 2)};
    };
    const auto turn = [&] { return Quat{number(-0.2, 0.2), number(-0.2, 0.2), number(-0.2, 0.2), 1}; };
    const OrientedBox a{{0, 0, 0}, plate(), turn()};
    OrientedBox b{{0, number(-0.5, 0.5), 0}, plate(), turn()};
    b.center.x = (a.half_extents.x + b.half_extents.x) * number(-1, 1);
    b.center.z = (a.half_extents.z + b.half_extents.z) * number(-1, 1);
    return {a, b};
}

/// The figures of a series of poses, compared with the oracle.
struct Row {
    std::uint32_t poses = 0;  ///< poses that overlap
    std::uint32_t with_points = 0;
    std::uint32_t best_edges = 0;     ///< poses in which an edge axis has the least depth
    std::uint32_t edges = 0;          ///< edge contacts
    std::uint32_t edges_of_best = 0;  ///< edge contacts in poses in which an edge axis has the least depth
    double turn = 0;                  ///< most degrees between the normal of such a contact and the exact best axis
    double ratio = 0;                 ///< largest reported depth, in least depths
    double excess = -HUGE_VAL;        ///< largest excess of a reported depth over its bound, in delta
    double inexact = 0;               ///< largest difference between the axis' depth and the least depth, in delta

    Row(const test::PosedPairs<OrientedBox>& pairs, const ContactOptions& options, const Execution& execution) {
        const auto answers =
            test::contacts_of(test::make_batch(pairs.boxes, execution), pairs.pairs, execution, options);
        for (std::size_t k = 0; k < pairs.pairs.size(); ++k)
            add(pairs.boxes[2 * k], pairs.boxes[2 * k + 1], answers.axes[k], answers.manifolds[k], options);
    }
    void print(const char* kind, double tilt, double depth, const ContactOptions& options) const {
        std::printf(
            "%-8s tilt %4.1f, depth %3.0f mm, share %.2f: edges are best in %5.1f %%, taken in %5.2f %%, in %5.1f %% "
            "of "
            "those; depth told at most %.3f times the least, normals off by %.3f degrees\n",
            kind, tilt, depth * 1000, static_cast<double>(options.edge_share), percent(best_edges, poses),
            percent(edges, poses), percent(edges_of_best, best_edges), ratio, turn);
    }

private:
    static double percent(std::uint32_t part, std::uint32_t all) { return 100.0 * part / std::max(all, 1U); }
    void add(const OrientedBox& a, const OrientedBox& b, const SeparatingAxis& axis, const ContactManifold& manifold,
             const ContactOptions& options) {
        const reference::Pair pair(a, b);
        const auto axes = reference::axes_of(pair);
        const auto best = std::max_element(axes.begin(), axes.end(),
                                           [](const auto& p, const auto& q) { return p.separation < q.separation; });
        const bool is_edge = best - axes.begin() >= 6;
        const auto scale = reference::contact_scale(pair.a, pair.b, 0, 0);
        if (best->separation > -scale.delta) return;
        ++poses;
        best_edges += is_edge ? 1U : 0U;
        if (manifold.point_count == 0) return;
        ++with_points;
        if (feature_axis(manifold.points[0].feature_id) >= 6) {
            ++edges;
            if (is_edge) {
                ++edges_of_best;
                const Point normal = reference::to_point(manifold.normal);
                turn =
                    std::max(turn, std::asin(std::min(1.0, reference::length(reference::cross(normal, best->normal)))) *
                                       180 / kPi);
            }
        }
        double told = 0;
        for (std::uint32_t p = 0; p < manifold.point_count; ++p)
            told = std::max(told, -static_cast<double>(manifold.points[p].separation));
        const double least = -best->separation;
        const double slack = std::max(scale.axis_slack(options.axis_slack), scale.delta / 2);
        ratio = std::max(ratio, told / least);
        excess = std::max(excess, ((1 - static_cast<double>(options.edge_share)) * told - least - slack) / scale.delta);
        const double along = static_cast<double>(axis.separation);
        inexact = std::max(inexact, std::fabs(along + least) / scale.delta);
    }
};

class ContactAxis : public test::IsaTest {};

TEST_P(ContactAxis, FlatContactsAreOfFaces) {
    test::Random random(1);
    for (const double tilt : {0.5, 3.0, 10.0}) {
        for (const double depth : {0.005, 0.02, 0.1, 0.4}) {
            test::PosedPairs<OrientedBox> pairs;
            for (std::uint32_t k = 0; k < kPoses; ++k) pairs.add(flat(tilt, depth, random));
            for (const float share : kShares) {
                const ContactOptions options{.edge_share = share};
                const Row row(pairs, options, execution());
                row.print("flat", tilt, depth, options);
                EXPECT_GT(row.poses, 2 * kPoses / 5);
                EXPECT_EQ(row.with_points, row.poses);
                EXPECT_GT(row.best_edges, row.poses / 3) << "that the test can fail";
                EXPECT_LE(row.edges, row.poses / 500);
                EXPECT_LE(row.excess, 1);
            }
        }
    }
}

TEST_P(ContactAxis, CrossedEdgesAreOfEdges) {
    test::Random random(2);
    for (const double depth : {0.005, 0.02, 0.1}) {
        test::PosedPairs<OrientedBox> pairs;
        for (std::uint32_t k = 0; k < kPoses; ++k) pairs.add(crossed(depth, random));
        for (const float share : kShares) {
            const ContactOptions options{.edge_share = share};
            const Row row(pairs, options, execution());
            row.print("crossed", 0, depth, options);
            EXPECT_GT(row.poses, 2 * kPoses / 5);
            EXPECT_EQ(row.with_points, row.poses);
            EXPECT_GT(row.best_edges, 0.75 * row.poses);
            EXPECT_GE(row.edges_of_best, 0.85 * row.best_edges);
            EXPECT_LE(row.turn, 1);
            EXPECT_LE(row.excess, 1);
        }
    }
}

// A face's normal and the edges' normal point to opposite sides. Along the face's normal the boxes are much deeper.
TEST_P(ContactAxis, FacesThatPushTheOtherWayAreNotLikeEdges) {
    test::Random random(4);
    test::PosedPairs<OrientedBox> pairs;
    pairs.add(test::BoxDuo{{{0, 0, 0}, {5, 1, 2}, {0, 2, -2, 1}}, {{-3.5F, 3.5F, -1.5F}, {0.05F, 7, 0.05F}, {}}});
    pairs.add(test::BoxDuo{
        {{0, 0, 0}, {1.62710643F, 1.16388941F, 0.033388529F}, {0.233893111F, -0.0275249314F, -0.111400098F, 1}},
        {{-1.51905F, -2.08618522F, -1.1543622F},
         {0.675535202F, 1.62455249F, 0.00673016859F},
         {0.20975624F, -0.113310404F, 0.239529073F, 1.04237783F}}});
    for (std::uint32_t k = 0; k < 20 * kPoses; ++k) pairs.add(plates(random));
    const ContactOptions options;
    const Row row(pairs, options, execution());
    row.print("plates", 25, 0, options);
    EXPECT_GT(row.poses, kPoses);
    EXPECT_LE(row.excess, 1);
}

// With a large share, a face axis counts before edges that are much less deep. When these faces pass each other, and
// the next faces are too deep, the edges make the contact.
TEST_P(ContactAxis, EdgesAreAskedWhereTheNextFaceIsTooDeep) {
    test::PosedPairs<OrientedBox> pairs;
    pairs.add(test::BoxDuo{
        {{0, 0, 0}, {0.776702106F, 0.691486716F, 0.915268838F}, {0.120770417F, 0.27108404F, -0.120097145F, 1}},
        {{2.0453546F, -0.358674765F, 0.0980054662F},
         {1.11029446F, 0.527623892F, 0.744785428F},
         {-0.0813207924F, 0.140656695F, 0.344188631F, 1.11552274F}}});
    const auto answers = test::contacts_of(test::make_batch(pairs.boxes, execution()), pairs.pairs, execution(),
                                           ContactOptions{.edge_share = 0.3F});
    const ContactManifold& manifold = answers.manifolds[0];
    ASSERT_GE(manifold.point_count, 1U);
    double told = 0;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p)
        told = std::max(told, -static_cast<double>(manifold.points[p].separation));
    EXPECT_GT(told, 0.175) << "the boxes overlap by as much along their best axis";
    EXPECT_LT(told, 0.177 / 0.7);
}

TEST_P(ContactAxis, TheExactBestOneOnRequest) {
    test::Random random(3);
    test::PosedPairs<OrientedBox> pairs;
    for (const double depth : {0.005, 0.02, 0.1, 0.4}) {
        for (std::uint32_t k = 0; k < kPoses / 4; ++k) {
            pairs.add(flat(3, depth, random));
            pairs.add(crossed(depth, random));
        }
    }
    const ContactOptions options{.axis_slack = 0, .edge_share = 0};
    const Row row(pairs, options, execution());
    row.print("exact", 3, 0.4, options);
    EXPECT_GT(row.poses, pairs.pairs.size() / 2);
    EXPECT_EQ(row.with_points, row.poses);
    EXPECT_LE(row.inexact, 1);
    EXPECT_LE(row.excess, 1);
    EXPECT_GE(row.edges_of_best, 0.99 * row.best_edges);
}

SATORI_FOR_EACH_ISA(ContactAxis);

}  // namespace
}  // namespace satori
