// Measures which axis makes the contact: shares over random poses of a pair of boxes, 1.3 x 0.8 x 1.3 m.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <satori/satori.hpp>

#include "behavior/contact_options.hpp"
#include "behavior/pair_contacts.hpp"
#include "behavior/run.hpp"
#include "oracles/reference_contacts.hpp"
#include "rigid_bodies/scene_tools.hpp"

namespace satori::behavior {

namespace {

using rigid_bodies::Random;
using rigid_bodies::rotation_about;

constexpr Vector kHalf{0.65, 0.4, 0.65};
constexpr double kDegree = 3.14159265358979323846 / 180;

OrientedBox box(const Vector& position, const Rotation& q) {
    return {to_vec3(position), to_vec3(kHalf), to_quat(q)};
}

/// Returns a box that lies flat, and a second box on it. The second box is `depth` too low, and turned about its center
/// by up to `tilt` degrees.
std::pair<OrientedBox, OrientedBox> flat_pose(Random& random, double tilt, double depth) {
    const double angle = random.between(0, 360) * kDegree;
    const Rotation turn = rotation_about({std::cos(angle), 0, std::sin(angle)}, random.between(0, tilt)) *
                          rotation_about({0, 1, 0}, random.between(0, 360));
    const Vector at{random.between(-0.5, 0.5), 2 * kHalf.y - depth, random.between(-0.5, 0.5)};
    return {box({}, {}), box(at, turn)};
}

/// Returns a box with an edge up and a box with an edge down. The two edges cross at 20 to 70 degrees.
std::pair<OrientedBox, OrientedBox> crossed_pose(Random& random, double depth) {
    const auto lean = [&] { return rotation_about({0, 0, 1}, random.between(-8, 8)); };
    const Rotation lower = lean() * rotation_about({1, 0, 0}, 45 + random.between(-15, 15));
    const Rotation upper = rotation_about({0, 1, 0}, random.between(20, 70)) * lean() *
                           rotation_about({1, 0, 0}, 45 + random.between(-15, 15));
    const rigid_bodies::Matrix a = to_matrix(lower), b = to_matrix(upper);
    Vector normal = cross(a.x, b.x);
    normal = ((normal.y > 0 ? 1 : -1) / length(normal)) * normal;
    // Returns the middle of one edge along x: the edge that lies furthest in `direction`.
    const auto edge = [](const rigid_bodies::Matrix& m, const Vector& direction) {
        return std::copysign(kHalf.y, dot(m.y, direction)) * m.y + std::copysign(kHalf.z, dot(m.z, direction)) * m.z;
    };
    const Vector crossing = edge(a, normal) + random.between(-0.4, 0.4) * a.x + random.between(-0.4, 0.4) * b.x;
    return {box({}, lower), box(crossing - edge(b, -normal) - depth * normal, upper)};
}

/// The results of all poses of one kind.
struct Shares {
    double edges = 0;        ///< share of poses with an edge contact
    double best_edges = 0;   ///< share of poses whose best axis is an edge axis
    double worst_angle = 0;  ///< degrees, greatest, between an edge contact's normal and the normal of the two edges
    double worst_depth = 0;  ///< greatest returned depth, less the slack, divided by the least depth
};

template <class Pose>
Shares measure(int count, std::uint64_t seed, Pose&& pose) {
    Shares shares;
    Random random(seed);
    PairContacts contacts;
    for (int i = 0; i < count; ++i) {
        const auto [a, b] = pose(random);
        const ContactManifold manifold = contacts.collide(a, b, contact_options(0));
        const reference::Pair pair(a, b);
        const auto axes = reference::axes_of(pair);
        const double least = -reference::best_separation(axes);
        shares.best_edges += -reference::best_separation(axes, 0, 6) > least * (1 + 1e-6) ? 1.0 / count : 0;
        if (manifold.point_count == 0) continue;
        double told = 0;
        for (const ContactPoint& point : std::span(manifold.points, manifold.point_count))
            told = std::max(told, -double{point.separation});
        const double slack = 1e-4 * (kHalf.x + kHalf.y + kHalf.z);
        shares.worst_depth = std::max(shares.worst_depth, (told - slack) / least);
        const std::uint32_t axis = feature_axis(manifold.points[0].feature_id);
        if (axis < 6) continue;
        shares.edges += 1.0 / count;
        const Vec3& n = manifold.normal;
        const reference::Point normal = reference::to_point(n);
        const double sine = reference::length(reference::cross(normal, axes[axis].normal));
        shares.worst_angle = std::max(shares.worst_angle, std::asin(std::min(1.0, sine)) / kDegree);
    }
    return shares;
}

std::string millimeters(double depth) {
    return std::to_string(static_cast<int>(1e3 * depth + 0.5)) + " mm deep";
}

}  // namespace

std::vector<Row> measure_flat_axes(const Ask& ask) {
    std::vector<Row> rows;
    double worst = 0;
    for (const double tilt : {0.5, 3.0, 10.0}) {
        for (const double depth : {0.005, 0.02, 0.1, 0.4}) {
            const std::string name = "tilt up to " + std::to_string(tilt).substr(0, tilt < 1 ? 3 : 2 - (tilt < 10)) +
                                     " deg, " + millimeters(depth);
            ask.progress("edges in flat contacts, " + name);
            const Shares shares =
                measure(2000, rows.size() + 1, [&](Random& random) { return flat_pose(random, tilt, depth); });
            rows.push_back({.name = name, .unit = "% edges", .value = 100 * shares.edges, .high = 0.2});
            worst = std::max(worst, shares.worst_depth);
        }
    }
    rows.push_back(
        {.name = "depth told over least depth, worst", .unit = "", .value = worst, .high = 1 / (1 - kEdgeShare)});
    return rows;
}

std::vector<Row> measure_crossed_edges(const Ask& ask) {
    std::vector<Row> rows;
    double angle = 0, depth_told = 0;
    const std::pair<double, double> cases[] = {{0.005, 89}, {0.02, 88}, {0.1, 84}};
    for (const auto& [depth, taken] : cases) {
        ask.progress("crossed edges, " + millimeters(depth));
        const Shares shares = measure(1500, 1, [&, at = depth](Random& random) { return crossed_pose(random, at); });
        rows.push_back({.name = "20 to 70 deg, " + millimeters(depth),
                        .unit = "% edges",
                        .value = 100 * shares.edges,
                        .low = taken,
                        .peers = {{"best axis", 100 * shares.best_edges}}});
        angle = std::max(angle, shares.worst_angle);
        depth_told = std::max(depth_told, shares.worst_depth);
    }
    rows.push_back({.name = "normal to the edges' own, worst", .unit = "deg", .value = angle, .high = 1});
    rows.push_back(
        {.name = "depth told over least depth, worst", .unit = "", .value = depth_told, .high = 1 / (1 - kEdgeShare)});
    return rows;
}

}  // namespace satori::behavior
