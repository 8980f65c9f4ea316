#include "support/box_operations.hpp"

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <satori/satori.hpp>

#include "support/random.hpp"

namespace satori::test {

namespace {

class Tape {
public:
    template <class T>
    void write(const T& value) {
        static_assert(sizeof(T) % 4 == 0);
        const std::size_t at = words_.size();
        words_.resize(at + sizeof(T) / 4);
        std::memcpy(words_.data() + at, &value, sizeof value);
    }
    template <class T>
    void write(Status status, const T& value) {
        write(status);
        write(value);
    }
    std::vector<std::uint32_t> words_;
};

Vec3 vector(Random& random, double size) {
    const auto c = [&] { return static_cast<float>(random.uniform(-size, size)); };
    return {c(), c(), c()};
}

Quat quaternion(Random& random) {
    const Vec3 v = vector(random, 1);
    return {v.x, v.y, v.z, static_cast<float>(random.uniform(-1, 1))};
}

OrientedBox box(Random& random) {
    const double sizes[4] = {1e-3, 1, 1e3, 1e7};
    const double size = sizes[random.below(4)];
    const Vec3 half = vector(random, size);
    return {vector(random, 10 * size),
            {half.x * half.x, random.coin() ? 0.0F : half.y * half.y, half.z * half.z},
            quaternion(random)};
}

void construct(const BoxCase& given, Tape& tape) {
    OrientedBox made;
    const Vec3 half = given.factors;
    tape.write(box_from_aabb(given.bounds, made), made);
    tape.write(box_from_euler(given.places[0], given.angles, given.order, half, made), made);
    tape.write(box_from_axis_angle(given.places[0], given.places[1], given.angles.third, half, made), made);
    tape.write(box_from_axes(given.places[0], given.axes, half, made), made);
    tape.write(box_from_matrix(given.matrix, half, made), made);
    Mat4 matrix;
    Pose pose{given.places[0], given.rotations[0]}, other;
    tape.write(matrix_from_pose(pose, matrix), matrix);
    tape.write(box_from_matrix(matrix, half, made), made);
    tape.write(invert(pose, other), other);
    tape.write(compose(pose, other, other), other);
    Vec3 image;
    tape.write(transform_point(pose, given.places[1], image), image);
    BoxCorners corners;
    tape.write(compute_corners(given.box, corners), corners);
    tape.write(box_from_corners(corners, made), made);
}

void change(const BoxCase& given, Tape& tape) {
    Aabb bounds;
    tape.write(compute_aabb(given.box, bounds), bounds);
    tape.write(volume(given.box));
    tape.write(surface_area(given.box));
    OrientedBox now = given.box;
    tape.write(translate(now, given.places[0]), now);
    tape.write(rotate(now, given.rotations[0]), now);
    tape.write(rotate_about(now, given.rotations[1], given.other.center), now);
    tape.write(scale(now, given.factors), now);
    tape.write(inflate(now, given.distance), now);
    tape.write(transform(now, Pose{given.places[1], given.rotations[2]}), now);
    BoxImage image;
    tape.write(transform(now, given.matrix, &image), now);
    tape.write(image.shear);
    tape.write(image.growth);
    tape.write(merge(now, given.other, now), now);
}

}  // namespace

std::vector<BoxCase> make_box_cases(int count, std::uint64_t seed) {
    Random random(seed);
    std::vector<BoxCase> cases(static_cast<std::size_t>(count));
    for (BoxCase& made : cases) {
        made.box = box(random);
        made.other = box(random);
        made.bounds.min = vector(random, 100);
        const Vec3 size = vector(random, 10);
        made.bounds.max = {made.bounds.min.x + size.x * size.x, made.bounds.min.y + size.y * size.y, made.bounds.min.z};
        if (axes_from_quat(quaternion(random), made.axes) != Status::ok) std::abort();
        for (Vec3& axis : made.axes.axes) axis.x += static_cast<float>(random.uniform(-1e-4, 1e-4));
        made.angles = {random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-1e6, 1e6)};
        made.order = static_cast<EulerOrder>(random.below(24));
        for (Quat& q : made.rotations) q = quaternion(random);
        for (Vec3& place : made.places) place = vector(random, 10);
        const Vec3 root = vector(random, 2);
        made.factors = {root.x * root.x, root.y * root.y, root.z * root.z};
        made.distance = static_cast<float>(random.uniform(-0.1, 1));
        for (std::size_t i = 0; i < 16; ++i) {
            if (i % 4 != 3) made.matrix.m[i] = static_cast<float>(random.uniform(-1, 1));
        }
    }
    return cases;
}

std::vector<std::uint32_t> run_box_operations(const std::vector<BoxCase>& cases, const Execution& execution) {
    Tape tape;
    std::vector<OrientedBox> boxes;
    for (const BoxCase& given : cases) {
        construct(given, tape);
        change(given, tape);
        boxes.push_back(given.box);
    }
    BoxBatch batch;
    tape.write(batch.assign(box_rows(boxes), OnInvalid::skip, execution));
    tape.write(batch.assign_transformed(batch, {{1, 2, 3}, {0.1F, 0.2F, 0.3F, 0.4F}}, 0.7F, execution));
    std::vector<BoxCorners> corners(batch.size());
    tape.write(compute_corners(batch, corners, execution));
    for (const BoxCorners& each : corners) tape.write(each);
    for (std::uint32_t c = 0; c < kBoxComponentCount; ++c) {
        for (const float v : batch.component(static_cast<BoxComponent>(c))) tape.write(v);
    }
    return tape.words_;
}

}  // namespace satori::test
