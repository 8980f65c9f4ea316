#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/assert.hpp"
#include "base/owned_array.hpp"
#include "simd/kernel_abi.hpp"

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

/// Bounds in no order, as the query kernels read them.
class BoundsStreams {
public:
    explicit BoundsStreams(base::CountedMemory& memory) noexcept : floats_(memory), ids_(memory) {}

    /// Room for `count` bounds, contents undefined; false when there is no memory.
    bool reserve(std::size_t count) noexcept {
        const std::size_t room = simd::padded(count);
        if (!floats_.reserve(6 * room, 0) || !ids_.reserve(room, 0)) return false;
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
        for (std::uint32_t a = 0; a < 3; ++a) {
            floats_[a * room_ + i] = lo[a];
            floats_[(3 + a) * room_ + i] = hi[a];
        }
        ids_[i] = id;
    }
    /// Bounds that no query meets.
    void set_none(std::uint32_t i) noexcept {
        constexpr float kFar = std::numeric_limits<float>::infinity();
        const float lo[3] = {kFar, kFar, kFar}, hi[3] = {-kFar, -kFar, -kFar};
        set(i, lo, hi, 0);
    }
    float lo(std::uint32_t axis, std::uint32_t i) const noexcept { return floats_[axis * room_ + i]; }
    float hi(std::uint32_t axis, std::uint32_t i) const noexcept { return floats_[(3 + axis) * room_ + i]; }

    simd::BoundsRange range(std::uint32_t begin, std::uint32_t end) const noexcept {
        const float* const at = floats_.data();
        return {{at, at + room_, at + 2 * room_},
                {at + 3 * room_, at + 4 * room_, at + 5 * room_},
                ids_.data(),
                begin,
                end,
                std::numeric_limits<float>::infinity()};
    }

private:
    base::OwnedArray<float> floats_;  // room_ of each lower bound, then of each upper one
    base::OwnedArray<std::uint32_t> ids_;
    std::size_t room_ = 0;
};

}  // namespace satori::v0::broadphase
