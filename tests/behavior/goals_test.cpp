// Tests how boxes with satori's contacts behave in the engine of examples/rigid_bodies: every goal of
// satori-bench-behavior, without the other libraries. Goals that take minutes are in their own suites.

#include <algorithm>
#include <string_view>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "behavior/goals.hpp"

namespace satori::behavior {
namespace {

/// Goals that are not met yet, and the limits that hold instead: bench/README.md.
struct ShortOf {
    std::string_view row;
    double high;
};
constexpr ShortOf kShortOf[] = {{"100 : 1 on a light cube", 15},
                                {"plate, tiles at 180 +- 2 deg, height", 3},
                                {"yawed plate, tiles at 180 +- 2 deg, height", 3}};

double limit_of(const Row& row) {
    const auto short_of = std::ranges::find(kShortOf, row.name, &ShortOf::row);
    return short_of != std::end(kShortOf) ? short_of->high : row.high;
}

void expect_met(std::string_view name, bool peers = false) {
    const auto goal = std::ranges::find(goals(), name, &Goal::name);
    ASSERT_NE(goal, goals().end());
    Ask ask;
    ask.peers = peers;
    for (const Row& row : goal->measure(ask)) {
        fmt::print("{}, {}: {:.4g} {}\n", name, row.name, row.value, row.unit);
        EXPECT_GE(row.value, row.low) << row.name << ", " << row.unit;
        EXPECT_LE(row.value, limit_of(row)) << row.name << ", " << row.unit;
    }
}

TEST(Axes, FlatContactsAreFaces) {
    expect_met("axes");
}
TEST(Axes, CrossedEdgesAreEdges) {
    expect_met("crossed");
}
TEST(Standing, Calm) {
    expect_met("jitter");
}
TEST(Standing, StaysWhereItIs) {
    expect_met("standing");
}
TEST(Motion, AsPhysicsHasIt) {
    expect_met("motion");
}
TEST(InnerEdges, AreNotFelt) {
    expect_met("inner_edges");
}
TEST(SmallOnLarge, Contacts) {
    expect_met("small_contacts");
}
TEST(SmallOnLarge, Rest) {
    expect_met("small_rest");
}
TEST(FullHeap, IsCalmAndNotDeep) {
    expect_met("heap");
}
/// This goal has no rows where ODE is not installed.
TEST(FullHeap, InOdeNoDeeperThanItsOwn) {
    expect_met("ode_heap");
}

}  // namespace
}  // namespace satori::behavior
