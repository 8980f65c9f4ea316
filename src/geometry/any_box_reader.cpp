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
Double3 widened(const std::array<Number, 3>& v) noexcept {
    return {{double{v[0]}, double{v[1]}, double{v[2]}}};
}

template <class Number>
float rounded_number(Number v) noexcept {
    if constexpr (sizeof(Number) == sizeof(float)) return v;
    return base::rounded(v);
}

template <class Number>
Vec3 half_extents_at(const AnyBoxView& view, std::size_t i, Number scale) noexcept {
    const auto v = load<Number, 3>(view.sizes, i);
    return {rounded_half_extent(v[0], scale), rounded_half_extent(v[1], scale), rounded_half_extent(v[2], scale)};
}

template <class Number>
Number scale_of(const AnyBoxView& view) noexcept {
    return view.size_form == SizeForm::full ? Number(0.5) : Number(1);
}

template <class Number>
Quat quaternion_at(const AnyBoxView& view, std::size_t i) noexcept {
    const auto v = load<Number, 4>(view.rotations, i);
    const float q[4] = {rounded_number(v[0]), rounded_number(v[1]), rounded_number(v[2]), rounded_number(v[3])};
    if (view.rotation_form == RotationForm::quaternion_xyzw) return {q[0], q[1], q[2], q[3]};
    return {q[1], q[2], q[3], q[0]};
}

template <class Number>
inline Frame matrix_at(const AnyBoxView& view, std::size_t i) noexcept {
    Frame lines;
    for (std::size_t k = 0; k < 3; ++k) lines[k] = widened(load<Number, 3>(view.rotations, i, k * view.matrix_stride));
    if (view.rotation_form == RotationForm::matrix_columns) return lines;
    Frame axes;
    for (std::size_t k = 0; k < 9; ++k) axes[k % 3][k / 3] = lines[k / 3][k % 3];
    return axes;
}

/// Returns a quaternion of axes, of length 2 to 4 or 1; NaN when they are not nearly orthonormal.
Quat rotation_of(Frame axes) noexcept {
    double error = 0;  // NaN where an axis is not finite
    for (std::size_t i = 0; i < 3; ++i)
        error += std::fabs(dot(axes[i], axes[i]) - 1) + std::fabs(dot(axes[i], axes[(i + 1) % 3]));
    if (error <= kFloatAxes) {
        if (dot(cross(axes[0], axes[1]), axes[2]) < 0) axes[2] = -axes[2];
        const DoubleQuat q = long_quat_of(axes);
        return {static_cast<float>(q.v[0]), static_cast<float>(q.v[1]), static_cast<float>(q.v[2]),
                static_cast<float>(q.w)};
    }
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    return nearly_orthonormal(axes) ? rounded(nearest_rotation(axes)) : Quat{kNan, kNan, kNan, kNan};
}

bool is_matrix(const AnyBoxView& view) noexcept {
    return view.rotation_form >= RotationForm::matrix_rows;
}

/// A center in double, relative to the view's origin, and what the subtraction lost.
struct Center {
    Double3 at, lost;
};

template <class Number>
Center center_at(const AnyBoxView& view, std::size_t i) noexcept {
    const Double3 given = widened(load<Number, 3>(view.positions, i));
    const double origin[3] = {view.origin.x, view.origin.y, view.origin.z};
    Center center;
    for (std::size_t k = 0; k < 3; ++k) {
        center.at[k] = given[k] - origin[k];
        center.lost[k] = base::lost_of_sum(given[k], -origin[k], center.at[k]);
    }
    return center;
}

/// Returns the way from the low corner of box i to its center; 0 when its rotation is not legal.
Double3 from_low_corner(const AnyBoxView& view, std::size_t i, const Quat& rotation) noexcept {
    if (!is_legal(rotation)) return {};
    const Double3 half = with_type(view.sizes, [&](auto number) {
        using Number = decltype(number);
        return double{scale_of<Number>(view)} * widened(load<Number, 3>(view.sizes, i));
    });
    // Only a matrix tells on which side of the corner a mirrored box lies.
    const Frame axes =
        is_matrix(view) ? with_type(view.rotations, [&](auto number) { return matrix_at<decltype(number)>(view, i); })
                        : axes_of(unit(rotation));
    return from_frame(axes, half);
}

