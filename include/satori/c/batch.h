#pragma once

#include <satori/c/types.h>

// Boxes taken in and checked, and the memory of calls about them: satori/box_batch.hpp, satori/workspace.hpp.

SATORI_C_BEGIN

/// A view of boxes in the caller's memory: three streams. Pointers aligned to 4 bytes, strides in bytes and multiples of 4; a stride
/// of 0 repeats one item.
typedef struct satori_box_view {
    const float* centers;          ///< x y z
    const float* half_extents;     ///< x y z
    const float* rotations;        ///< x y z w
    ptrdiff_t center_stride;       ///< bytes
    ptrdiff_t half_extent_stride;  ///< bytes
    ptrdiff_t rotation_stride;     ///< bytes
    size_t count;                  ///< boxes
} satori_box_view;
/// Rows of centre xyz, half extents xyz, quaternion xyzw, `stride` bytes apart (40 when packed).
SATORI_API satori_box_view satori_box_rows(const float* rows, size_t count, ptrdiff_t stride) SATORI_NOEXCEPT;
/// Separate packed arrays: centres (n, 3), half extents (n, 3), quaternions (n, 4).
SATORI_API satori_box_view satori_box_arrays(const float* centers, const float* half_extents, const float* rotations,
                                             size_t count) SATORI_NOEXCEPT;

/// A view of boxes in doubles: `origin` is taken off the centres before they are rounded to float, and results are relative to it.
/// Pointers aligned to 8 bytes, strides in bytes and multiples of 8.
typedef struct satori_box_view64 {
    const double* centers;         ///< x y z
    const double* half_extents;    ///< x y z
    const double* rotations;       ///< x y z w
    ptrdiff_t center_stride;       ///< bytes
    ptrdiff_t half_extent_stride;  ///< bytes
    ptrdiff_t rotation_stride;     ///< bytes
    size_t count;                  ///< boxes
    satori_vec3d origin;           ///< finite
} satori_box_view64;
/// Rows of centre xyz, half extents xyz, quaternion xyzw, `stride` bytes apart (80 when packed).
SATORI_API satori_box_view64 satori_box_rows64(const double* rows, size_t count, satori_vec3d origin,
                                               ptrdiff_t stride) SATORI_NOEXCEPT;
/// Separate packed arrays: centres (n, 3), half extents (n, 3), quaternions (n, 4).
SATORI_API satori_box_view64 satori_box_arrays64(const double* centers, const double* half_extents,
                                                 const double* rotations, size_t count,
                                                 satori_vec3d origin) SATORI_NOEXCEPT;

/// Why a box or a rectangle is not legal input.
typedef uint32_t satori_box_fault;
enum {
    SATORI_FAULT_NONE = 0,                    ///< it is
    SATORI_FAULT_CENTER_NOT_FINITE = 1,       ///< NaN or infinite
    SATORI_FAULT_CENTER_TOO_FAR = 2,          ///< |component| > 1e8
    SATORI_FAULT_HALF_EXTENT_NOT_FINITE = 3,  ///< NaN or infinite
    SATORI_FAULT_HALF_EXTENT_NEGATIVE = 4,    ///< below 0
    SATORI_FAULT_HALF_EXTENT_TOO_SMALL = 5,   ///< not 0 and below 1e-7
    SATORI_FAULT_HALF_EXTENT_TOO_LARGE = 6,   ///< above 1e8
    SATORI_FAULT_ROTATION_NOT_FINITE = 7,     ///< NaN or infinite
    SATORI_FAULT_ROTATION_ZERO = 8,           ///< all of it
    SATORI_FAULT_ANGLE_NOT_FINITE = 9,        ///< of a rectangle
    SATORI_FAULT_ANGLE_TOO_LARGE = 10         ///< of a rectangle: |angle| > 1e5
};
/// A short English description. Never NULL; static storage.
SATORI_API const char* satori_describe_box_fault(satori_box_fault fault) SATORI_NOEXCEPT;

/// A box or rectangle that was refused.
typedef struct satori_invalid_box {
    uint32_t index;          ///< in the view
    uint32_t column;         ///< first faulty one of its row
    satori_box_fault fault;  ///< the reason
} satori_invalid_box;

/// What assigning does about boxes that are not legal.
typedef uint32_t satori_on_invalid;
enum {
    SATORI_ON_INVALID_REFUSE = 0,  ///< takes none: SATORI_INVALID_BOX, the batch keeps its boxes
    SATORI_ON_INVALID_SKIP = 1     ///< takes the others; an illegal one keeps its index but overlaps nothing
};

/// The arrays of a box batch. World axis k of box axis i is 6 + 3 * i + k.
typedef uint32_t satori_box_component;
enum {
    SATORI_BOX_CENTER_X = 0,  ///< metres
    SATORI_BOX_CENTER_Y = 1,  ///< metres
    SATORI_BOX_CENTER_Z = 2,  ///< metres
    SATORI_BOX_HALF_X = 3,    ///< metres
    SATORI_BOX_HALF_Y = 4,    ///< metres
    SATORI_BOX_HALF_Z = 5,    ///< metres
    SATORI_BOX_AXES = 6       ///< the first of nine
};

