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

#include "scenes/csv.hpp"
#include "scenes/input_file.hpp"
#include "scenes/map_origin.hpp"
#include "scenes/npy.hpp"
#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"
#include "scenes/row_range.hpp"
#include "scenes/solids.hpp"

namespace satori::scenes {

/// The boxes of one frame, or its rectangles.
using FrameView = std::variant<BoxView, RectView>;

/// The loss when centers become floats relative to an origin.
struct CenterError {
    double most = 0;           ///< how far a center moves at most along an axis, meters
    double smallest_size = 0;  ///< smallest size that is not 0, meters
};

/// A scene read from a .npy, .npz or text file. A float32 array in C order is not copied; its rows are read where the
/// file is mapped. All other data are rounded to float32, one frame at a time. Coordinates of maps are first made
/// relative to an origin, which is the same for all frames: see map_origin.hpp. This class does not check the numbers;
/// BoxBatch::assign and RectBatch::assign do.
class SceneFile {
public:
    /// Opens a file. Throws SceneError: io, content.
    static SceneFile open(const std::string& path, const ProgressCallback& progress = {});

    /// The same for a file that is already open; the SceneFile keeps it.
    static SceneFile read(InputFile file, const std::string& name, const ProgressCallback& progress = {});

    /// The same from memory, which must outlive the SceneFile. `name` is used in messages.
    static SceneFile parse(std::span<const std::byte> bytes, const std::string& name,
                           const ProgressCallback& progress = {});

    /// Opens a file without a look at all coordinates of an array, so that several processes can do this together. Each
    /// adds some boxes to bounds, the bounds are joined, and all call find_origin() with them, before any other call.
    static SceneFile open_without_origin(const std::string& path);
    /// Adds some boxes of all frames to bounds. Does nothing for a file that has no origin, or whose origin is known.
    void add_to_bounds(CoordinateBounds& bounds, RowRange part) const;
    /// Finds the origin by the bounds of all boxes.
    void find_origin(const CoordinateBounds& bounds);

    std::uint32_t frame_count() const noexcept { return frame_count_; }
    /// Returns 2 or 3: rows of 5 or of 10 numbers, and a radius where the scene has radii.
    int dimension() const noexcept { return dimension_; }
    bool has_radii() const noexcept { return has_radii_; }
    /// Returns the names of the columns of a row.
    std::span<const char* const> columns() const noexcept { return scene_columns(dimension_, has_radii_); }
    /// Returns the number of boxes, or of rectangles, in each frame.
    std::uint32_t box_count() const noexcept { return box_count_; }
    /// Returns the origin of the centers. In the world a center is at origin + center.
    const MapOrigin& origin() const noexcept { return origin_; }

    /// Returns the contents of one frame. Valid until the next call and as long as this object, also after a move.
    /// Throws SceneError (argument) if there is no such frame.
    FrameView view(std::uint32_t index, const ProgressCallback& progress = {});
    /// Returns the radii of the last frame that view() returned; empty for a scene without radii.
    std::vector<float> radii() const;
    /// Names the first of radii() that is not legal, and says what is: a message. Empty: all are legal. `frame` is the
    /// one that was viewed last.
    std::string radius_fault(std::uint32_t frame, std::span<const float> radii) const;
    /// Throws SceneError (unsupported) for a scene with radii, which `reader` cannot read.
    void refuse_radii(const char* reader) const;
    /// The same as view() for callers that need boxes, or the cores of solids: throws SceneError (unsupported) for a 2D
    /// scene.
    BoxView frame(std::uint32_t index, const ProgressCallback& progress = {});
    /// The same for some boxes of the frame. Of an array, only their rows are read. radii() and center_error() are then
    /// those of these boxes.
    BoxView frame_part(std::uint32_t index, RowRange part, const ProgressCallback& progress = {});

