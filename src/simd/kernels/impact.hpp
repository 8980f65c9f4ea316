#pragma once

// Time of impact of two boxes or rectangles that move straight and turn about their centers. Lane = pair.
//
// Conservative advancement: each round poses the boxes at the time proven so far, finds their closest points, and
// bounds from below how far they are apart along a direction n from then on. The boxes cannot meet before the first
// root of that bound: this is the next time.
//
// The direction may turn too, with the angular velocity u: n(s) = exp(s u) n. A corner p of A, from its center, adds
// n(s) . p(s) to the reach of A. Its first derivative is p . ((u - w) x n), where w is the angular velocity of A. Its
// second one is at most (|u| + |w|)^2 |p|. So A reaches at most
//     sum over its axes of half extent * |axis . (n + s (u - w) x n)| + s^2 / 2 * (|u| + |w|)^2 |p|,
// likewise B, and the centers are at least
//     n . d + s (n . v + (u x n) . d) - s^2 / 2 * (|u|^2 |d| + 2 |u| |v|)
// apart along n(s), with their offset d and their relative velocity v. The bound is the difference. It is concave: it
// has one root, every chord is below it, and every tangent above. With u = 0 only turning boxes have curvature; with u
// the velocity of A, a face of A stays the face that separates, and A has none. Both are tried, and u of B. A box that
// turns fast stays in the cylinder about its axis of turning: this gives a fourth bound, without curvature.
//
// A box with a radius is its core, and a pair of such boxes meets when the cores are nearer than distance + radii.
//
// Sources: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996 (conservative advancement; the reach
// from the axis of turning); Zhang, Lee, Kim, "Interactive Continuous Collision Detection for Non-Convex Polyhedra",
// 2006 (the bound along a direction). The second order and the turning direction are ours.
// Cost per vector and round: about 2 times distance.hpp.

#include "simd/impacts_abi.hpp"
#include "simd/kernels/direction.hpp"
#include "simd/kernels/distance.hpp"
#include "simd/kernels/rect_sat.hpp"

namespace satori::v0::simd {

/// A direction that misses more than this share of the distance is no help.
inline constexpr float kFairShare = 0.5F;

template <class L, int Dim>
struct MotionLanes {
    static constexpr int kTurns = Dim == 2 ? 1 : 3;
    typename L::Float translation[Dim], turn[kTurns], angle, radius;
};

template <class L, int Dim>
SATORI_LANES_INLINE MotionLanes<L, Dim> load_motions(const MotionRow<Dim>* motions, const std::uint32_t* index) {
    const float* rows[L::width];
    rows_at<L>(motions, index, rows);
    typename L::Float v[8];
    L::template load_rows<2>(rows, v);
    MotionLanes<L, Dim> out;
    constexpr int kTurns = MotionLanes<L, Dim>::kTurns;
    for (int k = 0; k < Dim; ++k) out.translation[k] = v[k];
    for (int k = 0; k < kTurns; ++k) out.turn[k] = v[Dim + k];
    out.angle = v[Dim + kTurns];
    out.radius = v[Dim + kTurns + 1];
    return out;
}

/// Writes the velocity of n when it turns: turn x n.
template <class L>
SATORI_LANES_INLINE void turned_rate(const MotionLanes<L, 3>& motion, const typename L::Float* n,
                                     typename L::Float* out) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = motion.turn[j] * n[k] - motion.turn[k] * n[j];
    }
}

template <class L>
SATORI_LANES_INLINE void turned_rate(const MotionLanes<L, 2>& motion, const typename L::Float* n,
                                     typename L::Float* out) {
    out[0] = negated<L>(motion.turn[0] * n[1]);
    out[1] = motion.turn[0] * n[0];
}

/// Turns the axes of a box to a time. Rodrigues' formula.
template <class L>
SATORI_LANES_INLINE BoxLanes<L> turned_to(const BoxLanes<L>& box, const MotionLanes<L, 3>& motion,
                                          typename L::Float time) {
    using Float = typename L::Float;
    const Float one = L::broadcast(1.0F);
    Float unit[2], axis[3];
    direction<L>(motion.angle * time, unit);
    const Float divisor = L::max(motion.angle, L::broadcast(__FLT_MIN__));
    for (int k = 0; k < 3; ++k) axis[k] = L::div(motion.turn[k], divisor);
    BoxLanes<L> out = box;
    for (int a = 0; a < 3; ++a) {
        const Float along = dot<L>(axis, box.axes[a]) * (one - unit[0]);
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const Float across = axis[j] * box.axes[a][k] - axis[k] * box.axes[a][j];
            out.axes[a][i] = (box.axes[a][i] * unit[0] + across * unit[1]) + axis[i] * along;
        }
    }
    return out;
}

