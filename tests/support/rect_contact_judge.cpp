#include "rect_contact_judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "oracles/reference_rect.hpp"

namespace satori::test {

namespace {

using reference::add_scaled;
using reference::dot;
using reference::negative;
using reference::Planar;
using reference::RectContact;
using reference::to_planar;

// Same value as in the kernel: how far edges reach past each other's ends, in units of delta.
constexpr long double kPast = 0.125L;

constexpr std::array<FigureInfo, kRectFigureCount> kFigures = {{
    {"normal_length", 1e-6},
    {"normal_change", 1e-6},
    {"separation_error", 0.25},
    {"better_axis", 1},
    {"opposite_better", 1},
    {"axis_angle", 1e-6},
    {"needless_change", 1},
    {"witness_outside", 1},
    {"too_deep", 1},
    {"deepest_missing", 1},
    {"support_missing", 1},
    {"beyond_limit", 1},
    {"incident_off", 1e-6},
    {"corner_off", 1},
    {"end_missing", 1},
    {"stray", 1},
}};

Planar unit(const Planar& a) {
    const long double norm = reference::length(a);
    return {a[0] / norm, a[1] / norm};
}

long double distance_between(const Planar& a, const Planar& b) {
    return reference::length(reference::minus(a, b));
}

// The edges that a feature id names.
struct Feature {
    std::uint32_t axis, reference_edge, incident_edge, slot;

    explicit Feature(std::uint32_t id)
        : axis(feature_axis(id)),
          reference_edge(2 * (axis % 2) + (id >> 7 & 1U)),
          incident_edge(id >> 4 & 3U),
          slot(id & 3U) {}
};

}  // namespace

struct RectContactJudge::Truth {
    reference::RectPair whole;  // as given
    reference::NearPair<reference::Rect> near;
    reference::RectPair pair;  // a large rectangle is cut to the part near the small one
    reference::ContactScale scale;
    long double delta;
    long double rounding;  // of points in A's frame that are far from a large A's center
    std::array<reference::RectAxis, 4> axes;
    long double slack, axis_slack, snap, best;
    std::uint32_t manifold_axis;
    Planar normal;      // the returned normal, its length set to 1
    long double along;  // exact separation along it
    // The same for the manifold, if it has points. Where the centers coincide, its normal may point the other way.
    Planar manifold_normal;
    long double manifold_along;

    explicit Truth(const RectContactAnswer& answer)
        : whole(answer.a, answer.b),
          near(judged(whole, answer)),
          pair(near_of(whole, near)),
          scale(near.scale),
          delta(std::max<long double>(scale.tolerance(), kLeastDelta)),
          rounding(near.cut && !near.of_b ? 2.4e-7L * reference::length(whole.b.center) : 0),
          axes(axes_near(pair, near, delta)),
          slack(scale.slack()),
          axis_slack(scale.axis_slack(answer.options.axis_slack)),
          snap(scale.snap()),
          best(reference::best_separation(reference::axes_of(whole))),
          manifold_axis(answer.manifold.point_count > 0 ? feature_axis(answer.manifold.points[0].feature_id)
                                                        : answer.axis.axis),
          normal(unit(to_planar(answer.axis.normal))),
          along(reference::separation_along(pair, normal)),
          manifold_normal(answer.manifold.point_count > 0 ? unit(to_planar(answer.manifold.normal)) : normal),
          manifold_along(reference::separation_along(pair, manifold_normal)) {}

