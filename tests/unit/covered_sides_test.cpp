// Tests find_covered_sides() on boxes whose answers are known by hand.

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using Sides = std::vector<CoveredSides>;

constexpr CoveredSides kAround = kSidePlusX | kSideMinusX | kSidePlusY | kSideMinusY;

/// Returns the upright box from corner `low` to corner `high`.
OrientedBox from_to(const Vec3& low, const Vec3& high) {
    OrientedBox box;
    box.center = {(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
    box.half_extents = {(high.x - low.x) / 2, (high.y - low.y) / 2, (high.z - low.z) / 2};
    return box;
}

/// Returns nx * ny square tiles with this edge, `gap` apart. The index along x runs fastest.
std::vector<OrientedBox> floor_of(int nx, int ny, float edge, float gap = 0) {
    std::vector<OrientedBox> boxes;
    for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x) {
            OrientedBox box;
            box.center = {static_cast<float>(x) * (edge + gap), static_cast<float>(y) * (edge + gap), 0};
            box.half_extents = {edge / 2, edge / 2, edge / 4};
            boxes.push_back(box);
        }
    return boxes;
}

Sides find(const std::vector<OrientedBox>& boxes, float tolerance, OnInvalid on_invalid = OnInvalid::refuse) {
    BoxBatch batch;
    EXPECT_EQ(batch.assign(box_rows(boxes), on_invalid), Status::ok);
    Sides sides(boxes.size(), 99);
    Workspace workspace;
    EXPECT_EQ(find_covered_sides(batch, tolerance, sides, workspace), Status::ok);
    return sides;
}

std::vector<OrientedBox> turned(std::vector<OrientedBox> boxes, const Pose& pose) {
    for (OrientedBox& box : boxes) EXPECT_EQ(transform(box, pose), Status::ok);
    return boxes;
}

TEST(CoveredSides, NoBoxesAndOneBox) {
    EXPECT_EQ(find({}, 1e-3F), Sides{});
    EXPECT_EQ(find({OrientedBox{}}, 1e-3F), Sides{0});
}

TEST(CoveredSides, TwoFlushTilesCoverEachOthersSide) {
    EXPECT_EQ(find(floor_of(2, 1, 1), 1e-3F), (Sides{kSidePlusX, kSideMinusX}));
    EXPECT_EQ(find(floor_of(1, 2, 1), 1e-3F), (Sides{kSidePlusY, kSideMinusY}));
    const std::vector<OrientedBox> stacked = {from_to({0, 0, 0}, {1, 1, 1}), from_to({0, 0, 1}, {1, 1, 2})};
    EXPECT_EQ(find(stacked, 1e-3F), (Sides{kSidePlusZ, kSideMinusZ}));
}

TEST(CoveredSides, InnerTilesOfAFloorHaveAllFourSides) {
    const Sides found = find(floor_of(3, 3, 1), 1e-3F);
    EXPECT_EQ(found[4], kAround);
    EXPECT_EQ(found[1], kAround - kSideMinusY);
    EXPECT_EQ(found[3], kAround - kSideMinusX);
    EXPECT_EQ(found[0], kSidePlusX | kSidePlusY);
    EXPECT_EQ(found[8], kSideMinusX | kSideMinusY);
}

TEST(CoveredSides, EverySizeFromMicrometersToAThousandKilometers) {
    for (const float edge : {1e-6F, 1e-4F, 1e-2F, 0.1F, 1.0F, 100.0F, 1e4F, 1e6F}) {
        SCOPED_TRACE(edge);
        const Sides found = find(floor_of(3, 3, edge), edge * 1e-3F);
        EXPECT_EQ(found[4], kAround);
        EXPECT_EQ(found[0], kSidePlusX | kSidePlusY);
        // The positions of these tiles are rounded to floats, so their gaps are rounded too.
        EXPECT_EQ(find(floor_of(3, 3, edge, edge * 1e-2F), edge * 1e-3F), Sides(9, 0));
    }
    EXPECT_EQ(find(floor_of(8, 8, 0.1F), 1e-3F)[8 * 3 + 4], kAround);
}

TEST(CoveredSides, GapsUpToTwiceTheTolerance) {
    for (const auto& [gap, covered] : {std::pair{0.0F, true}, {1.9e-3F, true}, {2.1e-3F, false}, {0.5F, false}}) {
        SCOPED_TRACE(gap);
        EXPECT_EQ(find(floor_of(2, 1, 1, gap), 1e-3F), covered ? (Sides{kSidePlusX, kSideMinusX}) : Sides(2, 0));
    }
    // Tiles that overlap count like flush tiles.
    EXPECT_EQ(find(floor_of(2, 1, 1, -0.01F), 1e-3F), (Sides{kSidePlusX, kSideMinusX}));
}

TEST(CoveredSides, StepsUpToTheTolerance) {
    for (const auto& [step, covered] : {std::pair{1e-3F, true}, {1.9e-3F, true}, {2.1e-3F, false}}) {
        SCOPED_TRACE(step);
        std::vector<OrientedBox> boxes = floor_of(2, 1, 1);
        boxes[1].center.z += step;
        EXPECT_EQ(find(boxes, 2e-3F), covered ? (Sides{kSidePlusX, kSideMinusX}) : Sides(2, 0));
    }
    // A higher neighbor covers the lower box's side. The higher box's own side stays uncovered.
    const std::vector<OrientedBox> stairs = {from_to({0, 0, 0}, {1, 1, 1}), from_to({1, 0, 0}, {2, 1, 1.2F})};
    EXPECT_EQ(find(stairs, 1e-3F), (Sides{kSidePlusX, 0}));
}

TEST(CoveredSides, TwoHalvesCoverASideTogether) {
    std::vector<OrientedBox> boxes = {from_to({0, 0, 0}, {1, 1, 1}), from_to({1, 0, 0}, {2, 0.5F, 1}),
                                      from_to({1, 0.5F, 0}, {2, 1, 1})};
    EXPECT_EQ(find(boxes, 1e-3F), (Sides{kSidePlusX, kSideMinusX | kSidePlusY, kSideMinusX | kSideMinusY}));
    boxes.pop_back();
    EXPECT_EQ(find(boxes, 1e-3F), (Sides{0, kSideMinusX}));
}

TEST(CoveredSides, ADoorIsNotCovered) {
    // A wall next to a long block, with a door of 1 m in it. Later a lintel over the door is added.
    std::vector<OrientedBox> boxes = {from_to({0, 0, 0}, {8, 1, 3}), from_to({0, 1, 0}, {3, 1.2F, 3}),
                                      from_to({4, 1, 0}, {8, 1.2F, 3})};
    EXPECT_EQ(find(boxes, 1e-2F), (Sides{0, kSideMinusY, kSideMinusY}));
    boxes.push_back(from_to({3, 1, 2}, {4, 1.2F, 3}));
    EXPECT_EQ(find(boxes, 1e-2F)[0], 0);
    EXPECT_EQ(find(boxes, 1e-2F)[3], kSideMinusY | kSidePlusX | kSideMinusX);
    boxes.push_back(from_to({3, 1, 0}, {4, 1.2F, 2}));  // closes the door
    EXPECT_EQ(find(boxes, 1e-2F)[0], kSidePlusY);
    // The closed door has slits wider than twice the tolerance, so the side is not covered.
    boxes.back().half_extents.x -= 0.03F;
    EXPECT_EQ(find(boxes, 1e-2F)[0], 0);
}

TEST(CoveredSides, BricksInARunningBond) {
    std::vector<OrientedBox> boxes;
    for (int row = 0; row < 5; ++row)
        for (int k = 0; k < 6; ++k) {
            const float x = static_cast<float>(k) * 0.25F + (row % 2 == 0 ? 0.0F : 0.125F);
            const float z = static_cast<float>(row) * 0.0625F;
            boxes.push_back(from_to({x, 0, z}, {x + 0.25F, 0.125F, z + 0.0625F}));
        }
    const Sides found = find(boxes, 1e-3F);
    EXPECT_EQ(found[2 * 6 + 3], kSidePlusX | kSideMinusX | kSidePlusZ | kSideMinusZ);
    EXPECT_EQ(found[3], kSidePlusX | kSideMinusX | kSidePlusZ);
    EXPECT_EQ(found[2 * 6], kSidePlusX);  // half of the brick has no neighbor below or above
}

TEST(CoveredSides, ManyNeighborsOfOneSide) {
    // 12 x 12 small boxes on a large box, in any order.
    std::vector<OrientedBox> boxes = {from_to({0, 0, -1}, {12, 12, 0})};
    for (int y = 0; y < 12; ++y)
        for (int x = 0; x < 12; ++x) {
            const auto at = [](int k) { return static_cast<float>(k); };
            boxes.push_back(from_to({at(x), at(y), 0}, {at(x + 1), at(y + 1), 1}));
        }
    test::Random random(5);
    for (int order = 0; order < 20; ++order) {
        EXPECT_EQ(find(boxes, 1e-3F)[0], kSidePlusZ);
        std::vector<OrientedBox> missing = boxes;
        missing.erase(missing.begin() + 1 + random.below(144));
        EXPECT_EQ(find(missing, 1e-3F)[0], 0);
        for (std::uint32_t k = 144; k > 1; --k) std::swap(boxes[k], boxes[1 + random.below(k)]);
    }
}

TEST(CoveredSides, AnyRotationOfTheWholeGivesTheSame) {
    test::Random random(11);
    std::vector<OrientedBox> boxes = floor_of(4, 3, 1);
    boxes.push_back(from_to({-0.5F, -0.5F, 0.25F}, {0.5F, 0.5F, 1}));
    boxes[5].rotation = {0, 0, 1, 1};  // a quarter turn: the box's sides change places
    const Sides expected = find(boxes, 1e-3F);
    EXPECT_EQ(expected[6], kAround);
    EXPECT_EQ(expected[0], kSidePlusX | kSidePlusY | kSidePlusZ);
    for (int k = 0; k < 100; ++k) {
        const auto f = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        const Pose pose{{100 * f(), 100 * f(), 100 * f()}, {f(), f(), f(), f() + 0.01F}};
        EXPECT_EQ(find(turned(boxes, pose), 1e-3F), expected) << k;
    }
}

TEST(CoveredSides, TilesThatMeetAtAnAngle) {
    int parted = 0;
    for (const double degrees : {-2.0, 2.0}) {
        // Two plates, 0.2 thick, with a hinge at the middle of their upper edges. From above they form a ridge or a
        // valley.
        const double angle = degrees / 2 * 3.14159265358979 / 180;
        const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
        const auto qs = static_cast<float>(std::sin(angle / 2)), qc = static_cast<float>(std::cos(angle / 2));
        std::vector<OrientedBox> boxes(2);
        for (OrientedBox& box : boxes) box.half_extents = {0.5F, 0.5F, 0.1F};
        boxes[0].center = {-0.5F * c - 0.1F * s, 0, -0.1F * c + 0.5F * s};
        boxes[0].rotation = {0, qs, 0, qc};
        boxes[1].center = {0.5F * c + 0.1F * s, 0, -0.1F * c + 0.5F * s};
        boxes[1].rotation = {0, -qs, 0, qc};
        // Below the hinge the sides part by up to 0.2 * sin 2 deg = 7 mm, or the plates overlap.
        EXPECT_EQ(find(boxes, 4e-3F), (Sides{kSidePlusX, kSideMinusX})) << degrees;
        const bool part = boxes[1].center.x > 0.5F;
        parted += part ? 1 : 0;
        EXPECT_EQ(find(boxes, 3e-3F), part ? Sides(2, 0) : (Sides{kSidePlusX, kSideMinusX})) << degrees;
    }
    EXPECT_EQ(parted, 1);
}

TEST(CoveredSides, ACopyInTheSamePlaceCoversNothing) {
    test::Random random(3);
    EXPECT_EQ(find({OrientedBox{}, OrientedBox{}}, 1e-3F), Sides(2, 0));
    for (int k = 0; k < 300; ++k) {
        const auto f = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        OrientedBox box{{1e3F * f(), f(), f()}, {1.1F + f(), 1.1F + f(), 1.1F + f()}, {f(), f(), f(), f()}};
        OrientedBox same = box;
        if (random.coin()) same.rotation = {-box.rotation.x, -box.rotation.y, -box.rotation.z, -box.rotation.w};
        EXPECT_EQ(find({box, same}, random.coin() ? 1e-3F : 0.1F), Sides(2, 0)) << k;
    }
}

TEST(CoveredSides, OfBoxesThatShareASideNoneCoversTheOthers) {
    // The boxes share the side x = 1 and all other sides but one. Only that one side, which lies inside the other box,
    // is covered.
    EXPECT_EQ(find({from_to({0, 0, 0}, {1, 1, 1}), from_to({-1, 0, 0}, {1, 1, 1})}, 1e-3F), (Sides{kSideMinusX, 0}));
    // The tops of tiles share a plane, too: see TwoFlushTilesCoverEachOthersSide. All sides of a box within another box
    // are covered.
    EXPECT_EQ(find({from_to({0.2F, 0.2F, 0.2F}, {0.8F, 0.7F, 0.6F}), from_to({0, 0, 0}, {1, 1, 1})}, 1e-3F),
              (Sides{kAllSides, 0}));
}

TEST(CoveredSides, AnEdgeOrACornerInCommonCoversNothing) {
    EXPECT_EQ(find({from_to({0, 0, 0}, {1, 1, 1}), from_to({1, 1, 0}, {2, 2, 1})}, 1e-3F), Sides(2, 0));
    EXPECT_EQ(find({from_to({0, 0, 0}, {1, 1, 1}), from_to({1, 1, 1}, {2, 2, 2})}, 1e-3F), Sides(2, 0));
}

TEST(CoveredSides, BoxesWithoutThickness) {
    // A carpet on a table, and a table top without thickness next to another.
    const std::vector<OrientedBox> carpet = {from_to({0, 0, 0}, {1, 1, 0}), from_to({0, 0, -1}, {1, 1, 0})};
    EXPECT_EQ(find(carpet, 1e-3F), (Sides{kSideMinusZ, 0})) << "the table's top and the carpet share a plane";
    EXPECT_EQ(find({from_to({0, 0, 0}, {1, 1, 0}), from_to({1, 0, 0}, {2, 1, 0})}, 1e-3F), Sides(2, 0))
        << "sides without area";
    OrientedBox point;
    point.half_extents = {0, 0, 0};
    EXPECT_EQ(find({point, OrientedBox{}}, 1e-3F), Sides(2, 0));
    // A box without thickness that stands in the gap covers both sides.
    EXPECT_EQ(find({from_to({0, 0, 0}, {1, 1, 1}), from_to({1.001F, 0, 0}, {1.001F, 1, 1})}, 1e-3F)[0], kSidePlusX);
}

TEST(CoveredSides, IllegalBoxesThatWereSkippedAreNotThere) {
    std::vector<OrientedBox> boxes = floor_of(3, 1, 1);
    boxes[1].half_extents.y = -1;
    EXPECT_EQ(find(boxes, 1e-3F, OnInvalid::skip), Sides(3, 0));
    boxes.push_back(floor_of(2, 1, 1)[1]);
    EXPECT_EQ(find(boxes, 1e-3F, OnInvalid::skip), (Sides{kSidePlusX, 0, kSideMinusX, kSidePlusX | kSideMinusX}));
}

TEST(CoveredSides, LegalTolerances) {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    const BoxBatch batch = test::make_batch(floor_of(2, 1, 1));
    Workspace workspace;
    Sides sides(2, 99);
    for (const float bad : {0.0F, -1e-3F, std::nextafter(kMaxCoverTolerance, kInf), kInf, std::nanf("")})
        EXPECT_EQ(find_covered_sides(batch, bad, sides, workspace), Status::invalid_argument) << bad;
    EXPECT_EQ(find_covered_sides(batch, 1, std::span(sides).first(1), workspace), Status::invalid_argument);
    EXPECT_EQ(find_covered_sides(batch, 1, sides, workspace, {static_cast<Isa>(99)}), Status::unsupported_isa);
    EXPECT_EQ(sides, Sides(2, 99));
    EXPECT_EQ(find_covered_sides(batch, kMaxCoverTolerance, sides, workspace), Status::ok);
    EXPECT_EQ(find_covered_sides(batch, std::numeric_limits<float>::denorm_min(), sides, workspace), Status::ok);
    EXPECT_EQ(sides, Sides(2, 0)) << "less than rounding";
}

TEST(CoveredSides, AreKeptByABatch) {
    const std::vector<OrientedBox> boxes = floor_of(2, 1, 1);
    BoxBatch batch = test::make_batch(boxes);
    EXPECT_TRUE(batch.covered_sides().empty());
    const std::uint64_t bytes = batch.bytes();
    const Sides sides{kSidePlusX, kAllSides};
    const auto held = [](const BoxBatch& of) { return Sides(of.covered_sides().begin(), of.covered_sides().end()); };
    ASSERT_EQ(batch.set_covered_sides(sides), Status::ok);
    EXPECT_EQ(held(batch), sides);
    EXPECT_GT(batch.bytes(), bytes);

    // A call that fails changes nothing.
    EXPECT_EQ(batch.set_covered_sides(Sides{1}), Status::invalid_argument);
    EXPECT_EQ(batch.set_covered_sides(Sides{1, 2, 3}), Status::invalid_argument);
    EXPECT_EQ(batch.set_covered_sides(Sides{0, 64}), Status::invalid_argument);
    EXPECT_EQ(held(batch), sides);
    std::vector<OrientedBox> illegal = boxes;
    illegal[0].half_extents.x = -1;
    EXPECT_EQ(batch.assign(box_rows(illegal)), Status::invalid_box);
    EXPECT_EQ(held(batch), sides);

    // Moved boxes have the same neighbors, in this batch or in another one.
    ASSERT_EQ(batch.assign_transformed(batch, {{1, 2, 3}, {0, 0, 1, 1}}), Status::ok);
    EXPECT_EQ(held(batch), sides);
    BoxBatch other;
    ASSERT_EQ(other.assign_transformed(batch, {}), Status::ok);
    EXPECT_EQ(held(other), sides);
    ASSERT_EQ(other.assign_transformed(test::make_batch(boxes), {}), Status::ok);
    EXPECT_TRUE(other.covered_sides().empty());

    BoxBatch moved = std::move(batch);
    EXPECT_EQ(held(moved), sides);
    moved = test::make_batch(boxes);
    EXPECT_TRUE(moved.covered_sides().empty());

    // New boxes have no covered sides. assign() of no boxes, clear() and an empty span remove the covered sides.
    for (const auto& forget :
         {+[](BoxBatch& of) { EXPECT_EQ(of.assign(box_rows(nullptr, 0)), Status::ok); },
          +[](BoxBatch& of) { of.clear(); }, +[](BoxBatch& of) { EXPECT_EQ(of.set_covered_sides({}), Status::ok); }}) {
        ASSERT_EQ(moved.assign(box_rows(boxes)), Status::ok);
        EXPECT_TRUE(moved.covered_sides().empty());
        ASSERT_EQ(moved.set_covered_sides(sides), Status::ok);
        forget(moved);
        EXPECT_TRUE(moved.covered_sides().empty());
    }
    moved.clear();
    EXPECT_EQ(moved.set_covered_sides(sides), Status::invalid_argument);
    EXPECT_EQ(moved.set_covered_sides({}), Status::ok);
}

}  // namespace
}  // namespace satori
