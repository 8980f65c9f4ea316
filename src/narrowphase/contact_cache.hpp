#pragma once

#include <cstdint>

#include <satori/contact_cache.hpp>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "base/owned_array.hpp"
#include "narrowphase/contact_types.hpp"
#include "narrowphase/matched_points.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::narrowphase {

/// A manifold of the last step, without its points.
struct LastContact {
    BoxPair pair;
    std::uint8_t axis;  ///< kNoAxis when the manifold had no point
    std::uint8_t point_count;
};

/// Finds the manifold of a pair among the manifolds of the last step. It is a hash table with open addressing and
/// linear probing, at most half full. A slot holds the manifold's index; the two bits left over hold a part of the
/// pair's hash. These bits reject most other pairs without a read of their manifolds.
class LastContacts {
public:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    /// Refers to the contents of a cache whose manifolds have up to `points` points. A cache of the other kind, or
    /// null, gives no contacts. Valid until the cache changes.
    explicit LastContacts(const ContactCache* cache, std::uint32_t points = kMostPoints) noexcept;

    /// Returns the index of the pair's manifold, or kNone.
    std::uint32_t find(BoxPair pair) const noexcept { return find(pair, base::pair_hash(pair)); }
    /// Calls found(k, index) for each k below `count`, in order. `index` is the index of the manifold of pair_at(k), or
    /// kNone. Hash table slots are prefetched for a tile of pairs at a time.
    template <class PairAt, class Found>
    void for_each(std::size_t count, PairAt&& pair_at, Found&& found) const noexcept {
        constexpr std::size_t kTile = 32;
        std::uint64_t hashes[kTile];
        for (std::size_t tile = 0; tile < count; tile += kTile) {
            const std::size_t n = count - tile < kTile ? count - tile : kTile;
            for (std::size_t k = 0; k < n; ++k) {
                hashes[k] = base::pair_hash(pair_at(tile + k));
                simd::prefetch(slots_ + (hashes[k] >> shift_));
            }
            for (std::size_t k = 0; k < n; ++k) found(tile + k, find(pair_at(tile + k), hashes[k]));
        }
    }
    const LastContact& contact(std::uint32_t index) const noexcept {
        SATORI_ASSERT(index != kNone);
        return contacts_[index];
    }
    const LastFeatures& features(std::uint32_t index) const noexcept { return features_[index]; }
    const LastOffsets& offsets(std::uint32_t index) const noexcept { return offsets_[index]; }

private:
    friend struct detail::ContactCacheState;
    static constexpr std::uint32_t kEmpty = 0xffffffffU, kHashBits = 0xc0000000U;

    LastContacts() noexcept = default;
    /// Returns the pair's slot, or the empty slot where the pair would go.
    std::uint64_t slot_of(BoxPair pair, std::uint64_t hash) const noexcept {
        std::uint64_t slot = hash >> shift_;
        for (;; slot = (slot + 1) & (~std::uint64_t{0} >> shift_)) {
            const std::uint32_t content = slots_[slot];
            if (content == kEmpty) return slot;
            if (((content ^ hash) & kHashBits) == 0 && contacts_[content & ~kHashBits].pair == pair) return slot;
        }
    }
    std::uint32_t find(BoxPair pair, std::uint64_t hash) const noexcept {
        const std::uint32_t content = slots_[slot_of(pair, hash)];
        return content == kEmpty ? kNone : content & ~kHashBits;
    }

    static constexpr std::uint32_t kNoSlots[2] = {kEmpty, kEmpty};
    const std::uint32_t* slots_ = kNoSlots;
    unsigned shift_ = 63;  // hash >> shift_ is the slot
    const LastContact* contacts_ = nullptr;
    const LastFeatures* features_ = nullptr;
    const LastOffsets* offsets_ = nullptr;
};

}  // namespace satori::v0::narrowphase

namespace satori::v0::detail {

/// The state that a ContactCache owns.
struct ContactCacheState {
    explicit ContactCacheState(const Allocator& allocator) noexcept
        : memory(allocator), contacts(memory), features(memory), offsets(memory), slots(memory) {
        memory.count(sizeof *this);
    }

    static const ContactCacheState* of(const ContactCache& cache) noexcept { return cache.state_; }
    /// Returns the cache's state, and makes it first when there is none. Null when there is no memory.
    static ContactCacheState* ensure(ContactCache& cache) noexcept;
    static void free(ContactCache& cache) noexcept;

    /// Implements ContactCache::remember().
    template <class Manifold>
    static Status remember(ContactCache& cache, std::span<const Manifold> manifolds) noexcept;
    /// Returns false when there is no memory; the state is then unchanged.
    template <class Manifold>
    bool remember(std::span<const Manifold> manifolds) noexcept;
    void clear() noexcept;

    base::CountedMemory memory;  // first: the other members return their memory to it
    base::OwnedArray<narrowphase::LastContact> contacts;
    base::OwnedArray<narrowphase::LastFeatures> features;
    base::OwnedArray<narrowphase::LastOffsets> offsets;
    base::OwnedArray<std::uint32_t> slots;
    std::size_t size = 0;
    std::uint32_t points = narrowphase::kMostPoints;  // the most that a manifold of this kind can have
    narrowphase::LastContacts lookup;
};

}  // namespace satori::v0::detail
