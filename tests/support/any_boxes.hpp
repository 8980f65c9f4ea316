#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <ostream>
#include <vector>

#include <satori/satori.hpp>

namespace satori::test {

/// A form in which a program may hold boxes.
struct AnyForm {
    NumberType type = NumberType::float32;
    RotationForm rotation = RotationForm::quaternion_xyzw;
    std::uint32_t matrix_stride = 3;
    SizeForm size = SizeForm::half;
    BoxPlace place = BoxPlace::center;

    bool has_matrix() const { return rotation >= RotationForm::matrix_rows; }
};

inline std::ostream& operator<<(std::ostream& out, const AnyForm& form) {
    return out << "double " << static_cast<int>(form.type) << ", rotation " << static_cast<int>(form.rotation)
               << ", matrix stride " << form.matrix_stride << ", full " << static_cast<int>(form.size) << ", corner "
               << static_cast<int>(form.place);
}

/// Returns all forms.
inline std::vector<AnyForm> all_forms() {
    std::vector<AnyForm> forms;
    for (const auto type : {NumberType::float32, NumberType::float64})
        for (const auto size : {SizeForm::half, SizeForm::full})
            for (const auto place : {BoxPlace::center, BoxPlace::low_corner}) {
                for (const auto rotation : {RotationForm::quaternion_xyzw, RotationForm::quaternion_wxyz})
                    forms.push_back({type, rotation, 3, size, place});
                for (const auto rotation : {RotationForm::matrix_rows, RotationForm::matrix_columns})
                    for (const std::uint32_t stride : {3U, 4U}) forms.push_back({type, rotation, stride, size, place});
            }
    return forms;
}

/// The numbers of a box in a form, in double.
struct AnyBox {
    std::array<double, 3> position{}, size{1, 1, 1};
    std::vector<double> rotation;
};

inline AnyBox any_box(const OrientedBox& box, const AnyForm& form) {
    const Vec3 &c = box.center, &h = box.half_extents;
    const Quat& q = box.rotation;
    const double half[3] = {h.x, h.y, h.z};
    Axes axes;
    static_cast<void>(axes_from_quat(q, axes));
    AnyBox out{{c.x, c.y, c.z}, {h.x, h.y, h.z}, {q.x, q.y, q.z, q.w}};
    if (form.rotation == RotationForm::quaternion_wxyz) out.rotation = {q.w, q.x, q.y, q.z};
    const auto component = [&](std::size_t axis, std::size_t k) {
        const Vec3& a = axes.axes[axis];
        return double{k == 0 ? a.x : k == 1 ? a.y : a.z};
    };
    for (std::size_t i = 0; i < 3; ++i) {
        if (form.size == SizeForm::full) out.size[i] *= 2;
        for (std::size_t k = 0; k < 3; ++k)
            if (form.place == BoxPlace::low_corner) out.position[k] -= half[i] * component(i, k);
    }
    if (!form.has_matrix()) return out;
    out.rotation.assign(3 * form.matrix_stride, 7e7);  // what lies between the rows must not be read
    for (std::size_t line = 0; line < 3; ++line)
        for (std::size_t k = 0; k < 3; ++k)
            out.rotation[line * form.matrix_stride + k] =
                form.rotation == RotationForm::matrix_rows ? component(k, line) : component(line, k);
    out.rotation.resize(2 * form.matrix_stride + 3);
    return out;
}

/// Boxes in the memory of a program: one record for each, at addresses that are not aligned.
class AnyBoxes {
public:
    AnyBoxes(const std::vector<AnyBox>& boxes, const AnyForm& form) : form_(form), count_(boxes.size()) {
        bytes_.resize(1);
        for (const AnyBox& box : boxes) {
            add(box.position);
            add(box.size);
            add(box.rotation);
            stride_ = bytes_.size() + 3 - start_;
            start_ = bytes_.size() + 3;
            bytes_.resize(start_);
        }
    }
    AnyBoxes(const std::vector<OrientedBox>& boxes, const AnyForm& form) : AnyBoxes(in_form(boxes, form), form) {}

    AnyBoxView view() const {
        const std::size_t number = form_.type == NumberType::float64 ? 8 : 4;
        AnyBoxView view;
        view.positions = stream(0);
        view.sizes = stream(3 * number);
        view.rotations = stream(6 * number);
        view.count = count_;
        view.rotation_form = form_.rotation;
        view.matrix_stride = form_.matrix_stride;
        view.size_form = form_.size;
        view.place = form_.place;
        return view;
    }

private:
    static std::vector<AnyBox> in_form(const std::vector<OrientedBox>& boxes, const AnyForm& form) {
        std::vector<AnyBox> out;
        for (const OrientedBox& box : boxes) out.push_back(any_box(box, form));
        return out;
    }
    template <class Numbers>
    void add(const Numbers& numbers) {
        for (const double number : numbers) {
            const std::size_t end = bytes_.size();
            const auto narrow = static_cast<float>(number);
            const bool wide = form_.type == NumberType::float64;
            bytes_.resize(end + (wide ? 8 : 4));
            std::memcpy(bytes_.data() + end, wide ? static_cast<const void*>(&number) : &narrow, wide ? 8 : 4);
        }
    }
    NumberStream stream(std::size_t offset) const {
        NumberStream stream;
        stream.data = bytes_.data() + 1 + offset;
        stream.stride = static_cast<std::ptrdiff_t>(stride_);
        stream.type = form_.type;
        return stream;
    }

    AnyForm form_;
    std::size_t count_, start_ = 1, stride_ = 0;
    std::vector<std::byte> bytes_;
};

}  // namespace satori::test
