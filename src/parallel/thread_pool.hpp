#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <satori/executor.hpp>

#include "parallel/affinity.hpp"

namespace satori::v0::parallel {

/// The threads of ThreadExecutor and of default_pool(). A run starts workers when it has work for them; the pool keeps
/// them. The calling thread of every run works too. When it has no more chunks to begin, it waits for the chunks that
/// other threads run, and for nothing else. So runs may be nested, and may come from several threads.
class ThreadPool final : public Executor {
public:
    /// Starts no thread.
    explicit ThreadPool(const ThreadOptions& options) noexcept;
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    /// Ends the workers. No run may be in progress.
    ~ThreadPool() override;

    /// Throws nothing. When the system cannot start a thread, the run uses fewer threads.
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    unsigned concurrency() const noexcept override { return options_.thread_count; }
    /// Returns true in a forked child, where the workers do not exist. There runs use the calling thread alone, and
    /// the pool must not be destroyed.
    bool in_forked_child() const noexcept;
    /// Returns the current number of workers.
    unsigned worker_count() noexcept;

private:
    struct Job;
    struct Worker {
        std::thread thread;
        int processor = kNone;  // which it is bound to
    };
    static constexpr int kNone = -1;

    void start_workers(std::size_t wanted) noexcept;
    void place_workers() noexcept;
    void place(Worker& worker, int caller) noexcept;
    int vacant_processor(int caller) const noexcept;
    void work() noexcept;
    Job* open_job() const noexcept;
    void close(Job& job) noexcept;
    template <class Done>
    void spin(Done done) const noexcept;

    ThreadOptions options_;
    const long process_;                   // in which the pool was constructed
    ProcessorSet processors_;              // that workers may be bound to
    std::atomic<std::uint32_t> calls_{0};  // of idle workers: changes when a job comes and when the pool ends
    std::mutex mutex_;                     // guards all members below
    std::condition_variable job_came_, helper_left_;
    Job* jobs_ = nullptr;  // the newest first
    std::vector<Worker> workers_;
    int caller_ = kNone;  // the processor of the caller for whom all workers were placed
    bool stop_ = false;
};

}  // namespace satori::v0::parallel
