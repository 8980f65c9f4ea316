#include <satori/box_batch.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <utility>

#include "broadphase/bounds_set.hpp"
#include "geometry/box_fault.hpp"
#include "geometry/memory.hpp"
#include "geometry/pose_math.hpp"
#include "geometry/rounding.hpp"
#include "parallel/call.hpp"

namespace satori::inline v0 {

namespace {

constexpr std::uint32_t kRowFloats = 10;
constexpr std::size_t kChunkBoxes = 4096;

bool well_formed(const float* stream, std::ptrdiff_t stride) noexcept {
    return stream != nullptr && reinterpret_cast<std::uintptr_t>(stream) % alignof(float) == 0 && stride % 4 == 0;
}

bool well_formed(const BoxView& view) noexcept {
    return well_formed(view.centers, view.center_stride) && well_formed(view.half_extents, view.half_extent_stride) &&
           well_formed(view.rotations, view.rotation_stride);
}

const float* item(const float* stream, std::ptrdiff_t stride, std::size_t i) noexcept {
    return stream + stride / 4 * static_cast<std::ptrdiff_t>(i);
}

void copy_row(const BoxView& view, std::size_t i, float* row) noexcept {
    std::memcpy(row, item(view.centers, view.center_stride, i), 3 * sizeof(float));
    std::memcpy(row + 3, item(view.half_extents, view.half_extent_stride, i), 3 * sizeof(float));
    std::memcpy(row + 6, item(view.rotations, view.rotation_stride, i), 4 * sizeof(float));
}

/// Rows that kernels can read where they lie: the three streams are one.
bool is_rows(const BoxView& view) noexcept {
    return view.half_extents == view.centers + 3 && view.rotations == view.centers + 6 && view.center_stride >= 40 &&
           view.half_extent_stride == view.center_stride && view.rotation_stride == view.center_stride;
}

using IngestKernel = std::uint32_t (*)(const simd::IngestArgs&);

/// Boxes [begin, end) through `kernel`; how many were illegal. `begin` is a multiple of kMaxLanes.
std::uint32_t ingest_range(IngestKernel kernel, const BoxView& view, simd::BoxArrays boxes, std::size_t begin,
                           std::size_t end) noexcept {
    std::uint32_t illegal = 0;
    std::size_t i = begin;
    if (is_rows(view)) {
        const std::size_t whole = (end - begin) / simd::kMaxLanes * simd::kMaxLanes;
        illegal +=
            kernel({item(view.centers, view.center_stride, begin), static_cast<std::size_t>(view.center_stride / 4),
                    static_cast<std::uint32_t>(whole), boxes, begin});
        i += whole;
    }
    // Other layouts, and the last rows, which a whole vector would read past: by way of a tile of packed rows.
    while (i < end) {
        constexpr std::uint32_t kTile = 4 * simd::kMaxLanes;
        float tile[kTile * kRowFloats];
        const auto filled = static_cast<std::uint32_t>(end - i < kTile ? end - i : kTile);
        const auto rows = static_cast<std::uint32_t>(simd::padded(filled));
        for (std::uint32_t row = 0; row < filled; ++row) copy_row(view, i + row, tile + row * kRowFloats);
        // Padding: illegal rows, which become boxes that overlap nothing.
        for (std::uint32_t k = filled * kRowFloats; k < rows * kRowFloats; ++k) tile[k] = NAN;
        illegal += kernel({tile, kRowFloats, rows, boxes, i}) - (rows - filled);
        i += filled;
    }
    return illegal;
}

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

BoxBatch::BoxBatch(Allocator allocator) noexcept : allocator_(geometry::resolved(allocator)) {}

BoxBatch::BoxBatch(BoxBatch&& other) noexcept : BoxBatch(other.allocator_) {
    *this = std::move(other);
}

BoxBatch& BoxBatch::operator=(BoxBatch&& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(block_, other.block_);
    std::swap(block_bytes_, other.block_bytes_);
    std::swap(arrays_, other.arrays_);
    std::swap(stride_, other.stride_);
    std::swap(invalid_, other.invalid_);
    std::swap(invalid_count_, other.invalid_count_);
    std::swap(invalid_capacity_, other.invalid_capacity_);
    std::swap(peak_bytes_, other.peak_bytes_);
    std::swap(count_, other.count_);
    return *this;
}

BoxBatch::~BoxBatch() {
    geometry::release(allocator_, block_, block_bytes_);
    geometry::release(allocator_, invalid_, invalid_capacity_ * sizeof(InvalidBox));
}

void BoxBatch::clear() noexcept {
    count_ = 0;
    invalid_count_ = 0;
}

Status BoxBatch::assign(const BoxView& view, OnInvalid on_invalid, const Execution& execution) noexcept {
    if (on_invalid != OnInvalid::refuse && on_invalid != OnInvalid::skip) return Status::invalid_argument;
    if (view.count > kMaxBoxCount) return Status::capacity_exceeded;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    if (view.count == 0) {
        clear();
        return Status::ok;
    }
    if (!well_formed(view)) return Status::invalid_argument;

    const parallel::Chunking chunks(view.count, kChunkBoxes, parallel::kMaxChunks);
    Room room;
    Status status = make_room(view.count, room);
    if (status != Status::ok) return status;
    std::atomic<std::size_t> illegal{0};
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        const std::uint32_t n =
            ingest_range(call.kernels().ingest, view, {room.arrays, room.stride}, range.begin, range.end);
        if (n != 0) illegal.fetch_add(n, std::memory_order_relaxed);
    });
    const std::size_t invalid_count = illegal.load(std::memory_order_relaxed);
    if (status == Status::ok) {
        status = list_invalid(view.count, invalid_count,
                              [&](std::size_t i, float* row) noexcept { copy_row(view, i, row); });
    }
    if (status == Status::ok && invalid_count != 0 && on_invalid == OnInvalid::refuse) status = Status::invalid_box;
    return close_room(room, view.count, status);
}

