#include "oracles/quad_separation.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace satori::test {
namespace {

#if defined(__SIZEOF_FLOAT128__)
__extension__ using Quad = __float128;
#else
using Quad = long double;  // 113 bits on AArch64
#endif

using Vector = std::array<Quad, 3>;

Quad absolute(Quad x) {
    return x < 0 ? -x : x;
}

Quad dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Newton's steps double the number of correct bits, beginning with the root in double.
Quad root(Quad x) {
    Quad r = std::sqrt(static_cast<double>(x));
    for (int step = 0; step < 2; ++step) r = (r + x / r) / 2;
    return r;
}

struct Box {
    std::array<Vector, 3> axes;  ///< unit axes times `scale`
    Quad scale;                  ///< squared length of the quaternion
    Vector half;

    explicit Box(const OrientedBox& box) : scale(0), half{box.half_extents.x, box.half_extents.y, box.half_extents.z} {
        // Scales by a power of two, which is exact: squares of squares then neither overflow nor vanish.
        const std::array<double, 4> given = {box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w};
        double largest = 0;
        for (const double part : given) largest = std::fmax(largest, std::fabs(part));
        int exponent = 0;
        static_cast<void>(std::frexp(largest, &exponent));
        std::array<Quad, 4> q;
        for (std::size_t i = 0; i < 4; ++i) {
            q[i] = std::ldexp(given[i], -exponent);
            scale += q[i] * q[i];
        }
        const auto [x, y, z, w] = q;
        axes = {Vector{w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)},
                Vector{2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)},
                Vector{2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z}};
    }

    Quad radius(const Vector& direction) const {
        Quad sum = 0;
        for (std::size_t i = 0; i < 3; ++i) sum += half[i] * absolute(dot(axes[i], direction));
        return sum / scale;
    }
};

}  // namespace

double quad_separation(const OrientedBox& a, const OrientedBox& b) noexcept {
    const Box first(a), second(b);
    const Vector apart = {Quad(b.center.x) - a.center.x, Quad(b.center.y) - a.center.y, Quad(b.center.z) - a.center.z};
    Quad best = -static_cast<Quad>(HUGE_VAL);
    const auto visit = [&](const Vector& direction) {
        const Quad squared = dot(direction, direction);
        if (static_cast<double>(squared) < 1e-60) return;  // edges parallel to all bits of their boxes
        const Quad gap =
            (absolute(dot(apart, direction)) - first.radius(direction) - second.radius(direction)) / root(squared);
        best = gap > best ? gap : best;
    };
    for (const Vector& axis : first.axes) visit(axis);
    for (const Vector& axis : second.axes) visit(axis);
    for (const Vector& u : first.axes) {
        for (const Vector& v : second.axes) visit(cross(u, v));
    }
    return static_cast<double>(best);
}

}  // namespace satori::test
