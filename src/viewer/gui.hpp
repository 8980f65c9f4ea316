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

/// Dear ImGui, drawn with the current OpenGL context: with a window's input, or with none.
class Gui {
public:
    /// `dots`: pixels per pixel of a display with 96 dots per inch; `unit`: pixels per unit that the window counts in.
    Gui(GLFWwindow* window, double dots, double unit);
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;
    ~Gui();

    /// Lays out and draws what `content` asks for on a target of this size.
    void draw(int width, int height, const std::function<void()>& content) const;
    /// Whether mouse or keyboard are busy with the panel.
    bool wants_mouse() const;
    bool wants_keys() const;

private:
    GLFWwindow* window_;
};

/// The font is sharp at whole multiples of its size: what text stands in grows with it.
inline double text_scale(double dots) {
    return std::max(1.0, std::round(dots));
}
inline constexpr double kPanelWidth = 340;  // pixels where text is not scaled

// What stands in the panel, and may be changed there.
void show_panel(RectDemo& demo);
void show_panel(BoxDemo& demo);
void show_panel(Player& player);

/// The names and numbers that stand in the picture.
void show_labels(const Picture& picture, const Camera& camera);
/// What the keys do.
void show_help(const Subject& subject);

}  // namespace satori::viewer
