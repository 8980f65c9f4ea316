// A World against its model, after any sequence of calls: events, manifolds, payloads, state, and answers to queries of
// every kind. The recording of each run replays bit for bit.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/world_model.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/match_search.hpp"
#include "support/query_judge.hpp"
#include "support/random.hpp"
#include "support/world_driver.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

void without_thirds(std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void* user) noexcept {
    auto* const asked = static_cast<std::uint64_t*>(user);
    *asked += pairs.size();
    for (std::size_t k = 0; k < pairs.size(); ++k)
        if ((pairs[k].first.index + pairs[k].second.index) % 3 == 0) keep[k] = 0;
}

struct Regime {
    const char* name;
    std::uint32_t count;
    double half_width;    // of the cube that contains the boxes, meters
    double moved, churn;  // shares of the boxes per step
    double step;          // of a move, meters
    Vec3d base{};         // the place of the cube
    bool move_origin = false;
    float speculative_distance = 0;
    BroadphaseOptions bounds{};
    bool filters = false;  // filters of all kinds
    bool predicate = false;
    bool contact_payloads = false;
    bool radii = false;       // spheres, capsules and rounded boxes among the others
    bool continuous = false;  // some boxes are continuous
};

constexpr Regime kRegimes[] = {
    {.name = "plain", .count = 120, .half_width = 3, .moved = 0.2, .churn = 0.02, .step = 0.1},
    {.name = "few_move", .count = 300, .half_width = 4, .moved = 0.01, .churn = 0.002, .step = 0.1},
    {.name = "all_move", .count = 120, .half_width = 3, .moved = 2, .churn = 0.02, .step = 0.05},
    {.name = "filters", .count = 150, .half_width = 3, .moved = 0.2, .churn = 0.02, .step = 0.1, .filters = true},
    {.name = "predicate",
     .count = 120,
     .half_width = 3,
     .moved = 0.2,
     .churn = 0.02,
     .step = 0.1,
     .filters = true,
     .predicate = true},
    {.name = "speculative",
     .count = 100,
     .half_width = 3.5,
     .moved = 0.3,
     .churn = 0.02,
     .step = 0.1,
     .speculative_distance = 0.1F,
     .filters = true,
     .contact_payloads = true},
    {.name = "margin",
     .count = 120,
     .half_width = 3,
     .moved = 0.5,
     .churn = 0.02,
     .step = 0.03,
     .bounds = {0.02F, 0.05F}},
    {.name = "far", .count = 80, .half_width = 2.5, .moved = 0.2, .churn = 0.02, .step = 0.1, .base = {1e7, -3e7, 2e7}},
    {.name = "far_with_origin",
     .count = 100,
     .half_width = 3,
     .moved = 0.2,
     .churn = 0.02,
     .step = 0.1,
     .base = {1e7, -3e7, 2e7},
     .move_origin = true,
     .filters = true},
    {.name = "rounded", .count = 120, .half_width = 3, .moved = 0.3, .churn = 0.02, .step = 0.1, .radii = true},
    {.name = "rounded_far",
     .count = 100,
     .half_width = 3.5,
     .moved = 0.3,
     .churn = 0.02,
     .step = 0.1,
     .base = {1e7, -3e7, 2e7},
     .speculative_distance = 0.1F,
     .filters = true,
     .radii = true},
    {.name = "continuous",
     .count = 120,
     .half_width = 3,
     .moved = 0.3,
     .churn = 0.02,
     .step = 0.3,
     .filters = true,
     .radii = true,
     .continuous = true},
};

void PrintTo(const Regime& regime, std::ostream* out) {
    *out << regime.name;
}

