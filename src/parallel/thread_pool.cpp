#include "parallel/thread_pool.hpp"

#include <algorithm>
#include <atomic>

#include "base/assert.hpp"

namespace satori::v0::parallel {

/// A run. It is on the stack of its caller. Before the object ends, the caller removes it from the list and waits for
/// its helpers.
struct ThreadPool::Job {
    Body body;
    void* context;
    std::uint32_t chunk_count;
    Job* older;
    unsigned helpers = 0;  // workers that run chunks of this job; guarded by the pool's mutex
    std::atomic<std::uint32_t> next{0};

    bool has_chunks() const noexcept { return next.load(std::memory_order_relaxed) < chunk_count; }
    void run_chunks() noexcept {
        // The test comes first, so that `next` does not count on past the end and wrap.
        while (has_chunks()) {
            const std::uint32_t chunk = next.fetch_add(1, std::memory_order_relaxed);
            if (chunk < chunk_count) body(context, chunk);
        }
    }
};

ThreadPool::ThreadPool(unsigned thread_count) noexcept
    : thread_count_(thread_count != 0 ? thread_count : std::thread::hardware_concurrency()) {
    if (thread_count_ == 0) thread_count_ = 1;  // hardware_concurrency() may return 0
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        SATORI_ASSERT(jobs_ == nullptr);
        stop_ = true;
    }
    job_came_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run(std::uint32_t chunk_count, Body body, void* context) {
    Job job{.body = body, .context = context, .chunk_count = chunk_count, .older = nullptr};
    const std::uint32_t useful = std::min(thread_count_, chunk_count);
    if (useful <= 1) return job.run_chunks();
    {
        const std::lock_guard lock(mutex_);
        start_workers(useful - 1);
        job.older = jobs_;
        jobs_ = &job;
    }
    for (std::uint32_t i = 1; i < useful; ++i) job_came_.notify_one();
    job.run_chunks();
    std::unique_lock lock(mutex_);
    close(job);
    helper_left_.wait(lock, [&] { return job.helpers == 0; });
}

unsigned ThreadPool::worker_count() noexcept {
    const std::lock_guard lock(mutex_);
    return static_cast<unsigned>(workers_.size());
}

void ThreadPool::start_workers(std::size_t wanted) noexcept {
    try {
        SATORI_ASSERT(wanted < thread_count_);
        while (workers_.size() < wanted) workers_.emplace_back([this] { work(); });
    } catch (...) {
        // The system gives no more threads. The existing workers and the callers do the work. The next run tries again.
    }
}

void ThreadPool::work() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
        Job* job = nullptr;
        job_came_.wait(lock, [&] { return stop_ || (job = open_job()) != nullptr; });
        if (job == nullptr) return;
        ++job->helpers;
        lock.unlock();
        job->run_chunks();
        lock.lock();
        // Under the lock, because afterwards the job may no longer exist.
        SATORI_ASSERT(job->helpers != 0);
        if (--job->helpers == 0) helper_left_.notify_all();
    }
}

ThreadPool::Job* ThreadPool::open_job() const noexcept {
    Job* job = jobs_;
    while (job != nullptr && !job->has_chunks()) job = job->older;
    return job;
}

void ThreadPool::close(Job& job) noexcept {
    Job** link = &jobs_;
    while (*link != &job) {
        SATORI_ASSERT(*link != nullptr);
        link = &(*link)->older;
    }
    *link = job.older;
}

}  // namespace satori::v0::parallel
