#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <satori/types.hpp>

#include "geometry/double3.hpp"

namespace satori::viewer {

using geometry::Double3;

struct Color {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;

    friend constexpr bool operator==(const Color&, const Color&) = default;
};

/// The pattern on a face, so that states can be distinguished without colors.
enum class Pattern : std::uint32_t {
    plain,
    stripes,        ///< overlapping
    faint_stripes,  ///< overlapping, for boxes that may be as large as the picture
};

struct PaintedBox {
    OrientedBox box;
    Color color;
    Pattern pattern = Pattern::plain;
    /// The box is left out when it is large and nearer to the eye than the camera's target: a near wall of a container.
    bool scenery = false;
    /// The box is the core of a solid with this radius: see Solid. In space only for boxes with alpha 255.
    float radius = 0;
};

/// A straight line with round ends. A line without length is a disc.
struct Line {
    Double3 from, to;  ///< meters
    Color color;
    float width = 1;   ///< pixels of a display with 96 dots per inch
    float dash = 0;    ///< in the same pixels: length of a dash and of a gap; 0: no dashes
    float widest = 0;  ///< meters: the line is never wider, so it gets thinner with distance; 0: no limit
};

/// A flat convex polygon, its corners in order.
struct Face {
    std::vector<Double3> corners;
    Color color;
};

struct Label {
    Double3 place;
    std::string text;
    Color color;
};

/// The things to draw, in meters and in the world frame. It is plain data, made and tested without a display.
struct Picture {
    std::vector<PaintedBox> boxes;  ///< boxes with alpha below 255 hide nothing
    std::vector<Face> faces;        ///< drawn over the boxes with alpha, hidden by the others
    std::vector<Line> grid;         ///< hidden by boxes, seen through those with alpha
    std::vector<Line> lines;        ///< hidden by boxes
    std::vector<Line> overlay;      ///< hidden by nothing
    std::vector<Label> labels;
    double grid_spacing = 0;  ///< meters; 0: there is no grid

    void clear() {
        boxes.clear();
        faces.clear();
        grid.clear();
        grid_spacing = 0;
        lines.clear();
        overlay.clear();
        labels.clear();
    }
};

/// Returns a point on the plane of 2D scenes.
inline Double3 in_plane(const Vec2& v) {
    return {{v.x, v.y, 0}};
}

/// Adds the twelve edges of a box. `dash` and `widest` are those of Line.
void add_edges(std::vector<Line>& lines, const OrientedBox& box, Color color, float width, float dash = 0,
               float widest = 0);
/// Adds the edges of an axis-aligned box.
void add_edges(std::vector<Line>& lines, const Double3& min, const Double3& max, Color color, float width,
               float dash = 0);
inline void add_edges(std::vector<Line>& lines, const Aabb& bounds, Color color, float width, float dash = 0) {
    add_edges(lines, geometry::widened(bounds.min), geometry::widened(bounds.max), color, width, dash);
}
/// Adds a line with a tip at its end. `side` is a direction perpendicular to the line; the tip lies in the plane of
/// both.
void add_arrow(std::vector<Line>& lines, const Double3& from, const Double3& to, const Double3& side, Color color,
               float width);
/// Returns a rectangle as a box without height.
OrientedBox flat_box(const Vec2& center, const Vec2& half_extents, float angle);

}  // namespace satori::viewer