/// Calls write(k, value_at(begin + k)) for k < count. The type is chosen once for all.
template <class ValueAt, class Write>
void for_each(const NumberStream& stream, std::size_t begin, std::uint32_t count, ValueAt&& value_at,
              Write&& write) noexcept {
    with_type(stream, [&](auto number) {
        for (std::uint32_t k = 0; k < count; ++k) write(k, value_at(number, begin + k));
    });
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
    const auto row = [rows](std::uint32_t k) noexcept { return rows + std::size_t{kFloats} * k; };
    if (view.sizes.type == NumberType::float32 && view.size_form == SizeForm::half) {
        for (std::uint32_t k = 0; k < count; ++k) std::memcpy(row(k) + 3, item(view.sizes, begin + k), 12);
    } else {
        for_each(
            view.sizes, begin, count,
            [&](auto number, std::size_t i) { return half_extents_at(view, i, scale_of<decltype(number)>(view)); },
            [&](std::uint32_t k, const Vec3& half) { std::memcpy(row(k) + 3, &half, sizeof half); });
    }
    const auto write_rotation = [&](std::uint32_t k, const Quat& q) { std::memcpy(row(k) + 6, &q, sizeof q); };
    if (is_matrix(view)) {
        for_each(
            view.rotations, begin, count,
            [&](auto number, std::size_t i) { return rotation_of(matrix_at<decltype(number)>(view, i)); },
            write_rotation);
    } else {
        for_each(
            view.rotations, begin, count,
            [&](auto number, std::size_t i) { return quaternion_at<decltype(number)>(view, i); }, write_rotation);
    }
    if (plain_positions()) {
        for (std::uint32_t k = 0; k < count; ++k) std::memcpy(row(k), item(view.positions, begin + k), 12);
        std::fill_n(losses, count, 0.0);
        return;
    }
    for_each(
        view.positions, begin, count, [&](auto number, std::size_t i) { return center_at<decltype(number)>(view, i); },
        [&](std::uint32_t k, Center center) {
            if (view.place == BoxPlace::low_corner) {
                const float* const q = row(k) + 6;
                center.at = center.at + from_low_corner(view, begin + k, {q[0], q[1], q[2], q[3]});
            }
            losses[k] = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                row(k)[c] = base::rounded_to_finite(center.at[c]);
                losses[k] = std::max(losses[k], std::fabs(center.at[c] - double{row(k)[c]} + center.lost[c]));
            }
        });
}

AnyBoxReader::Place AnyBoxReader::place(std::size_t i) const noexcept {
    Quat rotation = with_type(view_.rotations, [&](auto number) {
        using Number = decltype(number);
        return is_matrix(view_) ? rotation_of(matrix_at<Number>(view_, i)) : quaternion_at<Number>(view_, i);
    });
    if (is_matrix(view_) && is_legal(rotation)) rotation = rounded(unit(rotation));
    Double3 center = with_type(view_.positions, [&](auto number) { return center_at<decltype(number)>(view_, i).at; });
    if (view_.place == BoxPlace::low_corner) center = center + from_low_corner(view_, i, rotation);
    return {center, rotation};
}

Vec3 AnyBoxReader::half_extents(std::size_t i) const noexcept {
    return with_type(view_.sizes,
                     [&](auto number) { return half_extents_at(view_, i, scale_of<decltype(number)>(view_)); });
}

bool AnyBoxReader::sheared(std::size_t i) const noexcept {
    if (!is_matrix(view_)) return false;
    const Frame axes = with_type(view_.rotations, [&](auto number) { return matrix_at<decltype(number)>(view_, i); });
    for (const Double3& axis : axes)
        for (const double v : axis.at)
            if (!std::isfinite(v)) return false;
    return !nearly_orthonormal(axes);
}

}  // namespace satori::v0::geometry
