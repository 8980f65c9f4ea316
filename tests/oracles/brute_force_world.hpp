#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <satori/broadphase.hpp>

SATORI_NAMESPACE_BEGIN

/// The oracle of Broadphase: it follows the rules of its documentation, and compares all boxes with all at every
/// update. It checks no arguments.
class BruteForceWorld {
public:
    explicit BruteForceWorld(const BroadphaseOptions& options) : options_(options) {}

    std::uint32_t add(const Aabb& bounds, MotionType motion);
    void remove(std::uint32_t id);
    void move(std::uint32_t id, const Aabb& bounds);
    void set_motion(std::uint32_t id, MotionType motion) { boxes_[id]->motion = motion; }
    void set_sleeping(std::uint32_t id, bool sleeping) { boxes_[id]->sleeping = sleeping; }

    /// O(n^2). Afterwards new_pairs(), lost_pairs() and pairs() are sorted by (first, second).
    void update();

    bool contains(std::uint32_t id) const { return id < boxes_.size() && boxes_[id].has_value(); }
    bool sleeping(std::uint32_t id) const { return boxes_[id]->sleeping; }
    Aabb fat_bounds(std::uint32_t id) const { return boxes_[id]->fat; }
    std::uint32_t size() const;
    std::span<const BoxPair> pairs() const { return pairs_; }
    std::span<const BoxPair> new_pairs() const { return new_pairs_; }
    std::span<const BoxPair> lost_pairs() const { return lost_pairs_; }

private:
    struct Box {
        Aabb fat;
        MotionType motion;
        bool sleeping;
    };
    float margin_of(const Aabb& bounds) const;
    Aabb fattened(const Aabb& bounds) const;

    BroadphaseOptions options_;
    std::vector<std::optional<Box>> boxes_;
    std::vector<bool> free_;  // by id; a box removed since the last update is neither present nor free
    std::vector<BoxPair> pairs_, new_pairs_, lost_pairs_;
};

SATORI_NAMESPACE_END
