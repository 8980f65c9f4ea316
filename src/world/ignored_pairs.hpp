#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <satori/pairs.hpp>

#include "broadphase/owned_array.hpp"

namespace satori::inline v0::world {

/// Pairs of boxes that make none, by index. Each stands there both ways, ascending, so that those of one box lie together.
class IgnoredPairs {
public:
    explicit IgnoredPairs(broadphase::CountedMemory& memory) noexcept : pairs_(memory) {}

    bool contains(const BoxPair& pair) const noexcept {
        return count_ != 0 && std::binary_search(pairs_.data(), pairs_.data() + count_, pair);
    }
    /// False when there is no memory.
    bool add(const BoxPair& pair) noexcept {
        if (contains(pair)) return true;
        if (!pairs_.reserve(count_ + 2, count_)) return false;
        insert(pair);
        insert({pair.second, pair.first});
        return true;
    }
    void remove(BoxPair pair) noexcept {
        if (!contains(pair)) return;
        erase(pair);
        erase({pair.second, pair.first});
    }
    /// All of a box.
    void remove(std::uint32_t box) noexcept {
        for (;;) {
            const BoxPair* const at = std::lower_bound(begin(), end(), BoxPair{box, 0});
            if (at == end() || at->first != box) return;
            remove(*at);
        }
    }

    const BoxPair* begin() const noexcept { return pairs_.data(); }
    const BoxPair* end() const noexcept { return pairs_.data() + count_; }

private:
    void insert(const BoxPair& pair) noexcept {
        BoxPair* const last = pairs_.data() + count_++;
        BoxPair* const at = std::lower_bound(pairs_.data(), last, pair);
        std::move_backward(at, last, last + 1);
        *at = pair;
    }
    void erase(BoxPair pair) noexcept {
        BoxPair* const last = pairs_.data() + count_--;
        BoxPair* const at = std::lower_bound(pairs_.data(), last, pair);
        std::move(at + 1, last, at);
    }

    broadphase::OwnedArray<BoxPair> pairs_;
    std::size_t count_ = 0;
};

}  // namespace satori::inline v0::world
