#include "scenes/scene_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/assert.hpp"
#include "scenes/file_kind.hpp"
#include "scenes/number_rows.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"
#include "scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

constexpr std::uint64_t kMaxFrameCount = std::numeric_limits<std::uint32_t>::max();

/// Appends a row of a scene file. The row has the layout of the struct itself.
template <typename Row>
void append_csv(std::string& text, const Row& row) {
    std::array<float, sizeof(Row) / sizeof(float)> numbers;
    std::memcpy(numbers.data(), &row, sizeof row);
    append_csv_row(text, numbers);
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
    SceneFile scene = parse_without_origin(bytes, name, progress);
    CoordinateBounds bounds;
    scene.add_to_bounds(bounds, {0, scene.box_count_});
    scene.find_origin(bounds);
    return scene;
}

SceneFile SceneFile::open_without_origin(const std::string& path) {
    InputFile file(path);
    SceneFile scene = parse_without_origin(file.bytes(), path, {});
    scene.file_.emplace(std::move(file));
    return scene;
}

SceneFile SceneFile::parse_without_origin(std::span<const std::byte> bytes, const std::string& name,
                                          const ProgressCallback& progress) {
    SceneFile scene;
    scene.name_ = name;
    if (const auto array = find_array(bytes, name)) {
        scene.parse_array(*array);
        return scene;
    }
    scene.is_text_ = true;
    scene.text_ = plain_text(bytes, scene.text_storage_);
    scene.frame_count_ = 1;
    SceneRows rows = parse_csv_scene(scene.text_, name, progress);
    scene.dimension_ = rows.dimension;
    scene.has_radii_ = rows.has_radii;
    scene.box_count_ = static_cast<std::uint32_t>(rows.count());
    scene.rows_ = std::move(rows.numbers);
    scene.origin_ = rows.origin;
    scene.coordinates_ = std::move(rows.coordinates);
    return scene;
}

void SceneFile::parse_array(std::span<const std::byte> bytes) {
    header_ = parse_npy_header(bytes, name_);
    data_ = bytes.subspan(header_.data_offset);
    const auto fail = [&](const std::string& reason) { throw SceneError(SceneFault::content, name_ + ": " + reason); };
    const std::size_t dimensions = header_.shape.size();
    const std::uint64_t columns = dimensions > 0 ? header_.shape.back() : 0;
    dimension_ = columns <= scene_columns(2, true).size() ? 2 : 3;
    has_radii_ = columns == scene_columns(dimension_, true).size();
    if ((dimensions != 2 && dimensions != 3) || columns != this->columns().size()) {
        fail(fmt::format(
            "the array's shape is ({}); (boxes, 10) or (frames, boxes, 10) is needed, in 2D 5 instead of 10, with "
            "radii one more",
            fmt::join(header_.shape, ", ")));
    }
    has_frames_ = dimensions == 3;
    const std::uint64_t frames = has_frames_ ? header_.shape[0] : 1;
    const std::uint64_t boxes = header_.shape[dimensions - 2];
    if (frames == 0) fail("the scene has no frame");
    if (boxes > kMaxBoxCount) fail(fmt::format("{} boxes; at most 2^31 - 1 are possible", boxes));
    if (frames > kMaxFrameCount) fail(fmt::format("{} frames; at most 2^32 - 1 are possible", frames));
    frame_count_ = static_cast<std::uint32_t>(frames);
    box_count_ = static_cast<std::uint32_t>(boxes);
}

void SceneFile::add_to_bounds(CoordinateBounds& bounds, RowRange part) const {
    SATORI_ASSERT(part.first <= box_count_ && part.count <= box_count_ - part.first);
    if (is_text_ || part.count == 0) return;
    for (std::uint64_t frame = 0; frame < frame_count_; ++frame)
        add_npy_bounds(bounds, data_, header_, scene_row(dimension_, has_radii_), frame * box_count_ + part.first,
                       part.count);
}

void SceneFile::find_origin(const CoordinateBounds& bounds) {
    if (!is_text_) origin_ = npy_origin(data_, header_, scene_row(dimension_, has_radii_), bounds);
}

