#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <satori/types.hpp>

#include "base/assert.hpp"
#include "base/owned_array.hpp"
#include "simd/parts_abi.hpp"

namespace satori::v0::mpi {

using simd::Cut;
using simd::kSeveralParts;

/// The cut of a node with one part: everything is on the left.
inline constexpr Cut kNoCut{std::numeric_limits<float>::infinity(), 0};

/// The six numbers of an AABB, which lie side by side: lower corner and upper corner.
inline const float* numbers_of(const Aabb& box) noexcept {
    static_assert(sizeof(Aabb) == 6 * sizeof(float));
    return &box.min.x;
}

/// The space of one part: half-open, so each point is in one part. Its upper ends directly follow its lower ends.
struct PartSpace {
    float lo[3], hi[3];
};

/// Space cut into parts by a binary tree of planes. The first half of the parts of a node, and the odd one, is left of
/// its cut. The tree is a heap: the children of node i are 2 i + 1 and 2 i + 2. All leaves have the same depth; where a
/// node has one part only, its cut has nothing on the right.
class CutTree {
public:
    explicit CutTree(base::CountedMemory& memory) noexcept : nodes_(memory), parts_(memory) {}

    /// Makes a tree without cuts. Returns false when there is no memory.
    bool reset(std::uint32_t part_count) noexcept {
        SATORI_ASSERT(part_count > 0);
        depth_ = static_cast<std::uint32_t>(std::bit_width(part_count - 1));
        const std::uint32_t leaf_count = std::uint32_t{1} << depth_;
        if (!nodes_.reserve(leaf_count, 0) || !parts_.reserve(leaf_count, 0)) return false;
        std::fill_n(nodes_.data(), node_count(), kNoCut);
        std::fill_n(parts_.data(), leaf_count, 0);
        number_leaves(0, 0, part_count);
        return true;
    }

    static constexpr std::uint32_t left_of(std::uint32_t part_count) noexcept { return (part_count + 1) / 2; }
    std::uint32_t node_count() const noexcept { return (std::uint32_t{1} << depth_) - 1; }
    Cut* nodes() noexcept { return nodes_.data(); }
    const Cut* nodes() const noexcept { return nodes_.data(); }
    /// The part of each leaf.
    const std::uint32_t* parts() const noexcept { return parts_.data(); }

    /// Returns the part of the box's lower corner; `alone` says whether the box touches no other part. No branch
    /// depends on the box.
    std::uint32_t part_of(const Aabb& box, bool& alone) const noexcept {
        const float* const lo = numbers_of(box);
        const float* const hi = lo + 3;
        std::uint32_t node = 0, apart = 0;
        for (std::uint32_t level = 0; level < depth_; ++level) {
            const Cut& cut = nodes_[node];
            const auto lo_right = static_cast<std::uint32_t>(lo[cut.axis] >= cut.at);
            apart |= lo_right ^ static_cast<std::uint32_t>(hi[cut.axis] >= cut.at);
            node = 2 * node + 1 + lo_right;
        }
        alone = apart == 0;
        return parts_[node - node_count()];
    }

    /// Calls f(part) for each part that the box touches.
    template <class F>
    void for_each_part(const Aabb& box, F&& f) const noexcept {
        visit(0, numbers_of(box), f);
    }

    PartSpace space_of(std::uint32_t part) const noexcept {
        constexpr float kAll = std::numeric_limits<float>::infinity();
        PartSpace space{{-kAll, -kAll, -kAll}, {kAll, kAll, kAll}};
        std::uint32_t node = leaf_of(part) + node_count();
        while (node != 0) {
            const bool right = node % 2 == 0;
            node = (node - 1) / 2;
            const Cut cut = nodes_[node];
            if (right)
                space.lo[cut.axis] = std::max(space.lo[cut.axis], cut.at);
            else
                space.hi[cut.axis] = std::min(space.hi[cut.axis], cut.at);
        }
        return space;
    }

private:
    void number_leaves(std::uint32_t node, std::uint32_t first_part, std::uint32_t part_count) noexcept {
        if (node >= node_count()) {
            parts_[node - node_count()] = first_part;
            return;
        }
        const std::uint32_t left = left_of(part_count);
        number_leaves(2 * node + 1, first_part, left);
        if (part_count > left) number_leaves(2 * node + 2, first_part + left, part_count - left);
    }

    /// The first leaf of the part. Leaves that nothing reaches have part 0, which is the part of the first leaf.
    std::uint32_t leaf_of(std::uint32_t part) const noexcept {
        std::uint32_t leaf = 0;
        while (parts_[leaf] != part) ++leaf;
        return leaf;
    }

    template <class F>
    void visit(std::uint32_t node, const float* numbers, F& f) const noexcept {
        if (node >= node_count()) {
            f(parts_[node - node_count()]);
            return;
        }
        const Cut cut = nodes_[node];
        if (numbers[cut.axis] < cut.at) visit(2 * node + 1, numbers, f);
        if (numbers[3 + cut.axis] >= cut.at) visit(2 * node + 2, numbers, f);
    }

    base::OwnedArray<Cut> nodes_;
    base::OwnedArray<std::uint32_t> parts_;  // of each leaf
    std::uint32_t depth_ = 0;
};

}  // namespace satori::v0::mpi
