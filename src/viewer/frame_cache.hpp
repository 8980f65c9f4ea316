#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <utility>

#include "viewer/seen_frame.hpp"

namespace satori::viewer {

/// Keeps the latest frames of a recording, as many as fit a number of bytes. Without it, each step back would replay
/// the recording from the beginning.
class FrameCache {
public:
    static constexpr std::size_t kMostBytes = std::size_t{256} << 20;
    explicit FrameCache(std::size_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

    /// Returns null when the frame is no longer in the cache.
    std::shared_ptr<const SeenFrame> find(std::uint32_t number) const {
        const auto found =
            std::find_if(frames_.begin(), frames_.end(), [&](const auto& kept) { return kept.first == number; });
        return found != frames_.end() ? found->second : nullptr;
    }
    /// Adds a frame that is not in the cache, and removes the frames that were added first when there is no room.
    void add(std::uint32_t number, std::shared_ptr<const SeenFrame> frame) {
        bytes_ += frame->bytes();
        frames_.emplace_back(number, std::move(frame));
        while (bytes_ > most_bytes_) {
            bytes_ -= frames_.front().second->bytes();
            frames_.pop_front();
        }
    }
    /// Returns the number of frames of the last one's size that fit the cache.
    std::size_t room() const {
        return frames_.empty() ? std::numeric_limits<std::size_t>::max() : most_bytes_ / frames_.back().second->bytes();
    }
    void clear() {
        frames_.clear();
        bytes_ = 0;
    }

private:
    std::size_t most_bytes_, bytes_ = 0;
    std::deque<std::pair<std::uint32_t, std::shared_ptr<const SeenFrame>>> frames_;
};

}  // namespace satori::viewer
