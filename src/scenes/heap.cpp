#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "scenes/calibration.hpp"
#include "scenes/placement.hpp"
#include "scenes/random.hpp"

namespace satori::scenes {

namespace {

constexpr double kNarrowest = 0.3, kWidest = 0.7;   // half extents across, meters
constexpr std::uint32_t kLowest = 3, kHighest = 5;  // half heights, in kHeightUnit: tops are exact, and often equal
constexpr double kHeightUnit = 1.0 / 8;
constexpr double kGap = 0.001;            // between boxes side by side
constexpr double kInset = 0.02;           // from the sides of a box no load rests on it: no contact is a sliver
constexpr double kMargin = 0.05;          // how far within its support a center is
constexpr double kSlope = 0.7;            // of the heap
constexpr double kFilled = 0.32;          // share of the heap's volume that is boxes, at first
constexpr std::uint32_t kChoices = 3;     // places of which a box takes the lowest
constexpr std::uint32_t kMostTries = 40;  // without a place before the heap grows wider
constexpr double kGrowth = 1.01;
constexpr double kGroundHalfHeight = 1, kGroundMargin = 4;
constexpr double kCell = 2;  // of the grid; no AABB is wider

struct Point {
    double x = 0, z = 0;
};

double cross(const Point& from, const Point& a, const Point& b) noexcept {
    return (a.x - from.x) * (b.z - from.z) - (a.z - from.z) * (b.x - from.x);
}

/// A rectangle on the ground, turned.
struct Footprint {
    Point center;
    Point axis;  ///< a unit vector along the first half extent; the second one is perpendicular: (-z, x)
    double half_x = 0, half_z = 0;

    Footprint() = default;
    explicit Footprint(const OrientedBox& box) noexcept
        : center{box.center.x, box.center.z}, half_x(box.half_extents.x), half_z(box.half_extents.z) {
        const double y = box.rotation.y, w = box.rotation.w, norm_sq = y * y + w * w;
        axis = {(w * w - y * y) / norm_sq, -2 * w * y / norm_sq};
    }
    Point at(double along, double across) const noexcept {
        return {center.x + along * axis.x - across * axis.z, center.z + along * axis.z + across * axis.x};
    }
    /// The part that may carry loads, counterclockwise from x to z.
    std::array<Point, 4> inner_corners() const noexcept {
        const double x = half_x - kInset, z = half_z - kInset;
        return {at(x, z), at(-x, z), at(-x, -z), at(x, -z)};
    }
    double reach_along(const Point& direction) const noexcept {
        return half_x * std::abs(axis.x * direction.x + axis.z * direction.z) +
               half_z * std::abs(axis.x * direction.z - axis.z * direction.x);
    }
    /// Returns true if an axis of this footprint shows that the two are apart by the gap.
    bool is_apart_along_own_axes(const Footprint& other) const noexcept {
        const Point offset{other.center.x - center.x, other.center.z - center.z}, second{-axis.z, axis.x};
        const double along = std::abs(offset.x * axis.x + offset.z * axis.z);
        const double across = std::abs(offset.x * second.x + offset.z * second.z);
        return along >= half_x + other.reach_along(axis) + kGap || across >= half_z + other.reach_along(second) + kGap;
    }
    bool is_apart(const Footprint& other) const noexcept {
        return is_apart_along_own_axes(other) || other.is_apart_along_own_axes(*this);
    }
};

using Polygon = std::vector<Point>;  // convex, counterclockwise

// Returns the part of the polygon to the left of the line.
Polygon clipped(const Polygon& polygon, const Point& from, const Point& to) {
    Polygon result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const double side_a = cross(from, to, a), side_b = cross(from, to, b);
        if (side_a >= 0) result.push_back(a);
        if ((side_a > 0 && side_b < 0) || (side_a < 0 && side_b > 0)) {
            const double share = side_a / (side_a - side_b);
            result.push_back({a.x + share * (b.x - a.x), a.z + share * (b.z - a.z)});
        }
    }
    return result;
}

// Returns the convex hull: monotone chain (Andrew, 1979).
Polygon hull(Polygon points) {
    std::sort(points.begin(), points.end(),
              [](const Point& a, const Point& b) { return a.x < b.x || (a.x == b.x && a.z < b.z); });
    Polygon result;
    const auto add_chain = [&result](auto first, auto last) {
        const std::size_t begin = result.size();
        for (; first != last; ++first) {
            while (result.size() >= begin + 2 && cross(result[result.size() - 2], result.back(), *first) <= 0)
                result.pop_back();
            result.push_back(*first);
        }
        if (!result.empty()) result.pop_back();  // the other chain begins with it
    };
    add_chain(points.begin(), points.end());
    add_chain(points.rbegin(), points.rend());
    return result;
}

bool holds(const Polygon& polygon, const Point& point) noexcept {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const double length = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.z - a.z) * (b.z - a.z));
        if (cross(a, b, point) < kMargin * length) return false;
    }
    return polygon.size() > 2;
}

