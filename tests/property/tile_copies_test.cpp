// Tests which columns the boxes of a tile touch, in random grids with every choice of cut axes. The oracle looks up
// every part, box by box. Also tests the list that stores the result.

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "broadphase/columns/copy_list.hpp"
#include "broadphase/columns/tile_copies.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using broadphase::ColumnGrid;
using broadphase::CopyList;
using broadphase::kSlabs;
using broadphase::kStacks;
using broadphase::kStrips;
using simd::BoundsEntry;

// Cuts an axis at random cells. Returns the number of parts.
std::uint32_t cut(std::uint8_t* part_of, std::uint32_t most_parts, test::Random& random) {
    const std::uint32_t wanted = 1 + random.below(most_parts);
    std::uint32_t part = 0;
    for (std::uint32_t cell = 0; cell < simd::kGridCells; ++cell) {
        if (cell != 0 && part + 1 < wanted && random.below(simd::kGridCells) < 2 * wanted) ++part;
        part_of[cell] = static_cast<std::uint8_t>(part);
    }
    return part + 1;
}

template <unsigned kCuts, int Dim>
struct RandomGrid {
    explicit RandomGrid(test::Random& random) : rows(broadphase::kMaxStrips * simd::kGridCells) {
        // One cell per meter. With many parts on all three axes there would be too many columns.
        const auto most = [&] {
            return kCuts != 7 && random.below(40) == 0 ? broadphase::kMaxStrips : 2 + random.below(12);
        };
        for (int c = 0; c < Dim; ++c) {
            grid.axis[c] = (c + 1) % Dim;
            grid.scale[c] = 1;
        }
        grid.stack_in_strip = reinterpret_cast<typename ColumnGrid<Dim>::CellRow*>(rows.data());
        if (kCuts & kSlabs) grid.slab_count = cut(grid.slab_of, most(), random);
        if (kCuts & kStrips) grid.strip_count = cut(grid.strip_of, most(), random);
        for (std::uint32_t strip = 0; strip < grid.strip_count; ++strip) {
            const std::uint32_t stacks = kCuts & kStacks ? cut(grid.stack_in_strip[strip], most(), random) : 1;
            grid.first_stack[strip + 1] = grid.first_stack[strip] + stacks;
        }
        grid.stack_count = grid.first_stack[grid.strip_count];
    }
    std::vector<std::uint8_t> rows;
    ColumnGrid<Dim> grid;
};

// Returns boxes of the grid, short and long. Some reach out of the grid. When `inverted` is true, some bounds are
// empty: min is greater than max.
template <int Dim>
std::vector<BoundsEntry<Dim>> random_tile(std::uint32_t count, bool inverted, test::Random& random) {
    constexpr float kFar = std::numeric_limits<float>::infinity();
    std::vector<BoundsEntry<Dim>> tile(simd::padded(count));
    for (std::uint32_t i = 0; i < count; ++i) {
        const bool none = inverted && random.below(4) == 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const std::uint32_t longest[] = {3, 60, 300, 3000};
            tile[i].lo[axis] = static_cast<float>(random.below(2100)) - 20;
            tile[i].hi[axis] = tile[i].lo[axis] + static_cast<float>(random.below(longest[random.below(4)]));
            if (!none) continue;
            tile[i].lo[axis] = kFar;
            tile[i].hi[axis] = -kFar;
        }
    }
    return tile;
}

// For empty bounds, expects only the first column. Which column they are in does not matter: nothing overlaps them
// there.
template <unsigned kCuts, int Dim>
std::vector<std::uint32_t> expected(const ColumnGrid<Dim>& grid, const std::vector<BoundsEntry<Dim>>& tile,
                                    std::uint32_t count) {
    std::vector<std::uint32_t> copies;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto lo = [&](int c) { return grid.cell(c, tile[i].lo[grid.axis[c]]); };
        const auto hi = [&](int c) { return std::max(lo(c), grid.cell(c, tile[i].hi[grid.axis[c]])); };
        const auto each = [](const std::uint8_t* part_of, bool is_cut, std::uint32_t from, std::uint32_t to, auto&& f) {
            const std::uint32_t first = is_cut ? part_of[from] : 0, last = is_cut ? part_of[to] : 0;
            for (std::uint32_t part = first; part <= last; ++part) f(part, part != first);
        };
        each(grid.strip_of, kCuts & kStrips, lo(1), hi(1), [&](std::uint32_t strip, bool in_strip) {
            each(grid.stack_in_strip[strip], kCuts & kStacks, lo(Dim - 1), hi(Dim - 1),
                 [&](std::uint32_t stack, bool in_stack) {
                     each(grid.slab_of, kCuts & kSlabs, lo(0), hi(0), [&](std::uint32_t slab, bool in_slab) {
                         const std::uint32_t missing = (in_slab ? simd::kMissing[0] : 0) +
                                                       (in_strip ? simd::kMissing[1] : 0) +
                                                       (in_stack ? simd::kMissing[2] : 0);
                         const std::uint32_t column = (grid.first_stack[strip] + stack) * grid.slab_count + slab;
                         copies.push_back(i + (missing << simd::kCopyMissing) + (column << simd::kCopyColumn));
                     });
                 });
        });
    }
    std::sort(copies.begin(), copies.end());
    return copies;
}

