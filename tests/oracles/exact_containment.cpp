#include "oracles/exact_containment.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "oracles/double_quat.hpp"

namespace satori::test {

namespace {

/// A sum of doubles without rounding: parts of increasing magnitude that do not overlap.
class ExactSum {
public:
    void add(double value) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const double part = parts_[i];
            const double sum = value + part;
            const double back = sum - value;
            const double rest = (value - (sum - back)) + (part - back);
            if (rest != 0) parts_[kept++] = rest;
            value = sum;
        }
        if (value != 0) parts_[kept++] = value;
        count_ = kept;
    }
    void add_product(double a, double b) {
        const double product = a * b;
        add(std::fma(a, b, -product));
        add(product);
    }
    bool is_negative() const { return count_ > 0 && parts_[count_ - 1] < 0; }

private:
    std::array<double, 128> parts_{};
    std::size_t count_ = 0;
};

}  // namespace

bool contains_exactly(const OrientedBox& box, const Vec3& point) {
    // Computes in double first, in the box's frame. The errors are far below kSure times the lengths that are added up.
    constexpr double kSure = 1e-12;
    const DoubleQuat turn = to_double(box.rotation);
    const double size = std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + turn.w * turn.w);
    const reference::Point offset = reference::minus(reference::to_point(point), reference::to_point(box.center));
    const reference::Point at = rotate({-turn.x / size, -turn.y / size, -turn.z / size, turn.w / size}, offset);
    const double doubt = kSure * reference::length(offset);
    const std::array<double, 4> q{box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w};
    const std::array<double, 3> p{point.x, point.y, point.z};
    const std::array<double, 3> c{box.center.x, box.center.y, box.center.z};
    const std::array<double, 3> h{box.half_extents.x, box.half_extents.y, box.half_extents.z};
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::fabs(at[i]) + doubt < h[i]) continue;
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        // Axis i times |q|^2, as sums of products of two components, which are exact.
        std::array<std::array<double, 4>, 3> axis{};
        axis[i] = {q[3] * q[3], q[i] * q[i], -(q[j] * q[j]), -(q[k] * q[k])};
        axis[j] = {2 * q[i] * q[j], 2 * q[3] * q[k]};
        axis[k] = {2 * q[i] * q[k], -2 * q[3] * q[j]};
        for (const double side : {1.0, -1.0}) {
            ExactSum room;  // |q|^2 h - side * |q|^2 axis . (p - c)
            for (const double component : q) room.add_product(component * component, h[i]);
            for (std::size_t a = 0; a < 3; ++a) {
                for (const double term : axis[a]) {
                    room.add_product(-side * term, p[a]);
                    room.add_product(side * term, c[a]);
                }
            }
            if (room.is_negative()) return false;
        }
    }
    return true;
}

}  // namespace satori::test
