#pragma once

#include <satori/impacts.hpp>

#include "oracles/reference_distance.hpp"

SATORI_NAMESPACE_BEGIN

/// Two boxes, or rectangles, that move: the oracle of times of impact. It poses them in double at any time, by
/// quaternions, relative to the first center at time 0, and asks the oracle of distances. It computes no bound of a
/// motion.
class MovingTwin {
public:
    MovingTwin(const MovingBox& a, const MovingBox& b);
    MovingTwin(const MovingRect& a, const MovingRect& b);

    /// Returns the pose of the first (0) or the second (1) box.
    reference::PlacedBox at(int which, double time) const;

    /// Returns by how much the boxes are nearer than `distance` at a time, for sure; zero when perhaps not.
    double nearer_by(double distance, double time);

    /// The delta of times_of_impact(), at most.
    double delta() const;

private:
    struct Body {
        reference::PlacedBox start;
        reference::Point translation, turn;
        double angle;
    };
    MovingTwin(const Body& a, const Body& b) : bodies_{a, b} {}
    static Body body_of(const MovingBox& moving, const reference::Point& at);
    static Body body_of(const MovingRect& moving, const reference::Point& at);

    Body bodies_[2];
    reference::Point last_{1, 0, 0};  ///< a direction along which the boxes were apart
};

SATORI_NAMESPACE_END
