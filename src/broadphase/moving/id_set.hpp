#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/owned_array.hpp"

namespace satori::v0::broadphase {

/// A set of ids, one bit for each.
class IdSet {
public:
    explicit IdSet(base::CountedMemory& memory) noexcept : words_(memory) {}

    /// Makes room for ids below `limit`. Returns false when there is no memory.
    bool reserve(std::uint32_t limit) noexcept {
        const std::size_t wanted = std::size_t{limit} / 64 + 1;
        if (wanted <= count_) return true;
        if (!words_.reserve(wanted, count_)) return false;
        std::fill(words_.data() + count_, words_.data() + wanted, 0);
        count_ = wanted;
        return true;
    }
    bool has(std::uint32_t id) const noexcept { return (words_[id / 64] >> id % 64 & 1) != 0; }
    void add(std::span<const std::uint32_t> ids) noexcept {
        for (const std::uint32_t id : ids) words_[id / 64] |= std::uint64_t{1} << id % 64;
    }
    /// Takes `ids` out. They must be all that there are, for one word may hold several.
    void clear(std::span<const std::uint32_t> ids) noexcept {
        for (const std::uint32_t id : ids) words_[id / 64] = 0;
    }

private:
    base::OwnedArray<std::uint64_t> words_;
    std::size_t count_ = 0;
};

}  // namespace satori::v0::broadphase
