// Measures a World step by step, and compares it with assign() and collide() of all boxes in each step. Also Worlds of
// few boxes, large Worlds in which one box moves, or none, and frame loops: a call every 16 ms.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
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
    double share;           ///< share of the boxes that move in a step
    float margin;           ///< relative
    float way = 0.02F;      ///< how far a box moves on each axis at most, in its largest half extents
    double respawned = 0;   ///< share of the boxes that are destroyed in a step and created elsewhere
    bool jumps = false;     ///< boxes that move go anywhere
    bool trembles = false;  ///< boxes that move stay near their place
    float tolerance = 0;    ///< of motion
};

constexpr WorldCase kCases[] = {{"all", 1, 0},
                                {"all_margin_5", 1, 0.05F},
                                {"1_percent", 0.01, 0},
                                {"10_percent", 0.1, 0},
                                {"20_percent", 0.2, 0},
                                {"jitter", 1, 0, 0.001F},
                                {"half_box", 1, 0, 1},
                                {"jump", 1, 0, 0, 0, true},
                                {"respawn_10_percent", 1, 0, 0.02F, 0.1},
                                {"tremble", 1, 0, 1e-4F, 0, false, true},
                                {"tremble_tolerated", 1, 0, 1e-4F, 0, false, true, 1e-3F}};

/// The boxes of a scene, in a World and in rows.
class SteppedScene {
public:
    SteppedScene(BenchScene& scene, const WorldCase& what)
        : rows_(scene.boxes().begin(), scene.boxes().end()), places_(rows_), what_(what) {
        std::vector<BoxDef> defs;
        for (const OrientedBox& box : rows_) defs.push_back(def_of(box));
        ids_.resize(rows_.size());
        WorldOptions options;
        options.bounds.relative_margin = what.margin;
        options.motion_tolerance = what.tolerance;
        world = World(options);
        expect(world.create(defs, ids_), "creating boxes");
        order_.resize(rows_.size());
        std::iota(order_.begin(), order_.end(), 0U);
        std::shuffle(order_.begin(), order_.end(), random_);
        for (const OrientedBox& box : rows_) {
            const float* const center = &box.center.x;
            for (int c = 0; c < 3; ++c) {
                least_[c] = std::min(least_[c], center[c]);
                most_[c] = std::max(most_[c], center[c]);
            }
        }
    }

    /// Moves other boxes in each step, and makes others anew. The World does not know yet: see apply().
    void advance() {
        renewed_ = choose(what_.respawned);
        const std::vector<std::uint32_t> chosen = choose(what_.share);
        for (auto* list : {&gone_, &moved}) list->clear();
        defs_.clear();
        poses.clear();
        for (const std::uint32_t i : renewed_) {
            place_anywhere(rows_[i]);
            gone_.push_back(ids_[i]);
            defs_.push_back(def_of(rows_[i]));
        }
        std::uniform_real_distribution<float> any(-1, 1);
        for (const std::uint32_t i : chosen) {
            if (std::binary_search(renewed_.begin(), renewed_.end(), i)) continue;
            OrientedBox& box = rows_[i];
            if (what_.jumps) place_anywhere(box);
            if (what_.trembles) box = places_[i];
            const float step = what_.way * std::max({box.half_extents.x, box.half_extents.y, box.half_extents.z});
            for (float* v : {&box.center.x, &box.center.y, &box.center.z}) *v += step * any(random_);
            for (float* v : {&box.rotation.x, &box.rotation.y, &box.rotation.z}) *v += 0.25F * what_.way * any(random_);
            moved.push_back(ids_[i]);
            poses.push_back(def_of(box).pose);
        }
    }
    /// Does the same to the World.
    void apply() {
        if (!gone_.empty()) {
            created_.resize(gone_.size());
            expect(world.destroy(gone_), "destroying boxes");
            expect(world.create(defs_, created_), "creating boxes");
            for (std::size_t k = 0; k < created_.size(); ++k) ids_[renewed_[k]] = created_[k];
        }
        expect(world.set_poses(moved, poses), "moving boxes");
    }
    std::span<const OrientedBox> rows() const { return rows_; }
    /// Returns the boxes as the World has them: within its tolerance of motion of rows().
    std::vector<OrientedBox> world_rows() const {
        std::vector<OrientedBox> rows = rows_;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto& [position, rotation] = world.box(ids_[i]).pose;
            rows[i].center = {static_cast<float>(position.x), static_cast<float>(position.y),
                              static_cast<float>(position.z)};
            rows[i].rotation = rotation;
        }
        return rows;
    }
    /// Returns the middle of all boxes as they were at first.
    Vec3d middle() const {
        const auto between = [](float a, float b) { return 0.5 * (double{a} + double{b}); };
        return {between(least_[0], most_[0]), between(least_[1], most_[1]), between(least_[2], most_[2])};
    }
    float half_width() const { return 0.5F * std::max(most_[0] - least_[0], most_[1] - least_[1]); }
    /// Returns the pairs of rows that touch in the World, ascending. A box that is no row counts as the last one.
    std::vector<BoxPair> touching() const {
        std::vector<std::uint32_t> row_of(world.index_limit(), static_cast<std::uint32_t>(ids_.size()));
        for (std::uint32_t i = 0; i < ids_.size(); ++i) row_of[ids_[i].index] = i;
        std::vector<WorldContact> contacts(world.contact_count());
        expect(world.copy_contacts(contacts), "listing the contacts");
        std::vector<BoxPair> pairs;
        for (const WorldContact& contact : contacts) {
            const std::uint32_t a = row_of[contact.pair.first.index], b = row_of[contact.pair.second.index];
            pairs.push_back({std::min(a, b), std::max(a, b)});
        }
        std::sort(pairs.begin(), pairs.end());
        return pairs;
    }

    World world;
    std::vector<BoxId> moved;
    std::vector<BoxPose> poses;

