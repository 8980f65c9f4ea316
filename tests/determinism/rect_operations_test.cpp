// Operations on rectangles: the same bytes on several threads as on one, and a hash that every machine must reproduce
// (SATORI_PRINT_GOLDEN prints it). The hash may change only when the definition of a result changes, on purpose: the
// commit message must say so.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

// Makes rectangles without the C library, so that they are the same everywhere.
std::vector<OrientedRect> plain_rects(std::size_t count) {
    test::Random random(95);
    const auto number = [&](double size) { return static_cast<float>(random.uniform(-size, size)); };
    std::vector<OrientedRect> rects(count);
    for (OrientedRect& rect : rects) {
        const float x = number(2), y = number(2);
        rect = {{number(100), number(100)},
                {0.01F + x * x, random.coin() ? 0.0F : 0.01F + y * y},
                number(random.coin() ? 4 : 1e5)};
    }
    return rects;
}

class RectThreads : public test::IsaTest {};

TEST_P(RectThreads, DoNotMatter) {
    // More than two chunks of each.
    const RectBatch batch = test::make_batch(plain_rects(10000), execution());
    std::vector<Vec2> points;
    for (const OrientedRect& rect : plain_rects(3 * 16384 + 7)) points.push_back({rect.center.x, rect.center.y});
    const OrientedRect large{{10, 5}, {60, 30}, 0.4F};
    for (const unsigned threads : {2U, 3U}) {
        test::RendezvousExecutor executor(threads);
        RectBatch alone, together;
        ASSERT_EQ(alone.assign_transformed(batch, {{1, 2}, 3}, 0.37F, execution()), Status::ok);
        ASSERT_EQ(together.assign_transformed(batch, {{1, 2}, 3}, 0.37F, execution(executor)), Status::ok);
        EXPECT_TRUE(test::same_bytes(test::contents_of(together), test::contents_of(alone)));
        std::vector<RectCorners> corners(batch.size()), corners_together(batch.size());
        ASSERT_EQ(compute_corners(alone, corners, execution()), Status::ok);
        ASSERT_EQ(compute_corners(together, corners_together, execution(executor)), Status::ok);
        EXPECT_TRUE(test::same_bytes(corners_together, corners));
        std::vector<std::uint8_t> inside(points.size(), 7), inside_together(points.size(), 8);
        ASSERT_EQ(contains_points(large, point_rows(points), inside, execution()), Status::ok);
        ASSERT_EQ(contains_points(large, point_rows(points), inside_together, execution(executor)), Status::ok);
        EXPECT_EQ(inside_together, inside);
        EXPECT_GE(executor.full_runs(), 3U) << threads << " threads";
    }
}

class RectOperationsGoldenHashes : public test::IsaTest {};

TEST_P(RectOperationsGoldenHashes, AreReproduced) {
    std::vector<std::uint32_t> words;
    const auto write = [&](const auto& value) {
        std::uint32_t parts[sizeof value / 4];
        std::memcpy(parts, &value, sizeof value);
        words.insert(words.end(), parts, parts + sizeof value / 4);
    };
    const auto rects = plain_rects(2000);
    for (std::size_t i = 0; i + 1 < rects.size(); ++i) {
        OrientedRect merged, moved = rects[i];
        write(merge(rects[i], rects[i + 1], merged));
        write(merged);
        write(transform(moved, {rects[i + 1].center, static_cast<double>(rects[i + 1].angle)}));
        write(moved);
    }
    RectBatch batch = test::make_batch(rects, execution());
    write(batch.assign_transformed(batch, {{1, 2}, 3}, 0.7F, execution()));
    for (const float value : test::contents_of(batch)) write(value);
    std::vector<RectCorners> corners(batch.size());
    write(compute_corners(batch, corners, execution()));
    for (const RectCorners& each : corners) write(each);
    const std::uint64_t hash = test::hash_bytes(words.data(), words.size() * sizeof(words[0]));
    if (std::getenv("SATORI_PRINT_GOLDEN") != nullptr) std::printf("rect operations: 0x%016" PRIx64 "\n", hash);
    EXPECT_EQ(hash, 0x88cdc220281038d4U);
}

SATORI_FOR_EACH_ISA(RectThreads);
SATORI_FOR_EACH_ISA(RectOperationsGoldenHashes);

}  // namespace
}  // namespace satori
