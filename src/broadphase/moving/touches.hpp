#pragma once

#include <cstdint>
#include <span>

#include "base/workspace_state.hpp"
#include "broadphase/moving/stored_columns.hpp"
#include "broadphase/moving/tracked_rows.hpp"
#include "parallel/call.hpp"

namespace satori::v0::broadphase {

/// A changed box in a column: it stands there in the list of role `was`, and will stand in that of role `is`.
struct Touch {
    std::uint32_t id;
    std::uint32_t column;
    std::uint16_t grid;
    std::uint8_t was;  ///< a Role, or kNowhere
    std::uint8_t is;   ///< likewise
};
inline constexpr std::uint8_t kNowhere = kRoles;
static_assert(sizeof(Touch) == 12);

/// The touches of all changed boxes by column: those of column c are [begin[c], begin[c + 1]), in the order of the
/// boxes.
struct Touches {
    const Touch* touches = nullptr;
    const std::uint32_t* begin = nullptr;
};

/// O(touches + columns). `changed`: their ids.
Status find_touches(parallel::Call& call, WorkspaceLock& workspace, std::span<const std::uint32_t> changed,
                    TrackedRows boxes, const StoredColumns& columns, Touches& out) noexcept;

}  // namespace satori::v0::broadphase
