#pragma once

#include <satori/box_queries.hpp>

#include "geometry/shape_input.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::narrowphase {

/// The answers of kernels for the cores of a batch, made those of the solids: the cores with their radii. A box with a
/// radius of 0 keeps its answer. Answers are for the boxes from args.begin on.
class RoundedShapes {
public:
    /// `radii`: one for each box of the batch, or null. Then nothing changes.
    RoundedShapes(const simd::ShapeKernels& kernels, const float* radii) noexcept : kernels_(kernels), radii_(radii) {}

    /// Changes 0 to 1 for the solids that have a point in common with the shape.
    void test(const simd::ShapeArgs& args, const geometry::ShapeInput& input, std::uint8_t* overlapping) const noexcept;

    /// Changes bytes of Containment.
    void classify(const simd::ShapeArgs& args, const geometry::ShapeInput& input,
                  std::uint8_t* containment) const noexcept;

    /// Changes the parts of the ray in the boxes.
    void intersect(const simd::ShapeArgs& args, const geometry::ShapeInput& input, RayHit* hits) const noexcept;

private:
    const simd::ShapeKernels& kernels_;
    const float* radii_;
};

}  // namespace satori::v0::narrowphase
