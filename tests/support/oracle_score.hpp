#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace satori::test {

/// Compares answers about pairs with the oracle, in units of delta (the documented tolerance). An error that is NaN
/// breaks every promise.
class OracleScore {
public:
    /// Promised: errors stay under a quarter of delta.
    static constexpr double kPromise = 0.25;
    /// R2: the worst error must not grow. The worst seen is 0.113, in 1e8 pairs of every regime; a greater error is a
    /// regression, even where it keeps the promise.
    static constexpr double kCeiling = 0.15;
    /// The greatest error of an oracle in double; see reference_overlap.hpp.
    static constexpr double kReferenceError = 0.01;

    void add(double separation, double delta, bool reported) noexcept {
        const double error = in_deltas(separation, delta);
        separation > 0 ? ++separated_ : ++overlapping_;
        if (std::fabs(error) < 1) ++near_;
        reported ? note(worst_false_positive_, error) : note(worst_false_negative_, -error);
    }

    /// As above, but calls `exact()` for the separation where the oracle's own error could change a figure.
    template <class Exact>
    void add(double separation, double delta, bool reported, Exact&& exact) {
        const double wrong = in_deltas(reported ? separation : -separation, delta);
        const bool decides = !(wrong + kReferenceError <= (reported ? worst_false_positive_ : worst_false_negative_));
        add(decides ? exact() : separation, delta, reported);
    }

    double worst_false_positive() const noexcept { return worst_false_positive_; }  ///< widest gap reported as overlap
    double worst_false_negative() const noexcept { return worst_false_negative_; }  ///< deepest overlap not reported
    std::uint64_t overlapping() const noexcept { return overlapping_; }
    std::uint64_t separated() const noexcept { return separated_; }
    std::uint64_t near() const noexcept { return near_; }  ///< pairs within delta of touching
    std::uint64_t count() const noexcept { return overlapping_ + separated_; }

    void print(const char* what) const {
        std::printf(
            "%-18s %10llu pairs, %9llu overlap, %9llu within delta; worst false negative %.4f, "
            "false positive %.4f delta\n",
            what, static_cast<unsigned long long>(count()), static_cast<unsigned long long>(overlapping_),
            static_cast<unsigned long long>(near_), worst_false_negative_, worst_false_positive_);
    }

private:
    /// Returns separation / delta. Returns 0 for two points at one place, whose delta is 0.
    static double in_deltas(double separation, double delta) noexcept {
        return separation == 0 ? 0 : separation / delta;
    }
    static void note(double& worst, double error) noexcept {
        if (error <= worst || std::isnan(worst)) return;  // NaN is the worst value
        worst = error;
    }

    double worst_false_positive_ = 0, worst_false_negative_ = 0;
    std::uint64_t overlapping_ = 0, separated_ = 0, near_ = 0;
};

}  // namespace satori::test
