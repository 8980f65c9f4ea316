#pragma once

#include <cstddef>
#include <span>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup shapes
/// @{

/// A view of points x y z in the caller's memory, `stride` bytes apart. Nothing is owned. The pointer must be aligned
/// to 4 bytes, and the stride must be a multiple of 4; a stride of 0 repeats one point. Each call says which points
/// are legal.
struct PointRows {
    const float* points = nullptr;  ///< x y z of the first point
    std::ptrdiff_t stride = 12;     ///< bytes from point to point
    std::size_t count = 0;          ///< number of points
};

/// Returns a view of rows x y z, `stride` bytes apart (12 when packed).
constexpr PointRows point_rows(const float* points, std::size_t count, std::ptrdiff_t stride = 12) noexcept {
    return {points, stride, count};
}
/// Returns a view of an array, a std::vector or a std::span of points.
constexpr PointRows point_rows(std::span<const Vec3> points) noexcept {
    if (points.empty()) return {};
    return {&points[0].x, 12, points.size()};
}

/// A view of 2D points x y in the caller's memory, as PointRows.
struct Point2Rows {
    const float* points = nullptr;  ///< x y of the first point
    std::ptrdiff_t stride = 8;      ///< bytes from point to point
    std::size_t count = 0;          ///< number of points
};

/// Returns a view of rows x y, `stride` bytes apart (8 when packed).
constexpr Point2Rows point2_rows(const float* points, std::size_t count, std::ptrdiff_t stride = 8) noexcept {
    return {points, stride, count};
}
/// Returns a view of an array, a std::vector or a std::span of points.
constexpr Point2Rows point_rows(std::span<const Vec2> points) noexcept {
    if (points.empty()) return {};
    return {&points[0].x, 8, points.size()};
}

/// @}

SATORI_NAMESPACE_END
