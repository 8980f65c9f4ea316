#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <satori/pairs.hpp>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "base/multiset_hash.hpp"
#include "base/owned_array.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::world {

/// Returns the pair of two boxes, the lower index first.
inline BoxPair ordered(std::uint32_t a, std::uint32_t b) noexcept {
    return {std::min(a, b), std::max(a, b)};
}

/// Finds the places of pairs in an array that its owner keeps. A hash table with linear probing (Knuth, "The Art of
/// Computer Programming", volume 3, section 6.4, algorithms L and R). A bucket holds the hash of its pair, so the pairs
/// themselves are read only where the hashes are equal.
class PairIndex {
public:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    explicit PairIndex(base::CountedMemory& memory) noexcept : memory_(memory), buckets_(memory) {}

    /// Makes room for `count` pairs: insert() cannot fail until there are as many. Returns false when there is no
    /// memory; nothing changes then. Amortised O(1) per pair.
    bool reserve(std::size_t count) noexcept {
        if (count <= most()) return true;
        const std::size_t wanted = std::max(std::size_t{16}, std::bit_ceil(count + count / 2 + 1));
        SATORI_ASSERT(wanted / 4 * 3 >= count);
        base::OwnedArray<Bucket> old(memory_);
        if (!old.reserve(wanted, 0)) return false;
        old.swap(buckets_);
        std::fill_n(buckets_.data(), wanted, Bucket{});
        const std::size_t held = std::exchange(bucket_count_, wanted);
        for (std::size_t i = 0; i < held; ++i)
            if (old[i].place != kNone) put(old[i]);
        return true;
    }

    /// Makes room for assign(). Returns false when there is no memory; nothing changes then.
    bool reserve_for(const PairIndex& other) noexcept { return buckets_.reserve(other.bucket_count_, bucket_count_); }
    /// Becomes a copy of another index.
    void assign(const PairIndex& other) noexcept {
        buckets_.assign(other.buckets_, other.bucket_count_);
        bucket_count_ = other.bucket_count_;
        count_ = other.count_;
    }

    /// Returns the place of a pair, or kNone; pair_at(place) is the pair at a place. O(1).
    template <class PairAt>
    std::uint32_t find(const BoxPair& pair, PairAt&& pair_at) const noexcept {
        if (count_ == 0) return kNone;
        const std::uint32_t tag = tag_of(pair);
        for (std::size_t i = home(tag);; i = next(i)) {
            const Bucket& bucket = buckets_[i];
            if (bucket.place == kNone) return kNone;
            if (bucket.tag == tag && pair_at(bucket.place) == pair) return bucket.place;
        }
    }
    /// Adds a pair that is not here yet. O(1).
    void insert(const BoxPair& pair, std::uint32_t place) noexcept {
        SATORI_ASSERT(count_ < most() && place != kNone);
        put({tag_of(pair), place});
        ++count_;
    }
    /// Removes a pair that is here. O(1).
    void erase(const BoxPair& pair, std::uint32_t place) noexcept {
        SATORI_ASSERT(count_ != 0);
        std::size_t hole = home(tag_of(pair));
        while (buckets_[hole].place != place) {
            SATORI_ASSERT(buckets_[hole].place != kNone);
            hole = next(hole);
        }
        // Pairs behind the hole move up, unless they would then stand before their home.
        for (std::size_t i = next(hole); buckets_[i].place != kNone; i = next(i)) {
            const std::size_t from_home = (i - home(buckets_[i].tag)) & (bucket_count_ - 1);
            if (from_home < ((i - hole) & (bucket_count_ - 1))) continue;
            buckets_[hole] = buckets_[i];
            hole = i;
        }
        buckets_[hole] = {};
        --count_;
    }
    /// Brings the bucket where find() begins into the cache.
    void prefetch(const BoxPair& pair) const noexcept {
        if (bucket_count_ != 0) simd::prefetch(buckets_.data() + home(tag_of(pair)));
    }
    /// Returns the place in that bucket, mostly that of the pair; kNone when the bucket is empty.
    std::uint32_t likely_place(const BoxPair& pair) const noexcept {
        return bucket_count_ != 0 ? buckets_[home(tag_of(pair))].place : kNone;
    }
    std::size_t count() const noexcept { return count_; }

    /// Returns true when the index holds exactly the pairs of `listed`, each where find() looks for it. `listed` sums
    /// up the places. O(buckets).
    template <class PairAt>
    bool validate(const base::MultisetHash& listed, PairAt&& pair_at) const noexcept {
        base::MultisetHash held;
        std::size_t count = 0;
        for (std::size_t i = 0; i < bucket_count_; ++i) {
            if (buckets_[i].place == kNone) continue;
            ++count;
            held.add(buckets_[i].place);
            const BoxPair pair = pair_at(buckets_[i].place);
            if (tag_of(pair) != buckets_[i].tag || find(pair, pair_at) != buckets_[i].place) return false;
        }
        return count == count_ && count <= most() && held == listed;
    }

private:
    struct Bucket {
        std::uint32_t tag = 0;
        std::uint32_t place = kNone;
    };

    static std::uint32_t tag_of(const BoxPair& pair) noexcept {
        return static_cast<std::uint32_t>(base::pair_hash(pair) >> 32);
    }
    std::size_t home(std::uint32_t tag) const noexcept { return tag & (bucket_count_ - 1); }
    std::size_t next(std::size_t bucket) const noexcept { return (bucket + 1) & (bucket_count_ - 1); }
    /// Three quarters: there is always an empty bucket, where a search ends.
    std::size_t most() const noexcept { return bucket_count_ / 4 * 3; }
    void put(const Bucket& bucket) noexcept {
        std::size_t i = home(bucket.tag);
        while (buckets_[i].place != kNone) i = next(i);
        buckets_[i] = bucket;
    }

    base::CountedMemory& memory_;
    base::OwnedArray<Bucket> buckets_;  // their number is a power of two
    std::size_t bucket_count_ = 0, count_ = 0;
};

}  // namespace satori::v0::world
