#include "world/step/impact_step.hpp"

#include <algorithm>
#include <tuple>

#include "base/assert.hpp"
#include "geometry/rounding.hpp"
#include "narrowphase/impact_finder.hpp"
#include "narrowphase/record_tile.hpp"
#include "world/refresh.hpp"
#include "world/relative_pair.hpp"

namespace satori::v0::world {

namespace {

using narrowphase::RecordTile;

/// Pairs that a worker takes at once: the boxes of each get a place in a RecordTile.
constexpr std::uint32_t kWayPairs = RecordTile::kBoxes / 2;
static_assert(kWayPairs <= narrowphase::kTilePairs);

/// Returns whether a box has moved since the last update, and not too far for a way.
bool has_way(const detail::WorldState& state, std::uint32_t index) noexcept {
    SATORI_ASSERT(state.has_ways);
    const Body& body = state.bodies[index];
    const BoxPose& start = state.starts[index];
    const geometry::Double3 translation = wide(body.position) - wide(start.position);
    bool moved = !(body.rotation == start.rotation);
    for (std::size_t k = 0; k < 3; ++k) {
        if (std::fabs(translation[k]) > double{kMaxTranslation}) return false;
        moved = moved || translation[k] != 0;
    }
    return moved;
}

/// Returns how far a box on its way reaches from its center along the world's axes, at most, and `margin` more.
geometry::Double3 half_way_bounds(const detail::WorldState& state, std::uint32_t index, double margin) noexcept {
    const Body& body = state.bodies[index];
    const geometry::DoubleQuat from = geometry::unit(state.starts[index].rotation), to = geometry::unit(body.rotation);
    const double cosine = dot(from.v, to.v) + from.w * to.w;  // of half the angle
    const Vec3& half = body.half_extents;
    const double reach = geometry::length({{half.x, half.y, half.z}});
    // No point on an arc is farther from its end than its start is. The slack is for rounding.
    const double turned = 2 * reach * std::sqrt(std::max(0.0, 1 - cosine * cosine)), slack = 1e-6 * reach;
    geometry::Double3 bounds;
    for (std::size_t c = 0; c < 3; ++c) {
        double end = 0;
        for (std::size_t k = 0; k < 3; ++k)
            end += std::fabs(double{body.shape.axes[3 * k + c]}) * double{body.shape.half[k]};
        bounds[c] = std::min(reach, end + turned) + slack + double{body.radius} + margin;
    }
    return bounds;
}

/// Where a box was at the last update, and how it has moved since then.
struct Way {
    BoxPose start;
    geometry::Double3 translation;
    Vec3 rotation;
};

Way way_of(const detail::WorldState& state, std::uint32_t index) noexcept {
    const Body& body = state.bodies[index];
    if (!has_way(state, index)) return {{body.position, body.rotation}, {}, {}};
    const BoxPose& start = state.starts[index];
    return {start, wide(body.position) - wide(start.position),
            geometry::rounded(geometry::turn_between(start.rotation, body.rotation))};
}

/// Questions of a pair: when do boxes that are smaller on all sides come near each other? They are asked in turn, until
/// the smaller boxes are apart at first.
///
/// The first one is for thick boxes, smaller by the depth. They meet when the boxes are half of the depth to the whole
/// depth in each other. The others are for thin boxes and for boxes that begin deeper. They are smaller by these shares
/// of the pair's measure.
constexpr float kShares[] = {0.25F, 0.5F, 1, 2, 4};
constexpr float kThick = 2;  // boxes of this half thickness are thick; times the depth
constexpr narrowphase::ImpactLimits kOfThick{1, 0.5F}, kOfOthers{0.125F, 0.125F};  // shares of the depth

/// Makes the row and the radius of a box that is smaller by `shrink` on all sides: first the radius, then the rest.
void make_smaller(const Body& body, const Quat& rotation, float shrink, OrientedBox& row, float& radius) noexcept {
    radius = std::max(0.0F, body.radius - shrink);
    const Vec3& half = body.half_extents;
    const float less = std::min(std::max(0.0F, shrink - body.radius), std::min({half.x, half.y, half.z}));
    row = {{}, geometry::flattened(Vec3{half.x - less, half.y - less, half.z - less}), rotation};
}

float half_thickness(const Body& body) noexcept {
    const Vec3& half = body.half_extents;
    return std::min({half.x, half.y, half.z}) + body.radius;
}

/// A pair that may have an impact.
struct PairOnWay {
    std::uint32_t place;  ///< among the pairs of its part
    BoxPair pair;
    Way first, second;
    float half_thickness;  ///< of the thinner box
    float measure;         ///< the same, or that of the other box up to kThick * depth: sheets cannot become smaller
    float shrink = 0;
};

/// True for boxes that move so little, each seen from the other, that they cannot pass: at most by half of the half
/// thickness of the thinner one.
bool cannot_pass(const detail::WorldState& state, const PairOnWay& pair) noexcept {
    const auto turned = [](const Body& body, const Way& way) {
        const Vec3 &half = body.half_extents, &turn = way.rotation;
        const geometry::Double3 reach{{half.x, half.y, half.z}}, angle{{turn.x, turn.y, turn.z}};
        return geometry::length(angle) * geometry::length(reach);
    };
    const Body &a = state.bodies[pair.pair.first], &b = state.bodies[pair.pair.second];
    const double moved = geometry::length(pair.second.translation - pair.first.translation) + turned(a, pair.first) +
                         turned(b, pair.second);
    return moved <= 0.5 * double{pair.half_thickness};
}

/// Finds the times of impact of up to kWayPairs pairs, of boxes that are smaller by the pair's shrink.
void find_times(const simd::KernelTable& kernels, const detail::WorldState& state, std::span<const PairOnWay> pairs,
                const narrowphase::ImpactLimits& limits, TimeOfImpact* impacts) noexcept {
    SATORI_ASSERT(!pairs.empty() && pairs.size() <= kWayPairs);
    RecordTile boxes;
    narrowphase::PairTile places;
    for (const PairOnWay& pair : pairs) {
        const std::uint32_t k = places.count++, a = 2 * k, b = a + 1;
        make_smaller(state.bodies[pair.pair.first], pair.first.start.rotation, pair.shrink, boxes.rows[a],
                     boxes.radii[a]);
        make_smaller(state.bodies[pair.pair.second], pair.second.start.rotation, pair.shrink, boxes.rows[b],
                     boxes.radii[b]);
        places.first[k] = a;
        places.second[k] = b;
    }
    places.pad();
    boxes.take_in(kernels, 2 * pairs.size(), 0);
    simd::MotionRow<3> motions[RecordTile::kBoxes];
    for (std::uint32_t k = 0; k < places.count; ++k) {
        const Way &a = pairs[k].first, &b = pairs[k].second;
        simd::BoxRecord &first = boxes.records[2 * k], &second = boxes.records[2 * k + 1];
        set_centers(wide(b.start.position) - wide(a.start.position), first, second);
        // Seen from the center of the first box, which turns there.
        const Vec3 translation = geometry::rounded(b.translation - a.translation);
        motions[2 * k] = narrowphase::motion_row(BoxMotion{{}, a.rotation}, first);
        motions[2 * k + 1] = narrowphase::motion_row(BoxMotion{translation, b.rotation}, second);
    }
    const narrowphase::MovingRecords<3> moving{{boxes.records, boxes.records}, {motions, motions}};
    const narrowphase::ImpactFinder<3> finder(kernels, moving, limits);
    narrowphase::ImpactTile<3> found;
    finder.find(places.first, places.second, places.count, found);
    for (std::uint32_t k = 0; k < places.count; ++k) impacts[k] = narrowphase::impact_of<3>(found, k, false);
}

/// Asks a question of pairs. Writes the impacts of those that have an answer, and moves the others to the front of
/// `pairs`. Returns their number.
std::uint32_t ask(const simd::KernelTable& kernels, const detail::WorldState& state, std::span<PairOnWay> pairs,
                  const narrowphase::ImpactLimits& limits, WorldImpact* impacts) noexcept {
    if (pairs.empty()) return 0;
    TimeOfImpact times[kWayPairs];
    find_times(kernels, state, pairs, limits, times);
    std::uint32_t rest = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (times[k].time == 0) {
            pairs[rest++] = pairs[k];
            continue;
        }
        impacts[pairs[k].place].impact = times[k];
        impacts[pairs[k].place].shrink = pairs[k].shrink;
    }
    return rest;
}

/// Finds the impacts of up to kWayPairs pairs. Those without one have the kind `none`.
void find_part(const simd::KernelTable& kernels, const detail::WorldState& state, std::span<const std::uint32_t> rows,
               float depth, WorldImpact* impacts) noexcept {
    const auto limits = [&](const narrowphase::ImpactLimits& shares) {
        return narrowphase::ImpactLimits{shares.distance * depth, shares.tolerance * depth};
    };
    PairOnWay thick[kWayPairs], pairs[kWayPairs];
    std::uint32_t thick_count = 0, count = 0;
    for (std::uint32_t k = 0; k < rows.size(); ++k) {
        const PairState& row = state.pairs[rows[k]];
        const auto [first, second] = row.pair;
        impacts[k] = {state.ids_of(row.pair), {}, 0, row.has(PairState::kSensor)};
        const float a = half_thickness(state.bodies[first]), b = half_thickness(state.bodies[second]);
        const float thinner = std::min(a, b), measure = std::max(thinner, std::min(std::max(a, b), kThick * depth));
        const PairOnWay pair{k, row.pair, way_of(state, first), way_of(state, second), thinner, measure, depth};
        if (cannot_pass(state, pair)) continue;
        if (thinner >= kThick * depth)
            thick[thick_count++] = pair;
        else
            pairs[count++] = pair;
    }
    const std::uint32_t deep_count = ask(kernels, state, {thick, thick_count}, limits(kOfThick), impacts);
    std::copy_n(thick, deep_count, pairs + count);
    count += deep_count;
    for (const float share : kShares) {
        for (PairOnWay& pair : std::span(pairs, count)) pair.shrink = share * pair.measure;
        count = ask(kernels, state, {pairs, count}, limits(kOfOthers), impacts);
    }
}

}  // namespace

