#pragma once

#include <stdexcept>
#include <string>

namespace satori::scenes {

/// What kind of thing went wrong with a scene; the command turns it into its exit code.
enum class SceneFault {
    io,           ///< the file cannot be opened, read or written
    content,      ///< the file's content is not a scene
    unsupported,  ///< a scene that this is not possible with (2D where boxes are wanted)
    argument,     ///< the caller asked for something that does not exist: a frame, a count
};

/// Why a scene could not be made, read or written. The message names the file and, where there is one, row, line and column.
class SceneError : public std::runtime_error {
public:
    SceneError(SceneFault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}

    SceneFault fault() const noexcept { return fault_; }

private:
    SceneFault fault_;
};

}  // namespace satori::scenes
