// R11: a Broadphase gives the same reports as its oracle, after any sequence of calls.

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/broadphase_state.hpp"

#include "oracles/brute_force_world.hpp"
#include "support/calls.hpp"
#include "support/coordinates.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

// The properties of a world, and the changes to it.
struct Regime {
    const char* name;
    std::uint32_t count;       // boxes that the world tends to
    double half_width;         // of the cube that boxes are put in, meters; sizes are about 1
    double smallest, largest;  // box sizes
    double step;               // of a move, in box sizes; 0: anywhere
    double moved;              // share of boxes moved between two updates
    double churn;              // share of boxes added and removed between two updates
    std::uint32_t clusters;    // 0: uniform
    BroadphaseOptions options;
    bool flat = false;   // everything along one line
    bool grid = false;   // whole coordinates: ties, touching faces
    double growth = 1;   // of the cube, per frame
    double resize = 1;   // most that a box grows or shrinks when it moves
    bool rods = false;   // as long as the world, along one of the three axes
    bool tiles = false;  // boxes that nothing moves come and go, many together
};

constexpr Regime kRegimes[] = {
    {"small", 60, 4, 0.5, 1.5, 0.1, 0.1, 0.02, 0, {}},
    {"all_creep", 1400, 9.3, 0.5, 1.5, 0.02, 2, 0.002, 0, {}},
    {"all_creep_margin", 1400, 9.3, 0.5, 1.5, 0.05, 2, 0.002, 0, {0.01F, 0.02F}},
    {"small_bulk", 60, 4, 0.5, 1.5, 0.1, 0.9, 0.02, 0, {}},
    {"uniform", 1500, 11, 0.5, 1.5, 0.05, 0.05, 0.005, 0, {}},
    {"uniform_margin", 1500, 11, 0.5, 1.5, 0.03, 0.5, 0.005, 0, {0.02F, 0.05F}},
    {"clustered", 1400, 33, 0.5, 1.5, 0.2, 0.1, 0.01, 3, {0.05F, 0}},
    {"mixed_sizes", 1200, 20, 0.01, 10, 0.2, 0.1, 0.01, 0, {}},
    {"mixed_sizes_margin", 1200, 20, 0.01, 10, 0.2, 0.1, 0.01, 0, {0, 0.1F}},
    {"teleports", 1200, 10, 0.5, 1.5, 0, 0.1, 0, 0, {}},
    {"teleports_bulk", 1400, 10.6, 0.5, 1.5, 0, 0.8, 0.05, 0, {}},
    {"line", 1400, 700, 0.5, 1.5, 0.5, 0.1, 0.01, 0, {}, true},
    {"whole_numbers", 1400, 9, 1, 2, 1, 0.1, 0.02, 0, {}, false, true},
    {"growing", 1500, 4, 0.5, 1.5, 0, 0.05, 0.01, 0, {}, false, false, 1.02},
    {"resizing", 1400, 22.4, 0.1, 3, 0.1, 0.1, 0.01, 0, {}, false, false, 1, 30},
    // Boxes that move little, in skins: few boxes, crowds too large for the capacity of their lists, and many boxes.
    {"creeping", 1500, 11, 0.5, 1.5, 0.02, 0.05, 0.005, 0, {}},
    {"creeping_crowd", 1500, 5.6, 0.5, 1.5, 0.02, 0.06, 0.002, 0, {}},
    {"creeping_sizes", 1400, 16, 0.05, 5, 0.02, 0.08, 0.005, 0, {}},
    {"rods", 2500, 20, 0.01, 0.02, 0, 0.05, 0.005, 0, {}, false, false, 1, 1, true},  // classes by shape
    {.name = "tiles",
     .count = 800,
     .half_width = 11,
     .smallest = 0.5,
     .largest = 1.5,
     .step = 0.03,
     .moved = 0.1,
     .churn = 0.005,
     .clusters = 0,
     .options = {},
     .tiles = true},
};

void PrintTo(const Regime& regime, std::ostream* out) {
    *out << regime.name;
}