class WorldTest : public testing::TestWithParam<Regime> {
protected:
    // Returns a multiple of 1/256, which is exact in floats and doubles for every base.
    double on_grid(double v) { return std::floor(v * 256) / 256; }
    BoxPose random_pose() {
        const Regime& regime = GetParam();
        const auto at = [&](double base) {
            return base + on_grid(random_.uniform(-regime.half_width, regime.half_width));
        };
        return {{at(regime.base.x), at(regime.base.y), at(regime.base.z)}, random_rotation()};
    }
    Quat random_rotation() {
        const auto f = [&] { return static_cast<float>(random_.uniform(-1, 1)); };
        if (random_.below(3) == 0) return {};
        return {f(), f(), f(), f() + 1.5F};
    }
    Vec3 random_half() {
        const auto f = [&] {
            if (GetParam().radii && random_.below(3) == 0) return 0.0F;
            return static_cast<float>(random_.uniform(0.1, 0.6));
        };
        return random_.below(20) == 0 ? Vec3{f(), f(), 0} : Vec3{f(), f(), f()};
    }
    BoxFilter random_filter() {
        if (!GetParam().filters || random_.coin()) return {};
        BoxFilter filter;
        filter.category = std::uint64_t{1} << random_.below(3) * 30;
        filter.mask = random_.coin() ? ~std::uint64_t{0} : ~(std::uint64_t{1} << random_.below(3) * 30);
        filter.group = static_cast<std::int32_t>(random_.below(7)) - 3;
        filter.owner = random_.below(6);
        return filter;
    }
    MotionType random_motion() {
        const std::uint32_t r = random_.below(6);
        return r < 4 ? static_cast<MotionType>(r) : MotionType::dynamic_box;
    }
    CoveredSides random_sides() {
        return random_.below(4) == 0 ? static_cast<CoveredSides>(random_.below(64)) : CoveredSides{0};
    }
    float random_distance() {
        static constexpr float kDistances[] = {0, 0.25F, 1};
        return random_.below(8) == 0 ? kDistances[random_.below(3)] : 0;
    }
    float random_radius() {
        static constexpr float kRadii[] = {0.125F, 0.25F, 0.5F};
        return GetParam().radii && random_.coin() ? kRadii[random_.below(3)] : 0;
    }
    BoxDef random_def() {
        BoxDef def;
        def.pose = random_pose();
        def.half_extents = random_half();
        def.radius = random_radius();
        def.motion = random_motion();
        def.sensor = GetParam().filters && random_.below(6) == 0;
        def.sleeping = random_.below(5) == 0;
        def.continuous = GetParam().continuous && random_.below(4) == 0;
        def.covered_sides = random_sides();
        def.speculative_distance = random_distance();
        def.filter = random_filter();
        def.user_data = random_.bits();
        return def;
    }
    std::vector<BoxId> pick(double share) {
        std::vector<BoxId> ids = model_->ids(), picked;
        if (ids.empty()) return ids;
        const auto count = static_cast<std::uint32_t>(
            share * static_cast<double>(ids.size()) * random_.uniform(0.5, 1.5) + random_.unit());
        std::map<BoxId, bool> seen;
        for (std::uint32_t k = 0; k < count; ++k) {
            const BoxId id = ids[random_.below(static_cast<std::uint32_t>(ids.size()))];
            if (!std::exchange(seen[id], true)) picked.push_back(id);
        }
        return picked;
    }
    template <class F>
    void on_each_world(F&& f) {
        for (World* world : worlds_) ASSERT_EQ(f(*world), Status::ok);
    }

    // Sets new values for some boxes, in the model and in both worlds. Returns the number of these boxes.
    template <class T, class NewValue>
    std::size_t set_some(double share, NewValue new_value, void (test::WorldModel::*of_model)(BoxId, const T&),
                         Status (World::*of_world)(std::span<const BoxId>, std::span<const T>,
                                                   std::uint64_t*) noexcept) {
        const auto ids = pick(share);
        std::vector<T> values;
        for (const BoxId id : ids) {
            values.push_back(new_value(id));
            (model_->*of_model)(id, values.back());
        }
        on_each_world([&](World& world) { return (world.*of_world)(ids, values, nullptr); });
        return ids.size();
    }
    BoxPose moved_pose(BoxId id) {
        if (random_.below(50) == 0) return random_pose();
        BoxPose pose = model_->def(id).pose;
        const double step = GetParam().step;
        for (double* v : {&pose.position.x, &pose.position.y, &pose.position.z})
            *v += on_grid(random_.uniform(-step, step));
        if (random_.below(3) == 0) pose.rotation = random_rotation();
        return pose;
    }

