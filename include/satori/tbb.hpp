#pragma once

// The only public header that includes oneTBB. A program includes it to run a call in its own arena. Libraries built
// without oneTBB are installed without this header.

#include <oneapi/tbb/task_arena.h>

#include <satori/executor.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup execution
/// @{

/// An executor that runs chunks in a given oneTBB arena, whichever thread calls. The arena must outlive the executor.
///
/// With this executor and tbb_executor(): when the system cannot start a thread (a limit on processes), oneTBB's
/// worker throws an exception that nobody can catch, and the process ends. A program that runs near such limits
/// should use another executor; ThreadExecutor works with fewer threads.
class TbbArenaExecutor final : public Executor {
public:
    /// Creates an executor that runs in this arena.
    explicit TbbArenaExecutor(oneapi::tbb::task_arena& arena) noexcept : arena_(&arena) {}

    /// Runs all chunks in the arena.
    void run(std::uint32_t chunk_count, Body body, void* context) override {
        arena_->execute([&] { tbb_executor().run(chunk_count, body, context); });
    }
    /// Returns the largest number of threads of the arena.
    unsigned concurrency() const noexcept override { return static_cast<unsigned>(arena_->max_concurrency()); }

private:
    oneapi::tbb::task_arena* arena_;
};

/// @}

SATORI_NAMESPACE_END
