#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "behavior/simulator.hpp"

namespace satori::behavior {

/// A figure with its limits, and other engines' figures in the same scene.
struct Row {
    std::string name;
    std::string unit;
    double value = 0;
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    std::vector<std::pair<std::string, double>> peers = {};

    bool met() const { return value >= low && value <= high; }
};

/// The settings of a measurement.
struct Ask {
    bool peers = true;                                                 ///< also measure the other engines
    std::function<void(const std::string&)> progress = [](auto&&) {};  ///< called with the name of the current work
};

/// One goal: a group of figures that are measured together.
struct Goal {
    const char* name;
    const char* title;
    bool slow;  ///< takes minutes
    std::vector<Row> (*measure)(const Ask& ask);
};

/// Returns all goals, in the order in which they are printed.
std::span<const Goal> goals();

std::vector<Row> measure_flat_axes(const Ask& ask);
std::vector<Row> measure_crossed_edges(const Ask& ask);
std::vector<Row> measure_jitter(const Ask& ask);
std::vector<Row> measure_standing(const Ask& ask);
std::vector<Row> measure_motion(const Ask& ask);
std::vector<Row> measure_inner_edges(const Ask& ask);
std::vector<Row> measure_small_contacts(const Ask& ask);
std::vector<Row> measure_small_rest(const Ask& ask);
std::vector<Row> measure_heap(const Ask& ask);
std::vector<Row> measure_ode_heap(const Ask& ask);

}  // namespace satori::behavior
