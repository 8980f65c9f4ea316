// fit_METHOD/points_COUNT: measures boxes fitted to point sets, in builds with satori::fit.

#include "satori_bench/bench_case.hpp"

#ifdef SATORI_HAVE_FIT

#include <random>
#include <vector>

#include <satori/fit.hpp>

#include "common/expect.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/checksum.hpp"

namespace satori::bench {

namespace {

std::vector<Vec3> points_in_box(std::size_t count) {
    std::mt19937 random(1);
    const auto coordinate = [&](float scale) { return scale * (static_cast<float>(random() >> 8) * 0x1p-23F - 1); };
    std::vector<Vec3> points(count);
    for (Vec3& p : points) {
        const float x = coordinate(5), y = coordinate(3), z = coordinate(1);
        p = {(2 * x - y + 2 * z) / 3, (2 * x + 2 * y - z) / 3, (2 * y + 2 * z - x) / 3};
    }
    return points;
}

void run_fit(benchmark::State& state, FitMethod method, const Execution& execution) {
    static const std::vector<Vec3> points = points_in_box(1000000);
    OrientedBox box;
    const auto fit = [&] { expect(fit_box(point_rows(points), method, box, nullptr, execution), "fitting a box"); };
    fit();
    for (auto _ : state) fit();
    report_items(state, "points", static_cast<double>(points.size()), checksum(std::span<const OrientedBox>(&box, 1)));
}

}  // namespace

void add_fits(std::vector<BenchCase>& cases) {
    for (const FitMethod method : {FitMethod::pca, FitMethod::hull, FitMethod::minimal}) {
        for (const unsigned threads : thread_counts()) {
            cases.push_back({std::string("fit_") + fit_method_name(method), "points_1000000", usable_isas().back(),
                             threads, Level::full,
                             [=](benchmark::State& state, const Execution& e) { run_fit(state, method, e); }});
        }
    }
}

}  // namespace satori::bench

#else

void satori::bench::add_fits(std::vector<BenchCase>&) {}

#endif
