#pragma once

#include <array>
#include <cstdint>

#include <satori/pairs.hpp>
#include <satori/rect.hpp>
#include <satori/rect_batch.hpp>
#include <satori/rect_manifold.hpp>
#include <satori/workspace.hpp>

#include "viewer/projections.hpp"
#include "viewer/subject.hpp"

namespace satori::viewer {

/// What the library says of two rectangles, and the numbers behind it.
struct RectAnswer {
    bool overlap = false;
    RectSeparatingAxis axis;             ///< the deciding one
    RectManifold manifold;               ///< no points unless they overlap
    std::array<Projections, 4> numbers;  ///< in double, for the eye: the answer is not made of them
};

/// "edge normal 0 of A".
std::string rect_axis_name(std::uint32_t axis);

/// Two rectangles: 1 turns A, W A S D move B, the mouse drags both by their insides, corners and turning knobs.
class RectDemo final : public Subject {
public:
    explicit RectDemo(Boundary boundary = Boundary::closed);

    void press(char key) override;
    bool grab(const Pixel& pixel) override;
    void drag(const Pixel& pixel) override;
    void paint(Picture& picture) const override;
    std::string trace() const override;
    const char* help() const override;

    const std::array<OrientedRect, 2>& rects() const { return rects_; }
    /// Puts a legal rectangle in the place of A (0) or B (1); of one that is not nothing changes.
    void set_rect(std::size_t index, const OrientedRect& rect);
    Boundary boundary() const { return boundary_; }
    void set_boundary(Boundary boundary);
    const RectAnswer& answer() const { return answer_; }

private:
    enum class Grip : std::uint8_t { inside, corner, knob };

    void ask();
    Double3 knob_of(const OrientedRect& rect) const;
    void paint_axis(Picture& picture) const;

    std::array<OrientedRect, 2> rects_;
    Boundary boundary_;
    RectBatch batch_;
    Workspace workspace_;
    RectAnswer answer_;
    std::size_t grabbed_ = 0;
    Grip grip_ = Grip::inside;
    Double3 grip_offset_;   // inside: of the centre from the mouse
    Double3 fixed_corner_;  // corner: the opposite one, which stays
};

}  // namespace satori::viewer