const float* SceneFile::rows_of(std::uint32_t frame, RowRange part, const ProgressCallback& progress) {
    SATORI_ASSERT(part.first <= box_count_ && part.count <= box_count_ - part.first);
    if (frame >= frame_count_) {
        throw SceneError(
            SceneFault::argument,
            fmt::format("{}: there is no frame {}; the scene has {} (counted from 0)", name_, frame, frame_count_));
    }
    if (part.count == 0) return nullptr;
    SATORI_ASSERT(exact_.numbers.empty());
    const RowShape shape = scene_row(dimension_, has_radii_);
    const std::uint64_t first = (std::uint64_t{frame} * box_count_ + part.first) * shape.columns;
    if (is_text_) return rows_.data() + first;
    return npy_rows(data_, header_, first, part.count * shape.columns, shape, origin_, rows_, progress);
}

FrameView SceneFile::view(std::uint32_t index, const ProgressCallback& progress) {
    const RowRange all{0, box_count_};
    shown_ = rows_of(index, all, progress);
    shown_part_ = all;
    const auto stride = static_cast<std::ptrdiff_t>(columns().size() * sizeof(float));
    if (dimension_ == 2) return rect_rows(shown_, box_count_, stride);
    return box_rows(shown_, box_count_, stride);
}

std::vector<float> SceneFile::radii() const {
    std::vector<float> radii(has_radii_ ? shown_part_.count : 0);
    const std::size_t stride = columns().size();
    for (std::size_t i = 0; i < radii.size(); ++i) radii[i] = shown_[(i + 1) * stride - 1];
    return radii;
}

std::string SceneFile::radius_fault(std::uint32_t frame, std::span<const float> radii) const {
    const auto illegal = std::ranges::find_if_not(radii, is_legal_radius);
    if (illegal == radii.end()) return "";
    const auto row = shown_part_.first + static_cast<std::uint32_t>(illegal - radii.begin());
    return fmt::format("{}: {}, column radius: a radius is 0 or {:g} to {:g} meters ({})", name_, locate(frame, row),
                       kMinRadius, kMaxRadius, *illegal);
}

void SceneFile::refuse_radii(const char* reader) const {
    if (has_radii_)
        throw SceneError(SceneFault::unsupported,
                         fmt::format("{}: the scene has radii (column radius); {} cannot read them", name_, reader));
}

BoxView SceneFile::frame(std::uint32_t index, const ProgressCallback& progress) {
    return frame_part(index, {0, box_count_}, progress);
}

BoxView SceneFile::frame_part(std::uint32_t index, RowRange part, const ProgressCallback& progress) {
    if (dimension_ != 3) throw SceneError(SceneFault::unsupported, name_ + ": this is a 2D scene, boxes are needed");
    shown_ = rows_of(index, part, progress);
    shown_part_ = part;
    return box_rows(shown_, part.count, static_cast<std::ptrdiff_t>(columns().size() * sizeof(float)));
}

double SceneFile::coordinate(std::uint32_t frame, std::uint32_t row, std::size_t axis) const noexcept {
    const RowShape shape = scene_row(dimension_, has_radii_);
    const std::size_t index = row * shape.columns + axis;
    if (!coordinates_.empty()) return coordinates_[row * shape.coordinates + axis];
    if (is_text_) return double{rows_[index]};
    const double number = npy_number(data_, header_, std::uint64_t{frame} * box_count_ * shape.columns + index);
    return origin_.is_map ? number : double{geometry::rounded(number)};
}

double SceneFile::number(std::uint32_t frame, std::uint32_t row, std::size_t column) const noexcept {
    const std::size_t numbers = columns().size();
    const std::size_t index = row * numbers + column;
    return is_text_ ? exact_.numbers[index]
                    : npy_number(data_, header_, std::uint64_t{frame} * box_count_ * numbers + index);
}

void SceneFile::keep_exact(const ProgressCallback& progress) {
    if (!is_text_) return;
    rows_ = {};
    coordinates_ = {};
    exact_ = parse_csv_exact(text_, name_, columns(), progress);
}

bool SceneFile::fits_float32() const {
    // Map coordinates of a table are read in double, those of an array of float32 are not.
    if (is_text_) return !origin_.is_map && exact_.fit_float32;
    switch (header_.type) {
        case NpyType::float32:
        case NpyType::float16:
        case NpyType::int8:
        case NpyType::int16:
        case NpyType::uint8:
        case NpyType::uint16:
            return true;
        default:
            return false;
    }
}

