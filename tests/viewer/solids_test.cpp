// Tests what the viewer computes of boxes with a radius: their mesh, where rays enter them, bounds and outlines.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <satori/box_batch.hpp>
#include <satori/pairs.hpp>

#include "geometry/box_math.hpp"
#include "geometry/rounded_box.hpp"
#include "support/random.hpp"
#include "viewer/rounded_mesh.hpp"
#include "viewer/solids.hpp"

namespace satori::viewer {
namespace {

// A solid whose core extends along these axes, a bit each.
Solid random_solid(test::Random& random, unsigned extended) {
    const auto any = [&](double reach) { return static_cast<float>(reach * random.uniform(-1, 1)); };
    Solid solid;
    solid.core.center = {any(3), any(3), any(3)};
    solid.core.rotation = {any(1), any(1), any(1), any(1)};
    float* const half[] = {&solid.core.half_extents.x, &solid.core.half_extents.y, &solid.core.half_extents.z};
    for (unsigned axis = 0; axis < 3; ++axis)
        *half[axis] = (extended >> axis & 1) != 0 ? static_cast<float>(random.log_uniform(0.05, 2)) : 0;
    solid.radius = static_cast<float>(random.log_uniform(0.05, 1));
    return solid;
}

// The solid parallel to the core: its volume and its surface, by Steiner's formula.
struct Steiner {
    double volume, surface;

