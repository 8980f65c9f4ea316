#include "viewer/window.hpp"

#include <epoxy/gl.h>  // before GLFW, which would include its own

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/cli_error.hpp"

namespace satori::viewer {

namespace {

constexpr double kClickDots = 4;  // a press that moves less is a click
constexpr double kZoomPerNotch = 0.88;
constexpr double kPause = 0.004;      // seconds between looks at what moves, until it has changed
constexpr int kPicturesPerEvent = 2;  // Dear ImGui lays out by the picture before

// Returns GLFW's text about its last failure.
std::string last_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "unknown reason";
}

Extents extents_of(GLFWwindow* window) {
    Extents extents;
    glfwGetWindowSize(window, &extents.width, &extents.height);
    glfwGetFramebufferSize(window, &extents.pixel_width, &extents.pixel_height);
    return extents;
}

// Keys and mouse of the window that runs. A failure of a key (a picture that cannot be written) is printed, and the
// program goes on.
struct Input {
    explicit Input(Screen& its_screen) : screen(its_screen) {}

    Screen& screen;
    bool grabbed = false, turning = false, panning = false, at_edge = false;
    bool save_is_due = false;  // the next picture shall be saved
    Pixel at;
    double moved = 0;
    int due = kPicturesPerEvent;  // pictures that must be drawn

    void key(GLFWwindow* window, int key, int scancode) {
        switch (key) {
            case GLFW_KEY_F1:
                return screen.toggle_help();
            case GLFW_KEY_F2:
                save_is_due = true;
                return;
            case GLFW_KEY_F3:
                return screen.toggle_panel();
            case GLFW_KEY_TAB:
                return screen.show_next();
            case GLFW_KEY_SPACE:
                return screen.subject().press(' ');
            case GLFW_KEY_LEFT:
                return screen.subject().press(',');
            case GLFW_KEY_RIGHT:
                return screen.subject().press('.');
            case GLFW_KEY_BACKSPACE:
                return screen.subject().press('0');
            case GLFW_KEY_HOME:
                return screen.subject().press('<');
            case GLFW_KEY_END:
                return screen.subject().press('>');
            default:
                break;
        }
        // Letters by this keyboard's layout.
        const char* name = glfwGetKeyName(key, scancode);
        if (name == nullptr || name[0] == '\0' || name[1] != '\0') return;
        if (name[0] == 'q') return glfwSetWindowShouldClose(window, GLFW_TRUE);
        if (name[0] == 'z') return screen.reset_camera();
        screen.subject().press(name[0]);
    }

    void button(int button, bool down) {
        // Dear ImGui sees only the last state of the mouse before a picture, so the edge of the panel is dragged here.
        if (button == GLFW_MOUSE_BUTTON_LEFT && (down ? screen.is_at_edge(at.x) : at_edge)) {
            at_edge = down;
            return;
        }
        bool& held = button == GLFW_MOUSE_BUTTON_LEFT ? turning : panning;
        if (!down) {
            const bool click = held && button == GLFW_MOUSE_BUTTON_LEFT && !grabbed &&
                               moved < kClickDots * screen.subject().camera.dots();
            held = false;
            if (click) screen.subject().click(at);
            if (grabbed && button == GLFW_MOUSE_BUTTON_LEFT) {
                screen.subject().release();
                grabbed = false;
            }
            return;
        }
        if (screen.gui().wants_mouse()) return;
        held = true;
        moved = 0;
        if (button == GLFW_MOUSE_BUTTON_LEFT) grabbed = screen.subject().grab(at);
    }

    void move(const Pixel& to) {
        const double dx = to.x - at.x, dy = to.y - at.y;
        at = to;
        moved += std::hypot(dx, dy);
        if (at_edge) {
            screen.drag_edge(at.x);
        } else if (grabbed) {
            screen.subject().drag(at);
        } else if (turning) {
            screen.subject().camera.orbit(dx, dy);
        } else if (panning) {
            screen.subject().camera.pan(dx, dy);
        }
    }

    void scroll(double notches) {
        if (!screen.gui().wants_mouse()) screen.subject().camera.zoom(std::pow(kZoomPerNotch, notches), at);
    }
};

// Passes an event to the window's input. No exception may pass through GLFW, which is C.
template <typename Work>
void take(GLFWwindow* window, Work&& work) {
    Input& input = *static_cast<Input*>(glfwGetWindowUserPointer(window));
    input.due = kPicturesPerEvent;
    try {
        work(input);
    } catch (const std::exception& error) {
        std::fputs(fmt::format("satori-view: {}\n", error.what()).c_str(), stderr);
    }
}

}  // namespace

Window::Window(int width, int height, const char* title) {
    if (glfwInit() == GLFW_FALSE) {
        throw cli::CliError(cli::ExitCode::failed,
                            fmt::format("no window: {}; --screenshot FILE needs no display", last_error()));
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    window_ = glfwCreateWindow(width, height, title, nullptr, nullptr);
    if (window_ == nullptr) {
        const std::string reason = last_error();
        glfwTerminate();
        throw cli::CliError(cli::ExitCode::failed,
                            fmt::format("no window with OpenGL 3.3, which satori-view needs: {}\n"
                                        "LIBGL_ALWAYS_SOFTWARE=1 draws without the graphics card (Mesa)",
                                        reason));
    }
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
}

void Window::listen() {
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int) {
        take(w, [&](Input& input) {
            if (action != GLFW_RELEASE && !input.screen.gui().wants_keys()) input.key(w, key, scancode);
        });
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int) {
        take(w, [&](Input& input) { input.button(button, action == GLFW_PRESS); });
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
        take(w, [&](Input& input) { input.move(extents_of(w).to_pixel(x, y)); });
    });
    glfwSetScrollCallback(window_,
                          [](GLFWwindow* w, double, double y) { take(w, [&](Input& input) { input.scroll(y); }); });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned) { take(w, [](Input&) {}); });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { take(w, [](Input&) {}); });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { take(w, [](Input&) {}); });
}

Window::~Window() {
    glfwDestroyWindow(window_);
    glfwTerminate();
}

double Window::display_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::max(1.0, static_cast<double>(x));
}

Extents Window::extents() const {
    return extents_of(window_);
}

void Window::run(Screen& screen) {
    Input input(screen);
    glfwSetWindowUserPointer(window_, &input);
    double last = glfwGetTime(), last_picture = last;
    bool was_moving = false;
    while (glfwWindowShouldClose(window_) == GLFW_FALSE) {
        const double now = glfwGetTime();
        const double passed = now - last;
        const bool moving = screen.subject().advance(passed);
        last = now;
        if (!was_moving) last_picture = now;  // the time before a motion does not count
        was_moving = moving;
        const bool is_new = moving && !screen.is_loaded();
        int width = 0, height = 0;
        glfwGetFramebufferSize(window_, &width, &height);
        if ((is_new || input.due > 0) && width > 0 && height > 0) {
            screen.draw(width, height);
            screen.copy_to_window();
            glfwSwapBuffers(window_);
            screen.trace();
            if (std::exchange(input.save_is_due, false)) take(window_, [&](Input&) { screen.save_next(); });
            if (moving && now > last_picture) screen.count_picture(now - last_picture);
            last_picture = now;
        }
        input.due = std::max(0, input.due - 1);
        if (is_new || input.due > 0) {
            glfwPollEvents();
        } else if (moving) {
            glfwWaitEventsTimeout(kPause);
        } else {
            glfwWaitEvents();
        }
    }
}

}  // namespace satori::viewer
