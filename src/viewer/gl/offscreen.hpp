#pragma once

#include <epoxy/egl.h>

namespace satori::viewer::gl {

/// OpenGL without a window or display, by EGL. CliError (failed) when there is none, or only one below 3.3.
class Offscreen {
public:
    Offscreen();
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;
    ~Offscreen();

private:
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
};

}  // namespace satori::viewer::gl
