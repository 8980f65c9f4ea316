#pragma once

#include <cstdint>
#include <vector>

#include <satori/box_transform.hpp>
#include <satori/executor.hpp>

namespace satori::test {

/// The input of one round of all operations on boxes.
struct BoxCase {
    OrientedBox box, other;
    Aabb bounds;
    Axes axes;  ///< not quite orthonormal
    EulerAngles angles;
    EulerOrder order;
    Quat rotations[3];
    Vec3 places[3];
    Vec3 factors;
    float distance;
    Mat4 matrix;
};

/// Makes the cases without the C library, so that they are the same on every machine.
std::vector<BoxCase> make_box_cases(int count, std::uint64_t seed);

/// Runs every operation on single boxes and every operation on batches. Returns their statuses and all bytes of their
/// results. Does no arithmetic of its own.
std::vector<std::uint32_t> run_box_operations(const std::vector<BoxCase>& cases, const Execution& execution);

}  // namespace satori::test
