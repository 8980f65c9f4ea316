#pragma once

#include <array>

#include "viewer/camera.hpp"
#include "viewer/gl/gl_objects.hpp"
#include "viewer/picture.hpp"

namespace satori::viewer::gl {

/// Draws pictures with OpenGL 3.3 core: all boxes in two calls, boxes with a radius in eight, all lines in three.
class Renderer {
public:
    Renderer();

    /// Passes a picture to the GPU, for a camera like this one, flat or not. Positions are stored relative to its
    /// target, so that floats are precise far from the world's origin.
    void load(const Picture& picture, const Camera& camera);
    /// Draws the loaded picture. `dots` is the scale of the display: 1 at 96 dots per inch.
    void draw(const Camera& camera, double dots);

private:
    void load_boxes(const Picture& picture, bool flat);
    void draw_rounded() const;

    Program box_program_, rounded_program_, line_program_, triangle_program_;
    ItemArray solid_boxes_, clear_boxes_, triangles_, grid_, lines_, overlay_;
    std::array<ItemArray, 8> rounded_;  // boxes with a radius, by the axes along which they extend
    int segments_ = 0;                  // of their meshes; 0: there are none yet
    Double3 origin_;
};

}  // namespace satori::viewer::gl
