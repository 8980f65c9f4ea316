#pragma once

#include <satori/c/types.h>

SATORI_C_BEGIN

/// @addtogroup c_batch
///
/// Batches of validated boxes, and workspaces: satori/box_batch.hpp, satori/workspace.hpp.
/// @{

/// A view of boxes in the caller's memory: three streams. Pointers must be aligned to 4 bytes. Strides are in bytes
/// and must be multiples of 4; a stride of 0 repeats one item.
typedef struct satori_box_view {
    const float* centers;          ///< x y z of the first center
    const float* half_extents;     ///< x y z of the first half extents
    const float* rotations;        ///< x y z w of the first rotation
    ptrdiff_t center_stride;       ///< bytes from one center to the next
    ptrdiff_t half_extent_stride;  ///< bytes from one item of half extents to the next
    ptrdiff_t rotation_stride;     ///< bytes from one rotation to the next
    size_t count;                  ///< number of boxes
} satori_box_view;
/// Returns a view of rows: center xyz, half extents xyz, quaternion xyzw. Rows are `stride` bytes apart (40 when
/// packed).
SATORI_API satori_box_view satori_box_rows(const float* rows, size_t count, ptrdiff_t stride) SATORI_NOEXCEPT;
/// Returns a view of separate packed arrays: centers (n, 3), half extents (n, 3), quaternions (n, 4).
SATORI_API satori_box_view satori_box_arrays(const float* centers, const float* half_extents, const float* rotations,
                                             size_t count) SATORI_NOEXCEPT;

/// A view of boxes in doubles. The batch subtracts `origin` from the centers before it rounds them to float, and
/// results are relative to `origin`. Pointers must be aligned to 8 bytes. Strides are in bytes and must be multiples
/// of 8.
typedef struct satori_box_view64 {
    const double* centers;         ///< x y z of the first center
    const double* half_extents;    ///< x y z of the first half extents
    const double* rotations;       ///< x y z w of the first rotation
    ptrdiff_t center_stride;       ///< bytes from one center to the next
    ptrdiff_t half_extent_stride;  ///< bytes from one item of half extents to the next
    ptrdiff_t rotation_stride;     ///< bytes from one rotation to the next
    size_t count;                  ///< number of boxes
    satori_vec3d origin;           ///< subtracted from the centers before they are rounded; finite
} satori_box_view64;
/// Returns a view of rows: center xyz, half extents xyz, quaternion xyzw. Rows are `stride` bytes apart (80 when
/// packed).
SATORI_API satori_box_view64 satori_box_rows64(const double* rows, size_t count, satori_vec3d origin,
                                               ptrdiff_t stride) SATORI_NOEXCEPT;
/// Returns a view of separate packed arrays: centers (n, 3), half extents (n, 3), quaternions (n, 4).
SATORI_API satori_box_view64 satori_box_arrays64(const double* centers, const double* half_extents,
                                                 const double* rotations, size_t count,
                                                 satori_vec3d origin) SATORI_NOEXCEPT;

/// The type of the numbers of a stream.
typedef uint32_t satori_number_type;
/// The values of satori_number_type.
enum {
    SATORI_FLOAT32 = 0,  ///< float
    SATORI_FLOAT64 = 1   ///< double
};
/// Numbers in the caller's memory, some for each box. `data` may have any alignment.
typedef struct satori_number_stream {
    const void* data;         ///< the first number of the first box
    ptrdiff_t stride;         ///< bytes from box to box, any number; 0 repeats one item
    satori_number_type type;  ///< the type of each number
} satori_number_stream;

/// How rotations are written. Each takes the box's axes to world directions.
typedef uint32_t satori_rotation_form;
/// The values of satori_rotation_form.
enum {
    SATORI_QUATERNION_XYZW = 0,  ///< four numbers, w last, of any length that a float holds, but zero
    SATORI_QUATERNION_WXYZ = 1,  ///< four numbers, w first, likewise
    SATORI_MATRIX_ROWS = 2,      ///< row-major: the first three numbers are the x components of the three axes
    SATORI_MATRIX_COLUMNS = 3    ///< column-major: the first three numbers are the first axis
};

/// How sizes are written.
typedef uint32_t satori_size_form;
/// The values of satori_size_form.
enum {
    SATORI_SIZE_HALF = 0,  ///< half extents
    SATORI_SIZE_FULL = 1   ///< full lengths of the edges
};

/// Which point of the box its position is.
typedef uint32_t satori_box_place;
/// The values of satori_box_place.
enum {
    SATORI_PLACE_CENTER = 0,     ///< the middle of the box
    SATORI_PLACE_LOW_CORNER = 1  ///< the corner at the lower end of each of the box's own axes
};

