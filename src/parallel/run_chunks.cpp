#include "parallel/run_chunks.hpp"

#include "base/assert.hpp"

namespace satori::v0::parallel {

namespace {

struct Run {
    Executor::Body body;
    void* context;
    ThreadTally* tally;
    std::atomic<std::uint32_t> finished{0};
    std::atomic<bool> repeated{false};
    std::uint32_t chunk_count;
    std::atomic<std::uint64_t> claimed[kMaxChunks / 64] = {};
};

void run_one(void* context, std::uint32_t chunk) noexcept {
    Run& run = *static_cast<Run*>(context);
    const std::uint64_t bit = std::uint64_t{1} << (chunk % 64);
    if (chunk >= run.chunk_count || (run.claimed[chunk / 64].fetch_or(bit, std::memory_order_relaxed) & bit) != 0) {
        run.repeated.store(true, std::memory_order_relaxed);
        return;
    }
    run.tally->note_this_thread();
    const FpEnvironment ieee;
    run.body(run.context, chunk);
    run.finished.fetch_add(1, std::memory_order_release);
}

}  // namespace

void ThreadTally::note_this_thread() noexcept {
    static thread_local const char key = 0;
    for (std::atomic<const void*>& slot : seen_) {
        const void* expected = slot.load(std::memory_order_relaxed);
        if (expected == &key) return;
        if (expected == nullptr && slot.compare_exchange_strong(expected, &key, std::memory_order_relaxed)) return;
        if (expected == &key) return;
    }
}

std::uint32_t ThreadTally::count() const noexcept {
    std::uint32_t n = 0;
    while (n < kMost && seen_[n].load(std::memory_order_relaxed) != nullptr) ++n;
    return n;
}

Status run_chunks(Executor& executor, std::uint32_t chunk_count, ThreadTally& tally, Executor::Body body,
                  void* context) noexcept {
    if (chunk_count == 0) return Status::ok;
    SATORI_ASSERT(chunk_count <= kMaxChunks);
    if (chunk_count == 1) {
        tally.note_this_thread();
        const FpEnvironment ieee;
        body(context, 0);
        return Status::ok;
    }
    Run run{.body = body, .context = context, .tally = &tally, .chunk_count = chunk_count};
    Status status = Status::ok;
    try {
        executor.run(chunk_count, run_one, &run);
    } catch (...) {
        status = Status::executor_failed;
    }
    if (status != Status::ok) return status;
    const bool complete = run.finished.load(std::memory_order_acquire) == chunk_count;
    return complete && !run.repeated.load(std::memory_order_relaxed) ? Status::ok : Status::executor_failed;
}

}  // namespace satori::v0::parallel
