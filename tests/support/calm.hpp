#pragma once

#include <cstdint>
#include <cstdio>

#include "contact_calls.hpp"

namespace satori::test {

/// What happens over the frames of one resting pose.
template <class Batch>
struct Calm {
    static constexpr std::uint32_t kOfB = ContactTypes<Batch>::kOfB, kEdges = ContactTypes<Batch>::kEdges;

    std::uint64_t frames = 0, edges = 0, points = 0;
    std::uint64_t flips = 0, flips_back = 0;  // from a face of A to one of B, and back
    std::uint64_t compared = 0, kept = 0;  // points in all but the first frame, and those whose id the last frame had

    void add(const AnswersOf<Batch>& answers, const AnswersOf<Batch>* last) {
        for (std::size_t k = 0; k < answers.axes.size(); ++k) {
            const std::uint32_t axis = answers.axes[k].axis;
            ++frames;
            if (axis >= kEdges) ++edges;
            points += answers.manifolds[k].point_count;
            if (last == nullptr) continue;
            const std::uint32_t before = last->axes[k].axis;
            if (axis < kEdges && before < kEdges && axis / kOfB != before / kOfB) ++(axis < kOfB ? flips_back : flips);
            const auto &manifold = answers.manifolds[k], &old = last->manifolds[k];
            for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
                ++compared;
                for (std::uint32_t q = 0; q < old.point_count; ++q) {
                    if (old.points[q].feature_id == manifold.points[p].feature_id) ++kept;
                }
            }
        }
    }
    double edge_share() const { return static_cast<double>(edges) / static_cast<double>(frames); }
    double kept_share() const { return static_cast<double>(kept) / static_cast<double>(compared); }
    static void print_head() {
        std::printf("%-14s %-14s %8s %10s %8s %8s %10s %10s\n", "pose", "", "frames", "edge share", "A to B", "B to A",
                    "points", "kept ids");
    }
    void print(const char* pose, const char* how) const {
        std::printf("%-14s %-14s %8llu %10.4f %8llu %8llu %10.2f %10.4f\n", pose, how,
                    static_cast<unsigned long long>(frames), edge_share(), static_cast<unsigned long long>(flips),
                    static_cast<unsigned long long>(flips_back),
                    static_cast<double>(points) / static_cast<double>(frames), kept_share());
    }
};

}  // namespace satori::test
