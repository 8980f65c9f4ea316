#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "common/timing.hpp"
#include "reports.hpp"
#include "scene_bounds.hpp"
#include "scenes/scene_kinds.hpp"

namespace satori::bench {

namespace {

using scenes::SceneKind;

constexpr std::uint32_t kCount = 100'000;
constexpr std::uint32_t kQuickCount = 10'000;
constexpr double kPairTolerance = 0.02;
constexpr double kBytesPerBox = 220;
constexpr double kBytesPerPair = 12;

struct Adversary {
    std::variant<SceneKind, HeapWorld> world;
    double limit;          ///< greatest ratio to the time of the uniform scene
    bool divided = false;  ///< two calls: moving boxes among themselves, then moving boxes against still boxes
};

constexpr Adversary kAdversaries[] = {
    {SceneKind::line, 3},         {SceneKind::diagonal, 3},
    {SceneKind::plane, 3},        {SceneKind::height, 3},
    {SceneKind::clustered, 3},    {SceneKind::identical, 3},
    {SceneKind::huge_tiny, 3},    {SceneKind::far, 3},
    {SceneKind::half_static, 3},  {SceneKind::half_static, 3, true},
    {SceneKind::rods, 6},         {SceneKind::six_decades, 6},
    {HeapWorld::heap_and_far, 3}, {HeapWorld::halving_heaps, 3},
    {HeapWorld::far_heaps, 3},    {HeapWorld::nested_heaps, 3},
    {HeapWorld::far_sheets, 3},   {HeapWorld::high_plates, 3},
    {HeapWorld::low_plates, 3},
};

std::string name_of(const Adversary& adversary) {
    if (const auto* heaps = std::get_if<HeapWorld>(&adversary.world)) return describe_heaps(*heaps);
    const SceneKind kind = std::get<SceneKind>(adversary.world);
    return std::string(scenes::describe_kind(kind).name) + (adversary.divided ? "/2" : "");
}

/// One scene with its workspace: one call, or two that share the workspace.
struct Course {
    std::vector<Aabb> boxes;
    std::vector<Aabb> still;  ///< empty: one call
    Workspace workspace;
    std::uint64_t pairs = 0;
    std::uint64_t largest_result = 0;  ///< pairs of the larger call

    void run(const Execution& execution) {
        PairResult result;
        expect(find_pairs(aabb_rows(boxes), workspace, result, {.execution = execution}), "find_pairs");
        pairs = largest_result = result.pair_count;
        if (still.empty()) return;
        expect(find_pairs({aabb_rows(boxes), aabb_rows(still)}, workspace, result, {.execution = execution}),
               "find_pairs of two sets");
        pairs += result.pair_count;
        largest_result = std::max(largest_result, result.pair_count);
    }
    double scratch_bytes() const noexcept {
        return static_cast<double>(workspace.peak_bytes()) - 8.0 * static_cast<double>(largest_result);
    }
};

Course make_course(const Adversary& adversary, std::uint32_t count, std::uint64_t seed) {
    Course course;
    if (const auto* heaps = std::get_if<HeapWorld>(&adversary.world)) {
        course.boxes = heap_bounds(*heaps, count, seed);
        return course;
    }
    const scenes::SceneRecipe recipe{std::get<SceneKind>(adversary.world), count, seed};
    if (adversary.divided) {
        DividedBounds divided = divided_scene_bounds(recipe);
        course.boxes = std::move(divided.moving);
        course.still = std::move(divided.still);
    } else {
        course.boxes = scene_bounds(recipe);
    }
    return course;
}

}  // namespace

Report report_adversaries(const ReportOptions& options) {
    const std::uint32_t count = options.count != 0 ? options.count : options.quick ? kQuickCount : kCount;
    for (const std::string& name : options.scenes) {
        const auto known = [&](const Adversary& adversary) { return name == name_of(adversary); };
        if (std::none_of(std::begin(kAdversaries), std::end(kAdversaries), known))
            throw std::runtime_error("not among the adversaries: " + name);
    }
    Report report;
    for (const Isa isa : options.isas) {
        const Execution execution{isa, &serial_executor()};
        fmt::print("Adversaries, {}, 1 thread, {} boxes, each against a uniform scene of as many boxes and pairs\n\n",
                   isa_name(isa), count);
        fmt::print("{:<14} {:>9} {:>9} {:>9} {:>9} {:>9} {:>6} {:>6} {:>6}  {:<5} {:>6} {:>6}  {:<5} {:>5}\n", "scene",
                   "pairs", "uniform", "ms min", "ms med", "unif min", "ratio", "r med", "limit", "", "B/box", "limit",
                   "", "probe");
        for (const Adversary& adversary : kAdversaries) {
            const std::string name = name_of(adversary);
            if (!options.scenes.empty() &&
                std::find(options.scenes.begin(), options.scenes.end(), name) == options.scenes.end())
                continue;
            progress(fmt::format("adversaries, {}: {}", isa_name(isa), name));
            Course course = make_course(adversary, count, options.seed);
            course.run(execution);
            Course uniform;
            uniform.boxes = uniform_bounds_with_pairs(count, options.seed, course.pairs, kPairTolerance);
            uniform.run(execution);

            std::vector<Contender> contenders{{[&] { course.run(execution); }, {}, {}, {}},
                                              {[&] { uniform.run(execution); }, {}, {}, {}}};
            const Times probe = alternate(contenders, options.quick ? Patience{3, 0.1} : Patience{9, 2});
            const Times &times = contenders[0].times, &reference = contenders[1].times;
            const double ratio = times.min() / reference.min();
            const double ratio_of_medians = times.median() / reference.median();
            const double scratch = course.scratch_bytes() / count;
            const double scratch_limit =
                kBytesPerBox + kBytesPerPair * static_cast<double>(course.largest_result) / count;
            if (!options.quick && !(ratio <= adversary.limit && scratch <= scratch_limit)) report.passed = false;
            fmt::print(
                "{:<14} {:>9} {:>9} {:>9.3f} {:>9.3f} {:>9.3f} {:>6.2f} {:>6.2f} {:>6.0f}  {:<5} {:>6.0f} "
                "{:>6.0f}  {:<5} {:>5.0f}\n",
                name, course.pairs, uniform.pairs, times.min(), times.median(), reference.min(), ratio,
                ratio_of_medians, adversary.limit, ratio <= adversary.limit ? "ok" : "SLOW", scratch, scratch_limit,
                scratch <= scratch_limit ? "ok" : "LARGE", probe.median());
            std::fflush(stdout);
            report.json[isa_name(isa)].push_back({{"scene", name},
                                                  {"boxes", count},
                                                  {"pairs", course.pairs},
                                                  {"uniform_pairs", uniform.pairs},
                                                  {"ms_min", times.min()},
                                                  {"ms_median", times.median()},
                                                  {"uniform_ms_min", reference.min()},
                                                  {"uniform_ms_median", reference.median()},
                                                  {"ratio", ratio},
                                                  {"ratio_limit", adversary.limit},
                                                  {"scratch_bytes_per_box", scratch},
                                                  {"scratch_limit", scratch_limit}});
        }
        fmt::print(
            "\nratio: of minima, r med: of medians; half_static/2: moving among themselves, then moving against "
            "still\nB/box: most scratch memory ever held, result excluded; limit 220 B per box and 12 B per "
            "pair; probe: ns per random line of 8 MiB\n\n");
    }
    return report;
}

}  // namespace satori::bench
