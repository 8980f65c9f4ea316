#pragma once

#include <string>

#include <satori/pairs.hpp>

#include "viewer/camera.hpp"
#include "viewer/picture.hpp"

namespace satori::viewer {

/// What the key for it switches to.
inline Boundary other(Boundary boundary) {
    return boundary == Boundary::closed ? Boundary::open : Boundary::closed;
}

/// Something to look at and to play with. No display is needed: it takes keys and the mouse, and tells what is to be seen.
class Subject {
public:
    explicit Subject(bool flat) : camera(flat) {}
    virtual ~Subject() = default;

    /// A key as its character, small letters. Unknown ones do nothing.
    virtual void press(char key) = 0;
    /// The left button goes down: whether there is something to drag there. If not, dragging moves the camera.
    virtual bool grab(const Pixel& pixel) = 0;
    virtual void drag(const Pixel& pixel) = 0;
    /// A click that dragged nothing.
    virtual void click(const Pixel&) {}
    /// Time goes on; whether something moves by itself.
    virtual bool advance(double) { return false; }
    /// What is to be seen now. The same until revision() changes.
    virtual void paint(Picture& picture) const = 0;
    std::uint64_t revision() const { return revision_; }
    /// One line that says what is the case, for scripts and tests.
    virtual std::string trace() const = 0;
    /// Of F1: key and what it does, line by line.
    virtual const char* help() const = 0;

    Camera camera;

protected:
    void changed() { ++revision_; }

private:
    std::uint64_t revision_ = 0;
};

}  // namespace satori::viewer
