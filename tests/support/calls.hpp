#pragma once

#include <algorithm>
#include <concepts>
#include <cstring>
#include <ostream>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

SATORI_NAMESPACE_BEGIN

// GoogleTest prints the types with these functions.
inline void PrintTo(Status status, std::ostream* out) {
    *out << describe(status);
}
inline void PrintTo(BoxFault fault, std::ostream* out) {
    *out << describe(fault);
}
inline void PrintTo(const BoxPair& pair, std::ostream* out) {
    *out << '(' << pair.first << ", " << pair.second << ')';
}

SATORI_NAMESPACE_END

namespace satori::test {

/// A batch of legal boxes.
inline BoxBatch make_batch(const std::vector<OrientedBox>& boxes, const Execution& execution = {}) {
    BoxBatch batch;
    EXPECT_EQ(batch.assign(box_rows(boxes), OnInvalid::refuse, execution), Status::ok);
    EXPECT_EQ(batch.size(), boxes.size());
    return batch;
}

/// Returns a batch of legal rectangles. The template parameter keeps this overload out of calls with braces around two
/// iterators.
template <std::same_as<OrientedRect> Rect>
RectBatch make_batch(const std::vector<Rect>& rects, const Execution& execution = {}) {
    RectBatch batch;
    EXPECT_EQ(batch.assign(rect_rows(rects), OnInvalid::refuse, execution), Status::ok);
    EXPECT_EQ(batch.size(), rects.size());
    return batch;
}

inline std::vector<BoxPair> to_vector(const PairResult& result) {
    EXPECT_EQ(result.pairs.size(), result.pair_count);
    return {result.pairs.begin(), result.pairs.end()};
}

inline std::vector<BoxPair> sorted(std::vector<BoxPair> pairs) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

inline std::vector<Aabb> bounds_of(const BoxBatch& boxes, const Execution& execution = {}) {
    std::vector<Aabb> bounds(boxes.size());
    EXPECT_EQ(compute_aabbs(boxes, bounds, execution), Status::ok);
    return bounds;
}

inline std::vector<Aabb2> bounds_of(const RectBatch& rects, const Execution& execution = {}) {
    std::vector<Aabb2> bounds(rects.size());
    EXPECT_EQ(compute_aabbs(rects, bounds, execution), Status::ok);
    return bounds;
}

// The functions below take a BoxBatch or a RectBatch.

template <class Batch>
std::vector<BoxPair> pairs_of(const Batch& boxes, const Execution& execution = {}) {
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(find_pairs(boxes, workspace, result, {.execution = execution}), Status::ok);
    return to_vector(result);
}

template <class Batch>
std::vector<BoxPair> overlaps_of(const Batch& boxes, const Execution& execution = {},
                                 const ContactOptions& options = {}) {
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(find_overlaps(boxes, workspace, result, {.boundary = options.boundary, .execution = execution}),
              Status::ok);
    return to_vector(result);
}

template <class Batch>
std::vector<std::uint8_t> answers_of(const Batch& boxes, const std::vector<BoxPair>& pairs,
                                     const Execution& execution = {}, const ContactOptions& options = {}) {
    Workspace workspace;
    std::vector<std::uint8_t> answers(pairs.size(), 0xee);
    EXPECT_EQ(test_pairs(boxes, pairs, answers, workspace, {.boundary = options.boundary, .execution = execution}),
              Status::ok);
    return answers;
}

/// Returns true when all bytes are equal: -0 differs from 0.
template <class T>
bool same_bits(const T& a, const std::type_identity_t<T>& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}
template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// The same for several vectors.
template <class... T>
bool same_bytes(const std::tuple<std::vector<T>...>& a, const std::tuple<std::vector<T>...>& b) {
    return std::apply(
        [&](const auto&... of_a) {
            return std::apply([&](const auto&... of_b) { return (same_bytes(of_a, of_b) && ...); }, b);
        },
        a);
}

inline void expect_vector(const Vec3& v, double x, double y, double z, double tolerance = 0) {
    EXPECT_NEAR(v.x, x, tolerance);
    EXPECT_NEAR(v.y, y, tolerance);
    EXPECT_NEAR(v.z, z, tolerance);
}

/// Returns all floats of a batch, one component after the other.
template <class Component, class Batch>
std::vector<float> components_of(const Batch& boxes, std::uint32_t count) {
    std::vector<float> contents;
    for (std::uint32_t c = 0; c < count; ++c) {
        const auto component = boxes.component(static_cast<Component>(c));
        contents.insert(contents.end(), component.begin(), component.end());
    }
    return contents;
}
inline std::vector<float> contents_of(const BoxBatch& boxes) {
    return components_of<BoxComponent>(boxes, kBoxComponentCount);
}
inline std::vector<float> contents_of(const RectBatch& rects) {
    return components_of<RectComponent>(rects, kRectComponentCount);
}

}  // namespace satori::test
