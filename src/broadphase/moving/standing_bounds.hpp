#pragma once

#include <cstdint>
#include <span>

#include <satori/broadphase.hpp>

#include "broadphase/moving/bounds_streams.hpp"
#include "broadphase/moving/choices.hpp"
#include "broadphase/moving/tracked_box.hpp"

namespace satori::v0::broadphase {

/// Where a box stands for a while: bounds that it may move in.
struct alignas(32) StandingBox {
    float lo[3];
    float hi[3];
    std::uint32_t place;  ///< the number of a stray, or kInColumns plus a layer, or kNowhere
    std::uint32_t unused;
};

/// The standing bounds of all boxes by id. They contain the boxes' bounds as of the last update: larger by a skin where
/// a box moves little at a time (the skin of molecular dynamics, Verlet 1967). A box stands in a layer of the columns,
/// or it has left them and is a stray until columns are made anew.
class StandingBounds {
public:
    enum Place : std::uint32_t { kNowhere = ~0U, kInColumns = ~0U - kMostLayers };  // above all numbers of strays

    StandingBounds(base::CountedMemory& memory, const BroadphaseOptions& options) noexcept
        : options_(options), boxes_(memory), strays_(memory) {}

    /// Makes room for ids below `limit`, of boxes that stand nowhere yet. Returns false when there is no memory.
    bool reserve(std::uint32_t limit) noexcept;
    /// Makes room for assign(). Returns false when there is no memory; nothing changes then.
    bool reserve_for(const StandingBounds& other) noexcept { return reserve_room(other.limit_); }
    /// Becomes a copy of another one with the same options.
    void assign(const StandingBounds& other) noexcept;
    /// Lets a box that stands nowhere stand in the columns, or stray, as in a snapshot. Needs room (reserve). Returns
    /// false when there are more strays than an update leaves.
    bool restore(std::uint32_t id, const Aabb& bounds, bool strays) noexcept;
    /// Lets no box stand anywhere.
    void reset() noexcept;

    /// True when a box of these bounds is still within its standing bounds.
    bool hold(const simd::TrackedBox& box, std::uint32_t id) const noexcept {
        const StandingBox& standing = boxes_[id];
        unsigned out = static_cast<unsigned>(!exists(box.lo, box.hi));
        for (int a = 0; a < 3; ++a) {
            out |=
                static_cast<unsigned>(box.lo[a] < standing.lo[a]) | static_cast<unsigned>(standing.hi[a] < box.hi[a]);
        }
        return out == 0;
    }
    /// Gives a box new bounds and lets it stray, or stand nowhere if it exists no more. Requires that there are as few
    /// strays as choose() allows.
    void stray(const simd::TrackedBox& box, std::uint32_t id) noexcept;
    /// Gives a box new bounds and lets it stand in a layer of the columns, or nowhere.
    void settle(const simd::TrackedBox& box, std::uint32_t id, std::uint32_t layer = 0) noexcept;
    /// Does so for all of `boxes`, one for each id below limit(), that stand nowhere.
    void settle_new(const simd::TrackedBox* boxes) noexcept;
    /// Lets all strays stand in the columns, or all boxes stray.
    void settle_strays() noexcept;
    void stray_all() noexcept;
    /// Lets all that stand in the columns stand in the first layer.
    void join_layers() noexcept;

    const StandingBox& operator[](std::uint32_t id) const noexcept { return boxes_[id]; }
    const StandingBox* boxes() const noexcept { return boxes_.data(); }
    bool in_columns(std::uint32_t id) const noexcept { return boxes_[id].place - kInColumns < kMostLayers; }
    bool in_layer(std::uint32_t id, std::uint32_t layer) const noexcept {
        return boxes_[id].place == kInColumns + layer;
    }
    bool is_stray(std::uint32_t id) const noexcept { return boxes_[id].place < kInColumns; }
    std::uint32_t limit() const noexcept { return limit_; }
    /// Returns the number of boxes that stand somewhere.
    std::uint32_t count() const noexcept { return count_; }
    std::uint32_t stray_count() const noexcept { return stray_count_; }
    /// Returns the bounds of the strays, in no order.
    simd::BoundsRange strays() const noexcept { return strays_.range(0, stray_count_); }
    /// Returns bounds around all strays, and some that were there before; nowhere when there were none.
    const Extent& around_strays() const noexcept { return around_strays_; }

    /// True when strays and boxes name each other. O(boxes).
    bool validate() const noexcept;

private:
    /// Makes room for ids below `limit`, and for their strays. Returns false when there is no memory.
    bool reserve_room(std::uint32_t limit) noexcept;
    /// Lets the boxes from `first` on stand nowhere, and counts none of them.
    void clear_from(std::uint32_t first) noexcept;
    /// Sets the bounds and counts the box; true if it exists.
    bool set(const simd::TrackedBox& box, std::uint32_t id) noexcept;
    void write_stray(std::uint32_t id) noexcept;
    void forget_strays() noexcept {
        stray_count_ = 0;
        around_strays_ = {};
    }

    BroadphaseOptions options_;
    base::OwnedArray<StandingBox> boxes_;
    BoundsStreams strays_;
    std::uint32_t limit_ = 0, count_ = 0, stray_count_ = 0, stray_room_ = 0;
    bool layered_ = false;  ///< a box may stand in another layer than the first
    Extent around_strays_;
};

}  // namespace satori::v0::broadphase
