#include "scenes/point_file.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <satori/types.hpp>

#include "scenes/csv.hpp"
#include "scenes/file_kind.hpp"
#include "scenes/npy.hpp"
#include "scenes/number_rows.hpp"
#include "scenes/obj.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"
#include "scenes/text_table.hpp"

namespace satori::scenes {

PointFile PointFile::open(const std::string& path, const ProgressCallback& progress) {
    InputFile file(path);
    PointFile points = parse(file.bytes(), path, progress);
    points.file_.emplace(std::move(file));
    return points;
}

PointFile PointFile::parse(std::span<const std::byte> bytes, const std::string& name,
                           const ProgressCallback& progress) {
    PointFile file;
    file.name_ = name;
    if (const auto array = find_array(bytes, name))
        file.parse_array(*array, progress);
    else
        file.parse_text(bytes, progress);
    if (file.count_ == 0) {
        throw SceneError(SceneFault::content, name + (file.format_ == Format::obj ? ": there is no vertex (v line)"
                                                                                  : ": there are no points"));
    }
    return file;
}

template <class Coordinate>
void PointFile::find_loss(Coordinate&& coordinate) {
    if (!origin_.is_map) return;
    for (std::size_t i = 0; i < 3 * count_; ++i)
        loss_ = std::max(loss_, rounding_loss(origin_[i % 3], coordinate(i), points_[i]));
}

void PointFile::parse_array(std::span<const std::byte> bytes, const ProgressCallback& progress) {
    format_ = Format::npy;
    const NpyHeader header = parse_npy_header(bytes, name_);
    const std::span<const std::byte> data = bytes.subspan(header.data_offset);
    const auto fail = [&](const std::string& reason) { throw SceneError(SceneFault::content, name_ + ": " + reason); };
    if (header.shape.size() != 2 || header.shape[1] != 3) {
        fail(fmt::format("the array's shape is ({}); (points, 3) is needed", fmt::join(header.shape, ", ")));
    }
    if (header.shape[0] > kMaxBoxCount) fail(fmt::format("{} points; at most 2^31 - 1 are possible", header.shape[0]));
    count_ = static_cast<std::size_t>(header.shape[0]);
    CoordinateBounds bounds;
    add_npy_bounds(bounds, data, header, kPointRow, 0, count_);
    origin_ = npy_origin(data, header, kPointRow, bounds);
    points_ = npy_rows(data, header, 0, 3 * count_, kPointRow, origin_, storage_, progress);
    find_loss([&](std::size_t i) { return npy_number(data, header, i); });
}

void PointFile::parse_text(std::span<const std::byte> bytes, const ProgressCallback& progress) {
    text_ = plain_text(bytes, text_storage_);
    const TextTable table(text_, kPointColumns);
    const bool is_table = std::ranges::all_of(kPointColumns, [&](const char* name) { return table.has_column(name); });
    format_ = !is_table && (is_obj(text_) || ends_with_any_case(name_, ".obj")) ? Format::obj : Format::csv;
    TextNumbers points =
        format_ == Format::obj ? parse_obj_vertices(text_, name_, progress) : parse_csv_points(text_, name_, progress);
    storage_ = std::move(points.numbers);
    count_ = storage_.size() / 3;
    points_ = storage_.data();
    origin_ = points.origin;
    find_loss([&](std::size_t i) { return points.coordinates[i]; });
}

std::string PointFile::locate(std::size_t index) const {
    switch (format_) {
        case Format::npy:
            break;
        case Format::csv:
            return fmt::format("row {} (line {})", index, csv_line_of_row(text_, kPointColumns, index));
        case Format::obj:
            return fmt::format("vertex {} (line {})", index, obj_line_of_vertex(text_, index));
    }
    return fmt::format("row {}", index);
}

}  // namespace satori::scenes
