#include "scenes/mesh_file.hpp"

#include <array>
#include <cstring>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include <satori/box_geometry.hpp>
#include <satori/rect.hpp>

#include "scenes/csv.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/write_rows.hpp"

namespace satori::scenes {

namespace {

template <typename Number>
void append_binary(std::string& bytes, const Number& number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// An array of a .vtu, with the same number of bytes for each cell.
struct DataArray {
    std::string attributes;
    std::size_t bytes_per_cell;
    std::function<void(std::string&, std::size_t)> append;
};

std::vector<DataArray> arrays_of(const MeshCells& cells, std::span<const std::uint32_t> pair_counts) {
    static constexpr std::uint8_t kQuad = 9, kHexahedron = 12;
    // VTK numbers the corners of a side in a circle, bottom first.
    static constexpr std::array<std::uint8_t, 8> kHexahedronOrder{0, 1, 3, 2, 4, 5, 7, 6};
    const std::size_t points = cells.point_count();
    const bool is_flat = points == 4;
    std::vector<DataArray> arrays;
    arrays.push_back({R"(type="Float64" NumberOfComponents="3")", points * 3 * sizeof(double),
                      [&cells](std::string& bytes, std::size_t cell) { cells.append_corners(bytes, cell); }});
    arrays.push_back({R"(type="Int64" Name="connectivity")", points * sizeof(std::int64_t),
                      [points, is_flat](std::string& bytes, std::size_t cell) {
                          for (std::size_t i = 0; i < points; ++i)
                              append_binary(bytes, std::uint64_t{cell * points + (is_flat ? i : kHexahedronOrder[i])});
                      }});
    arrays.push_back(
        {R"(type="Int64" Name="offsets")", sizeof(std::int64_t),
         [points](std::string& bytes, std::size_t cell) { append_binary(bytes, std::uint64_t{(cell + 1) * points}); }});
    arrays.push_back({R"(type="UInt8" Name="types")", 1, [is_flat](std::string& bytes, std::size_t) {
                          append_binary(bytes, is_flat ? kQuad : kHexahedron);
                      }});
    arrays.push_back({R"(type="UInt32" Name="index")", sizeof(std::uint32_t),
                      [&cells](std::string& bytes, std::size_t cell) { append_binary(bytes, cells.rows[cell]); }});
    if (pair_counts.empty()) return arrays;
    arrays.push_back({R"(type="UInt32" Name="pairs")", sizeof(std::uint32_t),
                      [&cells, pair_counts](std::string& bytes, std::size_t cell) {
                          append_binary(bytes, pair_counts[cells.rows[cell]]);
                      }});
    return arrays;
}

}  // namespace

void MeshCells::append_corners(std::string& bytes, std::size_t cell) const {
    const std::uint32_t row = rows[cell];
    const int dimension = scene.dimension();
    const std::size_t columns = scene.columns().size();
    const float* const first = numbers + row * columns;
    const auto append_point = [&](const std::array<float, 3>& offset) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double center = axis < static_cast<std::size_t>(dimension) ? scene.coordinate(frame, row, axis) : 0;
            append_binary(bytes, center + double{offset[axis]});
        }
    };
    // The corners about the center, so that coordinates of maps are rounded only once.
    if (dimension == 2) {
        RectCorners corners{};
        static_cast<void>(compute_corners({{0, 0}, {first[2], first[3]}, first[4]}, corners));
        for (const Vec2& corner : corners.corners) append_point({corner.x, corner.y, 0});
        return;
    }
    OrientedBox box;
    box.half_extents = {first[3], first[4], first[5]};
    box.rotation = {first[6], first[7], first[8], first[9]};
    BoxCorners corners{};
    static_cast<void>(compute_corners(box, corners));
    for (const Vec3& corner : corners.corners) append_point({corner.x, corner.y, corner.z});
}

void write_ply(OutputFile& file, const MeshCells& cells, const ProgressCallback& progress) {
    const std::size_t count = cells.rows.size(), points = cells.point_count(), faces = points == 8 ? 6 : 1;
    if (count * points > std::numeric_limits<std::int32_t>::max())
        throw SceneError(SceneFault::argument,
                         fmt::format("{}: {} boxes have too many corners for a .ply", cells.scene.name(), count));
    file.write(
        fmt::format("ply\nformat binary_little_endian 1.0\n"
                    "element vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
                    "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
                    count * points, count * faces));
    write_appended(
        file, count, [&](std::string& bytes, std::size_t cell) { cells.append_corners(bytes, cell); }, progress);
    constexpr std::uint8_t kRectFace[4] = {0, 1, 2, 3};
    write_appended(file, count, [&](std::string& bytes, std::size_t cell) {
        for (std::size_t face = 0; face < faces; ++face) {
            append_binary(bytes, std::uint8_t{4});
            const std::uint8_t(&corners)[4] = faces == 1 ? kRectFace : kBoxFaces[face];
            for (const std::uint8_t corner : corners)
                append_binary(bytes, static_cast<std::int32_t>(cell * points + corner));
        }
    });
}

void write_vtu(OutputFile& file, const MeshCells& cells, std::span<const std::uint32_t> pair_counts,
               const ProgressCallback& progress) {
    const std::size_t count = cells.rows.size();
    const std::vector<DataArray> arrays = arrays_of(cells, pair_counts);
    std::vector<std::string> elements;
    std::uint64_t offset = 0;
    for (const DataArray& array : arrays) {
        elements.push_back(
            fmt::format("<DataArray {} format=\"appended\" offset=\"{}\"/>\n", array.attributes, offset));
        offset += sizeof(std::uint64_t) + count * array.bytes_per_cell;
    }
    file.write(
        fmt::format("<?xml version=\"1.0\"?>\n"
                    "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
                    "header_type=\"UInt64\">\n"
                    "<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n"
                    "<Points>\n{}</Points>\n<Cells>\n{}{}{}</Cells>\n<CellData>\n{}{}</CellData>\n"
                    "</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_",
                    count * cells.point_count(), count, elements[0], elements[1], elements[2], elements[3], elements[4],
                    elements.size() > 5 ? elements[5] : ""));
    for (const DataArray& array : arrays) {
        std::string size;
        append_binary(size, std::uint64_t{count * array.bytes_per_cell});
        file.write(size);
        write_appended(file, count, array.append, progress);
    }
    file.write("\n</AppendedData>\n</VTKFile>\n");
}

}  // namespace satori::scenes
