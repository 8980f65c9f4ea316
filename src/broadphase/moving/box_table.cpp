#include "broadphase/moving/box_table.hpp"

#include <algorithm>
#include <bit>

#include "base/assert.hpp"

namespace satori::v0::broadphase {

namespace {

std::uint32_t motion_bits(MotionType motion) noexcept {
    return static_cast<std::uint32_t>(motion) | (pairs_with_all(motion) ? 0 : simd::kNotDynamic);
}

}  // namespace

Status BoxTable::reserve(std::size_t count) noexcept {
    const std::size_t fresh = count - std::min<std::size_t>(count, free_count_);
    if (fresh > kMaxBoxCount - limit_) return Status::capacity_exceeded;
    return reserve_ids(limit_ + fresh) ? Status::ok : Status::out_of_memory;
}

bool BoxTable::reserve_ids(std::size_t limit) noexcept {
    const std::size_t words = words_for(limit_);
    return boxes_.reserve(limit, limit_) && changed_.reserve(limit + simd::kMaxLanes, changed_count_) &&
           unlisted_.reserve(limit, unlisted_count_) && present_words_.reserve(limit / 64 + 1, words) &&
           free_words_.reserve(limit / 64 + 1, words);
}

void BoxTable::assign(const BoxTable& other) noexcept {
    const std::size_t words = words_for(other.limit_);
    boxes_.assign(other.boxes_, other.limit_);
    present_words_.assign(other.present_words_, words);
    free_words_.assign(other.free_words_, words);
    changed_.assign(other.changed_, other.changed_count_);
    unlisted_.assign(other.unlisted_, other.unlisted_count_);
    limit_ = other.limit_;
    size_ = other.size_;
    free_count_ = other.free_count_;
    lowest_free_word_ = other.lowest_free_word_;
    changed_count_ = other.changed_count_;
    unlisted_count_ = other.unlisted_count_;
}

std::uint32_t BoxTable::add(const float* lo, const float* hi, MotionType motion) noexcept {
    SATORI_ASSERT(free_count_ != 0 || limit_ < boxes_.capacity());
    std::uint32_t id;
    if (free_count_ != 0) {
        while (free_words_[lowest_free_word_] == 0) ++lowest_free_word_;
        std::uint64_t& word = free_words_[lowest_free_word_];
        id = lowest_free_word_ * 64 + static_cast<std::uint32_t>(std::countr_zero(word));
        word &= word - 1;
        --free_count_;
    } else {
        id = limit_++;
        boxes_[id].marks = 0;
        if (id % 64 == 0) free_words_[id / 64] = present_words_[id / 64] = 0;
    }
    present_words_[id / 64] |= std::uint64_t{1} << id % 64;
    simd::TrackedBox& box = boxes_[id];
    box.state = motion_bits(motion);
    set_bounds(box, lo, hi, margin_of(options_, lo, hi));
    list(id);
    ++size_;
    return id;
}

void BoxTable::remove(std::uint32_t id) noexcept {
    SATORI_ASSERT(contains(id));
    simd::TrackedBox& box = boxes_[id];
    set_nowhere(box);
    box.state &= ~(simd::kAsleep | kClaimed);
    present_words_[id / 64] &= ~(std::uint64_t{1} << id % 64);
    list(id);
    --size_;
}

bool BoxTable::claim(std::uint32_t id) noexcept {
    SATORI_ASSERT(contains(id));
    if ((boxes_[id].state & kClaimed) != 0) return false;
    boxes_[id].state |= kClaimed;
    return true;
}

void BoxTable::move(const simd::KernelTable& kernels, std::span<const std::uint32_t> ids,
                    const RawBounds<3>& bounds) noexcept {
    constexpr std::size_t kAhead = 32;
    for (std::size_t i = 0; i < ids.size();) {
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(ids.size() - i, kMaxBoxCount));
        if (adjoin(bounds))
            i += kernels.move_boxes({boxes_.data(),
                                     ids.data() + i,
                                     count,
                                     {bounds.minima.item(i), bounds.minima.stride_numbers()},
                                     options_.margin,
                                     options_.relative_margin,
                                     kMostMargins},
                                    changed_.data(), changed_count_);
        for (const std::size_t stop = std::min(ids.size(), i + simd::kMaxLanes); i < stop; ++i) {
            simd::prefetch_for_write(&boxes_[ids[std::min(i + kAhead, ids.size() - 1)]]);
            prefetch(bounds, i + kAhead);
            move(ids[i], bounds.minima.item(i), bounds.maxima.item(i));
        }
    }
}

