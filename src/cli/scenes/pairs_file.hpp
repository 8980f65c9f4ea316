#pragma once

#include <span>
#include <string>

#include <satori/types.hpp>

#include "cli/scenes/output_file.hpp"
#include "cli/scenes/progress_callback.hpp"

namespace satori::scenes {

/// Writes pairs, in the order given, as .npy (uint32, shape (m, 2)) or .csv (columns a,b); whole or not at all.
/// SceneError: io, argument (a name that is neither).
class PairsWriter {
public:
    /// Opens the target, so that one that cannot be written is known before the work is done.
    explicit PairsWriter(const std::string& path);

    void write(std::span<const BoxPair> pairs, const ProgressCallback& progress = {});
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    FileFormat format_;
    OutputFile file_;
};

}  // namespace satori::scenes