class MovingWorld : public testing::TestWithParam<Regime> {
protected:
    Aabb random_box(const Regime& regime) {
        const auto size = [&] {
            const double s = regime.largest > 4 * regime.smallest ? random_.log_uniform(regime.smallest, regime.largest)
                                                                  : random_.uniform(regime.smallest, regime.largest);
            return s;
        };
        const double scale = size();
        double center[3], half[3];
        for (int a = 0; a < 3; ++a) {
            const double half_width = regime.half_width * growth_;
            center[a] = random_.uniform(-half_width, half_width);
            if (regime.clusters != 0) center[a] = center[a] * 0.06 + 0.9 * half_width * (cluster_ * (a + 1) % 3);
            if (regime.flat && a != 0) center[a] = 0;
            half[a] = 0.5 * scale * random_.uniform(0.7, 1.0);
            if (regime.grid) {
                center[a] = std::floor(center[a]);
                half[a] = random_.below(3) == 0 ? 0 : 0.5;
            }
        }
        if (regime.clusters != 0) cluster_ = random_.below(regime.clusters);
        if (regime.rods) half[random_.below(3)] = regime.half_width;
        return box(center, half);
    }
    static Aabb box(const double (&c)[3], const double (&h)[3]) {
        const auto f = [](double v) { return static_cast<float>(v); };
        return {{f(c[0] - h[0]), f(c[1] - h[1]), f(c[2] - h[2])}, {f(c[0] + h[0]), f(c[1] + h[1]), f(c[2] + h[2])}};
    }
    Aabb moved(const Regime& regime, const Aabb& from) {
        if (regime.step == 0 || random_.below(200) == 0) return random_box(regime);
        const double scale = regime.resize == 1 ? 1 : random_.log_uniform(1 / regime.resize, regime.resize);
        resized_ += scale > 8 || scale < 0.125;
        double center[3], half[3];
        for (std::size_t a = 0; a < 3; ++a) {
            const double lo = test::coordinate(from.min, a), hi = test::coordinate(from.max, a);
            center[a] = 0.5 * (lo + hi);
            half[a] = std::clamp(0.5 * (hi - lo) * scale, 0.0, regime.half_width);
            const double size = std::max(2 * half[a], 0.1);
            if (!regime.flat || a == 0) center[a] += size * regime.step * random_.uniform(-1, 1);
            if (regime.grid) {
                center[a] = std::floor(center[a] + 0.5 + random_.uniform(-1, 1));
            } else if (random_.below(20) == 0) {
                half[a] *= random_.uniform(0.5, 2);
            }
        }
        return box(center, half);
    }

    MotionType random_motion() {
        const std::uint32_t r = random_.below(8);
        return r < 4 ? static_cast<MotionType>(r) : MotionType::dynamic_box;
    }

    void add(const Regime& regime) {
        std::uint32_t id = 0;
        add(random_box(regime), random_motion(), id);
    }
    void add(const Aabb& bounds, MotionType motion, std::uint32_t& id) {
        ASSERT_EQ(world_->add(bounds, motion, id), Status::ok);
        ASSERT_EQ(id, twin_->add(bounds, motion)) << "the lowest free id";
        if (id >= tight_.size()) tight_.resize(id + 1);
        tight_[id] = bounds;
        ++operations_;
    }

    // A tile of boxes that nothing moves comes, or goes, or both at once. What it is made of changes as all boxes do.
    void change_tiles(const Regime& regime) {
        if (random_.below(3) != 0) return;
        if (tiles_.size() == 3 || (!tiles_.empty() && random_.below(2) == 0)) {
            std::vector<std::uint32_t> gone = std::move(tiles_.front());
            tiles_.erase(tiles_.begin());
            std::erase_if(gone, [&](std::uint32_t id) { return !twin_->contains(id); });
            ASSERT_EQ(world_->remove(gone), Status::ok);
            for (const std::uint32_t id : gone) twin_->remove(id);
            operations_ += gone.size();
        }
        if (tiles_.size() == 3 || random_.below(2) == 0) return;
        const double base = random_.uniform(-regime.half_width, regime.half_width / 2);
        std::vector<std::uint32_t>& tile = tiles_.emplace_back(260);
        for (std::uint32_t& id : tile) {
            Aabb bounds = random_box(regime);
            // A slab of the world.
            const float thickness = bounds.max.x - bounds.min.x;
            bounds.min.x = static_cast<float>(base + random_.uniform(0, regime.half_width / 2));
            bounds.max.x = bounds.min.x + thickness;
            add(bounds, random_.below(8) == 0 ? MotionType::kinematic_box : MotionType::static_box, id);
        }
    }

    // Returns ids that exist, each at most once.
    std::vector<std::uint32_t> pick(std::uint32_t count) {
        std::vector<std::uint32_t> ids;
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t id = random_.below(world_->id_limit());
            if (twin_->contains(id) && std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
        }
        return ids;
    }