template <class L>
SATORI_LANES_INLINE RectLanes<L> turned_to(const RectLanes<L>& rect, const MotionLanes<L, 2>& motion,
                                           typename L::Float time) {
    typename L::Float unit[2];
    direction<L>(motion.turn[0] * time, unit);
    RectLanes<L> out = rect;
    out.axes[0][0] = rect.axes[0][0] * unit[0] - rect.axes[0][1] * unit[1];
    out.axes[0][1] = rect.axes[0][0] * unit[1] + rect.axes[0][1] * unit[0];
    out.axes[1][0] = negated<L>(out.axes[0][1]);
    out.axes[1][1] = out.axes[0][0];
    return out;
}

/// Two boxes at a time, and their motions.
template <class L, class Box>
struct MovingPair {
    static constexpr int kDim = Box::kDim;
    Box box[2];
    MotionLanes<L, kDim> motion[2];
    typename L::Float offset[kDim], velocity[kDim];  ///< of the centers
    typename L::Float speed, farthest;               ///< of the centers; farthest: from now on
    typename L::Float reach[2];                      ///< from the center of each box to its corners
    typename L::Float left;                          ///< the time that is left
    typename L::Float target;                        ///< the cores meet when they are nearer: distance and radii
    typename L::Float delta;                         ///< what rounding may take
};

/// A concave bound: start + slope s - curvature s^2 - sum of |along + rate s|.
template <class L, int Dim>
struct ApartBound {
    typename L::Float start, slope, curvature;
    typename L::Float along[2 * Dim], rate[2 * Dim];

    SATORI_LANES_INLINE_MEMBER typename L::Float at(typename L::Float s) const {
        typename L::Float sum = start + s * (slope - s * curvature);
        for (int k = 0; k < 2 * Dim; ++k) sum = sum - L::abs(along[k] + rate[k] * s);
        return sum;
    }
};

/// Returns the least positive root of start + slope s - curvature s^2, at most `most`; zero where start is not
/// positive. curvature >= 0.
template <class L>
SATORI_LANES_INLINE typename L::Float root_of(typename L::Float start, typename L::Float slope,
                                              typename L::Float curvature, typename L::Float most) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F), least = L::broadcast(1e-30F);
    const Float c = L::max(start, zero);
    const Float distance = L::sqrt(slope * slope + L::broadcast(4.0F) * (curvature * c));
    // Either form has no difference of two numbers that may be nearly equal.
    const auto rising = L::lt(zero, slope);
    const Float above = L::select(rising, distance + slope, c + c);
    const Float below = L::select(rising, curvature + curvature, distance - slope);
    // Where `below` is less than `least`, c / least is below the root too, or beyond 1. A slope that is next to nothing
    // would give far less.
    const Float enough = L::select(L::lt(below, least), L::max(above, c), above);
    return L::select(L::lt(zero, c), L::min(L::div(enough, L::max(below, least)), most), zero);
}

/// Returns a time until which the bound is positive, at most `most`: near its root.
template <class L, int Dim>
SATORI_LANES_INLINE typename L::Float root_of(const ApartBound<L, Dim>& bound, typename L::Float most) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F);
    Float start = bound.start, least = bound.slope, greatest = bound.slope;
    for (int k = 0; k < 2 * Dim; ++k) {
        start = start - L::abs(bound.along[k]);
        least = least - L::abs(bound.rate[k]);
        greatest = greatest - times_sign<L>(bound.rate[k], bound.along[k]);
    }
    Float low = root_of<L>(start, least, bound.curvature, most);
    Float high = root_of<L>(start, greatest, bound.curvature, most);
    for (int step = 0; step < 2; ++step) {
        const Float at_low = L::max(bound.at(low), zero), at_high = L::min(bound.at(high), zero);
        // The chord is below the bound. Where the bound is positive at `high` too, that is the result.
        const Float share = L::div(at_low, L::max(at_low - at_high, L::broadcast(1e-30F)));
        low = L::max(low, L::select(L::lt(at_high, zero), low + (high - low) * share, high));
    }
    return L::select(L::lt(zero, start), low, zero);
}

