#include "oracles/brute_force.hpp"

#include <cstdint>

SATORI_NAMESPACE_BEGIN

bool aabbs_overlap(const Aabb& a, const Aabb& b) noexcept {
    // An inverted box can pass the six comparisons against a wide box when it is inverted by less than the wide box's
    // width.
    const bool proper = a.min.x <= a.max.x && a.min.y <= a.max.y && a.min.z <= a.max.z &&  //
                        b.min.x <= b.max.x && b.min.y <= b.max.y && b.min.z <= b.max.z;
    return proper && a.min.x <= b.max.x && b.min.x <= a.max.x &&  //
           a.min.y <= b.max.y && b.min.y <= a.max.y &&            //
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

std::vector<BoxPair> brute_force_pairs(std::span<const Aabb> boxes) {
    std::vector<BoxPair> pairs;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
            if (aabbs_overlap(boxes[i], boxes[j])) pairs.push_back({i, j});
        }
    }
    return pairs;
}

std::vector<BoxPair> brute_force_pairs(std::span<const Aabb> first, std::span<const Aabb> second) {
    std::vector<BoxPair> pairs;
    for (std::uint32_t i = 0; i < first.size(); ++i) {
        for (std::uint32_t j = 0; j < second.size(); ++j) {
            if (aabbs_overlap(first[i], second[j])) pairs.push_back({i, j});
        }
    }
    return pairs;
}

SATORI_NAMESPACE_END
