#include <satori/box_queries.hpp>

#include "base/assert.hpp"
#include "base/workspace_state.hpp"
#include "geometry/fill_rows.hpp"
#include "geometry/shape_input.hpp"
#include "geometry/small_batch.hpp"
#include "narrowphase/rounded_shapes.hpp"
#include "parallel/call.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

/// Checks a box and a shape, then calls run(args, input) with them.
template <class Run>
Status with_box(const OrientedBox& box, ShapeRef shape, Run&& run) noexcept {
    const parallel::FpEnvironment ieee;
    geometry::SmallBatch<3> tile;
    if (!tile.assign({box})) return Status::invalid_box;
    geometry::ShapeInput input;
    if (!geometry::prepare(shape, input)) return Status::invalid_shape;
    run(simd::ShapeArgs{tile.view(), 0, 1, &input.data}, input);
    return Status::ok;
}

parallel::Chunking chunks_of(const BoxBatch& boxes) noexcept {
    return {boxes.size(), parallel::kChunkBoxes, parallel::kMaxChunks};
}

/// Checks the shape, then calls chunk(number, args, input) for each of chunks_of(boxes), on the call's threads.
template <class Chunk>
Status for_each_chunk(parallel::Call& call, const BoxBatch& boxes, ShapeRef shape, Chunk&& chunk) noexcept {
    geometry::ShapeInput input;
    if (!geometry::prepare(shape, input)) return Status::invalid_shape;
    const simd::BoxArrays arrays = geometry::batch_arrays<3>(boxes);
    const parallel::Chunking chunks = chunks_of(boxes);
    return call.run(chunks.chunk_count(), [&](std::uint32_t number) noexcept {
        const parallel::ChunkRange range = chunks[number];
        chunk(number, simd::ShapeArgs{arrays, range.begin, range.end, &input.data}, input);
    });
}

/// Writes one byte for each box of `args`: whether it overlaps the shape.
void test(const parallel::Call& call, const BoxBatch& boxes, const simd::ShapeArgs& args,
          const geometry::ShapeInput& input, std::uint8_t* overlapping) noexcept {
    const simd::ShapeKernels& kernels = call.kernels().shapes;
    kernels.test[static_cast<std::size_t>(input.test)](args, overlapping);
    RoundedShapes(kernels, geometry::radii_of(boxes)).test(args, input, overlapping);
}

/// Turns the point of a core that is nearest to `point` into that of the box with its radius.
void round(const Vec3& point, float radius, ClosestPoint& found) noexcept {
    const float from_core = found.signed_distance;
    if (radius == 0 || !(from_core <= __FLT_MAX__)) return;
    found.signed_distance = from_core - radius;
    if (found.signed_distance <= 0) {
        found.point = point;
        return;
    }
    const float share = radius / from_core;
    found.point.x += (point.x - found.point.x) * share;
    found.point.y += (point.y - found.point.y) * share;
    found.point.z += (point.z - found.point.z) * share;
}

/// Fills one row per box. finish(kernels, args, input) may then change the rows [args.begin, args.end).
template <class Row, class Finish>
Status fill_rows(const BoxBatch& boxes, ShapeRef shape, std::span<Row> rows, const Execution& execution,
                 void (*simd::ShapeKernels::*kernel)(const simd::ShapeArgs&, float*), Finish&& finish) noexcept {
    if (rows.size() != boxes.size()) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    const simd::ShapeKernels& kernels = call.kernels().shapes;
    return for_each_chunk(
        call, boxes, shape,
        [&](std::uint32_t, const simd::ShapeArgs& args, const geometry::ShapeInput& input) noexcept {
            geometry::fill_rows(
                {args.begin, args.end}, rows, [&](std::size_t begin, std::size_t end, Row* out) noexcept {
                    (kernels.*kernel)({args.boxes, begin, end, args.shape}, reinterpret_cast<float*>(out));
                });
            finish(kernels, args, input);
        });
}

}  // namespace
}  // namespace narrowphase

Status contains(const OrientedBox& box, const Vec3& point, bool& inside) noexcept {
    return overlaps(box, point, inside);
}

Status overlaps(const OrientedBox& box, ShapeRef shape, bool& overlap) noexcept {
    return narrowphase::with_box(
        box, shape, [&](const simd::ShapeArgs& args, const geometry::ShapeInput& input) noexcept {
            std::uint8_t answer = 0;
            simd::kernel_tables::scalar.shapes.test[static_cast<std::size_t>(input.test)](args, &answer);
            overlap = answer != 0;
        });
}

Status classify(const OrientedBox& box, ShapeRef shape, Containment& containment) noexcept {
    return narrowphase::with_box(box, shape,
                                 [&](const simd::ShapeArgs& args, const geometry::ShapeInput& input) noexcept {
                                     std::uint8_t answer = 0;
                                     geometry::classify(simd::kernel_tables::scalar.shapes, args, input, &answer);
                                     containment = static_cast<Containment>(answer);
                                 });
}

