#include "cli/scenes/point_file.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <satori/types.hpp>

#include "cli/scenes/csv.hpp"
#include "cli/scenes/npy.hpp"
#include "cli/scenes/obj.hpp"
#include "cli/scenes/scene_error.hpp"
#include "cli/scenes/text_fields.hpp"

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
    file.bytes_ = bytes;
    if (is_npy(bytes) || is_npy_name(name)) {
        file.format_ = Format::npy;
        file.parse_array(progress);
    } else {
        file.format_ = ends_with_any_case(name, ".obj") ? Format::obj : Format::csv;
        file.storage_ = file.format_ == Format::obj ? parse_obj_vertices(as_text(bytes), name, progress)
                                                    : parse_csv_numbers(as_text(bytes), name, kPointColumns, progress);
        file.count_ = file.storage_.size() / 3;
        file.points_ = file.storage_.data();
    }
    if (file.count_ == 0) {
        throw SceneError(SceneFault::content, name + (file.format_ == Format::obj ? ": there is no vertex (v line)"
                                                                                  : ": there are no points"));
    }
    return file;
}

void PointFile::parse_array(const ProgressCallback& progress) {
    const NpyHeader header = parse_npy_header(bytes_, name_);
    const auto fail = [&](const std::string& reason) { throw SceneError(SceneFault::content, name_ + ": " + reason); };
    if (header.type == NpyType::uint32) fail("the array's type is '<u4'; '<f4' or '<f8' is needed");
    if (header.shape.size() != 2 || header.shape[1] != 3) {
        fail(fmt::format("the array's shape is ({}); (points, 3) is needed", fmt::join(header.shape, ", ")));
    }
    if (header.shape[0] > kMaxBoxCount) fail(fmt::format("{} points; at most 2^31 - 1 are possible", header.shape[0]));
    count_ = static_cast<std::size_t>(header.shape[0]);
    points_ = npy_floats(bytes_.subspan(header.data_offset), header.type, 3 * count_, storage_, progress);
}

std::string PointFile::locate(std::size_t index) const {
    switch (format_) {
        case Format::npy:
            break;
        case Format::csv:
            return fmt::format("row {} (line {})", index, csv_line_of_row(as_text(bytes_), index));
        case Format::obj:
            return fmt::format("vertex {} (line {})", index, obj_line_of_vertex(as_text(bytes_), index));
    }
    return fmt::format("row {}", index);
}

}  // namespace satori::scenes
