#include "satori_bench/moving.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

#include "common/expect.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/checksum.hpp"
#include "satori_bench/frame_times.hpp"

namespace satori::bench {

namespace {

/// A scene's AABBs, and their motion from frame to frame.
class MovingScene {
public:
    MovingScene(BenchScene& scene, const MovingCase& what) : what_(what) {
        BoxBatch boxes;
        expect(boxes.assign(box_rows(scene.boxes())), "taking in the scene");
        bounds_.resize(boxes.size());
        expect(compute_aabbs(boxes, bounds_), "computing bounds");
        velocity_.resize(boxes.size());
        order_.resize(boxes.size());
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            order_[i] = i;
            velocity_[i] = step(bounds_[i]);
        }
        std::shuffle(order_.begin(), order_.end(), random_);
    }

    /// Moves the boxes of the next frame. Afterwards moved() returns them.
    void advance() {
        const auto count = static_cast<std::size_t>(std::ceil(what_.share * static_cast<double>(bounds_.size())));
        moved_.clear();
        moved_bounds_.clear();
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t i = order_[(first_ + k) % order_.size()];
            if (what_.motion == BenchMotion::walk) velocity_[i] = step(bounds_[i]);
            if (what_.motion == BenchMotion::jump) {
                std::uniform_int_distribution<std::size_t> any(0, bounds_.size() - 1);
                const Vec3 to = bounds_[any(random_)].min, from = bounds_[i].min;
                velocity_[i] = {to.x - from.x, to.y - from.y, to.z - from.z};
            }
            for (Vec3* corner : {&bounds_[i].min, &bounds_[i].max}) {
                corner->x += velocity_[i].x;
                corner->y += velocity_[i].y;
                corner->z += velocity_[i].z;
            }
            moved_.push_back(i);
        }
        if (what_.others) first_ += count;
        // A host program has the boxes in the order of ids.
        std::sort(moved_.begin(), moved_.end());
        for (const std::uint32_t i : moved_) moved_bounds_.push_back(bounds_[i]);
    }

    std::span<const Aabb> bounds() const { return bounds_; }
    std::span<const std::uint32_t> moved() const { return moved_; }
    std::span<const Aabb> moved_bounds() const { return moved_bounds_; }

private:
    /// Returns a step of 1 % of the box's size, in a random direction.
    Vec3 step(const Aabb& box) {
        std::normal_distribution<float> normal;
        const Vec3 d{normal(random_), normal(random_), normal(random_)};
        const float size = (box.max.x - box.min.x + box.max.y - box.min.y + box.max.z - box.min.z) / 3;
        const float scale = 0.01F * size / std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
        return {d.x * scale, d.y * scale, d.z * scale};
    }

    MovingCase what_;
    std::mt19937_64 random_{1};
    std::vector<Aabb> bounds_, moved_bounds_;
    std::vector<Vec3> velocity_;
    std::vector<std::uint32_t> order_, moved_;
    std::size_t first_ = 0;
};

/// Throws unless the world holds the pairs that find_pairs() finds among its fat bounds. Returns a checksum of the
/// pairs.
std::uint64_t check(const Broadphase& world, Workspace& workspace, const Execution& execution) {
    std::vector<Aabb> fat(world.size());
    for (std::uint32_t i = 0; i < world.size(); ++i) fat[i] = world.fat_bounds(i);
    PairResult found;
    expect(find_pairs(aabb_rows(fat), workspace, found, {.execution = execution}), "finding pairs");
    expect(sort_pairs(found.pairs, workspace), "sorting pairs");
    std::vector<BoxPair> pairs(world.pair_count());
    expect(world.copy_pairs(pairs), "copying pairs");
    if (!std::ranges::equal(pairs, found.pairs))
        throw std::runtime_error("the world's pairs are not those of find_pairs");
    return checksum(std::span<const BoxPair>(pairs));
}

}  // namespace

std::span<const MovingCase> moving_cases() {
    using enum BenchMotion;
    static constexpr MovingCase kCases[] = {
        {"all_walk", 1, walk, 0, false},
        {"all_drift", 1, drift, 0, false},
        {"all_walk_margin_5", 1, walk, 0.05F, false},
        {"all_drift_margin_5", 1, drift, 0.05F, false},
        {"same_1_percent", 0.01, drift, 0, false},
        {"other_1_percent", 0.01, walk, 0, true},
        {"other_10_percent", 0.1, walk, 0, true},
        {"other_30_percent", 0.3, walk, 0, true},
        {"jump_1_percent", 0.01, jump, 0, true},
        {"other_0.1_percent", 0.001, walk, 0, true},
    };
    return kCases;
}

