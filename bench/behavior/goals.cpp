#include "behavior/goals.hpp"

namespace satori::behavior {

std::span<const Goal> goals() {
    static constexpr Goal kGoals[] = {
        {"axes", "Edge axes in flat contacts, 2 000 poses a row", false, measure_flat_axes},
        {"crossed", "Crossed edges, 1 500 poses a row", false, measure_crossed_edges},
        {"jitter", "Speed in the last 10 of 20 s, root mean square", false, measure_jitter},
        {"standing", "Drift sideways in 20 s", false, measure_standing},
        {"motion", "Motion", false, measure_motion},
        {"inner_edges", "Way of a box at 5 m/s over tiles, free 6.37 m", false, measure_inner_edges},
        {"small_contacts", "Small on large: contacts", false, measure_small_contacts},
        {"small_rest", "Small on large: rest", false, measure_small_rest},
        {"heap", "Heap of 2 000 after 10 s", true, measure_heap},
        {"ode_heap", "The same heap in ODE, its space and collider against our batch", true, measure_ode_heap},
    };
    return kGoals;
}

}  // namespace satori::behavior
