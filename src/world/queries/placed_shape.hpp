#pragma once

#include <span>

#include <satori/world_queries.hpp>

#include "geometry/shape_input.hpp"
#include "world/queries/query_probes.hpp"
#include "world/world_state.hpp"

namespace satori::inline v0::world {

/// A legal shape among the boxes of a World.
class PlacedShape {
public:
    explicit PlacedShape(const WorldShape& shape) noexcept;

    /// For all bounds that it may overlap, about the world's origin.
    NearProbe probe(const Vec3d& world_origin) const noexcept;
    /// Leaves those boxes that it overlaps, in order, and returns how many.
    std::size_t keep_overlapping(const simd::KernelTable& kernels, const Body* bodies,
                                 std::span<BoxId> boxes) const noexcept;

private:
    Vec3d origin_;
    geometry::ShapeInput input_;
};

/// For all bounds within a distance of a point.
NearProbe probe_about(const Vec3d& point, double distance, const Vec3d& world_origin) noexcept;

}  // namespace satori::inline v0::world
