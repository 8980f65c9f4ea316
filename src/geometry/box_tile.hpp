#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>

#include <satori/box_batch.hpp>

#include "simd/kernel_abi.hpp"

namespace satori::inline v0::geometry {

/// A few boxes on the stack, for calls about single boxes: through the scalar set of the kernels that batches go through, so that
/// both give the same bytes.
class BoxTile {
public:
    /// Takes up to kMaxLanes boxes; false if one is not legal.
    bool assign(std::span<const OrientedBox> boxes) noexcept {
        constexpr std::size_t kRowFloats = 10;
        float rows[simd::kMaxLanes * kRowFloats];
        std::memcpy(rows, boxes.data(), boxes.size_bytes());
        // Padding: illegal rows, which become boxes that overlap nothing.
        for (std::size_t k = boxes.size() * kRowFloats; k < simd::kMaxLanes * kRowFloats; ++k) rows[k] = NAN;
        return simd::kScalarKernels.ingest({rows, kRowFloats, simd::kMaxLanes, arrays(), 0}) ==
               simd::kMaxLanes - boxes.size();
    }

    simd::BoxArrays arrays() noexcept { return {floats_, simd::kMaxLanes}; }

private:
    alignas(64) float floats_[kBoxComponentCount * simd::kMaxLanes];
};

}  // namespace satori::inline v0::geometry
