#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <satori/pairs.hpp>

#include "base/assert.hpp"
#include "base/multiset_hash.hpp"
#include "base/owned_array.hpp"
#include "world/pair_index.hpp"

namespace satori::v0::world {

/// A set of pairs of boxes, by index, that make no pair. A hash table finds a pair; a doubly linked list per box finds
/// all pairs of this box. (a, b) and (b, a) are the same pair.
class IgnoredPairs {
public:
    struct Node {
        BoxPair pair;           // first < second; in a free node first == second
        std::uint32_t next[2];  // in the lists of pair.first and of pair.second; in a free node: the next free node
        std::uint32_t previous[2];
    };

    explicit IgnoredPairs(base::CountedMemory& memory) noexcept : nodes_(memory), lists_(memory), index_(memory) {}

    /// Makes room for assign(). Returns false when there is no memory; nothing changes then.
    bool reserve_for(const IgnoredPairs& other) noexcept {
        return nodes_.reserve(other.node_count_, node_count_) && lists_.reserve(other.list_count_, list_count_) &&
               index_.reserve_for(other.index_);
    }
    /// Becomes a copy of another set.
    void assign(const IgnoredPairs& other) noexcept {
        nodes_.assign(other.nodes_, other.node_count_);
        lists_.assign(other.lists_, other.list_count_);
        index_.assign(other.index_);
        list_count_ = other.list_count_;
        node_count_ = other.node_count_;
        free_ = other.free_;
    }

    /// All that a snapshot keeps. The order of nodes and lists decides which nodes are used next.
    std::span<const Node> nodes() const noexcept { return {nodes_.data(), node_count_}; }
    std::span<const std::uint32_t> lists() const noexcept { return {lists_.data(), list_count_}; }
    std::uint32_t first_free() const noexcept { return free_; }
    /// Fills an empty set with next_node() and next_list() from a snapshot. validate() checks them. Returns false when
    /// there is no memory.
    template <class NextNode, class NextList>
    bool restore(std::uint32_t node_count, std::uint32_t list_count, std::uint32_t first_free, NextNode&& next_node,
                 NextList&& next_list) noexcept {
        if (!nodes_.reserve(node_count, 0) || !lists_.reserve(list_count, 0) || !index_.reserve(node_count))
            return false;
        for (; node_count_ < node_count; ++node_count_) {
            nodes_[node_count_] = next_node();
            if (!is_free(node_count_)) index_.insert(nodes_[node_count_].pair, node_count_);
        }
        for (; list_count_ < list_count; ++list_count_) lists_[list_count_] = next_list();
        free_ = first_free;
        return true;
    }

    /// O(1).
    bool contains(const BoxPair& pair) const noexcept { return find(ordered(pair.first, pair.second)) != kNone; }
    /// Returns false when there is no memory; the set is then unchanged. Amortised O(1).
    bool add(BoxPair pair) noexcept {
        pair = ordered(pair.first, pair.second);
        if (find(pair) != kNone) return true;
        if (!reserve_node() || !reserve_list(pair.second) || !index_.reserve(count() + 1)) return false;
        SATORI_ASSERT(pair.first < pair.second);
        const std::uint32_t node = free_ != kNone ? std::exchange(free_, nodes_[free_].next[0]) : node_count_++;
        nodes_[node].pair = pair;
        index_.insert(pair, node);
        insert_in_list(node, 0);
        insert_in_list(node, 1);
        return true;
    }
    /// O(1).
    void remove(const BoxPair& pair) noexcept {
        const std::uint32_t node = find(ordered(pair.first, pair.second));
        if (node != kNone) remove_node(node);
    }
    /// Removes all pairs of a box. O(pairs of this box).
    void remove(std::uint32_t box) noexcept {
        if (box >= list_count_) return;
        while (lists_[box] != kNone) remove_node(lists_[box]);
    }
    std::size_t count() const noexcept { return index_.count(); }

    /// Calls seen(pair) once for each pair, with first < second, in an unspecified order.
    template <class Seen>
    void for_each(Seen&& seen) const noexcept {
        for (std::uint32_t node = 0; node < node_count_; ++node)
            if (!is_free(node)) seen(nodes_[node].pair);
    }

    /// Returns true when each pair can be found and stands in the lists of its two boxes, and all other nodes are free.
    /// O(pairs).
    bool validate() const noexcept {
        if (nodes_.capacity() < node_count_ || lists_.capacity() < list_count_) return false;
        base::MultisetHash held;
        for (std::uint32_t node = 0; node < node_count_; ++node)
            if (!is_free(node)) held.add(node);
        const auto pair_at = [&](std::uint32_t node) { return node < node_count_ ? nodes_[node].pair : BoxPair{}; };
        return index_.validate(held, pair_at) && are_lists_whole() && is_free_list_whole();
    }

private:
    static constexpr std::uint32_t kNone = PairIndex::kNone;

    bool is_free(std::uint32_t node) const noexcept { return nodes_[node].pair.first == nodes_[node].pair.second; }
    std::uint32_t find(const BoxPair& pair) const noexcept {
        return index_.find(pair, [&](std::uint32_t node) { return nodes_[node].pair; });
    }
    /// Returns which of the node's two lists is the list of `box`.
    std::size_t side_of(std::uint32_t node, std::uint32_t box) const noexcept {
        SATORI_ASSERT(nodes_[node].pair.first == box || nodes_[node].pair.second == box);
        return nodes_[node].pair.first == box ? 0 : 1;
    }

    /// Provides a free node.
    bool reserve_node() noexcept {
        return free_ != kNone || (node_count_ != kNone && nodes_.reserve(node_count_ + std::uint64_t{1}, node_count_));
    }
    bool reserve_list(std::uint32_t box) noexcept {
        if (box < list_count_) return true;
        if (!lists_.reserve(box + std::uint64_t{1}, list_count_)) return false;
        std::fill(lists_.data() + list_count_, lists_.data() + box + 1, kNone);
        list_count_ = box + 1;
        return true;
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
        index_.erase(nodes_[node].pair, node);
        nodes_[node] = {{}, {std::exchange(free_, node), kNone}, {kNone, kNone}};
    }

    // Walks end at the number of nodes that there should be, so that a cycle ends too.

    bool are_lists_whole() const noexcept {
        std::size_t seen = 0;
        for (std::uint32_t box = 0; box < list_count_; ++box) {
            std::uint32_t previous = kNone;
            for (std::uint32_t node = lists_[box]; node != kNone; node = nodes_[node].next[side_of(node, box)]) {
                if (node >= node_count_ || ++seen > 2 * count()) return false;
                const BoxPair& pair = nodes_[node].pair;
                if ((pair.first != box && pair.second != box) || find(pair) != node) return false;
                if (nodes_[node].previous[side_of(node, box)] != previous) return false;
                previous = node;
            }
        }
        return seen == 2 * count();
    }
    bool is_free_list_whole() const noexcept {
        std::size_t seen = 0;
        for (std::uint32_t node = free_; node != kNone; node = nodes_[node].next[0])
            if (node >= node_count_ || !is_free(node) || ++seen > node_count_) return false;
        return seen + count() == node_count_;
    }

    base::OwnedArray<Node> nodes_;
    base::OwnedArray<std::uint32_t> lists_;  // first node of each box's list
    PairIndex index_;
    std::size_t list_count_ = 0;
    std::uint32_t node_count_ = 0, free_ = kNone;
};

}  // namespace satori::v0::world
