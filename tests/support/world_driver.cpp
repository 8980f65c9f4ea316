#include "support/world_driver.hpp"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "support/world_events.hpp"

namespace satori::test {

template <class Call>
void WorldDriver::repeat(Call&& call) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        const Status status = call();
        out_of_memory_count_ += status == Status::out_of_memory ? 1U : 0U;
        recording_failed_count_ += status == Status::recording_failed ? 1U : 0U;
        if (status == Status::out_of_memory || status == Status::recording_failed) continue;
        ASSERT_EQ(status, Status::ok);
        return;
    }
    FAIL() << "out of memory for good";
}

BoxPose WorldDriver::random_pose() {
    const auto at = [&](double base) { return base + random_.uniform(-2, 2); };
    const auto f = [&] { return static_cast<float>(random_.uniform(-1, 1)); };
    const Vec3d position{at(base_.x), at(base_.y), at(base_.z)};
    return {position, random_.coin() ? Quat{} : Quat{f(), f(), f(), f() + 1.5F}};
}

BoxFilter WorldDriver::random_filter() {
    if (random_.coin()) return {};
    return {std::uint64_t{1} << random_.below(3) * 30, ~(std::uint64_t{1} << random_.below(3) * 30),
            static_cast<std::int32_t>(random_.below(7)) - 3, random_.below(6)};
}

std::vector<BoxId> WorldDriver::pick(double share) {
    std::vector<BoxId> picked;
    for (const BoxId id : ids_)
        if (random_.unit() < share) picked.push_back(id);
    return picked;
}

template <class T, class NewValue>
void WorldDriver::set_some(World& world, double share, NewValue new_value,
                           Status (World::*set)(std::span<const BoxId>, std::span<const T>, std::uint64_t*) noexcept) {
    const std::vector<BoxId> ids = pick(share);
    std::vector<T> values;
    for (const BoxId id : ids) values.push_back(new_value(id));
    repeat([&] { return (world.*set)(ids, values, nullptr); });
}

void WorldDriver::change(World& world) {
    const auto extent = [&] { return static_cast<float>(random_.uniform(0.2, 0.7)); };
    const auto random_half = [&](BoxId = {}) { return Vec3{extent(), extent(), extent()}; };
    const std::vector<BoxId> gone = pick(0.03);
    repeat([&] { return world.destroy(gone); });
    std::erase_if(ids_, [&](BoxId id) { return std::find(gone.begin(), gone.end(), id) != gone.end(); });
    std::vector<BoxDef> defs;
    while (ids_.size() + defs.size() < count_ && defs.size() < 1 + count_ / 4) {
        BoxDef def{random_pose(),         random_half(),         random_motion(), random_.below(6) == 0,
                   random_.below(5) == 0, random_.below(7) == 0, random_sides(),  random_distance(),
                   random_radius(),       random_filter(),       random_.bits()};
        if (random_.coin()) def.motion = MotionType::dynamic_box;
        defs.push_back(def);
    }
    std::vector<BoxId> ids(defs.size());
    repeat([&] { return world.create(defs, ids); });
    ids_.insert(ids_.end(), ids.begin(), ids.end());
    const auto moved = [&](BoxId id) {
        BoxPose pose = world.box(id).pose;
        if (random_.below(20) == 0) return random_pose();
        for (double* v : {&pose.position.x, &pose.position.y, &pose.position.z}) *v += random_.uniform(-0.02, 0.02);
        return pose;
    };
    set_some<BoxPose>(world, 0.3, moved, &World::set_poses);
    set_some<Vec3>(world, 0.02, random_half, &World::set_half_extents);
    set_some<BoxFilter>(
        world, 0.03, [&](BoxId) { return random_filter(); }, &World::set_filters);
    set_some<CoveredSides>(
        world, 0.02, [&](BoxId) { return random_sides(); }, &World::set_covered_sides);
    set_some<float>(
        world, 0.02, [&](BoxId) { return random_distance(); }, &World::set_speculative_distances);
    set_some<float>(
        world, 0.02, [&](BoxId) { return random_radius(); }, &World::set_radii);
    if (random_.below(5) == 0) repeat([&] { return world.find_covered_sides(0.2F); });
    const std::vector<BoxId> retyped = pick(0.02), slept = pick(0.02), pair = pick(0.04);
    const MotionType motion = random_motion();
    const bool sleeping = random_.coin();
    repeat([&] { return world.set_motion(retyped, motion); });
    repeat([&] { return world.set_sleeping(slept, sleeping); });
    for (const BoxId id : slept) repeat([&] { return world.set_user_data(id, id.generation + 7); });
    for (std::size_t k = 0; k + 1 < pair.size(); k += 2) {
        const bool off = random_.below(3) == 0;
        repeat([&] { return off ? world.restore(pair[k], pair[k + 1]) : world.ignore(pair[k], pair[k + 1]); });
    }
    if (random_.below(10) == 0) {
        const Vec3d origin{base_.x + random_.uniform(-100, 100), base_.y, base_.z};
        repeat([&] { return world.set_origin(origin); });
    }
    make_sensors_and_switch(world);
    if (tile_ != 0) change_tiles(world);
    for (const WorldContact& contact : solid_contacts_of(world)) {
        const std::uint32_t point = random_.below(8);  // half of the contacts; now and then a point that does not exist
        const std::uint64_t number = random_.bits();
        const std::span<PointPayload> payloads = world.payloads(contact.slot);
        if (point < payloads.size()) std::memcpy(payloads[point].bytes + 8, &number, sizeof number);
        ContactPayload* const of_contact = world.contact_payload(contact.slot);
        if (of_contact != nullptr && random_.coin()) std::memcpy(of_contact->bytes + 8, &number, sizeof number);
    }
}

