#include "narrowphase/distance_rows.hpp"

#include <algorithm>
#include <cfloat>
#include <limits>

#include "base/assert.hpp"
#include "broadphase/bounds_set.hpp"

namespace satori::v0::narrowphase {

namespace {

// Zeros stay positive.
Vec2 negative(const Vec2& v) noexcept {
    return {0 - v.x, 0 - v.y};
}
Vec3 negative(const Vec3& v) noexcept {
    return {0 - v.x, 0 - v.y, 0 - v.z};
}

/// distances() may say less than the truth: 12 float epsilons of the distance were seen, 18 are possible. The AABBs of
/// such a pair must meet.
constexpr float kNearSlack = 32 * FLT_EPSILON;

/// Asks again for the unsure pairs of a tile, those that are apart or those that overlap. They are asked apart from
/// each other, because the kernel does more for either kind.
template <int Dim>
void complete_rows(const simd::KernelTable& kernels, const RecordPairs<Dim>& pairs, bool apart,
                   simd::DistanceRow<Dim>* rows) noexcept {
    PairTile asked;
    std::uint32_t places[kTilePairs];
    for (std::uint32_t i = 0; i < pairs.count; ++i) {
        if (rows[i].unsure == 0 || (rows[i].distance > 0) != apart) continue;
        places[asked.count] = i;
        asked.first[asked.count] = pairs.first[i];
        asked.second[asked.count] = pairs.second[i];
        ++asked.count;
    }
    if (asked.count == 0) return;
    asked.pad();
    simd::DistanceRow<Dim> found[kTilePairs];
    const simd::PairRecord<Dim>* const records[2] = {pairs.first_records, pairs.second_records};
    simd::box_kernels<Dim>(kernels).find_distances({asked.rows(records), true}, found);
    for (std::uint32_t k = 0; k < asked.count; ++k) rows[places[k]] = found[k];
}

}  // namespace

template <int Dim>
void round_row(float first_radius, float second_radius, simd::DistanceRow<Dim>& row) noexcept {
    const float between = row.distance, radii = first_radius + second_radius;
    if (radii == 0 || !(between <= __FLT_MAX__)) return;
    float along_first = first_radius, along_second = second_radius;
    row.distance = std::max(between - radii, 0.0F);
    if (row.distance == 0) {
        // They overlap: the middle of the part of the line between the points that is in both.
        along_first = 0.5F * (std::max(between - second_radius, 0.0F) + std::min(first_radius, between));
        along_second = between - along_first;
    }
    for (int c = 0; c < Dim; ++c) {
        row.on_first[c] += along_first * row.direction[c];
        row.on_second[c] -= along_second * row.direction[c];
        if (row.distance == 0) row.direction[c] = 0;
    }
}

template <int Dim>
void find_rows(const simd::KernelTable& kernels, const RecordPairs<Dim>& pairs, const RowOptions& options,
               simd::DistanceRow<Dim>* rows) noexcept {
    SATORI_ASSERT(pairs.count <= kTilePairs);
    simd::box_kernels<Dim>(kernels).find_distances({pairs, false}, rows);
    complete_rows<Dim>(kernels, pairs, true, rows);
    if (options.with_points) complete_rows<Dim>(kernels, pairs, false, rows);
    if (!options.rounded) return;
    for (std::uint32_t i = 0; i < pairs.count; ++i)
        round_row<Dim>(pairs.first_records[pairs.first[i]].reach, pairs.second_records[pairs.second[i]].reach, rows[i]);
}

template void round_row<2>(float, float, simd::DistanceRow<2>&) noexcept;
template void round_row<3>(float, float, simd::DistanceRow<3>&) noexcept;
template void find_rows<2>(const simd::KernelTable&, const RecordPairs<2>&, const RowOptions&,
                           simd::DistanceRow<2>*) noexcept;
template void find_rows<3>(const simd::KernelTable&, const RecordPairs<3>&, const RowOptions&,
                           simd::DistanceRow<3>*) noexcept;

template <int Dim>
void find_near_distances(const simd::KernelTable& kernels, const RecordPairs<Dim>& pairs, const NearOptions& options,
                         float* distances) noexcept {
    SATORI_ASSERT(pairs.count <= kTilePairs);
    std::uint8_t overlaps[kTilePairs], far[kTilePairs];
    simd::box_kernels<Dim>(kernels).test_near({pairs, options.max_distance}, overlaps, far);
    PairTile asked;
    std::uint32_t places[kTilePairs];
    for (std::uint32_t i = 0; i < pairs.count; ++i) {
        distances[i] = overlaps[i] != 0 ? 0 : std::numeric_limits<float>::infinity();
        // Written for all pairs, counted for some.
        places[asked.count] = i;
        asked.first[asked.count] = pairs.first[i];
        asked.second[asked.count] = pairs.second[i];
        asked.count += (overlaps[i] | far[i]) == 0 ? 1U : 0U;
    }
    if (asked.count == 0) return;
    asked.pad();
    simd::DistanceRow<Dim> rows[kTilePairs];
    const simd::PairRecord<Dim>* const records[2] = {pairs.first_records, pairs.second_records};
    find_rows<Dim>(kernels, asked.rows(records), {false, options.rounded}, rows);
    for (std::uint32_t k = 0; k < asked.count; ++k) distances[places[k]] = rows[k].distance;
}

template void find_near_distances<2>(const simd::KernelTable&, const RecordPairs<2>&, const NearOptions&,
                                     float*) noexcept;
template void find_near_distances<3>(const simd::KernelTable&, const RecordPairs<3>&, const NearOptions&,
                                     float*) noexcept;

template <int Dim>
DistanceOf<Dim> distance_of(const simd::DistanceRow<Dim>& row, bool swapped) noexcept {
    const auto direction = vector_of(row.direction), first = vector_of(row.on_first), second = vector_of(row.on_second);
    if (swapped) return {row.distance, negative(direction), second, first};
    return {row.distance, direction, first, second};
}

template RectDistance distance_of<2>(const simd::DistanceRow<2>&, bool) noexcept;
template PairDistance distance_of<3>(const simd::DistanceRow<3>&, bool) noexcept;

float near_margin(float max_distance) noexcept {
    return broadphase::margin_of(max_distance * (1 + kNearSlack));
}

}  // namespace satori::v0::narrowphase
