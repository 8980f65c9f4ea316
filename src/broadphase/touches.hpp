#pragma once

#include <cstdint>
#include <span>

#include "broadphase/box_table.hpp"
#include "broadphase/stored_columns.hpp"

namespace satori::inline v0::broadphase {

/// A changed box in a column: it stands there in the list of role `was`, and will stand in that of role `is`.
struct Touch {
    std::uint32_t id;
    std::uint32_t hint;  ///< about where it stands or, if it does not yet, will stand; kNoHint where touches are many
    std::uint16_t was;   ///< a Role, or kNowhere
    std::uint16_t is;    ///< likewise
};
inline constexpr std::uint16_t kNowhere = kRoles;
inline constexpr std::uint32_t kNoHint = ~0U;

/// The touches of all changed boxes by column: those of column c are [begin[c], begin[c + 1]), in the order of the boxes.
struct Touches {
    const Touch* touches = nullptr;
    const std::uint32_t* begin = nullptr;
};

/// O(touches + columns).
Status find_touches(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, const StoredColumns& columns,
                    Touches& out) noexcept;

}  // namespace satori::inline v0::broadphase
