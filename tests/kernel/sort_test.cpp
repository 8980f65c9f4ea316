// Tests that the sort kernel orders a column's entries by (lower bound, index), as a stable sort does, or reports that
// it cannot. Short columns use a network, long columns digits; the limit differs between instruction sets.

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using simd::BoundsEntry;

class SortKernel : public test::IsaTest {
protected:
    struct Sorted {
        bool done;
        std::vector<std::uint32_t> order;
    };
    template <int Dim>
    Sorted sorted(const std::vector<float>& keys, int axis) const {
        const auto count = static_cast<std::uint32_t>(keys.size());
        std::vector<BoundsEntry<Dim>> entries(count);
        for (std::uint32_t i = 0; i < count; ++i) entries[i].lo[axis] = keys[i];
        struct alignas(64) Line {
            std::uint32_t words[16];
        };
        std::vector<Line> order(simd::padded(count) / 16), key_room(simd::padded(count) / 16);
        constexpr std::uint32_t kUntouched = 0xabcdef01;
        std::vector<std::uint32_t> scratch(count + 16, kUntouched);
        const simd::SortArgs<Dim> args{entries.data(),
                                       count,
                                       axis,
                                       reinterpret_cast<float*>(key_room.data()),
                                       reinterpret_cast<std::uint32_t*>(order.data()),
                                       scratch.data()};
        const auto& table = *simd::kernel_table_of(isa());
        bool done = false;
        if constexpr (Dim == 2)
            done = table.flat.sort(args);
        else
            done = table.solid.sort(args);
        for (std::uint32_t i = count; i < scratch.size(); ++i) EXPECT_EQ(scratch[i], kUntouched) << "behind " << count;
        const auto* const words = reinterpret_cast<const std::uint32_t*>(order.data());
        return {done, {words, words + count}};
    }
    static std::vector<std::uint32_t> expected(const std::vector<float>& keys) {
        std::vector<std::uint32_t> order(keys.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
        return order;
    }
};

TEST_P(SortKernel, EveryCountAndAxis) {
    test::Random random(1);
    // Both the network and digits. Sets of 1, 4, 8 and 16 lanes use digits from 64, 320, 800 and 8192 entries on.
    std::vector<std::uint32_t> counts(330);
    std::iota(counts.begin(), counts.end(), 0U);
    for (const std::uint32_t count : {400, 573, 799, 800, 801, 8190, 8191, 8192, 8193, 8207, 8208})
        counts.push_back(count);
    for (const std::uint32_t count : counts) {
        std::vector<float> keys(count);
        for (float& key : keys) key = static_cast<float>(random.uniform(-100, 100));
        const auto order = expected(keys);
        for (int axis = 0; axis < 3; ++axis) {
            const Sorted solid = sorted<3>(keys, axis);
            ASSERT_TRUE(solid.done) << count;
            ASSERT_EQ(solid.order, order) << count << " along " << axis;
        }
        const Sorted flat = sorted<2>(keys, 1);
        ASSERT_TRUE(flat.done) << count;
        ASSERT_EQ(flat.order, order) << count;
    }
}

TEST_P(SortKernel, FullSize) {
    test::Random random(2);
    std::vector<float> keys(simd::kMostSorted);
    for (float& key : keys) key = static_cast<float>(random.uniform(0, 1));
    const Sorted result = sorted<3>(keys, 0);
    ASSERT_TRUE(result.done);
    EXPECT_EQ(result.order, expected(keys));
}

TEST_P(SortKernel, EqualKeysStayInPlace) {
    test::Random random(3);
    for (const int different : {1, 2, 7, 40}) {
        std::vector<float> keys(333);
        for (float& key : keys)
            key = static_cast<float>(random.below(static_cast<std::uint32_t>(different))) * 0.5F - 1;
        const Sorted result = sorted<3>(keys, 2);
        ASSERT_TRUE(result.done);
        EXPECT_EQ(result.order, expected(keys));
    }
    std::vector<float> many(9000);
    for (float& key : many) key = static_cast<float>(random.below(40));
    const Sorted sorted_many = sorted<3>(many, 1);
    ASSERT_TRUE(sorted_many.done);
    EXPECT_EQ(sorted_many.order, expected(many));
    const std::vector<float> zeros = {0.0F, -0.0F, 0.0F, -0.0F, -1.0F, 1.0F};
    const Sorted result = sorted<3>(zeros, 0);
    ASSERT_TRUE(result.done);
    EXPECT_EQ(result.order, (std::vector<std::uint32_t>{4, 0, 1, 2, 3, 5}));
}

TEST_P(SortKernel, GroupsWithinABucketEach) {
    // A bucket is 0.067 wide or more. Some columns have more ties than the kernel lists, some have fewer.
    test::Random random(4);
    for (const std::uint32_t count : {100U, 400U, 700U, 2000U, 9001U}) {
        std::vector<float> keys(count);
        for (float& key : keys)
            key = 100.0F * static_cast<float>(random.below(count / 8)) * (400.0F / static_cast<float>(count)) +
                  static_cast<float>(random.uniform(0, 0.01));
        const Sorted result = sorted<3>(keys, 0);
        ASSERT_TRUE(result.done) << count;
        EXPECT_EQ(result.order, expected(keys)) << count;
    }
}

TEST_P(SortKernel, KeysCloserThanTheirBuckets) {
    // All but one key are in one bucket. The kernel can sort a few such keys, and reports that it cannot sort many.
    // Both must occur.
    int done = 0, refused = 0;
    for (const std::uint32_t count : {5U, 12U, 40U, 200U, 1000U, 9000U}) {
        test::Random random(count);
        std::vector<float> keys(count);
        for (float& key : keys) key = static_cast<float>(random.uniform(0, 1));
        keys[count / 2] = 1e9F;
        const Sorted result = sorted<3>(keys, 1);
        ++(result.done ? done : refused);
        if (result.done) {
            EXPECT_EQ(result.order, expected(keys));
        }
    }
    EXPECT_GT(done, 0);
    EXPECT_GT(refused, 0);
}

TEST_P(SortKernel, ExtremeRanges) {
    constexpr float kMax = std::numeric_limits<float>::max(), kTiny = std::numeric_limits<float>::denorm_min();
    EXPECT_FALSE(sorted<3>({-kMax, kMax, 0}, 0).done) << "the range is no float";
    for (const std::vector<float>& keys :
         {std::vector<float>{kMax, 0, 1, kMax / 2}, {3 * kTiny, 0, kTiny, -kTiny}, {5}}) {
        const Sorted result = sorted<3>(keys, 0);
        ASSERT_TRUE(result.done);
        EXPECT_EQ(result.order, expected(keys));
    }
}

SATORI_FOR_EACH_ISA(SortKernel);

}  // namespace
}  // namespace satori
