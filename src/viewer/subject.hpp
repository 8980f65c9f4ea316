#pragma once

#include <algorithm>
#include <string>

#include <satori/pairs.hpp>

#include "viewer/camera.hpp"
#include "viewer/camera_fit.hpp"
#include "viewer/picture.hpp"

namespace satori::viewer {

/// Returns the boundary that the key switches to.
inline Boundary other(Boundary boundary) {
    return boundary == Boundary::closed ? Boundary::open : Boundary::closed;
}

/// Something to look at and to play with. It needs no display: keys and mouse come in, a picture goes out as data.
class Subject {
public:
    explicit Subject(bool flat) : camera(flat) {}
    virtual ~Subject() = default;

    /// Handles a key, given by its character in lower case. Unknown keys do nothing.
    virtual void press(char key) = 0;
    /// The left button goes down. Returns true when there is something to drag; otherwise, dragging moves the camera.
    virtual bool grab(const Pixel& pixel) = 0;
    virtual void drag(const Pixel& pixel) = 0;
    /// The left button goes up again after a drag.
    virtual void release() {}
    /// Handles a click that dragged nothing.
    virtual void click(const Pixel&) {}
    /// Returns words about what is under the mouse; empty: there is nothing.
    virtual std::string tip(const Pixel&) const { return ""; }
    /// Advances the time. Returns true when something moves by itself.
    virtual bool advance(double) { return false; }
    /// Adds what the first view must show.
    virtual void measure(CameraFit& fit) const = 0;
    /// Sets the size of the picture. The first view fits it, until the user moves the camera.
    void resize(int width, int height, double dots = 1) {
        const bool is_other = width != camera.width() || height != camera.height();
        camera.resize(width, height, dots);
        if (is_other && !camera.moved()) show_all();
    }
    /// Adds the current picture. It does not change until revision() changes.
    virtual void paint(Picture& picture) const = 0;
    std::uint64_t revision() const { return revision_; }
    /// Returns one line about the state, for scripts and tests.
    virtual std::string trace() const = 0;
    /// Returns the text for F1: a key and its effect per line.
    virtual const char* help() const = 0;

    Camera camera;

protected:
    void show_all() {
        CameraFit fit(camera);
        measure(fit);
        fit.apply(camera);
    }
    /// Shows a box with what is around it; the angles do not change. Sides shorter than a part of half the diagonal of
    /// the usual box count as that long.
    void look_at(OrientedBox box, double usual_half_diagonal) {
        constexpr float kAround = 3;  // half extents
        constexpr double kLeast = 0.1;
        const auto least = static_cast<float>(kLeast * usual_half_diagonal);
        CameraFit fit(camera);
        for (float* half : {&box.half_extents.x, &box.half_extents.y, &box.half_extents.z})
            *half = kAround * std::max(*half, least);
        fit.add(box);
        fit.apply(camera);
        camera.hold();
    }
    void changed() { ++revision_; }

private:
    std::uint64_t revision_ = 0;
};

}  // namespace satori::viewer
