// A user's program: fits a box to four corners of a cube.
#include <satori/fit.hpp>

int main() {
    const satori::Vec3 points[] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}};
    satori::OrientedBox box;
    satori::FitReport report;
    if (satori::fit_box(satori::point_rows(points), satori::FitMethod::minimal, box, &report) != satori::Status::ok)
        return 1;
    return report.volume < 1.001 ? 0 : 2;
}
