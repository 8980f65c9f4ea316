#pragma once

#include <stddef.h>
#include <stdint.h>

// These two headers contain only macros for both languages.
#include <satori/export.hpp>
#include <satori/version.hpp>

/// @cond
/// In C++17 and later all calls are noexcept, and callbacks must be noexcept too.
#if !defined(__cplusplus)
#define SATORI_NOEXCEPT
#define SATORI_C_BEGIN
#define SATORI_C_END
#else
#if __cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#define SATORI_NOEXCEPT noexcept
#else
#define SATORI_NOEXCEPT
#endif
#define SATORI_C_BEGIN extern "C" {
#define SATORI_C_END }
#endif
/// @endcond

SATORI_C_BEGIN

/// @addtogroup c_base
/// @{

/// Returns the SATORI_VERSION of the linked library.
SATORI_API uint32_t satori_version(void) SATORI_NOEXCEPT;

/// The outcome of a call that can fail. satori/status.hpp explains each value.
typedef uint32_t satori_status;
/// The values of satori_status.
enum {
    SATORI_OK = 0,                    ///< done
    SATORI_INVALID_ARGUMENT = 1,      ///< an argument is NULL, or a count, stride, enumerator or option is not legal
    SATORI_INVALID_BOX = 2,           ///< a box that is not legal
    SATORI_INVALID_BOUNDS = 3,        ///< an AABB that is not finite or whose minimum exceeds its maximum
    SATORI_INVALID_ID = 4,            ///< an index, id or match that names nothing
    SATORI_CAPACITY_EXCEEDED = 5,     ///< a buffer is too small (the result has the size needed), or too many boxes
    SATORI_OUT_OF_MEMORY = 6,         ///< the allocator returned NULL
    SATORI_UNSUPPORTED_ISA = 7,       ///< an instruction set that cannot run here, or an unknown one
    SATORI_WORKSPACE_IN_USE = 8,      ///< another call uses the workspace
    SATORI_EXECUTOR_FAILED = 9,       ///< the executor did not run every chunk exactly once
    SATORI_RESULT_OUT_OF_RANGE = 10,  ///< a moved box would not be legal
    SATORI_INVALID_CORNERS = 11,      ///< corners that are not legal
    SATORI_INVALID_POINT = 12,        ///< a point that is not legal
    SATORI_INVALID_SHAPE = 13,        ///< a shape that is not legal
    SATORI_RECORDING_FAILED = 14,     ///< a World's recording ended by itself; the call can be repeated
    SATORI_INVALID_RECORDING = 15,    ///< the bytes are not a complete recording of a World
    SATORI_LIMIT_EXCEEDED = 16,       ///< more pairs than max_pairs; no box, pair or contact has changed
    SATORI_NOT_PREPARED = 17,         ///< a world has changed since its queries were prepared, or they never were
    SATORI_INVALID_SNAPSHOT = 18,     ///< the bytes are not a whole snapshot of a World of this version
    SATORI_WRITE_FAILED = 19,         ///< the sink of satori_world_save() returned 0
    SATORI_EXCHANGE_FAILED = 20       ///< not from C: ranks could not exchange their boxes
};
/// Returns a short English description. Never NULL; static storage.
SATORI_API const char* satori_describe_status(satori_status status) SATORI_NOEXCEPT;