/// A box that rests. Loads within its core reach the ground: see place_heap().
struct Resting {
    Footprint footprint;
    double bottom = 0, top = 0;
    std::array<double, 3> half_widths{};  // of the AABB
    Polygon core;
};

class Heap {
public:
    explicit Heap(const SceneRecipe& recipe)
        : count_(recipe.count - 1),
          shape_(random_stream(recipe, Stream::shape)),
          position_(random_stream(recipe, Stream::position)) {
        const double volume =
            count_ * (kNarrowest + kWidest) * (kNarrowest + kWidest) * (kLowest + kHighest) * kHeightUnit / kFilled;
        // The volume of a cone is pi / 3 * slope * radius^3.
        for (radius_ = 1.5; 1.047 * kSlope * radius_ * radius_ * radius_ < volume;) radius_ *= kGrowth;
        widest_ = 2 * radius_;
        side_ = 2 * static_cast<std::size_t>(widest_ / kCell + 2);
        cells_.resize(side_ * side_);
    }

    Placement build(const ProgressCallback& progress) {
        Placement placement;
        placement.boxes.emplace_back();  // the ground, when its size is known
        for (std::uint32_t i = 0; i < count_; ++i) {
            placement.boxes.push_back(drop());
            report_boxes(progress, placement.boxes.size(), count_);
        }
        const auto reach = static_cast<float>(radius_ + kGroundMargin);
        OrientedBox& ground = placement.boxes.front();
        ground.half_extents = {reach, static_cast<float>(kGroundHalfHeight), reach};
        ground.center.y = static_cast<float>(-kGroundHalfHeight);
        placement.static_from = reach;
        placement.expected_overlaps = 2 * static_cast<double>(pairs_) / (count_ + 1.0);
        return placement;
    }

private:
    // Returns a box over the heap: its height is not yet known.
    OrientedBox draw() noexcept {
        OrientedBox box;
        box.half_extents.x = static_cast<float>(shape_.between(kNarrowest, kWidest));
        box.half_extents.y = static_cast<float>(kHeightUnit * (kLowest + shape_.below(kHighest - kLowest + 1)));
        box.half_extents.z = static_cast<float>(shape_.between(kNarrowest, kWidest));
        box.rotation = shape_.rotation_about(1);
        for (;;) {
            const double x = position_.between(-1, 1), z = position_.between(-1, 1);
            if (x * x + z * z > 1) continue;
            box.center.x = static_cast<float>(radius_ * x);
            box.center.z = static_cast<float>(radius_ * z);
            return box;
        }
    }

    // Adds a box: of some places where it rests, the lowest.
    OrientedBox drop() {
        OrientedBox lowest_box;
        Resting lowest;
        std::uint32_t found = 0;
        for (std::uint32_t tries = 1; found < kChoices; ++tries) {
            if (tries % kMostTries == 0) {
                if (found > 0) break;
                if (radius_ < widest_) radius_ *= kGrowth;
            }
            OrientedBox box = draw();
            Resting dropped;
            bool rests = rest(box, dropped);
            if (!rests && slide(box)) rests = rest(box, dropped);
            if (!rests) continue;
            if (found++ > 0 && dropped.bottom >= lowest.bottom) continue;
            lowest_box = box;
            lowest = std::move(dropped);
        }
        count_pairs(lowest);
        std::vector<Resting>& cell =
            cells_[row_of(lowest.footprint.center.z) * side_ + row_of(lowest.footprint.center.x)];
        const auto higher = [](const Resting& a, const Resting& b) { return a.top > b.top; };
        cell.insert(std::upper_bound(cell.begin(), cell.end(), lowest, higher), std::move(lowest));
        return lowest_box;
    }

