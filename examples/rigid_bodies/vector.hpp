#pragma once

#include <cmath>

#include <satori/types.hpp>

namespace rigid_bodies {

inline constexpr double kPi = 3.14159265358979323846;

/// Three doubles, and what a solver does with them. Only + - * / and square roots: the same on every machine.
struct Vector {
    double x = 0, y = 0, z = 0;

    static constexpr Vector from(const satori::Vec3& v) { return {v.x, v.y, v.z}; }
    friend constexpr Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vector operator-(const Vector& a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vector operator*(double s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
    constexpr Vector& operator+=(const Vector& b) { return *this = *this + b; }
    friend constexpr double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    friend constexpr Vector cross(const Vector& a, const Vector& b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
    friend double length(const Vector& a) { return std::sqrt(dot(a, a)); }
};

inline satori::Vec3 to_vec3(const Vector& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Three columns.
struct Matrix {
    Vector x, y, z;

    friend constexpr Vector operator*(const Matrix& m, const Vector& v) { return v.x * m.x + v.y * m.y + v.z * m.z; }
    /// The transposed matrix times a vector.
    friend Vector to_local(const Matrix& m, const Vector& v) { return {dot(m.x, v), dot(m.y, v), dot(m.z, v)}; }
};

/// A unit quaternion.
struct Rotation {
    double x = 0, y = 0, z = 0, w = 1;

    friend constexpr Matrix to_matrix(const Rotation& q) {
        return {{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w)},
                {2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w)},
                {2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y)}};
    }
    friend Rotation normalized(const Rotation& q) {
        const double s = 1 / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        return {s * q.x, s * q.y, s * q.z, s * q.w};
    }
    /// `q` after a small turn: `angle` is a world axis times radians.
    friend Rotation turned(const Rotation& q, const Vector& angle) {
        const Vector v{q.x, q.y, q.z};
        const Vector d = 0.5 * (q.w * angle + cross(angle, v));
        return normalized(Rotation{q.x + d.x, q.y + d.y, q.z + d.z, q.w - 0.5 * dot(angle, v)});
    }
    /// First b, then a.
    friend constexpr Rotation operator*(const Rotation& a, const Rotation& b) {
        const Vector u{a.x, a.y, a.z}, v{b.x, b.y, b.z}, made = a.w * v + b.w * u + cross(u, v);
        return {made.x, made.y, made.z, a.w * b.w - dot(u, v)};
    }
    friend constexpr Rotation inverse(const Rotation& q) { return {-q.x, -q.y, -q.z, q.w}; }
    /// The rotation vector of less than a turn: the world axis times radians.
    friend Vector to_vector(const Rotation& q) {
        const Vector v = q.w < 0 ? Vector{-q.x, -q.y, -q.z} : Vector{q.x, q.y, q.z};
        const double sine = length(v);
        if (sine == 0) return {};
        // The tangents of a quarter and an eighth of the angle, then the series of the arc tangent.
        const double quarter = sine / (1 + std::abs(q.w)), t = quarter / (1 + std::sqrt(1 + quarter * quarter));
        double angle = 0, power = t;
        for (int k = 1; k < 60; k += 2, power *= -t * t) angle += power / k;
        return (8 * angle / sine) * v;
    }
};

inline satori::Quat to_quat(const Rotation& q) {
    const satori::Vec3 v = to_vec3({q.x, q.y, q.z});
    return {v.x, v.y, v.z, static_cast<float>(q.w)};
}

}  // namespace rigid_bodies
