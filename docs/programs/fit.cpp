// docs/fit.md: the box of points that crowd near one corner of a bar, by each method.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <satori/fit.hpp>

using satori::Status;

namespace {

constexpr float kHalf[3] = {2, 1, 0.5F};

// A point of the bar, which is turned by 30 degrees about z. Each coordinate is -1 to 1.
satori::Vec3 in_bar(float x, float y, float z) {
    const float cosine = 0.8660254F, sine = 0.5F;
    const satori::Vec3 p{x * kHalf[0], y * kHalf[1], z * kHalf[2]};
    return {cosine * p.x - sine * p.y, sine * p.x + cosine * p.y, p.z};
}

std::vector<satori::Vec3> points_of_bar() {
    std::vector<satori::Vec3> points;
    for (const float x : {-1.0F, 1.0F})
        for (const float y : {-1.0F, 1.0F})
            for (const float z : {-1.0F, 1.0F}) points.push_back(in_bar(x, y, z));
    std::uint32_t state = 1;
    const auto near_one = [&state] {  // -1 to 1, most of them near 1
        state = state * 1664525 + 1013904223;
        const float part = static_cast<float>(state >> 8) / 16777216;
        return 1 - 2 * part * part * part * part;
    };
    for (int i = 0; i < 10000; ++i) {
        const float x = near_one(), y = 0.5F * (x + near_one()), z = near_one();
        points.push_back(in_bar(x, y, z));
    }
    return points;
}

bool print_box(const std::vector<satori::Vec3>& points, satori::FitMethod method) {
    satori::OrientedBox box;
    satori::FitReport report;
    if (satori::fit_box(satori::point_rows(points), method, box, &report) != Status::ok) return false;
    std::printf("%-7s %5.2f m3\n", satori::fit_method_name(method), report.volume);
    return true;
}

}  // namespace

int main() {
    const std::vector<satori::Vec3> points = points_of_bar();
    for (const auto method : {satori::FitMethod::pca, satori::FitMethod::hull, satori::FitMethod::minimal})
        if (!print_box(points, method)) return 1;
}