    static reference::NearPair<reference::Rect> judged(const reference::RectPair& given,
                                                       const RectContactAnswer& answer) {
        const double separation = answer.axis.separation;
        return reference::judged_pair(given.a, given.b, answer.options, separation, [&](const auto& tried) {
            return std::fabs(separation_along(near_of(given, tried), unit(to_planar(answer.axis.normal))) - separation);
        });
    }
    static reference::RectPair near_of(const reference::RectPair& whole,
                                       const reference::NearPair<reference::Rect>& near) {
        reference::RectPair pair = whole;
        pair.a = near.a;
        pair.b = near.b;
        return pair;
    }
    // Returns the axes, without the axes of sides that the cut has made.
    static std::array<reference::RectAxis, 4> axes_near(const reference::RectPair& pair,
                                                        const reference::NearPair<reference::Rect>& near,
                                                        long double delta) {
        auto axes = reference::axes_of(pair);
        if (!near.cut) return axes;
        const auto offset = reference::minus(pair.b.center, pair.a.center);
        for (std::uint32_t k = 0; k < 2; ++k) {
            reference::RectAxis& judged = axes[k + (near.of_b ? 2 : 0)];
            const Planar towards = near.of_b ? negative(offset) : offset;
            const long double way = dot(near.large().axes[k], towards);
            if ((way > -delta && near.cut_sides[k][0]) || (way < delta && near.cut_sides[k][1]))
                judged.separation = -HUGE_VALL;
        }
        return axes;
    }
    bool on_a(std::uint32_t axis) const { return axis < 2; }
    const reference::Rect& reference_of(std::uint32_t axis) const { return on_a(axis) ? pair.a : pair.b; }
    const reference::Rect& incident_of(std::uint32_t axis) const { return on_a(axis) ? pair.b : pair.a; }
    // Returns the direction from the reference rectangle of the axis to the other rectangle.
    Planar outward(std::uint32_t axis, const Planar& from_a) const { return on_a(axis) ? from_a : negative(from_a); }
    std::uint32_t reference_edge(std::uint32_t axis, const Planar& from_a) const {
        const Planar looks = reference_of(axis).axes[axis % 2];
        return 2 * (axis % 2) + (dot(looks, outward(axis, from_a)) < 0 ? 1U : 0U);
    }
    std::vector<RectContact> ends(std::uint32_t axis, const Planar& from_a, std::uint32_t incident_edge,
                                  long double outset) const {
        return reference::clip_edges(reference_of(axis), reference_edge(axis, from_a), incident_of(axis), incident_edge,
                                     outset);
    }
    // Returns true when the edges of the axis lie opposite each other, beyond doubt.
    bool edges_meet(std::uint32_t axis, long double limit) const {
        const std::uint32_t facing = reference::edge_towards(incident_of(axis), negative(outward(axis, normal)));
        const auto clipped = ends(axis, normal, facing, -delta);
        return std::any_of(clipped.begin(), clipped.end(),
                           [&](const RectContact& end) { return end.separation < limit + snap - delta; });
    }
    // Returns true when the deepest end may lie higher than the rectangles' overlap along the normal; see the header.
    bool shallow() const { return -manifold_along <= 3.5L * (axis_slack + delta); }
};

RectContactJudge::RectContactJudge() : figures_(kFigures) {}

void RectContactJudge::note(RectFigure figure, long double value, const RectContactAnswer& answer) {
    figures_.note(figure, static_cast<double>(value), [&] { return describe(answer); });
}

void RectContactJudge::note_malformed(const char* why, const RectContactAnswer& answer) {
    if (malformed_++ == 0) malformed_example_ = why + (": " + describe(answer));
}

void RectContactJudge::add(const RectContactAnswer& answer) {
    ++count_;
    const RectSeparatingAxis& axis = answer.axis;
    if (axis.axis > 3 || !std::isfinite(axis.separation) || !(reference::length(to_planar(axis.normal)) > 0.5L))
        return note_malformed("no axis", answer);
    const Truth truth(answer);
    if (truth.best <= 0) ++overlapping_;
    ++kinds_[axis.axis / 2];
    // A pair that may be cut and is judged as a whole is deep or far apart: either axis is right. Either axis is also
    // right for a pair whose place the input does not resolve.
    const bool sure = truth.near.cut ? truth.scale.resolution < truth.scale.smaller
                                     : !reference::may_be_cut(truth.whole.a, truth.whole.b);
    if (sure) judge_axis(answer, truth);
    judge_form(answer, truth);
    const std::uint32_t points = answer.manifold.point_count;
    if (points > 2 || truth.manifold_axis > 3) return;
    ++point_counts_[points];
    if (truth.best > 0 && points > 0) ++speculative_;
    judge_points(answer, truth);
    judge_ends(answer, truth);
}

// R3.
void RectContactJudge::judge_axis(const RectContactAnswer& answer, const Truth& truth) {
    const long double separation = answer.axis.separation, delta = truth.delta;
    note(RectFigure::normal_length, std::fabs(reference::length(to_planar(answer.axis.normal)) - 1), answer);
    note(RectFigure::separation_error, std::fabs(separation - truth.along) / delta, answer);
    note(RectFigure::better_axis, (reference::best_separation(truth.axes) - separation - truth.axis_slack) / delta,
         answer);
    note(RectFigure::opposite_better,
         (reference::separation_along(truth.pair, negative(truth.normal)) - truth.along) / delta, answer);

    const std::uint32_t axis = answer.axis.axis, cached = answer.cached_axis;
    note(RectFigure::axis_angle, std::fabs(reference::cross(truth.normal, truth.axes[axis].normal)), answer);
    if (const std::size_t only = truth.near.only_axis; only < 2) {
        if (axis == only + (truth.near.of_b ? 2 : 0)) return;
        if (truth.scale.resolution < 1e-3 * truth.scale.smaller)
            note_malformed("not the only axis within reach", answer);
    }
    // A cached axis goes before the others, one of A's before one of B's.
    const auto needless = [&](long double excess) {
        // Where the large one's axes leave the small one's place open, they also leave open which axis is better.
        if (truth.scale.resolution < truth.scale.smaller) note(RectFigure::needless_change, excess / delta, answer);
    };
    if (cached < 4 && axis != cached)
        needless(truth.axes[cached].separation + truth.axis_slack - reference::best_separation(truth.axes));
    if (axis >= 2 && axis != cached)
        needless(reference::best_separation(truth.axes, 0, 2) + truth.axis_slack - separation);
}

void RectContactJudge::judge_form(const RectContactAnswer& answer, const Truth& truth) {
    const RectManifold& manifold = answer.manifold;
    const std::uint32_t points = manifold.point_count;
    const long double speculative = answer.options.speculative_distance;
    if (points > 2) return note_malformed("more than 2 points", answer);
    if (points == 0 && truth.best < -truth.delta) note_malformed("no points of an overlapping pair", answer);
    if (points > 0 && truth.best > speculative + truth.axis_slack + truth.delta)
        note_malformed("points of a separated pair", answer);
    constexpr RectContactPoint kZero{};
    for (std::uint32_t p = points; p < 2; ++p)
        if (std::memcmp(&manifold.points[p], &kZero, sizeof kZero) != 0) note_malformed("unused point", answer);
    if (points == 0) return;
    note(RectFigure::normal_length, std::fabs(reference::length(to_planar(manifold.normal)) - 1), answer);
    if (truth.manifold_axis > 3) return note_malformed("no axis in the id", answer);
    if (truth.manifold_axis == answer.axis.axis) {
        note(RectFigure::normal_change, distance_between(to_planar(manifold.normal), to_planar(answer.axis.normal)),
             answer);
    } else {
        ++passed_;
        if (truth.edges_meet(answer.axis.axis, speculative)) note_malformed("feature of another axis", answer);
    }
    const std::uint32_t id = manifold.points[0].feature_id;
    if ((id & 0x4cU) != 0) note_malformed("unused bits of the id", answer);
    if (points < 2) return;
    const std::uint32_t other = manifold.points[1].feature_id;
    if (id == other) note_malformed("feature id twice", answer);
    if (((id ^ other) & ~3U) != 0) note_malformed("axes or edges differ", answer);
}

// R4: the promises about every point.
void RectContactJudge::judge_points(const RectContactAnswer& answer, const Truth& truth) {
    const RectManifold& manifold = answer.manifold;
    long double limit = answer.options.speculative_distance, deepest = HUGE_VALL;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p)
        deepest = std::min<long double>(deepest, manifold.points[p].separation);
    if (deepest > limit) limit += truth.snap;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
        const RectContactPoint& point = manifold.points[p];
        const Planar midpoint = to_planar(point.offset), normal = to_planar(manifold.normal);
        const long double separation = point.separation;
        const long double from_a = reference::distance(truth.whole.a, add_scaled(midpoint, -separation / 2, normal));
        const long double from_b = reference::distance(truth.whole.b, add_scaled(midpoint, separation / 2, normal));
        note(RectFigure::witness_outside, (std::max(from_a, from_b) - truth.rounding) / truth.delta, answer);
        note(RectFigure::too_deep, (truth.manifold_along - separation) / truth.delta, answer);
        // Rectangles that overlap have a point. If necessary, it is a point that lies that much too high.
        note(RectFigure::beyond_limit, (separation - limit) / truth.delta, answer);
    }
}

