// Fuzzes two Worlds, on the narrowest and the widest instruction set, with any sequence of good and bad calls. Only one
// of them runs queries between its updates. Both must give the same statuses, events, states and answers, and a
// recording must replay.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "fuzz/boxes.hpp"
#include "fuzz/input.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/lockstep.hpp"
#include "support/shape_regimes.hpp"
#include "support/world_driver.hpp"
#include "support/world_events.hpp"

namespace satori::fuzz {

namespace {

constexpr std::uint32_t kMostBoxes = 200;
constexpr int kMostOperations = 100;

class TwoWorlds {
public:
    explicit TwoWorlds(Input& input) : input_(input), options_(any_options(input)), one_(options_), other_(options_) {
        recorded_ = one_.record(kept_.options()) == Status::ok;
    }

    void run() {
        for (int operation = 0; operation < kMostOperations && !input_.empty(); ++operation) one_operation();
        update();
        ask(one_);
        EXPECT_TRUE(one_.validate());
        if (!recorded_) return;
        EXPECT_EQ(one_.stop_recording(), Status::ok);
        WorldReplay replay(kept_.bytes);
        ReplayStep step{.outcome = ReplayOutcome::same};
        WorldUpdate update;
        while (step.outcome == ReplayOutcome::same) EXPECT_EQ(replay.step(step, update, wide()), Status::ok);
        EXPECT_EQ(step.outcome, ReplayOutcome::end);
    }

private:
    static WorldOptions any_options(Input& input) {
        static constexpr BroadphaseOptions kUsual[] = {{0, 0}, {0, 0}, {0.02F, 0.05F}, {1e30F, 0}};
        WorldOptions options{.bounds = input.one_of(kUsual)};
        if (input.below(4) == 0) options.contacts = {Boundary::open, 0.05F, 2e-4F, 0.1F};
        if (input.below(4) == 0) options.predicate = test::without_thirds;
        if (input.below(4) == 0) {
            options.point_payloads = input.flag();
            options.contact_payloads = input.flag();
            options.motion_tolerance = input.flag() ? 0.01F : input.number();
        }
        if (input.below(16) == 0) {
            options.bounds = {input.number(), input.number()};
            options.match_distance = input.number();
        }
        return options;
    }
    Execution narrow() { return {test::supported_isas().front(), &serial_executor()}; }
    Execution wide() { return {test::supported_isas().back(), &shuffled_}; }

    double coordinate() {
        const double number = input_.number();
        return input_.below(16) == 0 ? number * 1e4 + 1e-9 : std::isfinite(number) ? std::fmod(number, 16) : number;
    }
    Vec3d any_place() { return {coordinate(), coordinate(), coordinate()}; }
    Vec3d place() {
        test::Random random(input_.word());
        const auto at = [&] { return std::floor(random.uniform(-4, 4) * 16) / 16; };
        return input_.below(4) == 0 ? any_place() : Vec3d{at(), at(), at()};
    }
    Vec3 part(float most) {
        if (input_.below(4) == 0) return {input_.number(), input_.number(), input_.number()};
        test::Random random(input_.word());
        const auto one = [&] { return static_cast<float>(random.uniform(-1, 1)) * most; };
        return {one(), one(), one()};
    }
    Quat rotation() { return input_.flag() ? Quat{} : any_box<OrientedBox>(input_).rotation; }
    Vec3 half() {
        if (input_.below(4) == 0) return any_box<OrientedBox>(input_).half_extents;
        return {static_cast<float>(input_.below(16)) / 16, 0.5F, 0.25F};
    }
    /// Returns sides, one in four of them illegal.
    CoveredSides sides() { return static_cast<CoveredSides>(input_.byte() % 85); }
    double reach() {
        static constexpr double kReaches[] = {HUGE_VAL, HUGE_VAL, 1, 4, 0, 1e300, 5e-324, -1};
        return input_.one_of(kReaches);
    }
    BoxId some_id() {
        if (input_.below(32) == 0) return {input_.byte(), input_.byte()};
        return one_.id_at(input_.byte() % std::max(1U, one_.index_limit()));
    }
    BoxDef any_def() {
        BoxDef def;
        def.pose = {place(), rotation()};
        def.half_extents = half();
        if (input_.below(4) == 0) def.covered_sides = sides();
        if (input_.below(4) == 0) def.speculative_distance = input_.number();
        if (input_.below(4) == 0) def.radius = input_.number();
        const std::uint8_t kind = input_.byte();
        def.motion = static_cast<MotionType>(kind % 32 == 31 ? 4 : kind % 4);
        def.sensor = kind / 32 == 1;
        def.sleeping = kind / 32 == 2;
        def.continuous = kind / 32 == 4;
        if (kind / 32 == 3) def.filter = {input_.byte(), input_.byte(), input_.below(3) == 0 ? 1 : 0, input_.below(3)};
        return def;
    }

