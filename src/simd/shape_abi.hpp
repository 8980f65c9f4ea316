#pragma once

// Kernels for boxes against other shapes. kernel_abi.hpp includes this header and explains the conventions.
// geometry/shape_input.hpp checks the shapes and converts them to these structs.

#include <cstddef>
#include <cstdint>

#include "base/namespace.hpp"
#include "simd/box_abi.hpp"

namespace satori::v0::simd {

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

/// The largest component of the normal is in [0.5, 1).
struct PlaneShape {
    float normal[3];
    float offset;
};

struct RayShape {
    float origin[3];
    float direction[3];
    float max_distance;
};

/// A segment, triangle, frustum or box. The largest component of each normal and edge is about 1, or the vector is
/// zero.
struct ConvexShape {
    std::uint32_t vertex_count;
    std::uint32_t normal_count;
    std::uint32_t edge_count;
    std::uint32_t ray_count;       ///< the first edges lead endlessly away from the corners
    std::uint32_t normal_rays[6];  ///< bit r: ray r lies in the plane of this normal
    bool solid;                    ///< the normals are those of all faces of the body
    float vertex[8][3];            ///< rounded to float
    float rest[8][3];              ///< the rounding error of each vertex
    float normal[6][3];
    float edge[12][3];  ///< one for each set of parallel edges
};

union ShapeData {
    PointShape point;
    BoundsShape bounds;
    SphereShape sphere;
    PlaneShape plane;
    RayShape ray;
    ConvexShape convex;
};

/// Selects a ShapeKernels::test by the member of ShapeData that it reads.
enum class ShapeTest : std::uint32_t { point, bounds, sphere, plane, ray, convex };
inline constexpr std::uint32_t kShapeTestCount = 6;

/// One shape against the boxes [begin, end).
struct ShapeArgs {
    BoxArrays boxes;
    std::size_t begin;  ///< a multiple of kMaxLanes
    std::size_t end;
    const ShapeData* shape;
};

/// Every number of points is a multiple of this.
inline constexpr std::size_t kPointBlock = 32;

/// Points against the first box of `box`.
struct PointsArgs {
    BoxArrays box;
    const float* points;  ///< rows of x y z, each readable as four floats; for rectangles rows of x y
    bool packed;          ///< rows have three floats, else four; for rectangles always two
    std::size_t count;    ///< a multiple of kPointBlock
};

struct ShapeKernels {
    /// Writes one byte per box, from box `begin` on: 1 when the box and the shape have a point in common.
    void (*test[kShapeTestCount])(const ShapeArgs&, std::uint8_t* out);
    /// Writes one byte per box, from box `begin` on: 1 when the box lies in the shape; unspecified when they have no
    /// point in common. Null for shapes without volume.
    void (*inside[kShapeTestCount])(const ShapeArgs&, std::uint8_t* out);
    /// Writes a ClosestPoint per box, from box `begin` on; may be written to padded(end). Reads ShapeData::point.
    void (*closest)(const ShapeArgs&, float* out);
    /// Writes a RayHit per box, from box `begin` on; may be written to padded(end). Reads ShapeData::ray.
    void (*intersect)(const ShapeArgs&, float* out);
    /// Writes one byte per point.
    void (*contains_points)(const PointsArgs&, std::uint8_t* out);
    /// Writes a ClosestPoint per point.
    void (*closest_to_points)(const PointsArgs&, float* out);
};

}  // namespace satori::v0::simd
