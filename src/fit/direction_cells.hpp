#pragma once

#include <cmath>
#include <cstddef>

#include "fit/vector.hpp"

namespace satori::v0::fit {

/// The division of directions into cells: a cube around the origin, with kCellsPerEdge * kCellsPerEdge cells on each
/// face.
inline constexpr std::size_t kCellsPerEdge = 32;
inline constexpr std::size_t kCellCount = 6 * kCellsPerEdge * kCellsPerEdge;

/// Where the ray to a point leaves the cube. The point must not be the origin.
struct CellHit {
    std::size_t face = 0;  // 2 * axis, + 1 on the negative side
    std::size_t row = 0, column = 0;
    double u = 0, v = 0;  // within the cell, 0 to 1
    double scale = 0;     // distance of the point, in units of the distance of the cube's face

    std::size_t cell() const { return (face * kCellsPerEdge + row) * kCellsPerEdge + column; }
};

inline CellHit hit_cell(double x, double y, double z) noexcept {
    const double magnitudes[3] = {std::fabs(x), std::fabs(y), std::fabs(z)};
    const double coordinates[3] = {x, y, z};
    std::size_t axis = magnitudes[1] > magnitudes[0] ? 1 : 0;
    axis = magnitudes[2] > magnitudes[axis] ? 2 : axis;
    CellHit hit;
    hit.scale = magnitudes[axis];
    hit.face = 2 * axis + (coordinates[axis] < 0 ? 1 : 0);
    const double to_cells = 0.5 * static_cast<double>(kCellsPerEdge);
    const double factor = hit.scale > 0 ? to_cells / hit.scale : 0;
    const auto place = [&](double coordinate, std::size_t& index, double& within) {
        const double at = coordinate * factor + to_cells;
        index = static_cast<std::size_t>(at);
        index = index < kCellsPerEdge ? index : kCellsPerEdge - 1;
        within = at - static_cast<double>(index);
    };
    place(coordinates[(axis + 1) % 3], hit.row, hit.u);
    place(coordinates[(axis + 2) % 3], hit.column, hit.v);
    return hit;
}

/// Returns the point of the cube at a corner of a cell. Row and column go up to kCellsPerEdge.
inline Vector cell_corner(std::size_t face, std::size_t row, std::size_t column) {
    const auto at = [](std::size_t index) {
        return 2 * static_cast<double>(index) / static_cast<double>(kCellsPerEdge) - 1;
    };
    const std::size_t axis = face / 2;
    Vector corner{};
    corner[axis] = face % 2 == 0 ? 1 : -1;
    corner[(axis + 1) % 3] = at(row);
    corner[(axis + 2) % 3] = at(column);
    return corner;
}

}  // namespace satori::v0::fit
