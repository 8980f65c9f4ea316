#pragma once

#include <span>
#include <vector>

#include <satori/pairs.hpp>

namespace satori::test {

/// Bounds as two arrays, one of minimum and one of maximum corners, instead of one array of boxes. There must be at
/// least one box.
struct AabbArrays {
    explicit AabbArrays(std::span<const Aabb> bounds) {
        for (const Aabb& each : bounds) {
            minima.push_back(each.min);
            maxima.push_back(each.max);
        }
    }
    AabbView view() const { return {&minima[0].x, &maxima[0].x, sizeof(Vec3), minima.size()}; }

    std::vector<Vec3> minima, maxima;
};

}  // namespace satori::test