Status contain_ways(parallel::Call& call, detail::WorldState& state, float impact_depth) noexcept {
    if (state.continuous_count == 0) return Status::ok;
    const double margin = broadphase::margin_of(2 * impact_depth);
    const parallel::Chunking chunks(state.stale_count, parallel::kChunkBoxes, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        for (std::size_t i = chunks[chunk].begin; i < chunks[chunk].end; ++i) {
            const std::uint32_t index = state.stale[i];
            if (!has_way(state, index)) continue;
            const geometry::Double3 from = wide(state.starts[index].position), to = wide(state.bodies[index].position);
            const geometry::Double3 half = half_way_bounds(state, index, margin);
            const auto contain = [&](std::size_t k, double origin, float& lo, float& hi) {
                const auto reach = static_cast<float>(half[k]);
                lo = std::min(lo, range_about(std::min(from[k], to[k]), origin, reach).lo);
                hi = std::max(hi, range_about(std::max(from[k], to[k]), origin, reach).hi);
            };
            Aabb& bounds = state.bounds[i];
            contain(0, state.origin.x, bounds.min.x, bounds.max.x);
            contain(1, state.origin.y, bounds.min.y, bounds.max.y);
            contain(2, state.origin.z, bounds.min.z, bounds.max.z);
        }
    });
}

