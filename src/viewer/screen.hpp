#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "viewer/gl/renderer.hpp"
#include "viewer/gui.hpp"
#include "viewer/subject.hpp"

namespace satori::viewer {

/// A subject and the function that shows its panel.
struct Shown {
    Subject* subject;
    std::function<void()> show_panel;
    Camera first_camera;  ///< for reset_camera()
};

/// The rate of pictures while something moves.
class PictureRate {
public:
    /// Adds a picture that came `seconds` after the one before.
    void add(double seconds) {
        ++count_;
        seconds_ += seconds;
        if (seconds_ < 1) return;
        per_second_ = count_ / seconds_;
        count_ = seconds_ = 0;
    }
    /// The rate over the last whole second or picture; 0 before.
    double per_second() const { return per_second_; }

private:
    double count_ = 0, seconds_ = 0, per_second_ = 0;
};

/// The picture and its panel, in GPU memory. Requires a current OpenGL context.
class Screen {
public:
    struct Settings {
        std::optional<double> scale;  ///< of text, lines and panel; not given: that of the display
        double display_scale = 1;     ///< 1 at 96 dots per inch; 1 may mean that it is not known
        double unit = 1;              ///< pixels per unit of the window
        int samples = 0;              ///< 0: as many as look good and are not slow
        bool panel = true;
        bool trace = false;
    };

    /// `window` gives the panel's input; null: no input.
    Screen(std::vector<Shown> shown, GLFWwindow* window, const Settings& settings);

    /// True when the subject has not changed since the last picture.
    bool is_loaded() const;
    void draw(int width, int height);
    void copy_to_window() const { canvas_.show(); }
    /// CliError, SceneError when the file cannot be written.
    void save(const std::string& path) const;
    /// Saves to a file name in the current folder that is not in use.
    void save_next();
    /// Prints the subject's trace line, if tracing is on and the line has changed.
    void trace();

    /// Must be called when a picture was shown, `seconds` after the one before, while something moves. Prints the rate
    /// if tracing is on.
    void count_picture(double seconds);

    Subject& subject() { return *shown_[current_].subject; }
    const Gui& gui() const { return gui_; }
    void show_next() { current_ = (current_ + 1) % shown_.size(); }
    void reset_camera() { subject().camera = shown_[current_].first_camera; }
    /// Returns whether x, in pixels, is on the edge of the panel.
    bool is_at_edge(double x) const;
    /// Sets the edge of the panel to x, within limits.
    void drag_edge(double x) { dragged_width_ = width_ - x; }
    void toggle_help() { help_ = !help_; }
    void toggle_panel() { settings_.panel = !settings_.panel; }

private:
    void choose_scale();
    double panel_width() const;
    int samples() const;
    void load_picture();
    void show_content();
    void show_tip_of_subject();

    std::vector<Shown> shown_;
    Settings settings_;
    gl::Renderer renderer_;
    gl::Canvas canvas_;
    Gui gui_;
    Picture picture_;
    std::size_t current_ = 0;
    bool help_ = false;
    std::optional<double> dragged_width_;  // of the panel, pixels, once its edge was dragged
    // The loaded picture: its subject, its revision, and the pixel size that it was made for.
    const Subject* loaded_ = nullptr;
    std::uint64_t loaded_revision_ = 0;
    double loaded_pixel_size_ = 0;
    std::string traced_;
    PictureRate rate_;
    double dots_ = 0;    // the scale in use; 0 before the first picture
    bool slow_ = false;  // a window that is drawn without a graphics card
    int width_ = 1, height_ = 1;
};

}  // namespace satori::viewer
