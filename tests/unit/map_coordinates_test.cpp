// R27: boxes with map coordinates. With doubles and a near origin, gaps of a centimeter stay gaps, and overlaps stay
// overlaps, hundreds of kilometers from the map's origin. The control uses the same numbers as floats: they give wrong
// answers.

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/double_rows.hpp"
#include "support/isa_fixture.hpp"

namespace satori {
namespace {

using test::Boxes64;
using test::Rects64;

constexpr std::uint32_t kPairs = 12;
constexpr std::array<double, 3> kHalf = {1, 0.5, 0.25};
// Half a float's step at less than 64 m from the origin, for two boxes and three axes, plus the rounding of axes.
constexpr double kTolerance = 1.5e-5;

/// Appends the row of a box at `center`, turned by `angle` about z and then, in 3D, by `roll` about its own axis x.
template <class Kind>
void append_row(std::vector<double>& rows, const std::array<double, 3>& center, double angle, double roll) {
    rows.insert(rows.end(), center.begin(), center.begin() + Kind::kDim);
    rows.insert(rows.end(), kHalf.begin(), kHalf.begin() + Kind::kDim);
    if constexpr (Kind::kDim == 2) {
        rows.push_back(angle);
    } else {
        const double cos_z = std::cos(angle / 2), sin_z = std::sin(angle / 2);
        const double cos_x = std::cos(roll / 2), sin_x = std::sin(roll / 2);
        rows.insert(rows.end(), {cos_z * sin_x, sin_z * sin_x, sin_z * cos_x, cos_z * cos_x});
    }
}

/// Returns pairs of boxes, 2 i and 2 i + 1, around `corner`. The second box lies `gap` behind the face of the first box
/// at +x. The first pair is upright.
template <class Kind>
std::vector<double> pairs_at(const std::array<double, 3>& corner, double gap) {
    std::vector<double> rows;
    for (std::uint32_t i = 0; i < kPairs; ++i) {
        const double angle = 0.37 * i;
        const double distance = 2 * kHalf[0] + gap;
        const std::array<double, 3> first = {corner[0] + 0.123 * i, corner[1] + 4.9 * i, corner[2] - 0.77 * i};
        const std::array<double, 3> second = {first[0] + distance * std::cos(angle),
                                              first[1] + distance * std::sin(angle), first[2]};
        append_row<Kind>(rows, first, angle, 0);
        append_row<Kind>(rows, second, angle, i % 3 == 0 ? 0 : 0.5 * i);
    }
    return rows;
}

/// Counts pairs with another result than boxes `gap` apart: wrong or missed overlaps, and wrong separations.
struct Wrong {
    std::uint32_t overlaps = 0, separations = 0;
};

bool is_pair(const BoxPair& pair) {
    return pair.first % 2 == 0 && pair.second == pair.first + 1;
}

template <class Kind>
Wrong judge(const typename Kind::Batch& batch, double gap, const Execution& execution) {
    Wrong wrong;
    const std::uint32_t expected = gap < 0 ? kPairs : 0;
    const auto count_wrong = [&](const auto& pairs) {
        std::uint32_t right = 0, strange = 0;
        for (const BoxPair& pair : pairs) (is_pair(pair) ? right : strange) += 1;
        wrong.overlaps += strange + (right > expected ? right - expected : expected - right);
    };
    count_wrong(test::overlaps_of(batch, execution));

    // Contacts with the default options, and then also contacts of boxes that are near each other.
    Workspace workspace;
    typename Kind::Contacts found;
    EXPECT_EQ(collide(batch, workspace, found, {.execution = execution}), Status::ok);
    std::vector<BoxPair> touching;
    for (const auto& manifold : found.manifolds) touching.push_back(manifold.pair);
    count_wrong(touching);

    EXPECT_EQ(collide(batch, workspace, found, {.contacts = {Boundary::closed, 0.2F}, .execution = execution}),
              Status::ok);
    std::uint32_t right = 0;
    for (const auto& manifold : found.manifolds) {
        double deepest = 1e30;
        for (std::uint32_t p = 0; p < manifold.point_count; ++p)
            deepest = std::fmin(deepest, static_cast<double>(manifold.points[p].separation));
        if (is_pair(manifold.pair) && std::fabs(deepest - gap) <= kTolerance) ++right;
    }
    wrong.separations = kPairs - right;
    return wrong;
}

class MapCoordinates : public test::IsaTest {
protected:
    template <class Kind>
    void expect_centimetres() const {
        for (const double size : {1e5, 1e6, 1e7}) {
            Wrong as_floats;
            for (const std::array<double, 3>& corner : {std::array<double, 3>{size, size, size},
                                                        {-size, -size, -size},
                                                        {size, -size, 0},
                                                        {-1.7, size, -size},
                                                        {0.3 * size, 0.7 * size, 12.3}}) {
                for (const double gap : {0.01, 0.1, -0.01, -0.1}) {
                    SCOPED_TRACE(testing::Message()
                                 << corner[0] << " " << corner[1] << " " << corner[2] << ": " << gap);
                    const std::vector<double> rows = pairs_at<Kind>(corner, gap);
                    typename Kind::Place origin;
                    origin.x = corner[0];
                    origin.y = corner[1] + 27;
                    if constexpr (Kind::kDim == 3) origin.z = corner[2];
                    typename Kind::Batch batch;
                    ASSERT_EQ(batch.assign(Kind::rows(rows.data(), 2 * kPairs, origin), OnInvalid::refuse, execution()),
                              Status::ok);
                    EXPECT_GT(batch.center_error(), 0);
                    EXPECT_LE(batch.center_error(), 0x1p-19);
                    const Wrong wrong = judge<Kind>(batch, gap, execution());
                    EXPECT_EQ(wrong.overlaps, 0U);
                    EXPECT_EQ(wrong.separations, 0U);

                    const std::vector<float> floats(rows.begin(), rows.end());
                    ASSERT_EQ(batch.assign(Kind::float_rows(floats.data(), 2 * kPairs), OnInvalid::refuse, execution()),
                              Status::ok);
                    const Wrong control = judge<Kind>(batch, gap, execution());
                    as_floats.overlaps += control.overlaps;
                    as_floats.separations += control.separations;
                }
            }
            EXPECT_GT(as_floats.separations, 100U) << size;
            if (size >= 1e6) {
                EXPECT_GT(as_floats.overlaps, 20U) << size;
            }
        }
    }
};

TEST_P(MapCoordinates, KeepCentimetresInSpace) {
    expect_centimetres<Boxes64>();
}

TEST_P(MapCoordinates, KeepCentimetresInThePlane) {
    expect_centimetres<Rects64>();
}

// With an origin too far away, centers lose what center_error() says, and no more.
TEST_P(MapCoordinates, TheLossTellsOfAnOriginTooFarAway) {
    const std::vector<double> rows = pairs_at<Boxes64>({4.5e6, 5.4e6, 310}, 0.01);
    BoxBatch batch;
    for (const Vec3d& origin : {Vec3d{}, Vec3d{4e6, 5e6, 0}, Vec3d{4.5e6, 5.4e6, 300}}) {
        ASSERT_EQ(batch.assign(box_rows64(rows.data(), 2 * kPairs, origin), OnInvalid::refuse, execution()),
                  Status::ok);
        double worst = 0;
        for (std::size_t i = 0; i < 2 * kPairs; ++i) {
            const double* const center = rows.data() + 10 * i;
            const double there[3] = {origin.x + double{batch.component(BoxComponent::center_x)[i]},
                                     origin.y + double{batch.component(BoxComponent::center_y)[i]},
                                     origin.z + double{batch.component(BoxComponent::center_z)[i]}};
            for (int k = 0; k < 3; ++k) worst = std::fmax(worst, std::fabs(there[k] - center[k]));
        }
        EXPECT_NEAR(batch.center_error(), worst, 2e-9);  // a double's step there
        EXPECT_GT(worst, 1e-7);
    }
}

SATORI_FOR_EACH_ISA(MapCoordinates);

}  // namespace
}  // namespace satori
