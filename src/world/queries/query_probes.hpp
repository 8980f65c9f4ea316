#pragma once

#include "broadphase/moving/stored_columns.hpp"
#include "geometry/double3.hpp"
#include "world/queries/query_space.hpp"

namespace satori::inline v0::world {

/// What of a list's sweep axis a query reaches.
struct Window {
    double from, to;
};

/// A ray among bounds, or a box that is pushed along one. Kernels see the piece of it that is within all bounds, in floats: bounds are
/// taken larger than they are by more than all that rounding can do. Keys are shares of that piece.
class RayProbe {
public:
    /// Relative to the world's origin. A pushed box reaches `reach` about its centre. False when it meets nothing.
    bool aim(const QuerySpace& space, const geometry::Double3& origin, const geometry::Double3& direction,
             double max_distance, const geometry::Double3& reach) noexcept;
    /// Nothing that is met behind that distance is wanted any more.
    void shorten(double distance) noexcept;
    /// Nothing is.
    void end() noexcept { limit_ = -1; }

    bool wants(float key) const noexcept { return key <= limit_; }
    std::uint32_t find(const simd::KernelTable& kernels, const simd::BoundsRange& bounds, const int* axis,
                       simd::BoundsHit* out) const noexcept;
    Window window(const broadphase::StoredList& list, const int* axis) const noexcept;

private:
    double begin_ = 0, length_ = 0;  // of the piece, on the ray
    float entry_at_[3], exit_at_[3], inverse_[3];
    double start_[3], direction_[3], margin_[3];
    bool rises_[3];
    float limit_ = 1;
};

/// Bounds in a region, or at most a distance from it. Keys are squares of distances.
class NearProbe {
public:
    /// Floats about the world's origin, rounded outward.
    NearProbe(const float* lo, const float* hi, double max_distance) noexcept;
    void shorten(double distance) noexcept;

    bool wants(float key) const noexcept { return key <= limit_; }
    std::uint32_t find(const simd::KernelTable& kernels, const simd::BoundsRange& bounds, const int* axis,
                       simd::BoundsHit* out) const noexcept;
    Window window(const broadphase::StoredList& list, const int* axis) const noexcept;

private:
    float lo_[3], hi_[3];
    float limit_;
};

}  // namespace satori::inline v0::world
