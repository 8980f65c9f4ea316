#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <satori/types.hpp>

namespace satori::test {

/// A recorded simulation: `frames` x `boxes` rows.
struct RecordedScene {
    std::uint32_t frames = 0;
    std::uint32_t boxes = 0;
    std::vector<OrientedBox> rows;

    std::vector<OrientedBox> frame(std::uint32_t index) const {
        const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(index) * boxes;
        return {begin, begin + boxes};
    }
};

/// Returns the folder of recorded scenes: environment variable SATORI_SCENES_DIR, else the CMake variable of that name.
/// Returns an empty string when neither is set: tests that need it skip.
std::string scenes_folder();

/// Returns the scene in that folder, or nothing when there is no such file.
std::optional<RecordedScene> load_recorded_scene(const std::string& file_name);

}  // namespace satori::test
