#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/world_driver.hpp"

namespace satori::test {

/// True when two updates gave the same results: events in the same order, counts, and the path.
inline bool are_same(const WorldUpdate& a, const WorldUpdate& b) {
    return std::ranges::equal(a.begun, b.begun) && std::ranges::equal(a.changed, b.changed) &&
           std::ranges::equal(a.ended, b.ended) && a.contact_count == b.contact_count && a.pair_count == b.pair_count &&
           a.tested_count == b.tested_count && a.changed_box_count == b.changed_box_count &&
           a.point_count == b.point_count && a.path == b.path;
}

/// Returns all contacts of a World, in the order of World::copy_contacts().
inline std::vector<WorldContact> contacts_in_order(const World& world) {
    std::vector<WorldContact> contacts(world.contact_count());
    EXPECT_EQ(world.copy_contacts(contacts), Status::ok);
    return contacts;
}

/// Returns the snapshot of a World.
inline std::vector<std::byte> saved(const World& world) {
    std::vector<std::byte> bytes;
    SnapshotSink sink;
    sink.write = [](const void* data, std::size_t size, void* user) noexcept {
        const auto* const from = static_cast<const std::byte*>(data);
        auto& to = *static_cast<std::vector<std::byte>*>(user);
        to.insert(to.end(), from, from + size);
        return true;
    };
    sink.user = &bytes;
    EXPECT_EQ(save(world, sink), Status::ok);
    return bytes;
}

/// Expects two Worlds in the same state: manifolds and payloads are parts of the hash.
inline void expect_same(const World& a, const World& b) {
    ASSERT_EQ(a.state_hash(), b.state_hash());
    ASSERT_EQ(a.size(), b.size());
    ASSERT_EQ(a.index_limit(), b.index_limit());
    ASSERT_EQ(contacts_in_order(a), contacts_in_order(b));
}

/// Makes the same calls in two Worlds of the same state, step by step, and expects the same results.
inline void go_on_in_lockstep(World& a, WorldDriver& driver, World& b, std::size_t step_count,
                              const Execution& execution_a, const Execution& execution_b) {
    WorldDriver other = driver;
    ASSERT_NO_FATAL_FAILURE(expect_same(a, b));
    for (std::size_t i = 0; i < step_count; ++i) {
        driver.change(a);
        driver.update(a, execution_a);
        other.change(b);
        other.update(b, execution_b);
        ASSERT_TRUE(are_same(driver.last(), other.last())) << "step " << i;
        ASSERT_NO_FATAL_FAILURE(expect_same(a, b)) << "step " << i;
    }
    ASSERT_TRUE(a.validate());
    ASSERT_TRUE(b.validate());
}

}  // namespace satori::test
