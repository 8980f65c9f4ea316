#include "scenes/scene_copy.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "scenes/csv.hpp"
#include "scenes/map_origin.hpp"
#include "scenes/npy.hpp"
#include "scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

/// Appends the numbers of one row.
template <typename Number>
void append_row(std::string& bytes, const std::vector<Number>& numbers, FileFormat format) {
    if (format == FileFormat::csv) return append_csv_row(bytes, numbers);
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

template <typename Number>
void copy_frame(const SceneFile& scene, std::uint32_t frame, OutputFile& file, FileFormat format,
                const ProgressCallback& progress) {
    std::vector<Number> numbers(scene.columns().size());
    const auto append = [&](std::string& bytes, std::size_t row) {
        for (std::size_t column = 0; column < numbers.size(); ++column)
            numbers[column] = static_cast<Number>(scene.number(frame, static_cast<std::uint32_t>(row), column));
        append_row(bytes, numbers, format);
    };
    write_appended(file, scene.box_count(), append, progress);
}

// True when a table would read numbers of this frame in double: the shortest text of a float32 is another number then.
bool has_map_coordinates(const SceneFile& scene, std::uint32_t frame) {
    const std::size_t columns = scene.columns().size();
    for (std::uint32_t row = 0; row < scene.box_count(); ++row)
        for (std::size_t column = 0; column < columns; ++column)
            if (std::fabs(scene.number(frame, row, column)) >= kMapCoordinate) return true;
    return false;
}

}  // namespace

void copy_scene(const SceneFile& scene, std::uint32_t first, std::uint32_t count, OutputFile& file, FileFormat format,
                const ProgressCallback& progress) {
    const bool is_float = scene.fits_float32() && !(format == FileFormat::csv && has_map_coordinates(scene, first));
    const NpyType type = is_float ? NpyType::float32 : NpyType::float64;
    file.write(scene_header(format, type, count, scene.box_count(), scene.columns()));
    for (std::uint32_t k = 0; k < count; ++k) {
        const auto in_frame = [&](std::uint64_t done, std::uint64_t boxes) {
            if (progress) progress(k * boxes + done, count * boxes);
        };
        (is_float ? copy_frame<float> : copy_frame<double>)(scene, first + k, file, format, in_frame);
    }
}

}  // namespace satori::scenes
