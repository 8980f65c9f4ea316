// Tests executors on oneTBB, in builds with oneTBB.

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <satori/tbb.hpp>

#include "support/rendezvous_tbb.hpp"
#include "unit/each_chunk_once.hpp"

namespace satori {
namespace {

TEST(TbbExecutors, RunEachChunkOnce) {
    test::expect_each_chunk_once(tbb_executor());
    oneapi::tbb::task_arena arena(3);
    TbbArenaExecutor in_arena(arena);
    test::expect_each_chunk_once(in_arena);
    EXPECT_EQ(in_arena.concurrency(), 3U);
}

TEST(TbbExecutors, AreTheDefault) {
    EXPECT_EQ(&default_executor(), &tbb_executor());
    EXPECT_STREQ(default_executor_name(), "oneTBB");
}

TEST(TbbExecutors, ThatOfTheTestsBringsEveryThread) {
    for (const unsigned threads : {1U, 2U, 3U, 8U, 32U}) {
        test::RendezvousTbbExecutor tbb(threads);
        EXPECT_EQ(test::expect_each_chunk_once(tbb), threads);
    }
}

}  // namespace
}  // namespace satori
