#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include <satori/box_sets.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup filters
///
/// Which boxes make pairs: in a World, a Broadphase, and the calls that find pairs of one set or between two. See
/// @ref guide_filters "docs/filters.md".
/// @{

/// What may move a box, and what it makes pairs with. Two boxes make a pair only when at least one of them is dynamic
/// or a detector. Other pairs are never reported.
enum class MotionType : std::uint32_t {
    static_box,     ///< a fixed part of the world
    kinematic_box,  ///< moved by the program alone
    dynamic_box,    ///< the boxes that it hits may move it
    detector_box,   ///< moved by the program alone; it makes pairs with boxes of every type
};

/// The data of a box that decides with which boxes it makes pairs. The first rule that applies decides:
/// - Boxes of one owner make no pair, unless the owner is 0. Use: the parts of a compound.
/// - In a World: boxes named together in World::ignore() make no pair. Use: bodies that a joint connects.
/// - In a World: two sensors make no pair.
/// - Boxes of one group, unless it is 0, make a pair when the group is positive and none when it is negative.
/// - Other boxes make a pair when the category of each has a bit in the mask of the other.
///
/// In a World, a pair that passes these rules also has to pass WorldOptions::predicate.
struct BoxFilter {
    std::uint64_t category = 1;              ///< bits that the masks of other boxes are compared with
    std::uint64_t mask = ~std::uint64_t{0};  ///< categories that the box makes pairs with
    std::int32_t group =
        0;  ///< boxes of one group make a pair when it is positive, none when it is negative; 0: no group
    std::uint32_t owner = 0;  ///< boxes of one owner make no pair; 0: no owner
};

/// The filters of the boxes of one set, or of two sets in braces. A set has one per box, or an empty span when all have
/// BoxFilter{}. One span with two sets is that of the first. It holds spans: the filters must stay as they are
/// during the call.
static_assert(std::is_trivially_copyable_v<std::span<const BoxFilter>>, "SetsOf holds spans by value");
using BoxFilters = SetsOf<std::span<const BoxFilter>>;

/// The motion types of the boxes of one set, or of two sets in braces. A set has one per box, or an empty span when all
/// are dynamic. It holds spans, as BoxFilters does.
using MotionTypes = SetsOf<std::span<const MotionType>>;

/// @}

SATORI_NAMESPACE_END
