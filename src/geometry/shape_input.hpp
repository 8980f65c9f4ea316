#pragma once

#include <satori/shapes.hpp>

#include "geometry/double3.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::geometry {

/// A shape as kernels read it.
struct ShapeInput {
    simd::ShapeTest test = simd::ShapeTest::point;
    simd::ShapeData data;

    bool has_volume() const noexcept {
        return test == simd::ShapeTest::bounds || test == simd::ShapeTest::sphere ||
               (test == simd::ShapeTest::convex && data.convex.solid);
    }
};

/// Writes how the boxes of `args` lie to the shape, as bytes of Containment.
void classify(const simd::ShapeKernels& kernels, const simd::ShapeArgs& args, const ShapeInput& input,
              std::uint8_t* out) noexcept;

/// Converts a shape. Returns false, and leaves `input` unspecified, when the shape is not legal.
bool prepare(ShapeRef shape, ShapeInput& input) noexcept;

/// The same for a frustum: its corners, normals and edges.
bool prepare(const Frustum& frustum, simd::ConvexShape& convex) noexcept;

/// True when the point is finite and within kMaxShapeCoordinate.
bool is_legal_point(const Vec3& point) noexcept;
bool is_legal_point(const Double3& point) noexcept;

/// True when the normal is finite and of legal size, and the offset is legal.
bool is_legal_plane(const Plane& plane) noexcept;

/// Returns the largest absolute component.
double magnitude(const Double3& v) noexcept;

/// Writes v scaled to a largest absolute component of 1; zero stays zero.
void store_direction(const Double3& v, float (&out)[3]) noexcept;

/// Writes a point as the sum of two floats on each axis.
void store_split(const Double3& v, float (&rounded)[3], float (&rest)[3]) noexcept;

}  // namespace satori::v0::geometry