Status find_impacts(parallel::Call& call, detail::WorldState& state, float impact_depth, std::size_t active_count,
                    std::size_t& impact_count) noexcept {
    impact_count = 0;
    if (state.continuous_count == 0) return Status::ok;
    if (!state.hits.reserve(active_count, 0)) return Status::out_of_memory;
    std::uint32_t* const rows = state.hits.data();
    std::size_t count = 0;
    for (std::size_t t = 0; t < active_count; ++t) {
        const PairState& pair = state.pairs[state.active[t]];
        rows[count] = state.active[t];
        const bool continuous = state.has(pair.pair.first, kContinuous) || state.has(pair.pair.second, kContinuous);
        count += continuous && !pair.has(PairState::kOff) ? 1 : 0;
    }
    if (!state.impacts.reserve(count, 0)) return Status::out_of_memory;
    WorldImpact* const impacts = state.impacts.data();
    const parallel::Chunking chunks(count, kWayPairs, parallel::kMaxChunks);
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        for (std::size_t begin = chunks[chunk].begin; begin < chunks[chunk].end; begin += kWayPairs) {
            const std::size_t part = std::min<std::size_t>(kWayPairs, chunks[chunk].end - begin);
            find_part(call.kernels(), state, {rows + begin, part}, impact_depth, impacts + begin);
        }
    });
    if (status != Status::ok) return status;
    const auto none = [](const WorldImpact& impact) { return impact.impact.kind == ImpactKind::none; };
    impact_count = static_cast<std::size_t>(std::remove_if(impacts, impacts + count, none) - impacts);
    std::sort(impacts, impacts + impact_count, [](const WorldImpact& a, const WorldImpact& b) {
        return std::tie(a.impact.time, a.pair) < std::tie(b.impact.time, b.pair);
    });
    return Status::ok;
}

}  // namespace satori::v0::world
