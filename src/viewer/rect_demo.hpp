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

/// The library's results for two rectangles, and the numbers behind them.
struct RectAnswer {
    bool overlap = false;
    RectSeparatingAxis axis;             ///< the deciding axis
    RectManifold manifold;               ///< no points unless they overlap
    std::array<Projections, 4> numbers;  ///< in double, only for display: the results do not use them
};

/// Returns a name like "edge normal 0 of A".
std::string rect_axis_name(std::uint32_t axis);

/// Two rectangles. The key 1 turns A, W A S D move B; the mouse drags both by their insides, corners and knobs.
class RectDemo final : public Subject {
public:
    explicit RectDemo(Boundary boundary = Boundary::closed);

    void press(char key) override;
    bool grab(const Pixel& pixel) override;
    void drag(const Pixel& pixel) override;
    void paint(Picture& picture) const override;
    void measure(CameraFit& fit) const override;
    std::string trace() const override;
    const char* help() const override;

    const std::array<OrientedRect, 2>& rects() const { return rects_; }
    /// Replaces A (0) or B (1) by a legal rectangle. An illegal rectangle changes nothing.
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
    Double3 grip_offset_;   // inside: from the mouse to the center
    Double3 fixed_corner_;  // corner: the opposite corner, which does not move
};

}  // namespace satori::viewer
