#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace satori::test {

/// Memory that ends right before a page that may not be touched, and starts after another one: one byte too far is a
/// crash. The bytes before the block's start, up to the page, are filled with a pattern; front_intact() looks at
/// them.
class GuardedMemory {
public:
    /// `size` bytes, 0 too; the block's start is as aligned as its size allows.
    explicit GuardedMemory(std::size_t size);
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    ~GuardedMemory();

    void* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool front_intact() const noexcept;
    /// Reading goes on, a write crashes.
    void make_read_only() noexcept;

    template <class T>
    std::span<T> as() const noexcept {
        return {reinterpret_cast<T*>(data_), size_ / sizeof(T)};
    }
    template <class T>
    std::vector<T> copy_as() const {
        return {as<T>().begin(), as<T>().end()};
    }

private:
    std::byte* map_ = nullptr;
    std::size_t map_size_ = 0;
    std::size_t page_ = 0;
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

/// False where there is no mmap: the tests that need it skip.
bool guard_pages_available() noexcept;

}  // namespace satori::test
