#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/types.hpp>

#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// Writes pairs, in the order given, as .npy (uint32, shape (m, 2)) or .csv (columns a,b); whole or not at all.
/// SceneError: io, argument (a name that is neither).
class PairsWriter {
public:
    /// Opens the target, so that one that cannot be written is known before the work is done.
    explicit PairsWriter(const std::string& path);

    /// The whole file.
    void write(std::span<const BoxPair> pairs, const ProgressCallback& progress = {});
    /// Or frame after frame, then commit(): rows of frame, a, b, the .npy of shape (m, 3).
    void write_frame(std::uint32_t frame, std::span<const BoxPair> pairs);
    void commit();
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    using Row = std::array<std::uint32_t, 3>;

    FileFormat format_;
    OutputFile file_;
    std::vector<Row> rows_;  // of frames
};

}  // namespace satori::scenes
