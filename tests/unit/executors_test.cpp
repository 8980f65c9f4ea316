// Tests the executors of the library and of the tests. Other tests rely on the number of threads that take part.

#include <algorithm>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/executors.hpp"
#include "unit/each_chunk_once.hpp"

namespace satori {
namespace {

TEST(Executors, RunEachChunkOnce) {
    EXPECT_EQ(test::expect_each_chunk_once(serial_executor()), 1U);
    test::expect_each_chunk_once(default_executor());
    for (const unsigned threads : {0U, 1U, 2U, 5U}) {
        ThreadExecutor executor(threads);
        EXPECT_EQ(executor.concurrency(), threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads);
        test::expect_each_chunk_once(executor);
    }
}

TEST(Executors, SerialRunsInOrderOnTheCallingThread) {
    struct Order {
        std::vector<std::uint32_t> chunks;
        std::thread::id caller = std::this_thread::get_id();
        bool elsewhere = false;
    } order;
    serial_executor().run(
        50,
        [](void* context, std::uint32_t chunk) noexcept {
            Order& o = *static_cast<Order*>(context);
            o.chunks.push_back(chunk);
            o.elsewhere |= std::this_thread::get_id() != o.caller;
        },
        &order);
    ASSERT_EQ(order.chunks.size(), 50U);
    for (std::uint32_t i = 0; i < 50; ++i) EXPECT_EQ(order.chunks[i], i);
    EXPECT_FALSE(order.elsewhere);
    EXPECT_EQ(serial_executor().concurrency(), 1U);
}

TEST(Executors, ThoseOfTheTestsBringEveryThread) {
    for (const unsigned threads : {1U, 2U, 3U, 8U, 32U}) {
        test::RendezvousExecutor executor(threads);
        EXPECT_EQ(test::expect_each_chunk_once(executor), threads);
        EXPECT_EQ(executor.most_threads(), threads > 1 ? threads : 0);
        EXPECT_EQ(executor.concurrency(), threads);
    }
    test::ShuffledExecutor shuffled(1);
    EXPECT_EQ(test::expect_each_chunk_once(shuffled), 1U);
}

}  // namespace
}  // namespace satori
