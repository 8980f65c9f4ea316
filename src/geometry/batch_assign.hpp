#pragma once

// assign() and assign_transformed() of BoxBatch and RectBatch. A Layout has these members:
//   View: the type of the input
//   kComponentCount: components of a stored item
//   kStreams: numbers per item in each of the three streams, in row order
//   streams(view): the positions of the streams
//   Reader: a reader of the rows of a view
//   kernel(table): the kernel from rows to arrays
//   transform(table): the kernel from arrays to arrays
//   find_fault(row, index): the reason why a row is illegal

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>

#include <satori/batch_storage.hpp>

#include "base/assert.hpp"
#include "base/memory.hpp"
#include "base/stream.hpp"
#include "geometry/rounding.hpp"
#include "parallel/call.hpp"

namespace satori::v0::geometry {

/// Reads the items of a view, one row each.
template <class Layout>
class RowReader {
public:
    static constexpr std::uint32_t kFloats = Layout::kStreams[0] + Layout::kStreams[1] + Layout::kStreams[2];

    explicit RowReader(const typename Layout::View& view) noexcept : streams_(Layout::streams(view)) {}

    bool well_formed() const noexcept {
        return streams_[0].well_formed() && streams_[1].well_formed() && streams_[2].well_formed();
    }
    /// Copies item i to `row`. Returns the rounding error of the center: zero.
    double copy(std::size_t i, float* row) const noexcept {
        std::memcpy(row, streams_[0].item(i), kSecond * sizeof(float));
        std::memcpy(row + kSecond, streams_[1].item(i), Layout::kStreams[1] * sizeof(float));
        std::memcpy(row + kThird, streams_[2].item(i), Layout::kStreams[2] * sizeof(float));
        return 0;
    }
    /// True when the kernels can read the rows in place: the three streams are one.
    bool in_place() const noexcept {
        return streams_[1].data == streams_[0].data + kSecond && streams_[2].data == streams_[0].data + kThird &&
               streams_[0].stride >= static_cast<std::ptrdiff_t>(kFloats * sizeof(float)) &&
               streams_[1].stride == streams_[0].stride && streams_[2].stride == streams_[0].stride;
    }
    const base::Stream& rows() const noexcept { return streams_[0]; }

private:
    static constexpr std::uint32_t kSecond = Layout::kStreams[0];
    static constexpr std::uint32_t kThird = Layout::kStreams[0] + Layout::kStreams[1];

    std::array<base::Stream, 3> streams_;
};

/// Reads the items of a view of doubles, relative to its origin, as rows of floats.
template <class Layout>
class RowReader64 {
public:
    static constexpr std::uint32_t kDim = Layout::kStreams[0];
    static constexpr std::uint32_t kFloats = Layout::kStreams[0] + Layout::kStreams[1] + Layout::kStreams[2];

    explicit RowReader64(const typename Layout::View& view) noexcept
        : streams_(Layout::streams(view)), origin_(Layout::origin(view)) {}

    bool well_formed() const noexcept {
        for (const double coordinate : origin_)
            if (!std::isfinite(coordinate)) return false;
        return streams_[0].well_formed() && streams_[1].well_formed() && streams_[2].well_formed();
    }
    /// Writes item i to `row`. Returns the distance between the center in the row, if it is legal, and the center of
    /// the item, along the worst axis.
    double copy(std::size_t i, float* row) const noexcept {
        double numbers[kFloats], lost[kDim];
        const double *const center = streams_[0].item(i), *const half = streams_[1].item(i);
        for (std::uint32_t k = 0; k < kDim; ++k) {
            numbers[k] = center[k] - origin_[k];
            lost[k] = base::lost_of_sum(center[k], -origin_[k], numbers[k]);
        }
        for (std::uint32_t k = 0; k < kDim; ++k) numbers[kDim + k] = half[k];
        std::copy_n(streams_[2].item(i), kFloats - 2 * kDim, numbers + 2 * kDim);
        if (plain(numbers)) {
            for (std::uint32_t k = 0; k < kFloats; ++k) row[k] = static_cast<float>(numbers[k]);
        } else {
            round_one_by_one(numbers, row);
        }
        double most = 0;
        for (std::uint32_t k = 0; k < kDim; ++k)
            most = std::max(most, std::fabs(numbers[k] - double{row[k]} + lost[k]));
        return most;
    }

private:
    static constexpr double kMost = std::numeric_limits<float>::max();
    static constexpr float kTiny = std::numeric_limits<float>::min();