    void change() {
        const Regime& regime = GetParam();
        const auto gone = pick(regime.churn);
        on_each_world([&](World& world) { return world.destroy(gone); });
        for (const BoxId id : gone) model_->destroy(id);
        std::vector<BoxDef> defs;
        while (model_->ids().size() + defs.size() < regime.count && defs.size() < 8) defs.push_back(random_def());
        std::vector<BoxId> expected;
        for (const BoxDef& def : defs) expected.push_back(model_->create(def));
        on_each_world([&](World& world) {
            std::vector<BoxId> ids(defs.size());
            const Status status = world.create(defs, ids);
            EXPECT_TRUE(ids == expected);
            return status;
        });
        const std::size_t moved = set_some<BoxPose>(
            regime.moved, [&](BoxId id) { return moved_pose(id); }, &test::WorldModel::set_pose, &World::set_poses);
        const std::size_t resized = set_some<Vec3>(
            0.01, [&](BoxId) { return random_half(); }, &test::WorldModel::set_half_extents, &World::set_half_extents);
        if (regime.radii) {
            set_some<float>(
                0.02, [&](BoxId) { return random_radius(); }, &test::WorldModel::set_radius, &World::set_radii);
        }
        const std::size_t covered = set_some<CoveredSides>(
            0.01, [&](BoxId) { return random_sides(); }, &test::WorldModel::set_covered_sides,
            &World::set_covered_sides);
        const std::size_t reaching = set_some<float>(
            0.02, [&](BoxId) { return random_distance(); }, &test::WorldModel::set_speculative_distance,
            &World::set_speculative_distances);
        const auto retyped = pick(0.01);
        const MotionType motion = random_motion();
        for (const BoxId id : retyped) model_->set_motion(id, motion);
        on_each_world([&](World& world) { return world.set_motion(retyped, motion); });
        const bool sleeping = motion == MotionType::static_box;
        for (const BoxId id : retyped) model_->set_sleeping(id, sleeping);
        on_each_world([&](World& world) { return world.set_sleeping(retyped, sleeping); });
        if (regime.filters) {
            set_some<BoxFilter>(
                0.03, [&](BoxId) { return random_filter(); }, &test::WorldModel::set_filter, &World::set_filters);
            const auto pair = pick(0.05);
            for (std::size_t k = 0; k + 1 < pair.size(); k += 2) {
                const bool off = random_.below(3) == 0;
                off ? model_->restore(pair[k], pair[k + 1]) : model_->ignore(pair[k], pair[k + 1]);
                on_each_world([&](World& world) {
                    return off ? world.restore(pair[k], pair[k + 1]) : world.ignore(pair[k + 1], pair[k]);
                });
            }
        }
        if (regime.filters) switch_contacts();
        if (regime.continuous) {
            const auto fast = pick(0.03);
            const bool continuous = random_.coin();
            on_each_world([&](World& world) { return world.set_continuous(fast, continuous); });
        }
        if (regime.move_origin && random_.below(10) == 0) {
            const auto away = [&](double base) { return base + random_.uniform(-1e3, 1e3); };
            const Vec3d origin{away(regime.base.x), away(regime.base.y), away(regime.base.z)};
            on_each_world([&](World& world) { return world.set_origin(origin); });
        }
        operations_ += gone.size() + defs.size() + moved + resized + covered + reaching + 2 * retyped.size();
    }

    // Some boxes become sensors or solid, and some contacts are switched off or on.
    void switch_contacts() {
        const auto ids = pick(0.01);
        const bool sensor = random_.below(2) == 0;
        for (const BoxId id : ids) model_->set_sensor(id, sensor);
        on_each_world([&](World& world) { return world.set_sensor(ids, sensor); });
        for (const WorldPair& pair : model_->touching()) {
            if (random_.below(20) != 0 || !model_->contains(pair.first) || !model_->contains(pair.second)) continue;
            const bool enabled = random_.below(2) == 0;
            model_->set_contact_enabled(pair.second, pair.first, enabled);
            on_each_world([&](World& world) { return world.set_contact_enabled(pair.second, pair.first, enabled); });
        }
    }

