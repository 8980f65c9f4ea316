#pragma once

#include "cli/scene_run.hpp"
#include "scenes/contacts_file.hpp"

namespace satori::cli {

/// Finds the contacts of a frame, sorts and hashes them.
class ContactRun : public SceneRun {
public:
    using SceneRun::SceneRun;

    /// The label of the progress bar.
    static constexpr const char* kWork = "finding contacts";

    /// CliError: invalid_scene, failed.
    void run(const scenes::SceneFile& scene, const scenes::FrameView& boxes, Isa isa,
             const scenes::ProgressCallback& progress);

    /// Valid as long as this object.
    const scenes::ContactList& results() const noexcept { return contacts_; }

private:
    template <typename Result, typename Batch, typename CentersOf>
    void run_on(const Batch& batch, CentersOf&& centers_of, const scenes::SceneFile& scene,
                const scenes::FrameView& boxes, Isa isa, const scenes::ProgressCallback& progress);

    scenes::ContactList contacts_;
};

}  // namespace satori::cli