    /// True when a cast gives the right floats for a row. There is no branch, because nearly all rows are plain.
    static bool plain(const double* numbers) noexcept {
        double sum = 0;  // not less than any of the numbers
        for (std::uint32_t k = 0; k < kFloats; ++k) sum += std::fabs(numbers[k]);
        bool all = sum <= kMost;
        for (std::uint32_t k = kDim; k < 2 * kDim; ++k) all &= (numbers[k] == 0) | (numbers[k] >= double{kTiny});
        return all;
    }
    static void round_one_by_one(const double* numbers, float* row) noexcept {
        // Quaternions have no greatest length. If a component beyond the floats became finite, the direction would be
        // wrong.
        constexpr bool kQuaternion = kDim == 3;
        for (std::uint32_t k = 0; k < kFloats; ++k)
            row[k] = kQuaternion && k >= 2 * kDim ? rounded(numbers[k]) : base::rounded_to_finite(numbers[k]);
        for (std::uint32_t k = kDim; k < 2 * kDim; ++k) row[k] = rounded_half_extent(numbers[k]);
    }

    std::array<base::StreamOf<double>, 3> streams_;
    std::array<double, kDim> origin_;
};

template <int Dim>
using TransformKernel = std::uint32_t (*)(const simd::TransformArgsOf<Dim>&);

/// Writes items [begin, begin + count) as rows, and what their centers lost.
template <class Reader>
void copy_rows(const Reader& reader, std::size_t begin, std::uint32_t count, float* rows, double* losses) noexcept {
    if constexpr (requires { reader.copy_rows(begin, count, rows, losses); }) {
        reader.copy_rows(begin, count, rows, losses);
    } else {
        for (std::uint32_t k = 0; k < count; ++k) losses[k] = reader.copy(begin + k, rows + k * Reader::kFloats);
    }
}

using IngestKernel = std::uint32_t (*)(const simd::IngestArgs&);

/// Runs boxes [begin, end) through the kernel and returns the number of illegal ones. `begin` is a multiple of
/// kMaxLanes. Raises `center_error` to the largest rounding error of a legal center.
template <class Layout>
std::uint32_t ingest_range(IngestKernel kernel, const typename Layout::Reader& reader, simd::BoxArrays boxes,
                           std::size_t begin, std::size_t end, double& center_error) noexcept {
    SATORI_ASSERT(begin % simd::kMaxLanes == 0 && begin <= end);
    constexpr std::uint32_t kRowFloats = Layout::Reader::kFloats;
    std::uint32_t illegal = 0;
    std::size_t i = begin;
    if constexpr (requires { reader.rows(); }) {
        if (reader.in_place()) {
            const std::size_t whole = (end - begin) / simd::kMaxLanes * simd::kMaxLanes;
            illegal += kernel({reader.rows().item(begin), static_cast<std::size_t>(reader.rows().stride_numbers()),
                               static_cast<std::uint32_t>(whole), boxes, begin});
            i += whole;
        }
    }
    // Other layouts, and the last rows, which a whole vector would read past, go through a tile of packed rows.
    while (i < end) {
        constexpr std::uint32_t kTile = 4 * simd::kMaxLanes;
        float tile[kTile * kRowFloats];
        const auto filled = static_cast<std::uint32_t>(end - i < kTile ? end - i : kTile);
        const auto rows = static_cast<std::uint32_t>(simd::padded(filled));
        double losses[kTile];
        copy_rows(reader, i, filled, tile, losses);
        // The padding consists of illegal rows, which become boxes that overlap nothing.
        for (std::uint32_t k = filled * kRowFloats; k < rows * kRowFloats; ++k) tile[k] = NAN;
        const std::uint32_t faulty = kernel({tile, kRowFloats, rows, boxes, i}) - (rows - filled);
        SATORI_ASSERT(faulty <= filled);
        illegal += faulty;
        for (std::uint32_t k = 0; k < filled; ++k) {
            if (losses[k] > center_error &&
                (faulty == 0 || Layout::find_fault(tile + k * kRowFloats, 0).fault == BoxFault::none))
                center_error = losses[k];
        }
        i += filled;
    }
    return illegal;
}

}  // namespace satori::v0::geometry

