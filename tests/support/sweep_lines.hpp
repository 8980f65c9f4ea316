#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "simd/kernel_abi.hpp"

namespace satori::test {

/// Memory for a sorted list of boxes as sweep kernels read it: zeroed, with the sentinels behind the last box.
template <int Dim>
class SweepLines {
public:
    explicit SweepLines(std::uint32_t count)
        : stride_(simd::padded(count) + simd::kSentinels), lines_((2 * Dim + 2) * stride_ / simd::kMaxLanes) {
        arrays.count = count;
        float* stream = lines_.front().words;
        for (int c = 0; c < Dim; ++c, stream += 2 * stride_) {
            arrays.lo[c] = stream;
            arrays.hi[c] = stream + stride_;
        }
        arrays.id = reinterpret_cast<std::uint32_t*>(stream);
        arrays.missing = reinterpret_cast<std::uint32_t*>(stream + stride_);
        constexpr float kFar = std::numeric_limits<float>::infinity();
        std::fill_n(arrays.lo[0] + count, simd::kSentinels, kFar);
        std::fill_n(arrays.hi[0] + count, simd::kTileOuter, -kFar);
    }

    simd::SweepArrays<Dim> arrays{};

private:
    struct alignas(64) Line {
        float words[simd::kMaxLanes];
    };
    std::size_t stride_;
    std::vector<Line> lines_;
};

}  // namespace satori::test
