#pragma once

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
    Gui(GLFWwindow* window, double dots);
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

inline constexpr double kPanelWidth = 340;  // dots

// What stands in the panel, and may be changed there.
void show_panel(RectDemo& demo);
void show_panel(BoxDemo& demo);
void show_panel(Player& player);

/// The names and numbers that stand in the picture.
void show_labels(const Picture& picture, const Camera& camera);
/// What the keys do.
void show_help(const Subject& subject);

}  // namespace satori::viewer
