// streaming_tile/SCENE: static boxes in tiles, one of which leaves a World and comes back, while some boxes move.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <satori/world.hpp>

#include "common/expect.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/frame_times.hpp"
#include "satori_bench/scenes.hpp"

namespace satori::bench {

namespace {

constexpr std::size_t kTiles = 20, kBoxesPerMover = 50;

/// The boxes of a scene, static and in tiles along x, and boxes that move to and fro among them.
class StreamedWorld {
public:
    explicit StreamedWorld(BenchScene& scene) : tiles_(kTiles), ids_(kTiles) {
        std::vector<OrientedBox> boxes(scene.boxes().begin(), scene.boxes().end());
        std::sort(boxes.begin(), boxes.end(),
                  [](const OrientedBox& a, const OrientedBox& b) { return a.center.x < b.center.x; });
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            BoxDef def = def_of(boxes[i]);
            if (i % kBoxesPerMover != 0) {
                def.motion = MotionType::static_box;
                tiles_[i * kTiles / boxes.size()].push_back(def);
                continue;
            }
            movers_.push_back(def);
            for (int side = 0; side < 2; ++side) {
                BoxPose pose = def.pose;
                pose.position.y += 0.02 * double{def.half_extents.y} * side;
                poses_[side].push_back(pose);
            }
        }
        fill(world, ids_, mover_ids_);
    }

    void leave(std::size_t tile) { expect(world.destroy(ids_[tile]), "destroying a tile"); }
    void come(std::size_t tile) { expect(world.create(tiles_[tile], ids_[tile]), "creating a tile"); }
    /// Moves every mover to one of two places and updates.
    void step(int side, const Execution& execution) {
        expect(world.set_poses(mover_ids_, poses_[side]), "moving boxes");
        expect(world.update(update, execution), "updating the world");
    }
    /// Throws unless a World that was made of the same boxes has as many pairs and contacts. Returns a checksum.
    std::uint64_t check(int side, const Execution& execution) {
        step(side, execution);
        World other;
        std::vector<std::vector<BoxId>> ids(kTiles);
        std::vector<BoxId> mover_ids;
        fill(other, ids, mover_ids);
        expect(other.set_poses(mover_ids, poses_[side]), "moving boxes");
        WorldUpdate anew;
        expect(other.update(anew, execution), "updating the world");
        // Points may differ: a World prefers the axes of the last step.
        if (anew.contact_count != update.contact_count || anew.pair_count != update.pair_count)
            throw std::runtime_error("a World that was made anew has other contacts");
        return std::uint64_t{update.contact_count} << 32 | update.pair_count;
    }

    World world;
    WorldUpdate update;

private:
    void fill(World& to, std::vector<std::vector<BoxId>>& ids, std::vector<BoxId>& mover_ids) const {
        for (std::size_t tile = 0; tile < kTiles; ++tile) {
            ids[tile].resize(tiles_[tile].size());
            expect(to.create(tiles_[tile], ids[tile]), "creating a tile");
        }
        mover_ids.resize(movers_.size());
        expect(to.create(movers_, mover_ids), "creating boxes");
    }

    std::vector<std::vector<BoxDef>> tiles_;
    std::vector<BoxDef> movers_;
    std::vector<BoxPose> poses_[2];  // of the movers
    std::vector<std::vector<BoxId>> ids_;
    std::vector<BoxId> mover_ids_;
};

/// The time is that of a tile that leaves and comes back, with the two updates that tell of it: less two usual updates.
void bench_tile(benchmark::State& state, BenchScene& scene, const Execution& execution) {
    StreamedWorld streamed(scene);
    std::vector<double> usual, out, in;
    int frame = 0;
    const auto seconds = [&](auto&& change) {
        const Clock clock(execution.executor == &serial_executor());
        change();
        streamed.step(++frame % 2, execution);
        return clock.seconds();
    };
    for (int k = 0; k < 8; ++k) seconds([] {});
    std::size_t tile = 0;
    for (auto _ : state) {
        tile = (tile + 1) % kTiles;
        for (int k = 0; k < 4; ++k) usual.push_back(seconds([] {}));
        out.push_back(seconds([&] { streamed.leave(tile); }));
        for (int k = 0; k < 4; ++k) usual.push_back(seconds([] {}));
        in.push_back(seconds([&] { streamed.come(tile); }));
        state.SetIterationTime(std::max(out.back() + in.back() - 2 * median(usual), 0.0));
    }
    state.counters["step_us"] = 1e6 * median(usual);
    state.counters["out_us"] = 1e6 * median(out);
    state.counters["in_us"] = 1e6 * median(in);
    state.counters["slowest_in_us"] = 1e6 * *std::max_element(in.begin(), in.end());
    report_items(state, "tiles", 1, streamed.check(++frame % 2, execution));
}

}  // namespace

void add_streaming(std::vector<BenchCase>& cases) {
    static BenchScene scenes[] = {BenchScene("uniform_10000"), BenchScene("uniform_100000")};
    for (BenchScene& scene : scenes) {
        const auto run = [&scene](benchmark::State& state, const Execution& e) { bench_tile(state, scene, e); };
        cases.push_back({"streaming_tile", scene.name(), usable_isas().back(), 1, Level::full, run, true, 60});
    }
}

}  // namespace satori::bench
