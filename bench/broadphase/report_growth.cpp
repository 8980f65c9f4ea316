#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <list>
#include <span>
#include <vector>

#include <fmt/format.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "common/timing.hpp"
#include "reports.hpp"
#include "scene_bounds.hpp"

namespace satori::bench {

namespace {

constexpr std::uint32_t kSizes[] = {1000,    2000,    5000,      10'000,    20'000,    50'000,    100'000,
                                    200'000, 500'000, 1'000'000, 2'000'000, 5'000'000, 10'000'000};
constexpr std::uint32_t kFitFrom = 10'000;
constexpr std::uint32_t kQuickLimit = 100'000;

struct Size {
    std::uint32_t count = 0;
    std::vector<Aabb> bounds;
    Workspace workspace;
    PairResult result;
};

}  // namespace

Report report_growth(const ReportOptions& options) {
    const std::uint32_t limit = options.count != 0 ? options.count : options.quick ? kQuickLimit : kSizes[12];
    Report report;
    for (const Isa isa : options.isas) {
        std::list<Size> sizes;
        std::vector<Contender> contenders;
        for (const std::uint32_t count : kSizes) {
            if (count > limit) continue;
            progress(fmt::format("growth, {}: making {} boxes", isa_name(isa), count));
            Size& size = sizes.emplace_back();
            size.count = count;
            size.bounds = scene_bounds({scenes::SceneKind::uniform, count, options.seed});
            const Execution execution{isa, &serial_executor()};
            const auto run = [&size, execution] {
                expect(find_pairs(aabb_rows(size.bounds), size.workspace, size.result, {.execution = execution}),
                       "find_pairs");
            };
            run();
            contenders.push_back({run, {}, {}, {}});
        }
        progress(fmt::format("growth, {}: measuring", isa_name(isa)));
        const Times probe = alternate(contenders, options.quick ? Patience{3, 1} : Patience{7, 20});

        fmt::print("Growth, {}, 1 thread, uniform, about 4 AABB overlaps per box\n\n", isa_name(isa));
        fmt::print("{:>10} {:>10} {:>10} {:>10} {:>10} {:>12} {:>12} {:>6}\n", "boxes", "pairs", "ms min", "ms median",
                   "ms cold", "ns/box min", "ns/box med", "runs");
        auto& rows = report.json[isa_name(isa)]["sizes"];
        std::vector<double> fit_n, fit_min, fit_median;
        auto contender = contenders.begin();
        for (const Size& size : sizes) {
            const Times& cold = contender->cold;
            const Times& times = (contender++)->times;
            const double n = size.count;
            fmt::print("{:>10} {:>10} {:>10.3f} {:>10.3f} {:>10.3f} {:>12.1f} {:>12.1f} {:>6}\n", size.count,
                       size.result.pair_count, times.min(), times.median(), cold.median(), times.min() * 1e6 / n,
                       times.median() * 1e6 / n, times.count());
            rows.push_back({{"boxes", size.count},
                            {"pairs", size.result.pair_count},
                            {"ms_min", times.min()},
                            {"ms_median", times.median()},
                            {"ms_cold", cold.median()},
                            {"runs", times.count()}});
            if (size.count < kFitFrom) continue;
            fit_n.push_back(n);
            fit_min.push_back(times.min());
            fit_median.push_back(times.median());
        }
        fmt::print("\n{}\n", describe_probe(probe));
        if (fit_n.size() > 1) {
            const double of_min = fitted_exponent(fit_n, fit_min), of_median = fitted_exponent(fit_n, fit_median);
            fmt::print(
                "exponent, least squares over {:.0f} to {:.0f} boxes: {:.3f} of minima, {:.3f} of medians; "
                "target at most 1.09; ms cold: right after the other sizes\n\n",
                fit_n.front(), fit_n.back(), of_min, of_median);
            report.json[isa_name(isa)]["exponent_min"] = of_min;
            report.json[isa_name(isa)]["exponent_median"] = of_median;
        }
        std::fflush(stdout);
    }
    return report;
}

}  // namespace satori::bench