    /// Returns coordinate `axis` of a center in the world: for a map as the file has it, else as view() has it.
    double coordinate(std::uint32_t frame, std::uint32_t row, std::size_t axis) const noexcept;
    /// Returns a number of a row as the file has it. A table must have called keep_exact().
    double number(std::uint32_t frame, std::uint32_t row, std::size_t column) const noexcept;
    /// Keeps the numbers of a table in double instead: view(), frame() and coordinate() must not be called afterwards.
    /// Does nothing for an array.
    void keep_exact(const ProgressCallback& progress = {});
    /// True when float32 keeps the numbers of the file: an array of float32 or of narrower numbers, or a table, with
    /// keep_exact(), of which every number is the shortest text of a float32.
    bool fits_float32() const;
    /// Returns the loss of `frame`, which must be the last frame that was viewed. 0 when the file is no
    /// map. O(boxes).
    CenterError center_error(std::uint32_t frame) const;

    /// Returns the position of a box in the file, for messages: "row 3", "frame 2, row 3", "row 3 (line 5)".
    std::string locate(std::uint32_t frame, std::uint32_t row) const;

    const std::string& name() const noexcept { return name_; }

private:
    static SceneFile parse_without_origin(std::span<const std::byte> bytes, const std::string& name,
                                          const ProgressCallback& progress);
    void parse_array(std::span<const std::byte> bytes);
    const float* rows_of(std::uint32_t frame, RowRange part, const ProgressCallback& progress);

    std::string name_;
    std::optional<InputFile> file_;
    bool is_text_ = false;
    std::string_view text_;
    std::vector<char> text_storage_;
    std::span<const std::byte> data_;  // the data of an array
    NpyHeader header_;
    std::vector<float> rows_;          // of a text, or of one converted frame
    std::vector<double> coordinates_;  // of a text that is a map
    ExactNumbers exact_;               // of a text, by keep_exact()
    const float* shown_ = nullptr;     // the rows that were viewed last
    RowRange shown_part_;              // which rows of their frame
    MapOrigin origin_{};
    int dimension_ = 3;
    bool has_radii_ = false;
    bool has_frames_ = false;
    std::uint32_t frame_count_ = 0;
    std::uint32_t box_count_ = 0;
};

/// Returns what stands before the rows of a scene file: the names of the columns, or the header of an array of shape
/// (boxes, columns), or (frames, boxes, columns) when there is more than one frame.
std::string scene_header(FileFormat format, NpyType type, std::uint64_t frame_count, std::uint64_t box_count,
                         std::span<const char* const> columns);

/// Writes a scene of `frame_count` frames of `box_count` boxes, or rectangles, frame after frame. A .npy file has shape
/// (boxes, 10), or (frames, boxes, 10) when there is more than one frame; (.., 5) in 2D; with radii one more. A .csv
/// file has one frame only; more frames are a SceneError (argument).
class SceneWriter {
public:
    SceneWriter(const std::string& path, std::uint32_t frame_count, std::uint32_t box_count, int dimension = 3,
                NpyType type = NpyType::float32, bool has_radii = false);

    /// Writes a frame. `progress` counts the boxes of this frame.
    void write_frame(std::span<const OrientedBox> boxes, const ProgressCallback& progress = {});
    void write_frame(std::span<const OrientedRect> rects, const ProgressCallback& progress = {});
    /// Writes a frame of solids in these boxes. Only for a writer with radii, unless they are Solid::boxes.
    void write_solids(std::span<const OrientedBox> boxes, Solid solid, const ProgressCallback& progress = {});
    void write_solids(std::span<const OrientedRect> rects, Solid solid, const ProgressCallback& progress = {});
    /// Writes a box whose center is relative to an origin. Only for a writer of float64; the box must be the only one
    /// of the scene.
    void write_box(const OrientedBox& box, const MapOrigin& origin);
    /// Commits the file. The caller must call it after the last frame. Before that, no file of that name changes.
    void commit() { file_.commit(); }
    bool is_standard_output() const noexcept { return file_.is_standard_output(); }

private:
    template <typename Box>
    void write_rounded(std::span<const Box> boxes, Solid solid, const ProgressCallback& progress);

    FileFormat format_;
    OutputFile file_;
};

}  // namespace satori::scenes