    explicit Steiner(const Solid& solid) {
        const Double3 h = geometry::widened(solid.core.half_extents);
        const double r = static_cast<double>(solid.radius), pi = std::numbers::pi;
        const double sides = 8 * (h[0] * h[1] + h[1] * h[2] + h[2] * h[0]), edges = h[0] + h[1] + h[2];
        volume = 8 * h[0] * h[1] * h[2] + sides * r + 2 * pi * edges * r * r + 4 * pi / 3 * r * r * r;
        surface = sides + 4 * pi * edges * r + 4 * pi * r * r;
    }
};

Double3 place_of(const MeshCorner& corner, const Solid& solid) {
    const Double3 half = geometry::widened(solid.core.half_extents);
    const Double3 side = geometry::widened(corner.side);
    const Double3 on_core{{side[0] * half[0], side[1] * half[1], side[2] * half[2]}};
    return on_core + static_cast<double>(solid.radius) * geometry::widened(corner.normal);
}

TEST(RoundedMesh, ComesNearToEverySolidFromInside) {
    test::Random random(11);
    for (unsigned extended = 0; extended < 8; ++extended) {
        for (const int segments : {2, 3, 5, 16}) {
            const Solid solid = random_solid(random, extended);
            ASSERT_EQ(extended_axes(solid.core.half_extents), extended);
            const RoundedMesh mesh = rounded_mesh(segments, extended);
            double volume = 0, surface = 0, least = 1e30;
            ASSERT_EQ(mesh.triangles.size() % 3, 0U);
            for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) {
                const auto place = [&](std::size_t c) {
                    return place_of(mesh.corners.at(mesh.triangles[k + c]), solid);
                };
                const Double3 a = place(0), across = geometry::cross(place(1) - a, place(2) - a);
                volume += geometry::dot(a, across) / 6;  // Gauss: only outward triangles of a closed mesh sum up to it
                surface += 0.5 * geometry::length(across);
                least = std::min(least, 0.5 * geometry::length(across));
            }
            // A chord lies below its arc by at most this part of the radius.
            const double below = 1 - std::cos(0.25 * std::numbers::pi / segments);
            const Steiner exact(solid);
            EXPECT_LT(volume, exact.volume * (1 + 1e-6));
            EXPECT_GT(volume, exact.volume * (1 - 6 * below)) << segments << " segments, axes " << extended;
            EXPECT_LT(surface, exact.surface * (1 + 1e-6));
            EXPECT_GT(surface, exact.surface * (1 - 4 * below)) << segments << " segments, axes " << extended;
            EXPECT_GT(least, 1e-5) << "a triangle without a size";
        }
    }
}

TEST(RoundedMesh, CornersLieOnTheSphereWithUnitNormals) {
    for (const MeshCorner& corner : rounded_mesh(7, 0).corners) {
        EXPECT_NEAR(geometry::length(geometry::widened(corner.normal)), 1, 1e-6);
        for (const auto& [side, normal] :
             {std::pair(corner.side.x, corner.normal.x), std::pair(corner.side.y, corner.normal.y),
              std::pair(corner.side.z, corner.normal.z)}) {
            EXPECT_EQ(std::fabs(side), 1);
            EXPECT_GE(side * normal, -1e-7F) << "outward from its own corner of the core";
        }
    }
}

TEST(RoundedMesh, ManySolidsHaveFewerSegments) {
    EXPECT_EQ(segments_for(0), 16);
    EXPECT_EQ(segments_for(1), 16);
    EXPECT_EQ(segments_for(10000), 5);
    EXPECT_EQ(segments_for(1000000), 2);
}

// The library's own test of a ray solves polynomials.
TEST(Solids, RaysEnterWhereTheLibrarySays) {
    test::Random random(12);
    int hits = 0, misses = 0;
    for (int round = 0; round < 4000; ++round) {
        const Solid solid = random_solid(random, static_cast<unsigned>(round) % 8);
        const auto any = [&](double reach) { return reach * random.uniform(-1, 1); };
        const Double3 start{{any(8), any(8), any(8)}};
        const Double3 end = geometry::widened(solid.core.center) + Double3{{any(1.2), any(1.2), any(1.2)}};
        const Double3 way = (1 / geometry::length(end - start)) * (end - start);
        const auto narrowed = [](const Double3& v) {
            return Vec3{static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
        };
        const Ray ray{narrowed(start), narrowed(way)};
        const std::optional<float> entry = entry_of(solid, ray);
        const geometry::DoubleBox core(solid.core);
        const auto radius = static_cast<double>(solid.radius);
        const auto enters = [&](double grown, double& distance) {
            Double3 normal;
            return meets({core.center, core.axes, core.half, radius * grown},
                         {geometry::widened(ray.origin), geometry::widened(ray.direction), 1e6}, distance, normal);
        };
        double exact = 0, outer = 0;
        if (enters(1 - 1e-4, exact)) {
            // From where a solid that is larger by 0.2 % begins, to a little behind the surface.
            ASSERT_TRUE(entry.has_value()) << round;
            ASSERT_TRUE(enters(1 + 2e-3, outer));
            ASSERT_GT(static_cast<double>(*entry), outer - 1e-4) << round;
            ASSERT_LT(static_cast<double>(*entry), exact + 1e-4) << round;
            ++hits;
        } else if (!enters(1 + 2e-3, outer)) {
            ASSERT_FALSE(entry.has_value()) << round;
            ++misses;
        }
    }
    EXPECT_GT(hits, 1000);
    EXPECT_GT(misses, 1000);
}

TEST(Solids, BoundsAreThoseOfTheLibrary) {
    test::Random random(13);
    for (int round = 0; round < 200; ++round) {
        const Solid solid = random_solid(random, static_cast<unsigned>(round) % 8);
        Aabb bounds;
        ASSERT_TRUE(find_bounds(solid, bounds));
        BoxBatch batch;
        ASSERT_EQ(batch.assign(box_rows(std::span(&solid.core, 1))), Status::ok);
        ASSERT_EQ(batch.set_radii(std::span(&solid.radius, 1)), Status::ok);
        std::array<Aabb, 1> exact;
        ASSERT_EQ(compute_aabbs(batch, exact), Status::ok);
        for (const auto& [a, b] : {std::pair(bounds.min, exact[0].min), std::pair(bounds.max, exact[0].max)}) {
            EXPECT_NEAR(a.x, b.x, 1e-5);
            EXPECT_NEAR(a.y, b.y, 1e-5);
            EXPECT_NEAR(a.z, b.z, 1e-5);
        }
    }
    Aabb unchanged{{1, 2, 3}, {4, 5, 6}};
    EXPECT_FALSE(find_bounds({{{}, {-1, 1, 1}, {}}, 1}, unchanged));
    EXPECT_EQ(unchanged.min.y, 2);
}

// Every end of an outline lies on the surface: at the radius from the core.
TEST(Solids, OutlinesLieOnTheSurface) {
    test::Random random(14);
    for (unsigned extended = 0; extended < 8; ++extended) {
        for (const bool flat : {false, true}) {
            Solid solid = random_solid(random, extended);
            if (flat) {
                const auto& [x, y, z] = solid.core.half_extents;
                solid = {flat_box({1, 2}, {x, y}, z), solid.radius, true};
            }
            for (const float dash : {0.0F, 4.0F}) {
                std::vector<Line> lines;
                add_outline(lines, solid, {{}, {}, {}, 1, dash});
                ASSERT_GE(lines.size(), flat ? 24U : 72U);
                double most_below = 0;
                for (const Line& line : lines) {
                    const Double3 middle = 0.5 * (line.from + line.to);
                    for (const Double3& point : {line.from, line.to, middle}) {
                        const geometry::DoubleBox core(solid.core);
                        Double3 beyond;
                        for (std::size_t k = 0; k < 3; ++k)
                            beyond[k] = std::max(
                                std::fabs(geometry::dot(core.axes[k], point - core.center)) - core.half[k], 0.0);
                        const double below = static_cast<double>(solid.radius) - geometry::length(beyond);
                        most_below = std::max(most_below, std::fabs(below));
                        if (flat) {
                            EXPECT_EQ(point[2], 0);
                        }
                    }
                }
                EXPECT_LT(most_below, 0.01 * static_cast<double>(solid.radius));
            }
        }
    }
    std::vector<Line> edges;
    add_outline(edges, {{{}, {1, 1, 1}, {}}}, {});
    EXPECT_EQ(edges.size(), 12U);
}

}  // namespace
}  // namespace satori::viewer
