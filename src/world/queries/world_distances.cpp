#include <satori/world_queries.hpp>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "base/rounding.hpp"
#include "broadphase/columns/find_pairs.hpp"
#include "narrowphase/distance_rows.hpp"
#include "world/pair_rules.hpp"
#include "world/queries/prepared.hpp"
#include "world/queries/query_batch.hpp"
#include "world/refresh.hpp"
#include "world/relative_pair.hpp"

namespace satori::v0 {

namespace world {
namespace {

/// Pairs that a worker takes at once: few enough for its stack.
constexpr std::uint32_t kTile = 128;
static_assert(kTile <= narrowphase::kTilePairs);

/// A few pairs as the kernel of distances reads them.
class DistanceTile {
public:
    explicit DistanceTile(const detail::WorldState& state) noexcept : bodies_(state.bodies.data()) {}

    std::uint32_t count() const noexcept { return tile_.count; }
    void clear() noexcept {
        tile_.count = 0;
        rounded_ = false;
    }
    bool rounded() const noexcept { return rounded_; }  ///< whether a box has a radius
    void append(const BoxPair& pair) noexcept {
        const std::uint32_t k = tile_.count++;
        SATORI_ASSERT(k < kTile && pair.first < pair.second);
        tile_.first[k] = tile_.second[k] = k;
        place_pair(bodies_[pair.first], bodies_[pair.second], first_[k], second_[k]);
        rounded_ = rounded_ || first_[k].reach + second_[k].reach != 0;
    }
    /// Returns the pairs in the kernels' format. There is at least one.
    simd::PairRowsOf<simd::BoxRecord> rows() noexcept {
        tile_.pad();
        const simd::BoxRecord* const records[2] = {first_, second_};
        return tile_.rows(records);
    }

private:
    const Body* bodies_;
    narrowphase::PairTile tile_;
    bool rounded_ = false;
    simd::BoxRecord first_[kTile], second_[kTile];
};

Status find_distances(parallel::Call& call, const detail::WorldState& state, std::span<const WorldPair> pairs,
                      std::span<PairDistance> distances) noexcept {
    const parallel::Chunking chunks(pairs.size(), parallel::kChunkPairs, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        DistanceTile tile(state);
        for (std::size_t begin = range.begin; begin < range.end; begin += tile.count()) {
            tile.clear();
            const auto swapped = [&](std::size_t k) { return pairs[k].second.index < pairs[k].first.index; };
            for (std::size_t k = begin; k < range.end && tile.count() < kTile; ++k) {
                const std::uint32_t a = pairs[k].first.index, b = pairs[k].second.index;
                tile.append(swapped(k) ? BoxPair{b, a} : BoxPair{a, b});
            }
            simd::DistanceRow<3> rows[kTile];
            narrowphase::find_rows<3>(call.kernels(), tile.rows(), {true, tile.rounded()}, rows);
            for (std::uint32_t i = 0; i < tile.count(); ++i)
                distances[begin + i] = narrowphase::distance_of<3>(rows[i], swapped(begin + i));
        }
    });
}

/// The boxes that may be near each other, and what decides about them.
struct NearSearch {
    const detail::WorldState& state;
    const std::uint32_t* boxes;  ///< their indices, ascending
    float max_distance;
};

/// A sink that keeps the pairs of a World that are at most a distance apart.
class NearSink final : public broadphase::ColumnSink<3> {
public:
    NearSink(const simd::KernelTable& kernels, const NearSearch& search) noexcept
        : kernels_(kernels), search_(search) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        DistanceTile tile(search_.state);
        BoxPair pairs[kTile];
        std::uint32_t kept = 0;
        const auto take = [&] {
            if (tile.count() == 0) return;
            float distances[kTile];
            narrowphase::find_near_distances<3>(kernels_, tile.rows(), {search_.max_distance, tile.rounded()},
                                                distances);
            for (std::uint32_t i = 0; i < tile.count(); ++i)
                if (distances[i] <= search_.max_distance) out[kept++] = pairs[i];
            tile.clear();
        };
        for (std::uint32_t i = 0; i < count; ++i) {
            const BoxPair pair{search_.boxes[first[i]], search_.boxes[second[i]]};
            if (!makes_pair(search_.state, pair)) continue;
            pairs[tile.count()] = pair;
            tile.append(pair);
            if (tile.count() == kTile) take();
        }
        take();
        return kept;
    }

private:
    const simd::KernelTable& kernels_;
    NearSearch search_;
};

/// Returns the bounds of a box, enlarged by `margin`, relative to `origin` and rounded outward.
Aabb bounds_about(const Body& body, const Vec3d& origin, float margin) noexcept {
    // As the bounds of batches: see compute_aabbs(). Doubles add nearly nothing.
    constexpr double kSlack = 16.0 * FLT_EPSILON;
    const simd::BoxRecord& box = body.shape;
    const double all = kSlack * (double{box.half[0]} + box.half[1] + box.half[2]) + double{box.reach} * (1 + kSlack);
    float reach[3];
    for (std::size_t k = 0; k < 3; ++k) {
        double sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            sum += std::fabs(double{box.axes[3 * axis + k]}) * double{box.half[axis]};
        reach[k] = base::rounded_up(sum * (1 + kSlack) + all + double{margin});
    }
    const Range x = range_about(body.position.x, origin.x, reach[0]),
                y = range_about(body.position.y, origin.y, reach[1]),
                z = range_about(body.position.z, origin.z, reach[2]);
    return {{x.lo, y.lo, z.lo}, {x.hi, y.hi, z.hi}};
}

/// Sweeps the boxes of the search. `pairs`: of indices, sorted, in memory of `lock`.
Status sweep_near(parallel::Call& call, WorkspaceLock& lock, const NearSearch& search, std::size_t count,
                  std::span<BoxPair>& pairs) noexcept {
    auto* const bounds = lock.reserve<Aabb>(Scratch::placed_bounds, count);
    if (bounds == nullptr) return Status::out_of_memory;
    const float margin = narrowphase::near_margin(search.max_distance);
    const parallel::Chunking chunks(count, parallel::kChunkBoxes, parallel::kMaxChunks);
    Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i)
            bounds[i] = bounds_about(search.state.bodies[search.boxes[i]], search.state.origin, margin);
    });
    if (status != Status::ok) return status;
    PairResult found;
    broadphase::BoundsSet<3> set;
    const auto raw = broadphase::raw_bounds(aabb_rows(std::span<const Aabb>(bounds, count)));
    status = broadphase::fill_bounds<3>(call, lock, raw, nullptr, set, found);
    if (status == Status::ok)
        status = broadphase::sweep_bounds(call, lock, set, NearSink(call.kernels(), search),
                                          broadphase::SweepLimit::of_call(call.max_pairs()), {}, found);
    if (status == Status::ok) status = broadphase::sort_pairs(lock, found.pairs);
    pairs = found.pairs;
    return status;
}

