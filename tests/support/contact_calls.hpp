#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "calls.hpp"

namespace satori::test {

/// The types and constants for contacts of boxes, and of rectangles.
template <class Batch>
struct ContactTypes {
    using Axis = SeparatingAxis;
    using Manifold = ContactManifold;
    using Result = ContactResult;
    static constexpr std::uint32_t kOfB = 3, kEdges = 6;  ///< the first axis of B, and the first edge axis
};
template <>
struct ContactTypes<RectBatch> {
    using Axis = RectSeparatingAxis;
    using Manifold = RectManifold;
    using Result = RectContactResult;
    static constexpr std::uint32_t kOfB = 2, kEdges = 4;
};

/// The results of separating_axes() and build_manifolds() for some pairs.
template <class Batch>
struct AnswersOf {
    std::vector<typename ContactTypes<Batch>::Axis> axes;
    std::vector<typename ContactTypes<Batch>::Manifold> manifolds;

    explicit AnswersOf(std::size_t pair_count = 0) : axes(pair_count), manifolds(pair_count) {
        for (auto& axis : axes) axis.axis = 0xeeeeeeee;
    }
    /// Compares all bytes.
    friend bool operator==(const AnswersOf& a, const AnswersOf& b) {
        return same_bytes(a.axes, b.axes) && same_bytes(a.manifolds, b.manifolds);
    }
};
using ContactAnswers = AnswersOf<BoxBatch>;

template <class Batch>
AnswersOf<Batch> contacts_of(const Batch& boxes, const std::vector<BoxPair>& pairs, const Execution& execution = {},
                             const ContactOptions& options = {}, const std::vector<std::uint8_t>& cached = {}) {
    Workspace workspace;
    AnswersOf<Batch> answers(pairs.size());
    EXPECT_EQ(separating_axes(boxes, pairs, answers.axes, workspace,
                              {.contacts = options, .execution = execution, .cached_axes = cached}),
              Status::ok);
    EXPECT_EQ(build_manifolds(boxes, {pairs, answers.axes}, answers.manifolds, workspace,
                              {.contacts = options, .execution = execution}),
              Status::ok);
    return answers;
}
/// The same for two sets.
template <class Batch>
AnswersOf<Batch> contacts_of(const Batch& first, const Batch& second, const std::vector<BoxPair>& pairs,
                             const Execution& execution, const ContactOptions& options) {
    Workspace workspace;
    AnswersOf<Batch> answers(pairs.size());
    EXPECT_EQ(
        separating_axes({first, second}, pairs, answers.axes, workspace, {.contacts = options, .execution = execution}),
        Status::ok);
    EXPECT_EQ(build_manifolds({first, second}, {pairs, answers.axes}, answers.manifolds, workspace,
                              {.contacts = options, .execution = execution}),
              Status::ok);
    return answers;
}

/// The results of collide().
template <class Batch>
std::vector<typename ContactTypes<Batch>::Manifold> manifolds_of(const Batch& boxes, const Execution& execution = {},
                                                                 const ContactOptions& options = {},
                                                                 const ContactCache* last = nullptr) {
    Workspace workspace;
    typename ContactTypes<Batch>::Result result;
    EXPECT_EQ(collide(boxes, workspace, result, {.contacts = options, .execution = execution, .last = last}),
              Status::ok);
    EXPECT_EQ(result.manifolds.size(), result.manifold_count);
    return {result.manifolds.begin(), result.manifolds.end()};
}

/// Returns the manifolds, sorted by pair.
template <class Result>
auto sorted_manifolds(const Result& result) {
    std::vector manifolds(result.manifolds.begin(), result.manifolds.end());
    std::sort(manifolds.begin(), manifolds.end(), [](const auto& a, const auto& b) { return a.pair < b.pair; });
    return manifolds;
}

/// Returns the results of collide(), sorted by pair. EXPECTs the other fields of the result.
template <class Batch>
auto collided(const Batch& boxes, Workspace& workspace, const Execution& execution, const ContactOptions& options,
              const ContactCache* last = nullptr) {
    typename ContactTypes<Batch>::Result result;
    EXPECT_EQ(collide(boxes, workspace, result, {.contacts = options, .execution = execution, .last = last}),
              Status::ok);
    EXPECT_STREQ(isa_name(result.isa), isa_name(execution.isa));
    std::uint64_t points = 0;
    for (const auto& manifold : result.manifolds) points += manifold.point_count;
    EXPECT_EQ(result.point_count, points);
    EXPECT_EQ(result.manifold_count, result.manifolds.size());
    return sorted_manifolds(result);
}

}  // namespace satori::test
