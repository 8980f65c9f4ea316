#include "geometry/trigonometry.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <xxhash.h>

#include "support/random.hpp"

namespace {

using satori::geometry::kMaxReducedAngle;
using satori::geometry::sin_cos;
using satori::geometry::SinCos;

struct Worst {
    double sine = 0, cosine = 0;
};

void expect_near_exact(double angle, Worst& worst) {
    const SinCos found = sin_cos(angle);
    const auto exact = static_cast<long double>(angle);
    worst.sine = std::fmax(worst.sine, std::fabs(static_cast<double>(found.sin - sinl(exact))));
    worst.cosine = std::fmax(worst.cosine, std::fabs(static_cast<double>(found.cos - cosl(exact))));
}

TEST(Trigonometry, WithinItsBoundEverywhere) {
    satori::test::Random random(11);
    Worst worst;
    for (int i = 0; i < 200'000; ++i) {
        const double scale = std::pow(10.0, random.uniform(-12, std::log10(kMaxReducedAngle)));
        expect_near_exact(random.uniform(-1, 1) * scale, worst);
    }
    // Angles at which the sine or the cosine is zero, and at which the quadrant changes.
    for (int eighth = 0; eighth < 200'000; ++eighth) {
        const double angle = eighth * 0.78539816339744830962;
        expect_near_exact(angle, worst);
        expect_near_exact(std::nextafter(angle, 0), worst);
        expect_near_exact(std::nextafter(angle, 1e9), worst);
    }
    expect_near_exact(kMaxReducedAngle, worst);
    RecordProperty("worst", std::to_string(worst.sine));
    EXPECT_LT(worst.sine, 4e-16);
    EXPECT_LT(worst.cosine, 4e-16);
}

TEST(Trigonometry, SmallSinesKeepTheirDigits) {
    for (double angle = 1e-3; angle > 1e-300; angle *= 0.37) {
        EXPECT_NEAR(sin_cos(angle).sin / angle, 1 - angle * angle / 6, 1e-12);
    }
    EXPECT_EQ(sin_cos(0.0).sin, 0.0);
    EXPECT_EQ(sin_cos(0.0).cos, 1.0);
}

TEST(Trigonometry, Symmetric) {
    satori::test::Random random(12);
    for (int i = 0; i < 1000; ++i) {
        const double angle = random.uniform(0, 1000);
        EXPECT_EQ(sin_cos(-angle).sin, -sin_cos(angle).sin);
        EXPECT_EQ(sin_cos(-angle).cos, sin_cos(angle).cos);
    }
}

// Other compilers and machines must reproduce this hash.
TEST(Trigonometry, GoldenHash) {
    XXH64_hash_t hash = 0;
    for (int i = -50'000; i <= 50'000; ++i) {
        const SinCos value = sin_cos(i * 0.37);
        hash = XXH64(&value, sizeof value, hash);
    }
    EXPECT_EQ(hash, 2290792812632476171U);
}

}  // namespace