/// Validated boxes as structure of arrays. Filled once per frame, from a view.
typedef struct satori_box_batch satori_box_batch;
/// An empty batch.
SATORI_API satori_status satori_box_batch_create(const satori_allocator* allocator,
                                                 satori_box_batch** batch) SATORI_NOEXCEPT;
/// Gives back all memory.
SATORI_API void satori_box_batch_destroy(satori_box_batch* batch) SATORI_NOEXCEPT;
/// Replaces the boxes by those of `view`. BoxBatch::assign() has the errors, after which the boxes are as before.
SATORI_API satori_status satori_box_batch_assign(satori_box_batch* batch, const satori_box_view* view,
                                                 satori_on_invalid on_invalid,
                                                 const satori_execution* execution) SATORI_NOEXCEPT;
/// The same of doubles. satori_box_batch_center_loss() tells what rounding them has cost.
SATORI_API satori_status satori_box_batch_assign64(satori_box_batch* batch, const satori_box_view64* view,
                                                   satori_on_invalid on_invalid,
                                                   const satori_execution* execution) SATORI_NOEXCEPT;
/// Replaces the boxes by those of `source`, which may be this batch, scaled about the origin, then moved by `pose`. Half
/// extents that become less than 1e-7 become 0.
SATORI_API satori_status satori_box_batch_assign_transformed(satori_box_batch* batch, const satori_box_batch* source,
                                                             const satori_pose* pose, float scale,
                                                             const satori_execution* execution) SATORI_NOEXCEPT;
/// Forgets the boxes, keeps the memory.
SATORI_API void satori_box_batch_clear(satori_box_batch* batch) SATORI_NOEXCEPT;
/// Boxes.
SATORI_API uint32_t satori_box_batch_size(const satori_box_batch* batch) SATORI_NOEXCEPT;
/// The illegal boxes of the last assignment, by index: `*count` of them, until the next one. NULL for a NULL count.
SATORI_API const satori_invalid_box* satori_box_batch_invalid(const satori_box_batch* batch,
                                                              size_t* count) SATORI_NOEXCEPT;
/// How far centres are from those that were given, at most, along an axis: metres; 0 where floats were given, and after
/// satori_box_batch_assign_transformed().
SATORI_API double satori_box_batch_center_loss(const satori_box_batch* batch) SATORI_NOEXCEPT;
/// An array of as many floats as there are boxes, until the next assignment. NULL for a component that there is not.
SATORI_API const float* satori_box_batch_component(const satori_box_batch* batch,
                                                   satori_box_component component) SATORI_NOEXCEPT;

/// Sides of a box that neighbors cover, one bit each, in a byte: satori/covered_sides.hpp.
enum {
    SATORI_SIDE_PLUS_X = 1,    ///< the side along the box's own first axis
    SATORI_SIDE_MINUS_X = 2,   ///< the one against it
    SATORI_SIDE_PLUS_Y = 4,    ///< along the second
    SATORI_SIDE_MINUS_Y = 8,   ///< against it
    SATORI_SIDE_PLUS_Z = 16,   ///< along the third
    SATORI_SIDE_MINUS_Z = 32,  ///< against it
    SATORI_ALL_SIDES = 63      ///< every bit that there may be
};
/// sides[i] of box i; a count of 0 takes them all away. SATORI_INVALID_ARGUMENT for a count other than 0 and the size.
SATORI_API satori_status satori_box_batch_set_covered_sides(satori_box_batch* batch, const uint8_t* sides,
                                                            size_t count) SATORI_NOEXCEPT;
/// As many as there are boxes, until the next assignment or setting. NULL where none were set.
SATORI_API const uint8_t* satori_box_batch_covered_sides(const satori_box_batch* batch) SATORI_NOEXCEPT;

/// Memory held, but for the handle.
SATORI_API uint64_t satori_box_batch_bytes(const satori_box_batch* batch) SATORI_NOEXCEPT;

/// Scratch memory and results of calls. A second call of equal size allocates nothing.
typedef struct satori_workspace satori_workspace;
/// An empty workspace.
SATORI_API satori_status satori_workspace_create(const satori_allocator* allocator,
                                                 satori_workspace** workspace) SATORI_NOEXCEPT;
/// Gives back all memory. Not while a call uses it.
SATORI_API void satori_workspace_destroy(satori_workspace* workspace) SATORI_NOEXCEPT;
/// Gives the memory back, results with it, and keeps the handle. SATORI_WORKSPACE_IN_USE while a call runs.
SATORI_API satori_status satori_workspace_release(satori_workspace* workspace) SATORI_NOEXCEPT;
/// Memory held, but for the handle.
SATORI_API uint64_t satori_workspace_bytes(const satori_workspace* workspace) SATORI_NOEXCEPT;
/// Most memory ever held.
SATORI_API uint64_t satori_workspace_peak_bytes(const satori_workspace* workspace) SATORI_NOEXCEPT;

SATORI_C_END
