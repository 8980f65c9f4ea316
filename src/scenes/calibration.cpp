#include "scenes/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/assert.hpp"
#include "scenes/random.hpp"
#include "scenes/scene_error.hpp"

namespace satori::scenes {

namespace {

constexpr std::uint64_t kSampleSize = 131072;
constexpr std::uint64_t kSampleSeed = 0x5a701;
constexpr int kBisections = 44;
constexpr double kNoLimit = 1e30;
// AABB bounds are moved one float outward and compared on the grid of floats: 1.25 steps of the grid for each of the
// two boxes. The mean step over the centers of a world of length L is L / 4 * 0.72 * 2^-23.
constexpr double kOutwardStepsPerLength = 1.25 * 2.1e-8;

// Returns the probability that two points, uniform in [0, length), are at most `reach` apart.
double chance_within(double reach, double length) noexcept {
    if (reach >= length) return 1;
    SATORI_ASSERT(length > 0);
    const double part = reach / length;
    return part * (2 - part);
}

std::array<double, 3> reach_of_pair(const OrientedBox& a, const OrientedBox& b, const Spread& spread) noexcept {
    const std::array<double, 3> width_a = aabb_half_widths(a);
    const std::array<double, 3> width_b = aabb_half_widths(b);
    std::array<double, 3> reach;
    reach.fill(kNoLimit);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int coordinate = spread.coordinate[axis];
        if (coordinate == Spread::kFixed) continue;
        double& limit = reach[static_cast<std::size_t>(coordinate)];
        limit = std::min(limit, width_a[axis] + width_b[axis]);
    }
    return reach;
}

/// Returns the pairs of a scene's boxes that the sample has, by their indices.
std::vector<PairSample::Pair> sampled_pairs(std::uint32_t box_count) {
    std::vector<PairSample::Pair> pairs;
    const std::uint64_t count = box_count;
    if (count < 2 || count * (count - 1) / 2 <= kSampleSize) {
        for (std::uint32_t i = 0; i < box_count; ++i) {
            for (std::uint32_t j = i + 1; j < box_count; ++j) pairs.push_back({i, j});
        }
        return pairs;
    }
    // Pairs every box in turn with a random box, not two random boxes. So rare large boxes have their right share.
    Random random(kSampleSeed);
    pairs.reserve(kSampleSize);
    for (std::uint64_t k = 0; k < kSampleSize; ++k) {
        const std::uint64_t i = count <= kSampleSize ? k % count : k * count / kSampleSize;
        const std::uint64_t j = (i + 1 + random.below(box_count - 1)) % count;
        pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
    }
    return pairs;
}

}  // namespace

std::array<double, 3> aabb_half_widths(const OrientedBox& box) noexcept {
    const double x = box.rotation.x, y = box.rotation.y, z = box.rotation.z, w = box.rotation.w;
    const double norm_sq = x * x + y * y + z * z + w * w;
    SATORI_ASSERT(norm_sq > 0);
    const std::array<std::array<double, 3>, 3> matrix{{
        {1 - 2 * (y * y + z * z) / norm_sq, 2 * (x * y - z * w) / norm_sq, 2 * (x * z + y * w) / norm_sq},
        {2 * (x * y + z * w) / norm_sq, 1 - 2 * (x * x + z * z) / norm_sq, 2 * (y * z - x * w) / norm_sq},
        {2 * (x * z - y * w) / norm_sq, 2 * (y * z + x * w) / norm_sq, 1 - 2 * (x * x + y * y) / norm_sq},
    }};
    const std::array<double, 3> half{box.half_extents.x, box.half_extents.y, box.half_extents.z};
    std::array<double, 3> widths{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            widths[row] += std::abs(matrix[row][column]) * half[column];
        }
    }
    return widths;
}

PairSample::PairSample(std::uint32_t box_count) : pairs_(sampled_pairs(box_count)) {
    indices_.reserve(2 * pairs_.size() + 1);
    for (const Pair& pair : pairs_) indices_.insert(indices_.end(), pair.begin(), pair.end());
    std::ranges::sort(indices_);
    indices_.erase(std::unique(indices_.begin(), indices_.end()), indices_.end());
    for (Pair& pair : pairs_) {
        for (std::uint32_t& index : pair)
            index = static_cast<std::uint32_t>(std::ranges::lower_bound(indices_, index) - indices_.begin());
    }
    boxes_.reserve(indices_.size());
    indices_.push_back(box_count);
    next_ = indices_.front();
}

void PairSample::keep(const OrientedBox& box) {
    boxes_.push_back(box);
    next_ = indices_[boxes_.size()];
}

Calibration::Calibration(std::span<const OrientedBox> boxes, const Spread& spread, const Slack& slack)
    : Calibration(sampled_pairs(static_cast<std::uint32_t>(boxes.size())), boxes, spread, slack) {}

Calibration::Calibration(const PairSample& sample, const Spread& spread, const Slack& slack)
    : Calibration(sample.pairs(), sample.boxes(), spread, slack) {}

Calibration::Calibration(std::span<const PairSample::Pair> pairs, std::span<const OrientedBox> boxes,
                         const Spread& spread, const Slack& slack)
    : slack_(slack) {
    reaches_.reserve(pairs.size());
    for (const auto& [first, second] : pairs) reaches_.push_back(reach_of_pair(boxes[first], boxes[second], spread));
}

double Calibration::expected_overlaps(double length, double population) const noexcept {
    if (reaches_.empty()) return 0;
    SATORI_ASSERT(length >= 0);
    const double widening = 2 * (slack_.fixed + length * (slack_.per_length + kOutwardStepsPerLength));
    double sum = 0;
    for (const std::array<double, 3>& reach : reaches_) {
        double chance = 1;
        for (const double limit : reach) chance *= chance_within(limit + widening, length);
        sum += chance;
    }
    return population * sum / static_cast<double>(reaches_.size());
}

double Calibration::solve_length(double overlaps, double population) const {
    if (expected_overlaps(0, population) <= overlaps) return 0;
    SATORI_ASSERT(!reaches_.empty() && overlaps >= 0);
    double low = 0;
    double high = 1;
    while (expected_overlaps(high, population) > overlaps) {
        low = high;
        high *= 2;
        if (high > 2 * static_cast<double>(kMaxCenter)) {
            throw SceneError(SceneFault::argument,
                             "so many boxes with so few overlaps do not fit within 1e8 m of the origin");
        }
    }
    for (int i = 0; i < kBisections; ++i) {
        const double middle = 0.5 * (low + high);
        (expected_overlaps(middle, population) > overlaps ? low : high) = middle;
    }
    return high;
}

}  // namespace satori::scenes