/// A view of boxes as other programs hold them; see satori/any_box_view.hpp. Zeros are legal but for the data and, with
/// a matrix, its stride.
typedef struct satori_any_box_view {
    satori_number_stream positions;      ///< three numbers for each box
    satori_number_stream rotations;      ///< 4 numbers, or three rows or columns of 3
    satori_number_stream sizes;          ///< three numbers for each box
    size_t count;                        ///< number of boxes
    satori_rotation_form rotation_form;  ///< how the rotations of all boxes are written
    uint32_t matrix_stride;              ///< numbers from one row or column of a matrix to the next: 3 or 4
    satori_size_form size_form;          ///< how the sizes of all boxes are written
    satori_box_place place;              ///< which point of each box its position is
    satori_vec3d origin;                 ///< subtracted from the positions in double; finite
} satori_any_box_view;

/// Why a box or a rectangle is not legal input.
typedef uint32_t satori_box_fault;
/// The values of satori_box_fault.
enum {
    SATORI_FAULT_NONE = 0,                      ///< it is legal
    SATORI_FAULT_CENTER_NOT_FINITE = 1,         ///< NaN or infinite
    SATORI_FAULT_CENTER_TOO_FAR = 2,            ///< |component| > 1e8
    SATORI_FAULT_HALF_EXTENT_NOT_FINITE = 3,    ///< NaN or infinite
    SATORI_FAULT_HALF_EXTENT_NEGATIVE = 4,      ///< below 0
    SATORI_FAULT_HALF_EXTENT_TOO_SMALL = 5,     ///< a half extent is not 0 and below 1e-7
    SATORI_FAULT_HALF_EXTENT_TOO_LARGE = 6,     ///< above 1e8
    SATORI_FAULT_ROTATION_NOT_FINITE = 7,       ///< NaN or infinite
    SATORI_FAULT_ROTATION_ZERO = 8,             ///< all components are 0
    SATORI_FAULT_ANGLE_NOT_FINITE = 9,          ///< the angle of a rectangle is NaN or infinite
    SATORI_FAULT_ANGLE_TOO_LARGE = 10,          ///< the angle of a rectangle: |angle| > 1e5
    SATORI_FAULT_ROTATION_NOT_ORTHONORMAL = 11  ///< a matrix whose axes are not orthonormal
};
/// Returns a short English description. Never NULL; static storage.
SATORI_API const char* satori_describe_box_fault(satori_box_fault fault) SATORI_NOEXCEPT;

/// An illegal box or rectangle.
typedef struct satori_invalid_box {
    uint32_t index;          ///< in the view
    uint32_t column;         ///< first faulty column of its row
    satori_box_fault fault;  ///< the reason
} satori_invalid_box;

/// What an assignment does with boxes that are not legal.
typedef uint32_t satori_on_invalid;
/// The values of satori_on_invalid.
enum {
    SATORI_ON_INVALID_REFUSE = 0,  ///< takes none: SATORI_INVALID_BOX, and the batch keeps its boxes
    SATORI_ON_INVALID_SKIP = 1     ///< takes the legal boxes; an illegal box keeps its index but overlaps nothing
};

/// The arrays of a box batch. Array 6 + 3 * i + k is the component of box axis i along world axis k.
typedef uint32_t satori_box_component;
/// The values of satori_box_component.
enum {
    SATORI_BOX_CENTER_X = 0,  ///< x of the center, meters
    SATORI_BOX_CENTER_Y = 1,  ///< y of the center
    SATORI_BOX_CENTER_Z = 2,  ///< z of the center
    SATORI_BOX_HALF_X = 3,    ///< half extent along the first axis, meters
    SATORI_BOX_HALF_Y = 4,    ///< half extent along the second axis
    SATORI_BOX_HALF_Z = 5,    ///< half extent along the third axis
    SATORI_BOX_AXES = 6       ///< the first of nine arrays: the box axes
};

/// A set of validated boxes as structure of arrays. A program fills it once per frame from a view.
typedef struct satori_box_batch satori_box_batch;
/// Creates an empty batch.
SATORI_API satori_status satori_box_batch_create(const satori_allocator* allocator,
                                                 satori_box_batch** batch) SATORI_NOEXCEPT;
/// Destroys the handle and releases all of its memory.
SATORI_API void satori_box_batch_destroy(satori_box_batch* batch) SATORI_NOEXCEPT;
/// Replaces the boxes with those of `view`. Errors, which leave the boxes unchanged: those of BoxBatch::assign().
SATORI_API satori_status satori_box_batch_assign(satori_box_batch* batch, const satori_box_view* view,
                                                 satori_on_invalid on_invalid,
                                                 const satori_execution* execution) SATORI_NOEXCEPT;
/// Replaces the boxes with those of a view of doubles. satori_box_batch_center_error() returns the rounding error.
SATORI_API satori_status satori_box_batch_assign64(satori_box_batch* batch, const satori_box_view64* view,
                                                   satori_on_invalid on_invalid,
                                                   const satori_execution* execution) SATORI_NOEXCEPT;
/// Replaces the boxes with those of a view of any form. satori_box_batch_center_error() returns the rounding error.
SATORI_API satori_status satori_box_batch_assign_any(satori_box_batch* batch, const satori_any_box_view* view,
                                                     satori_on_invalid on_invalid,
                                                     const satori_execution* execution) SATORI_NOEXCEPT;
