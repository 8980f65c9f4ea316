#pragma once

#include <cstddef>

#include <satori/box_batch.hpp>
#include <satori/box_sets.hpp>
#include <satori/rect_batch.hpp>

#include "simd/kernel_abi.hpp"

namespace satori::v0::geometry {

/// The public types of 2 and of 3 dimensions.
template <int Dim>
struct Dimension;

template <>
struct Dimension<2> {
    using Box = OrientedRect;
    using Batch = RectBatch;
    using Component = RectComponent;
    using Bounds = Aabb2;
    static constexpr std::uint32_t kComponentCount = kRectComponentCount;
};

template <>
struct Dimension<3> {
    using Box = OrientedBox;
    using Batch = BoxBatch;
    using Component = BoxComponent;
    using Bounds = Aabb;
    static constexpr std::uint32_t kComponentCount = kBoxComponentCount;
};

template <int Dim>
using Batch = typename Dimension<Dim>::Batch;
template <int Dim>
using Sets = SetsOf<Batch<Dim>>;

/// Returns the radii of a batch, or null when it has none.
inline const float* radii_of(const BatchStorage& boxes) noexcept {
    return boxes.radii().empty() ? nullptr : boxes.radii().data();
}
/// True when boxes of the sets may have radii.
template <class Batch>
bool have_radii(const SetsOf<Batch>& sets) noexcept {
    return radii_of(sets.first()) != nullptr || (sets.second() != nullptr && radii_of(*sets.second()) != nullptr);
}

/// Returns a batch as kernels read it.
template <int Dim>
simd::BoxArrays batch_arrays(const Batch<Dim>& boxes) noexcept {
    using Component = typename Dimension<Dim>::Component;
    const float* const base = boxes.component(Component::center_x).data();
    // Kernels use the same struct to read boxes and to write them.
    return {const_cast<float*>(base), static_cast<std::size_t>(boxes.component(Component::center_y).data() - base)};
}

}  // namespace satori::v0::geometry
