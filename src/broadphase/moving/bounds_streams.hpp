#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/assert.hpp"
#include "base/owned_array.hpp"
#include "broadphase/moving/tracked_box.hpp"
#include "simd/kernel_abi.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

/// Calls f(piece) for pieces of a range, each of up to `size` bounds (a multiple of kMaxLanes), until its stop.
template <class F>
void for_each_piece(const simd::BoundsRange& range, std::uint32_t size, F&& f) noexcept {
    simd::BoundsRange piece = range;
    for (std::uint32_t begin = range.begin; begin < range.end && !(range.lo[0][begin] > range.stop); begin += size) {
        piece.begin = begin;
        piece.end = std::min(begin + size, range.end);
        f(piece);
    }
}

/// Bounds as the query kernels read them.
class BoundsStreams {
public:
    explicit BoundsStreams(base::CountedMemory& memory) noexcept : floats_(memory), ids_(memory) {}

    /// Room for `count` bounds, contents undefined. Returns false when there is no memory; then nothing changes.
    bool reserve(std::size_t count) noexcept {
        const std::size_t room = room_for(count);
        if (!ids_.reserve(room, room_) || !floats_.reserve(6 * room, 0)) return false;
        room_ = room;
        return true;
    }
    /// Room for `count` bounds, with the first `kept` as they are. Returns false when there is no memory; then nothing
    /// changes.
    bool extend(std::size_t count, std::size_t kept) noexcept {
        if (count <= room_) return true;
        const std::size_t room = room_for(std::max(count, room_ + room_ / 4));
        if (!ids_.reserve(room, room_) || !floats_.reserve(6 * room, 6 * room_)) return false;
        // The last stream first: each moves to where others were.
        for (std::size_t stream = 6; stream-- > 1 && kept != 0;)
            std::memmove(&floats_[stream * room], &floats_[stream * room_], kept * sizeof(float));
        room_ = room;
        return true;
    }
    /// Copies the first `count` bounds of another. There must be room for them.
    void assign(const BoundsStreams& other, std::size_t count) noexcept {
        SATORI_ASSERT(count <= room_ && count <= other.room_);
        for (std::size_t stream = 0; count != 0 && stream < 6; ++stream)
            std::memcpy(&floats_[stream * room_], &other.floats_[stream * other.room_], count * sizeof(float));
        ids_.assign(other.ids_, count);
    }
    void set(std::uint32_t i, const float* lo, const float* hi, std::uint32_t id) noexcept {
        for (int a = 0; a < 3; ++a) {
            this->lo(a)[i] = lo[a];
            this->hi(a)[i] = hi[a];
        }
        ids()[i] = id;
    }
    float* lo(int axis) noexcept { return floats_.data() + static_cast<std::size_t>(axis) * room_; }
    float* hi(int axis) noexcept { return lo(3 + axis); }
    std::uint32_t* ids() noexcept { return ids_.data(); }
    /// Returns bounds [first + begin, first + end), with indices from `first`.
    simd::BoundsRange range(std::uint32_t begin, std::uint32_t end, std::uint32_t first = 0,
                            float stop = std::numeric_limits<float>::infinity()) const noexcept {
        const float* const at = floats_.data() + first;
        return {{at, at + room_, at + 2 * room_},
                {at + 3 * room_, at + 4 * room_, at + 5 * room_},
                ids_.data() + first,
                begin,
                end,
                stop};
    }
    void prefetch(std::uint32_t i) const noexcept {
        for (std::size_t stream = 0; stream < 6; ++stream) simd::prefetch(floats_.data() + stream * room_ + i);
        simd::prefetch(ids_.data() + i);
    }

private:
    /// An odd number of cache lines keeps the streams in different sets.
    static std::size_t room_for(std::size_t count) noexcept {
        return (simd::padded(count) / simd::kMaxLanes | 1) * simd::kMaxLanes;
    }

    base::OwnedArray<float> floats_;  // room_ of each lower bound, then of each upper one
    base::OwnedArray<std::uint32_t> ids_;
    std::size_t room_ = 0;
};

}  // namespace satori::v0::broadphase
