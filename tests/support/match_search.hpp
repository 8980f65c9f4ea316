#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include <satori/satori.hpp>

namespace satori::test {

/// Finds the point of `last` that each point of `now` is. It tries every way to assign old points to new ones. Among
/// the ways that break no rule, it takes the one whose choices come first: compared point by point, by distance and
/// then by the old point's index. A point without an old point comes last. Distances have type `Real`: double where
/// offsets are short numbers, else float as in the library.
template <class Real, class Manifold>
class MatchSearch {
public:
    MatchSearch(const Manifold& last, const Manifold& now, Real max_distance)
        : last_(last), now_(now), most_sq_(max_distance * max_distance), way_(now.point_count), best_(now.point_count) {
        try_from(0);
    }

    /// Returns the index of the old point for point `p`, or kNoPoint. `p` must be below the point count.
    std::uint32_t operator[](std::uint32_t p) const { return best_[p]; }

private:
    using Choice = std::pair<Real, std::uint32_t>;

    void try_from(std::uint32_t p) {
        if (p == now_.point_count) return judge();
        for (std::uint32_t q = 0; q < last_.point_count; ++q) {
            way_[p] = q;
            try_from(p + 1);
        }
        way_[p] = kNoPoint;
        try_from(p + 1);
    }

    void judge() {
        std::vector<Choice> choices;
        bool taken[std::size(Manifold{}.points)] = {};
        for (const bool by_id : {true, false}) {
            for (std::uint32_t p = 0; p < now_.point_count; ++p) {
                const std::uint32_t named = with_id(now_.points[p].feature_id), q = way_[p];
                if ((named != kNoPoint) != by_id) continue;
                if (by_id && q != named) return;
                if (q == kNoPoint) {
                    choices.emplace_back(std::numeric_limits<Real>::infinity(), q);
                    continue;
                }
                if (!by_id && (taken[q] || !(most_sq_ > 0 && distance_sq(p, q) <= most_sq_))) return;
                taken[q] = true;
                if (!by_id) choices.emplace_back(distance_sq(p, q), q);
            }
        }
        if (found_ && !(choices < best_choices_)) return;
        found_ = true;
        best_choices_ = choices;
        best_ = way_;
    }

    std::uint32_t with_id(std::uint32_t id) const {
        for (std::uint32_t q = 0; q < last_.point_count; ++q)
            if (last_.points[q].feature_id == id) return q;
        return kNoPoint;
    }

    Real distance_sq(std::uint32_t p, std::uint32_t q) const {
        return length_sq(now_.points[p].offset, last_.points[q].offset);
    }
    static Real length_sq(const Vec2& a, const Vec2& b) { return square(a.x, b.x) + square(a.y, b.y); }
    static Real length_sq(const Vec3& a, const Vec3& b) {
        return square(a.x, b.x) + square(a.y, b.y) + square(a.z, b.z);
    }
    static Real square(float a, float b) {
        const Real difference = static_cast<Real>(a) - static_cast<Real>(b);
        return difference * difference;
    }

    const Manifold &last_, &now_;
    Real most_sq_;
    std::vector<std::uint32_t> way_, best_;
    std::vector<Choice> best_choices_;
    bool found_ = false;
};

/// Returns how far apart matching points of these boxes may be, as MatchOptions defines it.
inline float match_distance(const MatchOptions& options, const Vec3& half_a, const Vec3& half_b) {
    return options.max_distance * std::min(half_a.x + half_a.y + half_a.z, half_b.x + half_b.y + half_b.z);
}
inline float match_distance(const MatchOptions& options, const Vec2& half_a, const Vec2& half_b) {
    return options.max_distance * std::min(half_a.x + half_a.y, half_b.x + half_b.y);
}

}  // namespace satori::test
