#include "executors.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

#include "meeting_point.hpp"
#include "random.hpp"
#include "sanitizers.hpp"

namespace satori::test {

RendezvousExecutor::RendezvousExecutor(unsigned thread_count) {
    for (unsigned worker = 0; worker + 1 < thread_count; ++worker)
        workers_.emplace_back([this, worker] { work(worker); });
}

RendezvousExecutor::~RendezvousExecutor() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void RendezvousExecutor::work(unsigned worker) {
    std::uint64_t seen = 0;
    for (;;) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stop_ || (generation_ != seen && worker < wanted_); });
        if (stop_) return;
        seen = generation_;
        const std::function<void()> job = job_;
        lock.unlock();
        job();
        lock.lock();
        ++finished_;
        changed_.notify_all();
    }
}

void RendezvousExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    const std::unique_lock has_workers(running_, std::try_to_lock);
    const unsigned threads = has_workers.owns_lock() ? std::min<unsigned>(concurrency(), chunk_count) : 1;
    MeetingPoint meeting(threads);
    std::atomic<std::uint32_t> next{0};
    std::atomic<bool> all_met{true};
    const auto part = [&] {
        if (!take_part(meeting, next, chunk_count, body, context)) all_met = false;
    };
    if (threads <= 1) return part();
    {
        const std::lock_guard lock(mutex_);
        job_ = part;
        wanted_ = threads - 1;
        finished_ = 0;
        ++generation_;
    }
    changed_.notify_all();
    part();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return finished_ == wanted_; });
    wanted_ = 0;
    if (!all_met) ADD_FAILURE() << "fewer than " << threads << " threads came";
    most_threads_ = std::max(most_threads_, threads);
    if (threads == concurrency()) ++full_runs_;
}

void ShuffledExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    std::vector<std::uint32_t> order(chunk_count);
    std::iota(order.begin(), order.end(), 0U);
    Random random(seed_);
    for (std::uint32_t i = chunk_count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    for (const std::uint32_t chunk : order) body(context, chunk);
}

bool default_threads_are_seen() noexcept {
    return !kThreadSanitizer || std::string_view(default_executor_name()) != "oneTBB";
}

const char* executor_fault_name(ExecutorFault fault) noexcept {
    switch (fault) {
        case ExecutorFault::throws_at_once:
            return "throws_at_once";
        case ExecutorFault::throws_midway:
            return "throws_midway";
        case ExecutorFault::throws_at_end:
            return "throws_at_end";
        case ExecutorFault::throws_no_exception_type:
            return "throws_no_exception_type";
        case ExecutorFault::drops_all:
            return "drops_all";
        case ExecutorFault::drops_first:
            return "drops_first";
        case ExecutorFault::drops_last:
            return "drops_last";
        case ExecutorFault::runs_first_twice:
            return "runs_first_twice";
        case ExecutorFault::runs_last_twice:
            return "runs_last_twice";
        case ExecutorFault::drops_one_repeats_one:
            return "drops_one_repeats_one";
        case ExecutorFault::chunk_out_of_range:
            return "chunk_out_of_range";
    }
    return "unknown";
}

void FaultyExecutor::run(std::uint32_t chunk_count, Body body, void* context) {
    const bool faulty = runs_++ >= from_run_ && chunk_count > 0;
    const auto is = [&](ExecutorFault fault) { return faulty && fault_ == fault; };
    // With one chunk there is nothing to exchange, so the executor drops the chunk.
    const bool drop_first = is(ExecutorFault::drops_first) || is(ExecutorFault::drops_one_repeats_one);
    if (faulty) ++faults_;
    if (is(ExecutorFault::throws_at_once)) throw std::runtime_error("executor");
    if (is(ExecutorFault::drops_all)) return;
    for (std::uint32_t chunk = 0; chunk < chunk_count; ++chunk) {
        const bool last = chunk + 1 == chunk_count;
        if (is(ExecutorFault::throws_midway) && chunk >= chunk_count / 2) throw std::runtime_error("executor");
        if (chunk == 0 && drop_first) continue;
        if (last && is(ExecutorFault::drops_last)) continue;
        body(context, chunk);
        if (chunk == 0 && is(ExecutorFault::runs_first_twice)) body(context, chunk);
        if (last && (is(ExecutorFault::runs_last_twice) || is(ExecutorFault::drops_one_repeats_one))) {
            body(context, chunk);
        }
    }
    if (is(ExecutorFault::chunk_out_of_range)) body(context, chunk_count);
    if (is(ExecutorFault::throws_at_end)) throw std::runtime_error("executor");
    if (is(ExecutorFault::throws_no_exception_type)) throw 42;
}

}  // namespace satori::test
