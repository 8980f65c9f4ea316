#pragma once

#include "broadphase/moving/stored_columns.hpp"
#include "geometry/double3.hpp"
#include "world/queries/query_space.hpp"

namespace satori::v0::world {

/// The interval of an axis that a query reaches within some bounds.
struct Window {
    double from, to;
};

/// A ray, or a box that moves along one, to be tested against bounds. Kernels use the part of the ray that is within
/// all bounds, in floats. Bounds are enlarged by more than all rounding errors. A key is a share of this part.
class RayProbe {
public:
    /// Sets the ray, relative to the world's origin. A moving box reaches `reach` about its center. Returns false when
    /// the ray meets nothing.
    bool aim(const QuerySpace& space, const geometry::Double3& origin, const geometry::Double3& direction,
             double max_distance, const geometry::Double3& reach) noexcept;
    /// Ends the search behind `distance`: nothing behind it is wanted anymore.
    void shorten(double distance) noexcept;
    /// Ends the search.
    void end() noexcept { limit_ = -1; }

    bool wants(float key) const noexcept { return key <= limit_; }
    std::uint32_t find(const simd::KernelTable& kernels, const simd::BoundsRange& bounds, const int* axis,
                       simd::BoundsHit* out) const noexcept;
    Window window(const simd::BoundsRange& bounds, std::uint32_t i, int axis) const noexcept;

private:
    double begin_ = 0, length_ = 0;  // of the part, on the ray
    float entry_at_[3], exit_at_[3], inverse_[3];
    double start_[3], direction_[3], margin_[3];
    bool rises_[3];
    float limit_ = 1;
};

/// A region, to be tested against bounds that overlap it or lie within a distance of it. Keys are squared distances.
class NearProbe {
public:
    /// The bounds are floats relative to the world's origin, rounded outward.
    NearProbe(const float* lo, const float* hi, double max_distance) noexcept;
    void shorten(double distance) noexcept;

    bool wants(float key) const noexcept { return key <= limit_; }
    std::uint32_t find(const simd::KernelTable& kernels, const simd::BoundsRange& bounds, const int* axis,
                       simd::BoundsHit* out) const noexcept;
    Window window(const simd::BoundsRange& bounds, std::uint32_t i, int axis) const noexcept;

private:
    float lo_[3], hi_[3];
    float limit_;
};

}  // namespace satori::v0::world
