#pragma once

#include "viewer/camera.hpp"
#include "viewer/gl/gl_objects.hpp"
#include "viewer/picture.hpp"

namespace satori::viewer::gl {

/// Draws pictures with OpenGL 3.3 core: all boxes in one call, all lines in two.
class Renderer {
public:
    Renderer();

    /// Hands a picture to the GPU. Places are kept relative to `origin`, so that floats are fine far from the world's.
    void load(const Picture& picture, const Double3& origin);
    /// Draws what was loaded. `dots`: pixels per pixel of a display with 96 dots per inch.
    void draw(const Camera& camera, double dots);

private:
    Program box_program_, line_program_;
    InstanceArray solid_boxes_, clear_boxes_, lines_, overlay_;
    Double3 origin_;
};

}  // namespace satori::viewer::gl
