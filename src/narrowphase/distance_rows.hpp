#pragma once

#include <cstdint>
#include <type_traits>

#include <satori/distances.hpp>

#include "narrowphase/pair_tiles.hpp"
#include "simd/dispatch.hpp"

namespace satori::v0::narrowphase {

template <int Dim>
using RecordPairs = simd::PairRowsOf<simd::PairRecord<Dim>>;

/// Returns a vector of a row.
constexpr Vec2 vector_of(const float (&v)[2]) noexcept {
    return {v[0], v[1]};
}
constexpr Vec3 vector_of(const float (&v)[3]) noexcept {
    return {v[0], v[1], v[2]};
}

/// Returns the dot product of two vectors of three numbers.
inline float dot(const float* a, const float* b) noexcept {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/// What find_rows() finds.
struct RowOptions {
    bool with_points;  ///< also the points of boxes that overlap
    bool rounded;      ///< the records hold radii; else the distances are those of the cores
};

/// Takes the radii from the distance of the cores, and moves the points from the cores to the surfaces.
template <int Dim>
void round_row(float first_radius, float second_radius, simd::DistanceRow<Dim>& row) noexcept;

/// Writes the rows of up to kTilePairs pairs.
template <int Dim>
void find_rows(const simd::KernelTable& kernels, const RecordPairs<Dim>& pairs, const RowOptions& options,
               simd::DistanceRow<Dim>* rows) noexcept;

/// What find_near_distances() looks for.
struct NearOptions {
    float max_distance;
    bool rounded;  ///< as RowOptions::rounded
};

/// Writes how far up to kTilePairs pairs are apart. A pair that is farther than max_distance may be infinitely far.
template <int Dim>
void find_near_distances(const simd::KernelTable& kernels, const RecordPairs<Dim>& pairs, const NearOptions& options,
                         float* distances) noexcept;

template <int Dim>
using DistanceOf = std::conditional_t<Dim == 2, RectDistance, PairDistance>;

/// Returns a row in the public form. `swapped`: the caller's first box is B.
template <int Dim>
DistanceOf<Dim> distance_of(const simd::DistanceRow<Dim>& row, bool swapped) noexcept;

/// Returns by how much bounds are enlarged so that boxes are candidates when distances() says at most `max_distance`.
float near_margin(float max_distance) noexcept;

constexpr bool legal_near_distance(float max_distance) noexcept {
    return max_distance >= 0 && max_distance <= kMaxNearDistance;
}

}  // namespace satori::v0::narrowphase
