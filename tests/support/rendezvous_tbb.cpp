#include "rendezvous_tbb.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include "meeting_point.hpp"

namespace satori::test {

void RendezvousTbbExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    const unsigned threads = std::min<unsigned>(thread_count_, chunk_count);
    if (threads == 0) return;
    MeetingPoint meeting(threads);
    std::atomic<std::uint32_t> next{0};
    std::atomic<bool> all_met{true};
    const auto part = [&] {
        if (!take_part(meeting, next, chunk_count, body, context)) all_met = false;
    };
    oneapi::tbb::task_arena arena(static_cast<int>(thread_count_));
    arena.execute([&] {
        oneapi::tbb::task_group group;
        for (unsigned i = 1; i < threads; ++i) group.run(part);
        group.run_and_wait(part);
    });
    if (!all_met) ADD_FAILURE() << "oneTBB gave fewer than " << threads << " threads";
}

}  // namespace satori::test
