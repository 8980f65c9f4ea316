// Tests the grid on the ground, and the words for its size.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "viewer/ground_grid.hpp"

namespace satori::viewer {
namespace {

TEST(GroundGrid, LengthsAreRound) {
    EXPECT_DOUBLE_EQ(round_length(1), 1);
    EXPECT_DOUBLE_EQ(round_length(1.99), 1);
    EXPECT_DOUBLE_EQ(round_length(2), 2);
    EXPECT_DOUBLE_EQ(round_length(4.9), 2);
    EXPECT_DOUBLE_EQ(round_length(5), 5);
    EXPECT_DOUBLE_EQ(round_length(0.07), 0.05);
    EXPECT_DOUBLE_EQ(round_length(99999), 50000);
    for (int power = -6; power < 9; ++power)
        EXPECT_NEAR(round_length(std::pow(10.0, power)) / std::pow(10.0, power), 1, 1e-9);
    EXPECT_EQ(length_text(20), "20 m");
    EXPECT_EQ(length_text(0.5), "50 cm");
    EXPECT_EQ(length_text(0.002), "2 mm");
    EXPECT_EQ(length_text(5000), "5 km");
}

TEST(GroundGrid, LiesAroundTheSceneAtItsFoot) {
    for (const bool flat : {false, true}) {
        Picture picture;
        add_ground_grid(picture, {{3, -2, -7}}, {{23, 11, 40}}, flat);
        const std::size_t across = flat ? 1 : 2;
        EXPECT_DOUBLE_EQ(picture.grid_spacing, flat ? 2 : 5);
        double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9};
        for (const Line& line : picture.grid) {
            EXPECT_EQ(flat ? line.from[2] : line.from[1], flat ? 0 : -2);
            // Along one axis, on a multiple of the spacing on the other.
            const std::size_t on = line.from[0] == line.to[0] ? 0 : across;
            EXPECT_EQ(line.from[on], line.to[on]);
            const double place = line.from[on] / picture.grid_spacing;
            EXPECT_NEAR(place, std::round(place), 1e-9);
            for (const Double3& end : {line.from, line.to}) {
                for (std::size_t k = 0; k < 3; ++k) {
                    low[k] = std::min(low[k], end[k]);
                    high[k] = std::max(high[k], end[k]);
                }
            }
        }
        EXPECT_LT(low[0], 3);
        EXPECT_GT(high[0], 23);
        EXPECT_LT(low[across], flat ? -2 : -7);
        EXPECT_GT(high[across], flat ? 11 : 40);
    }
    Picture nothing;
    add_ground_grid(nothing, {{1, 1, 1}}, {{1, 1, 1}}, false);
    EXPECT_TRUE(nothing.grid.empty());
}

}  // namespace
}  // namespace satori::viewer
