// docs/threading.md: bound threads; an Executor on the program's own job system, here a thread pool with a list of
// jobs; and oneTBB's arenas.
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include <satori/pairs.hpp>
#include <satori/tbb.hpp>

using satori::Status;

namespace {

// Threads that take chunks of any job. The thread that submits a job works on it too, so a job submitted from inside a
// chunk finishes even when all threads are busy.
class JobPool final : public satori::Executor {
public:
    explicit JobPool(unsigned thread_count) {
        for (unsigned i = 0; i < thread_count; ++i) threads_.emplace_back([this] { serve(); });
    }
    ~JobPool() override {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        wake_.notify_all();
    }  // threads_, the last member, joins

    void run(std::uint32_t chunk_count, Body body, void* context) override {
        if (chunk_count == 0) return;
        std::unique_lock lock(mutex_);
        Job job{body, context, chunk_count};
        jobs_.push_back(&job);  // what may throw comes before any chunk has begun
        wake_.notify_all();
        while (job.begun < job.chunk_count) run_next(job, lock);
        done_.wait(lock, [&] { return job.ended == job.chunk_count; });
    }
    unsigned concurrency() const noexcept override { return static_cast<unsigned>(threads_.size()) + 1; }

private:
    struct Job {
        Body body;
        void* context;
        std::uint32_t chunk_count;
        std::uint32_t begun = 0, ended = 0;
    };

    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return ending_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            run_next(*jobs_.back(), lock);
        }
    }
    void run_next(Job& job, std::unique_lock<std::mutex>& lock) {
        const std::uint32_t chunk = job.begun++;
        if (job.begun == job.chunk_count) std::erase(jobs_, &job);
        lock.unlock();
        job.body(job.context, chunk);
        lock.lock();
        if (++job.ended == job.chunk_count) done_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::vector<Job*> jobs_;  // of which not all chunks have begun
    bool ending_ = false;
    std::vector<std::jthread> threads_;
};

constexpr int kBoxes = 20000;

std::vector<satori::BoxPair> pairs_of(const satori::BoxBatch& batch, const satori::Execution& execution) {
    satori::Workspace workspace;
    satori::PairResult result;
    if (satori::find_overlaps(batch, workspace, result, {.execution = execution}) != Status::ok) return {};
    return {result.pairs.begin(), result.pairs.end()};
}

}  // namespace

int main() {
    std::vector<satori::OrientedBox> boxes(kBoxes);
    for (int i = 0; i < kBoxes; ++i)
        boxes[i].center = {0.75F * static_cast<float>(i % 100), 1.5F * static_cast<float>(i / 100), 0};
    satori::BoxBatch batch;
    if (batch.assign(boxes) != Status::ok) return 1;

    const std::vector<satori::BoxPair> expected = pairs_of(batch, {satori::Isa::best, &satori::serial_executor()});
    std::printf("one thread: %zu pairs\n", expected.size());

    satori::ThreadExecutor bound({.bind = true, .spin_us = 200});
    if (pairs_of(batch, {satori::Isa::best, &bound}) != expected) return 1;
    std::printf("bound threads: the same, in the same order\n");

    JobPool pool(3);
    if (pairs_of(batch, {satori::Isa::best, &pool}) != expected) return 1;
    std::printf("a pool: the same, in the same order\n");

    oneapi::tbb::task_arena arena(2);
    satori::TbbArenaExecutor in_arena(arena);
    if (pairs_of(batch, {satori::Isa::best, &in_arena}) != expected) return 1;
    std::printf("an arena of two threads: the same\n");

    // Four jobs of the program's own, each of which calls satori on the same pool.
    struct Jobs {
        const satori::BoxBatch& batch;
        JobPool& pool;
        std::vector<satori::BoxPair> found[4];
    } jobs{batch, pool, {}};
    const auto work = [](void* context, std::uint32_t job) noexcept {
        auto& all = *static_cast<Jobs*>(context);
        all.found[job] = pairs_of(all.batch, {satori::Isa::best, &all.pool});
    };
    pool.run(4, work, &jobs);
    for (const std::vector<satori::BoxPair>& found : jobs.found)
        if (found != expected) return 1;
    std::printf("from inside four jobs: the same\n");
}