Status closest_point(const OrientedBox& box, const Vec3& point, ClosestPoint& closest) noexcept {
    return narrowphase::with_box(box, point, [&](const simd::ShapeArgs& args, const geometry::ShapeInput&) noexcept {
        simd::kernel_tables::scalar.shapes.closest(args, &closest.point.x);
    });
}

Status intersect(const OrientedBox& box, const Ray& ray, RayHit& hit) noexcept {
    return narrowphase::with_box(box, ray, [&](const simd::ShapeArgs& args, const geometry::ShapeInput&) noexcept {
        simd::kernel_tables::scalar.shapes.intersect(args, &hit.entry);
    });
}

Status test_boxes(const BoxBatch& boxes, ShapeRef shape, std::span<std::uint8_t> overlapping,
                  const Execution& execution) noexcept {
    if (overlapping.size() != boxes.size()) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    return narrowphase::for_each_chunk(
        call, boxes, shape,
        [&](std::uint32_t, const simd::ShapeArgs& args, const geometry::ShapeInput& input) noexcept {
            narrowphase::test(call, boxes, args, input, overlapping.data() + args.begin);
        });
}

Status classify_boxes(const BoxBatch& boxes, ShapeRef shape, std::span<Containment> containment,
                      const Execution& execution) noexcept {
    if (containment.size() != boxes.size()) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    auto* const out = reinterpret_cast<std::uint8_t*>(containment.data());
    return narrowphase::for_each_chunk(
        call, boxes, shape,
        [&](std::uint32_t, const simd::ShapeArgs& args, const geometry::ShapeInput& input) noexcept {
            const simd::ShapeKernels& kernels = call.kernels().shapes;
            geometry::classify(kernels, args, input, out + args.begin);
            narrowphase::RoundedShapes(kernels, geometry::radii_of(boxes)).classify(args, input, out + args.begin);
        });
}

Status find_boxes(const BoxBatch& boxes, ShapeRef shape, FoundIndices& found, Workspace& workspace,
                  const Execution& execution) noexcept {
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    auto* const answers = lock.reserve<std::uint8_t>(Scratch::shape_answers, boxes.size());
    if (answers == nullptr) return Status::out_of_memory;

    // Each value is first the number of hits in a chunk, then the position of the chunk's first index.
    std::uint32_t begin[parallel::kMaxChunks] = {};
    Status status = narrowphase::for_each_chunk(
        call, boxes, shape,
        [&](std::uint32_t chunk, const simd::ShapeArgs& args, const geometry::ShapeInput& input) noexcept {
            narrowphase::test(call, boxes, args, input, answers + args.begin);
            std::uint32_t hits = 0;
            for (std::size_t i = args.begin; i < args.end; ++i) hits += answers[i];
            begin[chunk] = hits;
        });
    if (status != Status::ok) return status;
    std::uint32_t total = 0;
    for (std::uint32_t& hits : begin) {
        const std::uint32_t here = hits;
        hits = total;
        total += here;
    }
    SATORI_ASSERT(total <= boxes.size());
    found.count = total;
    if (total > found.indices.size()) return Status::capacity_exceeded;
    const parallel::Chunking chunks = narrowphase::chunks_of(boxes);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        std::uint32_t* out = found.indices.data() + begin[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i)
            if (answers[i] != 0) *out++ = static_cast<std::uint32_t>(i);
        SATORI_ASSERT(chunk + 1 != chunks.chunk_count() || out == found.indices.data() + total);
    });
}

Status closest_points(const BoxBatch& boxes, const Vec3& point, std::span<ClosestPoint> closest,
                      const Execution& execution) noexcept {
    const float* const radii = geometry::radii_of(boxes);
    return narrowphase::fill_rows(
        boxes, point, closest, execution, &simd::ShapeKernels::closest,
        [&](const simd::ShapeKernels&, const simd::ShapeArgs& args, const geometry::ShapeInput&) noexcept {
            for (std::size_t i = args.begin; radii != nullptr && i < args.end; ++i)
                narrowphase::round(point, radii[i], closest[i]);
        });
}

Status intersect(const BoxBatch& boxes, const Ray& ray, std::span<RayHit> hits, const Execution& execution) noexcept {
    const float* const radii = geometry::radii_of(boxes);
    return narrowphase::fill_rows(
        boxes, ray, hits, execution, &simd::ShapeKernels::intersect,
        [&](const simd::ShapeKernels& kernels, const simd::ShapeArgs& args,
            const geometry::ShapeInput& input) noexcept {
            narrowphase::RoundedShapes(kernels, radii).intersect(args, input, hits.data() + args.begin);
        });
}

}  // namespace satori::v0