    // Each contact that an update tells of has the slot that the World names, or has named before.
    void expect_slots(const WorldUpdate& result, const std::vector<WorldContact>& contacts, int w) {
        std::map<WorldPair, std::uint32_t> slots, &last = last_slots_[w];
        for (const WorldContact& contact : contacts) slots[contact.pair] = contact.slot;
        ASSERT_EQ(slots.size(), contacts.size());
        for (const auto& told : {result.begun, result.changed})
            for (const WorldContact& contact : told) ASSERT_EQ(slots.at(contact.pair), contact.slot);
        for (const WorldContact& contact : result.ended) ASSERT_EQ(last.at(contact.pair), contact.slot);
        for (const WorldPair& pair : model_->persisted()) ASSERT_EQ(slots.at(pair), last.at(pair));
        for (const WorldContact& contact : contacts) {
            ASSERT_EQ(contact.is_sensor(), model_->only_senses(contact.pair));
        }
        last.swap(slots);
    }
    // A contact that is off keeps its slot, with manifold and payloads.
    bool is_ball(BoxId id) const { return model_->def(id).half_extents == Vec3{}; }
    static double distance(const Vec3& a, const Vec3& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }
    // Beside a ball, which has no size, every box counts as much larger: the World then knows its axes better.
    static void expect_same(const ContactManifold& got, const ContactManifold& wanted, bool nearly) {
        SCOPED_TRACE(testing::Message() << got.pair.first << " " << got.pair.second);
        if (!nearly) {
            ASSERT_EQ(std::memcmp(&got, &wanted, sizeof got), 0);
            return;
        }
        ASSERT_EQ(got.pair, wanted.pair);
        ASSERT_EQ(got.point_count, wanted.point_count);
        ASSERT_LT(distance(got.normal, wanted.normal), 1e-5);
        for (std::uint32_t p = 0; p < got.point_count; ++p) {
            ASSERT_EQ(got.points[p].feature_id, wanted.points[p].feature_id);
            ASSERT_NEAR(got.points[p].separation, wanted.points[p].separation, 1e-6);
            ASSERT_LT(distance(got.points[p].offset, wanted.points[p].offset), 1e-5);
        }
    }
    void expect_manifolds(const std::vector<WorldContact>& told, std::span<const WorldContact> ended, int w) {
        World& world = *worlds_[w];
        for (const WorldContact& contact : ended)
            if (model_->is_off(contact.pair) && !contact.is_sensor()) slots_off_[w][contact.pair] = contact.slot;
        std::size_t next = 0;
        for (const ContactManifold& wanted : model_->manifolds()) {
            WorldContact contact{{world.id_at(wanted.pair.first), world.id_at(wanted.pair.second)}, kNoSlot};
            const bool off = model_->is_off(contact.pair);
            if (off) contact.slot = slots_off_[w].at(contact.pair);
            if (!off) {
                ASSERT_LT(next, told.size());
                contact.slot = told[next].slot;
                ASSERT_EQ(contact, told[next++]);
                if (const auto hidden = slots_off_[w].extract(contact.pair); !hidden.empty()) {
                    ASSERT_EQ(contact.slot, hidden.mapped());
                }
            }
            const ContactManifold& got = world.manifold(contact.slot);
            ASSERT_NO_FATAL_FAILURE(
                expect_same(got, wanted, is_ball(contact.pair.first) || is_ball(contact.pair.second)));
            ASSERT_NO_FATAL_FAILURE(follow(contact, got, world.payloads(contact.slot), w));
        }
        ASSERT_EQ(next, told.size());
        std::erase_if(slots_off_[w], [&](const auto& kept) { return !model_->is_off(kept.first); });
    }
    // The contacts of one box are those of all contacts that name it.
    void expect_contacts_of_boxes(const World& world, const std::vector<WorldContact>& contacts) {
        const WorldContact unwritten{{}, 12345};
        for (const BoxId id : model_->ids()) {
            // Ascending by both boxes of a pair is ascending by the other box.
            std::vector<WorldContact> wanted;
            for (const WorldContact& contact : contacts)
                if (contact.pair.first == id || contact.pair.second == id) wanted.push_back(contact);
            std::vector<WorldContact> got(wanted.size() + 1, unwritten);
            std::size_t count = 0;
            ASSERT_EQ(world.copy_contacts(id, got, count), Status::ok);
            ASSERT_EQ(count, wanted.size());
            ASSERT_EQ(got.back(), unwritten);
            ASSERT_TRUE(std::equal(wanted.begin(), wanted.end(), got.begin()));
            if (wanted.empty()) continue;
            got.assign(wanted.size(), unwritten);
            count = 0;
            ASSERT_EQ(world.copy_contacts(id, std::span(got).first(got.size() - 1), count), Status::capacity_exceeded);
            ASSERT_EQ(count, wanted.size());
            ASSERT_EQ(std::count(got.begin(), got.end(), unwritten), std::ssize(got)) << "something was written";
        }
    }