/// Replaces the boxes with those of `source`, scaled about the origin, then moved by `pose`. `source` may be this
/// batch. Half extents that become less than 1e-7 become 0.
SATORI_API satori_status satori_box_batch_assign_transformed(satori_box_batch* batch, const satori_box_batch* source,
                                                             const satori_pose* pose, float scale,
                                                             const satori_execution* execution) SATORI_NOEXCEPT;
/// Removes all boxes and keeps the memory.
SATORI_API void satori_box_batch_clear(satori_box_batch* batch) SATORI_NOEXCEPT;
/// Returns the number of boxes.
SATORI_API uint32_t satori_box_batch_size(const satori_box_batch* batch) SATORI_NOEXCEPT;
/// Returns the illegal boxes of the last assignment, by index; `*count` is their number. Valid until the next
/// assignment. NULL when `count` is NULL.
SATORI_API const satori_invalid_box* satori_box_batch_invalid(const satori_box_batch* batch,
                                                              size_t* count) SATORI_NOEXCEPT;
/// Returns the largest distance along an axis between a center as given and as stored, meters. 0 when floats were
/// given, and after satori_box_batch_assign_transformed().
SATORI_API double satori_box_batch_center_error(const satori_box_batch* batch) SATORI_NOEXCEPT;
/// Returns an array with one float per box, valid until the next assignment. NULL for a component that does not
/// exist.
SATORI_API const float* satori_box_batch_component(const satori_box_batch* batch,
                                                   satori_box_component component) SATORI_NOEXCEPT;

/// The sides of a box that neighbors cover, one bit each, in a byte: satori/covered_sides.hpp.
enum {
    SATORI_SIDE_PLUS_X = 1,    ///< the side in the direction of the box's own first axis
    SATORI_SIDE_MINUS_X = 2,   ///< the opposite side
    SATORI_SIDE_PLUS_Y = 4,    ///< in the direction of the second axis
    SATORI_SIDE_MINUS_Y = 8,   ///< the opposite side
    SATORI_SIDE_PLUS_Z = 16,   ///< in the direction of the third axis
    SATORI_SIDE_MINUS_Z = 32,  ///< the opposite side
    SATORI_ALL_SIDES = 63      ///< all legal bits
};
/// Sets the covered sides: sides[i] for box i. A count of 0 removes all. SATORI_INVALID_ARGUMENT unless the count is
/// 0 or the size.
SATORI_API satori_status satori_box_batch_set_covered_sides(satori_box_batch* batch, const uint8_t* sides,
                                                            size_t count) SATORI_NOEXCEPT;
/// Returns the covered sides, one per box, valid until the next assignment or setting. NULL when none are set.
SATORI_API const uint8_t* satori_box_batch_covered_sides(const satori_box_batch* batch) SATORI_NOEXCEPT;

/// Sets the radii: radii[i] for box i, meters. The box is then the core of a sphere (no extent), a capsule (one extent)
/// or a rounded box: BatchStorage::set_radii() in satori/batch_storage.hpp. A count of 0 removes all; each assignment
/// removes them too. Errors, which leave the radii unchanged: SATORI_INVALID_ARGUMENT unless the count is 0 or the
/// size; SATORI_INVALID_BOX for a radius that is not 0 and not 1e-7 to 1e8. `*invalid_index`, unless that is NULL, is
/// then the first such box.
SATORI_API satori_status satori_box_batch_set_radii(satori_box_batch* batch, const float* radii, size_t count,
                                                    uint64_t* invalid_index) SATORI_NOEXCEPT;
/// Returns the radii, one per box, valid until the next assignment or setting. NULL when none are set.
SATORI_API const float* satori_box_batch_radii(const satori_box_batch* batch) SATORI_NOEXCEPT;

/// Returns the memory held, bytes, without the handle.
SATORI_API uint64_t satori_box_batch_bytes(const satori_box_batch* batch) SATORI_NOEXCEPT;

/// Scratch memory and results of calls. A second call of equal size allocates nothing.
typedef struct satori_workspace satori_workspace;
/// Creates an empty workspace.
SATORI_API satori_status satori_workspace_create(const satori_allocator* allocator,
                                                 satori_workspace** workspace) SATORI_NOEXCEPT;
/// Destroys the workspace and releases all of its memory. It must not run while a call uses the workspace.
SATORI_API void satori_workspace_destroy(satori_workspace* workspace) SATORI_NOEXCEPT;
/// Releases the memory, with all results, and keeps the handle. SATORI_WORKSPACE_IN_USE while a call runs.
SATORI_API satori_status satori_workspace_release(satori_workspace* workspace) SATORI_NOEXCEPT;
/// Returns the memory held, bytes, without the handle.
SATORI_API uint64_t satori_workspace_bytes(const satori_workspace* workspace) SATORI_NOEXCEPT;
/// Returns the most memory ever held, bytes.
SATORI_API uint64_t satori_workspace_peak_bytes(const satori_workspace* workspace) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
