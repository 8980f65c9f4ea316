#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/input_file.hpp"
#include "scenes/map_origin.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// Points read from a file. This class does not check the numbers.
///
/// .npy, .npz: shape (n, 3). A float32 array in C order is not copied; all others are rounded to float32. Text: as
/// scenes, with columns x, y, z; or Wavefront .obj. The first line tells whether a text is .obj; the name decides when
/// the text is no table of points. An .obj gives the first three numbers of each line that begins with v, in order,
/// whether or not a face uses the vertex; all other lines are ignored. Coordinates of maps are relative to an origin:
/// map_origin.hpp.
class PointFile {
public:
    /// Opens a file. Throws SceneError: io, content; a file without points is an error of content.
    static PointFile open(const std::string& path, const ProgressCallback& progress = {});

    /// The same from memory, which must outlive the PointFile.
    static PointFile parse(std::span<const std::byte> bytes, const std::string& name,
                           const ProgressCallback& progress = {});

    std::size_t count() const noexcept { return count_; }
    /// Returns the origin of the points. In the world a point is at origin + point.
    const MapOrigin& origin() const noexcept { return origin_; }
    /// Returns how far, at most, a point moves along an axis when it becomes a float relative to the origin. 0 when the
    /// file is no map. Meters.
    double loss() const noexcept { return loss_; }
    /// Returns x, y, z of each point, packed. Valid as long as this object, also after a move.
    const float* points() const noexcept { return points_; }
    /// Returns the position of a point in the file, for messages: "row 3", "row 3 (line 5)", "vertex 3 (line 7)".
    std::string locate(std::size_t index) const;
    const std::string& name() const noexcept { return name_; }

private:
    enum class Format { npy, csv, obj };

    void parse_array(std::span<const std::byte> bytes, const ProgressCallback& progress);
    void parse_text(std::span<const std::byte> bytes, const ProgressCallback& progress);
    template <class Coordinate>
    void find_loss(Coordinate&& coordinate);

    std::string name_;
    std::optional<InputFile> file_;
    Format format_ = Format::csv;
    std::string_view text_;
    std::vector<char> text_storage_;
    std::vector<float> storage_;
    const float* points_ = nullptr;
    std::size_t count_ = 0;
    MapOrigin origin_{};
    double loss_ = 0;
};

}  // namespace satori::scenes
