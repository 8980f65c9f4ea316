#include <satori/box_batch.hpp>

#include "geometry/batch_assign.hpp"
#include "geometry/box_fault.hpp"

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

}  // namespace

Status BoxBatch::assign(const BoxView& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    return replace<BoxLayout>(view, on_invalid, execution);
}

}  // namespace satori::inline v0
