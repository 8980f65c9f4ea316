#include <satori/rect_batch.hpp>

#include <array>
#include <type_traits>

#include "geometry/batch_assign.hpp"
#include "geometry/box_fault.hpp"
#include "geometry/corner_rows.hpp"
#include "geometry/dimension.hpp"
#include "geometry/rect_math.hpp"
#include "geometry/transform_args.hpp"

namespace satori::v0 {

namespace {

struct RectLayout {
    using View = RectView;
    using Reader = geometry::RowReader<RectLayout>;
    static constexpr std::uint32_t kComponentCount = kRectComponentCount;
    static constexpr std::uint32_t kStreams[3] = {2, 2, 1};

    template <class AnyView>
    static auto streams(const AnyView& view) noexcept {
        using Stream = base::StreamOf<std::remove_cvref_t<decltype(*view.centers)>>;
        return std::array<Stream, 3>{{{view.centers, view.center_stride},
                                      {view.half_extents, view.half_extent_stride},
                                      {view.angles, view.angle_stride}}};
    }
    static geometry::IngestKernel kernel(const simd::KernelTable& table) noexcept { return table.rects.ingest; }
    static geometry::TransformKernel<2> transform(const simd::KernelTable& table) noexcept {
        return table.rects.transform;
    }
    static InvalidBox find_fault(const float* row, std::uint32_t index) noexcept {
        return geometry::find_rect_fault(row, index);
    }
};

struct RectLayout64 : RectLayout {
    using View = RectView64;
    using Reader = geometry::RowReader64<RectLayout64>;

    static std::array<double, 2> origin(const View& view) noexcept { return {view.origin.x, view.origin.y}; }
};

}  // namespace

Status RectBatch::assign(const RectView& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    return replace<RectLayout>(view, on_invalid, execution);
}

Status RectBatch::assign(const RectView64& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    return replace<RectLayout64>(view, on_invalid, execution);
}

Status RectBatch::assign_transformed(const RectBatch& source, const Pose2& pose, float scale,
                                     const Execution& execution) noexcept {
    parallel::Call call(execution);
    if (!geometry::is_legal(pose) || !(scale >= kMinScale && scale <= kMaxScale)) return Status::invalid_argument;
    if (call.status() != Status::ok) return call.status();
    if (source.size() == 0) {
        clear();
        return Status::ok;
    }
    const geometry::SinCos direction = geometry::sin_cos(pose.angle);
    const double rotation[2][2] = {{direction.cos, -direction.sin}, {direction.sin, direction.cos}};
    simd::RectTransformArgs args =
        geometry::transform_args<2>([&](std::size_t row, std::size_t column) noexcept { return rotation[row][column]; },
                                    {pose.position.x, pose.position.y}, scale, pose.angle == 0);
    args.from = geometry::batch_arrays<2>(source);
    return replace_transformed<RectLayout>(call, source, args, scale);
}

Status compute_corners(const RectBatch& rects, std::span<RectCorners> corners, const Execution& execution) noexcept {
    return geometry::compute_all_corners<2>(
        rects, corners, [](const simd::KernelTable& table) noexcept { return table.rects.corners; }, execution);
}

}  // namespace satori::v0
