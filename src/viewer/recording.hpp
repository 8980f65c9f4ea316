#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <satori/world_recording.hpp>

#include "scenes/input_file.hpp"

namespace satori::viewer {

/// A recording of a World, replayed up to one of its updates. Its updates are the frames.
class Recording {
public:
    /// `name` is for messages. CliError (invalid_scene) when the recording has no update.
    Recording(scenes::InputFile file, std::string name);

    const std::string& name() const { return name_; }
    /// The number of frames that can be shown.
    std::uint32_t frame_count() const { return frame_count_; }
    /// Why there are no more frames; empty when the recording ends there.
    const std::string& trouble() const { return trouble_; }

    /// Replays up to a frame, or to the last frame that can be shown. It goes on from the current frame; to go back, it
    /// starts from the beginning. `passed` is called at each frame on the way, the last one included. CliError: failed;
    /// invalid_scene when no frame can be shown.
    void go_to(std::uint32_t frame, const Execution& execution, const std::function<void()>& passed);
    /// Makes the next go_to() start from the beginning: for another instruction set or number of threads, which must
    /// give the same results.
    void forget();

    // The state after go_to(). After a failure and after forget(), it is a world without boxes.
    std::uint32_t frame() const { return done_ - 1; }
    const World& world() const { return replay_->world(); }
    const WorldUpdate& update() const { return update_; }
    double step_ms() const { return step_ms_; }  ///< wall time of the last step: the update and all calls before it

private:
    void count_frames();
    void begin();
    /// Ends the frames before the next update. The World has already tried this update, so the replay starts again.
    void end_here(const std::string& trouble);

    scenes::InputFile file_;
    std::string name_;
    std::uint32_t frame_count_ = 0, done_ = 0;
    std::string trouble_;
    std::unique_ptr<WorldReplay> replay_;
    WorldUpdate update_;
    double step_ms_ = 0;
};

}  // namespace satori::viewer