    /// Makes the same call to both worlds.
    template <class Call>
    void both(Call&& call) {
        const Status status = call(one_);
        EXPECT_EQ(status, call(other_));
    }
    template <class T>
    void set(const T& value,
             Status (World::*call)(std::span<const BoxId>, std::span<const T>, std::uint64_t*) noexcept) {
        const BoxId id = some_id();
        both([&](World& world) { return (world.*call)({&id, 1}, {&value, 1}, nullptr); });
    }

    void one_operation() {
        switch (input_.below(16)) {
            case 0:
            case 1: {
                std::vector<BoxDef> defs(1 + input_.below(16));
                if (one_.index_limit() + defs.size() > kMostBoxes) return;
                for (BoxDef& def : defs) def = any_def();
                std::vector<BoxId> ids[2];
                int w = 0;
                return both([&](World& world) {
                    ids[w].resize(defs.size());
                    const Status status = world.create(defs, ids[w]);
                    if (w++ == 1) {
                        EXPECT_EQ(ids[0], ids[1]);
                    }
                    return status;
                });
            }
            case 2: {
                const BoxId ids[] = {some_id(), some_id()};
                const std::size_t count = 1 + input_.below(2);
                return both([&](World& world) { return world.destroy(std::span(ids).first(count)); });
            }
            case 3:
            case 4:
                return set(BoxPose{place(), rotation()}, &World::set_poses);
            case 5:
                return set(half(), &World::set_half_extents);
            case 6:
                return set(any_def().filter, &World::set_filters);
            case 7: {
                const BoxId a = some_id(), b = some_id();
                const bool off = input_.flag();
                return both([&](World& world) { return off ? world.restore(a, b) : world.ignore(a, b); });
            }
            case 8: {
                const BoxId id = some_id();
                const bool sleeping = input_.flag();
                both([&](World& world) { return world.set_sleeping(id, sleeping); });
                if (input_.flag()) both([&](World& world) { return world.set_sensor(id, sleeping); });
                if (input_.below(4) == 0) both([&](World& world) { return world.set_continuous(id, sleeping); });
                const BoxId other = some_id();
                both([&](World& world) { return world.set_contact_enabled(id, other, sleeping); });
                const MotionType motion = any_motion(sleeping);
                return both([&](World& world) { return world.set_motion(id, motion); });
            }
            case 9: {
                const Vec3d origin = any_place();
                return both([&](World& world) { return world.set_origin(origin); });
            }
            case 10:
                if (input_.below(4) == 0) return replace_other();
                if (input_.below(3) == 0) return set(input_.number(), &World::set_radii);
                return input_.flag() ? set(sides(), &World::set_covered_sides)
                                     : set(input_.number(), &World::set_speculative_distances);
            case 11: {
                const float tolerance = input_.below(4) == 0 ? input_.number() : 0.0625F;
                int w = 0;
                return both(
                    [&](World& world) { return world.find_covered_sides(tolerance, w++ == 0 ? narrow() : wide()); });
            }
            case 12:
            case 13:
                return ask(one_);
            default:
                return update();
        }
    }
    /// Makes the second world a copy of the first.
    void replace_other() {
        if (!recorded_) return;  // the options are not legal
        EXPECT_EQ(input_.flag() ? other_.copy_from(one_) : load(other_, test::saved(one_), wide()), Status::ok);
        EXPECT_EQ(one_.state_hash(), other_.state_hash());
    }
    MotionType any_motion(bool fixed) {
        if (input_.below(8) == 0) return MotionType::detector_box;
        return fixed ? MotionType::static_box : MotionType::dynamic_box;
    }

    void update() {
        WorldUpdate a, b;
        const Status status = one_.update(a, narrow());
        EXPECT_EQ(status, other_.update(b, wide()));
        if (status != Status::ok) return;
        EXPECT_TRUE(std::ranges::equal(a.begun, b.begun));
        EXPECT_TRUE(std::ranges::equal(a.changed, b.changed));
        EXPECT_TRUE(std::ranges::equal(a.ended, b.ended));
        EXPECT_TRUE(test::same_impacts(a.impacts, b.impacts));
        EXPECT_TRUE(test::WorldEvents(one_, a) == test::WorldEvents(other_, b));
        EXPECT_TRUE(test::contacts_of(one_) == test::contacts_of(other_));
        EXPECT_EQ(one_.state_hash(), other_.state_hash());
        for (const WorldContact& contact : test::solid_contacts_of(one_)) {
            const auto number = std::byte{input_.byte()};
            for (World* world : {&one_, &other_}) {
                if (PointPayload* const of_contact = world->contact_payload(contact.slot))
                    of_contact->bytes[0] = number;
                if (!world->payloads(contact.slot).empty()) world->payloads(contact.slot)[0].bytes[0] = number;
            }
        }
    }

