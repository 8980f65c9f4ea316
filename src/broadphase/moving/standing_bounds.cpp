#include "broadphase/moving/standing_bounds.hpp"

#include <utility>

#include "base/assert.hpp"
#include "broadphase/moving/choices.hpp"

namespace satori::v0::broadphase {

bool StandingBounds::reserve(std::uint32_t limit) noexcept {
    if (limit <= limit_) return true;
    if (!boxes_.reserve(limit, limit_)) return false;
    const std::uint32_t first = std::exchange(limit_, limit);
    clear_from(first);
    return true;
}

bool StandingBounds::reserve_strays(std::uint32_t count) noexcept {
    if (count <= stray_room_) return true;
    const std::uint32_t room = std::max(count, stray_room_ + stray_room_ / 2);
    const bool enough = strays_.reserve(room, stray_count_) && streams_.reserve(room);
    if (enough) stray_room_ = room;
    for (std::uint32_t s = 0; s < stray_count_; ++s) write_stray(s);
    return enough;
}

bool StandingBounds::reserve_for(const StandingBounds& other) noexcept {
    return boxes_.reserve(other.limit_, limit_) && reserve_strays(std::max(other.stray_count_, kFewBoxes));
}

void StandingBounds::assign(const StandingBounds& other) noexcept {
    boxes_.assign(other.boxes_, other.limit_);
    streams_.assign(other.streams_, other.stray_count_);
    strays_.assign(other.strays_, other.stray_count_);
    limit_ = other.limit_;
    count_ = other.count_;
    stray_count_ = other.stray_count_;
    std::copy_n(other.stray_lo_, 3, stray_lo_);
    std::copy_n(other.stray_hi_, 3, stray_hi_);
}

void StandingBounds::restore(std::uint32_t id, const Aabb& bounds, bool strays) noexcept {
    SATORI_ASSERT(id < limit_ && boxes_[id].place == kNowhere);
    boxes_[id] = {
        {bounds.min.x, bounds.min.y, bounds.min.z}, {bounds.max.x, bounds.max.y, bounds.max.z}, kInColumns, 0};
    ++count_;
    if (strays) add_stray(id);
}

void StandingBounds::reset() noexcept {
    clear_from(0);
    count_ = stray_count_ = 0;
}

void StandingBounds::clear_from(std::uint32_t first) noexcept {
    for (std::uint32_t id = first; id < limit_; ++id) {
        boxes_[id] = {};
        set_nowhere(boxes_[id]);
        boxes_[id].place = kNowhere;
    }
}

bool StandingBounds::set(const simd::TrackedBox& box, std::uint32_t id) noexcept {
    StandingBox& standing = boxes_[id];
    count_ -= standing.place != kNowhere ? 1U : 0U;
    if (!exists(box.lo, box.hi)) {
        set_nowhere(standing);
        return false;
    }
    // A new box gets a skin if others move it.
    float beyond = is_dynamic(box) ? 0 : std::numeric_limits<float>::infinity();
    if (standing.place != kNowhere) {
        beyond = 0;
        for (int a = 0; a < 3; ++a) beyond = std::max({beyond, standing.lo[a] - box.lo[a], box.hi[a] - standing.hi[a]});
    }
    set_bounds(standing, box.lo, box.hi, next_skin(box, beyond, options_));
    ++count_;
    return true;
}

void StandingBounds::stray(const simd::TrackedBox& box, std::uint32_t id) noexcept {
    const bool is = set(box, id);
    std::uint32_t& place = boxes_[id].place;
    const bool was_stray = is_stray(id);
    if (!is) {
        if (was_stray) remove_stray(place);
        place = kNowhere;
        return;
    }
    if (was_stray)
        write_stray(place);
    else
        add_stray(id);
}

void StandingBounds::settle(const simd::TrackedBox& box, std::uint32_t id) noexcept {
    boxes_[id].place = set(box, id) ? kInColumns : kNowhere;
}

void StandingBounds::settle_new(const simd::TrackedBox* boxes) noexcept {
    for (std::uint32_t id = 0; id < limit_; ++id)
        if (boxes_[id].place == kNowhere) settle(boxes[id], id);
}

void StandingBounds::settle_strays() noexcept {
    for (const std::uint32_t id : strays()) boxes_[id].place = kInColumns;
    stray_count_ = 0;
}

void StandingBounds::stray_all() noexcept {
    for (std::uint32_t id = 0; id < limit_; ++id)
        if (in_columns(id)) add_stray(id);
}

void StandingBounds::add_stray(std::uint32_t id) noexcept {
    SATORI_ASSERT(stray_count_ < stray_room_);
    if (stray_count_ == 0) {
        std::fill_n(stray_lo_, 3, std::numeric_limits<float>::infinity());
        std::fill_n(stray_hi_, 3, -std::numeric_limits<float>::infinity());
    }
    boxes_[id].place = stray_count_++;
    strays_[boxes_[id].place] = id;
    write_stray(boxes_[id].place);
}

void StandingBounds::write_stray(std::uint32_t stray) noexcept {
    const std::uint32_t id = strays_[stray];
    const StandingBox& box = boxes_[id];
    streams_.set(stray, box.lo, box.hi, id);
    for (int a = 0; a < 3; ++a) {
        stray_lo_[a] = std::min(stray_lo_[a], box.lo[a]);
        stray_hi_[a] = std::max(stray_hi_[a], box.hi[a]);
    }
}

void StandingBounds::remove_stray(std::uint32_t stray) noexcept {
    const std::uint32_t last = --stray_count_;
    if (stray == last) return;
    strays_[stray] = strays_[last];
    boxes_[strays_[stray]].place = stray;
    write_stray(stray);
}

bool StandingBounds::validate() const noexcept {
    std::uint32_t count = 0, stray_count = 0;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        const StandingBox& box = boxes_[id];
        if (exists(box.lo, box.hi) != (box.place != kNowhere)) return false;
        count += box.place != kNowhere ? 1U : 0U;
        if (!is_stray(id)) continue;
        ++stray_count;
        if (box.place >= stray_count_ || strays_[box.place] != id || stray_bounds().id[box.place] != id) return false;
        for (std::uint32_t a = 0; a < 3; ++a)
            if (streams_.lo(a, box.place) != box.lo[a] || streams_.hi(a, box.place) != box.hi[a]) return false;
    }
    return count == count_ && stray_count == stray_count_;
}

}  // namespace satori::v0::broadphase
