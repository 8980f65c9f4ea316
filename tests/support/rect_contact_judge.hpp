#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <satori/rect_contacts.hpp>

#include "oracles/reference_rect_contacts.hpp"
#include "support/figure_table.hpp"

namespace satori::test {

/// A pair and the library's answer about it: rectangle A (of lower index), rectangle B.
struct RectContactAnswer {
    OrientedRect a, b;
    ContactOptions options;
    std::uint8_t cached_axis = kNoAxis;
    RectSeparatingAxis axis;
    RectManifold manifold;
};

/// The figures that the judge keeps, each the worst over all answers, in units of delta unless another unit is stated.
/// A figure with the name of a ContactFigure has the same meaning.
enum class RectFigure : std::uint32_t {
    normal_length,
    normal_change,
    separation_error,
    better_axis,
    opposite_better,
    axis_angle,
    needless_change,
    witness_outside,
    too_deep,
    deepest_missing,
    support_missing,
    beyond_limit,
    incident_off,
    corner_off,
    end_missing,  ///< end of the clipped edge, within the limit: distance from the nearest point, less the merge limit
    stray,        ///< point: distance from the nearest end of the clipped edge
};
inline constexpr std::size_t kRectFigureCount = static_cast<std::size_t>(RectFigure::stray) + 1;

/// Checks answers with the oracle: R3 and R4. contact_judge.hpp defines the figures and gives the reasons. In the plane
/// the manifold is known except for the merging of its points: it has both ends of the part of the incident edge that
/// lies over the reference edge.
///
/// Deepest point: as in contact_judge.hpp. But of two edges at a right angle, the one that is not the incident edge
/// leans 45 degrees or more, and -s (1 - sqrt(1/2)) <= slack: 3.5 slack instead of 5.5.
class RectContactJudge {
public:
    RectContactJudge();
    void add(const RectContactAnswer& answer);

    std::uint64_t count() const noexcept { return count_; }
    std::uint64_t overlapping() const noexcept { return overlapping_; }
    std::uint64_t separated() const noexcept { return count_ - overlapping_; }
    std::uint64_t speculative() const noexcept { return speculative_; }  ///< pairs that are separated and have points
    std::uint64_t of_a() const noexcept { return kinds_[0]; }
    std::uint64_t of_b() const noexcept { return kinds_[1]; }
    std::uint64_t with_points(std::uint32_t points) const noexcept { return point_counts_[points]; }
    std::uint64_t passed() const noexcept { return passed_; }  ///< the manifold is along another axis
    std::uint64_t in_slot(std::uint32_t slot) const noexcept { return slots_[slot]; }

    void print(const char* what) const;
    /// EXPECTs every figure within its promise.
    void expect_promises() const;

private:
    struct Truth;
    void note(RectFigure figure, long double value, const RectContactAnswer& answer);
    void note_malformed(const char* why, const RectContactAnswer& answer);
    void judge_axis(const RectContactAnswer& answer, const Truth& truth);
    void judge_form(const RectContactAnswer& answer, const Truth& truth);
    void judge_points(const RectContactAnswer& answer, const Truth& truth);
    void judge_ends(const RectContactAnswer& answer, const Truth& truth);

    FigureTable<RectFigure, kRectFigureCount> figures_;
    std::uint64_t malformed_ = 0;
    std::string malformed_example_;
    std::uint64_t count_ = 0, overlapping_ = 0, speculative_ = 0, passed_ = 0;
    std::array<std::uint64_t, 2> kinds_{};
    std::array<std::uint64_t, 3> point_counts_{};
    std::array<std::uint64_t, 4> slots_{};
};

/// Returns everything that is needed to make an answer again, as text.
std::string describe(const RectContactAnswer& answer);

}  // namespace satori::test