/// Makes the bound along n, turning with box `with`, or with none (2).
template <int With, class L, class Box>
SATORI_LANES_INLINE ApartBound<L, Box::kDim> bound_along(const MovingPair<L, Box>& pair, const typename L::Float* n,
                                                         const typename L::Float (&along)[2][Box::kDim]) {
    using Float = typename L::Float;
    constexpr int kDim = Box::kDim;
    const Float zero = L::broadcast(0.0F), two = L::broadcast(2.0F);
    ApartBound<L, kDim> bound;
    bound.start = (dot_of<L, kDim>(n, pair.offset) - pair.target) - pair.delta;
    bound.slope = dot_of<L, kDim>(n, pair.velocity);
    Float rate[kDim], second = zero, speed = zero;  // of n
    for (int k = 0; k < kDim; ++k) rate[k] = zero;
    if constexpr (With != 2) {
        speed = pair.motion[With].angle;
        turned_rate<L>(pair.motion[With], n, rate);
        bound.slope = bound.slope + dot_of<L, kDim>(rate, pair.offset);
        bound.start = bound.start - L::broadcast(kImpactDelta) * (speed * pair.farthest);
        second = speed * (speed * pair.farthest + two * pair.speed);
    }
    for (int of = 0; of < 2; ++of) {
        const auto& motion = pair.motion[of];
        Float relative[kDim];
        turned_rate<L>(motion, n, relative);
        for (int k = 0; k < kDim; ++k) relative[k] = rate[k] - relative[k];
        for (int k = 0; k < kDim; ++k) {
            bound.along[kDim * of + k] = along[of][k];
            bound.rate[kDim * of + k] = pair.box[of].half[k] * dot_of<L, kDim>(pair.box[of].axes[k], relative);
        }
        if (of == With) continue;
        const Float turning = motion.angle * motion.radius;
        second = second + (speed * speed * pair.reach[of] + turning * (two * speed + motion.angle));
    }
    bound.curvature = L::broadcast(0.5F) * second;
    return bound;
}

/// Returns how far a box can reach along n, however it turns about its axis.
template <class L>
SATORI_LANES_INLINE typename L::Float turning_reach(const BoxLanes<L>& box, const MotionLanes<L, 3>& motion,
                                                    const typename L::Float* n, typename L::Float now) {
    using Float = typename L::Float;
    const Float divisor = L::max(motion.angle, L::broadcast(__FLT_MIN__));
    Float axis[3], height = L::broadcast(0.0F), across[3];
    for (int k = 0; k < 3; ++k) axis[k] = L::div(motion.turn[k], divisor);
    for (int k = 0; k < 3; ++k) height = height + box.half[k] * L::abs(dot<L>(box.axes[k], axis));
    const Float along = dot<L>(n, axis);
    for (int k = 0; k < 3; ++k) across[k] = n[k] - along * axis[k];
    const Float most = L::abs(along) * height + L::sqrt(dot<L>(across, across)) * motion.radius;
    return L::select(L::lt(L::broadcast(0.0F), motion.angle), most, now);
}

template <class L>
SATORI_LANES_INLINE typename L::Float turning_reach(const RectLanes<L>&, const MotionLanes<L, 2>& motion,
                                                    const typename L::Float*, typename L::Float now) {
    return L::select(L::lt(L::broadcast(0.0F), motion.angle), motion.radius, now);
}

/// A step of a pair along a direction.
template <class L>
struct ImpactStep {
    typename L::Float apart;  ///< beyond the target now
    typename L::Float time;   ///< for which the pair does not meet
};

/// Returns the longest step that the direction n gives.
template <class L, class Box>
SATORI_LANES_INLINE ImpactStep<L> step_along(const MovingPair<L, Box>& pair, const typename L::Float* n) {
    using Float = typename L::Float;
    constexpr int kDim = Box::kDim;
    const Float zero = L::broadcast(0.0F);
    Float along[2][kDim], reach[2];
    for (int of = 0; of < 2; ++of) {
        reach[of] = zero;
        for (int k = 0; k < kDim; ++k) {
            along[of][k] = pair.box[of].half[k] * dot_of<L, kDim>(pair.box[of].axes[k], n);
            reach[of] = reach[of] + L::abs(along[of][k]);
        }
    }
    const auto still = bound_along<2, L>(pair, n, along);
    ImpactStep<L> out{(still.start - reach[0]) - reach[1], root_of<L, kDim>(still, pair.left)};
    out.time = L::max(out.time, root_of<L, kDim>(bound_along<0, L>(pair, n, along), pair.left));
    out.time = L::max(out.time, root_of<L, kDim>(bound_along<1, L>(pair, n, along), pair.left));
    const Float turning = (still.start - turning_reach<L>(pair.box[0], pair.motion[0], n, reach[0])) -
                          turning_reach<L>(pair.box[1], pair.motion[1], n, reach[1]);
    out.time = L::max(out.time, root_of<L>(turning, still.slope, zero, pair.left));
    return out;
}

