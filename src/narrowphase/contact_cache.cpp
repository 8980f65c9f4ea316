#include "narrowphase/contact_cache.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <new>
#include <utility>

#include "base/assert.hpp"
#include "base/memory.hpp"
#include "parallel/find_first.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0 {

namespace {

/// A match is 4 * index + point in 32 bits. The largest value, kNoPoint, stays free.
constexpr std::size_t kMostManifolds = (std::size_t{1} << 30) - 1;
constexpr std::size_t kChunkManifolds = 2048, kChunkPoints = 8192;

template <class Manifold>
inline constexpr std::uint32_t kPointsOf = narrowphase::ContactTypes<narrowphase::kDimOf<Manifold>>::kPoints;

template <class Manifold>
bool legal(const Manifold& manifold) noexcept {
    return manifold.point_count <= kPointsOf<Manifold>;
}

bool overlapping(std::span<const PointPayload> a, std::span<const PointPayload> b) noexcept {
    const std::less<const PointPayload*> before;
    return !a.empty() && !b.empty() && before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

}  // namespace

namespace narrowphase {

LastContacts::LastContacts(const ContactCache* cache, std::uint32_t points) noexcept {
    const detail::ContactCacheState* const state = cache != nullptr ? detail::ContactCacheState::of(*cache) : nullptr;
    if (state != nullptr && state->points == points) *this = state->lookup;
}

}  // namespace narrowphase

namespace detail {

ContactCacheState* ContactCacheState::ensure(ContactCache& cache) noexcept {
    if (cache.state_ != nullptr) return cache.state_;
    void* const memory = base::allocate(cache.allocator_, sizeof(ContactCacheState));
    if (memory != nullptr) cache.state_ = new (memory) ContactCacheState(cache.allocator_);
    return cache.state_;
}

void ContactCacheState::free(ContactCache& cache) noexcept {
    if (cache.state_ == nullptr) return;
    cache.state_->~ContactCacheState();
    base::release(cache.allocator_, std::exchange(cache.state_, nullptr), sizeof(ContactCacheState));
}

template <class Manifold>
bool ContactCacheState::remember(std::span<const Manifold> manifolds) noexcept {
    using narrowphase::LastContacts;
    using Types = narrowphase::ContactTypes<narrowphase::kDimOf<Manifold>>;
    constexpr std::size_t kAhead = 16;
    const std::size_t count = manifolds.size(), slot_count = std::bit_ceil(2 * count);
    // The old contents stay valid until there is room for everything: up to here, arrays have only moved.
    const bool enough = contacts.reserve(count, size) && features.reserve(count, size) &&
                        offsets.reserve(count, size) &&
                        slots.reserve(slot_count, size == 0 ? 0 : std::bit_ceil(2 * size));
    if (enough) size = count;
    if (size != 0) {
        lookup.contacts_ = contacts.data(), lookup.features_ = features.data(), lookup.offsets_ = offsets.data();
        lookup.slots_ = slots.data();
    }
    if (!enough) return false;

    SATORI_ASSERT(count != 0 && count <= kMostManifolds);
    SATORI_ASSERT(std::has_single_bit(slot_count) && slot_count >= 2 * count);
    points = Types::kPoints;
    lookup.shift_ = 64 - static_cast<unsigned>(std::countr_zero(slot_count));
    std::fill_n(slots.data(), slot_count, LastContacts::kEmpty);
    for (std::size_t i = 0; i < count; ++i) {
        if (i + kAhead < count)
            simd::prefetch_for_write(slots.data() + (base::pair_hash(manifolds[i + kAhead].pair) >> lookup.shift_));
        const Manifold& manifold = manifolds[i];
        const std::uint32_t axis = feature_axis(manifold.points[0].feature_id);
        const bool has_axis = manifold.point_count != 0 && axis < Types::kAxes;
        SATORI_ASSERT(manifold.point_count <= Types::kPoints);
        contacts[i] = {manifold.pair, has_axis ? static_cast<std::uint8_t>(axis) : kNoAxis,
                       static_cast<std::uint8_t>(manifold.point_count)};
        features[i] = narrowphase::features_of(manifold);
        offsets[i] = narrowphase::offsets_of(manifold);
        const std::uint64_t hash = base::pair_hash(manifold.pair);
        std::uint32_t& slot = slots[static_cast<std::size_t>(lookup.slot_of(manifold.pair, hash))];
        if (slot != LastContacts::kEmpty) continue;  // the first manifold of a pair stays
        slot = static_cast<std::uint32_t>(i) | (static_cast<std::uint32_t>(hash) & LastContacts::kHashBits);
    }
    return true;
}

template <class Manifold>
Status ContactCacheState::remember(ContactCache& cache, std::span<const Manifold> manifolds) noexcept {
    if (manifolds.size() > kMostManifolds) return Status::capacity_exceeded;
    if (!std::all_of(manifolds.begin(), manifolds.end(), legal<Manifold>)) return Status::invalid_argument;
    if (manifolds.empty()) {
        cache.clear();
        return Status::ok;
    }
    ContactCacheState* const state = ensure(cache);
    return state != nullptr && state->remember(manifolds) ? Status::ok : Status::out_of_memory;
}

void ContactCacheState::clear() noexcept {
    size = 0;
    lookup = {};
}

}  // namespace detail

namespace {

float size_of(const BoxBatch& boxes, std::uint32_t i) noexcept {
    return boxes.component(BoxComponent::half_x)[i] + boxes.component(BoxComponent::half_y)[i] +
           boxes.component(BoxComponent::half_z)[i];
}
float size_of(const RectBatch& rects, std::uint32_t i) noexcept {
    return rects.component(RectComponent::half_x)[i] + rects.component(RectComponent::half_y)[i];
}

template <class Batch, class Manifold>
Status match_kind(const ContactCache& last, const SetsOf<Batch>& sets, std::span<const Manifold> manifolds,
                  std::span<std::uint32_t> matches, const MatchOptions& options) noexcept {
    using narrowphase::LastContacts;
    constexpr std::uint32_t kPoints = kPointsOf<Manifold>;
    const Batch &first = sets.first(), &second = sets.second() != nullptr ? *sets.second() : first;
    if (matches.size() != kPoints * manifolds.size()) return Status::invalid_argument;
    parallel::Call call(options.execution);
    if (call.status() != Status::ok) return call.status();
    // This check must come after `call` exists: with the caller's floating-point settings, the smallest numbers may
    // count as 0.
    if (!narrowphase::legal_match_distance(options.max_distance)) return Status::invalid_argument;
    const auto wrong = [=, first_size = first.size(), second_size = second.size()](std::size_t i) noexcept {
        const BoxPair& pair = manifolds[i].pair;
        return !legal(manifolds[i]) || pair.first >= first_size || pair.second >= second_size;
    };
    std::size_t fault = 0;
    const Status status = parallel::find_first(call, manifolds.size(), kChunkManifolds, wrong, fault);
    if (status != Status::ok) return status;
    if (fault != manifolds.size()) return legal(manifolds[fault]) ? Status::invalid_id : Status::invalid_argument;

    const LastContacts contacts(&last, kPoints);
    const parallel::Chunking chunks(manifolds.size(), kChunkManifolds, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        const auto pair_at = [&](std::size_t k) { return manifolds[range.begin + k].pair; };
        contacts.for_each(range.end - range.begin, pair_at, [&](std::size_t k, std::uint32_t index) {
            const Manifold& manifold = manifolds[range.begin + k];
            std::uint32_t* const match = matches.data() + kPoints * (range.begin + k);
            std::fill_n(match, kPoints, kNoPoint);
            if (index == LastContacts::kNone) return;
            const std::uint32_t last_count = contacts.contact(index).point_count, first_point = kPoints * index;
            if (narrowphase::match_ids(manifold, contacts.features(index), last_count, first_point, match)) return;
            const float most_sq = narrowphase::max_distance_sq(
                options.max_distance, size_of(first, manifold.pair.first), size_of(second, manifold.pair.second));
            narrowphase::match_nearest(manifold, contacts.offsets(index), last_count, most_sq, first_point, match);
        });
    });
}

}  // namespace

