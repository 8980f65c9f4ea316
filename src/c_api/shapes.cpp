#include <satori/c/shapes.h>

#include "c_api/handle.hpp"

using namespace satori;
using namespace satori::c_api;

static_assert(same(SATORI_FRUSTUM_LEFT, FrustumPlane::left) && same(SATORI_FRUSTUM_RIGHT, FrustumPlane::right) &&
              same(SATORI_FRUSTUM_BOTTOM, FrustumPlane::bottom) && same(SATORI_FRUSTUM_TOP, FrustumPlane::top) &&
              same(SATORI_FRUSTUM_NEAR, FrustumPlane::near_end) && same(SATORI_FRUSTUM_FAR, FrustumPlane::far_end));
static_assert(same(SATORI_CLIP_ZERO_TO_ONE, ClipSpace::zero_to_one) &&
              same(SATORI_CLIP_MINUS_ONE_TO_ONE, ClipSpace::minus_one_to_one));
static_assert(sizeof(satori_containment) == sizeof(Containment) &&
              SATORI_OUTSIDE == static_cast<int>(Containment::outside) &&
              SATORI_CROSSING == static_cast<int>(Containment::crossing) &&
              SATORI_INSIDE == static_cast<int>(Containment::inside));
static_assert(same(SATORI_SHAPE_POINT, ShapeKind::point) && same(SATORI_SHAPE_AABB, ShapeKind::aabb) &&
              same(SATORI_SHAPE_SPHERE, ShapeKind::sphere) && same(SATORI_SHAPE_PLANE, ShapeKind::plane) &&
              same(SATORI_SHAPE_RAY, ShapeKind::ray) && same(SATORI_SHAPE_SEGMENT, ShapeKind::segment) &&
              same(SATORI_SHAPE_TRIANGLE, ShapeKind::triangle) && same(SATORI_SHAPE_FRUSTUM, ShapeKind::frustum) &&
              same(SATORI_SHAPE_BOX, ShapeKind::box));

satori_status satori_frustum_from_matrix(const satori_mat4* view_projection, satori_clip_space clip_space,
                                         satori_frustum* frustum) noexcept {
    if (any_null(view_projection, frustum)) return SATORI_INVALID_ARGUMENT;
    Frustum made;
    const Status status = frustum_from_matrix(to_cpp(*view_projection), static_cast<ClipSpace>(clip_space), made);
    if (status == Status::ok) *frustum = to_c<satori_frustum>(made);
    return to_c(status);
}