class TileCopies : public test::IsaTest {
protected:
    template <unsigned kCuts, int Dim>
    void check() {
        test::Random random(10 * kCuts + Dim);
        for (int round = 0; round < 60; ++round) {
            const auto world = std::make_unique<RandomGrid<kCuts, Dim>>(random);
            const ColumnGrid<Dim>& grid = world->grid;
            const std::uint32_t counts[] = {1, 2, 3, 15, 16, 17, 31, 100, 255, 256}, count = counts[random.below(10)];
            const auto tile = random_tile<Dim>(count, round % 4 == 0, random);
            const auto copies =
                std::make_unique<broadphase::TileCopies<kCuts, Dim>>(grid, *simd::kernel_table_of(isa()));
            std::vector<std::uint32_t> before;
            for (const bool again : {false, true}) {  // a tile must not affect the next tile
                std::vector<std::uint32_t> found;
                (*copies)(tile.data(), count, [&](const std::uint32_t* some, std::uint32_t n) {
                    found.insert(found.end(), some, some + n);
                });
                if (again) {
                    ASSERT_EQ(found, before);
                }
                before = found;
                std::sort(found.begin(), found.end());
                ASSERT_EQ(found, (expected<kCuts, Dim>(grid, tile, count))) << "round " << round;
            }
        }
    }
};

TEST_P(TileCopies, EveryColumnOnceWithItsFlags) {
    check<kSlabs, 3>();
    check<kStrips, 3>();
    check<kStrips | kStacks, 3>();
    check<kSlabs | kStrips | kStacks, 3>();
    check<kSlabs, 2>();
    check<kStrips, 2>();
    check<kSlabs | kStrips, 2>();
}

SATORI_FOR_EACH_ISA(TileCopies);

TEST(CopyListTest, GivesBackWhatFitsAndSaysWhatDoesNot) {
    test::Random random(3);
    std::size_t kept = 0, exactly_full = 0, one_too_many = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::size_t begin = random.below(5), entries = 1 + random.below(40), room = CopyList::room(entries);
        const double copies_per_entry = random.uniform(0.5, 2.5);
        std::vector<std::vector<std::uint32_t>> tiles;
        std::size_t words = 0;
        for (std::size_t left = entries; left > 0;) {
            const std::size_t some = 1 + random.below(static_cast<std::uint32_t>(std::min<std::size_t>(left, 9)));
            left -= some;
            std::vector<std::uint32_t>& tile =
                tiles.emplace_back(static_cast<std::size_t>(copies_per_entry * static_cast<double>(some)));
            for (std::uint32_t& copy : tile) copy = static_cast<std::uint32_t>(random.bits());
            words += 1 + tile.size();
        }
        constexpr std::uint32_t kUntouched = 0xdeadbeef;
        constexpr std::size_t kBefore = 3;
        std::vector<std::uint32_t> memory(kBefore + CopyList::room(begin) + room + 1, kUntouched);
        CopyList list(memory.data(), kBefore, {begin, begin + entries});
        for (const auto& tile : tiles) {
            for (std::size_t at = 0; at < tile.size();) {
                const std::size_t some = 1 + random.below(static_cast<std::uint32_t>(tile.size() - at));
                list.add(tile.data() + at, static_cast<std::uint32_t>(some));
                at += some;
            }
            list.end_tile();
        }
        list.close();
        ASSERT_EQ(memory.back(), kUntouched);
        ASSERT_EQ(memory[kBefore + CopyList::room(begin) - 1], kUntouched);
        CopyList read(memory.data(), kBefore, {begin, begin + entries});
        ASSERT_EQ(read.kept(), words <= room) << words << " words, room for " << room;
        exactly_full += words == room;
        one_too_many += words == room + 1;
        if (!read.kept()) continue;
        ++kept;
        for (const auto& tile : tiles) {
            const std::span<const std::uint32_t> found = read.next_tile();
            ASSERT_EQ(std::vector<std::uint32_t>(found.begin(), found.end()), tile);
        }
    }
    EXPECT_GT(kept, 1000U);
    EXPECT_GT(exactly_full, 100U);
    EXPECT_GT(one_too_many, 100U);
}

}  // namespace
}  // namespace satori
