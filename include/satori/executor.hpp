#pragma once

#include <cstdint>

#include <satori/export.hpp>
#include <satori/isa.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup execution
///
/// Any number of threads may call at the same time, as long as no object that one call changes is used by another. Each
/// needs a Workspace of its own. Calls that take a batch, a cache or a World as const only read it. @ref
/// guide_threading "docs/threading.md" has executors of all kinds, and frame loops.
/// @{

/// Runs the chunks of a call on threads of its choice. Results never depend on it.
///
/// A program may implement it to run satori on its own job system. `run` must call `body(context, chunk)` exactly
/// once for each chunk in [0, chunk_count), in any order and on any thread, and must return when all are done. Calls
/// of `run` may come from inside a chunk and from several threads at a time. If `run` throws or omits a chunk, the
/// call fails with `executor_failed`, and the contents of output arrays are unspecified. It must not return or throw
/// while a chunk runs or can still begin.
class SATORI_API Executor {
public:
    /// Runs one chunk of a call; `context` is that of the call.
    using Body = void (*)(void* context, std::uint32_t chunk) noexcept;

    /// Destroys the executor; no call may be running on it.
    virtual ~Executor();
    /// Runs all chunks, as described above.
    virtual void run(std::uint32_t chunk_count, Body body, void* context) = 0;
    /// Returns how many chunks it expects to run at the same time, at least 1. Calls size their scratch memory by
    /// this number; more chunks at the same time only have to wait. When it is 1, work that need not be divided runs
    /// on the calling thread.
    virtual unsigned concurrency() const noexcept = 0;
};

/// Returns an executor that runs every chunk in order on the calling thread.
SATORI_API Executor& serial_executor() noexcept;

/// Returns the executor of calls whose Execution names none. In a library built with oneTBB it is tbb_executor().
///
/// Otherwise it is a pool with one thread per hardware thread, the calling thread included. The pool starts its
/// threads when a call first has work for them, and keeps them. It works with fewer threads when the system cannot
/// start one. In a forked child it starts new threads; no chunk may fork. The threads sleep between calls, and the
/// end of the process does not wait for them. On platforms without threads it is serial_executor().
SATORI_API Executor& default_executor() noexcept;

/// Returns the kind of default_executor(): "oneTBB", "thread pool" or "serial".
SATORI_API const char* default_executor_name() noexcept;

/// Returns an executor that runs in the caller's oneTBB arena and respects the program's arenas and global_control.
/// See satori/tbb.hpp to name an arena. A library built without oneTBB (SATORI_TBB=OFF) does not have this function:
/// programs that call it do not link.
SATORI_API Executor& tbb_executor() noexcept;

/// The threads of a ThreadExecutor.
struct ThreadOptions {
    unsigned thread_count = 0;  ///< the calling thread included; 0: one per hardware thread
    /// Binds each worker to a processor of its own, and not to the one where the calling thread is when the call
    /// begins. (Of several calls at a time, the first counts.) Workers take the processors that the constructing thread
    /// may use. A worker for which none is left is not bound. Calling threads are never bound. On Linux; ignored
    /// elsewhere.
    bool bind = false;
    /// How long an idle worker looks for work before it sleeps, in microseconds. A caller that waits for its last
    /// chunks waits as long before it sleeps. Both yield their processor meanwhile.
    std::uint32_t spin_us = 0;
};

/// An executor with threads of its own, for programs without a job system, for frame loops and for ThreadSanitizer.
///
/// It starts its threads when a call first has work for them, and keeps them until it is destroyed. It works with
/// fewer threads when the system cannot start one, and on the calling thread alone when there is no memory for it or
/// the platform has no threads. The destructor joins the threads; no call may be running. In a forked child it runs
/// calls on the calling thread alone.
class SATORI_API ThreadExecutor final : public Executor {
public:
    /// Creates an executor with this number of threads and otherwise default options.
    explicit ThreadExecutor(unsigned thread_count) noexcept;
    /// Creates an executor with these options.
    explicit ThreadExecutor(const ThreadOptions& options) noexcept;
    ThreadExecutor(const ThreadExecutor&) = delete;
    ThreadExecutor& operator=(const ThreadExecutor&) = delete;
    /// Joins the threads; no call may be running on it.
    ~ThreadExecutor() override;
    /// Runs all chunks.
    void run(std::uint32_t chunk_count, Body body, void* context) override;
    /// Returns the number of threads, the calling thread included.
    unsigned concurrency() const noexcept override;

private:
    Executor* pool_;  // null: all runs on the calling thread
};

/// How a call runs. It is an argument of the call, or a member of its options; there is no global switch.
struct Execution {
    Isa isa = Isa::best;           ///< the instruction set; best: the widest that runs here
    Executor* executor = nullptr;  ///< runs the chunks of the call; null: default_executor()
    /// The largest number of pairs that a call may find; 0: no limit. A call that would find more stops early with
    /// `limit_exceeded` and changes no box, pair or contact; it can be repeated with a higher limit. The limit counts
    /// candidates: pairs whose AABBs overlap, whether the boxes overlap or not, and whether filters drop them or not.
    /// For updates of a Broadphase or a World it counts all pairs of bounds that would exist afterwards. Instruction
    /// set and threads do not change whether a call stops. A call that stops takes memory for the boxes and about as
    /// many pairs as the limit. Calls that obey the limit: find_pairs(), find_overlaps(), collide(),
    /// find_covered_sides(), Broadphase::update() and World::update().
    std::uint64_t max_pairs = 0;
};

/// @}

SATORI_NAMESPACE_END
