#pragma once

#include "scenes/generator.hpp"

namespace satori::bench {

/// Prints what ranks do that run alone, for 1 to 64 ranks with recipe.count boxes each. The cuts are those of all
/// ranks, and the boxes come from memory instead of other ranks. Of more than 8 ranks, 8 are run.
void print_weak_scaling(const scenes::SceneRecipe& recipe);

}  // namespace satori::bench
