#pragma once

#include <satori/corners_overlap.hpp>

namespace satori::test {

/// The common part of two rectangles.
struct CommonPart {
    bool any = false;       ///< they have a common point
    bool interior = false;  ///< they have a common point in the interior of both
    /// The number of corners of the common part, for rectangles with an area. 1: they touch at a point, 2 without
    /// `interior`: along an edge.
    int corner_count = 0;
};

/// Returns true when the corners are those of a convex quadrilateral, in order: no edge has corners on both sides, and
/// all edges have the corners on the same side.
bool legal_corners(const CornerRect& rect);

bool has_area(const CornerRect& rect);

/// Returns true when every corner of `inner` lies in the interior of `outer`, which has area.
bool strictly_inside(const CornerRect& inner, const CornerRect& outer);

/// Returns the common part of two legal rectangles. Exact, without separating axes: `any` comes from edges that meet
/// and from corners inside; the rest comes from the corners of the common part, which are crossings of the edges'
/// lines: rational points.
CommonPart common_part(const CornerRect& a, const CornerRect& b);

}  // namespace satori::test
