#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

#include <satori/contact_cache.hpp>

#include "base/assert.hpp"
#include "narrowphase/contact_types.hpp"

// Finds the point of the last step that a new point continues, for match_points() and for the payloads of a World.

namespace satori::v0::narrowphase {

/// True when points can be matched within this distance, MatchOptions::max_distance. NaN fails every comparison.
constexpr bool legal_match_distance(float distance) noexcept {
    return distance >= 0 && distance <= kMaxMatchDistance;
}

/// The stored data of a manifold's points; the first point_count of each array are valid. Feature ids are stored apart
/// from offsets, since most points need only ids.
struct LastFeatures {
    std::uint32_t ids[kMostPoints];
};
struct LastOffsets {
    Vec3 offsets[kMostPoints];  ///< z is 0 for rectangles
};

inline Vec3 offset_of(const ContactPoint& point) noexcept {
    return point.offset;
}
inline Vec3 offset_of(const RectContactPoint& point) noexcept {
    return {point.offset.x, point.offset.y, 0};
}

template <class Manifold>
LastFeatures features_of(const Manifold& manifold) noexcept {
    LastFeatures features{};
    for (std::uint32_t p = 0; p < std::size(manifold.points); ++p) features.ids[p] = manifold.points[p].feature_id;
    return features;
}
template <class Manifold>
LastOffsets offsets_of(const Manifold& manifold) noexcept {
    LastOffsets offsets{};
    for (std::uint32_t p = 0; p < std::size(manifold.points); ++p) offsets.offsets[p] = offset_of(manifold.points[p]);
    return offsets;
}

/// Returns the square of the largest distance between an old and a new point of two boxes. Sizes are sums of half
/// extents. 0 means: do not search by distance. A float can hold the square: a legal size is at most 3e8 m, so the
/// square is at most 9e34. Boxes that a batch skipped as illegal have negative sizes.
inline float max_distance_sq(float match_distance, float size_a, float size_b) noexcept {
    SATORI_ASSERT(legal_match_distance(match_distance));
    const float distance = match_distance * std::min(size_a, size_b);
    return distance > 0 ? distance * distance : 0;
}

/// Returns the square of the distance. A float can hold it: offsets of legal boxes differ by less than 1e10 m. Other
/// offsets give infinity or NaN, which is never within the limit. The order of the additions is fixed.
inline float distance_sq(const Vec3& a, const Vec3& b) noexcept {
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

/// Matches points by feature id. For each p below now.point_count, it searches the `last_count` old points for the
/// point's id. It sets matched[p] to `first` + the index of the first match. The other entries keep their value,
/// kNoPoint. Returns true when every point has a match.
template <class Manifold>
bool match_ids(const Manifold& now, const LastFeatures& last, std::uint32_t last_count, std::uint32_t first,
               std::uint32_t* matched) noexcept {
    SATORI_ASSERT(last_count <= kMostPoints && now.point_count <= std::size(now.points));
    const std::uint32_t* const end = last.ids + last_count;
    bool all = true;
    for (std::uint32_t p = 0; p < now.point_count; ++p) {
        const std::uint32_t* const id = std::find(last.ids, end, now.points[p].feature_id);
        if (id != end)
            matched[p] = first + static_cast<std::uint32_t>(id - last.ids);
        else
            all = false;
    }
    return all;
}

/// Matches the points that match_ids() has left, in order. Each point takes the nearest of the old points that are
/// still free, if its squared distance is at most `most_sq`.
template <class Manifold>
void match_nearest(const Manifold& now, const LastOffsets& last, std::uint32_t last_count, float most_sq,
                   std::uint32_t first, std::uint32_t* matched) noexcept {
    SATORI_ASSERT(most_sq >= 0 && last_count <= kMostPoints);
    if (most_sq == 0) return;
    bool taken[kMostPoints] = {};
    for (std::uint32_t p = 0; p < now.point_count; ++p)
        if (matched[p] != kNoPoint) {
            SATORI_ASSERT(matched[p] - first < last_count);
            taken[matched[p] - first] = true;
        }
    for (std::uint32_t p = 0; p < now.point_count; ++p) {
        if (matched[p] != kNoPoint) continue;
        // Of equally near points, the first one wins.
        float least_sq = std::numeric_limits<float>::infinity();
        std::uint32_t nearest = 0;
        for (std::uint32_t q = 0; q < last_count; ++q) {
            const float sq = distance_sq(offset_of(now.points[p]), last.offsets[q]);
            if (taken[q] || !(sq < least_sq)) continue;
            least_sq = sq;
            nearest = q;
        }
        if (!(least_sq <= most_sq)) continue;
        SATORI_ASSERT(nearest < last_count && !taken[nearest]);
        matched[p] = first + nearest;
        taken[nearest] = true;
    }
}

}  // namespace satori::v0::narrowphase
