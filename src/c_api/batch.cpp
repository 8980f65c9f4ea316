#include <satori/c/batch.h>

#include <satori/c/rects.h>

#include "c_api/execution.hpp"
#include "c_api/handle.hpp"

using namespace satori;
using namespace satori::c_api;

static_assert(same(SATORI_FAULT_NONE, BoxFault::none) &&
              same(SATORI_FAULT_CENTER_NOT_FINITE, BoxFault::center_not_finite) &&
              same(SATORI_FAULT_CENTER_TOO_FAR, BoxFault::center_too_far) &&
              same(SATORI_FAULT_HALF_EXTENT_NOT_FINITE, BoxFault::half_extent_not_finite) &&
              same(SATORI_FAULT_HALF_EXTENT_NEGATIVE, BoxFault::half_extent_negative) &&
              same(SATORI_FAULT_HALF_EXTENT_TOO_SMALL, BoxFault::half_extent_too_small) &&
              same(SATORI_FAULT_HALF_EXTENT_TOO_LARGE, BoxFault::half_extent_too_large) &&
              same(SATORI_FAULT_ROTATION_NOT_FINITE, BoxFault::rotation_not_finite) &&
              same(SATORI_FAULT_ROTATION_ZERO, BoxFault::rotation_zero) &&
              same(SATORI_FAULT_ANGLE_NOT_FINITE, BoxFault::angle_not_finite) &&
              same(SATORI_FAULT_ANGLE_TOO_LARGE, BoxFault::angle_too_large) &&
              same(SATORI_FAULT_ROTATION_NOT_ORTHONORMAL, BoxFault::rotation_not_orthonormal));
static_assert(same(SATORI_FLOAT32, NumberType::float32) && same(SATORI_FLOAT64, NumberType::float64) &&
              same(SATORI_QUATERNION_XYZW, RotationForm::quaternion_xyzw) &&
              same(SATORI_QUATERNION_WXYZ, RotationForm::quaternion_wxyz) &&
              same(SATORI_MATRIX_ROWS, RotationForm::matrix_rows) &&
              same(SATORI_MATRIX_COLUMNS, RotationForm::matrix_columns) && same(SATORI_SIZE_HALF, SizeForm::half) &&
              same(SATORI_SIZE_FULL, SizeForm::full) && same(SATORI_PLACE_CENTER, BoxPlace::center) &&
              same(SATORI_PLACE_LOW_CORNER, BoxPlace::low_corner));
static_assert(same(SATORI_ON_INVALID_REFUSE, OnInvalid::refuse) && same(SATORI_ON_INVALID_SKIP, OnInvalid::skip));
static_assert(same(SATORI_BOX_CENTER_X, BoxComponent::center_x) && same(SATORI_BOX_CENTER_Y, BoxComponent::center_y) &&
              same(SATORI_BOX_CENTER_Z, BoxComponent::center_z) && same(SATORI_BOX_HALF_X, BoxComponent::half_x) &&
              same(SATORI_BOX_HALF_Y, BoxComponent::half_y) && same(SATORI_BOX_HALF_Z, BoxComponent::half_z) &&
              same(SATORI_BOX_AXES, BoxComponent::axis_xx) && same(SATORI_BOX_AXES + 8, BoxComponent::axis_zz));
static_assert(SATORI_SIDE_PLUS_X == kSidePlusX && SATORI_SIDE_MINUS_X == kSideMinusX &&
              SATORI_SIDE_PLUS_Y == kSidePlusY && SATORI_SIDE_MINUS_Y == kSideMinusY &&
              SATORI_SIDE_PLUS_Z == kSidePlusZ && SATORI_SIDE_MINUS_Z == kSideMinusZ && SATORI_ALL_SIDES == kAllSides);
static_assert(same(SATORI_RECT_CENTER_X, RectComponent::center_x) &&
              same(SATORI_RECT_CENTER_Y, RectComponent::center_y) && same(SATORI_RECT_HALF_X, RectComponent::half_x) &&
              same(SATORI_RECT_HALF_Y, RectComponent::half_y) && same(SATORI_RECT_AXIS_X, RectComponent::axis_x) &&
              same(SATORI_RECT_AXIS_Y, RectComponent::axis_y));

