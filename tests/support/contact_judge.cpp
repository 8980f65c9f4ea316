#include "contact_judge.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <gtest/gtest.h>

#include "oracles/reference_overlap.hpp"

namespace satori::test {

namespace {

using reference::add_scaled;
using reference::Contact;
using reference::dot;
using reference::Point;
using reference::to_point;

// Edges closer to parallel than this many radians need not have an axis: the face axes replace it within delta.
constexpr double kNoAxisBelow = 1.5e-6;

constexpr std::array<FigureInfo, kContactFigureCount> kFigures = {{
    {"normal_length", 1e-6},  {"normal_change", 1e-6}, {"separation_error", 0.25}, {"far_separation_error", 1},
    {"better_axis", 1},       {"opposite_better", 1},  {"axis_angle", 1e-6},       {"needless_change", 1},
    {"edge_like_face", 1e-5}, {"depth_told", 1},       {"witness_outside", 1},     {"too_deep", 1},
    {"deepest_missing", 1},   {"support_missing", 1},  {"edge_error", 1},          {"beyond_limit", 1},
    {"incident_off", 1e-6},   {"edge_off", 1},         {"corner_off", 1},          {"area_lost", 0.5},
    {"corner_lost", 0},
}};

Point negative(const Point& a) {
    return {-a[0], -a[1], -a[2]};
}

Point unit(const Point& a) {
    const double norm = reference::length(a);
    return {a[0] / norm, a[1] / norm, a[2] / norm};
}

// The faces and edges that a feature id names.
struct Feature {
    std::uint32_t axis, reference_face, incident_face, slot, edge_a, edge_b;

    explicit Feature(std::uint32_t id)
        : axis(feature_axis(id)),
          reference_face(2 * (axis % 3) + (id >> 7 & 1U)),
          incident_face(id >> 4 & 7U),
          slot(id & 15U),
          edge_a(id >> 2 & 3U),
          edge_b(id & 3U) {}
};

// Returns how much farther the box reaches along the direction than its edge does. `edge` holds the edge's side of the
// next axis (bit 0) and of the axis after it (bit 1).
double beyond_edge(const reference::Box& box, std::uint32_t axis, std::uint32_t edge, const Point& direction) {
    Point middle = box.center;
    for (std::uint32_t k = 0; k < 2; ++k) {
        const std::uint32_t side = (axis + 1 + k) % 3;
        middle = add_scaled(middle, (edge >> k & 1U) != 0 ? -box.half[side] : box.half[side], box.axes[side]);
    }
    const double along = box.half[axis] * std::fabs(dot(box.axes[axis], direction));
    return reference::project(box, direction).max - dot(middle, direction) - along;
}

// Returns the greatest area that four of the points span, when one of the four is within `slack` of the deepest point.
double best_four(const std::vector<Contact>& points, const Point& normal, double slack) {
    double deepest = HUGE_VAL;
    for (const Contact& point : points) deepest = std::min(deepest, point.separation);
    double best = 0;
    const std::uint32_t subsets = 1U << points.size();
    for (std::uint32_t subset = 0; subset < subsets; ++subset) {
        if (std::popcount(subset) != 4) continue;
        std::vector<Contact> chosen;
        bool has_deepest = false;
        for (std::uint32_t k = 0; k < points.size(); ++k) {
            if ((subset >> k & 1U) == 0) continue;
            chosen.push_back(points[k]);
            has_deepest = has_deepest || points[k].separation <= deepest + slack;
        }
        if (has_deepest) best = std::max(best, reference::convex_hull(chosen, normal).area);
    }
    return best;
}

}  // namespace

struct ContactJudge::Truth {
    reference::Pair whole;  // as given
    reference::NearPair<reference::Box> near;
    reference::Pair pair;  // a large box is cut to the part near the small one
    reference::ContactScale scale;
    double delta;     // unit of errors
    double rounding;  // of points in A's frame that are far from a large A's center
    std::array<reference::Axis, 15> axes;
    double slack, axis_slack, share, snap, best;
    std::uint32_t manifold_axis;  // a face axis also where the axis is one of edges that pass each other
    Point normal;                 // the returned normal, its length set to 1
    double along;                 // exact separation along it
    // The same for the manifold, if it has points. Where the centers coincide, its normal may point the other way.
    Point manifold_normal;
    double manifold_along;
    bool far_apart;

