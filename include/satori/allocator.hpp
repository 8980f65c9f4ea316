#pragma once

#include <cstddef>

#include <satori/export.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup memory
/// @{

/// The source of memory of BoxBatch, RectBatch, Workspace, Broadphase, ContactCache and World. Both functions are
/// called only on the thread that called into satori, never on a worker. They must not throw.
struct Allocator {
    /// Returns `size` bytes aligned to `alignment` (a power of two, at most 4096), or null when there is no memory.
    /// The call then fails with `out_of_memory` and changes nothing.
    void* (*allocate)(std::size_t size, std::size_t alignment, void* user) noexcept = nullptr;
    /// Releases memory that `allocate` returned, with the same size and alignment.
    void (*release)(void* memory, std::size_t size, std::size_t alignment, void* user) noexcept = nullptr;
    void* user = nullptr;  ///< passed to both functions
};

/// Returns the allocator of the process heap. It replaces any Allocator whose functions are null.
SATORI_API Allocator default_allocator() noexcept;

/// @}

SATORI_NAMESPACE_END
