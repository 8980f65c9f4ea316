#include "world/contact_step.hpp"

#include <algorithm>
#include <atomic>
#include <span>

#include "narrowphase/kept_axes.hpp"
#include "narrowphase/manifold_tile.hpp"
#include "simd/prefetch.hpp"

namespace satori::inline v0::world {

namespace {

/// Pairs that a worker takes at once: their boxes, 128 bytes, stay in the first-level cache.
constexpr std::uint32_t kTile = 128;
static_assert(kTile <= narrowphase::kTilePairs);
constexpr std::size_t kChunk = 2048;
constexpr std::uint32_t kAhead = 16;

/// A few pairs as kernels want them: the first boxes at the origin, the second ones beside them.
class RelativeTile {
public:
    explicit RelativeTile(const detail::WorldState& state) noexcept
        : records{first_, second_}, bodies_(state.bodies.data()) {}

    /// The pairs at `indices`; `soon` are those that come after them.
    void fill(const PairState* pairs, std::span<const std::uint32_t> indices,
              std::span<const std::uint32_t> soon) noexcept {
        const auto count = static_cast<std::uint32_t>(indices.size());
        for (std::uint32_t k = 0; k < count; ++k) {
            if (k < soon.size()) ask_for(pairs[soon[k]].pair);
            const BoxPair pair = pairs[indices[k]].pair;
            const Body &a = bodies_[pair.first], &b = bodies_[pair.second];
            tile.first[k] = tile.second[k] = k;
            first_[k] = a.shape;
            second_[k] = b.shape;
            second_[k].center[0] = static_cast<float>(b.position.x - a.position.x);
            second_[k].center[1] = static_cast<float>(b.position.y - a.position.y);
            second_[k].center[2] = static_cast<float>(b.position.z - a.position.z);
        }
        tile.count = count;
        tile.pad();
    }

    const simd::BoxRecord* const records[2];
    narrowphase::PairTile tile;

private:
    void ask_for(const BoxPair& pair) const noexcept {
        for (const std::uint32_t box : {pair.first, pair.second}) {
            simd::prefetch(&bodies_[box].shape);
            simd::prefetch(&bodies_[box].position);
        }
    }

    const Body* bodies_;
    simd::BoxRecord first_[kTile], second_[kTile];
};

/// f(piece, soon) for pieces of `indices` of at most kTile, in parallel; `soon` are those that come kAhead later.
template <class F>
Status for_each_piece(parallel::Call& call, std::span<const std::uint32_t> indices, F&& f) noexcept {
    const parallel::Chunking chunks(indices.size(), kChunk, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        std::span<const std::uint32_t> rest = indices.subspan(range.begin, range.end - range.begin);
        while (!rest.empty()) {
            const auto piece = rest.first(std::min<std::size_t>(kTile, rest.size()));
            f(piece, rest.subspan(std::min<std::size_t>(kAhead, rest.size())));
            rest = rest.subspan(piece.size());
        }
    });
}

/// Of pairs of one kind, which touch.
void find_touching_tile(const simd::KernelTable& kernels, detail::WorldState& state, const CollideOptions& options,
                        float speculative_distance, std::span<const std::uint32_t> indices,
                        std::span<const std::uint32_t> soon) noexcept {
    if (indices.empty()) return;
    RelativeTile relative(state);
    PairState* const pairs = state.next_pairs.data();
    relative.fill(pairs, indices, soon);
    simd::ContactHit hits[kTile + simd::kMaxLanes];
    const std::uint32_t hit_count = kernels.filter_contacts({relative.tile.rows(relative.records), speculative_distance,
                                                             options.axis_bias, options.boundary == Boundary::open},
                                                            hits);
    {
        narrowphase::KeptAxes<3> kept(kernels, relative.records, options.axis_bias);
        for (std::uint32_t h = 0; h < hit_count; ++h) {
            const std::uint32_t last = pairs[indices[hits[h].second]].axis;
            if (last != kNoAxis && last != hits[h].axis) kept.ask(hits[h].first, hits[h].second, last, hits[h].axis);
        }
    }
    for (std::uint32_t k = 0, h = 0; k < indices.size(); ++k) {
        PairState& pair = pairs[indices[k]];
        const bool hit = h < hit_count && hits[h].second == k;
        pair.axis = hit ? static_cast<std::uint8_t>(hits[h].axis) : kNoAxis;
        pair.flags = static_cast<std::uint8_t>((pair.flags & ~(PairState::kTouching | PairState::kFresh)) |
                                               (hit ? PairState::kTouching : 0));
        h += hit ? 1U : 0U;
    }
}

/// The payloads of a slot for the points of a new manifold there.
void carry(const ContactManifold& last, const ContactManifold& now, PointPayload* payloads) noexcept {
    bool same = last.point_count == now.point_count;
    for (std::uint32_t p = 0; p < kPoints; ++p) same = same && last.points[p].feature_id == now.points[p].feature_id;
    if (same) return;
    PointPayload carried[kPoints];
    for (std::uint32_t p = 0; p < now.point_count; ++p) {
        for (std::uint32_t q = 0; q < last.point_count; ++q) {
            if (last.points[q].feature_id != now.points[p].feature_id) continue;
            carried[p] = payloads[q];
            break;
        }
    }
    std::copy_n(carried, kPoints, payloads);
}

}  // namespace

