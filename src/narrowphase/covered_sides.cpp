#include "narrowphase/covered_sides.hpp"

#include <algorithm>
#include <cmath>

#include <satori/box_batch.hpp>

#include "base/assert.hpp"
#include "base/rounding.hpp"
#include "broadphase/columns/find_pairs.hpp"
#include "geometry/rotation_math.hpp"
#include "simd/kernel_abi.hpp"

// The broadphase finds candidates, from bounds relative to the middle of all boxes. Then sides and neighbors are
// compared in double. Additional candidates change nothing, so the result does not depend on how coarse the bounds are.

namespace satori::v0 {

namespace narrowphase {
namespace {

using geometry::Double3;
using geometry::PlacedBox;

Double3 middle_of(std::span<const PlacedBox> boxes) noexcept {
    Double3 middle;
    for (std::size_t k = 0; k < 3; ++k) {
        double low = boxes[0].center[k], high = low;
        for (const PlacedBox& box : boxes) {
            low = std::min(low, box.center[k]);
            high = std::max(high, box.center[k]);
        }
        middle[k] = low + (high - low) / 2;
    }
    return middle;
}

/// Returns the bounds of a box, enlarged by the tolerance, relative to `middle`, and rounded outward.
Aabb bounds_about(const Double3& middle, const PlacedBox& box, double tolerance) noexcept {
    // Far more than the rounding errors of double.
    constexpr double kLarger = 1 + 0x1p-40;
    float low[3], high[3];
    for (std::size_t k = 0; k < 3; ++k) {
        double reach = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            reach += std::fabs(box.axes[axis][k]) * (box.half[axis] + tolerance);
        const double center = box.center[k] - middle[k];
        reach = reach * kLarger + std::fabs(center) * 0x1p-50;
        low[k] = -base::rounded_up(reach - center);
        high[k] = base::rounded_up(center + reach);
    }
    return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

/// The neighbors of each box, in both directions of a pair. The neighbors of box i are lists[begins[i]] up to
/// lists[begins[i + 1]].
struct Neighbors {
    std::uint64_t* begins;
    std::uint32_t* lists;
};

Status list_neighbors(WorkspaceLock& workspace, std::size_t count, std::span<const BoxPair> pairs,
                      Neighbors& neighbors) noexcept {
    neighbors.begins = workspace.reserve<std::uint64_t>(Scratch::neighbor_begins, count + 2);
    neighbors.lists = workspace.reserve<std::uint32_t>(Scratch::neighbors, 2 * pairs.size());
    if (neighbors.begins == nullptr || neighbors.lists == nullptr) return Status::out_of_memory;
    // Counts are stored two places further on. The second loop advances begins[i + 1] from the start of list i to its
    // end. Then all begins are where they belong.
    std::fill_n(neighbors.begins, count + 2, 0);
    for (const auto& [first, second] : pairs) {
        SATORI_ASSERT(first < second && second < count);
        ++neighbors.begins[first + 2];
        ++neighbors.begins[second + 2];
    }
    for (std::size_t i = 2; i < count + 2; ++i) neighbors.begins[i] += neighbors.begins[i - 1];
    for (const auto& [first, second] : pairs) {
        neighbors.lists[neighbors.begins[first + 1]++] = second;
        neighbors.lists[neighbors.begins[second + 1]++] = first;
    }
    SATORI_ASSERT(neighbors.begins[0] == 0 && neighbors.begins[count] == 2 * pairs.size());
    return Status::ok;
}

/// Returns a box of a batch with axes that are orthonormal to double precision. The batch's axes are orthonormal only
/// within float rounding. With them, a box could lie inside its own copy by that error.
PlacedBox placed(const simd::BoxArrays& boxes, std::size_t i) noexcept {
    const auto at = [&](std::size_t component) { return double{boxes.base[component * boxes.stride + i]}; };
    PlacedBox box;
    for (std::size_t k = 0; k < 3; ++k) {
        box.center[k] = at(k);
        box.half[k] = at(3 + k);
        for (std::size_t axis = 0; axis < 3; ++axis) box.axes[axis][k] = at(6 + 3 * axis + k);
    }
    box.axes = geometry::axes_of(geometry::quat_of(box.axes));
    return box;
}

}  // namespace

Status search_covered_sides(parallel::Call& call, WorkspaceLock& workspace, std::span<const PlacedBox> boxes,
                            double tolerance, CoveredSides* sides) noexcept {
    SATORI_ASSERT(tolerance > 0);
    if (boxes.empty()) return Status::ok;
    const std::size_t count = boxes.size();
    auto* const bounds = workspace.reserve<Aabb>(Scratch::placed_bounds, count);
    if (bounds == nullptr) return Status::out_of_memory;
    const Double3 middle = middle_of(boxes);
    for (std::size_t i = 0; i < count; ++i) bounds[i] = bounds_about(middle, boxes[i], tolerance);

    PairResult found;
    broadphase::BoundsSet<3> set;
    const auto raw = broadphase::raw_bounds(aabb_rows(std::span<const Aabb>(bounds, count)));
    Status status = broadphase::fill_bounds<3>(call, workspace, raw, nullptr, set, found);
    if (status == Status::ok)
        status = broadphase::sweep_bounds(call, workspace, set, broadphase::CandidateSink<3>{},
                                          broadphase::SweepLimit::of_call(call.max_pairs()), {}, found);
    Neighbors neighbors{};
    if (status == Status::ok) status = list_neighbors(workspace, count, found.pairs, neighbors);
    if (status != Status::ok) return status;

    const parallel::Chunking chunks(count, parallel::kChunkBoxes, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            std::uint32_t *const begin = neighbors.lists + neighbors.begins[i], *const end = neighbors.lists +
                                                                                             neighbors.begins[i + 1];
            std::sort(begin, end);
            sides[i] = geometry::covered_sides(boxes, static_cast<std::uint32_t>(i), {begin, end}, tolerance);
        }
    });
}

}  // namespace narrowphase

Status find_covered_sides(const BoxBatch& boxes, float tolerance, std::span<CoveredSides> sides, Workspace& workspace,
                          const Execution& execution) noexcept {
    if (sides.size() != boxes.size() || !narrowphase::legal_cover_tolerance(tolerance) ||
        geometry::radii_of(boxes) != nullptr)
        return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    auto* const placed = lock.reserve<geometry::PlacedBox>(Scratch::placed_boxes, boxes.size());
    auto* const found = lock.reserve<CoveredSides>(Scratch::found_sides, boxes.size());
    if (placed == nullptr || found == nullptr) return Status::out_of_memory;
    // Boxes that the batch skipped as illegal are left out.
    const simd::BoxArrays arrays = geometry::batch_arrays<3>(boxes);
    const std::span<const float> half = boxes.component(BoxComponent::half_x);
    std::size_t count = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (half[i] >= 0) placed[count++] = narrowphase::placed(arrays, i);
    const Status status = narrowphase::search_covered_sides(call, lock, {placed, count}, double{tolerance}, found);
    if (status != Status::ok) return status;
    std::size_t next = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) sides[i] = half[i] >= 0 ? found[next++] : CoveredSides{0};
    return Status::ok;
}

}  // namespace satori::v0