private:
    /// Returns a share of the boxes, ascending, others each time.
    std::vector<std::uint32_t> choose(double share) {
        const auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(rows_.size())));
        std::vector<std::uint32_t> chosen;
        for (std::size_t k = 0; k < count; ++k) chosen.push_back(order_[(first_ + k) % order_.size()]);
        first_ += count;
        std::sort(chosen.begin(), chosen.end());
        return chosen;
    }
    void place_anywhere(OrientedBox& box) {
        float* const center = &box.center.x;
        for (int c = 0; c < 3; ++c) center[c] = std::uniform_real_distribution<float>(least_[c], most_[c])(random_);
    }

    std::vector<OrientedBox> rows_;
    const std::vector<OrientedBox> places_;  // at first
    const WorldCase what_;
    std::vector<BoxId> ids_, gone_, created_;
    std::vector<BoxDef> defs_;
    std::vector<std::uint32_t> order_, renewed_;
    std::size_t first_ = 0;
    float least_[3] = {3e38F, 3e38F, 3e38F}, most_[3] = {-3e38F, -3e38F, -3e38F};
    std::mt19937_64 random_{1};
};

/// Throws unless the world has the contacts that collide() finds of its boxes. A few pairs within rounding of touching
/// may differ, because collide() sees other floats. Returns a checksum of the contacts.
std::uint64_t check(const SteppedScene& stepped, const Execution& execution) {
    const std::vector<BoxPair> ours = stepped.touching();
    BoxBatch batch;
    Workspace workspace;
    ContactResult found;
    expect(batch.assign(box_rows(stepped.world_rows()), OnInvalid::refuse, execution), "taking in the boxes");
    expect(collide(batch, workspace, found, {.execution = execution}), "colliding");
    std::vector<BoxPair> theirs, apart;
    for (const ContactManifold& manifold : found.manifolds) theirs.push_back(manifold.pair);
    std::sort(theirs.begin(), theirs.end());
    std::set_symmetric_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(apart));
    if (static_cast<double>(apart.size()) > 2 + 1e-4 * static_cast<double>(theirs.size()))
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
        stepped.apply();
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
    report_items(state, "boxes", stepped.world.size(), check(stepped, execution));
    const double frames = static_cast<double>(steps.size());
    state.counters["collide_us"] = 1e6 * median(calls);
    state.counters["ratio"] = median(steps) / median(calls);
    state.counters["contacts"] = static_cast<double>(update.contact_count);
    state.counters["tested"] = tested / frames;
    for (const auto& [name, ns] : stages)
        state.counters[name] = static_cast<double>(ns) / frames / stepped.world.size();
}

/// Runs step(k) for k from 0 on, so often that the clock itself does not count, and returns the seconds of one step.
template <class Step>
double seconds_of(Step&& step, bool one_thread) {
    constexpr int kSteps = 200;
    const Clock clock(one_thread);
    for (int k = 0; k < kSteps; ++k) step(k);
    return clock.seconds() / kSteps;
}