    void change(const Regime& regime) {
        const std::uint32_t size = world_->size();
        const auto some = [&](double share) {
            return static_cast<std::uint32_t>(share * size * random_.uniform(0.5, 1.5) + random_.unit());
        };
        // Sometimes boxes are removed, added, and removed again before any update.
        const auto gone = pick(some(regime.churn));
        ASSERT_EQ(world_->remove(gone), Status::ok);
        for (const std::uint32_t id : gone) twin_->remove(id);
        operations_ += gone.size();
        const std::uint32_t target = static_cast<std::uint32_t>(regime.count * random_.uniform(0.95, 1.05));
        for (std::uint32_t k = 0; world_->size() < target && k < 1 + some(2 * regime.churn); ++k) add(regime);
        if (random_.below(4) == 0) {
            const auto brief = pick(1);
            ASSERT_EQ(world_->remove(brief), Status::ok);
            for (const std::uint32_t id : brief) twin_->remove(id);
        }
        if (regime.tiles) {
            ASSERT_NO_FATAL_FAILURE(change_tiles(regime));
        }
        auto ids = pick(some(regime.moved));
        // When ids are in order, the code moves boxes with vectors.
        if (random_.below(2) == 0) std::sort(ids.begin(), ids.end());
        std::vector<Aabb> bounds;
        for (const std::uint32_t id : ids) {
            bounds.push_back(moved(regime, tight_[id]));
            tight_[id] = bounds.back();
            twin_->move(id, bounds.back());
        }
        const auto isas = test::supported_isas();
        const Isa isa = isas[random_.below(static_cast<std::uint32_t>(isas.size()))];
        ASSERT_EQ(world_->move(ids, aabb_rows(bounds), nullptr, {isa, &serial_executor()}), Status::ok);
        operations_ += ids.size();
        const auto retyped = pick(random_.below(3));
        const MotionType motion = random_motion();
        ASSERT_EQ(world_->set_motion(retyped, motion), Status::ok);
        for (const std::uint32_t id : retyped) twin_->set_motion(id, motion);
        const auto slept = pick(random_.below(10));
        const bool sleeping = random_.below(4) != 0;
        ASSERT_EQ(world_->set_sleeping(slept, sleeping), Status::ok);
        for (const std::uint32_t id : slept) twin_->set_sleeping(id, sleeping);
        operations_ += retyped.size() + slept.size();
    }

    void update_and_compare(const Execution& execution) {
        BroadphaseUpdate result;
        ASSERT_EQ(world_->update(result, execution), Status::ok);
        ASSERT_TRUE(world_->validate());
        twin_->update();
        ++operations_;
        (result.path == UpdatePath::bulk ? bulk_ : incremental_) += result.path != UpdatePath::none;
        rebuilt_ += result.columns_rebuilt;
        const auto* const state = detail::BroadphaseAccess::state_of(std::as_const(*world_));
        layered_ += result.path == UpdatePath::incremental && state->columns.valid() && state->columns.next_layer() > 1;
        new_pairs_ += result.new_pairs.size();
        lost_pairs_ += result.lost_pairs.size();
        const auto same = [](std::span<const BoxPair> a, std::span<const BoxPair> b) {
            return std::ranges::equal(a, b);
        };
        ASSERT_TRUE(same(result.new_pairs, twin_->new_pairs()))
            << result.new_pairs.size() << " instead of " << twin_->new_pairs().size() << " new pairs, path "
            << static_cast<int>(result.path) << ", operation " << operations_;
        ASSERT_TRUE(same(result.lost_pairs, twin_->lost_pairs()))
            << result.lost_pairs.size() << " instead of " << twin_->lost_pairs().size() << " lost pairs";
        ASSERT_EQ(result.pair_count, twin_->pairs().size());
        ASSERT_EQ(world_->size(), twin_->size());
    }

