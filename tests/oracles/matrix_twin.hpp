#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include <satori/box_geometry.hpp>
#include <satori/pose.hpp>
#include <satori/types.hpp>

/// The oracle of operations on boxes. Everything is a 4 by 4 matrix in long double; a box is the image of the cube [-1,
/// 1]^3. Internal to the tests.
namespace satori::test {

using Real = long double;
using RealPoint = std::array<Real, 3>;

struct RealMatrix {
    std::array<std::array<Real, 4>, 4> rows{};
};

inline RealMatrix operator*(const RealMatrix& a, const RealMatrix& b) {
    RealMatrix product;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            for (std::size_t k = 0; k < 4; ++k) product.rows[i][j] += a.rows[i][k] * b.rows[k][j];
        }
    }
    return product;
}

inline RealPoint operator*(const RealMatrix& m, const RealPoint& p) {
    RealPoint image;
    for (std::size_t i = 0; i < 3; ++i) {
        image[i] = m.rows[i][0] * p[0] + m.rows[i][1] * p[1] + m.rows[i][2] * p[2] + m.rows[i][3];
    }
    return image;
}

inline RealPoint real(const Vec3& v) {
    return {v.x, v.y, v.z};
}
inline RealPoint operator-(const RealPoint& a, const RealPoint& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Real length(const RealPoint& p) {
    return sqrtl(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}
inline Real distance(const RealPoint& a, const RealPoint& b) {
    return length(a - b);
}

inline RealMatrix scaling(const RealPoint& by) {
    return {{{{by[0], 0, 0, 0}, {0, by[1], 0, 0}, {0, 0, by[2], 0}, {0, 0, 0, 1}}}};
}
inline RealMatrix translation(const RealPoint& to) {
    return {{{{1, 0, 0, to[0]}, {0, 1, 0, to[1]}, {0, 0, 1, to[2]}, {0, 0, 0, 1}}}};
}

/// Returns the matrix of p -> q p q^-1 on quaternions (x, y, z, w), as the product of the matrices of both
/// multiplications. The length of q may be any but zero.
inline RealMatrix rotation(const Quat& q) {
    const Real x = q.x, y = q.y, z = q.z, w = q.w, norm = x * x + y * y + z * z + w * w;
    const RealMatrix left{{{{w, -z, y, x}, {z, w, -x, y}, {-y, x, w, z}, {-x, -y, -z, w}}}};
    RealMatrix right{{{{w, -z, y, -x}, {z, w, -x, -y}, {-y, x, w, -z}, {x, y, z, w}}}};
    for (auto& row : right.rows) {
        for (Real& value : row) value /= norm;
    }
    return left * right;
}

/// Rodrigues: v cos + (k x v) sin + k (k . v) (1 - cos).
inline RealMatrix rotation(const RealPoint& axis, Real angle) {
    const Real norm = length(axis), s = sinl(angle), c = cosl(angle);
    RealMatrix m;
    m.rows[3][3] = 1;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const Real u[3] = {axis[i] / norm, axis[j] / norm, axis[k] / norm};
        m.rows[i][i] = c + u[0] * u[0] * (1 - c);
        m.rows[i][j] = u[0] * u[1] * (1 - c) - s * u[2];
        m.rows[i][k] = u[0] * u[2] * (1 - c) + s * u[1];
    }
    return m;
}

inline RealMatrix matrix_of(const Pose& pose) {
    return translation(real(pose.position)) * rotation(pose.rotation);
}
inline RealMatrix matrix_of(const Mat4& matrix) {
    RealMatrix m;
    for (std::size_t row = 0; row < 4; ++row) {
        for (std::size_t column = 0; column < 4; ++column) m.rows[row][column] = matrix.m[4 * column + row];
    }
    return m;
}
inline Mat4 to_float(const RealMatrix& m) {
    Mat4 matrix;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column)
            matrix.m[4 * column + row] = static_cast<float>(m.rows[row][column]);
    }
    return matrix;
}
inline RealMatrix matrix_of(const OrientedBox& box) {
    return translation(real(box.center)) * rotation(box.rotation) * scaling(real(box.half_extents));
}

/// Returns the images of the cube's corners, in the order of BoxCorners.
inline std::array<RealPoint, 8> corners_of(const RealMatrix& m) {
    std::array<RealPoint, 8> corners;
    for (std::size_t i = 0; i < 8; ++i) {
        corners[i] =
            m * RealPoint{(i & 1) != 0 ? 1.0L : -1.0L, (i & 2) != 0 ? 1.0L : -1.0L, (i & 4) != 0 ? 1.0L : -1.0L};
    }
    return corners;
}

/// Returns the largest distance of a corner from the corner of the same index.
inline double corner_error(const OrientedBox& box, const RealMatrix& expected) {
    const auto found = corners_of(matrix_of(box)), exact = corners_of(expected);
    Real worst = 0;
    for (std::size_t i = 0; i < 8; ++i) worst = std::fmax(worst, distance(found[i], exact[i]));
    return static_cast<double>(worst);
}

/// Returns how far the farthest of the points lies outside the box, along one of its axes. Negative: all points lie
/// inside.
template <class Points>
double outside(const OrientedBox& box, const Points& points) {
    const Quat& q = box.rotation;
    const RealMatrix into = rotation(Quat{-q.x, -q.y, -q.z, q.w});
    const RealPoint half = real(box.half_extents), center = real(box.center);
    Real worst = -INFINITY;
    for (const RealPoint& point : points) {
        const RealPoint local = into * (point - center);
        for (std::size_t k = 0; k < 3; ++k) worst = std::fmax(worst, fabsl(local[k]) - half[k]);
    }
    return static_cast<double>(worst);
}

inline double half_sum(const OrientedBox& box) {
    return static_cast<double>(box.half_extents.x) + box.half_extents.y + box.half_extents.z;
}
inline double center_size(const OrientedBox& box) {
    return static_cast<double>(length(real(box.center)));
}

}  // namespace satori::test