Status find_touching(parallel::Call& call, detail::WorldState& state, const CollideOptions& options,
                     std::size_t active_count) noexcept {
    return for_each_piece(call, {state.active.data(), active_count}, [&](auto piece, auto soon) noexcept {
        // Sensors have no speculative contacts.
        std::uint32_t solid[kTile], sensors[kTile], solid_count = 0, sensor_count = 0;
        for (const std::uint32_t index : piece) {
            if (state.next_pairs[index].has(PairState::kSensor))
                sensors[sensor_count++] = index;
            else
                solid[solid_count++] = index;
        }
        find_touching_tile(call.kernels(), state, options, options.speculative_distance, {solid, solid_count}, soon);
        find_touching_tile(call.kernels(), state, options, 0, {sensors, sensor_count}, {});
    });
}

Status give_slots(detail::WorldState& state, std::size_t active_count, Slots& slots, std::size_t& hit_count) noexcept {
    slots = {state.slot_limit, state.free_slot_count};
    hit_count = 0;
    if (!state.hits.reserve(active_count, 0)) return Status::out_of_memory;
    for (std::size_t k = 0; k < active_count; ++k) {
        const PairState& pair = state.next_pairs[state.active[k]];
        // Written first, counted then: which come no branch predictor can guess.
        state.hits[hit_count] = state.active[k];
        hit_count += pair.has(PairState::kTouching) && !pair.has(PairState::kSensor) ? 1U : 0U;
    }
    for (std::size_t h = 0; h < hit_count; ++h) {
        PairState& pair = state.next_pairs[state.hits[h]];
        if (pair.slot != kNoSlot) continue;
        pair.slot = slots.free_count != 0 ? state.free_slots[--slots.free_count] : slots.limit++;
        pair.flags |= PairState::kFreshSlot;
    }
    // Room for all slots to be free one day, so that giving them back cannot fail.
    const bool enough =
        state.manifolds.reserve(slots.limit, state.slot_limit) &&
        state.payloads.reserve(kPoints * std::size_t{slots.limit}, kPoints * std::size_t{state.slot_limit}) &&
        state.free_slots.reserve(slots.limit, state.free_slot_count);
    return enough ? Status::ok : Status::out_of_memory;
}

Status build_contacts(parallel::Call& call, detail::WorldState& state, const CollideOptions& options,
                      std::size_t hit_count, std::uint64_t& point_count) noexcept {
    std::atomic<std::uint64_t> points{0};
    const auto build = [&](std::span<const std::uint32_t> indices, std::span<const std::uint32_t> soon) noexcept {
        RelativeTile relative(state);
        PairState* const pairs = state.next_pairs.data();
        relative.fill(pairs, indices, soon);
        std::uint32_t axes[kTile];
        for (std::uint32_t k = 0; k < indices.size(); ++k) axes[k] = pairs[indices[k]].axis;
        ContactManifold made[kTile];
        narrowphase::build_tile<3>(call.kernels(), relative.records, relative.tile, axes, options, made);
        std::uint64_t made_points = 0;
        for (std::uint32_t k = 0; k < indices.size(); ++k) {
            PairState& pair = pairs[indices[k]];
            if (made[k].point_count == 0) {
                // The slot is given back at the end of the step, and stays as it is until then.
                pair.flags &= static_cast<std::uint8_t>(~PairState::kTouching);
                pair.axis = kNoAxis;
                continue;
            }
            ContactManifold& last = state.manifolds[pair.slot];
            PointPayload* const payloads = state.payloads.data() + kPoints * std::size_t{pair.slot};
            made[k].pair = pair.pair;
            if (pair.has(PairState::kFreshSlot))
                std::fill_n(payloads, kPoints, PointPayload{});
            else
                carry(last, made[k], payloads);
            last = made[k];
            made_points += made[k].point_count;
            pair.axis = static_cast<std::uint8_t>(feature_axis(made[k].points[0].feature_id));
        }
        points.fetch_add(made_points, std::memory_order_relaxed);
    };
    const Status status = for_each_piece(call, {state.hits.data(), hit_count}, build);
    if (status != Status::ok) {
        // Slots that the failed update alone has given are no contact's.
        for (std::size_t h = 0; h < hit_count; ++h) {
            const PairState& pair = state.next_pairs[state.hits[h]];
            if (pair.has(PairState::kFreshSlot)) state.manifolds[pair.slot] = {};
        }
    }
    point_count = points.load(std::memory_order_relaxed);
    return status;
}

}  // namespace satori::inline v0::world
