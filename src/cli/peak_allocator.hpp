#pragma once

#include <cstdint>

#include <satori/allocator.hpp>

namespace satori::cli {

/// An allocator on the process heap that records the most bytes in use at one time. It must outlive its users and must
/// not move.
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