Status BoxBatch::assign_transformed(const BoxBatch& source, const Pose& pose, float scale,
                                    const Execution& execution) noexcept {
    if (!geometry::is_legal(pose) || !(scale >= kMinScale && scale <= kMaxScale)) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    const std::size_t count = source.size();
    if (count == 0) {
        clear();
        return Status::ok;
    }
    Room room;
    Status status = make_room(count, room);
    if (status != Status::ok) return status;
    simd::TransformArgs all = transform_args(pose, scale);
    all.from = broadphase::box_arrays(source);
    all.to = {room.arrays, room.stride};
    const parallel::Chunking chunks(count, kChunkBoxes, parallel::kMaxChunks);
    std::atomic<std::size_t> illegal{0};
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        simd::TransformArgs part = all;
        part.begin = chunks[chunk].begin;
        part.end = chunks[chunk].end;
        const std::uint32_t n = call.kernels().boxes.transform(part);
        if (n != 0) illegal.fetch_add(n, std::memory_order_relaxed);
    });
    const std::size_t invalid_count = illegal.load(std::memory_order_relaxed);
    if (status == Status::ok) {
        status = list_invalid(count, invalid_count, [&](std::size_t i, float* row) noexcept {
            for (std::size_t c = 0; c < 6; ++c) row[c] = room.arrays[c * room.stride + i];
            // A box skipped long ago is no fault of this call.
            if (row[3] == simd::kInertHalfExtent) std::fill(row + 3, row + 6, 0.0F);
            std::fill(row + 6, row + kRowFloats, 1.0F);
        });
    }
    if (status == Status::ok && invalid_count != 0) status = Status::result_out_of_range;
    return close_room(room, count, status);
}

// The boxes are written beside those in use and take their place when nothing can fail any more.
Status BoxBatch::make_room(std::size_t count, Room& room) noexcept {
    room = {block_, block_bytes_, block_, stride_};
    if (simd::padded(count) > stride_) {
        // An odd number of cache lines from one component to the next, so that the 15 streams do not share cache sets.
        room.stride = (simd::padded(count) / simd::kMaxLanes | 1) * simd::kMaxLanes;
        room.block_bytes = 2 * kBoxComponentCount * room.stride * sizeof(float);
        room.block = static_cast<float*>(geometry::allocate(allocator_, room.block_bytes));
        if (room.block == nullptr) return Status::out_of_memory;
        room.arrays = room.block;
        peak_bytes_ = std::max(peak_bytes_, bytes() + room.block_bytes);
    } else if (arrays_ == block_) {
        room.arrays = block_ + kBoxComponentCount * stride_;
    }
    return Status::ok;
}

Status BoxBatch::close_room(const Room& room, std::size_t count, Status status) noexcept {
    if (status != Status::ok) {
        if (room.block != block_) geometry::release(allocator_, room.block, room.block_bytes);
        return status;
    }
    if (room.block != block_) {
        geometry::release(allocator_, block_, block_bytes_);
        block_ = room.block;
        block_bytes_ = room.block_bytes;
        stride_ = room.stride;
    }
    arrays_ = room.arrays;
    count_ = static_cast<std::uint32_t>(count);
    return Status::ok;
}

template <class CopyRow>
Status BoxBatch::list_invalid(std::size_t count, std::size_t invalid_count, CopyRow&& copy) noexcept {
    if (invalid_count > invalid_capacity_) {
        const std::size_t bytes = invalid_count * sizeof(InvalidBox);
        auto* memory = static_cast<InvalidBox*>(geometry::allocate(allocator_, bytes));
        if (memory == nullptr) return Status::out_of_memory;
        peak_bytes_ = std::max(peak_bytes_, this->bytes() + bytes);
        geometry::release(allocator_, invalid_, invalid_capacity_ * sizeof(InvalidBox));
        invalid_ = memory;
        invalid_capacity_ = invalid_count;
    }
    invalid_count_ = 0;
    for (std::size_t i = 0; i < count && invalid_count_ < invalid_count; ++i) {
        float row[kRowFloats];
        copy(i, row);
        const InvalidBox fault = geometry::find_fault(row, static_cast<std::uint32_t>(i));
        if (fault.fault != BoxFault::none) invalid_[invalid_count_++] = fault;
    }
    return Status::ok;
}

}  // namespace satori::inline v0