namespace satori::v0 {

template <class Layout>
Status BatchStorage::replace(const typename Layout::View& view, OnInvalid on_invalid,
                             const Execution& execution) noexcept {
    if (on_invalid != OnInvalid::refuse && on_invalid != OnInvalid::skip) return Status::invalid_argument;
    if (view.count > kMaxBoxCount) return Status::capacity_exceeded;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    if (view.count == 0) {
        clear();
        return Status::ok;
    }
    const typename Layout::Reader reader(view);
    if (!reader.well_formed()) return Status::invalid_argument;
    std::atomic<double> center_error{0};

    const Status if_illegal = on_invalid == OnInvalid::refuse ? Status::invalid_box : Status::ok;
    const Status status = replace_with<Layout>(
        call, view.count, if_illegal,
        [&](parallel::ChunkRange range, simd::BoxArrays arrays) noexcept {
            double loss = 0;
            const std::uint32_t illegal = geometry::ingest_range<Layout>(Layout::kernel(call.kernels()), reader, arrays,
                                                                         range.begin, range.end, loss);
            double most = center_error.load(std::memory_order_relaxed);
            while (loss > most && !center_error.compare_exchange_weak(most, loss, std::memory_order_relaxed)) {
            }
            return illegal;
        },
        [&](std::size_t i, simd::BoxArrays) noexcept {
            float row[Layout::Reader::kFloats];
            double loss = 0;
            geometry::copy_rows(reader, i, 1, row, &loss);
            InvalidBox fault = Layout::find_fault(row, static_cast<std::uint32_t>(i));
            if constexpr (requires { reader.sheared(i); }) {
                if (fault.fault == BoxFault::rotation_not_finite && reader.sheared(i))
                    fault.fault = BoxFault::rotation_not_orthonormal;
            }
            return fault;
        });
    if (status == Status::ok) center_error_ = center_error.load(std::memory_order_relaxed);
    return status;
}

template <class Layout, class Call, class Write, class FindFault>
Status BatchStorage::replace_with(Call& call, std::size_t count, Status if_illegal, Write&& write,
                                  FindFault&& find_fault) noexcept {
    const parallel::Chunking chunks(count, parallel::kChunkBoxes, parallel::kMaxChunks);
    // The new boxes are written beside the boxes in use. They replace them when nothing can fail any more.
    float* block = block_;
    std::size_t stride = stride_;
    std::size_t bytes = block_bytes_;
    if (simd::padded(count) > stride_) {
        // An odd number of cache lines from one component to the next, so that the streams do not share cache sets.
        stride = (simd::padded(count) / simd::kMaxLanes | 1) * simd::kMaxLanes;
        bytes = 2 * Layout::kComponentCount * stride * sizeof(float);
        block = static_cast<float*>(base::allocate(allocator_, bytes));
        if (block == nullptr) return Status::out_of_memory;
        peak_bytes_ = std::max(peak_bytes_, this->bytes() + bytes);
    }
    const simd::BoxArrays arrays{
        block == block_ && arrays_ == block_ ? block + Layout::kComponentCount * stride : block, stride};

    std::atomic<std::size_t> illegal{0};
    Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const std::uint32_t n = write(chunks[chunk], arrays);
        if (n != 0) illegal.fetch_add(n, std::memory_order_relaxed);
    });
    const std::size_t invalid_count = illegal.load(std::memory_order_relaxed);
    if (status == Status::ok) status = reserve_invalid(invalid_count);
    if (status == Status::ok) {
        invalid_count_ = 0;
        for (std::size_t i = 0; i < count && invalid_count_ < invalid_count; ++i) {
            const InvalidBox fault = find_fault(i, arrays);
            if (fault.fault != BoxFault::none) invalid_[invalid_count_++] = fault;
        }
        if (invalid_count != 0) status = if_illegal;
    }
    if (status != Status::ok) {
        if (block != block_) base::release(allocator_, block, bytes);
        return status;
    }
    if (block != block_) {
        base::release(allocator_, block_, block_bytes_);
        block_ = block;
        block_bytes_ = bytes;
        stride_ = stride;
    }
    SATORI_ASSERT(simd::padded(count) <= stride_ && invalid_count_ == invalid_count);
    arrays_ = arrays.base;
    count_ = static_cast<std::uint32_t>(count);
    center_error_ = 0;
    sides_.used = false;
    radii_.used = false;
    return Status::ok;
}

template <class Layout, class Call, class Args>
Status BatchStorage::replace_transformed(Call& call, const BatchStorage& source, const Args& args,
                                         float scale) noexcept {
    // Reserves first: nothing may fail once the boxes are replaced. If `source` is this batch, its sides and radii stay
    // in place.
    Status status = reserve_sides(source.sides().size());
    if (status == Status::ok) status = reserve_scaled(source.radii(), scale);
    const std::span<const CoveredSides> sides = source.sides();
    const std::span<const float> radii = source.radii();
    if (status != Status::ok) return status;
    status = replace_with<Layout>(
        call, source.size(), Status::result_out_of_range,
        [&](parallel::ChunkRange range, simd::BoxArrays arrays) noexcept {
            Args part = args;
            part.to = arrays;
            part.begin = range.begin;
            part.end = range.end;
            return Layout::transform(call.kernels())(part);
        },
        [](std::size_t i, simd::BoxArrays arrays) noexcept {
            constexpr std::uint32_t kDim = Layout::kStreams[0], kFloats = Layout::Reader::kFloats;
            float row[kFloats];
            for (std::size_t c = 0; c < 2 * kDim; ++c) row[c] = arrays.base[c * arrays.stride + i];
            // A box that an earlier call skipped is no fault of this call.
            if (row[kDim] == simd::kInertHalfExtent) std::fill(row + kDim, row + 2 * kDim, 0.0F);
            std::fill(row + 2 * kDim, row + kFloats, 1.0F);
            return Layout::find_fault(row, static_cast<std::uint32_t>(i));
        });
    if (status != Status::ok) return status;
    take_sides(sides);
    take_scaled(radii, scale);
    return Status::ok;
}

}  // namespace satori::v0
