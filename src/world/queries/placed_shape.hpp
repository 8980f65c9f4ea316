#pragma once

#include <span>

#include <satori/world_queries.hpp>

#include "geometry/rounded_box.hpp"
#include "geometry/shape_input.hpp"
#include "world/queries/query_probes.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

/// Marks a box that lies in a shape. Indices are below it.
inline constexpr std::uint32_t kInside = std::uint32_t{1} << 31;

/// A legal shape, placed among the boxes of a World.
class PlacedShape {
public:
    explicit PlacedShape(const WorldShape& shape) noexcept;

    /// Returns a probe for all bounds that the shape may overlap, relative to the world's origin.
    NearProbe probe(const Vec3d& world_origin) const noexcept;
    /// Keeps those boxes that the shape overlaps, in order. Returns their number.
    std::size_t keep_overlapping(const simd::KernelTable& kernels, const Body* bodies,
                                 std::span<std::uint32_t> boxes) const noexcept;

    /// Sets the highest bit of those boxes that lie in the shape. All must overlap it.
    void mark_inside(const simd::KernelTable& kernels, const Body* bodies,
                     std::span<std::uint32_t> boxes) const noexcept;

private:
    /// A question about a box: how a kernel answers it, and for a box with a radius a function.
    struct Test {
        void (*kernel)(const simd::ShapeArgs&, std::uint8_t*);
        bool (*rounded)(const geometry::RoundedBox&, const geometry::ShapeInput&) noexcept;
    };
    /// Calls found(k, answer) for all boxes.
    template <class Found>
    void for_each(const Test& test, const Body* bodies, std::span<const std::uint32_t> boxes,
                  Found&& found) const noexcept;

    Vec3d origin_;
    geometry::ShapeInput input_;
};

/// Returns a probe for all bounds within a distance of a point.
NearProbe probe_about(const Vec3d& point, double distance, const Vec3d& world_origin) noexcept;

}  // namespace satori::v0::world
