#include <satori/batch_storage.hpp>
#include <satori/rect.hpp>
#include <satori/status.hpp>

namespace satori::v0 {

const char* describe(Status status) noexcept {
    switch (status) {
        case Status::ok:
            return "ok";
        case Status::invalid_argument:
            return "invalid argument";
        case Status::invalid_box:
            return "a box is outside the legal input";
        case Status::invalid_bounds:
            return "an AABB is not finite or its minimum exceeds its maximum";
        case Status::invalid_corners:
            return "corners are too far from the origin or not those of a convex quadrilateral in order";
        case Status::invalid_point:
            return "a point is not finite or farther than 1e8 from the origin";
        case Status::invalid_id:
            return "a pair names a box that does not exist or one box twice, or a match a point that does not exist";
        case Status::capacity_exceeded:
            return "the result does not fit";
        case Status::out_of_memory:
            return "out of memory";
        case Status::unsupported_isa:
            return "instruction set not available on this CPU, not compiled in, or not known";
        case Status::workspace_in_use:
            return "the workspace is serving another call";
        case Status::executor_failed:
            return "the executor threw or did not run every chunk exactly once";
        case Status::result_out_of_range:
            return "the resulting box is outside the legal input";
        case Status::invalid_shape:
            return "a shape is outside the legal input";
        case Status::recording_failed:
            return "the world's recording has ended by itself";
        case Status::invalid_recording:
            return "the bytes are no recording, or not a whole one";
        case Status::limit_exceeded:
            return "there are more pairs than the limit that was given";
        case Status::not_prepared:
            return "the world has changed since its queries were prepared";
        case Status::invalid_snapshot:
            return "the bytes are no snapshot of this version, or not a whole one";
        case Status::write_failed:
            return "the sink did not take all bytes";
        case Status::exchange_failed:
            return "the ranks could not exchange their boxes";
    }
    return "unknown status";
}

const char* describe(BoxFault fault) noexcept {
    switch (fault) {
        case BoxFault::none:
            return "no fault";
        case BoxFault::center_not_finite:
            return "center is not finite";
        case BoxFault::center_too_far:
            return "center is farther than 1e8 from the origin";
        case BoxFault::half_extent_not_finite:
            return "half extent is not finite";
        case BoxFault::half_extent_negative:
            return "half extent is negative";
        case BoxFault::half_extent_too_small:
            return "half extent is not 0 and below 1e-7";
        case BoxFault::half_extent_too_large:
            return "half extent is above 1e8";
        case BoxFault::rotation_not_finite:
            return "rotation is not finite";
        case BoxFault::rotation_zero:
            return "rotation is zero";
        case BoxFault::angle_not_finite:
            return "angle is not finite";
        case BoxFault::angle_too_large:
            return "angle is above 1e5";
        case BoxFault::rotation_not_orthonormal:
            return "axes of the rotation are not orthonormal";
    }
    return "unknown fault";
}

const char* describe(CornersFault fault) noexcept {
    switch (fault) {
        case CornersFault::none:
            return "no fault";
        case CornersFault::not_finite:
            return "a corner is not finite";
        case CornersFault::coincident:
            return "two consecutive corners are equal";
        case CornersFault::not_a_rectangle:
            return "the corners are not those of a rectangle, in order";
        case CornersFault::not_legal:
            return "the rectangle is outside the legal input";
    }
    return "unknown fault";
}

}  // namespace satori::v0
