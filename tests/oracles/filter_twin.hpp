#pragma once

#include <satori/filters.hpp>

namespace satori::test {

/// The oracle of the rules that need no World: which rule of docs/filters.md decides about two boxes, and how.
enum class FilterRule { motion, owner, positive_group, negative_group, masks_meet, masks_miss };
inline constexpr FilterRule kFilterRules[] = {FilterRule::motion,         FilterRule::owner,
                                              FilterRule::positive_group, FilterRule::negative_group,
                                              FilterRule::masks_meet,     FilterRule::masks_miss};

inline FilterRule deciding_rule(MotionType a, const BoxFilter& of_a, MotionType b, const BoxFilter& of_b) {
    const auto meets_all = [](MotionType type) {
        return type == MotionType::dynamic_box || type == MotionType::detector_box;
    };
    if (!meets_all(a) && !meets_all(b)) return FilterRule::motion;
    if (of_a.owner == of_b.owner && of_a.owner != 0) return FilterRule::owner;
    if (of_a.group == of_b.group && of_a.group > 0) return FilterRule::positive_group;
    if (of_a.group == of_b.group && of_a.group < 0) return FilterRule::negative_group;
    const bool meet = (of_a.mask & of_b.category) != 0 && (of_b.mask & of_a.category) != 0;
    return meet ? FilterRule::masks_meet : FilterRule::masks_miss;
}

/// Returns whether a pair about which this rule decides is made.
inline bool makes_pair(FilterRule rule) {
    return rule == FilterRule::positive_group || rule == FilterRule::masks_meet;
}

}  // namespace satori::test
