#pragma once

#include <new>
#include <span>
#include <utility>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "base/memory.hpp"
#include "c_api/layout.hpp"

// The object behind a pointer in C: a C++ object and the allocator that both come from.

namespace satori::v0::c_api {

template <class Object>
struct Handle {
    Allocator allocator;
    Object object;

    explicit Handle(const Allocator& memory) noexcept : allocator(memory), object(memory) {}
    template <class Options>
    Handle(const Allocator& memory, const Options& options) noexcept : allocator(memory), object(options, memory) {}
};

inline Allocator cpp_allocator(const satori_allocator* allocator) noexcept {
    if (allocator == nullptr) return default_allocator();
    return base::resolved({allocator->allocate, allocator->release, allocator->user});
}

/// Creates a new handle from `options`.
template <class C, class... Options>
satori_status create(C** handle, const satori_allocator* given_allocator, const Options&... options) noexcept {
    if (handle == nullptr) return SATORI_INVALID_ARGUMENT;
    const Allocator allocator = cpp_allocator(given_allocator);
    void* const memory = base::allocate(allocator, sizeof(C));
    *handle = memory != nullptr ? new (memory) C(allocator, options...) : nullptr;
    return memory != nullptr ? SATORI_OK : SATORI_OUT_OF_MEMORY;
}

template <class C>
void destroy(C* handle) noexcept {
    if (handle == nullptr) return;
    const Allocator allocator = handle->allocator;
    handle->~C();
    base::release(allocator, handle, sizeof(C));
}

template <class... Pointer>
bool any_null(const Pointer*... pointers) noexcept {
    return ((pointers == nullptr) || ...);
}

/// True when an array from C is complete: not null, or empty.
template <class T>
bool complete(const T* data, std::uint64_t count) noexcept {
    return data != nullptr || count == 0;
}

/// Returns the pointer to items, or null when there are none, even if the span has a pointer.
template <class T>
T* pointer(std::span<T> items) noexcept {
    return items.empty() ? nullptr : items.data();
}
template <class T, class Count>
T* pointer_and_count(std::span<T> items, Count* count) noexcept {
    *count = items.size();
    return pointer(items);
}

}  // namespace satori::v0::c_api

struct satori_box_batch : satori::c_api::Handle<satori::BoxBatch> {
    using Handle::Handle;
};
struct satori_rect_batch : satori::c_api::Handle<satori::RectBatch> {
    using Handle::Handle;
};
struct satori_workspace : satori::c_api::Handle<satori::Workspace> {
    using Handle::Handle;
};
struct satori_contact_cache : satori::c_api::Handle<satori::ContactCache> {
    using Handle::Handle;
};
struct satori_broadphase : satori::c_api::Handle<satori::Broadphase> {
    using Handle::Handle;
};