void bench_moving(benchmark::State& state, BenchScene& scene, const MovingCase& what, const Execution& execution) {
    // The warm-up lasts until boxes leave their fat bounds at all times, and each box that can move has moved.
    constexpr std::size_t kFirst = 40;
    const std::size_t warm_up = what.others ? std::max(kFirst, frames_for_all(what.share)) : kFirst;
    MovingScene moving(scene, what);
    Broadphase world({.margin = 0, .relative_margin = what.margin});
    std::vector<std::uint32_t> ids(moving.bounds().size());
    expect(world.add(aabb_rows(moving.bounds()), MotionType::dynamic_box, ids), "adding boxes");
    BroadphaseUpdate update;
    Workspace workspace;
    PairResult found;
    const bool one_thread = execution.executor == &serial_executor();
    std::vector<double> move_times, update_times, find_times;
    double changed = 0, new_pairs = 0, bulk = 0, rebuilt = 0;
    const auto frame = [&] {
        moving.advance();
        const Clock move_clock(one_thread);
        expect(world.move(moving.moved(), aabb_rows(moving.moved_bounds())), "moving boxes");
        const double move_time = move_clock.seconds();
        const Clock update_clock(one_thread);
        expect(world.update(update, execution), "updating the world");
        update_times.push_back(update_clock.seconds() + move_time);
        move_times.push_back(move_time);
    };
    // The reference time, in the same run and with the same caches.
    const auto find = [&] {
        const Clock find_clock(one_thread);
        expect(find_pairs(aabb_rows(moving.bounds()), workspace, found, {.execution = execution}), "finding pairs");
        find_times.push_back(find_clock.seconds());
    };
    expect(world.update(update, execution), "updating the world");
    for (std::size_t i = 0; i < warm_up; ++i) {
        frame();
        if (i < kFirst) find();
    }
    // The very first frame sorts the world, and may list the neighbors of each box.
    const double first_find = median({find_times.begin() + 1, find_times.begin() + kFirst});
    const double build_ratio = update_times[0] / first_find;
    const double first_ratio = median({update_times.begin() + 1, update_times.begin() + kFirst}) / first_find;
    update_times.clear();
    move_times.clear();
    find_times.clear();
    for (auto _ : state) {
        frame();
        state.SetIterationTime(update_times.back());
        changed += update.changed_count;
        new_pairs += static_cast<double>(update.new_pairs.size() + update.lost_pairs.size());
        bulk += update.path == UpdatePath::bulk;
        rebuilt += update.columns_rebuilt;
        find();
    }
    report_items(state, "boxes", world.size(), check(world, workspace, execution));
    const double frames = static_cast<double>(update_times.size());
    state.counters["find_pairs_us"] = 1e6 * median(find_times);
    state.counters["ratio"] = median(update_times) / median(find_times);
    state.counters["ratio_mean"] = mean(update_times) / mean(find_times);
    state.counters["build_ratio"] = build_ratio;  // of frame 1
    state.counters["first_ratio"] = first_ratio;  // of frames 2 to 40
    state.counters["move_ratio"] = median(move_times) / median(find_times);
    state.counters["changed"] = changed / frames;
    state.counters["pair_changes"] = new_pairs / frames;
    state.counters["bulk"] = bulk / frames;
    state.counters["rebuilt"] = rebuilt / frames;
}

void add_moving(std::vector<BenchCase>& cases) {
    static std::vector<BenchScene> scenes = bench_scenes();
    for (BenchScene& scene : scenes) {
        if (scene.dimension() != 3) continue;
        for (const MovingCase& what : moving_cases()) {
            for (const Isa isa : usable_isas()) {
                for (const unsigned threads : thread_counts()) {
                    const bool usual = scene.name() == "uniform_100000" && isa == usable_isas().back() && threads == 1;
                    cases.push_back(
                        {std::string("moving_") + what.name, scene.name(), isa, threads,
                         usual ? Level::full : Level::asked,
                         [&](benchmark::State& state, const Execution& e) { bench_moving(state, scene, what, e); },
                         true, 60});
                }
            }
        }
    }
}

}  // namespace satori::bench
