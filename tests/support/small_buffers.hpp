#pragma once

// R15 for calls that fill a caller's buffer: a buffer that is too small gives the exact size needed, and the call
// writes nothing past its end. A page without access follows the buffer.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/contacts.hpp>
#include <satori/pairs.hpp>
#include <satori/rect_contacts.hpp>

#include "calls.hpp"
#include "guard_pages.hpp"

namespace satori::test {

// The types and results of calls that fill a caller's buffer.
template <class Item>
struct Filled;
template <>
struct Filled<BoxPair> {
    using Buffer = PairBuffer;
    using Result = PairResult;
    static std::uint64_t count(const Result& result) { return result.pair_count; }
    static std::span<const BoxPair> items(const Result& result) { return result.pairs; }
    static constexpr bool keeps_what_is_behind = true;
};
template <class Manifold, class ManifoldBuffer, class ContactResult>
struct FilledWithContacts {
    using Buffer = ManifoldBuffer;
    using Result = ContactResult;
    static std::uint64_t count(const Result& result) { return result.manifold_count; }
    static std::span<const Manifold> items(const Result& result) { return result.manifolds; }
    static constexpr bool keeps_what_is_behind = false;  // with a speculative distance those bytes may be anything
};
template <>
struct Filled<ContactManifold> : FilledWithContacts<ContactManifold, ManifoldBuffer, ContactResult> {};
template <>
struct Filled<RectManifold> : FilledWithContacts<RectManifold, RectManifoldBuffer, RectContactResult> {};

// Calls `find(buffer, result)` with buffers of every interesting capacity.
template <class Find, class Item>
void check_capacities(Find find, const std::vector<Item>& expected) {
    using Of = Filled<Item>;
    const std::uint64_t needed = expected.size();
    std::vector<std::uint64_t> capacities = {0, 1, needed / 2, needed, needed + 1, needed + 1000, needed * 4};
    if (needed > 0) capacities.push_back(needed - 1);
    for (const std::uint64_t capacity : capacities) {
        SCOPED_TRACE(testing::Message() << needed << " into " << capacity);
        const GuardedMemory memory(capacity * sizeof(Item));
        std::memset(memory.data(), 0xee, memory.size());
        const std::vector<std::byte> before(memory.as<std::byte>().begin(), memory.as<std::byte>().end());
        typename Of::Result result;
        const Status status = find(typename Of::Buffer{static_cast<Item*>(memory.data()), capacity}, result);
        const std::span<const Item> items = Of::items(result);
        EXPECT_EQ(Of::count(result), needed) << "the exact count, always";
        EXPECT_TRUE(memory.front_intact());
        if (capacity < needed) {
            EXPECT_EQ(status, Status::capacity_exceeded);
            EXPECT_TRUE(items.empty());
            EXPECT_TRUE(std::equal(before.begin(), before.end(), memory.as<std::byte>().begin()))
                << "nothing is written";
            continue;
        }
        ASSERT_EQ(status, Status::ok);
        if (needed > 0) {
            EXPECT_EQ(items.data(), memory.data());
        }
        EXPECT_TRUE(same_bytes(std::vector<Item>(items.begin(), items.end()), expected));
        if (Of::keeps_what_is_behind) {
            const auto written = static_cast<std::ptrdiff_t>(needed * sizeof(Item));
            EXPECT_TRUE(std::equal(before.begin() + written, before.end(), memory.as<std::byte>().begin() + written))
                << "written behind the last";
        }
    }
}

}  // namespace satori::test
