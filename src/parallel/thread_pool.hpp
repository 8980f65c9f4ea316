#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <satori/executor.hpp>
#include <satori/export.hpp>

namespace satori::inline v0::parallel {

/// std::thread workers that are started when a run has work for them, and kept. Every run's calling thread works too; one that has no
/// more chunks to begin waits for those that others run, and for nothing else: so runs may be nested, and come from several threads.
/// Exported, as run_chunks() is, for the command; no public header names it.
class SATORI_API ThreadPool final : public Executor {
public:
    /// `thread_count` threads, the calling one among them; 0: one for each hardware thread. Starts none.
    explicit ThreadPool(unsigned thread_count) noexcept;
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    /// No run may be going on. Ends the workers.
    ~ThreadPool() override;

    /// Throws nothing; with fewer threads than it should have where the system refuses one.
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    unsigned concurrency() const noexcept override { return thread_count_; }
    /// How many workers there are by now.
    unsigned worker_count() noexcept;

private:
    struct Job;
    void start_workers(std::size_t wanted) noexcept;
    void work() noexcept;
    Job* open_job() const noexcept;
    void close(Job& job) noexcept;

    unsigned thread_count_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable job_came_, helper_left_;
    Job* jobs_ = nullptr;  // the newest first
    std::vector<std::thread> workers_;
    bool stop_ = false;
};

}  // namespace satori::inline v0::parallel
