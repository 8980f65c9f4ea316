#include "geometry/any_box_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "geometry/rotation_math.hpp"
#include "geometry/rounding.hpp"

namespace satori::v0::geometry {

namespace {

/// Axes rounded to float are this near to orthonormal: the sum of all errors of their dot products.
constexpr double kFloatAxes = 8 * double{std::numeric_limits<float>::epsilon()};

/// Calls visit(Number()) with the type of a stream's numbers.
template <class Visit>
auto with_type(const NumberStream& stream, Visit&& visit) noexcept {
    return stream.type == NumberType::float64 ? visit(double()) : visit(float());
}

const std::byte* item(const NumberStream& stream, std::size_t i) noexcept {
    return static_cast<const std::byte*>(stream.data) + stream.stride * static_cast<std::ptrdiff_t>(i);
}

/// Returns numbers [first, first + kCount) of item i.
template <class Number, std::size_t kCount>
std::array<Number, kCount> load(const NumberStream& stream, std::size_t i, std::size_t first = 0) noexcept {
    std::array<Number, kCount> numbers;
    std::memcpy(numbers.data(), item(stream, i) + first * sizeof(Number), sizeof numbers);
    return numbers;
}

template <class Number>
float rounded_number(Number v) noexcept {
    if constexpr (sizeof(Number) == sizeof(float)) return v;
    return base::rounded(v);
}

template <class Number>
Number scale_of(const AnyBoxView& view) noexcept {
    return view.size_form == SizeForm::full ? Number(0.5) : Number(1);
}

// What follows writes numbers one by one, to where they stay: to copy a struct right after its members were written
// costs more than the rest.

template <class Number>
void read_half_extents(const AnyBoxView& view, std::size_t i, float* half) noexcept {
    const auto v = load<Number, 3>(view.sizes, i);
    const auto scale = scale_of<Number>(view);
    for (std::size_t k = 0; k < 3; ++k) half[k] = rounded_half_extent(v[k], scale);
}

template <class Number>
void read_quaternion(const AnyBoxView& view, std::size_t i, float* xyzw) noexcept {
    const auto v = load<Number, 4>(view.rotations, i);
    const std::size_t first = view.rotation_form == RotationForm::quaternion_xyzw ? 0 : 3;
    for (std::size_t k = 0; k < 4; ++k) xyzw[(k + first) % 4] = rounded_number(v[k]);
}

template <class Number>
void read_matrix(const AnyBoxView& view, std::size_t i, Frame& axes) noexcept {
    const bool columns = view.rotation_form == RotationForm::matrix_columns;
    for (std::size_t line = 0; line < 3; ++line) {
        const auto v = load<Number, 3>(view.rotations, i, line * view.matrix_stride);
        for (std::size_t k = 0; k < 3; ++k) (columns ? axes[line][k] : axes[k][line]) = double{v[k]};
    }
}

void write_quat(const DoubleQuat& q, float* xyzw) noexcept {
    for (std::size_t k = 0; k < 3; ++k) xyzw[k] = static_cast<float>(q.v[k]);
    xyzw[3] = static_cast<float>(q.w);
}

/// Writes a quaternion of axes, of length 2 to 4 or 1; NaN when they are not nearly orthonormal.
void write_rotation(const Frame& axes, float* xyzw) noexcept {
    double error = 0;  // NaN where an axis is not finite
    for (std::size_t i = 0; i < 3; ++i)
        error += std::fabs(dot(axes[i], axes[i]) - 1) + std::fabs(dot(axes[i], axes[(i + 1) % 3]));
    if (error <= kFloatAxes) {
        const bool mirrored = dot(cross(axes[0], axes[1]), axes[2]) < 0;
        write_quat(long_quat_of(mirrored ? Frame{axes[0], axes[1], -axes[2]} : axes), xyzw);
    } else if (nearly_orthonormal(axes)) {
        write_quat(nearest_rotation(axes), xyzw);
    } else {
        std::fill_n(xyzw, 4, std::numeric_limits<float>::quiet_NaN());
    }
}

bool is_matrix(const AnyBoxView& view) noexcept {
    return view.rotation_form >= RotationForm::matrix_rows;
}

/// Reads the position of box i as a center, in double and relative to the view's origin, and what the subtraction lost.
template <class Number>
void read_center(const AnyBoxView& view, std::size_t i, Double3& center, Double3& lost) noexcept {
    const auto given = load<Number, 3>(view.positions, i);
    const double origin[3] = {view.origin.x, view.origin.y, view.origin.z};
    for (std::size_t k = 0; k < 3; ++k) {
        center[k] = double{given[k]} - origin[k];
        lost[k] = base::lost_of_sum(double{given[k]}, -origin[k], center[k]);
    }
}

/// Moves a low corner to the center of box i, unless its rotation or its size is not finite.
void leave_low_corner(const AnyBoxView& view, std::size_t i, const Quat& rotation, Double3& center) noexcept {
    if (!is_legal(rotation)) return;
    const Double3 half = with_type(view.sizes, [&](auto number) {
        using Number = decltype(number);
        const auto v = load<Number, 3>(view.sizes, i);
        return double{scale_of<Number>(view)} * Double3{{double{v[0]}, double{v[1]}, double{v[2]}}};
    });
    if (!std::isfinite(half[0] + half[1] + half[2])) return;
    Frame axes = axes_of(unit(rotation));
    if (is_matrix(view)) {
        // Only the matrix tells on which side of the corner a mirrored box lies.
        Frame given;
        with_type(view.rotations, [&](auto number) { read_matrix<decltype(number)>(view, i, given); });
        if (dot(cross(given[0], given[1]), given[2]) < 0) axes[2] = -axes[2];
    }
    center = center + from_frame(axes, half);
}

}  // namespace

bool AnyBoxReader::well_formed(bool sizes_are_read) const noexcept {
    const auto known = [](const NumberStream& stream) {
        return stream.data != nullptr && stream.type <= NumberType::float64;
    };
    const bool forms = view_.rotation_form <= RotationForm::matrix_columns && view_.size_form <= SizeForm::full &&
                       view_.place <= BoxPlace::low_corner;
    const bool stride = !is_matrix(view_) || view_.matrix_stride == 3 || view_.matrix_stride == 4;
    const bool need_sizes = sizes_are_read || view_.place != BoxPlace::center;
    const Vec3d& origin = view_.origin;
    return forms && stride && known(view_.positions) && known(view_.rotations) && (!need_sizes || known(view_.sizes)) &&
           std::isfinite(origin.x) && std::isfinite(origin.y) && std::isfinite(origin.z);
}

void AnyBoxReader::copy_rows(std::size_t begin, std::uint32_t count, float* rows, double* losses) const noexcept {
    const AnyBoxView view = view_;  // what is written cannot change it
    // Calls read(Number(), i, row) for each box; the type is chosen once for all.
    const auto for_each = [&](const NumberStream& stream, auto&& read) noexcept {
        with_type(stream, [&](auto number) {
            for (std::uint32_t k = 0; k < count; ++k) read(number, begin + k, rows + std::size_t{kFloats} * k);
        });
    };
    if (view.sizes.type == NumberType::float32 && view.size_form == SizeForm::half) {
        for_each(view.sizes, [&](auto, std::size_t i, float* row) {
            std::memcpy(row + 3, item(view.sizes, i), 3 * sizeof(float));
        });
    } else {
        for_each(view.sizes, [&](auto number, std::size_t i, float* row) {
            read_half_extents<decltype(number)>(view, i, row + 3);
        });
    }
    if (is_matrix(view)) {
        for_each(view.rotations, [&](auto number, std::size_t i, float* row) {
            Frame axes;
            read_matrix<decltype(number)>(view, i, axes);
            write_rotation(axes, row + 6);
        });
    } else {
        for_each(view.rotations,
                 [&](auto number, std::size_t i, float* row) { read_quaternion<decltype(number)>(view, i, row + 6); });
    }
    if (plain_positions()) {
        for_each(view.positions, [&](auto, std::size_t i, float* row) {
            std::memcpy(row, item(view.positions, i), 3 * sizeof(float));
        });
        std::fill_n(losses, count, 0.0);
        return;
    }
    for_each(view.positions, [&](auto number, std::size_t i, float* row) {
        Double3 center, lost;
        read_center<decltype(number)>(view, i, center, lost);
        if (view.place == BoxPlace::low_corner) leave_low_corner(view, i, {row[6], row[7], row[8], row[9]}, center);
        double most = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            row[k] = base::rounded_to_finite(center[k]);
            most = std::max(most, std::fabs(center[k] - double{row[k]} + lost[k]));
        }
        losses[i - begin] = most;
    });
}

