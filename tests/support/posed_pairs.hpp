#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "calls.hpp"
#include "contact_calls.hpp"
#include "random.hpp"

namespace satori::test {

/// Pairs for calls: box 2 i and box 2 i + 1 for each pair i. Box: OrientedBox or OrientedRect.
template <class Box>
struct PosedPairs {
    std::vector<Box> boxes;
    std::vector<BoxPair> pairs;

    template <class Duo>
    void add(const Duo& duo) {
        const auto index = static_cast<std::uint32_t>(boxes.size());
        boxes.push_back(duo.a);
        boxes.push_back(duo.b);
        pairs.push_back({index, index + 1});
    }
    std::vector<BoxPair> reversed_pairs() const {
        std::vector<BoxPair> reversed;
        for (const BoxPair& pair : pairs) reversed.push_back({pair.second, pair.first});
        return reversed;
    }
    PosedPairs exchanged() const {
        struct Duo {
            Box a, b;
        };
        PosedPairs other;
        for (const BoxPair& pair : pairs) other.add(Duo{boxes[pair.second], boxes[pair.first]});
        return other;
    }
};

/// Returns a cached axis below `axis_count` or none for each pair, at random.
inline std::vector<std::uint8_t> some_axes(std::size_t count, std::uint32_t axis_count, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint8_t> axes(count);
    for (std::uint8_t& axis : axes)
        axis = random.coin() ? static_cast<std::uint8_t>(random.below(axis_count)) : kNoAxis;
    return axes;
}

/// Tests R5: a call for (b, a) gives the same manifolds, and axes with reversed normals. `negative(normal)` returns the
/// reversed normal.
template <class Batch, class Negative>
void expect_reversed(const AnswersOf<Batch>& answers, const AnswersOf<Batch>& reversed, Negative&& negative) {
    ASSERT_TRUE(same_bytes(answers.manifolds, reversed.manifolds));
    AnswersOf<Batch> turned = reversed;
    for (auto& axis : turned.axes) axis.normal = negative(axis.normal);
    EXPECT_TRUE(same_bytes(answers.axes, turned.axes));
}

/// Tests R10: any batch size and lane, any order, neighbors and repeats, of one set and of two.
template <class Box>
void expect_lanes_do_not_matter(const PosedPairs<Box>& poses, const std::vector<std::uint8_t>& cached,
                                const ContactOptions& options, const Execution& execution) {
    ASSERT_GE(poses.pairs.size(), 257U + 15U);
    const auto batch = make_batch(poses.boxes, execution);
    using Batch = std::remove_const_t<decltype(batch)>;
    const auto expected = contacts_of(batch, poses.pairs, execution, options, cached);
    for (std::size_t size = 1; size <= 257; ++size) {
        for (const std::size_t first : {std::size_t{0}, size % 16}) {  // moves every pair through the lanes
            const auto part = [&](const auto& all) {
                const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
                return std::vector(begin, begin + static_cast<std::ptrdiff_t>(size));
            };
            const auto answers = contacts_of(batch, part(poses.pairs), execution, options, part(cached));
            ASSERT_TRUE(same_bytes(answers.axes, part(expected.axes))) << size << " pairs from " << first;
            ASSERT_TRUE(same_bytes(answers.manifolds, part(expected.manifolds))) << size << " pairs from " << first;
        }
    }

    Random random(7);
    std::vector<BoxPair> asked;
    std::vector<std::uint8_t> asked_cached;
    AnswersOf<Batch> wanted;
    for (int k = 0; k < 5000; ++k) {
        const std::uint32_t which = random.below(static_cast<std::uint32_t>(poses.pairs.size()));
        asked.push_back(poses.pairs[which]);
        asked_cached.push_back(cached[which]);
        wanted.axes.push_back(expected.axes[which]);
        wanted.manifolds.push_back(expected.manifolds[which]);
    }
    EXPECT_TRUE(wanted == contacts_of(batch, asked, execution, options, asked_cached)) << "any order";

    std::vector<Box> first, second;
    std::vector<BoxPair> pairs;
    for (std::uint32_t k = 0; k < poses.pairs.size(); ++k) {
        first.push_back(poses.boxes[2 * k]);
        second.push_back(poses.boxes[2 * k + 1]);
        pairs.push_back({k, k});
    }
    auto of_two = contacts_of(make_batch(first), make_batch(second), pairs, execution, options);
    for (std::uint32_t k = 0; k < pairs.size(); ++k) {
        ASSERT_EQ(of_two.manifolds[k].pair, pairs[k]);
        of_two.manifolds[k].pair = poses.pairs[k];
    }
    EXPECT_TRUE(of_two == contacts_of(batch, poses.pairs, execution, options)) << "two sets";
}

}  // namespace satori::test
