#include "parallel/thread_pool.hpp"

#include <algorithm>
#include <chrono>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include "base/assert.hpp"

namespace satori::v0::parallel {

namespace {

long this_process() noexcept {
#if defined(__unix__) || defined(__APPLE__)
    return getpid();
#else
    return 0;  // nothing forks
#endif
}

}  // namespace

/// A run. It is on the stack of its caller. Before the object ends, the caller removes it from the list and waits for
/// its helpers.
struct ThreadPool::Job {
    Body body;
    void* context;
    std::uint32_t chunk_count;
    Job* older;
    std::atomic<unsigned> helpers{0};  // workers that run chunks of this job; changes under the pool's mutex
    std::atomic<std::uint32_t> next{0};

    bool has_chunks() const noexcept { return next.load(std::memory_order_relaxed) < chunk_count; }
    bool has_helpers() const noexcept { return helpers.load(std::memory_order_relaxed) != 0; }
    void run_chunks() noexcept {
        // The test comes first, so that `next` does not count on past the end and wrap.
        while (has_chunks()) {
            const std::uint32_t chunk = next.fetch_add(1, std::memory_order_relaxed);
            if (chunk < chunk_count) body(context, chunk);
        }
    }
};

ThreadPool::ThreadPool(const ThreadOptions& options) noexcept : options_(options), process_(this_process()) {
    unsigned& count = options_.thread_count;
    if (count == 0) count = std::max(1U, std::thread::hardware_concurrency());  // which may return 0
    if (options_.bind) processors_ = usable_processors();
}

ThreadPool::~ThreadPool() {
    SATORI_ASSERT(!in_forked_child());
    {
        const std::lock_guard lock(mutex_);
        SATORI_ASSERT(jobs_ == nullptr);
        stop_ = true;
        calls_.fetch_add(1, std::memory_order_relaxed);
    }
    job_came_.notify_all();
    for (Worker& worker : workers_) worker.thread.join();
}

void ThreadPool::run(std::uint32_t chunk_count, Body body, void* context) {
    Job job{.body = body, .context = context, .chunk_count = chunk_count, .older = nullptr};
    const std::uint32_t useful = std::min(options_.thread_count, chunk_count);
    if (useful <= 1 || in_forked_child()) return job.run_chunks();
    {
        const std::lock_guard lock(mutex_);
        start_workers(useful - 1);
        if (options_.bind && jobs_ == nullptr) place_workers();
        job.older = jobs_;
        jobs_ = &job;
        calls_.fetch_add(1, std::memory_order_relaxed);
    }
    for (std::uint32_t i = 1; i < useful; ++i) job_came_.notify_one();
    job.run_chunks();
    std::unique_lock lock(mutex_);
    close(job);
    if (job.has_helpers() && options_.spin_us != 0) {
        lock.unlock();
        spin([&] { return !job.has_helpers(); });
        lock.lock();
    }
    helper_left_.wait(lock, [&] { return !job.has_helpers(); });
}

bool ThreadPool::in_forked_child() const noexcept {
    return this_process() != process_;
}

unsigned ThreadPool::worker_count() noexcept {
    const std::lock_guard lock(mutex_);
    return static_cast<unsigned>(workers_.size());
}

void ThreadPool::start_workers(std::size_t wanted) noexcept {
    try {
        SATORI_ASSERT(wanted < options_.thread_count);
        workers_.reserve(wanted);  // so that what may throw comes before any thread
        while (workers_.size() < wanted) {
            workers_.push_back({std::thread([this] { work(); })});
            // A thread begins with the processors of the one that starts it, which may be bound itself.
            if (options_.bind) bind(workers_.back().thread, processors_);
            caller_ = kNone;
        }
    } catch (...) {
        // The system gives no more threads. The existing workers and the callers do the work. The next run tries again.
    }
}

/// Binds each worker that has no processor of its own, or that of the calling thread. The others stay where their
/// caches are. A worker that calls places nobody: another thread may wait for it.
void ThreadPool::place_workers() noexcept {
    const int caller = current_processor();
    const auto is_caller = [](const Worker& worker) { return worker.thread.get_id() == std::this_thread::get_id(); };
    if (caller == caller_ || std::any_of(workers_.begin(), workers_.end(), is_caller)) return;
    for (Worker& worker : workers_) {
        if (worker.processor == kNone || worker.processor == caller) place(worker, caller);
    }
    caller_ = caller;
}

/// Binds a worker to a vacant processor, or to none where there is none.
void ThreadPool::place(Worker& worker, int caller) noexcept {
    for (int processor = 0; (processor = vacant_processor(caller)) != kNone;) {
        const auto index = static_cast<std::size_t>(processor);
        if (bind(worker.thread, ProcessorSet{}.set(index))) {
            worker.processor = processor;
            return;
        }
        processors_.reset(index);  // it is gone
    }
    if (worker.processor != kNone) bind(worker.thread, processors_);
    worker.processor = kNone;
}

/// Returns a processor without worker that is not the caller's, or kNone.
int ThreadPool::vacant_processor(int caller) const noexcept {
    ProcessorSet vacant = processors_;
    for (const Worker& worker : workers_) {
        if (worker.processor != kNone) vacant.reset(static_cast<std::size_t>(worker.processor));
    }
    for (int processor = 0; processor < static_cast<int>(vacant.size()); ++processor) {
        if (vacant[static_cast<std::size_t>(processor)] && processor != caller) return processor;
    }
    return kNone;
}

void ThreadPool::work() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
        Job* job = open_job();
        // A job may come of which no chunk is left: then the time begins anew.
        for (bool in_time = options_.spin_us != 0; job == nullptr && !stop_ && in_time; job = open_job()) {
            const std::uint32_t calls = calls_.load(std::memory_order_relaxed);
            lock.unlock();
            spin([&] { return calls_.load(std::memory_order_relaxed) != calls; });
            lock.lock();
            in_time = calls_.load(std::memory_order_relaxed) != calls;
        }
        job_came_.wait(lock, [&] { return stop_ || (job = open_job()) != nullptr; });
        if (job == nullptr) return;
        job->helpers.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        job->run_chunks();
        lock.lock();
        // Under the lock, because afterwards the job may no longer exist.
        SATORI_ASSERT(job->has_helpers());
        if (job->helpers.fetch_sub(1, std::memory_order_relaxed) == 1) helper_left_.notify_all();
    }
}

/// Returns when done() is true or the time of options_ is over.
template <class Done>
void ThreadPool::spin(Done done) const noexcept {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(options_.spin_us);
    while (!done() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
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
