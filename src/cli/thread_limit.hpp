#pragma once

#include <optional>

#if defined(SATORI_HAVE_TBB)
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <satori/tbb.hpp>
#elif defined(SATORI_HAVE_THREADS)
#include "parallel/thread_pool.hpp"
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

#elif defined(SATORI_HAVE_THREADS)

/// A pool like the default pool, with this many threads.
class LimitedThreads {
public:
    explicit LimitedThreads(unsigned thread_count) : pool_(thread_count) {}
    Executor& executor() noexcept { return pool_; }

private:
    parallel::ThreadPool pool_;
};

#else

/// One thread, for every thread count.
class LimitedThreads {
public:
    explicit LimitedThreads(unsigned) {}
    Executor& executor() noexcept { return serial_executor(); }
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