CenterError SceneFile::center_error(std::uint32_t frame) const {
    CenterError loss;
    if (!origin_.is_map || shown_ == nullptr) return loss;
    const RowShape shape = scene_row(dimension_, has_radii_);
    loss.smallest_size = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < shown_part_.count; ++i) {
        const std::uint32_t row = shown_part_.first + i;
        const float* const numbers = shown_ + i * shape.columns;
        const double radius = shape.has_radius ? double{numbers[shape.columns - 1]} : 0;
        for (std::size_t axis = 0; axis < shape.coordinates; ++axis) {
            loss.most = std::max(loss.most, rounding_loss(origin_[axis], coordinate(frame, row, axis), numbers[axis]));
            const double size = 2 * (double{numbers[shape.coordinates + axis]} + radius);
            if (size >= 2 * double{kMinHalfExtent}) loss.smallest_size = std::min(loss.smallest_size, size);
        }
    }
    return loss;
}

std::string SceneFile::locate(std::uint32_t frame, std::uint32_t row) const {
    if (is_text_) return fmt::format("row {} (line {})", row, csv_line_of_row(text_, kBoxColumns, row));
    return has_frames_ ? fmt::format("frame {}, row {}", frame, row) : fmt::format("row {}", row);
}

std::string scene_header(FileFormat format, NpyType type, std::uint64_t frame_count, std::uint64_t box_count,
                         std::span<const char* const> columns) {
    if (format == FileFormat::csv) return csv_scene_header(columns);
    if (frame_count == 1) return npy_header(type, std::array<std::uint64_t, 2>{box_count, columns.size()});
    return npy_header(type, std::array<std::uint64_t, 3>{frame_count, box_count, columns.size()});
}

SceneWriter::SceneWriter(const std::string& path, std::uint32_t frame_count, std::uint32_t box_count, int dimension,
                         NpyType type, bool has_radii)
    : format_(output_format(path)), file_(path) {
    if (format_ == FileFormat::csv && frame_count != 1)
        throw SceneError(SceneFault::argument, path + ": a .csv scene holds one frame; use .npy for a trajectory");
    file_.write(scene_header(format_, type, frame_count, box_count, scene_columns(dimension, has_radii)));
}

void SceneWriter::write_frame(std::span<const OrientedBox> boxes, const ProgressCallback& progress) {
    write_rows(file_, format_, boxes, append_csv<OrientedBox>, progress);
}

void SceneWriter::write_frame(std::span<const OrientedRect> rects, const ProgressCallback& progress) {
    write_rows(file_, format_, rects, append_csv<OrientedRect>, progress);
}

template <typename Box>
void SceneWriter::write_rounded(std::span<const Box> boxes, Solid solid, const ProgressCallback& progress) {
    if (solid == Solid::boxes) return write_frame(boxes, progress);
    const auto append = [&](std::string& bytes, std::size_t i) {
        const RadiusRow<Box> row = rounded(boxes[i], solid);
        if (format_ == FileFormat::csv) return append_csv(bytes, row);
        bytes.append(reinterpret_cast<const char*>(&row), sizeof row);
    };
    write_appended(file_, boxes.size(), append, progress);
}

void SceneWriter::write_solids(std::span<const OrientedBox> boxes, Solid solid, const ProgressCallback& progress) {
    write_rounded(boxes, solid, progress);
}

void SceneWriter::write_solids(std::span<const OrientedRect> rects, Solid solid, const ProgressCallback& progress) {
    write_rounded(rects, solid, progress);
}

void SceneWriter::write_box(const OrientedBox& box, const MapOrigin& origin) {
    const auto& [center, half, rotation] = box;
    const std::array<double, 10> row{origin[0] + double{center.x},
                                     origin[1] + double{center.y},
                                     origin[2] + double{center.z},
                                     double{half.x},
                                     double{half.y},
                                     double{half.z},
                                     double{rotation.x},
                                     double{rotation.y},
                                     double{rotation.z},
                                     double{rotation.w}};
    const auto append = [](std::string& text, const std::array<double, 10>& numbers) { append_csv_row(text, numbers); };
    write_rows(file_, format_, std::span(&row, 1), append, {});
}

}  // namespace satori::scenes
