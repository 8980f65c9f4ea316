#include "broadphase/moving/neighbour_lists.hpp"

#include <atomic>

#include "base/assert.hpp"

namespace satori::v0::broadphase {

bool NeighbourLists::follow(const StoredColumns& columns, std::uint32_t limit, bool wanted) noexcept {
    if (build_ != columns.build_number()) {
        forget();
        build_ = columns.build_number();
        in_use_ = wanted && !left_out_;
        due_ = false;
    }
    return !in_use_ || reserve(limit);
}

void NeighbourLists::forget() noexcept {
    debt_ = near_ = made_ = 0;
    limit_ = 0;
    in_use_ = made_at_once_ = false;
}

bool NeighbourLists::reserve(std::uint32_t limit) noexcept {
    if (limit <= limit_) return true;
    if (!states_.reserve(limit, limit_) || !records_.reserve(limit, limit_)) return false;
    std::fill(states_.data() + limit_, states_.data() + limit, State::bare);
    limit_ = limit;
    return true;
}

void NeighbourLists::place(const simd::TrackedBox& box, std::uint32_t id) noexcept {
    SATORI_ASSERT(id < limit_);
    Record& record = records_[id];
    simd::TrackedBox& stored = record.stored;
    const bool had_skin = has_skin(id);
    std::copy_n(had_skin ? stored.lo : box.old_lo, 3, stored.old_lo);
    std::copy_n(had_skin ? stored.hi : box.old_hi, 3, stored.old_hi);
    const bool gets_skin = creeps(box);
    set_bounds(stored, box.lo, box.hi, gets_skin ? skin_of(box.lo, box.hi) : 0);
    stored.state = box.state;
    stored.old_state = box.old_state;
    states_[id] = gets_skin ? State::listed : State::bare;
    clear_list(id);
}

bool NeighbourLists::begin(std::uint32_t limit) noexcept {
    forget();
    return reserve(limit);
}

void NeighbourLists::give_skin(simd::BoundsEntry<3>& entry, std::uint32_t state) noexcept {
    SATORI_ASSERT(entry.id < limit_ && (state & simd::kNotDynamic) == 0);
    const float skin = skin_of(entry.lo, entry.hi);
    if (!(skin > 0)) return;
    simd::TrackedBox& stored = records_[entry.id].stored;
    set_bounds(stored, entry.lo, entry.hi, skin);
    std::copy_n(stored.lo, 3, stored.old_lo);
    std::copy_n(stored.hi, 3, stored.old_hi);
    stored.state = stored.old_state = state;
    std::copy_n(stored.lo, 3, entry.lo);
    std::copy_n(stored.hi, 3, entry.hi);
    states_[entry.id] = State::listed;
    clear_list(entry.id);
}

void NeighbourLists::add_all(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count) noexcept {
    SATORI_ASSERT(count != 0);
    constexpr std::uint32_t kAhead = 16;
    const auto add_one = [&](std::uint32_t id, std::uint32_t neighbour) {
        const std::atomic_ref<State> state(states_[id]);
        if (state.load(std::memory_order_relaxed) != State::listed) return;
        Record& record = records_[id];
        const std::uint32_t at = std::atomic_ref(record.count).fetch_add(1, std::memory_order_relaxed);
        if (at < kMost)
            record.ids[at] = neighbour;
        else
            state.store(State::crowded, std::memory_order_relaxed);
    };
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t ahead = std::min(k + kAhead, count - 1);
        prefetch_list(first[ahead]);
        prefetch_list(second[ahead]);
        add_one(first[k], second[k]);
        add_one(second[k], first[k]);
    }
}

void NeighbourLists::adopt(const StoredColumns& columns) noexcept {
    build_ = columns.build_number();
    in_use_ = made_at_once_ = true;
    due_ = false;
}

}  // namespace satori::v0::broadphase
