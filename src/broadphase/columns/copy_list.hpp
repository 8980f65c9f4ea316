#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/assert.hpp"
#include "parallel/run_chunks.hpp"

namespace satori::v0::broadphase {

/// The copies that the counting pass has found in a chunk, stored for the scatter: for each tile, their number and the
/// copies. Boxes that are large for the grid may have more copies than there is room for. Then nothing is kept, and the
/// scatter finds the copies again.
class CopyList {
public:
    /// Returns the words for the copies of `entry_count` entries and for the tiles' counts.
    static constexpr std::size_t room(std::size_t entry_count) noexcept { return 2 * entry_count; }

    /// Uses a chunk's part of the memory for copies: `before` words belong to other grids, then the chunk begins at
    /// word room(range.begin).
    CopyList(std::uint32_t* memory, std::size_t before, parallel::ChunkRange range) noexcept
        : words_(memory + before + room(range.begin)), room_(room(range.end - range.begin)) {}

    void add(const std::uint32_t* copies, std::uint32_t count) noexcept {
        if (end_ + count <= room_) std::copy_n(copies, count, words_ + end_);
        end_ += count;
    }
    void end_tile() noexcept {
        if (end_ <= room_) words_[tile_] = static_cast<std::uint32_t>(end_ - tile_ - 1);
        tile_ = end_++;
    }
    /// Must be called after the last tile.
    void close() noexcept {
        if (tile_ > room_) words_[0] = kOverflowed;
    }

    bool kept() const noexcept { return words_[0] != kOverflowed; }
    /// Returns the copies of the next tile.
    std::span<const std::uint32_t> next_tile() noexcept {
        SATORI_ASSERT(kept() && tile_ < room_);
        SATORI_ASSERT(words_[tile_] < room_ - tile_);
        const std::span<const std::uint32_t> copies(words_ + tile_ + 1, words_[tile_]);
        tile_ += copies.size() + 1;
        return copies;
    }

private:
    static constexpr std::uint32_t kOverflowed = 0xffffffff;

    std::uint32_t* words_;
    std::size_t room_;
    std::size_t tile_ = 0, end_ = 1;
};

}  // namespace satori::v0::broadphase
