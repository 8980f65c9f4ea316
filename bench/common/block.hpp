#pragma once

#include <cstddef>
#include <utility>

#include <satori/allocator.hpp>

namespace satori::bench {

/// Memory with the properties of the library's arrays: aligned, in huge pages where it is large. Zeroed.
class Block {
public:
    explicit Block(std::size_t size);
    Block(Block&& other) noexcept : size_(other.size_), memory_(std::exchange(other.memory_, nullptr)) {}
    ~Block();
    void* data() const noexcept { return memory_; }
    float* floats() const noexcept { return static_cast<float*>(memory_); }
    std::size_t size() const noexcept { return size_; }

private:
    Allocator allocator_ = default_allocator();
    std::size_t size_;
    void* memory_;
};

}  // namespace satori::bench