    void update_and_compare() {
        model_->update();
        const Execution executions[] = {{Isa::scalar, &serial_executor()}, other_execution()};
        for (int w = 0; w < 2; ++w) {
            World& world = *worlds_[w];
            WorldUpdate result;
            ASSERT_EQ(world.update(result, executions[w]), Status::ok);
            const test::WorldEvents events(world, result);
            ASSERT_TRUE(events.begun == model_->begun()) << events.begun.size() << " of " << model_->begun().size();
            ASSERT_TRUE(events.persisted == model_->persisted())
                << events.persisted.size() << " of " << model_->persisted().size();
            ASSERT_TRUE(events.ended == model_->ended()) << events.ended.size() << " of " << model_->ended().size();
            ASSERT_TRUE(test::sorted_pairs(result.changed) == model_->changed())
                << result.changed.size() << " of " << model_->changed().size();
            const std::vector<WorldContact> contacts = test::contacts_of(world);
            ASSERT_NO_FATAL_FAILURE(expect_slots(result, contacts, w));
            ASSERT_NO_FATAL_FAILURE(expect_contacts_of_boxes(world, contacts));
            ASSERT_NO_FATAL_FAILURE(expect_manifolds(events.contacts, result.ended, w));
            ASSERT_TRUE(world.validate());
            skipped_ += result.pair_count - result.tested_count;
            if (w == 0) first_impacts_.assign(result.impacts.begin(), result.impacts.end());
            ASSERT_TRUE(test::same_impacts(result.impacts, first_impacts_));
            impacts_ += result.impacts.size();
        }
        seen_[0].swap(last_[0]);
        seen_[1].swap(last_[1]);
        seen_[0].clear();
        seen_[1].clear();
        ASSERT_EQ(worlds_[0]->state_hash(), worlds_[1]->state_hash());
        begun_ += model_->begun().size();
        unchanged_ += model_->persisted().size() - model_->changed().size();
        ended_ += model_->ended().size();
        for (const BoxId id : model_->ids()) {
            const BoxDef got = worlds_[0]->box(id), &wanted = model_->def(id);
            ASSERT_EQ(got.user_data, wanted.user_data);
            ASSERT_EQ(got.motion, wanted.motion);
            ASSERT_EQ(got.sleeping, wanted.sleeping);
            ASSERT_EQ(got.sensor, wanted.sensor);
            ASSERT_EQ(got.covered_sides, wanted.covered_sides);
            ASSERT_EQ(got.speculative_distance, wanted.speculative_distance);
            ASSERT_EQ(got.radius, wanted.radius);
            ASSERT_EQ(got.filter.mask, wanted.filter.mask);
            ASSERT_EQ(got.half_extents.y, wanted.half_extents.y);
            ASSERT_EQ(got.pose.position.x, wanted.pose.position.x);
        }
        ++operations_;
    }

    Execution other_execution() {
        const auto isas = test::supported_isas();
        return {isas[random_.below(static_cast<std::uint32_t>(isas.size()))],
                random_.coin() ? static_cast<Executor*>(&threads_) : &shuffled_};
    }

    // Runs a few queries of each kind on both worlds. The judge knows no radii: rounded_query_test.cpp asks about them.
    void ask() {
        if (GetParam().radii || model_->ids().empty()) return;
        std::vector<std::pair<BoxId, BoxDef>> boxes;
        for (const BoxId id : model_->ids()) boxes.emplace_back(id, model_->def(id));
        const test::QueryJudge::Asked asked[] = {{worlds_[0], {Isa::scalar, &serial_executor()}},
                                                 {worlds_[1], other_execution()}};
        judge_->ask_everything(asked, std::move(boxes), 6);
        ++asked_count_;
    }

