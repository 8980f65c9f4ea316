#pragma once

#include "geometry/dimension.hpp"
#include "geometry/fill_rows.hpp"
#include "parallel/call.hpp"

namespace satori::v0::geometry {

/// Computes the corners of all boxes of a batch with the kernel kernel_of(table).
template <int Dim, class Corners, class KernelOf>
Status compute_all_corners(const Batch<Dim>& boxes, std::span<Corners> corners, KernelOf&& kernel_of,
                           const Execution& execution) noexcept {
    if (corners.size() != boxes.size()) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    const auto kernel = kernel_of(call.kernels());
    const simd::BoxArrays arrays = batch_arrays<Dim>(boxes);
    const parallel::Chunking chunks(boxes.size(), parallel::kChunkBoxes, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        fill_rows(chunks[chunk], corners, [&](std::size_t begin, std::size_t end, Corners* out) noexcept {
            kernel({arrays, begin, end, &out->corners[0].x});
        });
    });
}

}  // namespace satori::v0::geometry
