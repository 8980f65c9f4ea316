// Tests the kernels that distribute the copies of a tile's entries to their columns, against loops that handle one copy
// at a time.

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kUntouched = 0xdeadbeef;

class CopyKernels : public test::IsaTest {
protected:
    struct Split {
        std::vector<std::uint32_t> copies, wide;
    };
    static Split expected(std::vector<std::uint32_t> copies, const std::uint32_t* first, const std::uint32_t* last,
                          std::uint32_t missing) {
        Split split;
        std::vector<std::uint32_t> more;
        for (std::uint32_t k = 0; k < copies.size(); ++k) {
            const std::uint32_t low = copies[k] % (1U << simd::kCopyColumn);
            const auto at = [](std::uint32_t column) { return column * (1U << simd::kCopyColumn); };
            split.copies.push_back(low + at(first[k]));
            if (last[k] > first[k]) more.push_back((low | missing << simd::kCopyMissing) + at(last[k]));
            if (last[k] > first[k] + 1) split.wide.push_back(k);
        }
        std::copy(more.begin(), more.end(), std::back_inserter(split.copies));
        return split;
    }
    const simd::KernelTable& table() const { return *simd::kernel_table_of(isa()); }
};

TEST_P(CopyKernels, SplitEveryCount) {
    constexpr std::uint32_t kMost = 4 * simd::kTileEntries;
    test::Random random(1);
    struct alignas(64) Places {
        std::uint32_t first[kMost], last[kMost];
    };
    const auto places = std::make_unique<Places>();
    std::size_t wide_seen = 0, none_seen = 0;
    for (std::uint32_t count = 0; count <= kMost; count += count < 80 ? 1 : 59) {
        for (const std::uint32_t missing : simd::kMissing) {
            for (std::uint32_t k = 0; k < kMost; ++k) {
                // Columns up to the last that a copy can name. For boxes that do not exist, the last column is before
                // the first, by a few or by all columns.
                constexpr std::uint32_t kLast = simd::kMostColumns - 1;
                const std::uint32_t at = random.below(simd::kMostColumns - 300);
                const std::uint32_t ends[][2] = {{at, at - std::min(at, random.below(3))},
                                                 {kLast, 0},
                                                 {0, kLast},
                                                 {at, at + random.below(300)},
                                                 {at, at + 1},
                                                 {at, at}};
                const std::uint32_t(&chosen)[2] = ends[std::min(random.below(10), 5U)];
                places->first[k] = chosen[0];
                places->last[k] = chosen[1];
            }
            std::vector<std::uint32_t> copies(count);
            for (std::uint32_t& copy : copies) copy = static_cast<std::uint32_t>(random.bits());
            const Split wanted = expected(copies, places->first, places->last, missing);
            copies.resize(2 * std::size_t{count} + simd::kMaxLanes, kUntouched);
            std::vector<std::uint32_t> wide(count + 1, kUntouched);
            std::uint32_t wide_count = 0;
            copies.push_back(kUntouched);  // behind the room
            const std::uint32_t found = table().split_copies(
                {copies.data(), count, places->first, places->last, missing, wide.data()}, wide_count);
            ASSERT_EQ(wide[wide_count], kUntouched);
            ASSERT_EQ(copies.back(), kUntouched);
            wide.resize(wide_count);
            copies.resize(found);
            ASSERT_EQ(copies, wanted.copies) << count;
            ASSERT_EQ(wide, wanted.wide) << count;
            wide_seen += wide.size();
            none_seen += static_cast<std::size_t>(std::inner_product(places->last, places->last + count, places->first,
                                                                     std::ptrdiff_t{0}, std::plus<>(), std::less<>()));
        }
    }
    EXPECT_GT(wide_seen, 1000U);
    EXPECT_GT(none_seen, 1000U);
}

TEST_P(CopyKernels, CountAndScatterGoToTheSamePlaces) {
    constexpr std::uint32_t kColumns = 50, kStride = 4;
    const auto check = [&]<int Dim>(const simd::BroadphaseKernels<Dim>& kernels) {
        test::Random random(2);
        for (std::uint32_t count = 0; count <= 700; count += 1 + count / 7) {
            std::vector<simd::BoundsEntry<Dim>> tile(simd::kTileEntries);
            for (std::uint32_t i = 0; i < tile.size(); ++i) {
                for (int c = 0; c < Dim; ++c) tile[i].lo[c] = static_cast<float>(random.unit());
                for (int c = 0; c < Dim; ++c) tile[i].hi[c] = static_cast<float>(random.unit());
                tile[i].id = 1000 + i;
                tile[i].tag = static_cast<std::uint32_t>(random.bits()) & ~7U;
            }
            std::vector<std::uint32_t> copies(count), counts(kColumns * kStride, 7), wanted = counts;
            for (std::uint32_t& copy : copies) {
                const std::uint32_t low = static_cast<std::uint32_t>(random.bits()) & simd::kCopyLow;
                copy = low | random.below(kColumns) << simd::kCopyColumn;
            }
            table().count_copies(copies.data(), count, counts.data() + 2, kStride);
            for (const std::uint32_t copy : copies) ++wanted[(copy >> simd::kCopyColumn) * kStride + 2];
            ASSERT_EQ(counts, wanted);

            std::vector<std::uint32_t> next(kColumns * kStride);
            for (std::uint32_t column = 0, place = 0; column < kColumns; ++column) {
                next[column * kStride + 2] = place;
                place += counts[column * kStride + 2] - 7;
            }
            std::vector<std::uint32_t> begin = next;
            std::vector<simd::BoundsEntry<Dim>> entries(count + 2), sorted(count + 2);
            kernels.scatter({copies.data(), count, tile.data(), next.data() + 2, kStride, entries.data()});
            for (const std::uint32_t copy : copies) {
                simd::BoundsEntry<Dim>& entry = sorted[begin[(copy >> simd::kCopyColumn) * kStride + 2]++];
                entry = tile[copy % simd::kTileEntries];
                entry.tag += copy / simd::kTileEntries % 8;
            }
            ASSERT_EQ(next, begin);
            for (std::uint32_t i = 0; i < count + 2; ++i) {
                ASSERT_TRUE(std::equal(entries[i].lo, entries[i].lo + Dim, sorted[i].lo)) << i;
                ASSERT_TRUE(std::equal(entries[i].hi, entries[i].hi + Dim, sorted[i].hi)) << i;
                ASSERT_EQ(entries[i].id, sorted[i].id) << i;
                ASSERT_EQ(entries[i].tag, sorted[i].tag) << i;
            }
        }
    };
    check(table().flat);
    check(table().solid);
}

SATORI_FOR_EACH_ISA(CopyKernels);

}  // namespace
}  // namespace satori
