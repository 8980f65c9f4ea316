#pragma once

#include <cstdint>

#include "broadphase/bounds_set.hpp"

namespace satori::v0::broadphase {

/// Which bounds of tracked boxes an update looks at.
enum class TrackedView : std::uint32_t {
    before,  ///< as they were at the last update
    both,    ///< as they were and as they are: one entry around both, or one for each where the box has jumped
};

/// Entries of tracked boxes [0, limit), in order of id, those that do not exist left out. Set 0 holds the boxes that
/// are or were dynamic, and with TrackedView::both all that have changed; set 1 the rest, which make no pairs among
/// themselves.
Status fill_tracked(parallel::Call& call, WorkspaceLock& workspace, const simd::TrackedBox* boxes, std::uint32_t limit,
                    TrackedView view, BoundsSet<3>& out) noexcept;

}  // namespace satori::v0::broadphase
