#pragma once

#include <stddef.h>
#include <stdint.h>

// Nothing but macros, of both languages.
#include <satori/export.hpp>
#include <satori/version.hpp>

/// C++17 and later know that no call throws, and take only functions that do not.
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

SATORI_C_BEGIN

/// SATORI_VERSION of the library that is linked.
SATORI_API uint32_t satori_version(void) SATORI_NOEXCEPT;

/// The outcome of a call that can fail. satori/status.hpp says what each means.
typedef uint32_t satori_status;
enum {
    SATORI_OK = 0,                    ///< done
    SATORI_INVALID_ARGUMENT = 1,      ///< NULL, a count, stride, enumerator or option that is not legal
    SATORI_INVALID_BOX = 2,           ///< a box outside the legal input
    SATORI_INVALID_BOUNDS = 3,        ///< an AABB that is not finite or whose minimum exceeds its maximum
    SATORI_INVALID_ID = 4,            ///< an index, id or match that names nothing
    SATORI_CAPACITY_EXCEEDED = 5,     ///< a buffer is too small: the result has the size needed; or too many boxes
    SATORI_OUT_OF_MEMORY = 6,         ///< the allocator gave NULL
    SATORI_UNSUPPORTED_ISA = 7,       ///< an instruction set that cannot run here, or is not known
    SATORI_WORKSPACE_IN_USE = 8,      ///< the workspace is serving another call
    SATORI_EXECUTOR_FAILED = 9,       ///< the executor did not run every chunk exactly once
    SATORI_RESULT_OUT_OF_RANGE = 10,  ///< a box moved would be outside the legal input
    SATORI_INVALID_CORNERS = 11,      ///< corners that are not legal
    SATORI_INVALID_POINT = 12,        ///< a point that is not legal
    SATORI_INVALID_SHAPE = 13,        ///< a shape that is not legal
    SATORI_RECORDING_FAILED = 14,     ///< a World's recording has ended by itself; the call can be repeated
    SATORI_INVALID_RECORDING = 15,    ///< bytes that no World has recorded, or not all of them
    SATORI_LIMIT_EXCEEDED = 16        ///< there are more pairs than the execution's max_pairs; nothing has changed
};
/// A short English description. Never NULL; static storage.
SATORI_API const char* satori_describe_status(satori_status status) SATORI_NOEXCEPT;

/// Instruction sets. One binary holds all of its architecture's sets; every set gives the same bytes.
typedef uint32_t satori_isa;
enum {
    SATORI_ISA_BEST = 0,    ///< what the environment variable SATORI_ISA names, else the widest that runs here
    SATORI_ISA_SCALAR = 1,  ///< any CPU
    SATORI_ISA_SSE4_2 = 2,  ///< 4 lanes
    SATORI_ISA_AVX2 = 3,    ///< 8 lanes
    SATORI_ISA_AVX512 = 4,  ///< 16 lanes
    SATORI_ISA_NEON64 = 5   ///< 4 lanes, aarch64
};
/// "best", "scalar", "sse4.2", "avx2", "avx512", "neon64"; "unknown" for any other value. Static storage.
SATORI_API const char* satori_isa_name(satori_isa isa) SATORI_NOEXCEPT;
/// The set of that name. SATORI_INVALID_ARGUMENT, and `isa` unchanged, for any other name.
SATORI_API satori_status satori_isa_parse(const char* name, satori_isa* isa) SATORI_NOEXCEPT;
/// Sets compiled into the library, narrowest first: `*count` of them. NULL for a NULL count. Static storage.
SATORI_API const satori_isa* satori_isa_compiled(size_t* count) SATORI_NOEXCEPT;
/// 1 where the set is compiled in and can run here, else 0.
SATORI_API uint8_t satori_isa_supported(satori_isa isa) SATORI_NOEXCEPT;
/// The set that a call given `requested` runs on. SATORI_UNSUPPORTED_ISA, and `resolved` unchanged, when it cannot run here.
SATORI_API satori_status satori_isa_resolve(satori_isa requested, satori_isa* resolved) SATORI_NOEXCEPT;
/// Boxes or pairs per vector: 1, 4, 8, 16; 0 for SATORI_ISA_BEST and sets not compiled in.
SATORI_API uint32_t satori_isa_lanes(satori_isa isa) SATORI_NOEXCEPT;

/// Where a handle and what it holds get their memory; satori/allocator.hpp. With a NULL function: the process heap.
typedef struct satori_allocator {
    /// `size` bytes aligned to `alignment`, a power of two of at most 4096; NULL when there are none.
    void* (*allocate)(size_t size, size_t alignment, void* user) SATORI_NOEXCEPT;
    /// Takes back what `allocate` gave, with the same size and alignment.
    void (*release)(void* memory, size_t size, size_t alignment, void* user) SATORI_NOEXCEPT;
    void* user;  ///< given to both
} satori_allocator;
/// The process heap.
SATORI_API satori_allocator satori_allocator_default(void) SATORI_NOEXCEPT;

/// One chunk of a call; `context` is the call's.
typedef void (*satori_chunk_body)(void* context, uint32_t chunk) SATORI_NOEXCEPT;

/// Runs the chunks of a call, on whatever threads it likes; satori/executor.hpp. With a NULL `run`: the default one there.
typedef struct satori_executor {
    /// Calls body(context, chunk) exactly once for each chunk below `chunk_count`, in any order and on any thread, and returns when
    /// all are done. May be entered again from inside a chunk and from several threads. One that cannot run them all leaves
    /// some out: the call gives SATORI_EXECUTOR_FAILED.
    void (*run)(uint32_t chunk_count, satori_chunk_body body, void* context, void* user) SATORI_NOEXCEPT;
    void* user;            ///< given to `run`
    uint32_t concurrency;  ///< how many chunks run at the same time; as in satori/executor.hpp
} satori_executor;
/// Every chunk in order on the calling thread.
SATORI_API satori_executor satori_executor_serial(void) SATORI_NOEXCEPT;
/// Plain threads, started for each call: `thread_count`, the calling one among them; 0: one for each hardware thread.
SATORI_API satori_executor satori_executor_threads(uint32_t thread_count) SATORI_NOEXCEPT;

/// How a call runs. It travels with the call; there is no global switch.
typedef struct satori_execution {
    satori_executor executor;  ///< which threads
    satori_isa isa;            ///< which instruction set
    uint64_t max_pairs;        ///< most pairs that a call may find, as in satori/executor.hpp; 0: no limit
} satori_execution;
/// The default executor, SATORI_ISA_BEST and no limit on pairs, as NULL is.
SATORI_API satori_execution satori_execution_default(void) SATORI_NOEXCEPT;

SATORI_C_END
