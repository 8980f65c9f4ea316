#pragma once

#include <cstdint>
#include <span>

#include <satori/broadphase.hpp>

#include "base/assert.hpp"
#include "base/owned_array.hpp"
#include "broadphase/bounds_set.hpp"
#include "broadphase/moving/tracked_box.hpp"
#include "simd/kernel_abi.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

/// Brings bounds i into the cache, if there are so many.
inline void prefetch(const RawBounds<3>& bounds, std::size_t i) noexcept {
    if (i >= bounds.count) return;
    simd::prefetch(bounds.minima.item(i));
    simd::prefetch(bounds.maxima.item(i));
}

/// The boxes of a Broadphase by id, and which of them have changed since the last update.
class BoxTable {
public:
    BoxTable(base::CountedMemory& memory, const BroadphaseOptions& options) noexcept
        : options_(options),
          boxes_(memory),
          present_words_(memory),
          free_words_(memory),
          changed_(memory),
          unlisted_(memory) {}

    /// Room for `count` boxes more; afterwards nothing here allocates until they are used up.
    Status reserve(std::size_t count) noexcept;
    /// Makes room for assign(). Returns false when there is no memory; nothing changes then.
    bool reserve_for(const BoxTable& other) noexcept { return reserve_ids(other.limit_); }
    /// Becomes a copy of another table with the same options.
    void assign(const BoxTable& other) noexcept;
    /// The lowest free id. Wants room (reserve) and legal bounds.
    std::uint32_t add(const float* lo, const float* hi, MotionType motion) noexcept;
    void remove(std::uint32_t id) noexcept;
    /// Marks a box that is about to be removed; false when it was marked already.
    bool claim(std::uint32_t id) noexcept;
    void unclaim(std::uint32_t id) noexcept { boxes_[id].state &= ~kClaimed; }
    void move(std::uint32_t id, const float* lo, const float* hi) noexcept {
        SATORI_ASSERT(contains(id));
        simd::TrackedBox& box = boxes_[id];
        const float margin = margin_of(options_, lo, hi), most = kMostMargins * margin;
        // Without branches.
        unsigned misfits = 0;
        for (int a = 0; a < 3; ++a) {
            misfits |= static_cast<unsigned>(box.lo[a] > lo[a]) | static_cast<unsigned>(hi[a] > box.hi[a]);
            misfits |=
                static_cast<unsigned>(lo[a] - most > box.lo[a]) | static_cast<unsigned>(box.hi[a] > hi[a] + most);
        }
        if (misfits == 0) return;
        set_bounds(box, lo, hi, margin);
        box.state &= ~simd::kAsleep;
        list(id);
    }
    /// Many, in order; where bounds adjoin and ids ascend, by vectors.
    void move(const simd::KernelTable& kernels, std::span<const std::uint32_t> ids,
              const RawBounds<3>& bounds) noexcept;
    void set_motion(std::uint32_t id, MotionType motion) noexcept;
    void set_sleeping(std::uint32_t id, bool sleeping) noexcept;
    /// Marks a box as one whose bonds are not to be judged with all others (simd::kUnlisted).
    void unlist(std::uint32_t id) noexcept {
        if (unlisted(id)) return;
        boxes_[id].marks = simd::kUnlisted;
        unlisted_[unlisted_count_++] = id;
    }
    /// Takes all those marks away.
    void list_all() noexcept;
    /// What a snapshot keeps of a box besides its bounds. Of a box that was removed: whether it is listed and unlisted.
    std::uint8_t marks_of(std::uint32_t id) const noexcept;
    /// Adds the box of the next id, with fat bounds, as a snapshot has it; or an id whose box was removed. Needs room
    /// (reserve). Returns false for marks that no box has.
    bool restore(const Aabb& bounds, std::uint8_t marks, bool present) noexcept;
    /// Forgets what has changed; ids of removed boxes are free from now on.
    void commit() noexcept;

    /// True when counts, bits and lists agree with the boxes. O(boxes).
    bool validate() const noexcept;
    bool contains(std::uint32_t id) const noexcept {
        return id < limit_ && (present_words_[id / 64] >> id % 64 & 1) != 0;
    }
    bool sleeping(std::uint32_t id) const noexcept { return (boxes_[id].state & simd::kAsleep) != 0; }
    MotionType motion(std::uint32_t id) const noexcept { return static_cast<MotionType>(boxes_[id].state & kMotion); }
    /// Returns whether the motion type was set since the last update.
    bool changed_motion(std::uint32_t id) const noexcept { return (boxes_[id].state & kNewMotion) != 0; }
    const simd::TrackedBox* boxes() const noexcept { return boxes_.data(); }
    bool unlisted(std::uint32_t id) const noexcept { return boxes_[id].marks != 0; }
    /// Returns the boxes that are marked, and ids of some that were removed.
    std::span<const std::uint32_t> unlisted() const noexcept { return {unlisted_.data(), unlisted_count_}; }
    std::uint32_t limit() const noexcept { return limit_; }
    std::uint32_t size() const noexcept { return size_; }
    std::span<const std::uint32_t> changed() const noexcept { return {changed_.data(), changed_count_}; }

private:
    /// Fat bounds may reach this many margins beyond the box: two after it has moved from one end to the other, the
    /// rest is for rounding and for boxes that shrink.
    static constexpr float kMostMargins = 4;
    /// Bits of TrackedBox::state beside those that kernels read. kClaimed: in a batch that is being checked before its
    /// boxes are removed.
    static constexpr std::uint32_t kMotion = 3, kClaimed = 16, kNewMotion = 32;
    static_assert(((kMotion | kClaimed | kNewMotion) & (simd::kNotDynamic | simd::kAsleep | simd::kListed)) == 0);

    static constexpr std::size_t words_for(std::size_t limit) noexcept { return (limit + 63) / 64; }
    /// Makes room for ids below `limit`.
    bool reserve_ids(std::size_t limit) noexcept;
    /// A bit of marks_of() beside those of TrackedBox::state.
    static constexpr std::uint8_t kStoredUnlisted = 64;
    static_assert(((kMotion | kClaimed | kNewMotion | simd::kAsleep | simd::kListed) & kStoredUnlisted) == 0);

    void list(std::uint32_t id) noexcept {
        if ((boxes_[id].state & simd::kListed) != 0) return;
        SATORI_ASSERT(changed_count_ < limit_);
        boxes_[id].state |= simd::kListed;
        changed_[changed_count_++] = id;
    }

    BroadphaseOptions options_;
    base::OwnedArray<simd::TrackedBox> boxes_;
    base::OwnedArray<std::uint64_t> present_words_;  // bit i: box i exists; in few cache lines, unlike the boxes
    base::OwnedArray<std::uint64_t> free_words_;     // bit i: id i is free
    base::OwnedArray<std::uint32_t> changed_;
    base::OwnedArray<std::uint32_t> unlisted_;
    std::uint32_t limit_ = 0;
    std::uint32_t size_ = 0;
    std::uint32_t free_count_ = 0;
    std::uint32_t lowest_free_word_ = 0;  // no word before it has a free id
    std::uint32_t changed_count_ = 0;
    std::uint32_t unlisted_count_ = 0;
};

}  // namespace satori::v0::broadphase