    explicit Truth(const ContactAnswer& answer)
        : whole(answer.a, answer.b),
          near(judged(whole, answer)),
          pair(near_of(whole, near)),
          scale(near.scale),
          delta(std::max(scale.tolerance(), kLeastDelta)),
          rounding(near.cut && !near.of_b ? 2.4e-7 * reference::length(whole.b.center) : 0),
          axes(axes_near(pair, near, delta)),
          slack(scale.slack()),
          axis_slack(scale.axis_slack(answer.options.axis_slack)),
          share(answer.options.edge_share),
          snap(scale.snap()),
          best(reference::best_separation(reference::axes_of(whole))),
          manifold_axis(answer.manifold.point_count > 0 ? feature_axis(answer.manifold.points[0].feature_id)
                                                        : answer.axis.axis),
          normal(unit(to_point(answer.axis.normal))),
          along(reference::separation_along(pair, normal)),
          manifold_normal(answer.manifold.point_count > 0 ? unit(to_point(answer.manifold.normal)) : normal),
          manifold_along(reference::separation_along(pair, manifold_normal)),
          far_apart(scale.delta >= 5 * 16 * FLT_EPSILON * (sum_of(pair.a.half) + sum_of(pair.b.half))) {}

    static double sum_of(const Point& half) { return half[0] + half[1] + half[2]; }
    static reference::NearPair<reference::Box> judged(const reference::Pair& given, const ContactAnswer& answer) {
        const double separation = static_cast<double>(answer.axis.separation);
        return reference::judged_pair(given.a, given.b, answer.options, separation, [&](const auto& tried) {
            const double exact = separation_along(near_of(given, tried), unit(to_point(answer.axis.normal)));
            return std::fabs(exact - separation);
        });
    }
    static reference::Pair near_of(const reference::Pair& whole, const reference::NearPair<reference::Box>& near) {
        reference::Pair pair = whole;
        pair.a = near.a;
        pair.b = near.b;
        return pair;
    }
    // Returns the axes, without the axes of sides and edges that the cut has made.
    static std::array<reference::Axis, 15> axes_near(const reference::Pair& pair,
                                                     const reference::NearPair<reference::Box>& near, double delta) {
        auto axes = reference::axes_of(pair);
        if (!near.cut) return axes;
        const auto offset = reference::minus(pair.b.center, pair.a.center);
        for (std::uint32_t axis = 0; axis < 15; ++axis) {
            if ((axis < 3 && near.of_b) || (axis >= 3 && axis < 6 && !near.of_b)) continue;
            const std::uint32_t along = axis < 6 ? axis % 3 : near.of_b ? axis % 3 : (axis - 6) / 3;
            reference::Axis& judged = axes[axis];
            const double way = dot(judged.normal, offset);
            for (const bool from_a : {true, false}) {
                if (from_a ? way < -delta : way > delta) continue;  // both ways where the boxes lie to neither side
                const Point outward = from_a != near.of_b ? judged.normal : negative(judged.normal);
                for (std::uint32_t k = 0; k < 3; ++k) {
                    if ((k == along) != (axis < 6)) continue;
                    const bool against = dot(near.large().axes[k], outward) < 0;
                    if (near.cut_sides[k][against ? 1 : 0]) judged.separation = -HUGE_VAL;
                }
            }
        }
        return axes;
    }
    // Returns how much less edges must overlap than faces, without the share. `part` is the part of the slack that
    // counts.
    double lead(double part) const { return std::max(part * axis_slack, scale.delta / 2); }
    // Returns the separation from which edges go before faces of this separation.
    double ahead_of(double separation, double part = 1) const {
        if (separation == -HUGE_VAL) return separation;
        return separation + share * std::max(-separation, 0.0) + lead(part);
    }
    // Returns true when the edges of the axis meet beyond doubt: their closest points lie on them, and no other edges
    // support the boxes nearly as well.
    bool edges_meet(std::uint32_t axis) const {
        const std::uint32_t i = (axis - 6) / 3, j = (axis - 6) % 3;
        for (std::uint32_t k = 1; k < 3; ++k) {
            if (std::fabs(dot(normal, pair.a.axes[(i + k) % 3])) < 1e-5) return false;
            if (std::fabs(dot(normal, pair.b.axes[(j + k) % 3])) < 1e-5) return false;
        }
        return sine(axis) > 1e-4 && reference::edge_contact(pair, i, j, normal).overshoot == 0;
    }
    // Returns true when the faces of the axis lie opposite each other, beyond doubt.
    bool faces_meet(std::uint32_t axis, double limit) const {
        const bool on_a = axis < 3;
        const reference::Box &reference = on_a ? pair.a : pair.b, &incident = on_a ? pair.b : pair.a;
        const Point outward = on_a ? normal : negative(normal);
        const std::uint32_t reference_face = 2 * (axis % 3) + (dot(reference.axes[axis % 3], outward) < 0 ? 1U : 0U);
        const std::uint32_t incident_face = reference::face_towards(incident, negative(outward));
        auto below = reference::clip_faces(reference, reference_face, incident, incident_face);
        std::erase_if(below, [&](const Contact& contact) { return contact.separation > limit + snap - delta; });
        const auto hull = reference::convex_hull(below, normal);
        return hull.area > 4 * delta * hull.perimeter;
    }
    // Returns the sine of the angle between the edges of an edge axis.
    double sine(std::uint32_t axis) const {
        return reference::length(reference::cross(pair.a.axes[(axis - 6) / 3], pair.b.axes[(axis - 6) % 3]));
    }
    // Returns the best separation that is well known. For an axis of nearly parallel edges, one rounding turns the axis
    // by 2e-7 / sine. This does not matter for overlapping boxes: the edges decide only where a turn about them changes
    // nothing, or the faces decide as well. For separated boxes that face each other corner to corner, such an axis may
    // be any axis between the face axes. contacts.hpp states this for edges less than 0.01 rad from parallel.
    double known_best(std::uint32_t first = 0) const {
        double known = -HUGE_VAL;
        for (std::uint32_t axis = first; axis < 15; ++axis) {
            double separation = axes[axis].separation;
            if (axis >= 6 && separation > 0 && sine(axis) < 0.01) {
                separation = sine(axis) > kNoAxisBelow ? separation - 0.1 * delta / sine(axis) : -HUGE_VAL;
            }
            known = std::max(known, separation);
        }
        return known;
    }
    // Returns true when the deepest point of the full polygon may lie higher than the boxes' overlap along the normal;
    // see the header.
    bool shallow() const { return -manifold_along <= 5.5 * (axis_slack + delta); }
    // Returns the separation of the face that an edge axis has to beat. None of the three kinds of axes always goes
    // before the others: where B's face is better than A's by less than the slack, edges only have to beat A's face.
    double face_before_edges() const {
        const double of_a = reference::best_separation(axes, 0, 3), of_b = reference::best_separation(axes, 3, 6);
        return of_b > of_a + axis_slack + delta ? of_b : std::min(of_a, of_b);
    }
    // Returns the face axes that may be the best one: A's, unless B's are better by the slack.
    std::vector<std::uint32_t> best_faces() const {
        const double of_a = reference::best_separation(axes, 0, 3), of_b = reference::best_separation(axes, 3, 6);
        std::vector<std::uint32_t> faces;
        for (std::uint32_t axis = 0; axis < 6; ++axis) {
            const bool of_best = axis < 3 ? of_b <= of_a + axis_slack + delta : of_b >= of_a + axis_slack - delta;
            if (of_best && axes[axis].separation >= (axis < 3 ? of_a : of_b) - delta) faces.push_back(axis);
        }
        return faces;
    }
    // Returns true when the overlap on every face axis is less than the thickness of the face's box. Edges that are
    // like a face then have to give way to the face.
    bool thick() const {
        for (std::uint32_t axis = 0; axis < 6; ++axis)
            if (-axes[axis].separation > 2 * (axis < 3 ? pair.a : pair.b).half[axis % 3] - delta) return false;
        return true;
    }
    // Returns how far the cosine between two normals is above the limit from which edges are like a face.
    double likeness(const Point& a, const Point& b) const { return std::fabs(dot(a, b)) - (1 - share); }
    // Returns true when the edge axis may count as like a face with this normal. Always true for nearly parallel edges,
    // whose normal is not known.
    bool may_be_like(std::uint32_t axis, const Point& face_normal) const {
        return share > 0 && likeness(axes[axis].normal, face_normal) > -1e-5 - 1e-6 / std::max(sine(axis), 1e-9);
    }
};

ContactJudge::ContactJudge() : figures_(kFigures) {}

void ContactJudge::note(ContactFigure figure, double value, const ContactAnswer& answer) {
    figures_.note(figure, value, [&] { return describe(answer); });
}

void ContactJudge::note_malformed(const char* why, const ContactAnswer& answer) {
    if (malformed_++ == 0) malformed_example_ = why + (": " + describe(answer));
}

void ContactJudge::add(const ContactAnswer& answer) {
    ++count_;
    const SeparatingAxis& axis = answer.axis;
    if (axis.axis > 14 || !std::isfinite(axis.separation) || !(reference::length(to_point(axis.normal)) > 0.5)) {
        note_malformed("no axis", answer);
        return;
    }
    const Truth truth(answer);
    if (truth.best <= 0) ++overlapping_;
    ++kinds_[axis.axis < 3 ? 0 : axis.axis < 6 ? 1 : 2];
    // A pair that may be cut and is judged as a whole is deep or far apart: either axis is right. Either axis is also
    // right for a pair whose place the input does not resolve.
    const bool sure = truth.near.cut ? truth.scale.resolution < truth.scale.smaller
                                     : !reference::may_be_cut(truth.whole.a, truth.whole.b);
    if (sure) judge_axis(answer, truth);
    judge_form(answer, truth);
    const std::uint32_t points = answer.manifold.point_count;
    if (points > 4) return;
    ++point_counts_[points];
    if (truth.best > 0 && points > 0) ++speculative_;
    judge_points(answer, truth);
    truth.manifold_axis < 6 ? judge_face_contact(answer, truth) : judge_edge_contact(answer, truth);
}

// R3.
void ContactJudge::judge_axis(const ContactAnswer& answer, const Truth& truth) {
    const double separation = static_cast<double>(answer.axis.separation), delta = truth.delta;
    note(ContactFigure::normal_length, std::fabs(reference::length(to_point(answer.axis.normal)) - 1), answer);
    note(truth.far_apart ? ContactFigure::far_separation_error : ContactFigure::separation_error,
         std::fabs(separation - truth.along) / delta, answer);
    const double best_of_all = truth.known_best();
    if (answer.axis.axis < 6) {
        // Faces may be deeper than edges by a share.
        const double of_faces = reference::best_separation(truth.axes, 0, 6);
        note(ContactFigure::better_axis, (of_faces - separation - truth.axis_slack) / delta, answer);
        // A face also goes before the best pair of edges, at any depth, where that pair is like the face.
        bool like = false;
        const double best_edges = truth.known_best(6);
        for (std::uint32_t edges = 6; edges < 15; ++edges)
            like = like || (truth.axes[edges].separation >=
                                best_edges - delta - (answer.cached_axis < 15 ? truth.axis_slack : 0) &&
                            truth.may_be_like(edges, truth.normal));
        if (!like || truth.best > delta)
            note(ContactFigure::better_axis, (best_edges - truth.ahead_of(separation)) / delta, answer);
    } else {
        if (truth.share > 0 && separation < -delta && truth.thick()) {
            double likeness = HUGE_VAL;
            std::vector<std::uint32_t> faces = truth.best_faces();
            if (answer.cached_axis < 6) faces.push_back(answer.cached_axis);
            for (const std::uint32_t face : faces)
                likeness = std::min(likeness, truth.likeness(truth.normal, truth.axes[face].normal));
            note(ContactFigure::edge_like_face, likeness, answer);
        }
        note(ContactFigure::better_axis, (best_of_all - separation - truth.axis_slack) / delta, answer);
    }
    note(ContactFigure::opposite_better,
         (reference::separation_along(truth.pair, negative(truth.normal)) - truth.along) / delta, answer);

    const std::uint32_t axis = answer.axis.axis;
    const reference::Axis& named = truth.axes[axis];
    if (named.separation > -HUGE_VAL) {
        note(ContactFigure::axis_angle,
             (axis < 6 ? 1 : truth.sine(axis)) * reference::length(reference::cross(truth.normal, named.normal)),
             answer);
    }
    if (const std::size_t only = truth.near.only_axis; only < 3) {
        if (axis == only + (truth.near.of_b ? 3 : 0)) return;
        if (truth.scale.resolution < 1e-3 * truth.scale.smaller)
            note_malformed("not the only axis within reach", answer);
    }
    // A cached face goes before the other faces, and before edges; cached edges go before other edges, and before faces
    // by half the slack.
    const std::uint32_t cached = answer.cached_axis;
    const double best_face = reference::best_separation(truth.axes, 0, 6);
    const double best_edge = reference::best_separation(truth.axes, 6, 15);
    const auto needless = [&](double excess) {
        // Where the large box's axes leave the small box's place open, they also leave open which axis is better.
        if (truth.scale.resolution < truth.scale.smaller) note(ContactFigure::needless_change, excess / delta, answer);
    };
    if (cached < 6 && axis != cached && truth.axes[cached].separation > -HUGE_VAL) {
        const double kept = truth.axes[cached].separation;
        needless(
            std::min(kept + truth.axis_slack - best_face, axis < 6 ? HUGE_VAL : truth.ahead_of(kept) - separation));
    }
    if (cached >= 6 && cached < 15 && axis != cached && truth.axes[cached].separation > -HUGE_VAL &&
        truth.sine(cached) > kNoAxisBelow && !(axis < 6 && truth.may_be_like(cached, truth.normal))) {
        // The closer to parallel the edges are, the less exactly their axis is known. The same is true of the
        // separation along such an axis when it is not the best.
        const double kept = truth.axes[cached].separation;
        const double excess =
            std::min(kept + truth.axis_slack - best_edge, axis >= 6 ? HUGE_VAL : kept - truth.ahead_of(best_face, 0.5));
        needless(excess * truth.sine(cached));
    }
    if (axis >= 3 && axis < 6 && axis != cached)
        needless(reference::best_separation(truth.axes, 0, 3) + truth.axis_slack - separation);
    if (axis >= 6 && cached >= 6) {
        const double kept_lead = truth.ahead_of(truth.face_before_edges(), 0.5) - separation;
        // For nearly parallel edges the returned normal may be better than the oracle's. Code above judges it.
        const double best_lead = truth.ahead_of(truth.face_before_edges()) - std::max(best_edge, separation);
        // Other edges may have beaten the face. The cached edges then go before those edges.
        needless(axis == cached ? std::min(kept_lead, best_lead) : best_lead);
    }
}

void ContactJudge::judge_form(const ContactAnswer& answer, const Truth& truth) {
    const ContactManifold& manifold = answer.manifold;
    const std::uint32_t points = manifold.point_count;
    const double speculative = static_cast<double>(answer.options.speculative_distance);
    if (points > 4) return note_malformed("more than 4 points", answer);
    if (points == 0 && truth.best < -truth.delta) note_malformed("no points of an overlapping pair", answer);
    if (points > 0 && truth.best > speculative + truth.axis_slack + truth.delta)
        note_malformed("points of a separated pair", answer);
    constexpr ContactPoint kZero{};
    for (std::uint32_t p = points; p < 4; ++p) {
        if (std::memcmp(&manifold.points[p], &kZero, sizeof kZero) != 0) note_malformed("unused point", answer);
    }
    if (points == 0) return;
    note(ContactFigure::normal_length, std::fabs(reference::length(to_point(manifold.normal)) - 1), answer);
    if (truth.manifold_axis == answer.axis.axis) {
        note(ContactFigure::normal_change,
             reference::length(reference::minus(to_point(manifold.normal), to_point(answer.axis.normal))), answer);
    } else if (answer.axis.axis < 6 ? truth.faces_meet(answer.axis.axis, speculative)
                                    : truth.edges_meet(answer.axis.axis)) {
        note_malformed("feature of another axis", answer);
    }
    for (std::uint32_t p = 0; p < points; ++p) {
        const std::uint32_t id = manifold.points[p].feature_id;
        const Feature feature(id);
        if (feature.axis < 6 && feature.incident_face > 5) note_malformed("face feature", answer);
        if (feature.axis >= 6 && ((id & 0xf0U) != 0 || points != 1)) note_malformed("edge feature", answer);
        for (std::uint32_t q = 0; q < p; ++q) {
            if (manifold.points[q].feature_id == id) note_malformed("feature id twice", answer);
            if (((manifold.points[q].feature_id ^ id) & ~15U) != 0) note_malformed("axes or faces differ", answer);
        }
    }
}

// R4: the promises about every point.
void ContactJudge::judge_points(const ContactAnswer& answer, const Truth& truth) {
    const ContactManifold& manifold = answer.manifold;
    double limit = static_cast<double>(answer.options.speculative_distance), deepest = HUGE_VAL;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p)
        deepest = std::min(deepest, static_cast<double>(manifold.points[p].separation));
    // Features of boxes with a zero extent pass each other more often. The best face then replaces them, at any depth.
    const auto flat = [](const Vec3& half) { return half.x == 0 || half.y == 0 || half.z == 0; };
    if (manifold.point_count > 0 && deepest < 0 && !flat(answer.a.half_extents) && !flat(answer.b.half_extents)) {
        const double allowed = truth.best - truth.lead(1);
        note(ContactFigure::depth_told, (allowed - (1 - truth.share) * deepest) / truth.delta, answer);
    }
    if (deepest > limit) limit += truth.snap;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
        const Point midpoint = to_point(manifold.points[p].offset), normal = to_point(manifold.normal);
        const double separation = static_cast<double>(manifold.points[p].separation);
        const double from_a = reference::distance(truth.whole.a, add_scaled(midpoint, -separation / 2, normal));
        const double from_b = reference::distance(truth.whole.b, add_scaled(midpoint, separation / 2, normal));
        note(ContactFigure::witness_outside, (std::max(from_a, from_b) - truth.rounding) / truth.delta, answer);
        note(ContactFigure::too_deep, (truth.manifold_along - separation) / truth.delta, answer);
        // Boxes that overlap have a point. If necessary, it is a point that lies that much too high.
        note(ContactFigure::beyond_limit, (separation - limit) / truth.delta, answer);
    }
}

