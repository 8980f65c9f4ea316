#pragma once

#include "viewer/screen.hpp"

struct GLFWwindow;

namespace satori::viewer {

/// A window of the desktop, by GLFW. CliError (failed) where there is no display, or no OpenGL 3.3.
class Window {
public:
    Window(int width, int height, const char* title);
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window();

    GLFWwindow* handle() const { return window_; }
    /// Pixels per pixel of a display with 96 dots per inch.
    double dots() const;
    Extents extents() const;
    /// Takes keys and mouse, before Dear ImGui does: it hands on what it takes.
    void listen();
    /// Shows the screen and hands it keys and mouse, until Q or the window's button.
    void run(Screen& screen);

private:
    GLFWwindow* window_ = nullptr;
};

}  // namespace satori::viewer
