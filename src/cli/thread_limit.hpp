#pragma once

#include <optional>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <satori/executor.hpp>
#include <satori/tbb.hpp>

namespace satori::cli {

/// Lets oneTBB run exactly so many threads, also more than the machine has, as long as it lives.
class ThreadLimit {
public:
    /// 0: all threads of the machine.
    explicit ThreadLimit(unsigned thread_count) {
        if (thread_count == 0) return;
        control_.emplace(oneapi::tbb::global_control::max_allowed_parallelism, thread_count);
        arena_.emplace(static_cast<int>(thread_count));
        executor_.emplace(*arena_);
    }
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

    /// For Execution; valid as long as this object.
    Executor* executor() noexcept { return executor_ ? &*executor_ : nullptr; }

private:
    std::optional<oneapi::tbb::global_control> control_;
    std::optional<oneapi::tbb::task_arena> arena_;
    std::optional<TbbArenaExecutor> executor_;
};

}  // namespace satori::cli