void ContactJudge::judge_face_contact(const ContactAnswer& answer, const Truth& truth) {
    const ContactManifold& manifold = answer.manifold;
    const std::uint32_t axis = truth.manifold_axis;
    const bool on_a = axis < 3;
    const reference::Box& reference = on_a ? truth.pair.a : truth.pair.b;
    const reference::Box& incident = on_a ? truth.pair.b : truth.pair.a;
    const Point& normal = truth.manifold_normal;
    const Point outward = on_a ? normal : negative(normal);
    const std::uint32_t reference_face = 2 * (axis % 3) + (dot(reference.axes[axis % 3], outward) < 0 ? 1U : 0U);
    const Point inward = negative(reference::face_normal(reference, reference_face));
    std::uint32_t incident_face = reference::face_towards(incident, inward);
    const double cosine = dot(reference::face_normal(incident, incident_face), inward);

    std::vector<Point> kept;
    double deepest = HUGE_VAL;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
        const Feature feature(manifold.points[p].feature_id);
        if (feature.incident_face > 5) return;  // malformed
        if (feature.reference_face != reference_face) note_malformed("reference face looks the other way", answer);
        incident_face = feature.incident_face;  // of two equally good faces the library may take either
        note(ContactFigure::incident_off, cosine - dot(reference::face_normal(incident, incident_face), inward),
             answer);
        const Point midpoint = to_point(manifold.points[p].offset);
        const double separation = static_cast<double>(manifold.points[p].separation);
        kept.push_back(midpoint);
        deepest = std::min(deepest, separation);
        // Slots of corners: 0 2 4 6 of the incident face, 8 to 11 of the reference face.
        const bool of_reference = feature.slot >= 8 && feature.slot < 12;
        if (of_reference || (feature.slot < 8 && feature.slot % 2 == 0)) {
            const reference::Box& box = of_reference == on_a ? truth.whole.a : truth.whole.b;
            const Point witness = add_scaled(midpoint, (of_reference ? -separation : separation) / 2, outward);
            double nearest = HUGE_VAL;
            for (const Point& corner : box.corners) {
                nearest = std::min(nearest, reference::length(reference::minus(corner, witness)));
            }
            note(ContactFigure::corner_off, (nearest - std::sqrt(2.0) * truth.snap - truth.rounding) / truth.delta,
                 answer);
        }
    }

    auto full = reference::clip_faces(reference, reference_face, incident, incident_face);
    const double limit = static_cast<double>(answer.options.speculative_distance) - truth.delta;
    const std::size_t all = full.size();
    std::erase_if(full, [&](const Contact& contact) { return contact.separation > limit; });
    const bool overlap = truth.best < -truth.delta;
    if (kept.empty()) {
        const auto hull = reference::convex_hull(full, normal);
        if (!overlap && truth.best < limit && hull.area > 4 * truth.delta * hull.perimeter) {
            note_malformed("no points though the faces lie opposite", answer);
        }
        return;
    }
    if (!full.empty()) {
        double deepest_of_all = HUGE_VAL;
        for (const Contact& contact : full) deepest_of_all = std::min(deepest_of_all, contact.separation);
        note(ContactFigure::deepest_missing, (deepest - deepest_of_all - truth.slack) / truth.delta, answer);
        depth_error_sum_ += std::fabs(deepest - deepest_of_all);
        depth_errors_ += 1;
    }
    // A face that replaces features that pass each other need not be within the slack of the best face.
    if (truth.best <= 0 && !truth.shallow() && axis == answer.axis.axis)
        note(ContactFigure::support_missing, (deepest - truth.best - truth.slack) / truth.delta, answer);
    if (full.size() > 4) ++reduced_;
    // When corners are left out because of their separation, the area of the others depends on cuts between edges that
    // nearly coincide.
    if (full.size() < all || truth.manifold_along > 0) return;
    const auto hull = reference::convex_hull(full, normal);
    const double uncertain = (truth.slack + truth.delta + truth.rounding) * hull.perimeter;
    if (hull.area <= uncertain) return;
    const double area = reference::convex_hull(kept, normal).area;
    note(ContactFigure::area_lost, 1 - (area + uncertain) / hull.area, answer);
    if (full.size() <= 4 && kept.size() < full.size()) {
        note(ContactFigure::corner_lost, 1 - (area + 3 * uncertain) / hull.area, answer);
    }
    if (uncertain < 0.02 * hull.area) {
        if (full.size() > 4) {
            const double share = area / best_four(full, normal, truth.slack);
            share_of_best_sum_ += share;
            shares_of_best_ += 1;
            least_share_of_best_ = std::min(least_share_of_best_, share);
        }
        area_share_sum_ += area / hull.area;
        area_shares_ += 1;
        least_area_share_ = std::min(least_area_share_, area / hull.area);
    }
}

