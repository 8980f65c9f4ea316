#include "narrowphase/rounded_shapes.hpp"

#include <algorithm>

#include "geometry/rounded_box.hpp"

namespace satori::v0::narrowphase {

namespace {

geometry::Double3 vector_at(const simd::BoxArrays& boxes, BoxComponent first, std::size_t i) noexcept {
    const float* const x = boxes.base + static_cast<std::size_t>(first) * boxes.stride + i;
    return {{x[0], x[boxes.stride], x[2 * boxes.stride]}};
}

geometry::RoundedBox rounded_box(const simd::BoxArrays& boxes, const float* radii, std::size_t i) noexcept {
    return {vector_at(boxes, BoxComponent::center_x, i),
            {vector_at(boxes, BoxComponent::axis_xx, i), vector_at(boxes, BoxComponent::axis_yx, i),
             vector_at(boxes, BoxComponent::axis_zx, i)},
            vector_at(boxes, BoxComponent::half_x, i),
            radii[i]};
}

/// Some boxes of a batch, each as large as the plain box around its solid.
class PlainTile {
public:
    static constexpr std::size_t kBoxes = 64;
    static_assert(kBoxes % simd::kMaxLanes == 0);

    void set(const simd::BoxArrays& boxes, const float* radii, std::size_t begin, std::size_t count) noexcept {
        constexpr auto kHalf = static_cast<std::uint32_t>(BoxComponent::half_x);
        for (std::uint32_t c = 0; c < kBoxComponentCount; ++c) {
            const float* const from = boxes.base + c * boxes.stride + begin;
            float* const to = components_ + c * kBoxes;
            std::copy_n(from, count, to);
            if (c < kHalf || c >= kHalf + 3) continue;
            // Inert boxes stay inert: the sum of kInertHalfExtent and any radius is negative.
            static_assert(simd::kInertHalfExtent + kMaxRadius < 0);
            for (std::size_t i = 0; i < count; ++i) to[i] = from[i] + radii[begin + i];
        }
        count_ = count;
    }
    simd::ShapeArgs args(const simd::ShapeData* shape) noexcept { return {{components_, kBoxes}, 0, count_, shape}; }

private:
    alignas(64) float components_[kBoxComponentCount * kBoxes] = {};
    std::size_t count_ = 0;
};

/// Calls found(i) for the boxes with a radius whose plain box around the solid overlaps the shape. No other solid does.
template <class Found>
void for_each_reached(const simd::ShapeKernels& kernels, const float* radii, const simd::ShapeArgs& args,
                      simd::ShapeTest test, Found&& found) noexcept {
    PlainTile tile;
    for (std::size_t begin = args.begin; begin < args.end; begin += PlainTile::kBoxes) {
        const std::size_t count = std::min(PlainTile::kBoxes, args.end - begin);
        if (std::all_of(radii + begin, radii + begin + count, [](float radius) { return radius == 0; })) continue;
        tile.set(args.boxes, radii, begin, count);
        std::uint8_t reached[PlainTile::kBoxes];
        kernels.test[static_cast<std::size_t>(test)](tile.args(args.shape), reached);
        for (std::size_t i = 0; i < count; ++i)
            if (reached[i] != 0 && radii[begin + i] != 0) found(begin + i);
    }
}

}  // namespace

void RoundedShapes::test(const simd::ShapeArgs& args, const geometry::ShapeInput& input,
                         std::uint8_t* overlapping) const noexcept {
    if (radii_ == nullptr) return;
    for_each_reached(kernels_, radii_, args, input.test, [&](std::size_t i) {
        std::uint8_t& answer = overlapping[i - args.begin];
        if (answer == 0) answer = geometry::overlaps(rounded_box(args.boxes, radii_, i), input) ? 1 : 0;
    });
}

void RoundedShapes::classify(const simd::ShapeArgs& args, const geometry::ShapeInput& input,
                             std::uint8_t* containment) const noexcept {
    if (radii_ == nullptr) return;
    constexpr auto kInside = static_cast<std::uint8_t>(Containment::inside);
    constexpr auto kCrossing = static_cast<std::uint8_t>(Containment::crossing);
    test(args, input, containment);  // 1 is kCrossing; what is inside stays so
    for (std::size_t i = args.begin; i < args.end; ++i) {
        std::uint8_t& answer = containment[i - args.begin];
        if (answer == kInside && radii_[i] != 0 && !geometry::is_inside(rounded_box(args.boxes, radii_, i), input))
            answer = kCrossing;
    }
}

void RoundedShapes::intersect(const simd::ShapeArgs& args, const geometry::ShapeInput& input,
                              RayHit* hits) const noexcept {
    if (radii_ == nullptr) return;
    const geometry::Line line = geometry::line_of(input.data.ray);
    // Where the plain box around the solid is not reached, the ray misses the core too.
    for_each_reached(kernels_, radii_, args, simd::ShapeTest::ray, [&](std::size_t i) {
        const geometry::Stretch part = geometry::stretch_in(rounded_box(args.boxes, radii_, i), line);
        hits[i - args.begin] = {static_cast<float>(part.entry), static_cast<float>(part.exit)};
    });
}

}  // namespace satori::v0::narrowphase
