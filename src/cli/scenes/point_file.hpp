#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/scenes/input_file.hpp"
#include "cli/scenes/progress_callback.hpp"

namespace satori::scenes {

/// The columns of a point.
inline constexpr const char* kPointColumns[3] = {"x", "y", "z"};

/// Points read from a file. The numbers themselves are not judged here.
///
/// .npy: float32 (not copied) or float64 (rounded to float32), shape (n, 3). .csv: as scenes, columns x, y, z. .obj
/// (Wavefront): the first three numbers of each line that begins with v, in order, whether or not a face has that
/// vertex; all other lines are ignored.
class PointFile {
public:
    /// A file that begins as .npy is one, whatever its name; names ending with .npy must; names ending with .obj are;
    /// all else is read as .csv. SceneError: io, content (a file without points among it).
    static PointFile open(const std::string& path, const ProgressCallback& progress = {});

    /// The same from memory, which must outlive the PointFile.
    static PointFile parse(std::span<const std::byte> bytes, const std::string& name,
                           const ProgressCallback& progress = {});

    std::size_t count() const noexcept { return count_; }
    /// x, y, z of each point, packed. Valid as long as this object, also after it was moved.
    const float* points() const noexcept { return points_; }
    /// Where a point stands in the file, for messages: "row 3", "row 3 (line 5)", "vertex 3 (line 7)".
    std::string locate(std::size_t index) const;
    const std::string& name() const noexcept { return name_; }

private:
    enum class Format { npy, csv, obj };

    void parse_array(const ProgressCallback& progress);

    std::string name_;
    std::optional<InputFile> file_;
    std::span<const std::byte> bytes_;
    Format format_ = Format::csv;
    std::vector<float> storage_;
    const float* points_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace satori::scenes
