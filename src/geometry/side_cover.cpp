#include "geometry/side_cover.hpp"

#include <cstddef>
#include <limits>

#include "base/assert.hpp"

namespace satori::v0::geometry {

namespace {

// A side that needs more than these limits counts as not covered.
constexpr std::uint32_t kMostCorners = 16;                                 ///< of a piece
constexpr std::uint32_t kMostPieces = 64;                                  ///< in `Waiting` at a time
constexpr std::uint64_t kMostTests = 1 << 16, kMostTestsPerNeighbor = 64;  ///< of pieces against neighbors

/// A point in the plane of the side, in meters from its center.
struct Point {
    double u, v;
};

/// A convex part of a side.
struct Piece {
    Point corners[kMostCorners];
    std::uint32_t corner_count = 0;
    std::uint32_t next = 0;  ///< index of the next neighbor to test

    bool add(const Point& corner) noexcept {
        if (corner_count == kMostCorners) return false;
        corners[corner_count++] = corner;
        return true;
    }
};

/// A side of a box, moved outwards.
struct Side {
    Double3 offset;  ///< of its center from the center of the box
    Double3 u, v;    ///< directions of its edges
    double half_u, half_v;
};

/// A plane as the signed distance of the side's points: au + bv - d, positive outside.
struct Plane {
    double a, b, d;

    double at(const Point& point) const noexcept { return (a * point.u + b * point.v) - d; }
};

/// A neighbor in the plane of the side, enlarged by the tolerance.
struct Cover {
    Plane planes[6];
    /// Points within this distance of a plane count as on it. The planes are twice this distance further inside. So no
    /// rounding error makes a point covered, and a box in the same place does not reach the side.
    double slack;

    Cover(const PlacedBox& box, const Side& side, const PlacedBox& neighbor, double tolerance) noexcept {
        const Double3 between = box.center - neighbor.center;
        // More than four times the possible rounding error of the distance of a computed corner.
        constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
        slack = kRounding * ((taxicab(between) + taxicab(box.half)) + (taxicab(neighbor.half) + 2 * tolerance));
        for (std::size_t k = 0; k < 3; ++k) {
            const Double3& axis = neighbor.axes[k];
            const double u = dot(axis, side.u), v = dot(axis, side.v);
            const double center = dot(axis, between) + dot(axis, side.offset);
            const double reach = neighbor.half[k] + (tolerance - 2 * slack);
            planes[2 * k] = {u, v, reach - center};
            planes[2 * k + 1] = {-u, -v, reach + center};
        }
    }
};

enum class Split : std::uint8_t { all_inside, all_outside, both, too_many_corners };

/// Splits `piece` by a plane.
Split split(const Piece& piece, const Plane& plane, double slack, Piece& inside, Piece& outside) noexcept {
    SATORI_ASSERT(piece.corner_count >= 3 && piece.corner_count <= kMostCorners);
    double distance[kMostCorners];
    bool any_inside = false, any_outside = false;
    for (std::uint32_t i = 0; i < piece.corner_count; ++i) {
        distance[i] = plane.at(piece.corners[i]);
        any_inside = any_inside || distance[i] < -slack;
        any_outside = any_outside || distance[i] > slack;
    }
    if (!any_outside) return Split::all_inside;
    if (!any_inside) return Split::all_outside;
    inside.corner_count = outside.corner_count = 0;
    bool fits = true;
    for (std::uint32_t i = 0; i < piece.corner_count; ++i) {
        const std::uint32_t j = i + 1 < piece.corner_count ? i + 1 : 0;
        const Point &from = piece.corners[i], &to = piece.corners[j];
        if (distance[i] <= slack) fits = fits && inside.add(from);
        if (distance[i] >= -slack) fits = fits && outside.add(from);
        const bool crosses = (distance[i] < -slack && distance[j] > slack) ||  //
                             (distance[i] > slack && distance[j] < -slack);
        if (!crosses) continue;
        const double share = distance[i] / (distance[i] - distance[j]);
        SATORI_ASSERT(share > 0 && share < 1);
        const Point crossing{from.u + share * (to.u - from.u), from.v + share * (to.v - from.v)};
        fits = fits && inside.add(crossing) && outside.add(crossing);
    }
    return fits ? Split::both : Split::too_many_corners;
}

/// Pieces that are not yet tested against all neighbors.
struct Waiting {
    Piece pieces[kMostPieces];
    std::uint32_t count = 0;
};

enum class Left : std::uint8_t { whole, parts, too_much };

/// Removes the covered part from `piece`. Either the piece stays whole, or its remaining parts go to `waiting`.
Left subtract(const Piece& piece, const Cover& cover, Waiting& waiting) noexcept {
    SATORI_ASSERT(waiting.count <= kMostPieces);
    const std::uint32_t before = waiting.count;
    Piece rest = piece;
    for (const Plane& plane : cover.planes) {
        if (waiting.count == kMostPieces) return Left::too_much;
        Piece inside, &outside = waiting.pieces[waiting.count];
        switch (split(rest, plane, cover.slack, inside, outside)) {
            case Split::all_inside:
                break;
            case Split::all_outside:
                waiting.count = before;
                return Left::whole;
            case Split::both:
                outside.next = piece.next + 1;
                ++waiting.count;
                rest = inside;
                break;
            case Split::too_many_corners:
                return Left::too_much;
        }
    }
    return Left::parts;
}

bool is_covered(std::span<const PlacedBox> boxes, const PlacedBox& box, const Side& side,
                std::span<const std::uint32_t> neighbors, double tolerance) noexcept {
    Waiting waiting;
    Piece& rectangle = waiting.pieces[waiting.count++];
    for (const Point& corner : {Point{-1, -1}, Point{1, -1}, Point{1, 1}, Point{-1, 1}})
        rectangle.add({corner.u * side.half_u, corner.v * side.half_v});
    std::uint64_t tests_left = kMostTests + kMostTestsPerNeighbor * neighbors.size();
    while (waiting.count != 0) {
        Piece piece = waiting.pieces[--waiting.count];
        for (Left left = Left::whole; left == Left::whole; ++piece.next) {
            if (piece.next == neighbors.size() || tests_left-- == 0) return false;
            SATORI_ASSERT(neighbors[piece.next] < boxes.size());
            const Cover cover(box, side, boxes[neighbors[piece.next]], tolerance);
            left = subtract(piece, cover, waiting);
            if (left == Left::too_much) return false;
        }
    }
    return true;
}

}  // namespace

CoveredSides covered_sides(std::span<const PlacedBox> boxes, std::uint32_t index,
                           std::span<const std::uint32_t> neighbors, double tolerance) noexcept {
    SATORI_ASSERT(index < boxes.size() && tolerance > 0);
    const PlacedBox& box = boxes[index];
    std::uint32_t covered = 0;
    for (std::uint32_t bit = 0; bit < 6; ++bit) {
        const std::size_t k = bit / 2, u = (k + 1) % 3, v = (k + 2) % 3;
        if (box.half[u] == 0 || box.half[v] == 0) continue;
        const double out = box.half[k] + tolerance;
        const Side side{(bit % 2 == 0 ? out : -out) * box.axes[k], box.axes[u], box.axes[v], box.half[u], box.half[v]};
        if (is_covered(boxes, box, side, neighbors, tolerance)) covered |= 1U << bit;
    }
    return static_cast<CoveredSides>(covered);
}

}  // namespace satori::v0::geometry
