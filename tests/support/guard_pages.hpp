#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace satori::test {

/// Memory between two pages without access: an access one byte too far is a crash. The block ends right before the
/// second page. The bytes between the first page and the block are filled with a pattern; front_intact() checks them.
class GuardedMemory {
public:
    /// Allocates `size` bytes; 0 is allowed. The block's start is as aligned as its size allows.
    explicit GuardedMemory(std::size_t size);
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    ~GuardedMemory();

    void* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool front_intact() const noexcept;
    /// Makes the memory read-only: reads still work, a write crashes.
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

/// Returns false where there is no mmap. Tests that need it skip there.
bool guard_pages_available() noexcept;

}  // namespace satori::test
