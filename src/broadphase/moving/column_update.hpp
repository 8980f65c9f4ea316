#pragma once

#include <cstdint>
#include <span>

#include "base/workspace_state.hpp"
#include "broadphase/moving/stored_columns.hpp"
#include "broadphase/moving/tracked_rows.hpp"
#include "parallel/call.hpp"

namespace satori::v0::broadphase {

/// What boxes that change are compared with others for.
enum class SweepFor : std::uint32_t {
    changes,     ///< pairs that have begun or (simd::kLostPair set) ceased
    candidates,  ///< all that the box is to touch, unless neither is dynamic; itself, too, and what another of `ids`
                 ///< touched before
};

/// The boxes `ids`, which stand in the columns with the old bounds of `boxes`, against all others in each column that
/// they touch or touched, then and now: they are the first ones of the pairs found. Brings the columns up to date on
/// the way, or drops them where one has no room left: after an error, or if the update does not succeed for another
/// reason, the caller has to drop them.
///
/// `columns` must be valid. `complete` is false when more was found than there is room for: `expected`, or four times
/// the columns touched; that depends on the world alone, not on threads. It stops looking then, and the columns are
/// dropped. O(changed + candidates). `out` lies in the workspace; pairs may come up more than once.
Status update_columns(parallel::Call& call, WorkspaceLock& workspace, std::span<const std::uint32_t> ids,
                      TrackedRows boxes, SweepFor what, std::uint64_t expected, StoredColumns& columns,
                      std::span<const BoxPair>& out, bool& complete) noexcept;

}  // namespace satori::v0::broadphase