namespace {

// The calls that boxes and rectangles share.

template <class Batch, class View>
satori_status assign(Batch* batch, const View* view, satori_on_invalid on_invalid,
                     const satori_execution* execution) noexcept {
    if (any_null(batch, view)) return SATORI_INVALID_ARGUMENT;
    return to_c(batch->object.assign(to_cpp(*view), static_cast<OnInvalid>(on_invalid), GivenExecution(execution)));
}

template <class Batch, class Pose>
satori_status assign_transformed(Batch* batch, const Batch* source, const Pose* pose, float scale,
                                 const satori_execution* execution) noexcept {
    if (any_null(batch, source, pose)) return SATORI_INVALID_ARGUMENT;
    return to_c(batch->object.assign_transformed(source->object, to_cpp(*pose), scale, GivenExecution(execution)));
}

template <class Batch>
const satori_invalid_box* invalid(const Batch* batch, size_t* count) noexcept {
    if (count == nullptr) return nullptr;
    *count = 0;
    if (batch == nullptr) return nullptr;
    return as_c<satori_invalid_box>(pointer_and_count(batch->object.invalid(), count));
}

template <class Component, class Batch>
const float* component(const Batch* batch, std::uint32_t component, std::uint32_t count) noexcept {
    if (batch == nullptr || component >= count) return nullptr;
    return batch->object.component(static_cast<Component>(component)).data();
}

template <class Batch>
satori_status set_radii(Batch* batch, const float* radii, size_t count, uint64_t* invalid_index) noexcept {
    if (batch == nullptr || !complete(radii, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(batch->object.set_radii({radii, count}, invalid_index));
}

template <class Batch>
const float* radii_of(const Batch* batch) noexcept {
    if (batch == nullptr || batch->object.radii().empty()) return nullptr;
    return batch->object.radii().data();
}

}  // namespace

const char* satori_describe_box_fault(satori_box_fault fault) noexcept {
    return describe(static_cast<BoxFault>(fault));
}

satori_box_view satori_box_rows(const float* rows, size_t count, ptrdiff_t stride) noexcept {
    return to_c<satori_box_view>(box_rows(rows, count, stride));
}

satori_box_view satori_box_arrays(const float* centers, const float* half_extents, const float* rotations,
                                  size_t count) noexcept {
    return to_c<satori_box_view>(box_arrays(centers, half_extents, rotations, count));
}

satori_box_view64 satori_box_rows64(const double* rows, size_t count, satori_vec3d origin, ptrdiff_t stride) noexcept {
    return to_c<satori_box_view64>(box_rows64(rows, count, to_cpp(origin), stride));
}

satori_box_view64 satori_box_arrays64(const double* centers, const double* half_extents, const double* rotations,
                                      size_t count, satori_vec3d origin) noexcept {
    return to_c<satori_box_view64>(box_arrays64(centers, half_extents, rotations, count, to_cpp(origin)));
}

satori_status satori_box_batch_create(const satori_allocator* allocator, satori_box_batch** batch) noexcept {
    return create(batch, allocator);
}

void satori_box_batch_destroy(satori_box_batch* batch) noexcept {
    destroy(batch);
}

satori_status satori_box_batch_assign(satori_box_batch* batch, const satori_box_view* view,
                                      satori_on_invalid on_invalid, const satori_execution* execution) noexcept {
    return assign(batch, view, on_invalid, execution);
}

satori_status satori_box_batch_assign64(satori_box_batch* batch, const satori_box_view64* view,
                                        satori_on_invalid on_invalid, const satori_execution* execution) noexcept {
    return assign(batch, view, on_invalid, execution);
}

satori_status satori_box_batch_assign_any(satori_box_batch* batch, const satori_any_box_view* view,
                                          satori_on_invalid on_invalid, const satori_execution* execution) noexcept {
    return assign(batch, view, on_invalid, execution);
}

satori_status satori_box_batch_assign_transformed(satori_box_batch* batch, const satori_box_batch* source,
                                                  const satori_pose* pose, float scale,
                                                  const satori_execution* execution) noexcept {
    return assign_transformed(batch, source, pose, scale, execution);
}

void satori_box_batch_clear(satori_box_batch* batch) noexcept {
    if (batch != nullptr) batch->object.clear();
}

uint32_t satori_box_batch_size(const satori_box_batch* batch) noexcept {
    return batch != nullptr ? batch->object.size() : 0;
}

const satori_invalid_box* satori_box_batch_invalid(const satori_box_batch* batch, size_t* count) noexcept {
    return invalid(batch, count);
}

double satori_box_batch_center_error(const satori_box_batch* batch) noexcept {
    return batch != nullptr ? batch->object.center_error() : 0;
}

const float* satori_box_batch_component(const satori_box_batch* batch, satori_box_component index) noexcept {
    return component<BoxComponent>(batch, index, kBoxComponentCount);
}

satori_status satori_box_batch_set_covered_sides(satori_box_batch* batch, const uint8_t* sides, size_t count) noexcept {
    if (batch == nullptr || !complete(sides, count)) return SATORI_INVALID_ARGUMENT;
    return to_c(batch->object.set_covered_sides({sides, count}));
}

const uint8_t* satori_box_batch_covered_sides(const satori_box_batch* batch) noexcept {
    if (batch == nullptr || batch->object.covered_sides().empty()) return nullptr;
    return batch->object.covered_sides().data();
}

satori_status satori_box_batch_set_radii(satori_box_batch* batch, const float* radii, size_t count,
                                         uint64_t* invalid_index) noexcept {
    return set_radii(batch, radii, count, invalid_index);
}

const float* satori_box_batch_radii(const satori_box_batch* batch) noexcept {
    return radii_of(batch);
}

uint64_t satori_box_batch_bytes(const satori_box_batch* batch) noexcept {
    return batch != nullptr ? batch->object.bytes() : 0;
}

satori_rect_view satori_rect_rows(const float* rows, size_t count, ptrdiff_t stride) noexcept {
    return to_c<satori_rect_view>(rect_rows(rows, count, stride));
}

satori_rect_view satori_rect_arrays(const float* centers, const float* half_extents, const float* angles,
                                    size_t count) noexcept {
    return to_c<satori_rect_view>(rect_arrays(centers, half_extents, angles, count));
}

satori_rect_view64 satori_rect_rows64(const double* rows, size_t count, satori_vec2d origin,
                                      ptrdiff_t stride) noexcept {
    return to_c<satori_rect_view64>(rect_rows64(rows, count, to_cpp(origin), stride));
}

satori_rect_view64 satori_rect_arrays64(const double* centers, const double* half_extents, const double* angles,
                                        size_t count, satori_vec2d origin) noexcept {
    return to_c<satori_rect_view64>(rect_arrays64(centers, half_extents, angles, count, to_cpp(origin)));
}

satori_status satori_rect_batch_create(const satori_allocator* allocator, satori_rect_batch** batch) noexcept {
    return create(batch, allocator);
}

void satori_rect_batch_destroy(satori_rect_batch* batch) noexcept {
    destroy(batch);
}

satori_status satori_rect_batch_assign(satori_rect_batch* batch, const satori_rect_view* view,
                                       satori_on_invalid on_invalid, const satori_execution* execution) noexcept {
    return assign(batch, view, on_invalid, execution);
}

satori_status satori_rect_batch_assign64(satori_rect_batch* batch, const satori_rect_view64* view,
                                         satori_on_invalid on_invalid, const satori_execution* execution) noexcept {
    return assign(batch, view, on_invalid, execution);
}

satori_status satori_rect_batch_assign_transformed(satori_rect_batch* batch, const satori_rect_batch* source,
                                                   const satori_pose2* pose, float scale,
                                                   const satori_execution* execution) noexcept {
    return assign_transformed(batch, source, pose, scale, execution);
}

void satori_rect_batch_clear(satori_rect_batch* batch) noexcept {
    if (batch != nullptr) batch->object.clear();
}

uint32_t satori_rect_batch_size(const satori_rect_batch* batch) noexcept {
    return batch != nullptr ? batch->object.size() : 0;
}

const satori_invalid_box* satori_rect_batch_invalid(const satori_rect_batch* batch, size_t* count) noexcept {
    return invalid(batch, count);
}

double satori_rect_batch_center_error(const satori_rect_batch* batch) noexcept {
    return batch != nullptr ? batch->object.center_error() : 0;
}

const float* satori_rect_batch_component(const satori_rect_batch* batch, satori_rect_component index) noexcept {
    return component<RectComponent>(batch, index, kRectComponentCount);
}

satori_status satori_rect_batch_set_radii(satori_rect_batch* batch, const float* radii, size_t count,
                                          uint64_t* invalid_index) noexcept {
    return set_radii(batch, radii, count, invalid_index);
}

const float* satori_rect_batch_radii(const satori_rect_batch* batch) noexcept {
    return radii_of(batch);
}

uint64_t satori_rect_batch_bytes(const satori_rect_batch* batch) noexcept {
    return batch != nullptr ? batch->object.bytes() : 0;
}

satori_status satori_workspace_create(const satori_allocator* allocator, satori_workspace** workspace) noexcept {
    return create(workspace, allocator);
}

void satori_workspace_destroy(satori_workspace* workspace) noexcept {
    destroy(workspace);
}

satori_status satori_workspace_release(satori_workspace* workspace) noexcept {
    if (workspace == nullptr) return SATORI_INVALID_ARGUMENT;
    return to_c(workspace->object.release());
}

uint64_t satori_workspace_bytes(const satori_workspace* workspace) noexcept {
    return workspace != nullptr ? workspace->object.bytes() : 0;
}

uint64_t satori_workspace_peak_bytes(const satori_workspace* workspace) noexcept {
    return workspace != nullptr ? workspace->object.peak_bytes() : 0;
}
