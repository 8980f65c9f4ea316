#pragma once

#include <satori/c/distances.h>

SATORI_C_BEGIN

/// @addtogroup c_impacts
///
/// When boxes that move straight and turn come near each other: satori/impacts.hpp. Meters, radians, world axes. Time
/// runs from 0 to 1: from the given poses to the end of the motions.
/// @{

/// The motion of a box from time 0 to time 1. The center moves straight, and the box turns about its center with
/// constant angular velocity.
typedef struct satori_box_motion {
    satori_vec3 translation;  ///< how far the center moves, meters; each at most 1e8
    satori_vec3 rotation;     ///< rotation vector: the axis of turning times the angle, radians; at most 100
} satori_box_motion;

/// The motion of a rectangle from time 0 to time 1.
typedef struct satori_rect_motion {
    satori_vec2 translation;  ///< how far the center moves, meters; each at most 1e8
    float rotation;           ///< the angle, counterclockwise, radians; at most 100
} satori_rect_motion;

/// A set of boxes that move.
typedef struct satori_moving_boxes {
    const satori_box_batch* boxes;     ///< at time 0
    const satori_box_motion* motions;  ///< one per box, or NULL: all boxes stand still
} satori_moving_boxes;

/// A set of rectangles that move.
typedef struct satori_moving_rects {
    const satori_rect_batch* rects;     ///< at time 0
    const satori_rect_motion* motions;  ///< one per rectangle, or NULL: all rectangles stand still
} satori_moving_rects;

/// A box and its motion.
typedef struct satori_moving_box {
    satori_oriented_box box;   ///< at time 0
    satori_box_motion motion;  ///< from time 0 to time 1
} satori_moving_box;

/// A rectangle and its motion.
typedef struct satori_moving_rect {
    satori_oriented_rect rect;  ///< at time 0
    satori_rect_motion motion;  ///< from time 0 to time 1
} satori_moving_rect;

/// What is known of a pair of moving boxes.
typedef uint32_t satori_impact_kind;
/// The values of satori_impact_kind.
enum {
    SATORI_IMPACT_NONE = 0,       ///< it does not meet
    SATORI_IMPACT_MEETS = 1,      ///< it meets, at the time
    SATORI_IMPACT_UNRESOLVED = 2  ///< it does not meet before the time; later is not known
};

/// The time at which two moving boxes meet, and where. It is TimeOfImpact of C++.
typedef struct satori_impact {
    float time;                    ///< not nearer than the distance before this time, 0 to 1; 1 when they do not meet
    satori_impact_kind kind;       ///< whether they meet
    satori_pair_distance closest;  ///< close points at the time; all zero when the kind is SATORI_IMPACT_NONE
} satori_impact;

/// The time at which two moving rectangles meet, and where. It is RectTimeOfImpact of C++.
typedef struct satori_rect_impact {
    float time;                    ///< not nearer than the distance before this time, 0 to 1; 1 when they do not meet
    satori_impact_kind kind;       ///< whether they meet
    satori_rect_distance closest;  ///< close points at the time; all zero when the kind is SATORI_IMPACT_NONE
} satori_rect_impact;

/// A motion that is not legal.
typedef struct satori_invalid_motion {
    uint64_t index;  ///< its box
    uint32_t set;    ///< the set of that box, 0 or 1
} satori_invalid_motion;

/// Options of the calls on moving boxes. Zeros are not the defaults.
typedef struct satori_impact_options {
    float distance;                     ///< boxes meet when they are nearer to each other than this, meters; 0 to 1e9
    float tolerance;                    ///< at the time they may be farther apart by this, meters; 0 to 1e9
    const satori_execution* execution;  ///< where the call runs; NULL: satori_execution_default()
    satori_pair_buffer buffer;          ///< where found pairs go; for the calls that find pairs only
    uint64_t* invalid_pair;             ///< where the index of an invalid pair goes; may be NULL
    satori_invalid_motion* invalid_motion;  ///< where calls write which motion is not legal; may be NULL
    satori_set_filters first_filters;       ///< of the boxes of `first`; for the calls that find pairs only
    satori_set_filters second_filters;      ///< of the boxes of `second`; not read without `second`
} satori_impact_options;
/// Returns the defaults: distance 0, tolerance 0.001 m. NULL in place of the struct means the same.
SATORI_API satori_impact_options satori_impact_options_default(void) SATORI_NOEXCEPT;

/// Computes when the boxes of given pairs first come nearer to each other than the distance: impacts[k] for pairs[k].
/// Pairs and errors are those of satori_test_pairs(). SATORI_INVALID_ARGUMENT also when a motion, the distance or the
/// tolerance is not legal.
SATORI_API satori_status satori_times_of_impact(const satori_moving_boxes* first, const satori_moving_boxes* second,
                                                const satori_box_pair* pairs, satori_impact* impacts, size_t count,
                                                satori_workspace* workspace,
                                                const satori_impact_options* options) SATORI_NOEXCEPT;
/// Computes when the rectangles of given pairs first come nearer to each other than the distance.
SATORI_API satori_status satori_rect_times_of_impact(const satori_moving_rects* first,
                                                     const satori_moving_rects* second, const satori_box_pair* pairs,
                                                     satori_rect_impact* impacts, size_t count,
                                                     satori_workspace* workspace,
                                                     const satori_impact_options* options) SATORI_NOEXCEPT;

/// Computes when two boxes first come nearer to each other than the distance. Of the options only the distance and the
/// tolerance have an effect. SATORI_INVALID_BOX when one of the boxes is not legal.
SATORI_API satori_status satori_time_of_impact(const satori_moving_box* a, const satori_moving_box* b,
                                               satori_impact* impact,
                                               const satori_impact_options* options) SATORI_NOEXCEPT;
/// Computes when two rectangles first come nearer to each other than the distance.
SATORI_API satori_status satori_time_of_impact_rects(const satori_moving_rect* a, const satori_moving_rect* b,
                                                     satori_rect_impact* impact,
                                                     const satori_impact_options* options) SATORI_NOEXCEPT;

/// Finds all pairs of moving boxes that meet, in one set or between two. They are the candidates that are
/// SATORI_IMPACT_MEETS or SATORI_IMPACT_UNRESOLVED in satori_times_of_impact().
SATORI_API satori_status satori_find_impacts(const satori_moving_boxes* first, const satori_moving_boxes* second,
                                             satori_workspace* workspace, satori_pair_result* result,
                                             const satori_impact_options* options) SATORI_NOEXCEPT;
/// Finds all pairs of moving rectangles that meet, in one set or between two.
SATORI_API satori_status satori_find_rect_impacts(const satori_moving_rects* first, const satori_moving_rects* second,
                                                  satori_workspace* workspace, satori_pair_result* result,
                                                  const satori_impact_options* options) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
