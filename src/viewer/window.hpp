#pragma once

#include "viewer/screen.hpp"

struct GLFWwindow;

namespace satori::viewer {

/// A window of the desktop, made with GLFW. CliError (failed) when there is no display, or no OpenGL 3.3.
class Window {
public:
    Window(int width, int height, const char* title);
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window();

    GLFWwindow* handle() const { return window_; }
    /// The scale of the display: 1 at 96 dots per inch.
    double display_scale() const;
    Extents extents() const;
    /// Installs the handlers of keys and mouse. This must come before Dear ImGui installs its own, which pass events on
    /// to these.
    void listen();
    /// Shows the screen and passes keys and mouse to it, until Q or the window's close button.
    void run(Screen& screen);

private:
    GLFWwindow* window_ = nullptr;
};

}  // namespace satori::viewer
