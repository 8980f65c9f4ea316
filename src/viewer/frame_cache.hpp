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

/// The frames of a recording that were seen last, as many as fit into so many bytes: a step back would otherwise replay all of
/// it.
class FrameCache {
public:
    static constexpr std::size_t kMostBytes = std::size_t{256} << 20;
    explicit FrameCache(std::size_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

    /// Null where it is not there any more.
    std::shared_ptr<const SeenFrame> find(std::uint32_t number) const {
        const auto found =
            std::find_if(frames_.begin(), frames_.end(), [&](const auto& kept) { return kept.first == number; });
        return found != frames_.end() ? found->second : nullptr;
    }
    /// Keeps a frame that is not there, and lets go of those that were added first.
    void add(std::uint32_t number, std::shared_ptr<const SeenFrame> frame) {
        bytes_ += frame->bytes();
        frames_.emplace_back(number, std::move(frame));
        while (bytes_ > most_bytes_) {
            bytes_ -= frames_.front().second->bytes();
            frames_.pop_front();
        }
    }
    /// How many frames like the last one there is room for.
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