    void compare_all() {
        std::vector<BoxPair> pairs(world_->pair_count());
        ASSERT_EQ(world_->copy_pairs(pairs), Status::ok);
        ASSERT_TRUE(std::ranges::equal(pairs, twin_->pairs()));
        std::vector<std::vector<std::uint32_t>> partners(world_->id_limit());
        for (const BoxPair& pair : twin_->pairs()) {
            partners[pair.first].push_back(pair.second);
            partners[pair.second].push_back(pair.first);
        }
        for (std::uint32_t id = 0; id < world_->id_limit(); ++id) {
            ASSERT_EQ(world_->contains(id), twin_->contains(id));
            std::sort(partners[id].begin(), partners[id].end());
            ASSERT_TRUE(std::ranges::equal(world_->partners(id), partners[id]));
            if (!twin_->contains(id)) continue;
            ASSERT_EQ(world_->sleeping(id), twin_->sleeping(id));
            const Aabb a = world_->fat_bounds(id), b = twin_->fat_bounds(id);
            ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0);
        }
    }

    void run_seeds(std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t seed = first; seed < end && !HasFailure(); ++seed) {
            operations_ = 0;
            growth_ = 1;
            run(GetParam(), 40000, seed);
        }
    }

    void run(const Regime& regime, std::uint64_t operations, std::uint64_t seed) {
        random_ = test::Random(seed);
        tiles_.clear();
        Broadphase world(regime.options);
        BruteForceWorld twin(regime.options);
        world_ = &world;
        twin_ = &twin;
        for (std::uint32_t i = 0; i < regime.count; ++i) add(regime);
        test::RendezvousExecutor threads(3);
        test::ShuffledExecutor shuffled(5);
        Executor* const executors[] = {&serial_executor(), &serial_executor(), &shuffled, &threads};
        const auto isas = test::supported_isas();
        for (std::uint32_t frame = 0; operations_ < operations; ++frame) {
            const Execution execution{isas[random_.below(static_cast<std::uint32_t>(isas.size()))],
                                      executors[random_.below(4)]};
            ASSERT_NO_FATAL_FAILURE(update_and_compare(execution));
            if (frame % 8 == 0) {
                ASSERT_NO_FATAL_FAILURE(compare_all());
            }
            growth_ *= regime.growth;
            ASSERT_NO_FATAL_FAILURE(change(regime));
        }
    }

    test::Random random_{1};
    Broadphase* world_ = nullptr;
    BruteForceWorld* twin_ = nullptr;
    std::vector<Aabb> tight_;
    std::vector<std::vector<std::uint32_t>> tiles_;
    double growth_ = 1;
    std::uint32_t cluster_ = 0;
    std::uint64_t operations_ = 0, new_pairs_ = 0, lost_pairs_ = 0, bulk_ = 0, incremental_ = 0, rebuilt_ = 0,
                  resized_ = 0, layered_ = 0;
};
class FullMovingWorld : public MovingWorld {};
class NightlyMovingWorld : public MovingWorld {};

TEST_P(MovingWorld, EqualsItsTwin) {
    const Regime& regime = GetParam();
    run(regime, 24000, 1);
    if (regime.resize > 1) {
        EXPECT_GT(resized_, 500U) << "hardly any box changed its size much";
    }
    if (regime.tiles) {
        EXPECT_GT(layered_, 10U) << "no tile got a layer";
    }
    RecordProperty("incremental", std::to_string(incremental_));
    RecordProperty("rebuilt", std::to_string(rebuilt_));
    EXPECT_GT(new_pairs_, 500U);
    EXPECT_GT(lost_pairs_, 200U);
    EXPECT_GT(bulk_, 0U) << "the first update, at least, sweeps all";
    if (regime.step != 0 && regime.step < 0.05 && regime.moved < 0.3) {
        EXPECT_GT(incremental_, 10U);
        if (!regime.tiles) {
            EXPECT_LE(rebuilt_, bulk_) << "columns are built once after a sweep, and kept";
        }
    } else if (regime.moved >= 0.8 && regime.options.margin == 0 && regime.count > 1000) {
        EXPECT_GT(bulk_, 10U);
    }
}

TEST_P(FullMovingWorld, EqualsItsTwin) {
    run_seeds(2, 4);
}

TEST_P(NightlyMovingWorld, EqualsItsTwin) {
    run_seeds(4, 20);
}

std::string regime_name(const testing::TestParamInfo<Regime>& tested) {
    return tested.param.name;
}

INSTANTIATE_TEST_SUITE_P(Regimes, MovingWorld, testing::ValuesIn(kRegimes), regime_name);
INSTANTIATE_TEST_SUITE_P(Regimes, FullMovingWorld, testing::ValuesIn(kRegimes), regime_name);
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyMovingWorld, testing::ValuesIn(kRegimes), regime_name);

}  // namespace
}  // namespace satori
