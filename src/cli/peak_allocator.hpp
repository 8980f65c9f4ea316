#pragma once

#include <cstdint>

#include <satori/allocator.hpp>

namespace satori::cli {

/// The process heap, with a high-water mark over everything that uses it. Must outlive its users and stay where it is.
class PeakAllocator {
public:
    PeakAllocator() = default;
    PeakAllocator(const PeakAllocator&) = delete;
    PeakAllocator& operator=(const PeakAllocator&) = delete;

    Allocator get() noexcept;
    std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }

private:
    std::uint64_t bytes_ = 0;
    std::uint64_t peak_bytes_ = 0;
};

}  // namespace satori::cli
