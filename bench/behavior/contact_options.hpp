#pragma once

#include <satori/pairs.hpp>

namespace satori::behavior {

/// How much less deep edges must be than a face, as a share of its depth: ContactOptions::edge_share's default.
inline constexpr double kEdgeShare = ContactOptions{}.edge_share;

/// The options under which contacts are judged: the library's own.
inline ContactOptions contact_options(float speculative_distance) {
    ContactOptions options;
    options.speculative_distance = speculative_distance;
    return options;
}

/// The axis along which boxes overlap least, whatever it is.
inline ContactOptions exact_options() {
    ContactOptions options;
    options.edge_share = 0;
    options.axis_slack = 0;
    return options;
}

}  // namespace satori::behavior