Status find_near(parallel::Call& call, WorkspaceLock& lock, const detail::WorldState& state, float max_distance,
                 const Seen& seen, WorldPairs& result) noexcept {
    auto* const boxes = lock.reserve<std::uint32_t>(Scratch::placed_boxes, state.box_limit);
    if (boxes == nullptr) return Status::out_of_memory;
    std::size_t count = 0;
    for (std::uint32_t index = 0; index < state.box_limit; ++index)
        if (state.has(index, kPresent) && seen(index)) boxes[count++] = index;
    std::span<BoxPair> found;
    const Status status = sweep_near(call, lock, {state, boxes, max_distance}, count, found);
    if (status != Status::ok) return status;
    auto* const pairs = lock.reserve<WorldPair>(Scratch::world_pairs, found.size());
    if (pairs == nullptr) return Status::out_of_memory;
    std::transform(found.begin(), found.end(), pairs, [&](const BoxPair& pair) { return state.ids_of(pair); });
    const auto rejected = [&](const WorldPair& pair) {
        return !seen.accepts(pair.first) || !seen.accepts(pair.second);
    };
    result.pairs = {pairs, std::remove_if(pairs, pairs + found.size(), rejected)};
    return Status::ok;
}

}  // namespace
}  // namespace world

Status distances(const World& world, std::span<const WorldPair> pairs, std::span<PairDistance> distances,
                 const QueryOptions& options) noexcept {
    parallel::Call call(options.execution);
    if (call.status() != Status::ok) return call.status();
    if (pairs.size() != distances.size()) return Status::invalid_argument;
    const detail::WorldState* const state = detail::WorldState::of(world);
    if (state == nullptr) return Status::not_prepared;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto& [first, second] = pairs[k];
        if (state->contains(first) && state->contains(second) && first != second) continue;
        if (options.invalid_index != nullptr) *options.invalid_index = k;
        return Status::invalid_id;
    }
    if (!state->queries.prepared) return Status::not_prepared;
    return world::find_distances(call, *state, pairs, distances);
}

Status find_near_pairs(const World& world, float max_distance, WorldPairs& result, Workspace& workspace,
                       const QueryOptions& options) noexcept {
    parallel::Call call(options.execution);
    if (call.status() != Status::ok) return call.status();
    if (!narrowphase::legal_near_distance(max_distance) || !world::legal_filters(options, 1))
        return Status::invalid_argument;
    const detail::WorldState* const state = detail::WorldState::of(world);
    if (state == nullptr || !state->queries.prepared) return Status::not_prepared;
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    return world::find_near(call, lock, *state, max_distance, world::Seen(*state, options, 0), result);
}

Status distances(World& world, std::span<const WorldPair> pairs, std::span<PairDistance> distances,
                 const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) { return v0::distances(seen, pairs, distances, options); };
    return world::prepared(world, options, ask);
}

Status find_near_pairs(World& world, float max_distance, WorldPairs& result, const QueryOptions& options) noexcept {
    const auto ask = [&](const World& seen) {
        return find_near_pairs(seen, max_distance, result, detail::WorldState::of(world)->queries.pairs, options);
    };
    return world::prepared(world, options, ask);
}

}  // namespace satori::v0
