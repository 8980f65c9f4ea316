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

/// Points read from a file. The numbers themselves are not judged here.
///
/// .npy, .npz: shape (n, 3), float32 in C order not copied, all else rounded to float32. Text: as scenes, columns x, y, z; or Wavefront .obj,
/// which its first line tells, or the name where that is no table of points: the first three numbers of each line that begins with v, in
/// order, whether or not a face has that vertex; all other lines are ignored. Coordinates of maps are seen from an origin: map_origin.hpp.
class PointFile {
public:
    /// SceneError: io, content (a file without points among it).
    static PointFile open(const std::string& path, const ProgressCallback& progress = {});

    /// The same from memory, which must outlive the PointFile.
    static PointFile parse(std::span<const std::byte> bytes, const std::string& name,
                           const ProgressCallback& progress = {});

    std::size_t count() const noexcept { return count_; }
    /// What points are seen from. In the world a point is at origin + point.
    const MapOrigin& origin() const noexcept { return origin_; }
    /// How far a point is moved, at most, where it becomes a float about an origin, along an axis. 0 where it is no map. Metres.
    double loss() const noexcept { return loss_; }
    /// x, y, z of each point, packed. Valid as long as this object, also after it was moved.
    const float* points() const noexcept { return points_; }
    /// Where a point stands in the file, for messages: "row 3", "row 3 (line 5)", "vertex 3 (line 7)".
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
