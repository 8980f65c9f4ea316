#pragma once

#include <cstddef>

#include <satori/export.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// Where BoxBatch, Workspace, Broadphase and ContactCache get their memory. Both functions are called on the thread that called
/// into satori, never on a worker, and must not throw.
struct Allocator {
    /// `size` bytes aligned to `alignment` (a power of two, at most 4096), or null when there is none: the call then gives
    /// `out_of_memory` and changes nothing.
    void* (*allocate)(std::size_t size, std::size_t alignment, void* user) noexcept = nullptr;
    /// Takes back what `allocate` gave, with the same size and alignment.
    void (*release)(void* memory, std::size_t size, std::size_t alignment, void* user) noexcept = nullptr;
    void* user = nullptr;
};

/// The process heap. Used wherever an Allocator with null functions is given.
SATORI_API Allocator default_allocator() noexcept;

SATORI_NAMESPACE_END
