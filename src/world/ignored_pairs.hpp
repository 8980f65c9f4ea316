#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <satori/pairs.hpp>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "base/owned_array.hpp"

namespace satori::v0::world {

/// A set of pairs of boxes, by index, that make no pair. A hash table finds a pair; a doubly linked list per box finds
/// all pairs of this box. (a, b) and (b, a) are the same pair.
class IgnoredPairs {
public:
    explicit IgnoredPairs(base::CountedMemory& memory) noexcept : nodes_(memory), buckets_(memory), lists_(memory) {}

    /// O(1).
    bool contains(const BoxPair& pair) const noexcept { return find(ordered(pair)) != kNone; }
    /// Returns false when there is no memory; the set is then unchanged. Amortised O(1).
    bool add(BoxPair pair) noexcept {
        pair = ordered(pair);
        if (find(pair) != kNone) return true;
        if (!reserve_node() || !reserve_list(pair.second)) return false;
        SATORI_ASSERT(pair.first < pair.second);
        const std::uint32_t node = take_node();
        nodes_[node].pair = pair;
        insert_in_bucket(node);
        insert_in_list(node, 0);
        insert_in_list(node, 1);
        ++count_;
        return true;
    }
    /// O(1).
    void remove(const BoxPair& pair) noexcept {
        const std::uint32_t node = find(ordered(pair));
        if (node != kNone) remove_node(node);
    }
    /// Removes all pairs of a box. O(pairs of this box).
    void remove(std::uint32_t box) noexcept {
        if (box >= list_count_) return;
        while (lists_[box] != kNone) remove_node(lists_[box]);
    }
    std::size_t count() const noexcept { return count_; }

    /// Calls seen(pair) once for each pair, with first < second, in an unspecified order.
    template <class Seen>
    void for_each(Seen&& seen) const noexcept {
        for (std::size_t bucket = 0; bucket < bucket_count_; ++bucket)
            for (std::uint32_t node = buckets_[bucket]; node != kNone; node = nodes_[node].next_in_bucket)
                seen(nodes_[node].pair);
    }

