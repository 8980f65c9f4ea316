#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <satori/executor.hpp>
#include <satori/export.hpp>

namespace satori::v0::parallel {

/// A pool of std::thread workers. A run starts workers when it has work for them; the pool keeps them. The calling
/// thread of every run works too. When it has no more chunks to begin, it waits for the chunks that other threads run,
/// and for nothing else. So runs may be nested, and may come from several threads. It is exported, like run_chunks(),
/// for the command; no public header names it.
class SATORI_API ThreadPool final : public Executor {
public:
    /// Sets the number of threads, including the calling one; 0: one for each hardware thread. Starts no thread.
    explicit ThreadPool(unsigned thread_count) noexcept;
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    /// Ends the workers. No run may be in progress.
    ~ThreadPool() override;

    /// Throws nothing. When the system cannot start a thread, the run uses fewer threads.
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    unsigned concurrency() const noexcept override { return thread_count_; }
    /// Returns the current number of workers.
    unsigned worker_count() noexcept;

private:
    struct Job;
    void start_workers(std::size_t wanted) noexcept;
    void work() noexcept;
    Job* open_job() const noexcept;
    void close(Job& job) noexcept;

    unsigned thread_count_;
    std::mutex mutex_;  // guards all members below
    std::condition_variable job_came_, helper_left_;
    Job* jobs_ = nullptr;  // the newest first
    std::vector<std::thread> workers_;
    bool stop_ = false;
};

}  // namespace satori::v0::parallel