/// An instruction set. One binary holds all sets of its architecture; every set gives the same bytes.
typedef uint32_t satori_isa;
/// The values of satori_isa.
enum {
    SATORI_ISA_BEST = 0,    ///< the set that the environment variable SATORI_ISA names, else the widest that runs here
    SATORI_ISA_SCALAR = 1,  ///< any CPU
    SATORI_ISA_SSE4_2 = 2,  ///< 4 lanes
    SATORI_ISA_AVX2 = 3,    ///< 8 lanes
    SATORI_ISA_AVX512 = 4,  ///< 16 lanes
    SATORI_ISA_NEON64 = 5   ///< 4 lanes, aarch64
};
/// Returns "best", "scalar", "sse4.2", "avx2", "avx512" or "neon64"; "unknown" for any other value. Static storage.
SATORI_API const char* satori_isa_name(satori_isa isa) SATORI_NOEXCEPT;
/// Finds the set of a name. SATORI_INVALID_ARGUMENT, and `isa` unchanged, for any other name.
SATORI_API satori_status satori_isa_parse(const char* name, satori_isa* isa) SATORI_NOEXCEPT;
/// Returns the sets compiled into the library, narrowest first; `*count` is their number. NULL when `count` is NULL.
/// Static storage.
SATORI_API const satori_isa* satori_isa_compiled(size_t* count) SATORI_NOEXCEPT;
/// Returns 1 when the set is compiled in and can run here, else 0.
SATORI_API uint8_t satori_isa_supported(satori_isa isa) SATORI_NOEXCEPT;
/// Finds the set that a call with `requested` runs on. SATORI_UNSUPPORTED_ISA, and `resolved` unchanged, when it
/// cannot run here.
SATORI_API satori_status satori_isa_resolve(satori_isa requested, satori_isa* resolved) SATORI_NOEXCEPT;
/// Returns the boxes or pairs per vector: 1, 4, 8, 16; 0 for SATORI_ISA_BEST and sets not compiled in.
SATORI_API uint32_t satori_isa_lanes(satori_isa isa) SATORI_NOEXCEPT;

/// The source of memory of a handle and its contents; see satori/allocator.hpp. If a function is NULL: the process
/// heap.
typedef struct satori_allocator {
    // The formatter takes the macro for a part of the type.
    // clang-format off
    /// Returns `size` bytes aligned to `alignment`, a power of two of at most 4096, or NULL when there is no memory.
    void* (*allocate)(size_t size, size_t alignment, void* user) SATORI_NOEXCEPT;
    // clang-format on
    /// Releases memory that `allocate` returned, with the same size and alignment.
    void (*release)(void* memory, size_t size, size_t alignment, void* user) SATORI_NOEXCEPT;
    void* user;  ///< passed to both functions
} satori_allocator;
/// Returns the allocator of the process heap.
SATORI_API satori_allocator satori_allocator_default(void) SATORI_NOEXCEPT;

/// Runs one chunk of a call; `context` is the context of that call.
typedef void (*satori_chunk_body)(void* context, uint32_t chunk) SATORI_NOEXCEPT;

/// Runs the chunks of a call on threads of its choice; see satori/executor.hpp. If `run` is NULL: the default
/// executor.
typedef struct satori_executor {
    /// Calls body(context, chunk) exactly once for each chunk below `chunk_count`, and returns when all are done. The
    /// order and the threads may be any. Calls of it may come from inside a chunk and from several threads. When it
    /// cannot run all chunks it omits some, and the call fails with SATORI_EXECUTOR_FAILED.
    void (*run)(uint32_t chunk_count, satori_chunk_body body, void* context, void* user) SATORI_NOEXCEPT;
    void* user;            ///< passed to `run`
    uint32_t concurrency;  ///< how many chunks run at the same time; see satori/executor.hpp
} satori_executor;
/// Returns an executor that runs every chunk in order on the calling thread.
SATORI_API satori_executor satori_executor_serial(void) SATORI_NOEXCEPT;
/// Returns an executor that starts threads anew for each call, unlike ThreadExecutor of C++. It has `thread_count`
/// threads, the calling thread included; 0: one per hardware thread.
SATORI_API satori_executor satori_executor_threads(uint32_t thread_count) SATORI_NOEXCEPT;

/// How a call runs. It is an argument of the call, or a member of its options; there is no
/// global switch.
typedef struct satori_execution {
    satori_executor executor;  ///< runs the chunks
    satori_isa isa;            ///< the instruction set
    uint64_t max_pairs;        ///< the most pairs that a call may find, see satori/executor.hpp; 0: no limit
} satori_execution;
/// Returns the default executor, SATORI_ISA_BEST and no limit on pairs. A NULL execution means the same.
SATORI_API satori_execution satori_execution_default(void) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
