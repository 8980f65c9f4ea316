// R13 for fitting, as the compiler sees it. That this compiles is the test.

#include <utility>

#include <satori/fit.hpp>

#define CANNOT_THROW(...) static_assert(noexcept(__VA_ARGS__))

namespace satori {

CANNOT_THROW(fit_box(PointRows{}, FitMethod::pca, std::declval<OrientedBox&>()));
CANNOT_THROW(fit_method_name(FitMethod::pca));
CANNOT_THROW(fit_shape_name(FitShape::point));

}  // namespace satori