void AnyBoxReader::read_place(std::size_t i, Vec3d& position, Quat& rotation) const noexcept {
    float q[4];
    if (is_matrix(view_)) {
        Frame axes;
        with_type(view_.rotations, [&](auto number) { read_matrix<decltype(number)>(view_, i, axes); });
        write_rotation(axes, q);
    } else {
        with_type(view_.rotations, [&](auto number) { read_quaternion<decltype(number)>(view_, i, q); });
    }
    rotation = {q[0], q[1], q[2], q[3]};
    if (is_matrix(view_) && is_legal(rotation)) rotation = rounded(unit(rotation));
    Double3 center, lost;
    with_type(view_.positions, [&](auto number) { read_center<decltype(number)>(view_, i, center, lost); });
    if (view_.place == BoxPlace::low_corner) leave_low_corner(view_, i, rotation, center);
    position = {center[0], center[1], center[2]};
}

Vec3 AnyBoxReader::half_extents(std::size_t i) const noexcept {
    float half[3];
    with_type(view_.sizes, [&](auto number) { read_half_extents<decltype(number)>(view_, i, half); });
    return {half[0], half[1], half[2]};
}

bool AnyBoxReader::sheared(std::size_t i) const noexcept {
    if (!is_matrix(view_)) return false;
    Frame axes;
    with_type(view_.rotations, [&](auto number) { read_matrix<decltype(number)>(view_, i, axes); });
    for (const Double3& axis : axes)
        for (const double v : axis.at)
            if (!std::isfinite(v)) return false;
    return !nearly_orthonormal(axes);
}

}  // namespace satori::v0::geometry
