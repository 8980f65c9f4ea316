#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <satori/box_batch.hpp>
#include <satori/rect_batch.hpp>
#include <satori/types.hpp>

#include "scenes/input_file.hpp"
#include "scenes/map_origin.hpp"
#include "scenes/npy.hpp"
#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// The boxes of one frame, or its rectangles.
using FrameView = std::variant<BoxView, RectView>;

/// Centres as they become floats about an origin.
struct CenterLoss {
    double most = 0;           ///< how far a centre is moved by that, along an axis, metres
    double smallest_size = 0;  ///< of all sizes that are not 0, metres
};

/// A scene read from a .npy, .npz or text file. A float32 array in C order is not copied: its rows are seen where the file is mapped. All
/// others are rounded to float32, one frame at a time. Coordinates of maps are first seen from an origin, one for all frames: see
/// map_origin.hpp. The numbers themselves are not judged here: BoxBatch::assign and RectBatch::assign do that.
class SceneFile {
public:
    /// SceneError: io, content.
    static SceneFile open(const std::string& path, const ProgressCallback& progress = {});

    /// The same of a file that is open already, which it keeps.
    static SceneFile read(InputFile file, const std::string& name, const ProgressCallback& progress = {});

    /// The same from memory, which must outlive the SceneFile. `name` is used in messages.
    static SceneFile parse(std::span<const std::byte> bytes, const std::string& name,
                           const ProgressCallback& progress = {});

    std::uint32_t frame_count() const noexcept { return frame_count_; }
    /// 2 or 3: rows of 5 or of 10 numbers.
    int dimension() const noexcept { return dimension_; }
    /// Boxes, or rectangles, of each frame.
    std::uint32_t box_count() const noexcept { return box_count_; }
    /// What centres are seen from. In the world a centre is at origin + centre.
    const MapOrigin& origin() const noexcept { return origin_; }

    /// What one frame holds. Valid until the next call and as long as this object, also after it was moved.
    /// SceneError (argument) if there is no such frame.
    FrameView view(std::uint32_t index, const ProgressCallback& progress = {});
    /// The same where boxes are wanted: SceneError (unsupported) of a 2D scene.
    BoxView frame(std::uint32_t index, const ProgressCallback& progress = {});

    /// Coordinate `axis` of a centre in the world: of a map as the file has it, else as view() has it.
    double coordinate(std::uint32_t frame, std::uint32_t row, std::size_t axis) const noexcept;
    /// Of the frame that was looked at last. 0 where it is no map. O(boxes).
    CenterLoss center_loss(std::uint32_t frame) const;

    /// Where a box stands in the file, for messages: "row 3", "frame 2, row 3", "row 3 (line 5)".
    std::string locate(std::uint32_t frame, std::uint32_t row) const;

    const std::string& name() const noexcept { return name_; }

private:
    void parse_array(std::span<const std::byte> bytes);
    const float* rows_of(std::uint32_t frame, const ProgressCallback& progress);

    std::string name_;
    std::optional<InputFile> file_;
    bool is_text_ = false;
    std::string_view text_;
    std::vector<char> text_storage_;
    std::span<const std::byte> data_;  // of an array
    NpyHeader header_;
    std::vector<float> rows_;          // a text's, or one converted frame's
    std::vector<double> coordinates_;  // a text's, of a map
    const float* shown_ = nullptr;     // the rows of the frame that was looked at last
    MapOrigin origin_{};
    int dimension_ = 3;
    bool has_frames_ = false;
    std::uint32_t frame_count_ = 0;
    std::uint32_t box_count_ = 0;
};

/// Writes a scene of `frame_count` frames of `box_count` boxes, or rectangles, to a .npy (shape (boxes, 10), or (frames, boxes, 10)
/// where there is more than one frame; (.., 5) in 2D) or .csv (one frame only: else SceneError, argument) file, frame after
/// frame.
class SceneWriter {
public:
    SceneWriter(const std::string& path, std::uint32_t frame_count, std::uint32_t box_count, int dimension = 3,
                NpyType type = NpyType::float32);

    /// `progress` counts boxes of this frame.
    void write_frame(std::span<const OrientedBox> boxes, const ProgressCallback& progress = {});
    void write_frame(std::span<const OrientedRect> rects, const ProgressCallback& progress = {});
    /// A box whose centre is seen from an origin: of a writer of float64, a scene's only one.
    void write_box(const OrientedBox& box, const MapOrigin& origin);
    /// Call it after the last frame: before, no file of that name has changed.
    void commit() { file_.commit(); }
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    FileFormat format_;
    OutputFile file_;
};

}  // namespace satori::scenes
