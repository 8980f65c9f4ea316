#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/world.hpp>

namespace satori::test {

/// Returns the pairs of contacts, ascending.
inline std::vector<WorldPair> sorted_pairs(std::span<const WorldContact> contacts) {
    std::vector<WorldPair> pairs;
    for (const WorldContact& contact : contacts) pairs.push_back(contact.pair);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// Returns all contacts of a World, those of sensors included, ascending.
inline std::vector<WorldContact> contacts_of(const World& world) {
    std::vector<WorldContact> contacts(world.contact_count());
    EXPECT_EQ(world.copy_contacts(contacts), Status::ok);
    std::sort(contacts.begin(), contacts.end());
    return contacts;
}

/// Returns the contacts without those of sensors, ascending.
inline std::vector<WorldContact> solid_contacts_of(const World& world) {
    std::vector<WorldContact> contacts = contacts_of(world);
    std::erase_if(contacts, [](const WorldContact& contact) { return contact.is_sensor(); });
    return contacts;
}

/// True when two Worlds tell of the same impacts, to the bit.
inline bool same_impacts(std::span<const WorldImpact> one, std::span<const WorldImpact> other) {
    constexpr std::size_t kNumbers = offsetof(WorldImpact, sensor);  // those before it have no bytes between them
    static_assert(kNumbers == sizeof(WorldPair) + sizeof(TimeOfImpact) + sizeof(float));
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const WorldImpact& a, const WorldImpact& b) {
                          return std::memcmp(&a, &b, kNumbers) == 0 && a.sensor == b.sensor;
                      });
}

/// What a World tells after an update; all lists ascend.
struct WorldEvents {
    WorldEvents() = default;
    WorldEvents(const World& world, const WorldUpdate& update)
        : begun(sorted_pairs(update.begun)), ended(sorted_pairs(update.ended)), contacts(solid_contacts_of(world)) {
        EXPECT_EQ(update.contact_count, world.contact_count());
        const std::vector<WorldPair> all = sorted_pairs(contacts_of(world));
        std::set_difference(all.begin(), all.end(), begun.begin(), begun.end(), std::back_inserter(persisted));
        EXPECT_EQ(begun.size() + persisted.size(), all.size()) << "a pair has begun that does not touch";
        const std::vector<WorldPair> changed = sorted_pairs(update.changed);
        EXPECT_TRUE(std::includes(persisted.begin(), persisted.end(), changed.begin(), changed.end()));
    }
    friend bool operator==(const WorldEvents&, const WorldEvents&) = default;

    std::vector<WorldPair> begun, persisted, ended;
    std::vector<WorldContact> contacts;  ///< without those of sensors
};

}  // namespace satori::test
