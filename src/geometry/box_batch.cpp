#include <satori/box_batch.hpp>

#include <algorithm>
#include <array>
#include <type_traits>

#include "geometry/any_box_reader.hpp"
#include "geometry/batch_assign.hpp"
#include "geometry/box_fault.hpp"
#include "geometry/dimension.hpp"
#include "geometry/pose_math.hpp"
#include "geometry/side_cover.hpp"
#include "geometry/transform_args.hpp"

namespace satori::v0 {

namespace {

struct BoxLayout {
    using View = BoxView;
    using Reader = geometry::RowReader<BoxLayout>;
    static constexpr std::uint32_t kComponentCount = kBoxComponentCount;
    static constexpr std::uint32_t kStreams[3] = {3, 3, 4};

    template <class AnyView>
    static auto streams(const AnyView& view) noexcept {
        using Stream = base::StreamOf<std::remove_cvref_t<decltype(*view.centers)>>;
        return std::array<Stream, 3>{{{view.centers, view.center_stride},
                                      {view.half_extents, view.half_extent_stride},
                                      {view.rotations, view.rotation_stride}}};
    }
    static geometry::IngestKernel kernel(const simd::KernelTable& table) noexcept { return table.ingest; }
    static geometry::TransformKernel<3> transform(const simd::KernelTable& table) noexcept {
        return table.boxes.transform;
    }
    static InvalidBox find_fault(const float* row, std::uint32_t index) noexcept {
        return geometry::find_fault(row, index);
    }
};

struct BoxLayout64 : BoxLayout {
    using View = BoxView64;
    using Reader = geometry::RowReader64<BoxLayout64>;

    static std::array<double, 3> origin(const View& view) noexcept {
        return {view.origin.x, view.origin.y, view.origin.z};
    }
};

struct AnyBoxLayout : BoxLayout {
    using View = AnyBoxView;
    using Reader = geometry::AnyBoxReader;
};

}  // namespace

Status BoxBatch::assign(const BoxView& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    return replace<BoxLayout>(view, on_invalid, execution);
}

Status BoxBatch::assign(const BoxView64& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    return replace<BoxLayout64>(view, on_invalid, execution);
}

Status BoxBatch::assign(const AnyBoxView& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    return replace<AnyBoxLayout>(view, on_invalid, execution);
}

Status BoxBatch::assign_transformed(const BoxBatch& source, const Pose& pose, float scale,
                                    const Execution& execution) noexcept {
    parallel::Call call(execution);
    if (!geometry::is_legal(pose) || !(scale >= kMinScale && scale <= kMaxScale)) return Status::invalid_argument;
    if (call.status() != Status::ok) return call.status();
    if (source.size() == 0) {
        clear();
        return Status::ok;
    }
    const geometry::DoublePose exact(pose);
    const Quat& q = pose.rotation;
    simd::TransformArgs args = geometry::transform_args<3>(
        [&](std::size_t row, std::size_t column) noexcept { return exact.axes[column][row]; },
        {pose.position.x, pose.position.y, pose.position.z}, scale, q.x == 0 && q.y == 0 && q.z == 0);
    args.from = geometry::batch_arrays<3>(source);
    return replace_transformed<BoxLayout>(call, source, args, scale);
}

Status BoxBatch::set_covered_sides(std::span<const CoveredSides> sides) noexcept {
    if (!sides.empty() && sides.size() != size()) return Status::invalid_argument;
    if (!std::ranges::all_of(sides, geometry::legal_sides)) return Status::invalid_argument;
    const Status status = reserve_sides(sides.size());
    if (status == Status::ok) take_sides(sides);
    return status;
}

}  // namespace satori::v0
