// docs/batch_2d.md: cars on a road, as a detector gives them. Their pairs, their contacts, and one car against all.
#include <cstdio>
#include <numbers>
#include <vector>

#include <satori/rect_contacts.hpp>
#include <satori/vectors.hpp>

using satori::Status;

namespace {

// A row of a detector: meters and degrees.
struct Detection {
    float x, y, length, width, heading;
};

constexpr Detection kCars[] = {
    {0, 3.5F, 4, 2, 80},     // parked across the road
    {0, 0, 4, 2, 0},         // drives along x
    {3.75F, 0, 4, 2, 0},     // ahead of it, too near
    {7.8F, 2.5F, 4, 2, 30},  // turns left: its bounds overlap those of car 2
};

satori::OrientedRect rect_of(const Detection& car) {
    const float degree = std::numbers::pi_v<float> / 180;
    return {{car.x, car.y}, {0.5F * car.length, 0.5F * car.width}, degree * car.heading};
}

bool show_contacts(const satori::RectBatch& cars, satori::Workspace& workspace, float distance) {
    satori::RectContactResult contacts;
    const satori::RectCollideOptions options{.contacts = {.speculative_distance = distance}};
    if (satori::collide(cars, workspace, contacts, options) != Status::ok) return false;
    for (const satori::RectManifold& manifold : contacts.manifolds) {
        const auto [a, b] = manifold.pair;
        std::printf("%u and %u, normal (%.2f, %.2f):", a, b, static_cast<double>(manifold.normal.x),
                    static_cast<double>(manifold.normal.y));
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            const satori::Vec2 point = contact_point(manifold, p, {kCars[a].x, kCars[a].y});
            std::printf(" %.2f at (%.2f, %.2f)", static_cast<double>(manifold.points[p].separation),
                        static_cast<double>(point.x), static_cast<double>(point.y));
        }
        std::puts("");
    }
    return true;
}

// Where a car would be in eight steps of a plan. One call tests all steps against all cars.
bool show_plan(const satori::RectBatch& cars, satori::Workspace& workspace) {
    std::vector<satori::OrientedRect> plan(8);
    for (int step = 0; step < 8; ++step) {
        plan[step] = rect_of({-8.5F, 3.5F, 4, 2, 0});
        plan[step].center.x += 1.25F * static_cast<float>(step);
    }
    satori::RectBatch steps;
    satori::PairResult found;
    if (steps.assign(plan) != Status::ok) return false;
    if (satori::find_overlaps({steps, cars}, workspace, found) != Status::ok) return false;
    if (satori::sort_pairs(found.pairs, workspace) != Status::ok || found.pairs.empty()) return false;
    std::printf("the plan meets car %u at step %u\n", found.pairs[0].second, found.pairs[0].first);
    return true;
}

}  // namespace

int main() {
    std::vector<satori::OrientedRect> rects;
    for (const Detection& car : kCars) rects.push_back(rect_of(car));
    satori::RectBatch cars;
    satori::Workspace workspace;
    satori::PairResult found;
    if (cars.assign(rects) != Status::ok) return 1;
    if (satori::find_pairs(cars, workspace, found) != Status::ok) return 1;
    std::printf("pairs of bounds: %zu\n", found.pairs.size());
    if (satori::find_overlaps(cars, workspace, found) != Status::ok) return 1;
    std::printf("pairs of cars: %zu\n", found.pairs.size());

    if (!show_contacts(cars, workspace, 0)) return 1;
    std::puts("within 0.75 m:");
    if (!show_contacts(cars, workspace, 0.75F) || !show_plan(cars, workspace)) return 1;

    for (satori::OrientedRect& rect : rects) rect.half_extents = 2.0F * rect.half_extents;
    if (cars.assign(rects) != Status::ok) return 1;
    if (satori::find_overlaps(cars, workspace, found) != Status::ok) return 1;
    std::printf("pairs with sizes in place of half extents: %zu\n", found.pairs.size());
}