/// Poses both boxes at a time.
template <class L, class Box>
SATORI_LANES_INLINE MovingPair<L, Box> moving_pair(const Box (&boxes)[2], const MotionLanes<L, Box::kDim> (&motions)[2],
                                                   float distance, typename L::Float time) {
    using Float = typename L::Float;
    constexpr int kDim = Box::kDim;
    MovingPair<L, Box> pair;
    pair.target = L::broadcast(distance) + (boxes[0].reach + boxes[1].reach);
    Float end[kDim], size = pair.target;
    for (int of = 0; of < 2; ++of) {
        pair.motion[of] = motions[of];
        pair.box[of] = turned_to<L>(boxes[of], motions[of], time);
        pair.reach[of] = L::sqrt(dot_of<L, kDim>(boxes[of].half, boxes[of].half));
        for (int k = 0; k < kDim; ++k) size = size + boxes[of].half[k];
        size = size + motions[of].angle * motions[of].radius;
    }
    for (int k = 0; k < kDim; ++k) {
        const Float apart = boxes[1].center[k] - boxes[0].center[k];
        pair.velocity[k] = motions[1].translation[k] - motions[0].translation[k];
        pair.offset[k] = apart + pair.velocity[k] * time;
        end[k] = apart + pair.velocity[k];
    }
    pair.speed = L::sqrt(dot_of<L, kDim>(pair.velocity, pair.velocity));
    // A distance from a point is convex in time.
    pair.farthest = L::sqrt(L::max(dot_of<L, kDim>(pair.offset, pair.offset), dot_of<L, kDim>(end, end)));
    pair.left = L::broadcast(1.0F) - time;
    pair.delta = L::broadcast(kImpactDelta) * (size + (pair.speed + pair.farthest));
    return pair;
}

/// What a round finds.
template <class L, int Dim>
struct ImpactRound {
    PlacedPair<L, Dim> placed;
    PointPair<L, Dim> points;
    typename L::Float distance;   ///< of the points
    typename L::Float tolerance;  ///< the caller's, at least some deltas
    ImpactStep<L> step;
};

/// Finds close points of the boxes, with `complete` the closest ones, and the step along their direction.
template <class L, class Box>
SATORI_LANES_INLINE ImpactRound<L, Box::kDim> impact_round(const MovingPair<L, Box>& pair,
                                                           const ImpactArgs<Box::kDim>& args) {
    using Float = typename L::Float;
    constexpr int kDim = Box::kDim;
    const Float zero = L::broadcast(0.0F);
    const Box &a = pair.box[0], &b = pair.box[1];
    ImpactRound<L, kDim> out;
    out.placed = placed<L>(a, b, relative_pose<L>(a, b, pair.offset));
    const auto of_b = nearest_corner<L, kDim>(out.placed);
    const auto of_a = mirrored<L, kDim>(nearest_corner<L, kDim>(mirrored<L, kDim>(out.placed)), out.placed);
    out.points = nearer_points<L, kDim>(of_b, of_a);
    try_supporting_edges<L>(out.placed, out.points);
    if (args.complete) try_all_edges<L>(out.placed, L::le(zero, zero), out.points);
    out.distance = L::sqrt(out.points.distance_sq);
    out.tolerance = L::max(L::broadcast(args.tolerance), L::broadcast(kLeastTolerance) * pair.delta);
    Float n[kDim];
    put_in_world<L>(a, out.points.apart, n);
    // Where the square of a distance is zero, the vector may not be. Then there is no direction.
    const auto apart = L::lt(zero, out.distance);
    const Float divisor = L::select(apart, out.distance, L::broadcast(1.0F));
    for (int k = 0; k < kDim; ++k) n[k] = L::select(apart, L::div(n[k], divisor), zero);
    out.step = step_along<L>(pair, n);
    return out;
}

template <class L>
SATORI_LANES_INLINE typename L::Uint lanes_of(ImpactState state) {
    return L::broadcast(static_cast<std::uint32_t>(state));
}

