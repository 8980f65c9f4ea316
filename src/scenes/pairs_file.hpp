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

/// Writes pairs, in the given order, as .npy (uint32, shape (m, 2)) or .csv (columns a,b), completely or not at all.
/// Throws SceneError: io, argument (a name with another end).
class PairsWriter {
public:
    /// Opens the target, so that a target that cannot be written fails before the work is done.
    explicit PairsWriter(const std::string& path);

    /// Writes the whole file.
    void write(std::span<const BoxPair> pairs, const ProgressCallback& progress = {});
    /// Write the file part by part: what stands before `count` pairs; some of them, which are then in the file; the
    /// end, after which the file has its name.
    void begin(std::uint64_t count);
    void append(std::span<const BoxPair> pairs, const ProgressCallback& progress = {});
    void end() { file_.commit(); }
    /// Writes one frame after the other; the caller must then call commit(). Rows are frame, a, b; the .npy has shape
    /// (m, 3).
    void write_frame(std::uint32_t frame, std::span<const BoxPair> pairs);
    void commit();
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    using Row = std::array<std::uint32_t, 3>;

    FileFormat format_;
    OutputFile file_;
    std::vector<Row> rows_;  // rows with a frame
};

/// Returns for each box of a scene the number of its pairs in a file of pairs, .npy or .csv, or of contacts, .csv.
/// Throws SceneError: io; content with the row (no such file, a box that the scene does not have, a box with itself, a
/// pair twice).
std::vector<std::uint32_t> read_pair_counts(const std::string& path, std::uint32_t box_count,
                                            const ProgressCallback& progress = {});

}  // namespace satori::scenes
