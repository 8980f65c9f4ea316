#pragma once

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <tuple>

#include <satori/contacts.hpp>

SATORI_NAMESPACE_BEGIN

namespace reference {

/// The lengths that the tolerances of a contact consist of, meters. A box may be more than 32 times the other's size (a
/// size is the sum of the half extents). Then only a part of it counts: the part within 4 sizes of the small box, plus
/// twice the speculative distance, along each axis of the large box. This applies while the boxes overlap by less than
/// 2 sizes.
struct ContactScale {
    double delta;       ///< 16 * FLT_EPSILON * (half extents + distance of the centers), of the part that counts
    double smaller;     ///< the smaller box's size
    double resolution;  ///< error at the small box of a large turned box's axes, which are given as floats

    /// Returns how much better an axis of another kind must be, with ContactOptions::axis_slack.
    double axis_slack(float option) const {
        return option > 0 ? std::max(4 * delta, static_cast<double>(option) * smaller) : 0;
    }
    /// Returns the slack with the option's default. The deepest point may also be left out for this much.
    double slack() const { return axis_slack(ContactOptions{}.axis_slack); }
    /// Returns the distance within which points count as one corner.
    double snap() const { return std::max(delta / 2, 1e-4 * smaller); }
    /// Returns the unit of errors.
    double tolerance() const { return delta + resolution; }
};

/// The part of a pair that counts, in one frame. When the large box has uncut sides along one axis only, that axis is
/// the pair's axis: the shortest way out of a half-space or a slab.
template <class Body>
struct NearPair {
    static constexpr std::size_t kDim = std::tuple_size_v<decltype(Body::half)>;

    Body a, b;  ///< the large one may be cut
    ContactScale scale;
    bool cut = false, of_b = false;
    std::array<std::array<bool, 2>, kDim> cut_sides{};  ///< of the large one: along each axis, and against it
    std::size_t only_axis = kDim;  ///< of the large one: all sides but this axis's are cut. kDim: no axis

    const Body& large() const { return of_b ? b : a; }
};

/// Returns the part of two boxes or rectangles in one frame that counts. `deep`: they overlap too much for a cut.
template <class Body>
NearPair<Body> near_pair(const Body& a, const Body& b, double speculative_distance, bool deep = false) {
    constexpr double kUneven = 32, kReach = 4, kDelta = 16 * FLT_EPSILON;
    constexpr double kAxisError = 1.6e-6;
    constexpr std::size_t kDim = NearPair<Body>::kDim;
    const auto length = [](const auto& along) {
        double squares = 0;
        for (const auto component : along) squares += static_cast<double>(component * component);
        return std::sqrt(squares);
    };
    const auto size = [](const Body& body) {
        double sum = 0;
        for (const auto half : body.half) sum += static_cast<double>(half);
        return sum;
    };
    const bool large_b = size(a) < size(b);
    const Body &small = large_b ? a : b, &large = large_b ? b : a;
    auto between = small.center;
    for (std::size_t c = 0; c < kDim; ++c) between[c] -= large.center[c];
    const double lever = length(between), smaller = size(small);
    const double whole = kDelta * (smaller + size(large) + lever);
    NearPair<Body> pair{a, b, {whole, smaller, 0}};
    pair.of_b = large_b;
    if (!(smaller > 0) || size(large) <= kUneven * smaller || size(large) >= 4194304 * smaller || deep) return pair;

    const double reach = kReach * smaller + 2 * speculative_distance;
    bool turned = !large.exact_rotation;
    auto center = large.center, half = large.half;
    for (std::size_t i = 0; i < kDim; ++i) {
        auto along = between[0] * large.axes[i][0];
        for (std::size_t c = 1; c < kDim; ++c) along += between[c] * large.axes[i][c];
        for (const auto component : large.axes[i]) turned = turned || (component != 0 && component * component != 1);
        // How far the sides lie beyond the small box's center.
        const auto ahead = large.half[i] - along, behind = large.half[i] + along;
        if (std::max(ahead, behind) <= reach || std::min(ahead, behind) <= -reach) continue;
        pair.cut_sides[i] = {ahead > reach, behind > reach};
        const auto to_ahead = ahead > reach ? reach : ahead, to_behind = behind > reach ? reach : behind;
        half[i] = (to_ahead + to_behind) / 2;
        for (std::size_t c = 0; c < kDim; ++c) center[c] += (along + (to_ahead - to_behind) / 2) * large.axes[i][c];
        pair.cut = true;
    }
    if (!pair.cut) return pair;
    const auto is_left = [](const std::array<bool, 2>& sides) { return !sides[0] || !sides[1]; };
    if (std::ranges::count_if(pair.cut_sides, is_left) == 1)
        pair.only_axis =
            static_cast<std::size_t>(std::ranges::find_if(pair.cut_sides, is_left) - pair.cut_sides.begin());
    (large_b ? pair.b : pair.a).place(center, half);
    auto offset = pair.b.center;
    for (std::size_t c = 0; c < kDim; ++c) offset[c] -= pair.a.center[c];
    pair.scale.delta = std::min(whole, kDelta * (size(pair.a) + size(pair.b) + length(offset)));
    if (turned) pair.scale.resolution = std::min(kAxisError * lever, whole - pair.scale.delta);
    return pair;
}

/// Returns the tolerances of the pair alone, for a separation along the axis.
template <class Body>
ContactScale contact_scale(const Body& a, const Body& b, double speculative_distance, double separation) {
    const ContactScale scale = near_pair(a, b, speculative_distance).scale;
    return -separation >= 1.8 * scale.smaller ? near_pair(a, b, speculative_distance, true).scale : scale;
}

/// Returns true when one is so much larger than the other that it may be cut.
template <class Body>
bool may_be_cut(const Body& a, const Body& b) {
    const auto size = [](const Body& body) {
        double sum = 0;
        for (const auto half : body.half) sum += static_cast<double>(half);
        return sum;
    };
    const double small = std::min(size(a), size(b)), large = std::max(size(a), size(b));
    return large > 31.99 * small && large < 4194305 * small;
}

/// Returns the pair, cut or whole, that the library chose an axis for. The library uses the whole pair from a certain
/// overlap on. Near this overlap either is right. Either is also right where the axes of a turned large box are known
/// no better than the small box's size. `error(pair)` returns the answer's error for each.
template <class Body, class Error>
NearPair<Body> judged_pair(const Body& a, const Body& b, const ContactOptions& options, double separation,
                           Error&& error) {
    const auto near = near_pair(a, b, options.speculative_distance);
    if (!near.cut) return near;
    const auto whole = near_pair(a, b, options.speculative_distance, true);
    const double sure = 2 * near.scale.smaller, overlap = -separation;
    const double band = static_cast<double>(options.edge_share) * sure + near.scale.axis_slack(options.axis_slack) +
                        near.scale.tolerance();
    if (overlap < sure - band - 0.25 * whole.scale.delta) return near;
    if (overlap < sure - band && error(near) <= near.scale.tolerance()) return near;
    return error(whole) <= whole.scale.tolerance() ? whole : near;
}

}  // namespace reference

SATORI_NAMESPACE_END