// R4: which points there are.
void RectContactJudge::judge_ends(const RectContactAnswer& answer, const Truth& truth) {
    const RectManifold& manifold = answer.manifold;
    const std::uint32_t axis = truth.manifold_axis;
    const Planar& normal = truth.manifold_normal;
    const reference::Rect& incident = truth.incident_of(axis);
    const Planar outward = truth.outward(axis, normal), inward = negative(outward);
    const std::uint32_t reference_edge = truth.reference_edge(axis, normal);
    std::uint32_t incident_edge = reference::edge_towards(incident, inward);
    const long double cosine = dot(reference::edge_normal(incident, incident_edge), inward);

    std::vector<Planar> points;
    long double deepest = HUGE_VALL;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
        const Feature feature(manifold.points[p].feature_id);
        ++slots_[feature.slot];
        if (feature.reference_edge != reference_edge) note_malformed("reference edge looks the other way", answer);
        incident_edge = feature.incident_edge;  // of two equally good edges the library may take either
        note(RectFigure::incident_off, cosine - dot(reference::edge_normal(incident, incident_edge), inward), answer);
        const Planar midpoint = to_planar(manifold.points[p].offset);
        const long double separation = manifold.points[p].separation;
        points.push_back(midpoint);
        deepest = std::min(deepest, separation);
        const bool of_reference = feature.slot >= 2;
        const reference::Rect& named = of_reference ? truth.reference_of(axis) : incident;
        const Planar corner =
            reference::edge_corners(named, of_reference ? reference_edge : incident_edge)[feature.slot % 2];
        const Planar witness = add_scaled(midpoint, (of_reference ? -separation : separation) / 2, outward);
        const long double tolerance = (of_reference ? 0 : truth.snap) + truth.rounding;
        note(RectFigure::corner_off, (distance_between(corner, witness) - tolerance) / truth.delta, answer);
    }

    const auto ends = truth.ends(axis, normal, incident_edge, kPast * truth.delta);
    const long double limit = answer.options.speculative_distance - truth.delta;
    if (points.empty()) {
        const bool has_end =
            std::any_of(ends.begin(), ends.end(), [&](const RectContact& end) { return end.separation < limit; });
        if (has_end && truth.edges_meet(axis, limit - truth.snap))
            note_malformed("no points though edges meet", answer);
        return;
    }
    if (ends.empty()) return;
    const long double apart = distance_between(ends[0].midpoint, ends[1].midpoint);
    const bool merged = apart <= 2.5L * truth.snap * std::sqrt(2.0L) + truth.delta;
    const auto nearest = [&](const Planar& place, const auto& others, const auto& place_of) {
        long double least = HUGE_VALL;
        for (const auto& other : others) least = std::min(least, distance_between(place, place_of(other)));
        return least;
    };
    long double lowest = HUGE_VALL;
    for (const RectContact& end : ends) {
        lowest = std::min(lowest, end.separation);
        if (end.separation > limit) continue;
        const long double missing = nearest(end.midpoint, points, [](const Planar& p) { return p; });
        note(RectFigure::end_missing, (missing - (merged ? apart : 0) - truth.rounding) / truth.delta, answer);
    }
    for (const Planar& point : points)
        note(RectFigure::stray,
             (nearest(point, ends, [](const RectContact& end) { return end.midpoint; }) - truth.rounding) / truth.delta,
             answer);
    note(RectFigure::deepest_missing, (deepest - lowest - truth.snap) / truth.delta, answer);
    if (!truth.shallow() && axis == answer.axis.axis)
        note(RectFigure::support_missing,
             (deepest - truth.manifold_along - truth.axis_slack - truth.slack) / truth.delta, answer);
}

