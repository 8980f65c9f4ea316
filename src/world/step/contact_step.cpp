#include "world/step/contact_step.hpp"

#include <algorithm>
#include <atomic>
#include <span>

#include "base/assert.hpp"
#include "base/raw_array.hpp"
#include "narrowphase/axes_again.hpp"
#include "narrowphase/barred_sides.hpp"
#include "narrowphase/manifold_tile.hpp"
#include "narrowphase/matched_points.hpp"
#include "narrowphase/rounded_contacts.hpp"
#include "parallel/stopwatch.hpp"
#include "simd/prefetch.hpp"
#include "world/relative_pair.hpp"

namespace satori::v0::world {

namespace {

/// Pairs that a worker takes at once: enough for full vectors of faces and of edges, few enough for its stack.
constexpr std::uint32_t kTile = 256;
static_assert(kTile <= narrowphase::kTilePairs);
constexpr std::size_t kChunk = 2048;
constexpr std::uint32_t kMostChunks = 1024;
constexpr std::uint32_t kAhead = 16;
constexpr std::uint32_t kSlotsAhead = 8;

/// A few pairs as kernels want them: the first boxes at the origin (but for roundings), the second ones beside them.
/// The reach of a first box is its radius and the speculative distance of the pair, that of a second box its radius.
class RelativeTile {
public:
    RelativeTile(const detail::WorldState& state, const ContactOptions& options) noexcept
        : records{first_, second_}, bodies_(state.bodies.data()), distance_(options.speculative_distance) {}

    /// One pair more for each of `indices`; `soon` are those that come after them.
    void append(const PairTable& pairs, std::span<const std::uint32_t> indices,
                std::span<const std::uint32_t> soon) noexcept {
        for (std::size_t i = 0; i < indices.size(); ++i) {
            if (i < soon.size()) ask_for(pairs[soon[i]].pair);
            const PairState& pair = pairs[indices[i]];
            const Body &a = bodies_[pair.pair.first], &b = bodies_[pair.pair.second];
            const std::uint32_t k = tile.count++;
            SATORI_ASSERT(k < kTile);
            tile.first[k] = tile.second[k] = k;
            place_pair(a, b, first_[k], second_[k]);
            // Sensors have no speculative contacts, and notice what touches a covered side.
            const bool is_sensor = pair.has(PairState::kSensor);
            const float distance = is_sensor ? 0 : distance_ + (a.speculative_distance + b.speculative_distance);
            reaches_[k] = {a.radius, distance,
                           is_sensor ? 0 : narrowphase::barred_sides(a.covered_sides, b.covered_sides)};
            first_[k].reach = a.radius + distance;
        }
        tile.pad();
    }
    /// The pairs from `begin` on, a multiple of simd::kMaxLanes.
    simd::PairRowsOf<simd::BoxRecord> rows_from(std::uint32_t begin) const noexcept {
        SATORI_ASSERT(begin % simd::kMaxLanes == 0 && begin < tile.count);
        return {records[0], records[1], tile.first + begin, tile.second + begin, tile.count - begin};
    }

    /// True when a box of pair k has a radius.
    bool is_rounded(std::uint32_t k) const noexcept { return reaches_[k].radius + second_[k].reach != 0; }
    const narrowphase::FirstReach* reaches() const noexcept { return reaches_; }

    const simd::BoxRecord* const records[2];
    narrowphase::PairTile tile;

private:
    void ask_for(const BoxPair& pair) const noexcept {
        for (const std::uint32_t box : {pair.first, pair.second}) {
            simd::prefetch_outer(&bodies_[box].shape);
            simd::prefetch_outer(&bodies_[box].position);
        }
    }