    // Exchanges the settings: the replay uses the instruction set and the executor that the recorded world did not use.
    void replay(const test::KeptRecording& kept, std::uint64_t last_hash) {
        WorldReplay replay(kept.bytes);
        WorldUpdate update;
        ReplayStep step{.outcome = ReplayOutcome::same};
        std::uint64_t hash = 0;
        for (; step.outcome == ReplayOutcome::same; ++replayed_) {
            hash = step.hash;
            ASSERT_EQ(replay.step(step, update, {Isa::best, &shuffled_}), Status::ok);
        }
        ASSERT_EQ(step.outcome, ReplayOutcome::end) << step.number;
        ASSERT_EQ(hash, last_hash);
    }

    // A contact has the payload that it got when it began, or none yet.
    void follow_contact(const WorldContact& contact, int w) {
        ContactPayload* const payload = worlds_[w]->contact_payload(contact.slot);
        ASSERT_EQ(payload != nullptr, GetParam().contact_payloads);
        if (payload == nullptr) return;
        const bool is_new = last_[w].find(contact.pair) == last_[w].end();
        const ContactPayload wanted = is_new ? ContactPayload{} : number_of_contact_[w][contact.pair];
        ASSERT_EQ(std::memcmp(payload, &wanted, sizeof wanted), 0);
        if (!is_new) return;
        const std::uint64_t number = ++contact_count_[w];
        std::memcpy(payload->bytes, &number, sizeof number);
        number_of_contact_[w][contact.pair] = *payload;
    }

    // A point has the payload that the last step gave to its predecessor, or none.
    void follow(const WorldContact& contact, const ContactManifold& manifold, std::span<PointPayload> payloads, int w) {
        ASSERT_EQ(payloads.size(), 4U);
        if (const auto found = last_[w].find(contact.pair); found != last_[w].end()) {
            const Followed& last = found->second;
            const test::MatchSearch<float, ContactManifold> matches(
                last.manifold, manifold,
                test::match_distance(kMatching, model_->def(contact.pair.first).half_extents,
                                     model_->def(contact.pair.second).half_extents));
            for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
                const std::uint32_t q = matches[p];
                const PointPayload wanted = q != kNoPoint ? last.payloads[q] : PointPayload{};
                ASSERT_EQ(std::memcmp(&payloads[p], &wanted, sizeof wanted), 0);
                if (q == kNoPoint) continue;
                const bool by_id = last.manifold.points[q].feature_id == manifold.points[p].feature_id;
                (by_id ? carried_ : carried_by_distance_) += 1;
            }
        } else {
            for (std::uint32_t p = 0; p < manifold.point_count; ++p)
                ASSERT_EQ(std::memcmp(&payloads[p], &kNoPayload, sizeof kNoPayload), 0);
        }
        follow_contact(contact, w);
        for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
            // A number of the point's own. It is the same in both worlds.
            const std::uint64_t number =
                operations_ * 1000003 + contact.pair.first.index * 4096 + manifold.points[p].feature_id * 8 + p;
            std::memcpy(payloads[p].bytes, &number, sizeof number);
        }
        Followed& seen = seen_[w][contact.pair];
        seen.manifold = manifold;
        std::ranges::copy(payloads, seen.payloads);
    }

    void run(std::uint64_t operations, std::uint64_t seed) {
        const Regime& regime = GetParam();
        const double width = regime.half_width;
        random_ = test::Random(seed);
        WorldOptions options;
        options.bounds = regime.bounds;
        options.contacts.speculative_distance = regime.speculative_distance;
        options.match_distance = kMatching.max_distance;
        options.contact_payloads = regime.contact_payloads;
        if (regime.predicate) {
            options.predicate = without_thirds;
            options.predicate_user = &asked_;
        }
        World one(options), other(options);
        test::WorldModel model(options, regime.base);
        worlds_[0] = &one;
        worlds_[1] = &other;
        model_ = &model;
        last_[0].clear();
        last_[1].clear();
        for (auto& slots : slots_off_) slots.clear();
        for (auto& numbers : number_of_contact_) numbers.clear();
        last_slots_[0].clear();
        last_slots_[1].clear();
        if (regime.move_origin) {
            for (World* world : worlds_) ASSERT_EQ(world->set_origin(regime.base), Status::ok);
        }
        test::KeptRecording kept;
        ASSERT_EQ(one.record(kept.options()), Status::ok);
        judge_.emplace(test::QueryRegion{regime.base, {width, width, width}, 0.1, 0.6}, seed);
        int step = 0;
        for (operations_ = 0; operations_ < operations; ++step) {
            ASSERT_NO_FATAL_FAILURE(change());
            if (step % 6 == 2) {
                ASSERT_NO_FATAL_FAILURE(ask());
            }
            ASSERT_NO_FATAL_FAILURE(update_and_compare());
            if (step % 6 == 5) {
                ASSERT_NO_FATAL_FAILURE(ask());
            }
            if (HasFailure()) return;
        }
        // One more update, after which no payload is written.
        WorldUpdate update;
        ASSERT_EQ(one.update(update), Status::ok);
        ASSERT_EQ(one.stop_recording(), Status::ok);
        ASSERT_NO_FATAL_FAILURE(replay(kept, one.state_hash()));
    }
    void expect_answers() const {
        if (GetParam().radii) return;
        EXPECT_GT(replayed_, 40U);
        for (const auto* tally : {&judge_->rays(), &judge_->casts(), &judge_->shapes(), &judge_->points()}) {
            EXPECT_GT(tally->hits, asked_count_ / 4);
            EXPECT_GT(tally->misses, asked_count_ / 8);
        }
    }

    test::Random random_{1};
    test::RendezvousExecutor threads_{3};
    test::ShuffledExecutor shuffled_{5};
    World* worlds_[2] = {};
    test::WorldModel* model_ = nullptr;
    std::optional<test::QueryJudge> judge_;
    struct Followed {
        ContactManifold manifold;
        PointPayload payloads[4];
    };
    static constexpr PointPayload kNoPayload{};
    // So large that many points match by distance.
    static constexpr MatchOptions kMatching{.max_distance = 0.1F};
    std::map<WorldPair, Followed> last_[2], seen_[2];
    std::map<WorldPair, std::uint32_t> slots_off_[2];  // of contacts that are off
    std::map<WorldPair, ContactPayload> number_of_contact_[2];
    std::uint64_t contact_count_[2] = {};
    std::map<WorldPair, std::uint32_t> last_slots_[2];
    std::uint64_t asked_count_ = 0, replayed_ = 0;  // number of times that queries ran, and of updates
    std::uint64_t operations_ = 0, begun_ = 0, ended_ = 0, unchanged_ = 0, carried_ = 0, carried_by_distance_ = 0,
                  skipped_ = 0, asked_ = 0, impacts_ = 0;
    std::vector<WorldImpact> first_impacts_;
};
class FullWorldTest : public WorldTest {};
class NightlyWorldTest : public WorldTest {};