    QueryFilter any_filter() {
        QueryFilter filter;
        if (input_.below(4) == 0) filter = {input_.byte(), input_.flag(), some_id()};
        if (input_.below(8) != 0) return filter;
        filter.ignored_owner = input_.below(3);
        filter.ignored_motions = input_.byte();
        ignored_ = {some_id(), some_id(), some_id()};
        filter.ignored_boxes = input_.below(16) == 0 ? nullptr : ignored_.data();
        filter.ignored_count = input_.below(4);
        return filter;
    }
    static bool without_some(std::size_t query, BoxId box, void*) noexcept { return (box.index + query) % 3 != 0; }

    /// Runs all queries of one world, on both instruction sets.
    void ask(World& world) {
        const std::uint64_t hash = world.state_hash();
        std::vector<WorldRay> rays(1 + input_.below(4));
        const QueryFilter filter = any_filter();
        std::vector<QueryFilter> filters(input_.below(4) == 0 ? rays.size() : 0);
        for (QueryFilter& each : filters) each = any_filter();
        QueryOptions options{.filter = filter, .filters = filters};
        if (input_.below(4) == 0) options.predicate = without_some;
        std::vector<WorldBoxCast> casts(rays.size());
        std::vector<WorldPoint> points(rays.size());
        std::vector<WorldMovingBox> moving(rays.size());
        std::vector<WorldShape> shapes;
        std::vector<test::AnyShape> made(rays.size());
        for (std::size_t i = 0; i < rays.size(); ++i) {
            rays[i] = {place(), input_.below(4) == 0 ? any_place() : place(), reach()};
            casts[i] = {{place(), rotation()}, half(), rays[i].direction, reach()};
            if (input_.below(4) == 0) casts[i].skin = input_.flag() ? 0.125F : input_.number();
            points[i] = {place(), reach()};
            moving[i] = {{place(), rotation()}, half(), 0, {part(8), part(3)}};
            if (input_.flag()) moving[i].distance = input_.number();
            if (input_.flag()) moving[i].tolerance = input_.number();
            if (input_.flag()) moving[i].radius = input_.number();
            test::Random random = input_.random();
            made[i] =
                test::make_shape_case(input_.one_of(test::kShapeKinds), input_.one_of(test::kShapeRegimes), 1, random)
                    .shape;
            shapes.push_back({place(), test::ref(made[i])});
        }
        const auto answers = [&](const Execution& execution) {
            options.execution = execution;
            std::vector<WorldHit> first(rays.size()), pushed(rays.size());
            std::vector<std::uint8_t> any(rays.size());
            std::vector<WorldClosest> closest(rays.size());
            std::vector<WorldBoxImpact> impacts(rays.size());
            WorldHits all;
            WorldBoxes boxes;
            const std::array statuses{
                closest_hits(world, rays, first, options),     any_hits(world, rays, any, options),
                all_hits(world, rays, all, options),           cast_boxes(world, casts, pushed, options),
                find_boxes(world, shapes, boxes, options),     closest_boxes(world, points, closest, options),
                first_impacts(world, moving, impacts, options)};
            EXPECT_EQ(statuses[0], statuses[1]);
            EXPECT_EQ(statuses[0], statuses[2]);
            for (std::size_t i = 0; statuses[2] == Status::ok && i < rays.size(); ++i) {
                const bool met = all.begin[i] != all.begin[i + 1];
                EXPECT_EQ(any[i], met ? 1 : 0);
                const WorldHit nearest = met ? all.hits[all.begin[i]] : WorldHit{};
                EXPECT_TRUE(test::same_bits(first[i], nearest));
            }
            const std::vector rays_hits(all.hits.begin(), all.hits.end());
            EXPECT_EQ(all_hits(world, casts, all, options), statuses[3]);
            for (std::size_t i = 0; statuses[3] == Status::ok && i < rays.size(); ++i) {
                const WorldHit nearest = all.begin[i] != all.begin[i + 1] ? all.hits[all.begin[i]] : WorldHit{};
                EXPECT_TRUE(test::same_bits(pushed[i], nearest));
            }
            if (statuses[3] != Status::ok) all = {};
            const std::vector found(boxes.boxes.begin(), boxes.boxes.end());
            WorldContainments contained;
            EXPECT_EQ(classify_boxes(world, shapes, contained, options), statuses[4]);
            EXPECT_TRUE(std::ranges::equal(contained.boxes, found, {}, &WorldContained::box));
            return std::tuple(std::vector(statuses.begin(), statuses.end()), first, any, rays_hits,
                              std::vector(all.hits.begin(), all.hits.end()), pushed,
                              std::vector(contained.boxes.begin(), contained.boxes.end()), closest, impacts);
        };
        EXPECT_TRUE(test::same_bytes(answers(narrow()), answers(wide())));
        EXPECT_EQ(world.state_hash(), hash);
    }

    Input& input_;
    WorldOptions options_;
    test::ShuffledExecutor shuffled_{5};
    test::KeptRecording kept_;
    std::array<BoxId, 3> ignored_{};
    World one_, other_;
    bool recorded_ = false;
};

}  // namespace

void check(Input input) {
    TwoWorlds(input).run();
}

}  // namespace satori::fuzz
