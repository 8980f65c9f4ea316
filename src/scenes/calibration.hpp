#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <satori/types.hpp>

namespace satori::scenes {

/// Returns half the width of the box's AABB on each world axis.
std::array<double, 3> aabb_half_widths(const OrientedBox& box) noexcept;

/// The distribution of the centers: up to three independent coordinates, each uniform in [-length / 2, length / 2).
/// `coordinate` gives, for each world axis, the coordinate that it follows. {0, 1, 2} is a cube, {0, 0, 0} its
/// diagonal, {0, kFixed, 1} a level plane.
struct Spread {
    static constexpr int kFixed = -1;  ///< all boxes overlap on this world axis
    std::array<int, 3> coordinate{0, 1, 2};
};

/// How much wider AABBs are than their boxes on each side, because bounds are rounded outward.
struct Slack {
    double fixed = 0;       ///< far from the origin, in meters
    double per_length = 0;  ///< for boxes that are as long as the world: a multiple of its length
};

/// The sample of pairs that a Calibration reads, for a scene that is not in memory. It keeps only the boxes of these
/// pairs.
class PairSample {
public:
    /// Chooses the pairs of `box_count` boxes.
    explicit PairSample(std::uint32_t box_count);

    /// Takes the next box. All boxes must come, in order, before the sample is read.
    void take(const OrientedBox& box) {
        if (taken_count_++ == next_) keep(box);
    }

    using Pair = std::array<std::uint32_t, 2>;  ///< indices into boxes()
    std::span<const Pair> pairs() const noexcept { return pairs_; }
    std::span<const OrientedBox> boxes() const noexcept { return boxes_; }

private:
    void keep(const OrientedBox& box);

    std::vector<Pair> pairs_;
    std::vector<std::uint32_t> indices_;  // of boxes_ in the scene, sorted; at last one that no box has
    std::vector<OrientedBox> boxes_;
    std::uint32_t taken_count_ = 0;
    std::uint32_t next_ = 0;  // the next of indices_
};

/// Predicts how many AABBs overlap each box of a scene with random centers, and finds the length of the world for a
/// given number. It uses a sample of pairs with a fixed seed (every pair of small scenes). The sampling error is about
/// 1 % at worst.
class Calibration {
public:
    /// Reads half extents and rotations only. Beyond the sample, time and memory do not grow with the number of boxes.
    Calibration(std::span<const OrientedBox> boxes, const Spread& spread, const Slack& slack = {});
    /// The same for the boxes that the sample has taken.
    Calibration(const PairSample& sample, const Spread& spread, const Slack& slack = {});

    /// Returns the expected AABB overlaps per box when each box meets `population` others.
    double expected_overlaps(double length, double population) const noexcept;

    /// Returns the length that gives `overlaps` overlaps per box, by bisection; 0 if every length gives fewer. Throws
    /// SceneError if the centers would have to leave the legal range.
    double solve_length(double overlaps, double population) const;

private:
    Calibration(std::span<const PairSample::Pair> pairs, std::span<const OrientedBox> boxes, const Spread& spread,
                const Slack& slack);

    // For each pair and coordinate: the distance within which the two overlap on it.
    std::vector<std::array<double, 3>> reaches_;
    Slack slack_;
};

}  // namespace satori::scenes
