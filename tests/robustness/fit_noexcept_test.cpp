// R13 for fitting, at compile time. The test passes if this file compiles.

#include <utility>

#include <satori/fit.hpp>

#define CANNOT_THROW(...) static_assert(noexcept(__VA_ARGS__))

namespace satori {

CANNOT_THROW(fit_box(PointRows{}, FitMethod::pca, std::declval<OrientedBox&>()));
CANNOT_THROW(fit_method_name(FitMethod::pca));
CANNOT_THROW(fit_shape_name(FitShape::point));

}  // namespace satori
