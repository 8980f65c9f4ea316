#pragma once

#include <satori/contacts.hpp>

#include "simd/kernel_abi.hpp"

namespace satori::v0::narrowphase {

/// True when `boundary` is an enumerator, not another number cast to the type.
constexpr bool known(Boundary boundary) noexcept {
    return boundary == Boundary::closed || boundary == Boundary::open;
}

/// True when contacts can be made with these options. NaN fails every comparison.
constexpr bool legal(const ContactOptions& options) noexcept {
    return known(options.boundary) && options.speculative_distance >= 0 &&
           options.speculative_distance <= kMaxSpeculativeDistance && options.axis_slack >= 0 &&
           options.axis_slack <= 1 && options.edge_share >= 0 && options.edge_share <= 1;
}

constexpr simd::AxisTolerance tolerance(const ContactOptions& options) noexcept {
    return {options.axis_slack, options.edge_share};
}

}  // namespace satori::v0::narrowphase