void ContactJudge::judge_edge_contact(const ContactAnswer& answer, const Truth& truth) {
    if (answer.manifold.point_count == 0) return;
    const ContactPoint& point = answer.manifold.points[0];
    note(ContactFigure::edge_error,
         std::fabs(static_cast<double>(point.separation) - truth.manifold_along) / truth.delta, answer);
    const Feature feature(point.feature_id);
    const std::uint32_t i = (truth.manifold_axis - 6) / 3, j = (truth.manifold_axis - 6) % 3;
    const double beyond_a = beyond_edge(truth.pair.a, i, feature.edge_a, truth.manifold_normal);
    const double beyond_b = beyond_edge(truth.pair.b, j, feature.edge_b, negative(truth.manifold_normal));
    note(ContactFigure::edge_off, std::max(beyond_a, beyond_b) / truth.delta, answer);
}

void ContactJudge::print(const char* what) const {
    const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf(
        "%-22s %8llu pairs, %8llu overlap, %6llu speculative; faces of A %llu, of B %llu, edges %llu; "
        "points",
        what, number(count_), number(overlapping_), number(speculative_), number(kinds_[0]), number(kinds_[1]),
        number(kinds_[2]));
    for (const std::uint64_t points : point_counts_) std::printf(" %llu", number(points));
    std::printf(
        "; %llu reduced; area kept: mean %.4f, least %.4f, of the best four: mean %.4f, least %.4f; depth error: mean "
        "%.3g m\n",
        number(reduced_), mean_area_share(), least_area_share_, mean_share_of_best(), least_share_of_best_,
        mean_depth_error());
    figures_.print();
}

