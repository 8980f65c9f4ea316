#pragma once

// The only public header that needs oneTBB's own; include it when a call should run in an arena of yours. Libraries that are built
// without oneTBB are installed without it.

#include <oneapi/tbb/task_arena.h>

#include <satori/executor.hpp>

SATORI_NAMESPACE_BEGIN

/// Runs chunks in the given oneTBB arena, whichever thread calls. The arena must outlive the executor.
///
/// Of this and of tbb_executor(): where the system refuses oneTBB a thread (a limit of processes), its worker throws where nobody can
/// catch it and ends the process. A host that lives so near to its limits passes another; ThreadExecutor makes do with less.
class TbbArenaExecutor final : public Executor {
public:
    explicit TbbArenaExecutor(oneapi::tbb::task_arena& arena) noexcept : arena_(&arena) {}

    void run(std::uint32_t chunk_count, Body body, void* context) override {
        arena_->execute([&] { tbb_executor().run(chunk_count, body, context); });
    }
    unsigned concurrency() const noexcept override { return static_cast<unsigned>(arena_->max_concurrency()); }

private:
    oneapi::tbb::task_arena* arena_;
};

SATORI_NAMESPACE_END
