#pragma once

#include <cstdint>
#include <span>

#include "narrowphase/manifold_tile.hpp"

namespace satori::v0::narrowphase {

/// Does what build_hit_tile() does, for records that hold radii. The hits are those of the cores with the radii as
/// speculative distance. Pairs without a contact get no point.
///
/// Where the cores overlap, or a side of one lies opposite the other, the points are those of the cores, moved to the
/// surfaces. Where two edges lie beside each other, they are the ends of the common part. Elsewhere, as at a corner or
/// for a sphere, there is one point between the closest points of the cores. Its direction does not lead out of a
/// covered side, see look_past_covered_sides().
template <int Dim>
std::uint32_t build_rounded_tile(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&records)[2],
                                 const simd::ContactHit* hits, parallel::ChunkRange range,
                                 const ContactOptions& options, const CoveredSets& covered,
                                 typename ContactTypes<Dim>::Manifold* out) noexcept;

/// What the reach of A's record stands for, where it is more than A's radius.
struct FirstReach {
    float radius, speculative_distance;  ///< the reach is their sum; the distance is that of the pair
    std::uint32_t barred;                ///< the covered sides of both boxes, see barred_sides()
};
/// Hits that build_rounded_part() takes at most: few, because threads may have small stacks.
inline constexpr std::uint32_t kRoundedPart = 128;

/// Returns the sides that give no axis: all that are barred, but for a rounded pair with a point, which needs no axis.
inline std::uint32_t barred_for_axes(bool is_rounded, const simd::BoxRecord& a, const simd::BoxRecord& b,
                                     std::uint32_t barred) noexcept {
    const auto is_point = [](const simd::BoxRecord& box) { return (box.half[0] + box.half[1]) + box.half[2] == 0; };
    return is_rounded && (is_point(a) || is_point(b)) ? 0 : barred;
}

/// Does the same for a few hits whose axes are chosen. `reaches` is indexed by A's record; the speculative distances
/// and the covered sides are those in it. The distance of the options must be 0.
void build_rounded_part(const simd::KernelTable& kernels, const simd::BoxRecord* const (&records)[2],
                        std::span<const simd::ContactHit> hits, const ContactOptions& options,
                        const FirstReach* reaches, ContactManifold* out) noexcept;

}  // namespace satori::v0::narrowphase
