#pragma once

#include <functional>
#include <string>

struct GLFWwindow;

namespace satori::viewer {

class BoxDemo;
class Camera;
class Live;
class Player;
class RectDemo;
class Subject;
struct Picture;

/// Dear ImGui, drawn with the current OpenGL context. It takes the input of a window, or no input.
class Gui {
public:
    explicit Gui(GLFWwindow* window);
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;
    ~Gui();

    /// Sets the size of text and widgets. `dots` is the scale of the display: 1 at 96 dots per inch. `unit` is the
    /// pixels per unit of the window. Must come before the first draw().
    void set_scale(double dots, double unit);
    /// Lays out and draws the widgets that `content` makes, on a target of this size.
    void draw(int width, int height, const std::function<void()>& content) const;
    /// True when the panel uses the mouse or the keyboard.
    bool wants_mouse() const;
    bool wants_keys() const;

private:
    GLFWwindow* window_;
};

inline constexpr double kPanelWidth = 350;  // pixels of a display with 96 dots per inch

// Show the panel of a subject, and apply changes made in it.
void show_panel(RectDemo& demo);
void show_panel(BoxDemo& demo);
void show_panel(Player& player);
void show_panel(Live& live);

/// Shows the names and numbers in the picture.
void show_labels(const Picture& picture, const Camera& camera);
// Show the directions of the axes, and a length and the size of the grid's squares, in the lower left corner.
void show_directions(const Camera& camera);
void show_lengths(const Picture& picture, const Camera& camera);
/// Shows words beside the mouse.
void show_tip(const std::string& words);
/// Shows the keys and their effects.
void show_help(const Subject& subject);

}  // namespace satori::viewer
