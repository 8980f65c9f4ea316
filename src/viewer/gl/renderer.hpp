#pragma once

#include "viewer/camera.hpp"
#include "viewer/gl/gl_objects.hpp"
#include "viewer/picture.hpp"

namespace satori::viewer::gl {

/// Draws pictures with OpenGL 3.3 core: all boxes in two calls, all lines in three.
class Renderer {
public:
    Renderer();

    /// Passes a picture to the GPU. Positions are stored relative to `origin`, so that floats are precise far from the
    /// world's origin.
    void load(const Picture& picture, const Double3& origin);
    /// Draws the loaded picture. `dots` is the scale of the display: 1 at 96 dots per inch.
    void draw(const Camera& camera, double dots);

private:
    Program box_program_, line_program_, triangle_program_;
    ItemArray solid_boxes_, clear_boxes_, triangles_, grid_, lines_, overlay_;
    Double3 origin_;
};

}  // namespace satori::viewer::gl
