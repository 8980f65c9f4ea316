#pragma once

#include <satori/pairs.hpp>

namespace satori::behavior {

/// By how much two edges must overlap less than a face, as a share of the face's depth: the default of
/// ContactOptions::edge_share.
inline constexpr double kEdgeShare = ContactOptions{}.edge_share;

/// Returns the options for the contacts in these measurements: the library's defaults.
inline ContactOptions contact_options(float speculative_distance) {
    ContactOptions options;
    options.speculative_distance = speculative_distance;
    return options;
}

/// Returns options that choose the axis of the least overlap, a face axis or an edge axis.
inline ContactOptions exact_options() {
    ContactOptions options;
    options.edge_share = 0;
    options.axis_slack = 0;
    return options;
}

}  // namespace satori::behavior
