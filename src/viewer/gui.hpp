#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

struct GLFWwindow;

namespace satori::viewer {

class BoxDemo;
class Camera;
class Player;
class RectDemo;
class Subject;
struct Picture;

/// Dear ImGui, drawn with the current OpenGL context. It takes the input of a window, or no input.
class Gui {
public:
    /// `dots` is the scale of the display: 1 at 96 dots per inch. `unit` is the pixels per unit of the window.
    Gui(GLFWwindow* window, double dots, double unit);
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;
    ~Gui();

    /// Lays out and draws the widgets that `content` makes, on a target of this size.
    void draw(int width, int height, const std::function<void()>& content) const;
    /// True when the panel uses the mouse or the keyboard.
    bool wants_mouse() const;
    bool wants_keys() const;

private:
    GLFWwindow* window_;
};

/// Returns the scale of text. The font is sharp at whole multiples of its size, and the panel grows with it.
inline double text_scale(double dots) {
    return std::max(1.0, std::round(dots));
}
inline constexpr double kPanelWidth = 340;  // pixels, when text is not scaled

// Show the panel of a subject, and apply changes made in it.
void show_panel(RectDemo& demo);
void show_panel(BoxDemo& demo);
void show_panel(Player& player);

/// Shows the names and numbers in the picture.
void show_labels(const Picture& picture, const Camera& camera);
/// Shows the keys and their effects.
void show_help(const Subject& subject);

}  // namespace satori::viewer
