#pragma once

#include <array>

#include <satori/box_batch.hpp>
#include <satori/manifold.hpp>
#include <satori/pairs.hpp>
#include <satori/workspace.hpp>

#include "viewer/projections.hpp"
#include "viewer/subject.hpp"

namespace satori::viewer {

/// The library's results for two boxes, and the numbers behind them.
struct BoxAnswer {
    bool overlap = false;
    SeparatingAxis axis;                  ///< the deciding axis
    ContactManifold manifold;             ///< no points unless they overlap
    std::array<Projections, 15> numbers;  ///< in double, only for display: the results do not use them
};

/// Returns a name like "face 0 of A" or "edge 1 of A x edge 2 of B".
std::string axis_name(std::uint32_t axis);

/// Two boxes. The keys 1 2 3 turn A, W A S D R F move B; the mouse drags both, or turns the camera.
class BoxDemo final : public Subject {
public:
    explicit BoxDemo(Boundary boundary = Boundary::closed);

    void press(char key) override;
    bool grab(const Pixel& pixel) override;
    void drag(const Pixel& pixel) override;
    void paint(Picture& picture) const override;
    void measure(CameraFit& fit) const override;
    std::string trace() const override;
    const char* help() const override;

    const std::array<OrientedBox, 2>& boxes() const { return boxes_; }
    /// Replaces A (0) or B (1) by a legal box. An illegal box changes nothing.
    void set_box(std::size_t index, const OrientedBox& box);
    Boundary boundary() const { return boundary_; }
    void set_boundary(Boundary boundary);
    const BoxAnswer& answer() const { return answer_; }

private:
    void ask();
    void paint_axis(Picture& picture) const;

    std::array<OrientedBox, 2> boxes_;
    Boundary boundary_;
    BoxBatch batch_;
    Workspace workspace_;
    BoxAnswer answer_;
    std::size_t grabbed_ = 0;
    Double3 grip_offset_;  // from the mouse to the center
};

}  // namespace satori::viewer
