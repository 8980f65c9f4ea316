#include "oracles/corner_oracle.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace satori::test {

namespace {

__extension__ using Wide = __int128;

// A half plane: a x + b y + c is positive inside.
struct HalfPlane {
    std::int64_t a, b, c;
};

// The point (x / w, y / w), w > 0.
struct RationalPoint {
    Wide x, y, w;

    bool same_as(const RationalPoint& other) const { return x * other.w == other.x * w && y * other.w == other.y * w; }
};

HalfPlane left_of(GridPoint from, GridPoint to) {
    const std::int64_t a = std::int64_t{from.y} - to.y, b = std::int64_t{to.x} - from.x;
    return {a, b, -(a * from.x + b * from.y)};
}

HalfPlane reversed(const HalfPlane& plane) {
    return {-plane.a, -plane.b, -plane.c};
}

int sign(Wide v) {
    return v > 0 ? 1 : v < 0 ? -1 : 0;
}

int side(const HalfPlane& plane, GridPoint p) {
    return sign(plane.a * p.x + plane.b * p.y + plane.c);
}

int side(const HalfPlane& plane, const RationalPoint& p) {
    return sign(plane.a * p.x + plane.b * p.y + plane.c * p.w);
}

const GridPoint& corner(const CornerRect& rect, int i) {
    return rect.corners[i % 4];
}

// Returns the half planes of a rectangle's edges, all looking inward. The rectangle must have an area.
std::vector<HalfPlane> inner_sides(const CornerRect& rect) {
    std::vector<HalfPlane> planes;
    for (int i = 0; i < 4; ++i) {
        if (corner(rect, i) == corner(rect, i + 1)) continue;
        const HalfPlane plane = left_of(corner(rect, i), corner(rect, i + 1));
        const bool outward =
            std::any_of(rect.corners, rect.corners + 4, [&](const GridPoint& p) { return side(plane, p) < 0; });
        planes.push_back(outward ? reversed(plane) : plane);
    }
    return planes;
}

template <class Point>
bool within(const std::vector<HalfPlane>& planes, const Point& p, int least_side) {
    return std::all_of(planes.begin(), planes.end(),
                       [&](const HalfPlane& plane) { return side(plane, p) >= least_side; });
}

bool between(GridPoint p, GridPoint q, GridPoint r) {
    return std::min(p.x, q.x) <= r.x && r.x <= std::max(p.x, q.x) && std::min(p.y, q.y) <= r.y &&
           r.y <= std::max(p.y, q.y);
}

bool segments_meet(GridPoint p, GridPoint q, GridPoint r, GridPoint s) {
    const HalfPlane pq = left_of(p, q), rs = left_of(r, s);
    const int side_r = side(pq, r), side_s = side(pq, s), side_p = side(rs, p), side_q = side(rs, q);
    if (side_r * side_s < 0 && side_p * side_q < 0) return true;
    return (side_r == 0 && between(p, q, r)) || (side_s == 0 && between(p, q, s)) ||
           (side_p == 0 && between(r, s, p)) || (side_q == 0 && between(r, s, q));
}

bool share_a_point(const CornerRect& a, const CornerRect& b) {
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            if (segments_meet(corner(a, i), corner(a, i + 1), corner(b, j), corner(b, j + 1))) return true;
    // No edges meet: one rectangle lies within the other, or they are apart.
    return (has_area(a) && within(inner_sides(a), b.corners[0], 0)) ||
           (has_area(b) && within(inner_sides(b), a.corners[0], 0));
}

// Returns the crossings of the edges' lines that lie in all half planes.
std::vector<RationalPoint> corners_of(const std::vector<HalfPlane>& planes) {
    std::vector<RationalPoint> corners;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const HalfPlane &p = planes[i], &q = planes[j];
            RationalPoint at{Wide{p.b} * q.c - Wide{q.b} * p.c, Wide{q.a} * p.c - Wide{p.a} * q.c,
                             Wide{p.a} * q.b - Wide{q.a} * p.b};
            if (at.w == 0) continue;
            if (at.w < 0) at = {-at.x, -at.y, -at.w};
            const auto same = [&](const RationalPoint& other) { return at.same_as(other); };
            if (within(planes, at, 0) && std::none_of(corners.begin(), corners.end(), same)) corners.push_back(at);
        }
    }
    return corners;
}

}  // namespace

bool legal_corners(const CornerRect& rect) {
    bool left = false, right = false;
    for (int i = 0; i < 4; ++i) {
        const HalfPlane plane = left_of(corner(rect, i), corner(rect, i + 1));
        for (const GridPoint& p : rect.corners) {
            left = left || side(plane, p) > 0;
            right = right || side(plane, p) < 0;
        }
    }
    return !(left && right);
}

bool has_area(const CornerRect& rect) {
    std::int64_t twice = 0;
    for (int i = 0; i < 4; ++i) {
        const GridPoint &p = corner(rect, i), &q = corner(rect, i + 1);
        twice += std::int64_t{p.x} * q.y - std::int64_t{q.x} * p.y;
    }
    return twice != 0;
}

bool strictly_inside(const CornerRect& inner, const CornerRect& outer) {
    const std::vector<HalfPlane> planes = inner_sides(outer);
    return std::all_of(inner.corners, inner.corners + 4, [&](const GridPoint& p) { return within(planes, p, 1); });
}

CommonPart common_part(const CornerRect& a, const CornerRect& b) {
    CommonPart common;
    common.any = share_a_point(a, b);
    if (!has_area(a) || !has_area(b)) return common;
    std::vector<HalfPlane> planes = inner_sides(a);
    for (const HalfPlane& plane : inner_sides(b)) planes.push_back(plane);
    const std::vector<RationalPoint> corners = corners_of(planes);
    common.corner_count = static_cast<int>(corners.size());
    // The mean of the corners lies inside every half plane that has one of the corners inside.
    common.interior = std::all_of(planes.begin(), planes.end(), [&](const HalfPlane& plane) {
        return std::any_of(corners.begin(), corners.end(), [&](const RationalPoint& p) { return side(plane, p) > 0; });
    });
    return common;
}

}  // namespace satori::test