ContactCache::ContactCache(Allocator allocator) noexcept : allocator_(base::resolved(allocator)) {}

ContactCache::ContactCache(ContactCache&& other) noexcept
    : allocator_(other.allocator_), state_(std::exchange(other.state_, nullptr)) {}

ContactCache& ContactCache::operator=(ContactCache&& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(state_, other.state_);
    return *this;
}

ContactCache::~ContactCache() {
    detail::ContactCacheState::free(*this);
}

Status ContactCache::remember(std::span<const ContactManifold> manifolds) noexcept {
    return detail::ContactCacheState::remember(*this, manifolds);
}

Status ContactCache::remember(std::span<const RectManifold> manifolds) noexcept {
    return detail::ContactCacheState::remember(*this, manifolds);
}

void ContactCache::clear() noexcept {
    if (state_ != nullptr) state_->clear();
}

std::uint64_t ContactCache::size() const noexcept {
    return state_ != nullptr ? state_->size : 0;
}

std::uint64_t ContactCache::bytes() const noexcept {
    return state_ != nullptr ? state_->memory.bytes() : 0;
}

Status match_points(const ContactCache& last, const BoxSets& sets, std::span<const ContactManifold> manifolds,
                    std::span<std::uint32_t> matches, const MatchOptions& options) noexcept {
    return match_kind(last, sets, manifolds, matches, options);
}

Status match_points(const ContactCache& last, const RectSets& sets, std::span<const RectManifold> manifolds,
                    std::span<std::uint32_t> matches, const MatchOptions& options) noexcept {
    return match_kind(last, sets, manifolds, matches, options);
}

Status carry_payloads(std::span<const std::uint32_t> matches, std::span<const PointPayload> last,
                      std::span<PointPayload> now, const Execution& execution) noexcept {
    if (now.size() != matches.size() || overlapping(last, now)) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    const auto wrong = [&](std::size_t i) noexcept { return matches[i] != kNoPoint && matches[i] >= last.size(); };
    const Status status = parallel::refuse_any(call, matches.size(), kChunkPoints, wrong, Status::invalid_id);
    if (status != Status::ok) return status;
    const parallel::Chunking chunks(matches.size(), kChunkPoints, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t k = range.begin; k < range.end; ++k)
            now[k] = matches[k] != kNoPoint ? last[matches[k]] : PointPayload{};
    });
}

}  // namespace satori::v0
