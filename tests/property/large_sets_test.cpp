// R11 for sets so large that their entries bypass the caches. They have the same pairs as their parts, whose entries do
// not bypass the caches.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kFew = 1001, kParts = 3, kPart = 400009;  // none of them is a multiple of a vector's size

class LargeSets : public test::IsaTest {
protected:
    // Finds pairs between few bounds and many bounds: first many at once, then part by part.
    template <class Bounds>
    void expect_pairs_of_parts(const std::vector<Bounds>& few, const std::vector<Bounds>& many) {
        PairResult result;
        std::vector<BoxPair> expected;
        for (std::uint32_t begin = 0; begin < many.size(); begin += kPart) {
            const auto part = std::span(many).subspan(begin, kPart);
            ASSERT_EQ(find_pairs({aabb_rows(std::span(few)), aabb_rows(part)}, workspace_, result,
                                 {.execution = execution()}),
                      Status::ok);
            for (const BoxPair& pair : test::to_vector(result)) expected.push_back({pair.first, pair.second + begin});
        }
        EXPECT_GT(expected.size(), 1000U);
        ASSERT_EQ(find_pairs({aabb_rows(std::span(few)), aabb_rows(std::span(many))}, workspace_, result,
                             {.execution = execution()}),
                  Status::ok);
        EXPECT_EQ(test::sorted(test::to_vector(result)), test::sorted(expected));
    }

    float place(double world) noexcept { return static_cast<float>(random_.uniform(0, world)); }

    Workspace workspace_;
    test::Random random_{11};
};

TEST_P(LargeSets, OfBoxes) {
    const auto make = [&](std::uint32_t count) {
        std::vector<Aabb> bounds(count);
        for (Aabb& box : bounds) {
            const float x = place(60), y = place(60), z = place(60);
            box = {{x, y, z}, {x + 1, y + 1, z + 1}};
        }
        return bounds;
    };
    expect_pairs_of_parts(make(kFew), make(kParts * kPart));
}

TEST_P(LargeSets, OfRectangles) {
    const auto make = [&](std::uint32_t count) {
        std::vector<Aabb2> bounds(count);
        for (Aabb2& rect : bounds) {
            const float x = place(900), y = place(900);
            rect = {{x, y}, {x + 1, y + 1}};
        }
        return bounds;
    };
    expect_pairs_of_parts(make(kFew), make(kParts * kPart));
}

SATORI_FOR_EACH_ISA(LargeSets);

}  // namespace
}  // namespace satori
