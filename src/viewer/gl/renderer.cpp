#include "viewer/gl/renderer.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "viewer/gl/shaders.hpp"
#include "viewer/palette.hpp"
#include "viewer/rounded_mesh.hpp"

namespace satori::viewer::gl {

namespace {

struct BoxItem {
    Vec3 center, half_extents;
    Quat rotation;
    Color color;
    std::uint32_t style;  // pattern, and a bit for scenery
    float radius;
};

struct LineItem {
    Vec3 from, to;
    Color color;
    float width, dash, widest;
};

struct TriangleItem {
    Vec3 a, b, c;
    Color color;
};

constexpr std::uint32_t kScenery = 16;
constexpr float kLinesNearer = 4e-5F;

Vec3 relative(const Double3& place, const Double3& origin) {
    const Double3 v = place - origin;
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

Quat unit(const Quat& q) {
    // In double: a legal quaternion may be as long, or as short, as a float can be.
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    const auto part = [&](double value) { return static_cast<float>(value / length); };
    return {part(x), part(y), part(z), part(w)};
}

// The attributes of the items, as the shaders number them.
using Kind = Attribute::Kind;

ItemArray make_boxes() {
    return {sizeof(BoxItem),
            {{Kind::floats, offsetof(BoxItem, center), 3},
             {Kind::floats, offsetof(BoxItem, half_extents), 3},
             {Kind::floats, offsetof(BoxItem, rotation), 4},
             {Kind::color, offsetof(BoxItem, color)},
             {Kind::integer, offsetof(BoxItem, style)},
             {Kind::floats, offsetof(BoxItem, radius), 1}}};
}

std::array<ItemArray, 8> make_rounded() {
    return {make_boxes(), make_boxes(), make_boxes(), make_boxes(),
            make_boxes(), make_boxes(), make_boxes(), make_boxes()};
}

ItemArray make_lines() {
    return {sizeof(LineItem),
            {{Kind::floats, offsetof(LineItem, from), 3},
             {Kind::floats, offsetof(LineItem, to), 3},
             {Kind::color, offsetof(LineItem, color)},
             {Kind::floats, offsetof(LineItem, width), 3}}};
}

ItemArray make_triangles() {
    return {sizeof(TriangleItem),
            {{Kind::floats, offsetof(TriangleItem, a), 3},
             {Kind::floats, offsetof(TriangleItem, b), 3},
             {Kind::floats, offsetof(TriangleItem, c), 3},
             {Kind::color, offsetof(TriangleItem, color)}}};
}

void fill_lines(ItemArray& array, const std::vector<Line>& lines, const Double3& origin) {
    std::vector<LineItem> items;
    items.reserve(lines.size());
    for (const Line& line : lines)
        items.push_back(
            {relative(line.from, origin), relative(line.to, origin), line.color, line.width, line.dash, line.widest});
    array.fill(items.data(), items.size());
}

// Light comes from above, from the left and from the viewer, so that the three faces that are seen differ.
Vec3 direction_to_light(const Camera& camera) {
    const Double3 way = Double3{{0, 0.9, 0}} + 0.5 * camera.back() - 0.4 * camera.right();
    return relative((1 / geometry::length(way)) * way, {});
}

}  // namespace

Renderer::Renderer()
    : box_program_({kBoxInputs, kBoxVertex}, {kBoxPattern, kBoxFragment}),
      rounded_program_({kBoxInputs, kRoundedVertex}, {kBoxPattern, kRoundedFragment}),
      line_program_({kLineVertex}, {kLineFragment}),
      triangle_program_({kTriangleVertex}, {kTriangleFragment}),
      solid_boxes_(make_boxes()),
      clear_boxes_(make_boxes()),
      triangles_(make_triangles()),
      grid_(make_lines()),
      lines_(make_lines()),
      overlay_(make_lines()),
      rounded_(make_rounded()) {}

void Renderer::load_boxes(const Picture& picture, bool flat) {
    std::vector<BoxItem> solid, clear;
    std::array<std::vector<BoxItem>, 8> rounded;
    solid.reserve(picture.boxes.size());
    std::size_t rounded_count = 0;
    for (const PaintedBox& painted : picture.boxes) {
        const OrientedBox& box = painted.box;
        const bool is_rounded = painted.radius > 0 && !flat;
        rounded_count += is_rounded;
        std::vector<BoxItem>& items = is_rounded               ? rounded[extended_axes(box.half_extents)]
                                      : painted.color.a == 255 ? solid
                                                               : clear;
        items.push_back({relative(geometry::widened(box.center), origin_), box.half_extents, unit(box.rotation),
                         painted.color, static_cast<std::uint32_t>(painted.pattern) | (painted.scenery ? kScenery : 0),
                         painted.radius});
    }
    solid_boxes_.fill(solid.data(), solid.size());
    clear_boxes_.fill(clear.data(), clear.size());
    for (std::size_t k = 0; k < rounded.size(); ++k) rounded_[k].fill(rounded[k].data(), rounded[k].size());
    const int segments = segments_for(rounded_count);
    if (rounded_count == 0 || segments == segments_) return;
    segments_ = segments;
    for (std::size_t k = 0; k < rounded.size(); ++k) {
        const RoundedMesh mesh = rounded_mesh(segments, static_cast<unsigned>(k));
        rounded_[k].set_mesh(
            {sizeof(MeshCorner),
             {{Kind::floats, offsetof(MeshCorner, side), 3}, {Kind::floats, offsetof(MeshCorner, normal), 3}},
             mesh.corners.data(),
             mesh.corners.size(),
             mesh.triangles});
    }
}

void Renderer::load(const Picture& picture, const Camera& camera) {
    const Double3& origin = origin_ = camera.target();
    load_boxes(picture, camera.flat());
    std::vector<TriangleItem> triangles;
    for (const Face& face : picture.faces) {
        for (std::size_t k = 2; k < face.corners.size(); ++k)
            triangles.push_back({relative(face.corners[0], origin), relative(face.corners[k - 1], origin),
                                 relative(face.corners[k], origin), face.color});
    }
    triangles_.fill(triangles.data(), triangles.size());
    fill_lines(grid_, picture.grid, origin);
    fill_lines(lines_, picture.lines, origin);
    fill_lines(overlay_, picture.overlay, origin);
}

void Renderer::draw_rounded() const {
    glEnable(GL_CULL_FACE);
    for (const ItemArray& items : rounded_) items.draw_mesh();
    glDisable(GL_CULL_FACE);
}

void Renderer::draw(const Camera& camera, double dots) {
    glViewport(0, 0, camera.width(), camera.height());
    const auto background = [](std::uint8_t part) { return static_cast<float>(part) / 255; };
    glClearColor(background(kBackground.r), background(kBackground.g), background(kBackground.b), 1);
    glDisable(GL_SCISSOR_TEST);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glDisable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);

