#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "behavior/goals.hpp"
#include "behavior/simulator.hpp"

namespace satori::behavior {

/// The figures of a scene at its end, over the bodies that can move.
struct Outcome {
    double drift = 0;      ///< greatest sideways distance of a body from its start, m
    double rms_speed = 0;  ///< root mean square over bodies and steps of the last half, m/s
    double kinetic = 0;    ///< J/kg, of the motion of the centers
    double height = 0;     ///< mean height of the centers, m
    double deepest = 0;    ///< greatest penetration of two bodies along their best axis, m
};

/// Called after each step.
using Watch = std::function<void(int step, const Simulator& simulator)>;

/// Runs the scene to its end. Returns nothing where the engine is not in this build.
std::optional<Outcome> run(EngineKind kind, const Scene& scene, const Ask& ask, const std::string& label,
                           const Watch& watch = {});

/// Returns the greatest penetration of two boxes, without pairs of static boxes. The penetration of a pair is along its
/// best axis, by separating_axes().
double deepest(const Scene& scene, const Simulator& simulator);

/// Returns the scene's body i as a box.
OrientedBox box_of(const Scene& scene, const Simulator& simulator, std::size_t i);

double median(std::vector<double> values);

/// Runs the scene in each engine. Writes satori's figure to the row, and the figures of the other engines to its peers.
void fill_row(Row& row, const Scene& scene, const Ask& ask, const std::function<double(const Outcome&)>& figure);

}  // namespace satori::behavior
