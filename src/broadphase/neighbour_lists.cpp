#include "broadphase/neighbour_lists.hpp"

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
    Record& record = records_[id];
    simd::TrackedBox& stored = record.stored;
    const bool had_skin = has_skin(id);
    std::copy_n(had_skin ? stored.lo : box.old_lo, 3, stored.old_lo);
    std::copy_n(had_skin ? stored.hi : box.old_hi, 3, stored.old_hi);
    const float skin = kSkin * longest_edge(box.lo, box.hi);
    const bool gets_skin = shift_of(box) <= skin / 2 && skin > 0;
    set_bounds(stored, box.lo, box.hi, gets_skin ? skin : 0);
    stored.state = box.state;
    stored.old_state = box.old_state;
    states_[id] = gets_skin ? State::listed : State::bare;
    record.count = 0;
    std::fill_n(record.ids, kMost, kNone);
}

}  // namespace satori::inline v0::broadphase
