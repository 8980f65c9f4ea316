// Measures a World step by step, and compares it with assign() and collide() of all boxes in each step.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/expect.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/checksum.hpp"
#include "satori_bench/frame_times.hpp"
#include "satori_bench/scenes.hpp"

namespace satori::bench {

namespace {

struct WorldCase {
    const char* name;
    double share;  ///< share of the boxes that move in a step
    float margin;  ///< relative
};

constexpr WorldCase kCases[] = {
    {"all", 1, 0}, {"all_margin_5", 1, 0.05F}, {"1_percent", 0.01, 0}, {"10_percent", 0.1, 0}};

/// The boxes of a scene, in a World and in rows.
class SteppedScene {
public:
    SteppedScene(BenchScene& scene, const WorldCase& what)
        : rows_(scene.boxes().begin(), scene.boxes().end()), share_(what.share) {
        std::vector<BoxDef> defs(rows_.size());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            defs[i].pose = pose(rows_[i]);
            defs[i].half_extents = rows_[i].half_extents;
        }
        ids_.resize(rows_.size());
        WorldOptions options;
        options.bounds.relative_margin = what.margin;
        world = World(options);
        expect(world.create(defs, ids_), "creating boxes");
        order_.resize(rows_.size());
        std::iota(order_.begin(), order_.end(), 0U);
        std::shuffle(order_.begin(), order_.end(), random_);
    }

    /// Moves other boxes in each step.
    void advance() {
        const auto count = static_cast<std::size_t>(std::ceil(share_ * static_cast<double>(rows_.size())));
        std::vector<std::uint32_t> chosen;
        for (std::size_t k = 0; k < count; ++k) chosen.push_back(order_[(first_ + k) % order_.size()]);
        first_ += count;
        std::sort(chosen.begin(), chosen.end());
        moved.clear();
        poses.clear();
        std::uniform_real_distribution<float> any(-1, 1);
        for (const std::uint32_t i : chosen) {
            OrientedBox& box = rows_[i];
            const float step = 0.02F * std::max({box.half_extents.x, box.half_extents.y, box.half_extents.z});
            for (float* v : {&box.center.x, &box.center.y, &box.center.z}) *v += step * any(random_);
            for (float* v : {&box.rotation.x, &box.rotation.y, &box.rotation.z}) *v += 0.005F * any(random_);
            moved.push_back(ids_[i]);
            poses.push_back(pose(box));
        }
    }
    std::span<const OrientedBox> rows() const { return rows_; }

    World world;
    std::vector<BoxId> moved;
    std::vector<BoxPose> poses;

private:
    static BoxPose pose(const OrientedBox& box) { return {{box.center.x, box.center.y, box.center.z}, box.rotation}; }

    std::vector<OrientedBox> rows_;
    double share_;
    std::vector<BoxId> ids_;
    std::vector<std::uint32_t> order_;
    std::size_t first_ = 0;
    std::mt19937_64 random_{1};
};

/// Throws unless the world has the contacts of collide(). A few pairs within rounding of touching may differ, because
/// collide() sees other floats. Returns a checksum of the contacts.
std::uint64_t check(const WorldUpdate& update, const ContactResult& found) {
    std::vector<BoxPair> ours, theirs, apart;
    for (const WorldContact& contact : update.contacts)
        ours.push_back({contact.pair.first.index, contact.pair.second.index});
    for (const ContactManifold& manifold : found.manifolds) theirs.push_back(manifold.pair);
    std::sort(theirs.begin(), theirs.end());
    std::set_symmetric_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(apart));
    if (apart.size() > 2 + theirs.size() / 10000)
        throw std::runtime_error("the world's contacts are not those of collide");
    return checksum(std::span<const BoxPair>(ours));
}

void bench_world(benchmark::State& state, BenchScene& scene, const WorldCase& what, const Execution& execution) {
    SteppedScene stepped(scene, what);
    const bool one_thread = execution.executor == &serial_executor();
    WorldUpdate update;
    BoxBatch batch;
    Workspace workspace;
    ContactResult found;
    ContactCache last;
    std::vector<double> steps, calls;
    std::map<std::string, std::uint64_t> stages;
    double tested = 0;
    const auto step = [&] {
        stepped.advance();
        const Clock clock(one_thread);
        expect(stepped.world.set_poses(stepped.moved, stepped.poses), "moving boxes");
        expect(stepped.world.update(update, execution), "updating the world");
        steps.push_back(clock.seconds());
    };
    // Before the measurement each box moves once.
    for (std::size_t i = 0; i < 2 + frames_for_all(what.share); ++i) step();
    steps.clear();
    for (auto _ : state) {
        step();
        state.SetIterationTime(steps.back());
        tested += static_cast<double>(update.tested_count);
        const WorldUpdate::Times& times = update.times;
        stages["bounds_ns"] += times.bounds;
        stages["broadphase_ns"] += times.broadphase;
        stages["filters_ns"] += times.filters;
        stages["narrowphase_ns"] += times.narrowphase;
        stages["manifold_ns"] += times.manifolds;
        stages["events_ns"] += times.events;
        const Clock clock(one_thread);
        expect(batch.assign(box_rows(stepped.rows()), OnInvalid::refuse, execution), "taking in the boxes");
        expect(collide(batch, workspace, found, {.execution = execution, .last = &last}), "colliding");
        calls.push_back(clock.seconds());
        expect(last.remember(found.manifolds), "remembering");
    }
    report_items(state, "boxes", stepped.world.size(), check(update, found));
    const double frames = static_cast<double>(steps.size());
    state.counters["collide_us"] = 1e6 * median(calls);
    state.counters["ratio"] = median(steps) / median(calls);
    state.counters["contacts"] = static_cast<double>(update.contacts.size());
    state.counters["tested"] = tested / frames;
    for (const auto& [name, ns] : stages)
        state.counters[name] = static_cast<double>(ns) / frames / stepped.world.size();
}

}  // namespace

void add_worlds(std::vector<BenchCase>& cases) {
    static std::vector<BenchScene> scenes = bench_scenes();
    for (BenchScene& scene : scenes) {
        if (scene.dimension() != 3) continue;
        for (const WorldCase& what : kCases) {
            for (const Isa isa : usable_isas()) {
                for (const unsigned threads : thread_counts()) {
                    const bool usual = scene.name() == "uniform_100000" && isa == usable_isas().back();
                    cases.push_back(
                        {std::string("world_") + what.name, scene.name(), isa, threads,
                         usual ? Level::full : Level::asked,
                         [&](benchmark::State& state, const Execution& e) { bench_world(state, scene, what, e); }, true,
                         20});
                }
            }
        }
    }
}

}  // namespace satori::bench
