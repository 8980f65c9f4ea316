// R18 for fitting: the box is the same for every floating-point mode of the host, on any thread. Afterwards the mode is
// the same as before.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/fit.hpp>
#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/fit_calls.hpp"
#include "support/fp_modes.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

#if SATORI_TEST_HAS_FP_MODES

// Returns a crowd of points. One coordinate in eight is denormal. With `flat`, one coordinate of each point is
// denormal.
std::vector<Vec3> crowd(std::uint32_t count, bool flat) {
    test::Random random(9);
    std::vector<Vec3> points(count);
    for (Vec3& point : points) {
        const auto coordinate = [&](double half) {
            const bool denormal = random.below(8) == 0;
            return static_cast<float>(random.uniform(-half, half) * (denormal ? 1e-40 : 1));
        };
        point = {coordinate(3), coordinate(1), coordinate(flat ? 1e-41 : 0.5)};
    }
    return points;
}

class FitFpEnvironment : public testing::TestWithParam<FitMethod> {};

TEST_P(FitFpEnvironment, ModesChangeNoByteAndAreRestored) {
    for (const auto& points : {crowd(20000, false), crowd(500, true)}) {
        const auto fit = [&](Executor& executor) {
            OrientedBox box;
            EXPECT_EQ(fit_box(point_rows(points), GetParam(), box, nullptr, {Isa::best, &executor}), Status::ok);
            return box;
        };
        const OrientedBox expected = fit(serial_executor());
        test::in_all_modes(fit, [&](const OrientedBox& box) { EXPECT_TRUE(test::same_bits(box, expected)); });
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, FitFpEnvironment, testing::ValuesIn(test::kFitMethods),
                         [](const auto& tested) { return fit_method_name(tested.param); });

#endif

}  // namespace
}  // namespace satori
