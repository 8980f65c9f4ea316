#pragma once

#include <stdexcept>
#include <string>

namespace satori::scenes {

/// The kinds of errors of scenes. The command turns them into exit codes.
enum class SceneFault {
    io,           ///< the file cannot be opened, read or written
    content,      ///< the file's content is not a scene
    unsupported,  ///< the operation does not support this scene (2D where boxes are needed)
    argument,     ///< the caller requested something that does not exist: a frame, a count
};

/// The reason why a scene could not be generated, read or written. The message has the file and, where there is one,
/// row, line and column.
class SceneError : public std::runtime_error {
public:
    SceneError(SceneFault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}

    SceneFault fault() const noexcept { return fault_; }

private:
    SceneFault fault_;
};

}  // namespace satori::scenes
