// Fuzzes a Broadphase and its oracle with any sequence of calls: legal calls, and bad calls, which must change nothing.

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "fuzz/boxes.hpp"
#include "fuzz/input.hpp"
#include "oracles/brute_force_world.hpp"
#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/coordinates.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"

namespace satori::fuzz {

namespace {

constexpr std::uint32_t kMostBoxes = 500;
constexpr int kMostOperations = 200;
constexpr std::uint64_t kUntouched = 987654321;

using Ids = std::vector<std::uint32_t>;

bool legal_bounds(const Aabb& bounds) {
    const auto ordered = [](float low, float high) { return std::isfinite(low) && std::isfinite(high) && low <= high; };
    return ordered(bounds.min.x, bounds.max.x) && ordered(bounds.min.y, bounds.max.y) &&
           ordered(bounds.min.z, bounds.max.z);
}

/// The error of a call, and its index.
struct Fault {
    Status status;
    std::uint64_t index;
};

class Worlds {
public:
    explicit Worlds(Input& input)
        : input_(input), options_(any_options(input)), world_(options_, allocator_.get()), twin_(options_) {}

    void run() {
        for (int operation = 0; operation < kMostOperations && !input_.empty(); ++operation) {
            one_operation();
            EXPECT_EQ(world_.size(), twin_.size());
            EXPECT_TRUE(world_.validate());
        }
        update();
        compare();
        EXPECT_EQ(allocator_.misuses(), 0U);
    }

private:
    static BroadphaseOptions any_options(Input& input) {
        static constexpr BroadphaseOptions kUsual[] = {{0, 0}, {0, 0}, {0.02F, 0.05F}, {0, 0.1F}};
        BroadphaseOptions options = input.one_of(kUsual);
        if (input.below(8) == 0) options = {input.number(), input.number()};
        return options;
    }
    bool legal_options() const {
        return options_.margin >= 0 && std::isfinite(options_.margin) && options_.relative_margin >= 0 &&
               std::isfinite(options_.relative_margin);
    }

    void one_operation() {
        switch (input_.below(12)) {
            case 0:
                return add(some_bounds(1 + input_.below(4)));
            case 1:
                return add(scattered(1 + input_.byte()));
            case 2:
                return add_batch();
            case 3:
                return remove(some_ids(1 + input_.below(16)));
            case 4: {
                const Ids ids = some_ids(1 + input_.below(16));
                return move(ids, some_bounds(ids.size()));
            }
            case 5: {
                const Ids ids = present_ids(input_.byte());
                return move(ids, scattered(ids.size()));
            }
            case 6:
                return move_batch();
            case 7:
                return set_motion();
            case 8:
                return set_sleeping();
            case 9:
                return fail_to_update();
            case 10:
                return compare();
            default:
                return update();
        }
    }

    std::vector<Aabb> some_bounds(std::size_t count) {
        std::vector<Aabb> bounds(count);
        for (Aabb& box : bounds) {
            for (float* value : {&box.min.x, &box.min.y, &box.min.z, &box.max.x, &box.max.y, &box.max.z})
                *value = input_.number();
            if (input_.below(4) == 0) continue;  // mostly minimum and maximum in order
            std::tie(box.min.x, box.max.x) = std::minmax({box.min.x, box.max.x});
            std::tie(box.min.y, box.max.y) = std::minmax({box.min.y, box.max.y});
            std::tie(box.min.z, box.max.z) = std::minmax({box.min.z, box.max.z});
        }
        return bounds;
    }

    /// Returns legal bounds in a cube, of sizes within a few decades.
    std::vector<Aabb> scattered(std::size_t count) {
        test::Random random = input_.random();
        const double half_width = std::ldexp(1.0, static_cast<int>(input_.below(8))),
                     smallest = std::pow(10, -random.below(4));
        std::vector<Aabb> bounds(count);
        for (Aabb& box : bounds) {
            for (const auto side : {&Vec3::x, &Vec3::y, &Vec3::z}) {
                const double center = random.uniform(-half_width, half_width), half = random.log_uniform(smallest, 1);
                box.min.*side = static_cast<float>(center - half);
                box.max.*side = static_cast<float>(center + half);
            }
        }
        return bounds;
    }

    /// Returns any ids, now and then an id that does not exist.
    Ids some_ids(std::size_t count) {
        Ids ids(count);
        for (std::uint32_t& id : ids) {
            id = input_.byte();
            if (id == 255) id = input_.word();
            if (id >= 250) continue;
            id = (id + 256 * input_.below(2)) % (world_.id_limit() + 1);
        }
        return ids;
    }
    /// Returns `share` of 256 of the ids that exist.
    Ids present_ids(std::uint32_t share) {
        test::Random random = input_.random();
        Ids ids;
        for (std::uint32_t id = 0; id < world_.id_limit(); ++id)
            if (twin_.contains(id) && random.below(256) <= share) ids.push_back(id);
        return ids;
    }

