#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fit/fit_call.hpp"
#include "fit/point_passes.hpp"
#include "fit/vector.hpp"

namespace satori::v0::fit {

/// The points of a search, as three arrays. The last point fills the arrays up to a whole step.
class SearchSet {
public:
    void add(const Vector& point);

    std::size_t size() const noexcept { return size_; }
    Vector point(std::size_t i) const noexcept { return {coordinate_[0][i], coordinate_[1][i], coordinate_[2][i]}; }
    std::array<Range, 3> ranges(const Frame& frame) const noexcept;
    double volume(const Frame& frame) const noexcept;
    /// Returns the points that determine the box of that frame: the least and the greatest along each axis.
    std::array<std::uint32_t, 6> extremes(const Frame& frame) const noexcept;

private:
    std::array<std::vector<double>, 3> coordinate_;
    std::size_t size_ = 0;
};

/// An orientation, and the volume of the box with it around a SearchSet.
struct Orientation {
    Frame frame = kWorldFrame;
    double volume = 0;
};

/// Returns the directions that an axis of the least box may have: the normals of the hull's triangles, and its edges.
/// Each direction occurs once, up to sign.
std::vector<Vector> axis_candidates(const std::vector<Vector>& points,
                                    const std::vector<std::array<std::uint32_t, 3>>& triangles);

/// Returns, for each axis, the least box that has this axis. Uses rotating calipers in the projection.
std::vector<Orientation> best_about_axes(const SearchSet& set, std::span<const Vector> axes, FitCall& call);

/// Descends from each start: rotating calipers about its own axes, and Nelder and Mead's simplex (1965) on rotations,
/// until neither helps. Returns the orientations, best first.
std::vector<Orientation> descended(const SearchSet& set, std::span<const Orientation> starts, FitCall& call);

}  // namespace satori::v0::fit
