#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

#include "contact_calls.hpp"

namespace satori::test {

/// Counts over the frames of one resting pose.
template <class Batch>
struct Calm {
    static constexpr std::uint32_t kOfB = ContactTypes<Batch>::kOfB, kEdges = ContactTypes<Batch>::kEdges;

    std::uint64_t frames = 0, edges = 0, points = 0;
    std::uint64_t flips = 0, flips_back = 0;  // from a face of A to a face of B, and back
    std::uint64_t compared = 0, kept = 0;     // points after the first frame; those whose id the last frame had

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

/// One resting pose, step by step: with the axes of the last step as a cache, without a cache, and with the exact best
/// axis.
template <class Batch>
struct RestingRun {
    Calm<Batch> cached, uncached, plain;
    std::uint64_t compared = 0,
                  matched = 0;  ///< points after the first step, and those that match_points() finds in the last

    /// `pairs`: all pairs that touch, sorted.
    void step(const Batch& batch, const std::vector<BoxPair>& pairs, const Execution& execution) {
        constexpr std::uint32_t kPoints = std::extent_v<decltype(ContactTypes<Batch>::Manifold::points)>;
        std::vector<std::uint8_t> axes;
        for (const auto& axis : last_cached_.axes) axes.push_back(static_cast<std::uint8_t>(axis.axis));
        AnswersOf<Batch> now = contacts_of(batch, pairs, execution, {}, axes);
        cached.add(now, last(last_cached_));

        // The fused call with its cache must give the same.
        typename ContactTypes<Batch>::Result result;
        ASSERT_EQ(collide(batch, workspace_, result, {.execution = execution, .last = &cache_}), Status::ok);
        ASSERT_TRUE(same_bytes(sorted_manifolds(result), now.manifolds));
        std::vector<std::uint32_t> matches(kPoints * result.manifolds.size());
        ASSERT_EQ(match_points(cache_, batch, result.manifolds, matches, {.max_distance = 0, .execution = execution}),
                  Status::ok);
        if (last(last_cached_) != nullptr) compared += result.point_count;
        matched += static_cast<std::uint64_t>(
            std::count_if(matches.begin(), matches.end(), [](std::uint32_t match) { return match != kNoPoint; }));
        ASSERT_EQ(cache_.remember(result.manifolds), Status::ok);
        last_cached_ = std::move(now);

        now = contacts_of(batch, pairs, execution);
        uncached.add(now, last(last_uncached_));
        last_uncached_ = std::move(now);
        ContactOptions exact;
        exact.axis_slack = exact.edge_share = 0;
        now = contacts_of(batch, pairs, execution, exact);
        plain.add(now, last(last_plain_));
        last_plain_ = std::move(now);
    }
    void print(const char* pose) const {
        cached.print_head();
        cached.print(pose, "cached axis");
        uncached.print(pose, "no cache");
        plain.print(pose, "exact best");
    }

private:
    static const AnswersOf<Batch>* last(const AnswersOf<Batch>& answers) {
        return answers.axes.empty() ? nullptr : &answers;
    }

    AnswersOf<Batch> last_cached_, last_uncached_, last_plain_;
    ContactCache cache_;
    Workspace workspace_;
};

}  // namespace satori::test
