#include "broadphase/moving/standing_bounds.hpp"

#include <utility>

#include "base/assert.hpp"

namespace satori::v0::broadphase {

bool StandingBounds::reserve(std::uint32_t limit) noexcept {
    if (limit <= limit_) return true;
    if (!reserve_room(limit)) return false;
    clear_from(std::exchange(limit_, limit));
    return true;
}

bool StandingBounds::reserve_room(std::uint32_t limit) noexcept {
    // Before an update there are at most so many, and then there may be as many as there are few boxes.
    const std::uint32_t strays = std::max(limit / kBoxesPerStray, kFewBoxes) + kFewBoxes;
    if (!boxes_.reserve(limit, limit_)) return false;
    if (strays <= stray_room_) return true;
    if (!strays_.reserve(strays + strays / 4)) return false;
    stray_room_ = strays + strays / 4;
    for (std::uint32_t id = 0; id < limit_; ++id)
        if (is_stray(id)) write_stray(id);
    return true;
}

void StandingBounds::assign(const StandingBounds& other) noexcept {
    SATORI_ASSERT(other.stray_count_ <= stray_room_);
    boxes_.assign(other.boxes_, other.limit_);
    strays_.assign(other.strays_, other.stray_count_);
    limit_ = other.limit_;
    count_ = other.count_;
    stray_count_ = other.stray_count_;
    layered_ = other.layered_;
    around_strays_ = other.around_strays_;
}

bool StandingBounds::restore(std::uint32_t id, const Aabb& bounds, bool strays) noexcept {
    SATORI_ASSERT(id < limit_ && boxes_[id].place == kNowhere);
    boxes_[id] = {
        {bounds.min.x, bounds.min.y, bounds.min.z}, {bounds.max.x, bounds.max.y, bounds.max.z}, kInColumns, 0};
    ++count_;
    if (!strays) return true;
    if (stray_count_ == stray_room_) return false;
    boxes_[id].place = stray_count_++;
    write_stray(id);
    return true;
}

void StandingBounds::reset() noexcept {
    clear_from(0);
    forget_strays();
    count_ = 0;
    layered_ = false;
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
    const bool was_stray = is_stray(id), exists = set(box, id);
    std::uint32_t& place = boxes_[id].place;
    if (exists) {
        if (!was_stray) place = stray_count_++;
        return write_stray(id);
    }
    if (was_stray) {
        const std::uint32_t last = strays().id[--stray_count_];
        boxes_[last].place = place;
        write_stray(last);
    }
    place = kNowhere;
}

void StandingBounds::settle(const simd::TrackedBox& box, std::uint32_t id, std::uint32_t layer) noexcept {
    SATORI_ASSERT(layer < kMostLayers);
    boxes_[id].place = set(box, id) ? kInColumns + layer : kNowhere;
    layered_ = layered_ || layer != 0;
}

void StandingBounds::settle_new(const simd::TrackedBox* boxes) noexcept {
    for (std::uint32_t id = 0; id < limit_; ++id)
        if (boxes_[id].place == kNowhere) settle(boxes[id], id);
}

void StandingBounds::settle_strays() noexcept {
    for (std::uint32_t stray = 0; stray < stray_count_; ++stray) boxes_[strays().id[stray]].place = kInColumns;
    forget_strays();
}

void StandingBounds::join_layers() noexcept {
    for (std::uint32_t id = 0; layered_ && id < limit_; ++id)
        if (in_columns(id)) boxes_[id].place = kInColumns;
    layered_ = false;
}

void StandingBounds::stray_all() noexcept {
    for (std::uint32_t id = 0; id < limit_; ++id) {
        if (!in_columns(id)) continue;
        boxes_[id].place = stray_count_++;
        write_stray(id);
    }
}

void StandingBounds::write_stray(std::uint32_t id) noexcept {
    const StandingBox& box = boxes_[id];
    SATORI_ASSERT(box.place < stray_room_);
    strays_.set(box.place, box.lo, box.hi, id);
    enclose(around_strays_, box.lo, box.hi);
}

bool StandingBounds::validate() const noexcept {
    std::uint32_t count = 0, stray_count = 0;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        const StandingBox& box = boxes_[id];
        if (exists(box.lo, box.hi) != (box.place != kNowhere)) return false;
        count += box.place != kNowhere ? 1U : 0U;
        if (in_columns(id) && !in_layer(id, 0) && !layered_) return false;
        if (!is_stray(id)) continue;
        ++stray_count;
        if (box.place >= stray_count_ || strays().id[box.place] != id) return false;
        for (int a = 0; a < 3; ++a)
            if (strays().lo[a][box.place] != box.lo[a] || strays().hi[a][box.place] != box.hi[a]) return false;
    }
    return count == count_ && stray_count == stray_count_;
}

}  // namespace satori::v0::broadphase
