#pragma once

#include <cstddef>
#include <cstdint>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup batches
/// @{

/// The type of the numbers of a NumberStream.
enum class NumberType : std::uint32_t {
    float32,  ///< float
    float64,  ///< double
};

/// Numbers in the caller's memory: some numbers for each box, at a fixed distance in bytes. Nothing is owned. `data`
/// may have any alignment. `stride` may be any number of bytes, also a negative one; 0 repeats the first item.
struct NumberStream {
    const void* data = nullptr;             ///< the first number of the first box
    std::ptrdiff_t stride = 0;              ///< bytes from box to box, any number; 0 repeats one item
    NumberType type = NumberType::float32;  ///< the type of each number

    constexpr NumberStream() noexcept = default;
    /// Makes a stream of floats.
    constexpr NumberStream(const float* first, std::ptrdiff_t byte_stride) noexcept
        : data(first), stride(byte_stride) {}
    /// Makes a stream of doubles.
    constexpr NumberStream(const double* first, std::ptrdiff_t byte_stride) noexcept
        : data(first), stride(byte_stride), type(NumberType::float64) {}
};

/// How rotations are written. Each of them takes the box's axes to world directions: as a matrix, it acts on column
/// vectors, and its columns are the box's axes.
enum class RotationForm : std::uint32_t {
    quaternion_xyzw,  ///< four numbers, w last, of any length that a float holds, but zero
    quaternion_wxyz,  ///< four numbers, w first, likewise
    matrix_rows,      ///< row-major: the first three numbers are the x components of the three axes
    matrix_columns,   ///< column-major: the first three numbers are the first axis
};

/// How sizes are written.
enum class SizeForm : std::uint32_t {
    half,  ///< half extents
    full,  ///< full lengths of the edges
};

/// Which point of the box its position is.
enum class BoxPlace : std::uint32_t {
    center,      ///< the middle of the box
    low_corner,  ///< the corner at the lower end of each of the box's own axes
};

/// A view of boxes as other programs hold them. Calls that take it convert box by box, and keep nothing of the caller's
/// memory. Legal: streams with data unless `count` is 0, enumerators that exist, a matrix_stride of 3 or 4, a finite
/// origin; else `invalid_argument`.
///
///     AnyBoxView view{.positions = {bodies[0].position, sizeof(Body)},     // double position[3]
///                     .rotations = {bodies[0].orientation, sizeof(Body)},  // double orientation[4]: w x y z
///                     .sizes = {bodies[0].edges, sizeof(Body)},            // float edges[3]
///                     .count = bodies.size(),
///                     .rotation_form = RotationForm::quaternion_wxyz,
///                     .size_form = SizeForm::full};
///
/// The axes of a matrix must be orthonormal within kAxesTolerance (satori/rotation.hpp). The box gets the nearest
/// rotation. A matrix within float rounding of a rotation is taken as it is: its box may differ from that of
/// quat_from_axes() by this rounding. If axes are left-handed, the third is reversed, which does not
/// change the box. Numbers are rounded to the nearest float, except positions of boxes of a World. A size that is not 0
/// does not become 0.
struct AnyBoxView {
    NumberStream positions;                                      ///< three numbers for each box
    NumberStream rotations;                                      ///< 4 numbers, or three rows or columns of 3
    NumberStream sizes;                                          ///< three numbers for each box
    std::size_t count = 0;                                       ///< number of boxes
    RotationForm rotation_form = RotationForm::quaternion_xyzw;  ///< how the rotations of all boxes are written
    std::uint32_t matrix_stride = 3;      ///< numbers from one row or column of a matrix to the next: 3 or 4
    SizeForm size_form = SizeForm::half;  ///< how the sizes of all boxes are written
    BoxPlace place = BoxPlace::center;    ///< which point of each box its position is
    Vec3d origin{};                       ///< subtracted from the positions, in double, before anything is rounded
};

/// @}

SATORI_NAMESPACE_END
