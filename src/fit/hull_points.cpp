#include "fit/hull_points.hpp"

#include <algorithm>
#include <memory>

#include "fit/direction_cells.hpp"
#include "fit/hull.hpp"
#include "fit/planar.hpp"
#include "fit/point_tile.hpp"

namespace satori::v0::fit {

namespace {

using parallel::Chunking;
using parallel::ChunkRange;

constexpr std::size_t kSmallestChunk = 1 << 15;
constexpr std::uint32_t kMostChunks = 64;
constexpr std::uint32_t kNobody = ~std::uint32_t{0};
/// A bound for the error of the gauge, far above the rounding of doubles. Points nearer to the surface of the hull are
/// kept.
constexpr double kGaugeMargin = 1e-9;
/// Facets nearer than this to the center of the outline count as this far away.
constexpr double kLeastDistance = 1e-6;

/// The farthest point in a direction cell.
struct Farthest {
    double distance_sq = -1;
    std::uint32_t index = kNobody;

    bool operator<(const Farthest& other) const noexcept {
        return distance_sq < other.distance_sq || (distance_sq == other.distance_sq && index > other.index);
    }
};

/// Calls f(x, y, z, index) with the normalized coordinates of the points [begin, end).
template <class F>
void for_each_normalized(const PointRows& points, ChunkRange range, const Normalization& to, F&& f) noexcept {
    double at[3][kTilePoints];
    for_each_tile(points, range.begin, range.end, to.origin, [&](const PointTile& tile, std::size_t first) noexcept {
        for (std::size_t a = 0; a < 3; ++a) {
            const Vector d = to.scale[a] * to.frame[a];
            for (std::size_t i = 0; i < tile.padded_count(); ++i)
                at[a][i] = tile.coordinate[0][i] * d[0] + tile.coordinate[1][i] * d[1] + tile.coordinate[2][i] * d[2];
        }
        for (std::size_t i = 0; i < tile.count; ++i) f(at[0][i], at[1][i], at[2][i], first + i);
    });
}

std::vector<std::uint32_t> farthest_in_cells(const PointRows& points, const Normalization& to, FitCall& call) {
    const Chunking chunks(points.count, kSmallestChunk, kMostChunks);
    std::vector<Farthest> tables(chunks.chunk_count() * kCellCount);
    call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        Farthest* const table = tables.data() + chunk * kCellCount;
        for_each_normalized(points, chunks[chunk], to, [&](double x, double y, double z, std::size_t i) noexcept {
            Farthest& farthest = table[hit_cell(x, y, z).cell()];
            const double distance_sq = x * x + y * y + z * z;
            if (distance_sq > farthest.distance_sq) farthest = {distance_sq, static_cast<std::uint32_t>(i)};
        });
    });
    std::vector<std::uint32_t> chosen;
    for (std::size_t cell = 0; cell < kCellCount; ++cell) {
        Farthest farthest;
        for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk)
            farthest = std::max(farthest, tables[chunk * kCellCount + cell]);
        if (farthest.index != kNobody) chosen.push_back(farthest.index);
    }
    return chosen;
}

std::vector<Vector> points_of(const PointRows& points, const std::vector<std::uint32_t>& chosen) {
    std::vector<Vector> result;
    result.reserve(chosen.size());
    for (const std::uint32_t index : chosen) result.push_back(to_vector(point_at(points, index)));
    return result;
}

/// The region within all planes, and a point in it.
struct Outline {
    std::vector<HullPlane> planes;
    Vector center{};
};

Outline solid_outline(const std::vector<Vector>& points, const Hull& hull) {
    Outline outline{hull.planes, {}};
    for (const std::uint32_t vertex : hull.vertices)
        outline.center = outline.center + (1.0 / static_cast<double>(hull.vertices.size())) * points[vertex];
    return outline;
}

Outline planar_outline(const std::vector<Vector>& points) {
    std::vector<PlanePoint> in_plane, polygon(polygon_room(points.size()));
    for (const Vector& point : points) in_plane.push_back({point[0], point[1]});
    polygon.resize(convex_polygon(in_plane, polygon.data()));
    Outline outline;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector from{polygon[i].x, polygon[i].y, 0};
        const PlanePoint& to = polygon[(i + 1) % polygon.size()];
        outline.center = outline.center + (1.0 / static_cast<double>(polygon.size())) * from;
        const Vector normal = normalized(Vector{to.y - from[1], from[0] - to.x, 0});
        outline.planes.push_back({normal, dot(normal, from)});
    }
    return outline;
}

