#pragma once

#include "scenes/generator.hpp"

namespace satori::bench {

/// Moves the boxes of a scene step by step over the ranks of MPI_COMM_WORLD, and prints what migrate() and update() of
/// a ContactTracker take. Rank 0 then takes the same steps in one process. Returns whether both have the same contacts.
/// All ranks must call it.
bool print_steps(const scenes::SceneRecipe& recipe, int step_count);

}  // namespace satori::bench