    const Body* bodies_;
    float distance_;
    narrowphase::FirstReach reaches_[kTile];
    simd::BoxRecord first_[kTile], second_[kTile];
};

/// The options for kernels that read a RelativeTile.
ContactOptions without_distance(ContactOptions options) noexcept {
    options.speculative_distance = 0;
    return options;
}

parallel::Chunking chunking(std::size_t pairs) noexcept {
    return {pairs, kChunk, kMostChunks};
}

/// f(piece, soon) for pieces of at most kTile of a range of `indices`; `soon` are those that come kAhead later.
template <class F>
void for_each_piece(const std::uint32_t* indices, parallel::ChunkRange range, F&& f) noexcept {
    std::span<const std::uint32_t> rest(indices + range.begin, indices + range.end);
    while (!rest.empty()) {
        const auto piece = rest.first(std::min<std::size_t>(kTile, rest.size()));
        f(piece, rest.subspan(std::min<std::size_t>(kAhead, rest.size())));
        rest = rest.subspan(piece.size());
    }
}

/// See narrowphase::max_distance_sq().
float max_distance_sq(const detail::WorldState& state, const BoxPair& pair) noexcept {
    const auto size_of = [&](std::uint32_t box) {
        const Vec3& half = state.bodies[box].half_extents;
        return half.x + half.y + half.z;
    };
    return narrowphase::max_distance_sq(state.match_distance, size_of(pair.first), size_of(pair.second));
}

/// The payloads of a slot for the points of a new manifold there.
void carry(const detail::WorldState& state, const ContactManifold& last, const ContactManifold& now,
           std::span<PointPayload> payloads) noexcept {
    bool same = last.point_count == now.point_count;
    for (std::uint32_t p = 0; p < kPoints; ++p) same = same && last.points[p].feature_id == now.points[p].feature_id;
    if (same) return;
    std::uint32_t matched[kPoints];
    std::fill_n(matched, kPoints, kNoPoint);
    if (!narrowphase::match_ids(now, narrowphase::features_of(last), last.point_count, 0, matched))
        narrowphase::match_nearest(now, narrowphase::offsets_of(last), last.point_count,
                                   max_distance_sq(state, now.pair), 0, matched);
    PointPayload carried[kPoints];
    for (std::uint32_t p = 0; p < now.point_count; ++p)
        if (matched[p] != kNoPoint) carried[p] = payloads[matched[p]];
    std::copy_n(carried, kPoints, payloads.begin());
}

/// Notes that a pair does not touch. Its slot is given back at the end of the step, and stays as it is until then.
void set_apart(PairState& pair) noexcept {
    pair.flags &= static_cast<std::uint8_t>(~PairState::kTouching);
    pair.next_axis = kNoAxis;
}

/// Replaces the manifold of a pair that touches and has a slot, and gives the payloads of its points to the new ones. A
/// pair without a point touches no more. Returns how many points there are.
std::uint32_t store(detail::WorldState& state, PairState& pair, ContactManifold& made) noexcept {
    SATORI_ASSERT(pair.slot != kNoSlot && pair.has(PairState::kTouching));
    if (made.point_count == 0) {
        set_apart(pair);
        return 0;
    }
    ContactManifold& last = state.manifolds[pair.slot];
    const std::span<PointPayload> payloads = state.payloads.items(pair.slot);
    made.pair = pair.pair;
    if (pair.has(PairState::kFreshSlot))
        std::fill(payloads.begin(), payloads.end(), PointPayload{});
    else if (state.has_point_payloads)
        carry(state, last, made, payloads);
    last = made;
    const std::uint32_t axis = feature_axis(made.points[0].feature_id);
    pair.next_axis = axis != kNoAxis ? static_cast<std::uint8_t>(axis) : kClosestPoints;
    return made.point_count;
}

/// Makes the manifolds of pairs that touch and have slots. Returns how many points there are.
std::uint64_t build_to_slots(const simd::KernelTable& kernels, detail::WorldState& state, const ContactOptions& options,
                             const RelativeTile& relative, narrowphase::ContactTile& tile,
                             const std::uint32_t* indices) noexcept {
    base::RawArray<ContactManifold, kTile> room;
    ContactManifold* const made = room.data();
    const std::uint32_t count = tile.pairs.count;
    SATORI_ASSERT(count <= kTile);
    narrowphase::build_tile<3>(kernels, relative.records, tile, options, made);
    std::uint64_t points = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        if (k + kSlotsAhead < count) ask_for_manifold(state, state.pairs[indices[k + kSlotsAhead]].slot);
        points += store(state, state.pairs[indices[k]], made[k]);
    }
    return points;
}

/// The hits of a tile whose pairs have a radius.
struct RoundedHits {
    simd::ContactHit hits[kTile];
    std::uint32_t count = 0;