void BoxTable::set_motion(std::uint32_t id, MotionType motion) noexcept {
    SATORI_ASSERT(contains(id));
    simd::TrackedBox& box = boxes_[id];
    if (this->motion(id) == motion) return;
    box.state = (box.state & ~(kMotion | simd::kNotDynamic)) | motion_bits(motion) | kNewMotion;
    list(id);
}

void BoxTable::set_sleeping(std::uint32_t id, bool sleeping) noexcept {
    SATORI_ASSERT(contains(id));
    boxes_[id].state = (boxes_[id].state & ~simd::kAsleep) | (sleeping ? simd::kAsleep : 0);
}

void BoxTable::list_all() noexcept {
    for (const std::uint32_t id : unlisted()) boxes_[id].marks = 0;
    unlisted_count_ = 0;
}

std::uint8_t BoxTable::marks_of(std::uint32_t id) const noexcept {
    const std::uint32_t kept = contains(id) ? kMotion | simd::kAsleep | simd::kListed | kNewMotion : simd::kListed;
    return static_cast<std::uint8_t>((boxes_[id].state & kept) | (unlisted(id) ? kStoredUnlisted : 0U));
}

bool BoxTable::restore(const Aabb& bounds, std::uint8_t marks, bool present) noexcept {
    constexpr std::uint8_t kOfAll = kStoredUnlisted | simd::kListed,
                           kOfPresent = kOfAll | kMotion | simd::kAsleep | kNewMotion;
    const auto motion = static_cast<MotionType>(marks & kMotion);
    if ((marks & ~(present ? kOfPresent : kOfAll)) != 0 || !known(motion)) return false;
    const std::uint32_t id = limit_++;
    const std::uint64_t bit = std::uint64_t{1} << id % 64;
    if (id % 64 == 0) free_words_[id / 64] = present_words_[id / 64] = 0;
    simd::TrackedBox& box = boxes_[id];
    box = {{bounds.min.x, bounds.min.y, bounds.min.z}, {bounds.max.x, bounds.max.y, bounds.max.z}, 0, 0};
    box.state = motion_bits(motion) | (marks & (simd::kAsleep | kNewMotion));
    if (!present) set_nowhere(box);
    const bool listed = (marks & simd::kListed) != 0;
    if (listed) list(id);
    if ((marks & kStoredUnlisted) != 0) unlist(id);
    if (present) {
        present_words_[id / 64] |= bit;
        ++size_;
    } else if (!listed) {
        free_words_[id / 64] |= bit;
        ++free_count_;
    }
    return true;
}

void BoxTable::commit() noexcept {
    constexpr std::uint32_t kAhead = 64;
    for (std::uint32_t i = 0; i < changed_count_; ++i) {
        if (i + kAhead < changed_count_) simd::prefetch_for_write(&boxes_[changed_[i + kAhead]]);
        const std::uint32_t id = changed_[i];
        boxes_[id].state &= ~(simd::kListed | kNewMotion);
        if (contains(id)) continue;
        free_words_[id / 64] |= std::uint64_t{1} << id % 64;
        lowest_free_word_ = free_count_ == 0 ? id / 64 : std::min(lowest_free_word_, id / 64);
        ++free_count_;
    }
    changed_count_ = 0;
}

}  // namespace satori::v0::broadphase
