// satori-bench-fit [COUNT [ROUNDS]]: times fit_box by every method on COUNT points (default 1e7), on one thread and on
// all. Prints the minimum wall time of ROUNDS (default 3), with methods and threads in turns; the parts of that time;
// and the volume relative to the best method's.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <satori/fit.hpp>

#include "common/expect.hpp"
#include "common/timing.hpp"
#include "parallel/stopwatch.hpp"
#include "scenes/random.hpp"

namespace satori::bench {
namespace {

constexpr double kTargetsMs[] = {1000, 5000, 5000};  // 1e7 points on two cores: pca, hull, minimal
constexpr FitMethod kMethods[] = {FitMethod::pca, FitMethod::hull, FitMethod::minimal};

/// Random numbers for points. A normal number is a sum of six uniform numbers: its tails are good enough for these
/// measurements.
class Numbers {
public:
    double uniform() { return 2 * random_.unit() - 1; }
    double normal() {
        double sum = 0;
        for (int i = 0; i < 6; ++i) sum += uniform();
        return sum;
    }

private:
    scenes::Random random_{1};
};

struct Kind {
    const char* name;
    Vec3 (*make)(Numbers&);
};

Vec3 turned(double x, double y, double z) {
    // A rotation with small whole numbers: rows (2, -1, 2), (2, 2, -1), (-1, 2, 2), over 3.
    return {static_cast<float>((2 * x - y + 2 * z) / 3), static_cast<float>((2 * x + 2 * y - z) / 3),
            static_cast<float>((2 * y + 2 * z - x) / 3)};
}

constexpr Kind kKinds[] = {
    {"box", [](Numbers& n) { return turned(5 * n.uniform(), 3 * n.uniform(), n.uniform()); }},
    {"sphere",
     [](Numbers& n) {
         const double x = n.normal(), y = n.normal(), z = n.normal();
         const double r = 1 / std::sqrt(x * x + y * y + z * z);
         return turned(r * x, r * y, r * z);
     }},
    {"gaussian", [](Numbers& n) { return turned(5 * n.normal(), 3 * n.normal(), n.normal()); }},
    {"disk",
     [](Numbers& n) {
         const double x = n.normal(), y = n.normal();
         const double r = 1 / std::sqrt(x * x + y * y);
         return turned(r * x, r * y, 0);
     }},
    // Not turned: the points of each rim lie in one plane. That is a hard case for hulls.
    {"rims",
     [](Numbers& n) {
         const double x = n.normal(), y = n.normal();
         const double r = 1 / std::sqrt(x * x + y * y);
         return Vec3{static_cast<float>(r * x), static_cast<float>(r * y), n.uniform() < 0 ? -1.0F : 1.0F};
     }},
};

struct Measured {
    double ms = INFINITY;
    FitReport report;
};

void measure(const Kind& kind, std::size_t count, int rounds) {
    std::vector<Vec3> points(count);
    Numbers numbers;
    for (Vec3& point : points) point = kind.make(numbers);
    Executor* const executors[] = {&serial_executor(), &default_executor()};
    Measured measured[3][2];
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t m = 0; m < 3; ++m) {
            for (std::size_t e = 0; e < 2; ++e) {
                OrientedBox box;
                FitReport report;
                const parallel::Stopwatch watch;
                expect(fit_box(point_rows(points), kMethods[m], box, &report, {Isa::best, executors[e]}), "fit_box");
                const double ms = static_cast<double>(watch.nanoseconds()) * 1e-6;
                if (ms < measured[m][e].ms) measured[m][e] = {ms, report};
            }
        }
    }
    double least = INFINITY;
    for (const auto& method : measured) least = std::min(least, method[0].report.volume);
    for (std::size_t m = 0; m < 3; ++m) {
        for (const Measured& best : measured[m]) {
            const FitReport& r = best.report;
            const auto ms = [](std::uint64_t ns) { return static_cast<double>(ns) * 1e-6; };
            std::printf("%-9s %-8s %7u %9.1f %9.1f %8.1f %8.1f %8.1f %9u %6s %8.4f %7.0f%%\n", kind.name,
                        fit_method_name(kMethods[m]), r.thread_count, best.ms, ms(r.moments_ns), ms(r.hull_ns),
                        ms(r.search_ns), ms(r.extents_ns), r.hull_vertex_count, r.exact_hull ? "exact" : "some",
                        r.volume / least, 100 * best.ms / kTargetsMs[m] * 1e7 / static_cast<double>(count));
        }
    }
}

}  // namespace
}  // namespace satori::bench

int main(int argc, char** argv) {
    const double count = argc > 1 ? std::atof(argv[1]) : 1e7;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 3;
    if (!(count >= 1 && count <= 2e9) || rounds < 1) {
        std::fputs("usage: satori-bench-fit [COUNT [ROUNDS]]\n", stderr);
        return 2;
    }
    std::printf(
        "%.0f points; times in ms, the least of %d; volume over the least of the three methods; time over its target\n",
        count, rounds);
    std::printf("%-9s %-8s %7s %9s %9s %8s %8s %8s %9s %6s %8s %8s\n", "points", "method", "threads", "total",
                "moments", "hull", "search", "extents", "vertices", "hull", "volume", "target");
    try {
        for (const auto& kind : satori::bench::kKinds)
            satori::bench::measure(kind, static_cast<std::size_t>(count), rounds);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "satori-bench-fit: %s\n", error.what());
        return 1;
    }
}
