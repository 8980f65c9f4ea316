#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "contacts/answers.hpp"
#include "contacts/comparison.hpp"
#include "contacts/distances.hpp"
#include "contacts/impacts.hpp"

namespace satori::bench {

/// A comparison on one stream. It is already printed.
struct StreamReport {
    nlohmann::ordered_json entries;
    std::string summary;  ///< lines for the end of the report; may be empty
    bool passed = true;
};

/// Makes the report, with one summary line for each instruction set: its goals and its results. `mixed`: this is the
/// mixed stream, which has one more goal (time per candidate).
StreamReport report_contacts(const std::string& name, bool mixed, const ContactComparison& comparison);
std::string contact_summary_head();

StreamReport report_answers(const AnswerComparison& comparison);
StreamReport report_distances(const DistanceComparison& comparison);
StreamReport report_impacts(const ImpactComparison& comparison);

/// Returns nanoseconds per item. `ms`: the milliseconds of all `count` items.
inline double ns_each(double ms, std::uint64_t count) {
    return count == 0 ? 0 : 1e6 * ms / static_cast<double>(count);
}

template <class Comparison>
bool none_at_fault(const Comparison& comparison) {
    return std::all_of(comparison.entries.begin(), comparison.entries.end(),
                       [](const auto& entry) { return entry.fault.empty(); });
}

}  // namespace satori::bench