TEST_P(WorldTest, EqualsItsModel) {
    run(4000, 1);
    EXPECT_GT(begun_, 300U);
    EXPECT_GT(ended_, 200U);
    EXPECT_GT(carried_, 1000U) << "payloads";
    EXPECT_GT(carried_by_distance_, 50U);
    if (GetParam().moved < 1) {
        EXPECT_GT(skipped_, 500U) << "pairs that nobody had to look at again";
        EXPECT_GT(unchanged_, 100U) << "contacts that updates did not tell of";
    }
    EXPECT_EQ(asked_ != 0, GetParam().predicate);
    EXPECT_EQ(impacts_ > 100, GetParam().continuous) << impacts_;
    expect_answers();
}

TEST_P(FullWorldTest, EqualsItsModel) {
    for (std::uint64_t seed = 2; seed < 4 && !HasFailure(); ++seed) run(15000, seed);
}

TEST_P(NightlyWorldTest, EqualsItsModel) {
    for (std::uint64_t seed = 4; seed < 8 && !HasFailure(); ++seed) run(40000, seed);
}

std::string regime_name(const testing::TestParamInfo<Regime>& tested) {
    return tested.param.name;
}

INSTANTIATE_TEST_SUITE_P(Regimes, WorldTest, testing::ValuesIn(kRegimes), regime_name);
INSTANTIATE_TEST_SUITE_P(Regimes, FullWorldTest, testing::ValuesIn(kRegimes), regime_name);
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyWorldTest, testing::ValuesIn(kRegimes), regime_name);

}  // namespace
}  // namespace satori
