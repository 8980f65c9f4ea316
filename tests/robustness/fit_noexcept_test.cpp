// R13 for fitting, as the compiler sees it. That this compiles is the test.

#include <utility>

#include <satori/fit.hpp>

namespace satori {

static_assert(noexcept(fit_box(PointRows{}, FitMethod::pca, std::declval<OrientedBox&>())) && noexcept(
    fit_method_name(FitMethod::pca)) && noexcept(fit_shape_name(FitShape::point)));

}  // namespace satori
