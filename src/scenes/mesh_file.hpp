#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scenes/output_file.hpp"
#include "scenes/progress_callback.hpp"
#include "scenes/scene_file.hpp"

namespace satori::scenes {

/// Boxes or rectangles without radii of one frame, as the cells of a mesh. Each cell has points of its own.
struct MeshCells {
    const SceneFile& scene;
    std::uint32_t frame;
    const float* numbers;             ///< of the frame, as SceneFile::view() has them
    std::vector<std::uint32_t> rows;  ///< those of the scene that become cells; their boxes must be legal

    /// Returns the number of points of a cell: 8, in 2D 4.
    std::size_t point_count() const noexcept { return scene.dimension() == 2 ? 4 : 8; }
    /// Appends the corners of a cell in the world as doubles, x, y, z, in the order of BoxCorners or RectCorners. In 2D
    /// z is 0.
    void append_corners(std::string& bytes, std::size_t cell) const;
};

/// Writes the cells as .ply: binary, little-endian, vertices as doubles, 6 faces for each box and 1 for each rectangle,
/// counter-clockwise seen from outside. Format: Greg Turk, The PLY Polygon File Format, 1994. Throws SceneError
/// (argument) when the indices of the vertices do not fit 32 bits. The caller must then commit the file.
void write_ply(OutputFile& file, const MeshCells& cells, const ProgressCallback& progress = {});

/// Writes the cells as .vtu, an unstructured grid in VTK's XML format with raw appended data: VTK_HEXAHEDRON, in 2D
/// VTK_QUAD. The cell data are `index`, the row of each box in the scene, and unless it is empty `pairs`, of which
/// `pair_counts` has one number for each row of the scene. Format: Kitware, VTK File Formats, XML. The caller must then
/// commit the file.
void write_vtu(OutputFile& file, const MeshCells& cells, std::span<const std::uint32_t> pair_counts,
               const ProgressCallback& progress = {});

}  // namespace satori::scenes