/// All of a few boxes move to and fro.
void bench_few(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    SteppedScene stepped(scene, kCases[0]);
    std::vector<BoxPose> poses[2];
    std::vector<OrientedBox> rows[2];
    for (int side = 0; side < 2; ++side) {
        stepped.advance();
        poses[side] = stepped.poses;
        rows[side].assign(stepped.rows().begin(), stepped.rows().end());
    }
    WorldUpdate update;
    BoxBatch batch;
    Workspace workspace;
    ContactResult found;
    std::vector<double> steps, calls;
    const bool one_thread = execution.executor == &serial_executor();
    for (auto _ : state) {
        const auto step = [&](int k) {
            expect(stepped.world.set_poses(stepped.moved, poses[k % 2]), "moving boxes");
            expect(stepped.world.update(update, execution), "updating the world");
        };
        steps.push_back(seconds_of(step, one_thread));
        state.SetIterationTime(steps.back());
        const auto call = [&](int k) {
            expect(batch.assign(box_rows(rows[k % 2]), OnInvalid::refuse, execution), "taking in the boxes");
            expect(collide(batch, workspace, found, {.execution = execution}), "colliding");
        };
        calls.push_back(seconds_of(call, one_thread));
    }
    report_items(state, "worlds", 1, check(stepped, execution));
    state.counters["collide_us"] = 1e6 * median(calls);
    state.counters["ratio"] = median(steps) / median(calls);
    state.counters["contacts"] = static_cast<double>(update.contact_count);
}

enum class Mover { none, lone, plate, fast };

/// Of many boxes none moves, or one that meets nobody, or a plate that cuts the whole scene, or a small box whose
/// contacts begin 6 m away.
template <Mover kMover>
void bench_mostly_at_rest(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    SteppedScene stepped(scene, kCases[0]);
    BoxDef def;
    def.pose.position.x = 1e5;
    if (kMover == Mover::plate) {
        def.pose.position = stepped.middle();
        def.half_extents = {stepped.half_width(), stepped.half_width(), 0.25F};
    }
    if (kMover == Mover::fast) {
        def.pose.position = stepped.middle();
        def.half_extents = {0.1F, 0.1F, 0.1F};
        def.speculative_distance = 6;
    }
    BoxId alone;
    expect(stepped.world.create(def, alone), "creating a box");
    const double base = kMover == Mover::plate ? def.pose.position.z : def.pose.position.y, way = 1.0 / 256;
    WorldUpdate update;
    const auto step = [&](int k) {
        if (kMover != Mover::none) {
            (kMover == Mover::plate ? def.pose.position.z : def.pose.position.y) = base + (k % 2) * way;
            expect(stepped.world.set_pose(alone, def.pose), "moving a box");
        }
        expect(stepped.world.update(update, execution), "updating the world");
    };
    // The first updates find the pairs, and sort the boxes.
    for (int k = 0; k < 200; ++k) step(k);
    for (auto _ : state) state.SetIterationTime(seconds_of(step, execution.executor == &serial_executor()));
    if (update.changed_box_count != (kMover != Mover::none ? 1 : 0))
        throw std::runtime_error("other boxes changed than the one");
    report_items(state, "worlds", 1, checksum(std::span<const BoxPair>(stepped.touching())));
    state.counters["contacts"] = static_cast<double>(update.contact_count);
    state.counters["tested"] = static_cast<double>(update.tested_count);
}

/// Returns the median of the wall times of 60 calls in seconds, a call every `period`. Before them, calls run for
/// 200 ms: some systems leave all threads on one processor for the first 100 ms.
template <class Prepare, class Call>
double seconds_in_loop(std::chrono::milliseconds period, Prepare prepare, Call call) {
    constexpr double kWarmUp = 0.2;
    constexpr std::size_t kCalls = 60;
    std::vector<double> times;
    const Clock whole(false);
    auto next = std::chrono::steady_clock::now();
    while (times.size() < kCalls) {
        prepare();
        next = std::max(next + period, std::chrono::steady_clock::now());
        std::this_thread::sleep_until(next);
        const bool counts = whole.seconds() > kWarmUp;
        const Clock clock(false);
        call();
        if (counts) times.push_back(clock.seconds());
    }
    return median(times);
}

