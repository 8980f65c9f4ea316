#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "base/assert.hpp"
#include "base/owned_array.hpp"

namespace satori::v0::base {

/// Rows of `width` items that outlive a call, in blocks. Growing adds blocks and copies no row. Only the first block
/// grows as an OwnedArray does, until it is full. The owner counts the rows that are valid.
template <class T>
class BlockArray {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kAlignment);

public:
    /// Blocks of most types are large enough for huge pages.
    static constexpr std::size_t kBlockRows = 16384;

    explicit BlockArray(CountedMemory& memory, std::size_t width = 1) noexcept
        : allocator_(memory.get()), width_(width), blocks_(memory) {}
    BlockArray(const BlockArray&) = delete;
    BlockArray& operator=(const BlockArray&) = delete;
    ~BlockArray() {
        for (std::size_t b = 0; b * kBlockRows < capacity_; ++b) release(allocator_, blocks_[b], bytes_of(b));
    }

    /// Makes room for `count` rows and keeps the first `kept` of them. Returns false when there is no memory; then the
    /// rows stay.
    bool reserve(std::uint64_t count, std::size_t kept) noexcept {
        if (width_ == 0) return true;
        SATORI_ASSERT(kept <= capacity_);
        if (count <= capacity_) return true;
        if (!fits_memory(count, width_ * sizeof(T))) return false;
        if (capacity_ < kBlockRows && !grow_first(std::min<std::size_t>(count, kBlockRows), kept)) return false;
        while (capacity_ < count) {
            const std::size_t b = capacity_ / kBlockRows;
            if (!blocks_.reserve(b + 1, b)) return false;
            blocks_[b] = static_cast<T*>(allocate(allocator_, kBlockRows * width_ * sizeof(T)));
            if (blocks_[b] == nullptr) return false;
            capacity_ += kBlockRows;
        }
        return true;
    }

    /// Copies the first `count` rows of another array of the same width. There must be room for them.
    void assign(const BlockArray& other, std::size_t count) noexcept {
        SATORI_ASSERT(width_ == other.width_ && (width_ == 0 || count <= std::min(capacity_, other.capacity_)));
        for (std::size_t first = 0; width_ != 0 && first < count; first += kBlockRows)
            std::memcpy(row(first), other.row(first), std::min(kBlockRows, count - first) * width_ * sizeof(T));
    }

    std::size_t width() const noexcept { return width_; }
    /// Returns the items of a row; none when the width is 0.
    std::span<T> items(std::size_t i) noexcept { return {width_ != 0 ? row(i) : nullptr, width_}; }
    std::span<const T> items(std::size_t i) const noexcept { return {width_ != 0 ? row(i) : nullptr, width_}; }
    /// Returns the first item of a row.
    T& operator[](std::size_t i) noexcept { return *row(i); }
    const T& operator[](std::size_t i) const noexcept { return *row(i); }

private:
    T* row(std::size_t i) const noexcept {
        SATORI_ASSERT(i < capacity_);
        return blocks_[i / kBlockRows] + i % kBlockRows * width_;
    }
    std::size_t bytes_of(std::size_t block) const noexcept {
        return std::min(kBlockRows, capacity_ - block * kBlockRows) * width_ * sizeof(T);
    }
    bool grow_first(std::size_t count, std::size_t kept) noexcept {
        if (!blocks_.reserve(1, 0)) return false;
        const std::size_t wanted = std::min(kBlockRows, std::max(count, capacity_ + capacity_ / 4));
        auto* const first = static_cast<T*>(allocate(allocator_, wanted * width_ * sizeof(T)));
        if (first == nullptr) return false;
        if (kept != 0) std::memcpy(first, blocks_[0], kept * width_ * sizeof(T));
        if (capacity_ != 0) release(allocator_, blocks_[0], bytes_of(0));
        blocks_[0] = first;
        capacity_ = wanted;
        return true;
    }

    Allocator allocator_;
    std::size_t width_;
    OwnedArray<T*> blocks_;
    std::size_t capacity_ = 0;  // rows
};

}  // namespace satori::v0::base
