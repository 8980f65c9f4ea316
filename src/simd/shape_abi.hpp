#pragma once

// Kernels about boxes and other shapes: see kernel_abi.hpp, which includes this. Shapes come checked and in the form that
// kernels want; geometry/shape_input.hpp makes it.

#include <cstddef>
#include <cstdint>

#include "simd/box_abi.hpp"

namespace satori::inline v0::simd {

struct PointShape {
    float at[3];
};

struct BoundsShape {
    float min[3];
    float max[3];
    float half[3];
};

struct SphereShape {
    float center[3];
    float radius;
};

/// Largest component of the normal in [0.5, 1).
struct PlaneShape {
    float normal[3];
    float offset;
};

struct RayShape {
    float origin[3];
    float direction[3];
    float max_distance;
};

/// A segment, triangle, frustum or box. Normals and edges have a largest component of about 1, or are zero.
struct ConvexShape {
    std::uint32_t vertex_count;
    std::uint32_t normal_count;
    std::uint32_t edge_count;
    bool solid;          ///< the normals are those of all its faces
    float vertex[8][3];  ///< rounded
    float rest[8][3];    ///< what rounding took from them
    float normal[6][3];
    float edge[12][3];  ///< one of those that are parallel
};

union ShapeData {
    PointShape point;
    BoundsShape bounds;
    SphereShape sphere;
    PlaneShape plane;
    RayShape ray;
    ConvexShape convex;
};

/// ShapeKernels::test, by the member of ShapeData that it reads.
enum class ShapeTest : std::uint32_t { point, bounds, sphere, plane, ray, convex };
inline constexpr std::uint32_t kShapeTestCount = 6;

/// One shape against boxes [begin, end).
struct ShapeArgs {
    BoxArrays boxes;
    std::size_t begin;  ///< a multiple of kMaxLanes
    std::size_t end;
    const ShapeData* shape;
};

/// What a number of points is a multiple of.
inline constexpr std::size_t kPointBlock = 32;

/// Points against the first of `box`.
struct PointsArgs {
    BoxArrays box;
    const float* points;  ///< rows of x y z, each readable as four floats; against rectangles of x y
    bool packed;          ///< rows of three floats, else of four; against rectangles of two
    std::size_t count;    ///< a multiple of kPointBlock
};

struct ShapeKernels {
    /// One byte per box, that of `begin` first: 1 when it and the shape have a point in common.
    void (*test[kShapeTestCount])(const ShapeArgs&, std::uint8_t* out);
    /// A ClosestPoint per box, that of `begin` first; may be written to padded(end). Reads ShapeData::point.
    void (*closest)(const ShapeArgs&, float* out);
    /// A RayHit per box, that of `begin` first; may be written to padded(end). Reads ShapeData::ray.
    void (*intersect)(const ShapeArgs&, float* out);
    /// One byte per point.
    void (*contains_points)(const PointsArgs&, std::uint8_t* out);
    /// A ClosestPoint per point.
    void (*closest_to_points)(const PointsArgs&, float* out);
};

}  // namespace satori::inline v0::simd