/// The gauge of an outline: how far out a point is, seen from the center of the outline, with 1 on its surface. The
/// object stores the values at the corners of all cells.
class Gauge {
public:
    Gauge(const Outline& outline, FitCall& call) : corners_(6 * kCorners * kCorners) {
        call.run(6, [&](std::uint32_t face) noexcept {
            for (std::size_t row = 0; row < kCorners; ++row)
                for (std::size_t column = 0; column < kCorners; ++column)
                    corner(face, row, column) = at(outline, cell_corner(face, row, column));
        });
    }

    /// Returns an upper bound of the gauge of a point that is relative to the center.
    double bound(double x, double y, double z) const noexcept {
        const CellHit hit = hit_cell(x, y, z);
        const double* const corner = &corners_[(hit.face * kCorners + hit.row) * kCorners + hit.column];
        const double near = corner[0] + hit.v * (corner[1] - corner[0]);
        const double far = corner[kCorners] + hit.v * (corner[kCorners + 1] - corner[kCorners]);
        return hit.scale * (near + hit.u * (far - near));
    }

private:
    static constexpr std::size_t kCorners = kCellsPerEdge + 1;

    double& corner(std::size_t face, std::size_t row, std::size_t column) {
        return corners_[(face * kCorners + row) * kCorners + column];
    }
    static double at(const Outline& outline, const Vector& direction) noexcept {
        double gauge = 0;
        for (const HullPlane& plane : outline.planes) {
            const double distance = plane.distance - dot(plane.normal, outline.center);
            gauge = std::max(gauge, dot(plane.normal, direction) / std::max(distance, kLeastDistance));
        }
        return gauge;
    }

    std::vector<double> corners_;
};

/// Returns the points that are not surely inside an outline. Returns none when there are more than kMaxFitHullPoints of
/// them, or when there is no outline.
std::vector<std::uint32_t> outer_points(const PointRows& points, const Normalization& to, const Outline& outline,
                                        FitCall& call) {
    if (outline.planes.empty()) return {};
    const Vector center = outline.center;
    const Gauge gauge(outline, call);

    const Chunking chunks(points.count, kSmallestChunk, kMostChunks);
    // Each chunk has room for all of its points. Pages that the code does not write use no memory.
    const std::unique_ptr<std::uint32_t[]> kept(new std::uint32_t[points.count]);
    std::vector<std::size_t> kept_count(chunks.chunk_count());
    call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        std::uint32_t* const first = kept.get() + chunks[chunk].begin;
        std::uint32_t* next = first;
        for_each_normalized(points, chunks[chunk], to, [&](double x, double y, double z, std::size_t i) noexcept {
            *next = static_cast<std::uint32_t>(i);
            if (gauge.bound(x - center[0], y - center[1], z - center[2]) >= 1 - kGaugeMargin) ++next;
        });
        kept_count[chunk] = static_cast<std::size_t>(next - first);
    });
    std::size_t count = 0;
    for (const std::size_t n : kept_count) count += n;
    std::vector<std::uint32_t> outer;
    if (count > kMaxFitHullPoints) return outer;
    for (std::uint32_t chunk = 0; chunk < chunks.chunk_count(); ++chunk) {
        const std::uint32_t* const first = kept.get() + chunks[chunk].begin;
        outer.insert(outer.end(), first, first + kept_count[chunk]);
    }
    return outer;
}

}  // namespace

HullPoints hull_points(const PointRows& points, const Normalization& normalization, FitCall& call) {
    HullPoints result;
    if (points.count <= kMaxFitHullPoints) {
        result.points.reserve(points.count);
        for (std::size_t i = 0; i < points.count; ++i) result.points.push_back(to_vector(point_at(points, i)));
        return result;
    }
    const std::vector<std::uint32_t> farthest = farthest_in_cells(points, normalization, call);
    result.points = points_of(points, farthest);
    std::vector<Vector> normalized;
    normalized.reserve(farthest.size());
    for (const Vector& point : result.points) normalized.push_back(normalization(point));
    const bool planar = normalization.scale[2] == 0;
    if (!planar) result.hull = convex_hull(normalized);
    const Outline outline = planar ? planar_outline(normalized) : solid_outline(normalized, result.hull);
    const std::vector<std::uint32_t> outer = outer_points(points, normalization, outline, call);
    result.exact = !outer.empty();
    if (result.exact) result.points = points_of(points, outer);
    return result;
}

}  // namespace satori::v0::fit