/// What is known of a vector of pairs.
template <class L>
struct ImpactLanes {
    typename L::Float time;
    typename L::Uint state;
    typename L::Mask done;

    SATORI_LANES_INLINE_MEMBER void note(typename L::Mask lanes, ImpactState found) {
        state = pick<L>(L::except(lanes, done), lanes_of<L>(found), state);
        done = L::either(done, lanes);
    }
};

/// Decides what a round tells of each pair, and returns the points of those that meet.
template <class L, class Box>
SATORI_LANES_INLINE void judge_round(const MovingPair<L, Box>& pair, const ImpactArgs<Box::kDim>& args,
                                     ImpactRound<L, Box::kDim>& round, ImpactLanes<L>& known) {
    using Float = typename L::Float;
    constexpr int kDim = Box::kDim;
    const Float zero = L::broadcast(0.0F), one = L::broadcast(1.0F);
    const auto misses = L::except(L::le(pair.left, round.step.time), known.done);
    known.time = L::select(misses, one, known.time);
    known.note(misses, ImpactState::misses);
    const Float gap = round.distance - pair.target, fair = L::broadcast(kFairShare);
    const auto near = L::le(gap, round.tolerance);
    // A pair that is near may overlap, with points that are not common ones.
    const auto poor_near = L::both(near, L::lt(round.step.apart + pair.target, fair * round.distance));
    const auto poor_far = L::except(L::lt(round.step.apart, fair * gap), near);
    const auto poor = L::except(L::either(poor_near, poor_far), known.done);
    if (!args.complete) known.note(poor, ImpactState::unclear);
    if (args.complete && L::bits(poor) != 0) {
        // The centers of the boxes are those at time 0.
        const auto pose = relative_pose<L>(pair.box[0], pair.box[1], pair.offset);
        const auto apart = is_set<L>(separated<L, false>(pair.box[0], pair.box[1], pose) >> 31);
        const auto overlap = L::except(poor, apart);
        if (L::bits(overlap) != 0) {
            find_common_point<L, kDim>(round.placed, overlap, round.points);
            round.distance = L::select(overlap, zero, round.distance);
            known.note(overlap, ImpactState::meets);
        }
    }
    known.note(near, ImpactState::meets);
}

/// Moves the times of a vector of pairs on, and writes a row per pair: the points at its time.
template <class L, int kDim>
void find_impacts(const ImpactArgs<kDim>& args, DistanceRow<kDim>* out) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F), one = L::broadcast(1.0F);
    const auto none = L::lt(zero, zero);
    for (std::uint32_t k = 0; k < args.pairs.count; k += L::width) {
        const auto a = load_boxes<L>(args.pairs.first_records, args.pairs.first + k);
        const auto b = load_boxes<L>(args.pairs.second_records, args.pairs.second + k);
        using Box = std::remove_cv_t<decltype(a)>;
        const Box boxes[2] = {a, b};
        const MotionLanes<L, kDim> motions[2] = {load_motions<L, kDim>(args.first_motions, args.pairs.first + k),
                                                 load_motions<L, kDim>(args.second_motions, args.pairs.second + k)};
        const auto inert = L::either(L::lt(a.half[0], zero), L::lt(b.half[0], zero));
        ImpactLanes<L> known{L::select(inert, one, L::load(args.times + k)),
                             lanes_of<L>(args.complete ? ImpactState::unclear : ImpactState::open), none};
        known.note(inert, ImpactState::misses);
        MovingPair<L, Box> pair;
        ImpactRound<L, kDim> round;
        for (std::uint32_t i = 0;; ++i) {
            pair = moving_pair<L, Box>(boxes, motions, args.distance, known.time);
            ImpactRound<L, kDim> next = impact_round<L, Box>(pair, args);
            if (i != 0) {
                // A pair that is done keeps its points, whatever its neighbors still need.
                next.points = select_points<L, kDim>(known.done, round.points, next.points);
                next.distance = L::select(known.done, round.distance, next.distance);
            }
            round = next;
            judge_round<L, Box>(pair, args, round, known);
            if (L::bits(known.done) == kAllLanes<L> || i + 1 == args.rounds) break;
            known.time = L::select(known.done, known.time, L::min(known.time + round.step.time, one));
        }
        L::store(args.times + k, known.time);
        L::store(args.states + k, known.state);
        write_distances<L>(pair.box[0], pair.box[1], round.points, round.distance, none,
                           reinterpret_cast<float*>(out + k));
    }
}

}  // namespace satori::v0::simd
