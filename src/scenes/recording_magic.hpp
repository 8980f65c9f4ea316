#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include <satori/world_recording.hpp>

namespace satori::scenes {

/// True when the bytes begin like a recording of a World.
inline bool is_recording(std::span<const std::byte> bytes) noexcept {
    constexpr std::size_t kSize = sizeof kRecordingMagic - 1;
    return bytes.size() >= kSize && std::memcmp(bytes.data(), kRecordingMagic, kSize) == 0;
}

}  // namespace satori::scenes
