#include "broadphase/neighbour_lists.hpp"

#include <cmath>
#include <limits>

namespace satori::inline v0::broadphase {

bool NeighbourLists::follow(const StoredColumns& columns, std::uint32_t limit, bool wanted) noexcept {
    if (build_ != columns.build_number()) {
        build_ = columns.build_number();
        in_use_ = wanted && !given_up_;
        given_up_ = false;
        debt_ = 0;
        limit_ = 0;
    }
    if (!in_use_ || limit <= limit_) return true;
    if (!states_.reserve(limit, limit_) || !records_.reserve(limit, limit_)) return false;
    std::fill(states_.data() + limit_, states_.data() + limit, State::bare);
    limit_ = limit;
    return true;
}

void NeighbourLists::place(const simd::TrackedBox& box, std::uint32_t id) noexcept {
    constexpr float kFar = std::numeric_limits<float>::max();
    Record& record = records_[id];
    simd::TrackedBox& stored = record.stored;
    const bool had_skin = has_skin(id);
    float edge = 0, moved = 0;
    for (int a = 0; a < 3; ++a) {
        edge = std::max(edge, box.hi[a] - box.lo[a]);
        // Infinite for a box that was or is nowhere.
        moved = std::max({moved, std::fabs(box.lo[a] - box.old_lo[a]), std::fabs(box.hi[a] - box.old_hi[a])});
        stored.old_lo[a] = had_skin ? stored.lo[a] : box.old_lo[a];
        stored.old_hi[a] = had_skin ? stored.hi[a] : box.old_hi[a];
    }
    const float skin = kSkin * std::min(edge, kFar);
    const bool gets_skin = moved <= skin / 2 && skin > 0;
    for (int a = 0; a < 3; ++a) {
        stored.lo[a] = gets_skin ? std::max(box.lo[a] - skin, -kFar) : box.lo[a];
        stored.hi[a] = gets_skin ? std::min(box.hi[a] + skin, kFar) : box.hi[a];
    }
    stored.state = box.state;
    stored.old_state = box.old_state;
    states_[id] = gets_skin ? State::listed : State::bare;
    record.count = 0;
    std::fill_n(record.ids, kMost, kNone);
}

}  // namespace satori::inline v0::broadphase