    void add(std::uint32_t row, std::uint32_t axis) noexcept {
        SATORI_ASSERT(count < kTile);
        hits[count++] = {row, row, axis, 0};
    }
};

/// Makes the manifolds of rounded pairs, and stores those of pairs that have slots. Marks the pairs that touch: those
/// that have a point, also with a sensor. Returns how many points are stored.
std::uint64_t build_rounded(const simd::KernelTable& kernels, detail::WorldState& state, const ContactOptions& options,
                            const RelativeTile& relative, const RoundedHits& rounded,
                            const std::uint32_t* indices) noexcept {
    std::uint64_t points = 0;
    for (std::uint32_t begin = 0; begin < rounded.count; begin += narrowphase::kRoundedPart) {
        const std::span part(rounded.hits + begin, std::min(narrowphase::kRoundedPart, rounded.count - begin));
        ContactManifold made[narrowphase::kRoundedPart];
        narrowphase::build_rounded_part(kernels, relative.records, part, options, relative.reaches(), made);
        for (std::size_t k = 0; k < part.size(); ++k) {
            PairState& pair = state.pairs[indices[part[k].first]];
            pair.flags |= PairState::kTouching;
            pair.next_axis = static_cast<std::uint8_t>(part[k].axis);
            if (pair.slot != kNoSlot)
                points += store(state, pair, made[k]);
            else if (made[k].point_count == 0)
                set_apart(pair);
        }
    }
    return points;
}

/// What a chunk of pairs has come to.
struct ChunkFound {
    std::uint32_t* without_slot;  ///< where indices of pairs go that touch and have none
    std::uint32_t without_slot_count = 0;
    std::uint64_t points = 0, begun = 0, ended = 0, manifold_ns = 0;
};

/// Looks again at pairs while their boxes are at hand: which touch, and the manifolds of those that have slots.
void look_at_tile(const simd::KernelTable& kernels, detail::WorldState& state, const ContactOptions& options,
                  std::span<const std::uint32_t> indices, std::span<const std::uint32_t> soon,
                  ChunkFound& found) noexcept {
    SATORI_ASSERT(indices.size() <= kTile);
    RelativeTile relative(state, options);
    const ContactOptions beside_reach = without_distance(options);
    PairTable& pairs = state.pairs;
    simd::ContactHit hits[kTile + simd::kMaxLanes];
    std::uint32_t hit_count = 0;
    // A vector at a time: the next one's boxes are on their way while this one's axes are computed.
    for (std::uint32_t begin = 0; begin < indices.size(); begin += simd::kMaxLanes) {
        const auto size = std::min<std::size_t>(simd::kMaxLanes, indices.size() - begin);
        relative.append(pairs, indices.subspan(begin, size), soon.subspan(std::min<std::size_t>(begin, soon.size())));
        hit_count += kernels.filter_contacts(
            {relative.rows_from(begin), 0, narrowphase::tolerance(options), options.boundary == Boundary::open},
            hits + hit_count);
    }
    narrowphase::ContactTile touching;
    for (std::uint32_t h = 0; h < hit_count; ++h) {
        SATORI_ASSERT(hits[h].first == hits[h].second && hits[h].second < indices.size());
        const PairState& pair = pairs[indices[hits[h].second]];
        narrowphase::note_last_axis(hits[h], pair.axis == kClosestPoints ? kNoAxis : pair.axis);
        touching.add(hits[h]);
        const std::uint32_t row = hits[h].first;
        touching.bar(h, narrowphase::barred_for_axes(relative.is_rounded(row), relative.records[0][row],
                                                     relative.records[1][row], relative.reaches()[row].barred));
    }
    narrowphase::choose_again<3>(kernels, relative.records, beside_reach, touching);
    for (const std::uint32_t index : indices) {
        pairs[index].next_axis = kNoAxis;
        pairs[index].flags &= static_cast<std::uint8_t>(~(PairState::kTouching | PairState::kFresh));
    }
    const parallel::Stopwatch watch(state.is_timed());
    RoundedHits rounded;
    for (std::uint32_t h = 0; h < hit_count; ++h)
        if (relative.is_rounded(touching.pairs.second[h])) rounded.add(touching.pairs.second[h], touching.axis[h]);
    found.points += build_rounded(kernels, state, beside_reach, relative, rounded, indices.data());
    // Those that have slots move up.
    std::uint32_t places[kTile], slot_count = 0;
    for (std::uint32_t h = 0; h < hit_count; ++h) {
        const std::uint32_t row = touching.pairs.second[h], index = indices[row];
        PairState& pair = pairs[index];
        const bool is_rounded = relative.is_rounded(row);
        if (is_rounded && (pair.slot != kNoSlot || !pair.has(PairState::kTouching))) continue;
        pair.flags |= PairState::kTouching;
        pair.next_axis = static_cast<std::uint8_t>(touching.axis[h]);
        if (pair.has(PairState::kSensor)) continue;
        // Written to both, counted in one.
        found.without_slot[found.without_slot_count] = places[slot_count] = index;
        touching.pairs.first[slot_count] = touching.pairs.second[slot_count] = row;
        touching.axis[slot_count] = touching.axis[h];
        touching.flags[slot_count] = touching.flags[h];
        touching.barred[slot_count] = touching.barred[h];
        const std::uint32_t has_slot = pair.slot != kNoSlot ? 1 : 0;
        slot_count += has_slot;
        found.without_slot_count += 1 - has_slot;
    }
    touching.pairs.count = slot_count;
    if (slot_count != 0) {
        touching.pairs.pad();
        found.points += build_to_slots(kernels, state, beside_reach, relative, touching, places);
    }
    found.manifold_ns += watch.nanoseconds();
}

}  // namespace

