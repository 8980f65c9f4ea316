#pragma once

#include <cstdint>

#include <satori/export.hpp>
#include <satori/isa.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// Runs the chunks of a call, on whatever threads it likes. Results never depend on it.
///
/// Implement it to put satori on a host's own job system: `run` calls `body(context, chunk)` exactly once for each chunk in
/// [0, chunk_count), in any order and on any thread, and returns when all are done. It may be entered again from inside a
/// chunk and from several threads at a time. If it throws, or leaves a chunk out, the call gives `executor_failed`, after
/// which the contents of output arrays are unspecified; it must not return or throw while a chunk runs or can still begin.
class SATORI_API Executor {
public:
    using Body = void (*)(void* context, std::uint32_t chunk) noexcept;

    virtual ~Executor();
    virtual void run(std::uint32_t chunk_count, Body body, void* context) = 0;
    /// How many chunks it expects to run at the same time, at least 1. Sizes scratch memory; exceeding it only costs waiting. With 1,
    /// what need not be divided then runs on the calling thread.
    virtual unsigned concurrency() const noexcept = 0;
};

/// Every chunk in order on the calling thread.
SATORI_API Executor& serial_executor() noexcept;

/// What runs a call whose Execution names no executor: tbb_executor(), where the library was built with oneTBB.
///
/// Else a pool of as many threads as the hardware has, the calling one among them. It starts them when a call first has work for them
/// and keeps them, makes do with fewer where the system refuses one, and starts them anew in a forked child (no chunk may fork). They
/// sleep between calls and are not waited for when the process ends. Else, where the platform has no threads, serial_executor().
SATORI_API Executor& default_executor() noexcept;

/// Which of the three it is: "oneTBB", "thread pool" or "serial".
SATORI_API const char* default_executor_name() noexcept;

/// oneTBB in the caller's arena: the host's arenas and global_control are respected. See satori/tbb.hpp to name an arena.
/// A library that was built without oneTBB (SATORI_TBB=OFF) has no such function: programs that call it do not link.
SATORI_API Executor& tbb_executor() noexcept;

/// Plain std::thread workers, started for each call: for hosts without a job system and for ThreadSanitizer. Makes do with fewer where
/// the system refuses one.
class SATORI_API ThreadExecutor final : public Executor {
public:
    /// `thread_count` threads, the calling one among them; 0 means one for each hardware thread.
    explicit ThreadExecutor(unsigned thread_count) noexcept;
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    unsigned concurrency() const noexcept override;

private:
    unsigned thread_count_;
};

/// How a call runs: travels with the call, there is no global switch.
struct Execution {
    Isa isa = Isa::best;
    Executor* executor = nullptr;  ///< null: default_executor()
    /// Most pairs that a call may find; 0: no limit. A call that would find more stops early with `limit_exceeded` and has changed
    /// nothing: it can be repeated with a higher limit. What counts are candidates, pairs whose AABBs overlap, whatever becomes of
    /// them; for updates of a Broadphase or a World all pairs of bounds that there would be after it. Whether a call stops does not
    /// depend on instruction set or threads. Up to there it takes memory for the boxes and about as many pairs as the limit.
    /// Obeyed by find_pairs(), find_overlaps(), collide(), find_covered_sides(), Broadphase::update() and World::update().
    std::uint64_t max_pairs = 0;
};

SATORI_NAMESPACE_END
