#include "cli/scenes/scene_file.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/scenes/csv.hpp"
#include "cli/scenes/scene_error.hpp"
#include "cli/scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kRowFloats = 10;
constexpr std::size_t kRow2dFloats = 5;
constexpr std::size_t kBoxesPerReport = 1 << 16;
constexpr std::uint64_t kMaxFrameCount = std::numeric_limits<std::uint32_t>::max();

std::string_view as_text(std::span<const std::byte> bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_npy_name(std::string_view name) noexcept {
    if (name.size() < 4) return false;
    std::string end(name.substr(name.size() - 4));
    for (char& c : end) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return end == ".npy";
}

// static_cast of a double beyond float's range is undefined; rounding it as IEEE 754 does is not.
float rounded_to_float(double value) noexcept {
    constexpr double kOverflow = 0x1.ffffffp127;  // half a step above the largest float
    if (value >= kOverflow) return std::numeric_limits<float>::infinity();
    if (value <= -kOverflow) return -std::numeric_limits<float>::infinity();
    constexpr double kLargest = std::numeric_limits<float>::max();
    return static_cast<float>(value > kLargest ? kLargest : value < -kLargest ? -kLargest : value);
}

void convert(const std::byte* rows, std::span<OrientedBox> boxes, const ProgressCallback& progress) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        std::array<double, kRowFloats> row;
        std::memcpy(row.data(), rows + i * sizeof row, sizeof row);
        std::array<float, kRowFloats> rounded;
        for (std::size_t k = 0; k < kRowFloats; ++k) rounded[k] = rounded_to_float(row[k]);
        boxes[i] = box_of_row(rounded);
        if (progress && i % kBoxesPerReport == 0) progress(i, boxes.size());
    }
}

}  // namespace

SceneFile SceneFile::open(const std::string& path, const ProgressCallback& progress) {
    InputFile file(path);
    SceneFile scene = parse(file.bytes(), path, progress);
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
        scene.boxes_ = parse_csv_boxes(as_text(bytes), name, progress);
        scene.box_count_ = static_cast<std::uint32_t>(scene.boxes_.size());
    }
    return scene;
}

void SceneFile::parse_array(std::span<const std::byte> bytes) {
    const NpyHeader header = parse_npy_header(bytes, name_);
    const auto fail = [&](const std::string& reason) { throw SceneError(SceneFault::content, name_ + ": " + reason); };
    if (header.type == NpyType::uint32) fail("the array's type is '<u4'; '<f4' or '<f8' is needed");
    const std::size_t dimensions = header.shape.size();
    if ((dimensions == 2 || dimensions == 3) && header.shape.back() == kRow2dFloats) {
        throw SceneError(SceneFault::unsupported, name_ + ": 2D scenes (5 columns) are not yet supported");
    }
    if ((dimensions != 2 && dimensions != 3) || header.shape.back() != kRowFloats) {
        fail(fmt::format("the array's shape is ({}); (boxes, 10) or (frames, boxes, 10) is needed",
                         fmt::join(header.shape, ", ")));
    }
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

BoxView SceneFile::frame(std::uint32_t index, const ProgressCallback& progress) {
    if (index >= frame_count_) {
        throw SceneError(
            SceneFault::argument,
            fmt::format("{}: there is no frame {}; the scene has {} (counted from 0)", name_, index, frame_count_));
    }
    if (box_count_ == 0) return {};
    if (is_csv_) return box_rows(boxes_);
    const std::size_t row_size = kRowFloats * npy_type_size(type_);
    const std::byte* rows = bytes_.data() + data_offset_ + static_cast<std::size_t>(index) * box_count_ * row_size;
    if (type_ == NpyType::float64) {
        boxes_.resize(box_count_);
        convert(rows, boxes_, progress);
        return box_rows(boxes_);
    }
    if (reinterpret_cast<std::uintptr_t>(rows) % alignof(float) != 0) {  // a header of odd length
        boxes_.resize(box_count_);
        std::memcpy(static_cast<void*>(boxes_.data()), rows, box_count_ * row_size);
        return box_rows(boxes_);
    }
    return box_rows(reinterpret_cast<const float*>(rows), box_count_);
}

std::string SceneFile::locate(std::uint32_t frame, std::uint32_t row) const {
    if (is_csv_) return fmt::format("row {} (line {})", row, csv_line_of_row(as_text(bytes_), row));
    return has_frames_ ? fmt::format("frame {}, row {}", frame, row) : fmt::format("row {}", row);
}

SceneWriter::SceneWriter(const std::string& path, std::uint32_t frame_count, std::uint32_t box_count)
    : format_(output_format(path)), file_(path) {
    if (format_ == FileFormat::csv) {
        if (frame_count != 1) {
            throw SceneError(SceneFault::argument, path + ": a .csv scene holds one frame; use .npy for a trajectory");
        }
        file_.write(csv_box_header());
    } else if (frame_count == 1) {
        file_.write(npy_header(NpyType::float32, std::array<std::uint64_t, 2>{box_count, kRowFloats}));
    } else {
        file_.write(npy_header(NpyType::float32, std::array<std::uint64_t, 3>{frame_count, box_count, kRowFloats}));
    }
}

void SceneWriter::write_frame(std::span<const OrientedBox> boxes, const ProgressCallback& progress) {
    write_rows(file_, format_, boxes, append_csv_box, progress);
}

}  // namespace satori::scenes
