#include <satori/rect_batch.hpp>

#include "geometry/batch_assign.hpp"
#include "geometry/box_fault.hpp"

namespace satori::inline v0 {

namespace {

struct RectLayout {
    using View = RectView;
    static constexpr std::uint32_t kComponentCount = kRectComponentCount;
    static constexpr std::uint32_t kStreams[3] = {2, 2, 1};

    static std::array<geometry::Stream, 3> streams(const View& view) noexcept {
        return {{{view.centers, view.center_stride},
                 {view.half_extents, view.half_extent_stride},
                 {view.angles, view.angle_stride}}};
    }
    static geometry::IngestKernel kernel(const simd::KernelTable& table) noexcept { return table.rects.ingest; }
    static InvalidBox find_fault(const float* row, std::uint32_t index) noexcept {
        return geometry::find_rect_fault(row, index);
    }
};

}  // namespace

Status RectBatch::assign(const RectView& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    return replace<RectLayout>(view, on_invalid, execution);
}

}  // namespace satori::inline v0
