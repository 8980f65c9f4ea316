#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace satori::test {

/// The least delta of contacts, meters. Shapes without extent may be at any distance, and squares of such small
/// overlaps and distances do not fit in a float.
inline constexpr double kLeastDelta = 1e-16;

/// A figure that a judge keeps: its name, and its promised limit.
struct FigureInfo {
    const char* name;
    double limit;
};

/// The worst value of each figure over all answers, and a description of the answer that gave it.
template <class Figure, std::size_t kCount>
class FigureTable {
public:
    explicit FigureTable(const std::array<FigureInfo, kCount>& infos) : infos_(infos) {}

    /// `describe()` returns the description of the answer. It is called only when a promise is broken.
    template <class Describe>
    void note(Figure figure, double value, Describe&& describe) {
        Worst& worst = worst_[static_cast<std::size_t>(figure)];
        if (value <= worst.value || std::isnan(worst.value)) return;  // NaN is the worst value
        worst.value = value;
        if (!(value <= infos_[static_cast<std::size_t>(figure)].limit)) worst.example = describe();
    }
    void print() const {
        for (std::size_t f = 0; f < kCount; ++f) {
            if (worst_[f].value > kNone)
                std::printf("  %s %.3g%s", infos_[f].name, worst_[f].value,
                            worst_[f].value > infos_[f].limit ? " (!)" : "");
        }
        std::printf("\n");
    }
    /// EXPECTs every figure within its promise.
    void expect_promises() const {
        for (std::size_t f = 0; f < kCount; ++f)
            EXPECT_LE(worst_[f].value, infos_[f].limit) << infos_[f].name << ": " << worst_[f].example;
    }

private:
    static constexpr double kNone = -1e300;
    struct Worst {
        double value = kNone;
        std::string example;
    };
    std::array<FigureInfo, kCount> infos_;
    std::array<Worst, kCount> worst_;
};

}  // namespace satori::test