    /// Returns true when each pair stands in one bucket and in the lists of its two boxes, and all other nodes are
    /// free. O(pairs).
    bool validate() const noexcept {
        if (bucket_count_ != 0 && !std::has_single_bit(bucket_count_)) return false;
        if (node_count_ > bucket_count_ || count_ > node_count_ || nodes_.capacity() < node_count_) return false;
        if (buckets_.capacity() < bucket_count_ || lists_.capacity() < list_count_) return false;
        return are_buckets_whole() && are_lists_whole() && is_free_list_whole();
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    struct Node {
        BoxPair pair;                  // first < second
        std::uint32_t next_in_bucket;  // in a free node: the next free node
        std::uint32_t next[2];         // in the lists of pair.first and of pair.second
        std::uint32_t previous[2];
    };

    static BoxPair ordered(const BoxPair& pair) noexcept {
        return {std::min(pair.first, pair.second), std::max(pair.first, pair.second)};
    }
    std::size_t bucket_of(const BoxPair& pair) const noexcept {
        SATORI_ASSERT(std::has_single_bit(bucket_count_));
        return static_cast<std::size_t>(base::pair_hash(pair) >> 32) & (bucket_count_ - 1);
    }
    std::uint32_t find(const BoxPair& pair) const noexcept {
        if (count_ == 0) return kNone;
        std::uint32_t node = buckets_[bucket_of(pair)];
        while (node != kNone && nodes_[node].pair != pair) node = nodes_[node].next_in_bucket;
        return node;
    }
    /// Returns which of the node's two lists is the list of `box`.
    std::size_t side_of(std::uint32_t node, std::uint32_t box) const noexcept {
        SATORI_ASSERT(nodes_[node].pair.first == box || nodes_[node].pair.second == box);
        return nodes_[node].pair.first == box ? 0 : 1;
    }

    /// Provides a free node, and keeps the number of nodes at most the number of buckets.
    bool reserve_node() noexcept {
        if (free_ != kNone) return true;
        if (node_count_ == kNone) return false;
        if (!nodes_.reserve(node_count_ + std::uint64_t{1}, node_count_)) return false;
        return node_count_ < bucket_count_ || double_buckets();
    }
    bool double_buckets() noexcept {
        const std::size_t doubled = std::max(std::size_t{16}, 2 * bucket_count_);
        if (!buckets_.reserve(doubled, 0)) return false;
        bucket_count_ = doubled;
        std::fill_n(buckets_.data(), doubled, kNone);
        SATORI_ASSERT(free_ == kNone);
        for (std::uint32_t node = 0; node < node_count_; ++node) insert_in_bucket(node);
        return true;
    }
    bool reserve_list(std::uint32_t box) noexcept {
        if (box < list_count_) return true;
        if (!lists_.reserve(box + std::uint64_t{1}, list_count_)) return false;
        std::fill(lists_.data() + list_count_, lists_.data() + box + 1, kNone);
        list_count_ = box + 1;
        return true;
    }
    std::uint32_t take_node() noexcept {
        SATORI_ASSERT(free_ != kNone || node_count_ < bucket_count_);
        if (free_ == kNone) return node_count_++;
        return std::exchange(free_, nodes_[free_].next_in_bucket);
    }
    void insert_in_bucket(std::uint32_t node) noexcept {
        std::uint32_t& head = buckets_[bucket_of(nodes_[node].pair)];
        nodes_[node].next_in_bucket = std::exchange(head, node);
    }
    void insert_in_list(std::uint32_t node, std::size_t side) noexcept {
        const std::uint32_t box = side == 0 ? nodes_[node].pair.first : nodes_[node].pair.second;
        const std::uint32_t next = std::exchange(lists_[box], node);
        nodes_[node].next[side] = next;
        nodes_[node].previous[side] = kNone;
        if (next != kNone) nodes_[next].previous[side_of(next, box)] = node;
    }
    void erase_from_list(std::uint32_t node, std::size_t side) noexcept {
        const std::uint32_t box = side == 0 ? nodes_[node].pair.first : nodes_[node].pair.second;
        const std::uint32_t next = nodes_[node].next[side], previous = nodes_[node].previous[side];
        if (next != kNone) nodes_[next].previous[side_of(next, box)] = previous;
        if (previous != kNone)
            nodes_[previous].next[side_of(previous, box)] = next;
        else
            lists_[box] = next;
    }
    void remove_node(std::uint32_t node) noexcept {
        erase_from_list(node, 0);
        erase_from_list(node, 1);
        SATORI_ASSERT(count_ != 0);
        std::uint32_t* link = &buckets_[bucket_of(nodes_[node].pair)];
        while (*link != node) link = &nodes_[*link].next_in_bucket;
        *link = nodes_[node].next_in_bucket;
        nodes_[node].next_in_bucket = std::exchange(free_, node);
        --count_;
    }

    // Walks end at the number of nodes that there should be, so that a cycle ends too.

    bool are_buckets_whole() const noexcept {
        std::size_t seen = 0;
        for (std::size_t bucket = 0; bucket < bucket_count_; ++bucket) {
            for (std::uint32_t node = buckets_[bucket]; node != kNone; node = nodes_[node].next_in_bucket) {
                if (node >= node_count_ || ++seen > count_) return false;
                const BoxPair& pair = nodes_[node].pair;
                if (!(pair.first < pair.second) || pair.second >= list_count_ || bucket_of(pair) != bucket)
                    return false;
            }
        }
        return seen == count_;
    }
    bool are_lists_whole() const noexcept {
        std::size_t seen = 0;
        for (std::uint32_t box = 0; box < list_count_; ++box) {
            std::uint32_t previous = kNone;
            for (std::uint32_t node = lists_[box]; node != kNone; node = nodes_[node].next[side_of(node, box)]) {
                if (node >= node_count_ || ++seen > 2 * count_) return false;
                const BoxPair& pair = nodes_[node].pair;
                if ((pair.first != box && pair.second != box) || find(pair) != node) return false;
                if (nodes_[node].previous[side_of(node, box)] != previous) return false;
                previous = node;
            }
        }
        return seen == 2 * count_;
    }
    bool is_free_list_whole() const noexcept {
        std::size_t seen = 0;
        for (std::uint32_t node = free_; node != kNone; node = nodes_[node].next_in_bucket)
            if (node >= node_count_ || ++seen > node_count_ - count_ || find(nodes_[node].pair) == node) return false;
        return seen == node_count_ - count_;
    }

    base::OwnedArray<Node> nodes_;
    base::OwnedArray<std::uint32_t> buckets_;  // first node of each bucket; their number is a power of two
    base::OwnedArray<std::uint32_t> lists_;    // first node of each box's list
    std::size_t bucket_count_ = 0, list_count_ = 0, count_ = 0;
    std::uint32_t node_count_ = 0, free_ = kNone;
};

}  // namespace satori::v0::world
