#pragma once

#include <span>

#include <satori/world_queries.hpp>

#include "geometry/shape_input.hpp"
#include "world/queries/query_probes.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// A legal shape, placed among the boxes of a World.
class PlacedShape {
public:
    explicit PlacedShape(const WorldShape& shape) noexcept;

    /// Returns a probe for all bounds that the shape may overlap, relative to the world's origin.
    NearProbe probe(const Vec3d& world_origin) const noexcept;
    /// Keeps those boxes that the shape overlaps, in order. Returns their number.
    std::size_t keep_overlapping(const simd::KernelTable& kernels, const Body* bodies,
                                 std::span<std::uint32_t> boxes) const noexcept;

private:
    Vec3d origin_;
    geometry::ShapeInput input_;
};

/// Returns a probe for all bounds within a distance of a point.
NearProbe probe_about(const Vec3d& point, double distance, const Vec3d& world_origin) noexcept;

}  // namespace satori::v0::world