void WorldDriver::make_sensors_and_switch(World& world) {
    const std::vector<BoxId> fast = pick(0.02);
    const bool continuous = random_.coin();
    repeat([&] { return world.set_continuous(fast, continuous); });
    const std::vector<BoxId> sensors = pick(0.02);
    const bool sensor = random_.coin();
    repeat([&] { return world.set_sensor(sensors, sensor); });
    for (const WorldContact& contact : contacts_of(world)) {
        if (random_.below(16) != 0) continue;
        const BoxId a = contact.pair.first, b = contact.pair.second;
        if (world.contains(a) && world.contains(b)) repeat([&] { return world.set_contact_enabled(a, b, false); });
        switched_.push_back(contact.pair);
    }
    for (const WorldPair& pair : switched_) {
        if (random_.below(8) != 0) continue;
        repeat([&] {
            const Status status = world.set_contact_enabled(pair.first, pair.second, true);
            // They may be gone, or apart.
            return status == Status::invalid_id || status == Status::invalid_argument ? Status::ok : status;
        });
    }
    if (switched_.size() > count_) switched_.clear();
}

void WorldDriver::change_tiles(World& world) {
    if (!tiles_.empty() && random_.below(4) == 0) {
        repeat([&] { return world.destroy(tiles_.front()); });
        tiles_.erase(tiles_.begin());
    }
    if (tiles_.size() == 3 || random_.below(3) != 0) return;
    std::vector<BoxDef> defs(tile_);
    for (BoxDef& def : defs) {
        def.pose = random_pose();
        def.pose.position.x += 3.5 + 2.0 * static_cast<double>(tiles_.size());
        def.half_extents = {0.1F, 0.2F, 0.15F};
        def.motion = MotionType::static_box;
    }
    std::vector<BoxId> ids(defs.size());
    repeat([&] { return world.create(defs, ids); });
    tiles_.push_back(ids);
}

void WorldDriver::update(World& world, const Execution& execution) {
    repeat([&] { return world.update(update_, execution); });
}

void without_thirds(std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void*) noexcept {
    for (std::size_t k = 0; k < pairs.size(); ++k)
        if ((pairs[k].first.index + pairs[k].second.index) % 3 == 0) keep[k] = 0;
}

RecordOptions KeptRecording::options(std::uint32_t hash_every) noexcept {
    RecordOptions options;
    options.write = [](const void* data, std::size_t size, void* user) noexcept {
        auto& self = *static_cast<KeptRecording*>(user);
        if (self.writes++ >= self.fail_from_) return false;
        const auto* const from = static_cast<const std::byte*>(data);
        self.bytes.insert(self.bytes.end(), from, from + size);
        return true;
    };
    options.user = this;
    options.hash_every = hash_every;
    return options;
}

}  // namespace satori::test
