#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/kernel_abi.hpp"

namespace satori::v0::broadphase {

/// Boxes then and now by id: those of a world, or the first part of something larger that there is of each.
class TrackedRows {
public:
    explicit TrackedRows(const simd::TrackedBox* boxes) noexcept : TrackedRows(boxes, sizeof *boxes) {}
    TrackedRows(const simd::TrackedBox* first, std::size_t stride) noexcept
        : base_(reinterpret_cast<const std::byte*>(first)), stride_(stride) {}

    const simd::TrackedBox& operator[](std::uint32_t id) const noexcept {
        return *reinterpret_cast<const simd::TrackedBox*>(base_ + id * stride_);
    }

private:
    const std::byte* base_;
    std::size_t stride_;
};

}  // namespace satori::v0::broadphase