Status look_at_active(parallel::Call& call, detail::WorldState& state, const ContactOptions& options,
                      std::size_t active_count, LookedAt& result) noexcept {
    result = {};
    if (!state.hits.reserve(active_count, 0)) return Status::out_of_memory;
    std::uint32_t telling[kMostChunks], without_slot[kMostChunks];
    std::atomic<std::uint64_t> points{0}, begun{0}, ended{0}, manifold_ns{0};
    const parallel::Chunking chunks = chunking(active_count);
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        ChunkFound found{state.hits.data() + range.begin};
        std::uint32_t* const begin = state.active.data() + range.begin;
        std::uint32_t* tell = begin;
        for_each_piece(state.active.data(), range, [&](auto piece, auto soon) noexcept {
            look_at_tile(call.kernels(), state, options, piece, soon, found);
            for (const std::uint32_t index : piece) {
                // Written first, counted then: which come no branch predictor can guess. `was`: it has been told of.
                *tell = index;
                const std::uint32_t flags = state.pairs[index].flags;
                const std::uint32_t touches = flags & 1, was = flags >> 1 & 1, off = flags >> 6 & 1;
                static_assert(PairState::kTouching == 1 && PairState::kTold == 1 << 1 && PairState::kOff == 1 << 6);
                const std::uint32_t touched = state.pairs[index].axis != kNoAxis ? 1 : 0, is = touches & ~off;
                tell += touches | touched;
                found.begun += is & ~was;
                found.ended += was & ~is;
            }
        });
        telling[chunk] = static_cast<std::uint32_t>(tell - begin);
        without_slot[chunk] = found.without_slot_count;
        points.fetch_add(found.points, std::memory_order_relaxed);
        begun.fetch_add(found.begun, std::memory_order_relaxed);
        ended.fetch_add(found.ended, std::memory_order_relaxed);
        manifold_ns.fetch_add(found.manifold_ns, std::memory_order_relaxed);
    });
    if (status != Status::ok) return status;
    result.telling_count = parallel::join_chunks(state.active.data(), chunks, telling);
    result.without_slot_count = parallel::join_chunks(state.hits.data(), chunks, without_slot);
    result.begun_count = begun.load(std::memory_order_relaxed);
    result.ended_count = ended.load(std::memory_order_relaxed);
    result.point_count = points.load(std::memory_order_relaxed);
    result.manifold_ns = manifold_ns.load(std::memory_order_relaxed);
    return Status::ok;
}

Status give_slots(detail::WorldState& state, std::size_t count, Slots& slots) noexcept {
    slots = {state.slot_limit, state.free_slot_count};
    for (std::size_t h = 0; h < count; ++h) {
        PairState& pair = state.pairs[state.hits[h]];
        SATORI_ASSERT(pair.slot == kNoSlot && !pair.has(PairState::kSensor));
        pair.slot = slots.free_count != 0 ? state.free_slots[--slots.free_count] : slots.limit++;
        pair.flags |= PairState::kFreshSlot;
    }
    // Room for all slots to be free one day, so that giving them back cannot fail.
    const bool enough = state.manifolds.reserve(slots.limit, state.slot_limit) &&
                        state.payloads.reserve(slots.limit, state.slot_limit) &&
                        state.free_slots.reserve(slots.limit, state.free_slot_count);
    return enough ? Status::ok : Status::out_of_memory;
}

Status build_new_contacts(parallel::Call& call, detail::WorldState& state, const ContactOptions& options,
                          std::size_t count, std::uint64_t& point_count) noexcept {
    std::atomic<std::uint64_t> points{0};
    const parallel::Chunking chunks = chunking(count);
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        for_each_piece(state.hits.data(), chunks[chunk], [&](auto piece, auto soon) noexcept {
            RelativeTile relative(state, options);
            relative.append(state.pairs, piece, soon);
            narrowphase::ContactTile tile;
            RoundedHits rounded;
            std::uint32_t flat[kTile], flat_count = 0;
            for (std::uint32_t k = 0; k < piece.size(); ++k) {
                const PairState& pair = state.pairs[piece[k]];
                if (relative.is_rounded(k)) {
                    rounded.add(k, pair.next_axis);
                    continue;
                }
                tile.add({k, k, pair.next_axis, 0});
                tile.bar(flat_count, relative.reaches()[k].barred);
                flat[flat_count++] = piece[k];
            }
            const ContactOptions beside_reach = without_distance(options);
            std::uint64_t made = build_rounded(call.kernels(), state, beside_reach, relative, rounded, piece.data());
            if (flat_count != 0) {
                tile.pairs.pad();
                made += build_to_slots(call.kernels(), state, beside_reach, relative, tile, flat);
            }
            points.fetch_add(made, std::memory_order_relaxed);
        });
    });
    if (status != Status::ok) {
        // Slots that the failed update alone has given are no contact's.
        for (std::size_t h = 0; h < count; ++h) state.manifolds[state.pairs[state.hits[h]].slot] = {};
    }
    point_count += points.load(std::memory_order_relaxed);
    return status;
}

}  // namespace satori::v0::world
