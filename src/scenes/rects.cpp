
#include "scenes/calibration.hpp"
#include "scenes/placement.hpp"
#include "scenes/random.hpp"
#include "scenes/scene_error.hpp"

namespace satori::scenes {

namespace {

constexpr double kPi = 3.14159265358979323846;

/// Returns the series of the cosine (first = 0) or sine (first = 1) of |x| <= pi / 2, within 1e-12.
double series(double x, int first) noexcept {
    double term = first == 0 ? 1 : x, sum = term;
    for (int power = first + 2; power <= 18; power += 2) {
        term *= -x * x / (power * (power - 1.0));
        sum += term;
    }
    return sum;
}

/// Returns the rectangle as a box on the plane z = 0.
OrientedBox lying(const OrientedRect& rect) noexcept {
    OrientedBox box;
    box.half_extents = {rect.half_extents.x, rect.half_extents.y, 0};
    const double half_angle = 0.5 * double{rect.angle};
    box.rotation = {0, 0, static_cast<float>(series(half_angle, 1)), static_cast<float>(series(half_angle, 0))};
    return box;
}

OrientedRect draw_rect(Random& random) noexcept {
    OrientedRect rect;
    rect.half_extents.x = static_cast<float>(random.between(0.3, 0.7));
    rect.half_extents.y = static_cast<float>(random.between(0.3, 0.7));
    rect.angle = static_cast<float>(random.between(-kPi, kPi));
    return rect;
}

}  // namespace

RectPlacement place_rects(const SceneRecipe& recipe, const ProgressCallback& progress) {
    RectPlacement placement;
    placement.rects.reserve(recipe.count);
    std::vector<OrientedBox> boxes;
    boxes.reserve(recipe.count);
    Random shapes = random_stream(recipe, Stream::shape);
    for (std::uint32_t i = 0; i < recipe.count; ++i) {
        report_boxes(progress, i, recipe.count);
        placement.rects.push_back(draw_rect(shapes));
        boxes.push_back(lying(placement.rects.back()));
    }

    const double others = recipe.count - 1.0;
    const Calibration calibration(boxes, {{0, 1, Spread::kFixed}});
    const double length = calibration.solve_length(requested_overlaps(recipe), others);
    if (length / 2 > static_cast<double>(kMaxCenter)) {
        throw SceneError(SceneFault::argument, "the rectangles do not fit within 1e8 m of the origin");
    }
    placement.expected_overlaps = calibration.expected_overlaps(length, others);

    Random positions = random_stream(recipe, Stream::position);
    for (OrientedRect& rect : placement.rects) {
        rect.center.x = static_cast<float>(length * (positions.unit() - 0.5));
        rect.center.y = static_cast<float>(length * (positions.unit() - 0.5));
    }
    return placement;
}

}  // namespace satori::scenes
