#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satori/satori.hpp>

#include "support/random.hpp"

namespace satori::test {

/// Makes random calls of every kind to a World: the same calls for each World that gives the same answers. A call that
/// returns `out_of_memory` or `recording_failed` is made again until it does not; any other failure fails the test.
class WorldDriver {
public:
    /// The number of boxes stays near `count`. They lie in a cube about `base`. With `tile`, so many static boxes more
    /// come together and go together, now and then.
    WorldDriver(std::uint64_t seed, std::uint32_t count, const Vec3d& base = {}, std::uint32_t tile = 0)
        : random_(seed), count_(count), tile_(tile), base_(base) {}

    /// Makes the calls between two updates, among them the payloads of the last update's contacts.
    void change(World& world);
    void update(World& world, const Execution& execution = {});

    const WorldUpdate& last() const noexcept { return update_; }
    std::uint64_t out_of_memory_count() const noexcept { return out_of_memory_count_; }
    std::uint64_t recording_failed_count() const noexcept { return recording_failed_count_; }

private:
    template <class Call>
    void repeat(Call&& call);
    template <class T, class NewValue>
    void set_some(World& world, double share, NewValue new_value,
                  Status (World::*set)(std::span<const BoxId>, std::span<const T>, std::uint64_t*) noexcept);
    std::vector<BoxId> pick(double share);
    BoxPose random_pose();
    BoxFilter random_filter();
    /// Half of the results have no covered sides.
    CoveredSides random_sides() {
        return random_.coin() ? CoveredSides{0} : static_cast<CoveredSides>(random_.below(64));
    }
    float random_distance() { return random_.below(6) == 0 ? static_cast<float>(random_.uniform(0, 0.5)) : 0.0F; }
    float random_radius() { return random_.below(4) == 0 ? static_cast<float>(random_.uniform(0.05, 0.5)) : 0.0F; }
    MotionType random_motion() { return static_cast<MotionType>(random_.below(4)); }
    void make_sensors_and_switch(World& world);
    void change_tiles(World& world);

    Random random_;
    std::uint32_t count_, tile_;
    Vec3d base_;
    std::vector<BoxId> ids_;
    std::vector<std::vector<BoxId>> tiles_;
    std::vector<WorldPair> switched_;
    WorldUpdate update_;
    std::uint64_t out_of_memory_count_ = 0, recording_failed_count_ = 0;
};

/// A predicate for the worlds of WorldDrivers.
void without_thirds(std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void* user) noexcept;

/// Keeps the bytes that a World records.
class KeptRecording {
public:
    RecordOptions options(std::uint32_t hash_every = 1) noexcept;
    /// Makes the sink fail at call number `index`, counted from 0, and at all later calls.
    void fail_from(std::uint64_t index) noexcept { fail_from_ = index; }

    std::vector<std::byte> bytes;
    std::uint64_t writes = 0;

private:
    std::uint64_t fail_from_ = UINT64_MAX;
};

}  // namespace satori::test
