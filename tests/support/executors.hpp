#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <ostream>
#include <thread>
#include <vector>

#include <satori/executor.hpp>

namespace satori::test {

/// Runs the chunks on `inner`, each by `around(run_chunk)`, which must call run_chunk() once and may do other work
/// before and after. For executors that do more than run chunks.
template <class Around>
void run_around(Executor& inner, std::uint32_t chunk_count, Executor::Body body, void* context, Around around) {
    struct Run {
        Around& around;
        Executor::Body body;
        void* context;
    } run{around, body, context};
    inner.run(
        chunk_count,
        [](void* of_run, std::uint32_t chunk) noexcept {
            const Run& r = *static_cast<const Run*>(of_run);
            r.around([&] { r.body(r.context, chunk); });
        },
        &run);
}

/// std::thread executor on which every one of `thread_count` threads, including the calling thread, takes part in each
/// run of at least that many chunks: all threads take their first chunk, meet, and only then run it and take more. If
/// they do not meet within some seconds, the run continues, and the test fails. The threads live as long as the
/// executor. A nested run() runs its chunks on the calling thread.
class RendezvousExecutor final : public Executor {
public:
    explicit RendezvousExecutor(unsigned thread_count);
    RendezvousExecutor(const RendezvousExecutor&) = delete;
    RendezvousExecutor& operator=(const RendezvousExecutor&) = delete;
    ~RendezvousExecutor() override;
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    unsigned concurrency() const noexcept override { return static_cast<unsigned>(workers_.size()) + 1; }

    /// Most threads that took part in one run, and the number of runs with all of them.
    unsigned most_threads() const noexcept { return most_threads_; }
    unsigned full_runs() const noexcept { return full_runs_; }

private:
    void work(unsigned worker);

    std::mutex running_;  // held by the run that has the workers
    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> job_;
    std::uint64_t generation_ = 0;
    unsigned wanted_ = 0;    // workers that this run needs
    unsigned finished_ = 0;  // wanted workers that have finished
    bool stop_ = false;
    unsigned most_threads_ = 0, full_runs_ = 0;
    std::vector<std::thread> workers_;
};

/// Runs the chunks on the calling thread in a shuffled order.
class ShuffledExecutor final : public Executor {
public:
    explicit ShuffledExecutor(std::uint64_t seed) noexcept : seed_(seed) {}
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    unsigned concurrency() const noexcept override { return 2; }

private:
    std::uint64_t seed_;
};

/// Returns false under ThreadSanitizer where default_executor() is oneTBB: ThreadSanitizer does not see how oneTBB's
/// threads synchronize.
bool default_threads_are_seen() noexcept;

/// How a FaultyExecutor breaks its contract.
enum class ExecutorFault {
    throws_at_once,            ///< before any chunk
    throws_midway,             ///< after half of the chunks
    throws_at_end,             ///< after all chunks
    throws_no_exception_type,  ///< throws an int
    drops_all,
    drops_first,
    drops_last,
    runs_first_twice,
    runs_last_twice,
    drops_one_repeats_one,  ///< the number of calls is right
    chunk_out_of_range,     ///< runs all chunks, and a chunk that does not exist
};
inline constexpr ExecutorFault kExecutorFaults[] = {
    ExecutorFault::throws_at_once,     ExecutorFault::throws_midway,
    ExecutorFault::throws_at_end,      ExecutorFault::throws_no_exception_type,
    ExecutorFault::drops_all,          ExecutorFault::drops_first,
    ExecutorFault::drops_last,         ExecutorFault::runs_first_twice,
    ExecutorFault::runs_last_twice,    ExecutorFault::drops_one_repeats_one,
    ExecutorFault::chunk_out_of_range,
};
const char* executor_fault_name(ExecutorFault fault) noexcept;
inline void PrintTo(ExecutorFault fault, std::ostream* out) {
    *out << executor_fault_name(fault);
}

/// A serial executor that is faulty from run number `from_run` (counting from 0) on.
class FaultyExecutor final : public Executor {
public:
    explicit FaultyExecutor(ExecutorFault fault, unsigned from_run = 0) noexcept : fault_(fault), from_run_(from_run) {}
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    unsigned concurrency() const noexcept override { return 2; }
    /// Returns the number of faulty runs.
    unsigned faults() const noexcept { return faults_; }

private:
    ExecutorFault fault_;
    unsigned from_run_;
    unsigned runs_ = 0;
    unsigned faults_ = 0;
};

}  // namespace satori::test
