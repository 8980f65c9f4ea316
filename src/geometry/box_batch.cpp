#include <satori/box_batch.hpp>

#include <algorithm>

#include "geometry/batch_assign.hpp"
#include "geometry/box_fault.hpp"
#include "geometry/dimension.hpp"
#include "geometry/pose_math.hpp"
#include "geometry/rounding.hpp"

namespace satori::inline v0 {

namespace {

struct BoxLayout {
    using View = BoxView;
    static constexpr std::uint32_t kComponentCount = kBoxComponentCount;
    static constexpr std::uint32_t kStreams[3] = {3, 3, 4};

    static std::array<geometry::Stream, 3> streams(const View& view) noexcept {
        return {{{view.centers, view.center_stride},
                 {view.half_extents, view.half_extent_stride},
                 {view.rotations, view.rotation_stride}}};
    }
    static geometry::IngestKernel kernel(const simd::KernelTable& table) noexcept { return table.ingest; }
    static InvalidBox find_fault(const float* row, std::uint32_t index) noexcept {
        return geometry::find_fault(row, index);
    }
};

/// f = high + middle exactly (Dekker's split), low the rest of v.
simd::SplitNumber split(double v) noexcept {
    const float f = static_cast<float>(v);
    const float scaled = f * 4097.0F;  // 2^12 + 1
    const float high = scaled - (scaled - f);
    return {high, f - high, static_cast<float>(v - f)};
}

simd::TransformArgs transform_args(const Pose& pose, float scale) noexcept {
    const geometry::DoublePose exact(pose);
    simd::TransformArgs args{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            args.matrix[3 * row + column] = split(scale * exact.axes[column][row]);
            args.rotation[3 * row + column] = geometry::rounded(exact.axes[column][row]);
        }
        args.position[row] = geometry::rounded(exact.position[row]);
    }
    args.scale = scale;
    args.keep_axes = pose.rotation.x == 0 && pose.rotation.y == 0 && pose.rotation.z == 0;
    return args;
}

}  // namespace

Status BoxBatch::assign(const BoxView& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    return replace<BoxLayout>(view, on_invalid, execution);
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
    simd::TransformArgs all = transform_args(pose, scale);
    all.from = geometry::batch_arrays<3>(source);
    return replace_with<BoxLayout>(
        call, source.size(), Status::result_out_of_range,
        [&](parallel::ChunkRange range, simd::BoxArrays arrays) noexcept {
            simd::TransformArgs part = all;
            part.to = arrays;
            part.begin = range.begin;
            part.end = range.end;
            return call.kernels().boxes.transform(part);
        },
        [](std::size_t i, simd::BoxArrays arrays, float* row) noexcept {
            for (std::size_t c = 0; c < 6; ++c) row[c] = arrays.base[c * arrays.stride + i];
            // A box skipped long ago is no fault of this call.
            if (row[3] == simd::kInertHalfExtent) std::fill(row + 3, row + 6, 0.0F);
            std::fill(row + 6, row + 10, 1.0F);
        });
}

}  // namespace satori::inline v0
