#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "base/assert.hpp"
#include "world/queries/box_casts.hpp"

// A point that two boxes have in common: the mean of the corners of those parts of a box's faces that lie in the other
// box. The common part of two boxes is convex, and these are corners of it.

namespace satori::v0::world {

namespace {

using geometry::Double3;

/// How far float axes move a corner of a box, relative to the box's size.
constexpr double kAxisRounding = 1e-7;

constexpr std::uint32_t kAllFaces = 0x3f;

/// A box relative to another one.
struct PlacedBox {
    Double3 center;
    geometry::Frame axes;
    Double3 half;

    Double3 local(const Double3& point) const noexcept {
        const Double3 from = point - center;
        return {{dot(from, axes[0]), dot(from, axes[1]), dot(from, axes[2])}};
    }
    Double3 turned_back(const Double3& v) const noexcept { return v[0] * axes[0] + v[1] * axes[1] + v[2] * axes[2]; }
    /// Bit i of `corner` selects the side on axis i.
    Double3 corner(std::size_t corner) const noexcept {
        Double3 local = half;
        for (std::size_t i = 0; i < 3; ++i)
            if ((corner >> i & 1) == 0) local[i] = -local[i];
        return center + turned_back(local);
    }
    /// Returns the face that looks in a direction most. Bit 0 of its number selects the side on axis number / 2.
    std::size_t face_towards(const Double3& direction) const noexcept {
        const Double3 along{{dot(axes[0], direction), dot(axes[1], direction), dot(axes[2], direction)}};
        std::size_t i = 0;
        for (std::size_t k = 1; k < 3; ++k)
            if (std::fabs(along[k]) > std::fabs(along[i])) i = k;
        return 2 * i + (along[i] > 0 ? 1 : 0);
    }
};

/// The sides of a box that a point is beyond: bit 2 i for the side at -limit[i], bit 2 i + 1 for that at +limit[i].
std::uint32_t sides_beyond(const Double3& point, const Double3& limit) noexcept {
    std::uint32_t sides = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        sides |= (point[i] < -limit[i] ? 1U : 0U) << 2 * i;
        sides |= (point[i] > limit[i] ? 2U : 0U) << 2 * i;
    }
    return sides;
}

/// A convex polygon.
class Polygon {
public:
    void clear() noexcept { count_ = 0; }
    void add(const Double3& corner) noexcept {
        // Rounding may cut a polygon without area into more corners. Any of them will do.
        if (count_ < kMostCorners) corners_[now_][count_++] = corner;
    }
    /// Removes the part beyond a side of a box.
    void cut(std::uint32_t side, const Double3& limit) noexcept {
        const std::size_t axis = side / 2, count = count_;
        const double sign = side % 2 == 0 ? -1 : 1;
        const Double3* const all = corners_[now_];
        now_ = 1 - now_;
        count_ = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const Double3 &a = all[k], &b = all[k + 1 == count ? 0 : k + 1];
            const double beyond_a = sign * a[axis] - limit[axis], beyond_b = sign * b[axis] - limit[axis];
            if (beyond_a <= 0) add(a);
            if ((beyond_a <= 0) != (beyond_b <= 0)) add(a + (beyond_a / (beyond_a - beyond_b)) * (b - a));
        }
    }
    std::span<const Double3> corners() const noexcept { return {corners_[now_], count_}; }

private:
    static constexpr std::size_t kMostCorners = 16;
    Double3 corners_[2][kMostCorners];
    std::size_t now_ = 0, count_ = 0;
};

class Mean {
public:
    /// Adds the corners of the parts of a's faces that lie in `b`, enlarged by `margin`. Bits of `faces` select them.
    void add_faces(const PlacedBox& a, std::uint32_t faces, const PlacedBox& b, double margin) noexcept {
        const Double3 limit = b.half + Double3{{margin, margin, margin}};
        Double3 corners[8], sum;
        std::uint32_t beyond[8];
        for (std::size_t v = 0; v < 8; ++v) {
            corners[v] = b.local(a.corner(v));
            beyond[v] = sides_beyond(corners[v], limit);
        }
        int count = 0;
        for (std::size_t face = 0; face < 6; ++face) {
            if ((faces >> face & 1) == 0) continue;
            const std::size_t i = face / 2, j = std::size_t{1} << (i + 1) % 3, k = std::size_t{1} << (i + 2) % 3;
            const std::size_t first = (face % 2) << i, of_face[4] = {first, first | j, first | j | k, first | k};
            std::uint32_t all = ~0U, any = 0;
            for (const std::size_t v : of_face) {
                all &= beyond[v];
                any |= beyond[v];
            }
            if (all != 0) continue;
            polygon_.clear();
            for (const std::size_t v : of_face) polygon_.add(corners[v]);
            for (std::uint32_t side = 0; side < 6; ++side)
                if ((any >> side & 1) != 0) polygon_.cut(side, limit);
            for (const Double3& corner : polygon_.corners()) sum = sum + corner;
            count += static_cast<int>(polygon_.corners().size());
        }
        sum_ = sum_ + (static_cast<double>(count) * b.center + b.turned_back(sum));
        count_ += count;
    }
    bool empty() const noexcept { return count_ == 0; }
    Double3 get() const noexcept {
        SATORI_ASSERT(count_ > 0);
        return (1.0 / count_) * sum_;
    }

private:
    Polygon polygon_;
    Double3 sum_;
    int count_ = 0;
};

}  // namespace

Vec3d point_of(const Body& body, const MovingBox& cast, const WorldHit& hit) noexcept {
    if (body.radius != 0 || cast.radius != 0) return point_of_rounded(body, cast, hit);
    const PlacedBox still{{}, axes_of(body), half_of(body)};
    const double gap = std::max(cast.skin - static_cast<double>(hit.depth), 0.0);
    const Double3 from_center = (wide(cast.position) - wide(body.position)) + hit.distance * cast.direction -
                                gap * geometry::widened(hit.normal);
    const PlacedBox moved{from_center, cast.axes, cast.half};
    const bool only_touches = hit.depth <= cast.skin;
    const std::uint32_t faces =
        only_touches ? std::uint32_t{1} << moved.face_towards(-geometry::widened(hit.normal)) : kAllFaces;
    // Boxes that only touch have no common part for sure, so they are enlarged, as little as needed. Mostly that is
    // the rounding of the axes, which are floats. Where they touch, the face that looks against the normal is, too.
    const double least = kAxisRounding * (geometry::length(still.half) + geometry::length(moved.half)) + 1e-30;
    Mean mean;
    for (double margin = touch_of(body, cast, from_center) + least; mean.empty(); margin *= 4) {
        mean.add_faces(moved, faces, still, margin);
        if (!only_touches) mean.add_faces(still, kAllFaces, moved, margin);
    }
    Double3 local = still.local(mean.get());
    for (std::size_t i = 0; i < 3; ++i) local[i] = std::clamp(local[i], -still.half[i], still.half[i]);
    if (only_touches) {
        std::size_t nearest = 0;  // face
        for (std::size_t i = 1; i < 3; ++i)
            if (still.half[i] - std::fabs(local[i]) < still.half[nearest] - std::fabs(local[nearest])) nearest = i;
        local[nearest] = std::copysign(still.half[nearest], local[nearest]);
    }
    const Double3 point = wide(body.position) + still.turned_back(local);
    return {point[0], point[1], point[2]};
}

}  // namespace satori::v0::world
