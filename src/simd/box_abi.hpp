#pragma once

// Kernels that work on whole batches of boxes: see kernel_abi.hpp, which includes this.

#include <cstddef>
#include <cstdint>

namespace satori::inline v0::simd {

/// Structure-of-arrays boxes: component c (see BoxComponent) of box i is base[c * stride + i].
struct BoxArrays {
    float* base = nullptr;
    std::size_t stride = 0;
};

/// Corners of boxes, in the order of BoxCorners, or of rectangles, in that of RectCorners.
struct CornersArgs {
    BoxArrays boxes;
    std::size_t begin;  ///< a multiple of kMaxLanes
    std::size_t end;
    float* corners;  ///< 24 floats per box, 8 per rectangle, those of `begin` first; may be written to padded(end)
};

/// A number of 48 bits as the sum of three floats, the first two of at most 12 bits each: their products with others of 12 bits
/// are exact.
struct SplitNumber {
    float high;
    float middle;
    float low;
};

/// Boxes moved to where rotation * scale * box + position is.
template <int Dim>
struct TransformArgsOf {
    BoxArrays from;
    BoxArrays to;                   ///< may be `from`
    std::size_t begin;              ///< a multiple of kMaxLanes
    std::size_t end;                ///< written to padded(end)
    SplitNumber matrix[Dim * Dim];  ///< of centres: scale * rotation, row by row
    float position[Dim];
    float rotation[Dim * Dim];  ///< of axes: row by row
    float scale;                ///< of half extents
    bool keep_axes;             ///< the rotation is none: axes keep their bits
};
using TransformArgs = TransformArgsOf<3>;

struct BoxKernels {
    void (*corners)(const CornersArgs&);
    /// Boxes that overlap nothing stay as they are. Returns how many of the others are not legal any more.
    std::uint32_t (*transform)(const TransformArgs&);
};

}  // namespace satori::inline v0::simd