void RectContactJudge::print(const char* what) const {
    const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf(
        "%-22s %8llu pairs, %8llu overlap, %6llu speculative; axes of A %llu, of B %llu; points %llu %llu %llu; slots "
        "%llu "
        "%llu %llu %llu; another axis %llu\n",
        what, number(count_), number(overlapping_), number(speculative_), number(kinds_[0]), number(kinds_[1]),
        number(point_counts_[0]), number(point_counts_[1]), number(point_counts_[2]), number(slots_[0]),
        number(slots_[1]), number(slots_[2]), number(slots_[3]), number(passed_));
    figures_.print();
}

void RectContactJudge::expect_promises() const {
    EXPECT_EQ(malformed_, 0U) << malformed_example_;
    figures_.expect_promises();
}

std::string describe(const RectContactAnswer& answer) {
    const reference::RectPair pair(answer.a, answer.b);
    const auto scale =
        reference::contact_scale(pair.a, pair.b, answer.options.speculative_distance, answer.axis.separation);
    char text[256];
    std::string all;
    const auto add = [&](const char* name, const OrientedRect& rect) {
        std::snprintf(text, sizeof text, "%s {{%.9g, %.9g}, {%.9g, %.9g}, %.9g}\n", name, rect.center.x, rect.center.y,
                      rect.half_extents.x, rect.half_extents.y, rect.angle);
        all += text;
    };
    add("A", answer.a);
    add("B", answer.b);
    const RectSeparatingAxis& axis = answer.axis;
    std::snprintf(text, sizeof text,
                  "slack %g, speculative %g, cached %u, delta %.4g, resolution %.4g; axis %u, normal (%.9g, %.9g), "
                  "separation %.9g",
                  answer.options.axis_slack, answer.options.speculative_distance, answer.cached_axis, scale.delta,
                  scale.resolution, axis.axis, axis.normal.x, axis.normal.y, axis.separation);
    all += text;
    for (std::uint32_t p = 0; p < std::min(answer.manifold.point_count, 2U); ++p) {
        const RectContactPoint& point = answer.manifold.points[p];
        std::snprintf(text, sizeof text, "\npoint %u: (%.9g, %.9g), separation %.9g, id 0x%x", p, point.offset.x,
                      point.offset.y, point.separation, point.feature_id);
        all += text;
    }
    return all;
}

}  // namespace satori::test
