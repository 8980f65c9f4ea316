#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "behavior/goals.hpp"
#include "behavior/simulator.hpp"

namespace satori::behavior {

/// What is left of a scene at its end. Of bodies that can move.
struct Outcome {
    double drift = 0;      ///< the furthest that one has moved sideways, m
    double rms_speed = 0;  ///< root mean square over bodies and steps of the last half, m/s
    double kinetic = 0;    ///< J/kg, of the centers' motion
    double height = 0;     ///< mean of the centers, m
    double deepest = 0;    ///< of two bodies in each other along their best axis, m
};

/// Called after each step.
using Watch = std::function<void(int step, const Simulator& simulator)>;

/// Runs the scene to its end. Nothing where the engine is not in this build.
std::optional<Outcome> run(EngineKind kind, const Scene& scene, const Ask& ask, const std::string& label,
                           const Watch& watch = {});

/// How deep any two boxes stand in each other, static pairs left out: by separating_axes(), best axis of all.
double deepest(const Scene& scene, const Simulator& simulator);

/// The scene's body i as a box.
OrientedBox box_of(const Scene& scene, const Simulator& simulator, std::size_t i);

double median(std::vector<double> values);

/// Runs the scene in each engine: our figure into the row, the others' into its peers.
void fill_row(Row& row, const Scene& scene, const Ask& ask, const std::function<double(const Outcome&)>& figure);

}  // namespace satori::behavior
