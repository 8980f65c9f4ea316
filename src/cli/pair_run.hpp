#pragma once

#include <span>

#include <satori/types.hpp>

#include "cli/scene_run.hpp"

namespace satori::cli {

/// Finds the pairs of a frame, sorts and hashes them.
class PairRun : public SceneRun {
public:
    using SceneRun::SceneRun;

    /// The label of the progress bar.
    static constexpr const char* kWork = "finding pairs";

    /// CliError: invalid_scene, failed.
    void run(const scenes::SceneFile& scene, const scenes::FrameView& boxes, Isa isa,
             const scenes::ProgressCallback& progress);

    /// The sorted pairs. Valid as long as this object.
    std::span<const BoxPair> results() const noexcept { return pairs_; }

private:
    std::span<BoxPair> pairs_;
};

}  // namespace satori::cli
