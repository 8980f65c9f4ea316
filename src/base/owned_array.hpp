#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/assert.hpp"
#include "base/memory.hpp"

namespace satori::v0::base {

/// An Allocator that counts the bytes that it allocates. It must not move.
class CountedMemory {
public:
    explicit CountedMemory(const Allocator& allocator) noexcept : allocator_(allocator) {}
    CountedMemory(const CountedMemory&) = delete;
    CountedMemory& operator=(const CountedMemory&) = delete;

    Allocator get() noexcept {
        Allocator counted;
        counted.allocate = [](std::size_t size, std::size_t alignment, void* user) noexcept {
            auto& self = *static_cast<CountedMemory*>(user);
            void* const memory = self.allocator_.allocate(size, alignment, self.allocator_.user);
            if (memory != nullptr) self.count(size);
            return memory;
        };
        counted.release = [](void* memory, std::size_t size, std::size_t alignment, void* user) noexcept {
            auto& self = *static_cast<CountedMemory*>(user);
            self.allocator_.release(memory, size, alignment, self.allocator_.user);
            SATORI_ASSERT(self.bytes_ >= size);
            self.bytes_ -= size;
        };
        counted.user = this;
        return counted;
    }
    void count(std::size_t size) noexcept {
        bytes_ += size;
        peak_bytes_ = std::max(peak_bytes_, bytes_);
    }
    std::uint64_t bytes() const noexcept { return bytes_; }
    std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }

private:
    Allocator allocator_;
    std::uint64_t bytes_ = 0;
    std::uint64_t peak_bytes_ = 0;
};

/// Memory for items that outlive a call. The owner counts the items that are valid.
template <class T>
class OwnedArray {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kAlignment);

public:
    explicit OwnedArray(CountedMemory& memory) noexcept : allocator_(memory.get()) {}
    OwnedArray(const OwnedArray&) = delete;
    OwnedArray& operator=(const OwnedArray&) = delete;
    ~OwnedArray() { release(allocator_, data_, capacity_ * sizeof(T)); }

    /// Makes room for `count` items and keeps the first `kept` of them. Returns false when there is no memory; then
    /// nothing changes. The new capacity is at least one and a quarter times the old one, so appending items one by one
    /// takes amortized constant time.
    bool reserve(std::uint64_t count, std::size_t kept) noexcept {
        SATORI_ASSERT(kept <= capacity_);
        if (count <= capacity_) return true;
        if (!fits_memory(count, sizeof(T))) return false;
        const std::size_t wanted = std::max(static_cast<std::size_t>(count), capacity_ + capacity_ / 4);
        auto* const data = static_cast<T*>(allocate(allocator_, wanted * sizeof(T)));
        if (data == nullptr) return false;
        if (kept != 0) std::memcpy(data, data_, kept * sizeof(T));
        release(allocator_, data_, capacity_ * sizeof(T));
        data_ = data;
        capacity_ = wanted;
        return true;
    }

    /// Copies the first `count` items of another array, for which there must be room.
    void assign(const OwnedArray& other, std::size_t count) noexcept {
        SATORI_ASSERT(count <= capacity_ && count <= other.capacity_);
        if (count != 0) std::memcpy(data_, other.data_, count * sizeof(T));
    }
    /// Makes room for these items alone, and copies them. Returns false when there is no memory; then nothing changes.
    bool assign(const T* items, std::size_t count) noexcept {
        if (!reserve(count, 0)) return false;
        if (count != 0) std::memcpy(data_, items, count * sizeof(T));
        return true;
    }

    /// Returns the memory to the allocator. No item is valid after it.
    void give_back() noexcept {
        release(allocator_, std::exchange(data_, nullptr), std::exchange(capacity_, 0) * sizeof(T));
    }

    /// Swaps the memory. Both arrays must use the same CountedMemory.
    void swap(OwnedArray& other) noexcept {
        SATORI_ASSERT(allocator_.user == other.allocator_.user);
        std::swap(data_, other.data_);
        std::swap(capacity_, other.capacity_);
    }

    T* data() noexcept { return data_; }
    const T* data() const noexcept { return data_; }
    std::size_t capacity() const noexcept { return capacity_; }
    T& operator[](std::size_t i) noexcept {
        SATORI_ASSERT(i < capacity_);
        return data_[i];
    }
    const T& operator[](std::size_t i) const noexcept {
        SATORI_ASSERT(i < capacity_);
        return data_[i];
    }

private:
    Allocator allocator_;
    T* data_ = nullptr;
    std::size_t capacity_ = 0;
};

}  // namespace satori::v0::base