    const std::array<float, 16> clip = camera.matrix();
    const Vec3 shift = relative(origin_, camera.target());
    const Vec3 eye = relative(camera.eye(), {});
    // The width in pixels of a meter at a depth of one. A flat camera's depth is always its distance.
    const auto focal = static_cast<float>(geometry::length(camera.eye()) / camera.pixel_size());
    const auto set_shared = [&](const Program& program) {
        program.use();
        glUniformMatrix4fv(program.uniform("clip"), 1, GL_FALSE, clip.data());
        glUniform3fv(program.uniform("shift"), 1, &shift.x);
        glUniform1f(program.uniform("dots"), static_cast<float>(dots));
        glUniform1f(program.uniform("focal"), focal);
    };
    const Vec3 to_light = direction_to_light(camera);
    const auto set_lit = [&](const Program& program) {
        set_shared(program);
        glUniform3fv(program.uniform("eye"), 1, &eye.x);
        glUniform3fv(program.uniform("to_light"), 1, &to_light.x);
        glUniform1i(program.uniform("flat_camera"), camera.flat() ? 1 : 0);
    };
    constexpr GLsizei kBoxCorners = 18, kTriangleCorners = 3, kLineCorners = 6;
    set_lit(rounded_program_);
    draw_rounded();
    set_lit(box_program_);
    solid_boxes_.draw(kBoxCorners);

    // All else covers what is behind it only in part.
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    set_shared(line_program_);
    glUniform2f(line_program_.uniform("size"), static_cast<float>(camera.width()), static_cast<float>(camera.height()));
    glUniform1f(line_program_.uniform("nearer"), kLinesNearer);
    grid_.draw(kLineCorners);
    box_program_.use();
    clear_boxes_.draw(kBoxCorners);
    set_shared(triangle_program_);
    triangles_.draw(kTriangleCorners);
    line_program_.use();
    lines_.draw(kLineCorners);
    glDisable(GL_DEPTH_TEST);
    overlay_.draw(kLineCorners);
    glDepthMask(GL_TRUE);
}

}  // namespace satori::viewer::gl