    MotionType any_motion() { return static_cast<MotionType>(input_.below(8) == 7 ? 4 : input_.below(4)); }
    static bool is_known(MotionType motion) { return motion <= MotionType::detector_box; }

    // Adds the faults of a call's arguments.
    static void find_fault(const std::vector<Aabb>& bounds, std::vector<Fault>& faults) {
        const auto bad = std::find_if_not(bounds.begin(), bounds.end(), legal_bounds);
        if (bad != bounds.end())
            faults.push_back({Status::invalid_bounds, static_cast<std::uint64_t>(bad - bounds.begin())});
    }
    void find_fault(const Ids& ids, std::vector<Fault>& faults) const {
        const auto bad = std::find_if_not(ids.begin(), ids.end(), [&](std::uint32_t id) { return twin_.contains(id); });
        if (bad != ids.end()) faults.push_back({Status::invalid_id, static_cast<std::uint64_t>(bad - ids.begin())});
    }

    /// Makes the call. It must fail by one of the faults, or succeed when there are none. Returns true when it
    /// succeeds.
    template <class Call>
    static bool succeeds(const std::vector<Fault>& faults, Call&& call) {
        std::uint64_t named = kUntouched;
        const Status status = call(&named);
        if (faults.empty()) {
            EXPECT_EQ(status, Status::ok);
            return true;
        }
        const auto is_named = [&](const Fault& fault) { return fault.status == status && fault.index == named; };
        EXPECT_TRUE(std::any_of(faults.begin(), faults.end(), is_named)) << describe(status) << " at " << named;
        return false;
    }

    void add(const std::vector<Aabb>& bounds) {
        if (world_.id_limit() + bounds.size() > kMostBoxes) return;
        const MotionType motion = any_motion();
        std::vector<Fault> faults;
        if (!legal_options() || !is_known(motion)) faults.push_back({Status::invalid_argument, kUntouched});
        find_fault(bounds, faults);
        Ids ids(bounds.size(), 7);
        const auto call = [&](std::uint64_t* named) { return world_.add(aabb_rows(bounds), motion, ids, named); };
        if (succeeds(faults, call)) {
            for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], twin_.add(bounds[i], motion));
        } else {
            EXPECT_EQ(ids, Ids(bounds.size(), 7));
        }
    }

    BoxBatch some_batch(std::size_t count, std::vector<Aabb>& bounds) {
        std::vector<OrientedBox> boxes;
        for (std::size_t i = 0; i < count; ++i) {
            boxes.push_back(any_box<OrientedBox>(input_));
            if (!input_.flag()) boxes.back() = mended(boxes.back());
        }
        BoxBatch batch;
        EXPECT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
        bounds = test::bounds_of(batch);
        return batch;
    }