    // Puts the box on the highest surface under it. Returns false where it would not rest, or reach out of the heap.
    bool rest(OrientedBox& box, Resting& dropped) {
        dropped = {Footprint(box), 0, 0, aabb_half_widths(box), {}};
        const Footprint& footprint = dropped.footprint;
        under_.clear();
        visit(footprint.center, [&](const Resting& other) {
            if (other.top < dropped.bottom) return false;  // and all that follow in this cell
            if (footprint.is_apart(other.footprint)) return true;
            if (other.top > dropped.bottom) under_.clear();
            dropped.bottom = other.top;
            under_.push_back(&other);
            return true;
        });
        dropped.top = dropped.bottom + 2 * static_cast<double>(box.half_extents.y);
        const double x = footprint.center.x, z = footprint.center.z, lowest = 2 * kHighest * kHeightUnit;
        if (dropped.top > kSlope * (radius_ - std::sqrt(x * x + z * z)) + lowest) return false;
        if (!find_core(dropped)) return false;
        box.center.y = static_cast<float>(dropped.bottom + static_cast<double>(box.half_extents.y));
        return true;
    }

    // Moves a box that would tip over to the middle of what carries the highest box under it.
    bool slide(OrientedBox& box) const noexcept {
        if (under_.empty()) return false;
        const Polygon& core = under_.back()->core;
        Point sum;
        for (const Point& point : core) sum = {sum.x + point.x, sum.z + point.z};
        box.center.x = static_cast<float>(sum.x / static_cast<double>(core.size()));
        box.center.z = static_cast<float>(sum.z / static_cast<double>(core.size()));
        return true;
    }

    bool find_core(Resting& dropped) const {
        const std::array<Point, 4> corners = dropped.footprint.inner_corners();
        Polygon points(corners.begin(), corners.end());
        if (!under_.empty()) points.clear();
        for (const Resting* lower : under_) {
            Polygon part = lower->core;
            for (std::size_t i = 0; i < 4; ++i) part = clipped(part, corners[i], corners[(i + 1) % 4]);
            points.insert(points.end(), part.begin(), part.end());
        }
        dropped.core = hull(std::move(points));
        return holds(dropped.core, dropped.footprint.center);
    }

    // The AABBs that overlap, for the number that is expected.
    void count_pairs(const Resting& dropped) {
        pairs_ += dropped.bottom == 0;  // with the ground
        visit(dropped.footprint.center, [&](const Resting& other) {
            if (other.top < dropped.bottom) return false;
            const Point &a = dropped.footprint.center, &b = other.footprint.center;
            pairs_ += other.bottom <= dropped.top &&
                      std::abs(a.x - b.x) <= dropped.half_widths[0] + other.half_widths[0] &&
                      std::abs(a.z - b.z) <= dropped.half_widths[2] + other.half_widths[2];
            return true;
        });
    }

    // Calls `visitor` for the boxes of a cell and of those around it, in each cell from the highest top downward until
    // it returns false.
    template <typename Visitor>
    void visit(const Point& center, Visitor&& visitor) const {
        const std::size_t row = row_of(center.z), column = row_of(center.x);
        // The middle first: what is found there makes the others short.
        for (const std::size_t place : {4U, 0U, 1U, 2U, 3U, 5U, 6U, 7U, 8U}) {
            for (const Resting& other : cells_[(row + place / 3 - 1) * side_ + column + place % 3 - 1]) {
                if (!visitor(other)) break;
            }
        }
    }
    std::size_t row_of(double coordinate) const noexcept {
        const double row = coordinate / kCell + 0.5 * static_cast<double>(side_);
        SATORI_ASSERT(row >= 1 && row < static_cast<double>(side_ - 1));
        return static_cast<std::size_t>(row);
    }

    std::uint32_t count_;
    Random shape_, position_;
    double radius_ = 0, widest_ = 0;
    std::size_t side_ = 0;  // cells
    std::vector<std::vector<Resting>> cells_;
    std::vector<const Resting*> under_;
    std::uint64_t pairs_ = 0;
};

}  // namespace

Placement place_heap(const SceneRecipe& recipe, const ProgressCallback& progress) {
    if (recipe.count == 0) return {};
    return Heap(recipe).build(progress);
}

}  // namespace satori::scenes
