#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "calls.hpp"

namespace satori::test {

/// What separating_axes() and build_manifolds() say of some pairs.
struct ContactAnswers {
    std::vector<SeparatingAxis> axes;
    std::vector<ContactManifold> manifolds;

    /// To the byte.
    friend bool operator==(const ContactAnswers& a, const ContactAnswers& b) {
        return same_bytes(a.axes, b.axes) && same_bytes(a.manifolds, b.manifolds);
    }
};

inline ContactAnswers contacts_of(const BoxBatch& boxes, const std::vector<BoxPair>& pairs,
                                  const Execution& execution = {}, const CollideOptions& options = {},
                                  const std::vector<std::uint8_t>& cached = {}) {
    Workspace workspace;
    ContactAnswers answers;
    answers.axes.resize(pairs.size());
    answers.manifolds.resize(pairs.size());
    for (SeparatingAxis& axis : answers.axes) axis.axis = 0xeeeeeeee;
    EXPECT_EQ(separating_axes(boxes, pairs, answers.axes, workspace, options, execution, cached), Status::ok);
    EXPECT_EQ(build_manifolds(boxes, pairs, answers.axes, answers.manifolds, workspace, options, execution),
              Status::ok);
    return answers;
}

/// What collide() gives.
inline std::vector<ContactManifold> manifolds_of(const BoxBatch& boxes, const Execution& execution = {},
                                                 const CollideOptions& options = {},
                                                 const ContactCache* last = nullptr) {
    Workspace workspace;
    ContactResult result;
    EXPECT_EQ(collide(boxes, workspace, result, options, execution, {}, last), Status::ok);
    EXPECT_EQ(result.manifolds.size(), result.manifold_count);
    return {result.manifolds.begin(), result.manifolds.end()};
}

/// The manifolds, by pair.
inline std::vector<ContactManifold> sorted_manifolds(const ContactResult& result) {
    std::vector<ContactManifold> manifolds(result.manifolds.begin(), result.manifolds.end());
    std::sort(manifolds.begin(), manifolds.end(),
              [](const ContactManifold& a, const ContactManifold& b) { return a.pair < b.pair; });
    return manifolds;
}

}  // namespace satori::test
