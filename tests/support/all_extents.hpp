#pragma once

#include <algorithm>
#include <cmath>

#include <satori/types.hpp>

#include "random.hpp"

namespace satori::test {

// The regime all_extents in 2D and 3D. Scaling the shapes until they touch could leave the legal range, so the code
// moves B instead.

/// Draws half extents log-uniformly from all legal values: each by itself, or all of a pair within two decades of one
/// size.
class AllExtents {
public:
    explicit AllExtents(Random& random)
        : random_(random), size_(random.log_uniform(kMin, kMax)), alike_(random.coin()) {}

    float next() {
        const double half = alike_ ? size_ * random_.log_uniform(1e-2, 1e2) : random_.log_uniform(kMin, kMax);
        return static_cast<float>(std::clamp(half, kMin, kMax));
    }

private:
    static constexpr double kMin = kMinHalfExtent, kMax = kMaxHalfExtent;

    Random& random_;
    double size_;
    bool alike_;
};

/// Moves a pair along a line until it nearly touches, overlapping or not. `place(share)` sets the centers and returns
/// the separation, which must be at most 0 at share 0 and grow without bound. `tolerance()` returns the tolerance of
/// the pair at its present place. Some pairs overlap, or are apart, by up to `size`.
template <class Place, class Tolerance>
void place_near_touch(const Place& place, const Tolerance& tolerance, double size, Random& random) {
    double low = 0, high = 1;
    place(high);
    const double delta = tolerance();
    const unsigned choice = random.below(4);
    const double wanted = choice == 0   ? random.uniform(-1, 1) * size
                          : choice == 1 ? random.uniform(-3, 3) * delta
                                        : random.uniform(-0.3, 0.3) * delta;
    while (place(high) < wanted) high *= 2;
    for (int step = 0; step < 40; ++step) {
        const double middle = 0.5 * (low + high);
        (place(middle) < wanted ? low : high) = middle;
    }
    place(random.coin() ? low : high);
}

}  // namespace satori::test
