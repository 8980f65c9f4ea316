#pragma once

// Kernels that work on whole batches of boxes. kernel_abi.hpp includes this header and explains the conventions.

#include <cstddef>
#include <cstdint>

#include "base/namespace.hpp"

namespace satori::v0::simd {

/// Boxes as structure of arrays: component c (see BoxComponent) of box i is base[c * stride + i].
struct BoxArrays {
    float* base = nullptr;
    std::size_t stride = 0;
};

/// Corners of boxes, in the order of BoxCorners, or of rectangles, in the order of RectCorners.
struct CornersArgs {
    BoxArrays boxes;
    std::size_t begin;  ///< a multiple of kMaxLanes
    std::size_t end;
    float* corners;  ///< 24 floats per box, 8 per rectangle, from box `begin` on; may be written to padded(end)
};

/// A number of 48 bits as the sum of three floats. The first two have at most 12 bits each, so their products with
/// other 12-bit floats are exact.
struct SplitNumber {
    float high;
    float middle;
    float low;
};

/// Transforms each box to rotation * scale * box + position.
template <int Dim>
struct TransformArgsOf {
    BoxArrays from;
    BoxArrays to;                   ///< may be `from`
    std::size_t begin;              ///< a multiple of kMaxLanes
    std::size_t end;                ///< written to padded(end)
    SplitNumber matrix[Dim * Dim];  ///< for centers: scale * rotation, row by row
    float position[Dim];
    float rotation[Dim * Dim];  ///< for axes: row by row
    float scale;                ///< for half extents
    bool keep_axes;             ///< there is no rotation: axes keep their bits
};
using TransformArgs = TransformArgsOf<3>;

struct BoxKernels {
    void (*corners)(const CornersArgs&);
    /// Boxes that overlap nothing do not change. Returns how many of the other boxes are no longer legal.
    std::uint32_t (*transform)(const TransformArgs&);
};

}  // namespace satori::v0::simd
