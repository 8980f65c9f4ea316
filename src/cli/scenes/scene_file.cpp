#include "cli/scenes/scene_file.hpp"

#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "cli/scenes/csv.hpp"
#include "cli/scenes/scene_error.hpp"
#include "cli/scenes/text_fields.hpp"
#include "cli/scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

constexpr std::uint64_t kMaxFrameCount = std::numeric_limits<std::uint32_t>::max();

/// A row of a scene file is the struct itself.
template <typename Row>
void append_csv(std::string& text, const Row& row) {
    std::array<float, sizeof(Row) / sizeof(float)> numbers;
    std::memcpy(numbers.data(), &row, sizeof row);
    append_csv_row(text, numbers);
}

/// See is_half_extent(): `numbers` are the rounded `wide` ones, whole rows of these columns.
void keep_tiny_sizes(const std::byte* wide, std::span<float> numbers, std::span<const char* const> columns) noexcept {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] != 0 || !is_half_extent(columns[i % columns.size()])) continue;
        double number = 0;
        std::memcpy(&number, wide + i * sizeof number, sizeof number);
        if (number != 0) numbers[i] = smallest_like(numbers[i]);
    }
}

}  // namespace

SceneFile SceneFile::open(const std::string& path, const ProgressCallback& progress) {
    return read(InputFile(path), path, progress);
}

SceneFile SceneFile::read(InputFile file, const std::string& name, const ProgressCallback& progress) {
    SceneFile scene = parse(file.bytes(), name, progress);
    scene.file_.emplace(std::move(file));
    return scene;
}

SceneFile SceneFile::parse(std::span<const std::byte> bytes, const std::string& name,
                           const ProgressCallback& progress) {
    SceneFile scene;
    scene.name_ = name;
    scene.bytes_ = bytes;
    if (is_npy(bytes) || is_npy_name(name)) {
        scene.parse_array(bytes);
    } else {
        scene.is_csv_ = true;
        scene.frame_count_ = 1;
        SceneRows rows = parse_csv_scene(as_text(bytes), name, progress);
        scene.dimension_ = rows.dimension;
        scene.box_count_ = static_cast<std::uint32_t>(rows.count());
        scene.rows_ = std::move(rows.numbers);
    }
    return scene;
}

void SceneFile::parse_array(std::span<const std::byte> bytes) {
    const NpyHeader header = parse_npy_header(bytes, name_);
    const auto fail = [&](const std::string& reason) { throw SceneError(SceneFault::content, name_ + ": " + reason); };
    if (header.type == NpyType::uint32) fail("the array's type is '<u4'; '<f4' or '<f8' is needed");
    const std::size_t dimensions = header.shape.size();
    const std::uint64_t columns = dimensions > 0 ? header.shape.back() : 0;
    const bool is_2d = columns == scene_columns(2).size();
    if ((dimensions != 2 && dimensions != 3) || (!is_2d && columns != scene_columns(3).size())) {
        fail(fmt::format(
            "the array's shape is ({}); (boxes, 10) or (frames, boxes, 10) is needed, in 2D 5 instead of 10",
            fmt::join(header.shape, ", ")));
    }
    dimension_ = is_2d ? 2 : 3;
    has_frames_ = dimensions == 3;
    const std::uint64_t frames = has_frames_ ? header.shape[0] : 1;
    const std::uint64_t boxes = header.shape[dimensions - 2];
    if (frames == 0) fail("the scene has no frame");
    if (boxes > kMaxBoxCount) fail(fmt::format("{} boxes; at most 2^31 - 1 are possible", boxes));
    if (frames > kMaxFrameCount) fail(fmt::format("{} frames; at most 2^32 - 1 are possible", frames));
    frame_count_ = static_cast<std::uint32_t>(frames);
    box_count_ = static_cast<std::uint32_t>(boxes);
    type_ = header.type;
    data_offset_ = header.data_offset;
}

const float* SceneFile::rows_of(std::uint32_t frame, const ProgressCallback& progress) {
    if (frame >= frame_count_) {
        throw SceneError(
            SceneFault::argument,
            fmt::format("{}: there is no frame {}; the scene has {} (counted from 0)", name_, frame, frame_count_));
    }
    if (box_count_ == 0) return nullptr;
    if (is_csv_) return rows_.data();
    const std::size_t numbers = box_count_ * scene_columns(dimension_).size();
    const std::size_t offset = data_offset_ + frame * numbers * npy_type_size(type_);
    const float* const rows = npy_floats(bytes_.subspan(offset), type_, numbers, rows_, progress);
    if (type_ == NpyType::float64) keep_tiny_sizes(bytes_.data() + offset, rows_, scene_columns(dimension_));
    return rows;
}

FrameView SceneFile::view(std::uint32_t index, const ProgressCallback& progress) {
    const float* const rows = rows_of(index, progress);
    if (dimension_ == 2) return rect_rows(rows, box_count_);
    return box_rows(rows, box_count_);
}

BoxView SceneFile::frame(std::uint32_t index, const ProgressCallback& progress) {
    if (dimension_ != 3) throw SceneError(SceneFault::unsupported, name_ + ": this is a 2D scene, boxes are needed");
    return box_rows(rows_of(index, progress), box_count_);
}

std::string SceneFile::locate(std::uint32_t frame, std::uint32_t row) const {
    if (is_csv_) return fmt::format("row {} (line {})", row, csv_line_of_row(as_text(bytes_), row));
    return has_frames_ ? fmt::format("frame {}, row {}", frame, row) : fmt::format("row {}", row);
}

SceneWriter::SceneWriter(const std::string& path, std::uint32_t frame_count, std::uint32_t box_count, int dimension)
    : format_(output_format(path)), file_(path) {
    const std::uint64_t columns = scene_columns(dimension).size();
    if (format_ == FileFormat::csv) {
        if (frame_count != 1) {
            throw SceneError(SceneFault::argument, path + ": a .csv scene holds one frame; use .npy for a trajectory");
        }
        file_.write(csv_scene_header(dimension));
    } else if (frame_count == 1) {
        file_.write(npy_header(NpyType::float32, std::array<std::uint64_t, 2>{box_count, columns}));
    } else {
        file_.write(npy_header(NpyType::float32, std::array<std::uint64_t, 3>{frame_count, box_count, columns}));
    }
}

void SceneWriter::write_frame(std::span<const OrientedBox> boxes, const ProgressCallback& progress) {
    write_rows(file_, format_, boxes, append_csv<OrientedBox>, progress);
}

void SceneWriter::write_frame(std::span<const OrientedRect> rects, const ProgressCallback& progress) {
    write_rows(file_, format_, rects, append_csv<OrientedRect>, progress);
}

}  // namespace satori::scenes
