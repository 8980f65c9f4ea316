#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>

#include "geometry/dimension.hpp"
#include "parallel/fp_environment.hpp"
#include "simd/dispatch.hpp"

namespace satori::inline v0::geometry {

/// A few boxes as the batch kernels' scalar set reads them, all on the stack: the same arithmetic as in a batch, so the same
/// bits. Wants IEEE arithmetic (FpEnvironment) around it.
template <int Dim>
struct SmallBatch {
    using Box = typename Dimension<Dim>::Box;

    alignas(64) float arrays[Dimension<Dim>::kComponentCount * simd::kMaxLanes];
    simd::BoundsEntry<Dim> entries[simd::kMaxLanes];
    simd::PairRecord<Dim> records[simd::kMaxLanes];

    /// At most kMaxLanes boxes. False when one is not legal.
    bool assign(std::initializer_list<Box> boxes) noexcept {
        constexpr std::size_t kRowFloats = sizeof(Box) / sizeof(float);
        float rows[simd::kMaxLanes * kRowFloats];
        std::fill(std::begin(rows), std::end(rows), NAN);
        std::memcpy(rows, boxes.begin(), boxes.size() * sizeof(Box));
        const simd::BoxArrays view{arrays, simd::kMaxLanes};
        const auto& kernels = simd::shape_kernels<Dim>(simd::kScalarKernels);
        if (kernels.ingest({rows, kRowFloats, simd::kMaxLanes, view, 0}) != simd::kMaxLanes - boxes.size())
            return false;
        kernels.bounds({view, 0, boxes.size(), entries, records, 0});
        return true;
    }
};

}  // namespace satori::inline v0::geometry