void ContactJudge::expect_promises() const {
    EXPECT_EQ(malformed_, 0U) << malformed_example_;
    figures_.expect_promises();
}

std::string describe(const ContactAnswer& answer) {
    char text[512];
    std::string all;
    const auto add = [&](const OrientedBox& box) {
        std::snprintf(text, sizeof text, "{{%.9g, %.9g, %.9g}, {%.9g, %.9g, %.9g}, {%.9g, %.9g, %.9g, %.9g}}",
                      box.center.x, box.center.y, box.center.z, box.half_extents.x, box.half_extents.y,
                      box.half_extents.z, box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w);
        all += text;
    };
    all += "A ";
    add(answer.a);
    all += "\nB ";
    add(answer.b);
    const ContactJudge::Truth truth(answer);
    const SeparatingAxis& axis = answer.axis;
    std::snprintf(text, sizeof text,
                  "\nslack %g, share %g, speculative %g, cached %u, delta %.4g, axis slack %.4g m; axis %u, normal "
                  "(%.9g, %.9g, %.9g), "
                  "separation %.9g, exact along it %.9g, best %.9g",
                  answer.options.axis_slack, answer.options.edge_share, answer.options.speculative_distance,
                  answer.cached_axis, truth.delta, truth.axis_slack, axis.axis, axis.normal.x, axis.normal.y,
                  axis.normal.z, axis.separation, truth.along, truth.best);
    all += text;
    for (std::uint32_t p = 0; p < std::min(answer.manifold.point_count, 4U); ++p) {
        const ContactPoint& point = answer.manifold.points[p];
        std::snprintf(text, sizeof text, "\npoint %u: (%.9g, %.9g, %.9g), separation %.9g, id 0x%x", p, point.offset.x,
                      point.offset.y, point.offset.z, point.separation, point.feature_id);
        all += text;
    }
    return all;
}

}  // namespace satori::test
