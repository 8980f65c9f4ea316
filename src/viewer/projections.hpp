#pragma once

#include <array>
#include <span>
#include <string>

#include <fmt/format.h>

#include <satori/pairs.hpp>
#include <satori/rect.hpp>

#include "viewer/picture.hpp"

namespace satori::viewer {

/// How far two shapes reach along an axis, metres from the world's origin.
struct Projections {
    Double3 direction;  ///< unit; 0 for edges that are parallel
    double a_min = 0, a_max = 0, b_min = 0, b_max = 0;

    /// Negative: they overlap by as much.
    double separation() const;
};

/// Of a legal rectangle or box, in the library's order.
std::array<Double3, 4> corners_of(const OrientedRect& rect);
std::array<Double3, 8> corners_of(const OrientedBox& box);

/// Both shapes, given by their corners, along a direction.
Projections project(std::span<const Double3> a, std::span<const Double3> b, const Double3& direction);

/// How the trace of a demo begins: what the library answers.
template <typename Answer>
std::string trace_of_answer(const char* kind, const Answer& answer, Boundary boundary) {
    return fmt::format("{} overlap={} boundary={} axis={} separation={:.9g} points={}", kind, answer.overlap ? 1 : 0,
                       boundary == Boundary::closed ? "closed" : "open", answer.axis.axis, answer.axis.separation,
                       answer.manifold.point_count);
}

}  // namespace satori::viewer
