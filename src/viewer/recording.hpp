#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <satori/world_recording.hpp>

#include "scenes/input_file.hpp"

namespace satori::viewer {

/// A recording of a World, replayed up to one of its updates, which are its frames.
class Recording {
public:
    /// `name`: for messages. CliError (invalid_scene) where there is no update in it.
    Recording(scenes::InputFile file, std::string name);

    const std::string& name() const { return name_; }
    /// Those that can be seen.
    std::uint32_t frame_count() const { return frame_count_; }
    /// Why there are no more; empty where that is the recording's end.
    const std::string& trouble() const { return trouble_; }

    /// Replays up to a frame, or to the last that can be seen: on from where it stands, or, to go back, from the beginning.
    /// `passed`: called at each frame on the way, the last one among them. CliError (failed; invalid_scene where there is none to be
    /// seen).
    void go_to(std::uint32_t frame, const Execution& execution, const std::function<void()>& passed);
    /// Does not go on from where it stands: for another instruction set or number of threads, which has to find the same.
    void forget();

    // Where it stands after go_to(); a world without boxes where that has failed, and after forget().
    std::uint32_t frame() const { return done_ - 1; }
    const World& world() const { return replay_->world(); }
    const WorldUpdate& update() const { return update_; }
    double step_ms() const { return step_ms_; }  ///< wall time of the last step, the update and all before it

private:
    void count_frames();
    void begin();
    /// Frames end before the next update, which the World has tried: it begins anew.
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
