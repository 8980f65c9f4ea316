#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <satori/contacts.hpp>
#include <satori/pairs.hpp>
#include <satori/types.hpp>

#include "oracles/reference_contacts.hpp"
#include "support/figure_table.hpp"

namespace satori::test {

/// A pair and the library's answer about it: box A (of lower index), box B.
struct ContactAnswer {
    OrientedBox a, b;
    ContactOptions options;
    std::uint8_t cached_axis = kNoAxis;
    SeparatingAxis axis;
    ContactManifold manifold;
};

/// The figures that the judge keeps, each the worst over all answers. The unit is delta, unless another is stated.
enum class ContactFigure {
    normal_length,         ///< length of either normal, difference from 1; absolute
    normal_change,         ///< the manifold's normal against the axis's normal, where it is along that axis; absolute
    separation_error,      ///< reported separation against the exact one along the returned normal
    far_separation_error,  ///< the same for boxes far apart, where delta is mostly distance, and the error comes from
                           ///< the normal's rounding
    better_axis,  ///< best of the axes, less reported separation and slack; for edges before faces less the share too
    opposite_better,  ///< separation along the reversed normal, less the one along the normal
    axis_angle,       ///< angle between the normal and the named axis, times the sine between the edges; absolute
    needless_change,  ///< against the preference: a preferred axis was worse by less than the slack
    edge_like_face,   ///< edges of overlapping boxes: cosine between their normal and the face's, above 1 - edge_share;
                      ///< absolute
    depth_told,       ///< deepest point less the share of it, below the best separation and the slack
    witness_outside,  ///< distance of a witness from its box
    too_deep,         ///< a point, below the separation along the normal
    deepest_missing,  ///< deepest point above the deepest of the full polygon, less slack
    support_missing,  ///< deepest point of overlapping boxes above the best separation, less slack
    edge_error,       ///< separation of an edge contact's point against that along the normal
    beyond_limit,     ///< separation of a point, less speculative distance; less contact_snap too where all points lie
                      ///< beyond that
    incident_off,     ///< face more anti-parallel than the ids' incident face: difference of the cosines; absolute
    edge_off,         ///< a point of the box that lies further along the normal than the edges of the id
    corner_off,   ///< ids of corners: distance of the witness from a corner of that face, less contact_snap each way
    area_lost,    ///< 1 less the share of the full polygon's area that is kept, at best; absolute. Only where all of
                  ///< that polygon is within the speculative distance
    corner_lost,  ///< the same of a polygon of up to four corners, where fewer points are kept
};
inline constexpr std::size_t kContactFigureCount = static_cast<std::size_t>(ContactFigure::corner_lost) + 1;

/// Checks answers with the double-precision oracle: R3 and R4.
///
/// Witnesses. `separation` is the distance from A's witness to B's along the normal, negative when they have passed
/// each other. The point is their midpoint. So A's witness is point - normal * separation / 2, and B's is point +
/// normal * separation / 2.
///
/// Deepest point, of boxes that overlap. Let the axis be a face's, and its separation s within the slack of the best
/// face's. If B moves along the normal by less than the least overlap -best, the boxes still overlap. So over the
/// reference face, B's surface somewhere lies -best or more below it. If that place is on the incident face, the full
/// polygon has a point as deep. If it is on another face of B, that face leans 45 degrees or more from the normal (of
/// three faces at right angles the most anti-parallel one is the incident face). Along a direction so far off, the
/// boxes overlap by at most sqrt(2/3) of their overlap along the normal: -s (1 - sqrt(2/3)) <= slack. Hence, when the
/// overlap is deeper than 5.5 slack, the full polygon has a point as deep as the least overlap, and the manifold has
/// one within the default slack of it.
///
/// Edges and faces. When the edges meet beyond doubt, the edges or the best face make the contact. The deepest point of
/// the face's full polygon decides. The judge computes this polygon with the reference face a delta smaller and a delta
/// larger, with every face that may be the best and every face that may be incident. Edges must be ahead of the least
/// result; a face must not be beaten by the greatest.
///
/// Area. In a convex polygon with a given corner, four corners can always keep half of the area: that corner; the one
/// farthest from a supporting line through it; the farthest on either side of the line between these two. The polygon
/// lies in the parallelogram through the four, and they span half of it. Points may be off by the default slack + delta
/// each. When a polygon could keep all its corners, corners within three times that distance of a line through others
/// may go.
class ContactJudge {
public:
    ContactJudge();
    void add(const ContactAnswer& answer);

    std::uint64_t count() const noexcept { return count_; }
    std::uint64_t overlapping() const noexcept { return overlapping_; }
    std::uint64_t separated() const noexcept { return count_ - overlapping_; }
    std::uint64_t speculative() const noexcept { return speculative_; }  ///< pairs that are separated and have points
    std::uint64_t faces_of_a() const noexcept { return kinds_[0]; }
    std::uint64_t faces_of_b() const noexcept { return kinds_[1]; }
    std::uint64_t edges() const noexcept { return kinds_[2]; }
    std::uint64_t with_points(std::uint32_t points) const noexcept { return point_counts_[points]; }
    std::uint64_t reduced() const noexcept { return reduced_; }  ///< the full polygon had more than four points
    /// Returns the mean share of the full polygon's area, over face contacts whose area is well above its tolerance.
    double mean_area_share() const noexcept { return area_shares_ > 0 ? area_share_sum_ / area_shares_ : 1; }
    /// The same, in relation to the area of the best four corners that include a deepest one; over polygons of five
    /// corners and more.
    double mean_share_of_best() const noexcept {
        return shares_of_best_ > 0 ? share_of_best_sum_ / shares_of_best_ : 1;
    }
    /// Returns the mean absolute difference between the deepest point's separation and the full polygon's, meters.
    double mean_depth_error() const noexcept { return depth_errors_ > 0 ? depth_error_sum_ / depth_errors_ : 0; }

    /// The oracle's results for an answer.
    struct Truth;

    void print(const char* what) const;
    /// EXPECTs every figure within its promise.
    void expect_promises() const;

private:
    void note(ContactFigure figure, double value, const ContactAnswer& answer);
    void note_malformed(const char* why, const ContactAnswer& answer);
    void judge_axis(const ContactAnswer& answer, const Truth& truth);
    void judge_form(const ContactAnswer& answer, const Truth& truth);
    void judge_points(const ContactAnswer& answer, const Truth& truth);
    void judge_face_contact(const ContactAnswer& answer, const Truth& truth);
    void judge_edge_contact(const ContactAnswer& answer, const Truth& truth);

    FigureTable<ContactFigure, kContactFigureCount> figures_;
    std::uint64_t malformed_ = 0;  ///< faults in the form of a manifold: point counts, ids, unused points
    std::string malformed_example_;
    std::uint64_t count_ = 0, overlapping_ = 0, speculative_ = 0, reduced_ = 0;
    std::array<std::uint64_t, 3> kinds_{};
    std::array<std::uint64_t, 5> point_counts_{};
    double area_share_sum_ = 0, area_shares_ = 0, least_area_share_ = 1;
    double share_of_best_sum_ = 0, shares_of_best_ = 0, least_share_of_best_ = 1;
    double depth_error_sum_ = 0, depth_errors_ = 0;
};

/// Returns everything that is needed to make an answer again, as text.
std::string describe(const ContactAnswer& answer);

}  // namespace satori::test
