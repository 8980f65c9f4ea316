#pragma once

#include <optional>

#if defined(SATORI_HAVE_TBB)
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <satori/tbb.hpp>
#endif

#include <satori/executor.hpp>

namespace satori::cli {

#if defined(SATORI_HAVE_TBB)

/// oneTBB with this many threads, the calling thread included.
class LimitedThreads {
public:
    explicit LimitedThreads(unsigned thread_count)
        : control_(oneapi::tbb::global_control::max_allowed_parallelism, thread_count),
          arena_(static_cast<int>(thread_count)),
          executor_(arena_) {}
    LimitedThreads(const LimitedThreads&) = delete;
    LimitedThreads& operator=(const LimitedThreads&) = delete;
    Executor& executor() noexcept { return executor_; }

private:
    oneapi::tbb::global_control control_;
    oneapi::tbb::task_arena arena_;
    TbbArenaExecutor executor_;
};

#else

/// A pool like the default pool, with this many threads; one thread where the platform has none.
class LimitedThreads {
public:
    explicit LimitedThreads(unsigned thread_count) : threads_(thread_count) {}
    Executor& executor() noexcept { return threads_; }

private:
    ThreadExecutor threads_;
};

#endif

/// Makes calls run on exactly this many threads, as long as it lives. This may be more than the machine has.
class ThreadLimit {
public:
    /// 0: all threads of the machine.
    explicit ThreadLimit(unsigned thread_count) {
        if (thread_count != 0) threads_.emplace(thread_count);
    }

    /// Returns the executor for Execution; valid as long as this object.
    Executor* executor() noexcept { return threads_ ? &threads_->executor() : nullptr; }

private:
    std::optional<LimitedThreads> threads_;
};

}  // namespace satori::cli