/// The time is that of a call in a frame loop; "back_to_back_us" that of calls without a pause.
template <class Prepare, class Call>
void bench_loops(benchmark::State& state, Prepare prepare, Call call) {
    for (auto _ : state) {
        state.SetIterationTime(seconds_in_loop(std::chrono::milliseconds(16), prepare, call));
        state.counters["back_to_back_us"] = 1e6 * seconds_in_loop(std::chrono::milliseconds(0), prepare, call);
    }
}

void bench_world_loop(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    SteppedScene stepped(scene, kCases[0]);
    std::vector<BoxPose> poses[2];
    for (std::vector<BoxPose>& side : poses) {
        stepped.advance();
        side = stepped.poses;
    }
    WorldUpdate update;
    int frame = 0;
    const auto move = [&] { expect(stepped.world.set_poses(stepped.moved, poses[++frame % 2]), "moving boxes"); };
    const auto call = [&] { expect(stepped.world.update(update, execution), "updating the world"); };
    bench_loops(state, move, call);
    report_items(state, "boxes", stepped.world.size(), 0);
}

void bench_collide_loop(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    BoxBatch batch;
    expect(batch.assign(box_rows(scene.boxes())), "taking in the boxes");
    Workspace workspace;
    ContactResult found;
    const auto call = [&] { expect(collide(batch, workspace, found, {.execution = execution}), "colliding"); };
    bench_loops(
        state, [] {}, call);
    report_items(state, "boxes", static_cast<double>(batch.size()),
                 checksum(std::span<const ContactManifold>(found.manifolds)));
}

/// World and collide in frame loops, on each kind of executor.
void add_loops(std::vector<BenchCase>& cases) {
    static BenchScene scenes[] = {BenchScene("uniform_10000"), BenchScene("uniform_100000")};
    enum class Kind { serial, normal, threads, bound };
    constexpr std::pair<Kind, const char*> kKinds[] = {
        {Kind::serial, "serial"}, {Kind::normal, "default"}, {Kind::threads, "threads"}, {Kind::bound, "bound"}};
    constexpr std::pair<decltype(&bench_world_loop), const char*> kCalls[] = {{bench_world_loop, "world"},
                                                                              {bench_collide_loop, "collide"}};
    for (BenchScene& scene : scenes) {
        for (const auto& [measure, call] : kCalls) {
            for (const auto& [kind, name] : kKinds) {
                const auto run = [&scene, measure = measure, kind = kind](benchmark::State& state,
                                                                          Execution execution) {
                    const bool bound = kind == Kind::bound;
                    ThreadExecutor threads({.bind = bound, .spin_us = bound ? 200U : 0U});
                    if (kind == Kind::normal) execution.executor = &default_executor();
                    if (kind == Kind::threads || bound) execution.executor = &threads;
                    measure(state, scene, execution);
                };
                cases.push_back({std::string("frames_") + call + "_" + name, scene.name(), usable_isas().back(),
                                 kind == Kind::serial ? 1 : thread_counts().back(), Level::full, run, true, 1});
            }
        }
    }
}

/// A benchmark of one scene, of each set and number of threads.
void add_case(std::vector<BenchCase>& cases, const std::string& what, BenchScene& scene,
              void (*run)(benchmark::State&, BenchScene&, const Execution&)) {
    for (const Isa isa : usable_isas()) {
        for (const unsigned threads : thread_counts())
            cases.push_back({what, scene.name(), isa, threads, Level::asked,
                             [&scene, run](benchmark::State& state, const Execution& e) { run(state, scene, e); }, true,
                             20});
    }
}

}  // namespace

void add_worlds(std::vector<BenchCase>& cases) {
    static BenchScene few[] = {BenchScene("uniform_2"), BenchScene("uniform_10"), BenchScene("uniform_100")};
    static BenchScene many[] = {BenchScene("uniform_1000"), BenchScene("uniform_20000"), BenchScene("uniform_100000")};
    for (BenchScene& scene : few) add_case(cases, "world_few", scene, bench_few);
    for (BenchScene& scene : many) {
        add_case(cases, "world_at_rest", scene, bench_mostly_at_rest<Mover::none>);
        add_case(cases, "world_lone_mover", scene, bench_mostly_at_rest<Mover::lone>);
        add_case(cases, "world_plate", scene, bench_mostly_at_rest<Mover::plate>);
        add_case(cases, "world_fast_box", scene, bench_mostly_at_rest<Mover::fast>);
    }
    add_loops(cases);
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
