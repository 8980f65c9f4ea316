#pragma once

#include <satori/c/pairs.h>
#include <satori/c/rects.h>

SATORI_C_BEGIN

/// @addtogroup c_distances
///
/// How far boxes are apart: satori/distances.hpp. Meters, world axes.
/// @{

/// How far two boxes are apart, and where. A point of a box is an offset from the center of that box.
typedef struct satori_pair_distance {
    float distance;             ///< how far they are apart; 0 when they overlap; infinite when one was skipped
    satori_vec3 direction;      ///< unit, from the first point to the second; zero when the distance is 0
    satori_vec3 first_offset;   ///< the closest point of the first box, from its center
    satori_vec3 second_offset;  ///< the closest point of the second box, from its center
} satori_pair_distance;

/// How far two rectangles are apart, and where.
typedef struct satori_rect_distance {
    float distance;             ///< how far they are apart; 0 when they overlap; infinite when one was skipped
    satori_vec2 direction;      ///< unit, from the first point to the second; zero when the distance is 0
    satori_vec2 first_offset;   ///< the closest point of the first rectangle, from its center
    satori_vec2 second_offset;  ///< the closest point of the second rectangle, from its center
} satori_rect_distance;

/// The index of a box that does not exist: nothing is near.
#define SATORI_NO_BOX 0xffffffffU

/// The nearest other box of a box, as satori_find_nearest() finds it.
typedef struct satori_nearest_box {
    uint32_t index;  ///< the nearest box; SATORI_NO_BOX when none is near
    float distance;  ///< how far it is; infinite when none is near
} satori_nearest_box;

/// Computes how far the boxes of given pairs are apart: distances[k] for pairs[k]. Pairs and errors are those of
/// satori_test_pairs().
SATORI_API satori_status satori_distances(const satori_box_batch* first, const satori_box_batch* second,
                                          const satori_box_pair* pairs, satori_pair_distance* distances, size_t count,
                                          satori_workspace* workspace,
                                          const satori_pair_options* options) SATORI_NOEXCEPT;
/// Computes how far the rectangles of given pairs are apart.
SATORI_API satori_status satori_rect_distances(const satori_rect_batch* first, const satori_rect_batch* second,
                                               const satori_box_pair* pairs, satori_rect_distance* distances,
                                               size_t count, satori_workspace* workspace,
                                               const satori_pair_options* options) SATORI_NOEXCEPT;

/// Computes how far two boxes are apart. SATORI_INVALID_BOX when one of them is not legal.
SATORI_API satori_status satori_distance(const satori_oriented_box* a, const satori_oriented_box* b,
                                         satori_pair_distance* distance) SATORI_NOEXCEPT;
/// Computes how far two rectangles are apart.
SATORI_API satori_status satori_distance_rects(const satori_oriented_rect* a, const satori_oriented_rect* b,
                                               satori_rect_distance* distance) SATORI_NOEXCEPT;

/// Finds all pairs of boxes that are at most `max_distance` apart, in one set or between two.
SATORI_API satori_status satori_find_near_pairs(const satori_box_batch* first, const satori_box_batch* second,
                                                float max_distance, satori_workspace* workspace,
                                                satori_pair_result* result,
                                                const satori_pair_options* options) SATORI_NOEXCEPT;
/// Finds all pairs of rectangles that are at most `max_distance` apart, in one set or between two.
SATORI_API satori_status satori_find_near_rect_pairs(const satori_rect_batch* first, const satori_rect_batch* second,
                                                     float max_distance, satori_workspace* workspace,
                                                     satori_pair_result* result,
                                                     const satori_pair_options* options) SATORI_NOEXCEPT;

/// Finds the nearest other box of each box, at most `max_distance` away. nearest[i] is that of box i of the first set,
/// of which there are `count`. SATORI_INVALID_ARGUMENT when that is not the size of the first set.
SATORI_API satori_status satori_find_nearest(const satori_box_batch* first, const satori_box_batch* second,
                                             float max_distance, satori_nearest_box* nearest, size_t count,
                                             satori_workspace* workspace,
                                             const satori_pair_options* options) SATORI_NOEXCEPT;
/// Finds the nearest other rectangle of each rectangle, at most `max_distance` away.
SATORI_API satori_status satori_find_nearest_rects(const satori_rect_batch* first, const satori_rect_batch* second,
                                                   float max_distance, satori_nearest_box* nearest, size_t count,
                                                   satori_workspace* workspace,
                                                   const satori_pair_options* options) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