    void add_batch() {
        std::vector<Aabb> bounds;
        const BoxBatch batch = some_batch(1 + input_.below(4), bounds);
        if (world_.id_limit() + bounds.size() > kMostBoxes) return;
        std::vector<Fault> faults;
        if (!legal_options()) faults.push_back({Status::invalid_argument, kUntouched});
        find_fault(bounds, faults);
        Ids ids(bounds.size());
        const auto call = [&](std::uint64_t* named) {
            return world_.add(batch, MotionType::dynamic_box, ids, named, any_execution());
        };
        if (!succeeds(faults, call)) return;
        for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], twin_.add(bounds[i], MotionType::dynamic_box));
    }

    void remove(const Ids& ids) {
        std::vector<Fault> faults;
        find_fault(ids, faults);
        for (std::size_t i = 0; faults.empty() && i < ids.size(); ++i)
            if (std::find(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i), ids[i]) !=
                ids.begin() + static_cast<std::ptrdiff_t>(i))
                faults.push_back({Status::invalid_id, i});
        if (!succeeds(faults, [&](std::uint64_t* named) { return world_.remove(ids, named); })) return;
        for (const std::uint32_t id : ids) twin_.remove(id);
    }

    template <class Moved>
    void move(const Ids& ids, const std::vector<Aabb>& bounds, const Moved& moved) {
        std::vector<Fault> faults;
        if (!legal_options()) faults.push_back({Status::invalid_argument, kUntouched});
        find_fault(ids, faults);
        find_fault(bounds, faults);
        if (!succeeds(faults, [&](std::uint64_t* named) { return world_.move(ids, moved, named); })) return;
        for (std::size_t i = 0; i < ids.size(); ++i) twin_.move(ids[i], bounds[i]);
    }
    void move(const Ids& ids, const std::vector<Aabb>& bounds) { move(ids, bounds, aabb_rows(bounds)); }
    void move_batch() {
        std::vector<Aabb> bounds;
        const BoxBatch batch = some_batch(1 + input_.below(4), bounds);
        move(some_ids(bounds.size()), bounds, batch);
    }

    void set_motion() {
        const Ids ids = some_ids(input_.below(16));
        const MotionType motion = any_motion();
        std::vector<Fault> faults;
        if (!is_known(motion)) faults.push_back({Status::invalid_argument, kUntouched});
        find_fault(ids, faults);
        if (!succeeds(faults, [&](std::uint64_t* named) { return world_.set_motion(ids, motion, named); })) return;
        for (const std::uint32_t id : ids) twin_.set_motion(id, motion);
    }

    void set_sleeping() {
        const Ids ids = some_ids(input_.below(16));
        const bool sleeping = input_.flag();
        std::vector<Fault> faults;
        find_fault(ids, faults);
        if (!succeeds(faults, [&](std::uint64_t* named) { return world_.set_sleeping(ids, sleeping, named); })) return;
        for (const std::uint32_t id : ids) twin_.set_sleeping(id, sleeping);
    }

    Execution any_execution() {
        static const std::vector<Isa> isas = test::supported_isas();
        return {isas[input_.below(static_cast<std::uint32_t>(isas.size()))],
                input_.flag() ? static_cast<Executor*>(&shuffled_) : &serial_executor()};
    }

    // Runs an update for which memory runs out, or whose executor is broken. It can be repeated.
    void fail_to_update() {
        BroadphaseUpdate result;
        if (input_.flag()) {
            allocator_.fail_at(input_.below(32));
            const std::uint64_t failures = allocator_.failures();
            const Status status = world_.update(result, any_execution());
            const bool failed = allocator_.failures() > failures;
            allocator_.never_fail();
            EXPECT_EQ(status, failed ? Status::out_of_memory : Status::ok);
            if (!failed) twin_.update();
            return failed ? update() : compare();
        }
        test::FaultyExecutor broken(input_.one_of(test::kExecutorFaults), input_.below(4));
        const Status status = world_.update(result, {Isa::best, &broken});
        EXPECT_EQ(status, broken.faults() > 0 ? Status::executor_failed : Status::ok);
        if (status == Status::ok) twin_.update();
        update();
    }

    void update() {
        BroadphaseUpdate result;
        EXPECT_EQ(world_.update(result, any_execution()), Status::ok);
        twin_.update();
        EXPECT_TRUE(std::ranges::equal(result.new_pairs, twin_.new_pairs()))
            << result.new_pairs.size() << " instead of " << twin_.new_pairs().size() << " new pairs";
        EXPECT_TRUE(std::ranges::equal(result.lost_pairs, twin_.lost_pairs()))
            << result.lost_pairs.size() << " instead of " << twin_.lost_pairs().size() << " lost pairs";
        EXPECT_EQ(result.pair_count, twin_.pairs().size());
    }

    // Compares the answers of all queries.
    void compare() {
        std::vector<BoxPair> pairs(world_.pair_count());
        EXPECT_EQ(world_.copy_pairs(pairs), Status::ok);
        EXPECT_TRUE(std::ranges::equal(pairs, twin_.pairs()));
        std::vector<Ids> partners(world_.id_limit());
        for (const BoxPair& pair : twin_.pairs()) {
            partners[pair.first].push_back(pair.second);
            partners[pair.second].push_back(pair.first);
        }
        for (std::uint32_t id = 0; id < world_.id_limit(); ++id) {
            EXPECT_EQ(world_.contains(id), twin_.contains(id));
            std::sort(partners[id].begin(), partners[id].end());
            EXPECT_TRUE(std::ranges::equal(world_.partners(id), partners[id]));
            if (!twin_.contains(id)) continue;
            EXPECT_EQ(world_.sleeping(id), twin_.sleeping(id));
            const Aabb fat = world_.fat_bounds(id), wanted = twin_.fat_bounds(id);
            for (std::size_t a = 0; a < 3; ++a) {
                EXPECT_EQ(test::coordinate(fat.min, a), test::coordinate(wanted.min, a));
                EXPECT_EQ(test::coordinate(fat.max, a), test::coordinate(wanted.max, a));
            }
        }
    }

    Input& input_;
    BroadphaseOptions options_;
    test::CountingAllocator allocator_;
    test::ShuffledExecutor shuffled_{5};
    Broadphase world_;
    BruteForceWorld twin_;
};

}  // namespace

void check(Input input) {
    Worlds(input).run();
}

}  // namespace satori::fuzz
