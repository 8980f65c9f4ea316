#include <algorithm>
#include <new>
#include <utility>

#include <satori/workspace.hpp>

#include "base/assert.hpp"
#include "base/memory.hpp"
#include "base/workspace_state.hpp"

namespace satori::v0 {

void* detail::WorkspaceState::reserve(Scratch what, std::size_t size) noexcept {
    SATORI_ASSERT(what < Scratch::count);
    Buffer& buffer = buffers[static_cast<std::size_t>(what)];
    if (buffer.size >= size) return buffer.data;
    const std::size_t wanted = buffer.data == nullptr ? size : size + size / 8;
    base::release(allocator, buffer.data, buffer.size);
    SATORI_ASSERT(bytes >= buffer.size);
    bytes -= buffer.size;
    buffer = {};
    buffer.data = base::allocate(allocator, wanted);
    if (buffer.data == nullptr) return nullptr;
    buffer.size = wanted;
    bytes += wanted;
    if (bytes > peak_bytes) peak_bytes = bytes;
    return buffer.data;
}

void detail::WorkspaceState::release_all() noexcept {
    for (Buffer& buffer : buffers) {
        base::release(allocator, buffer.data, buffer.size);
        bytes -= buffer.size;
        buffer = {};
    }
    SATORI_ASSERT(bytes == sizeof(WorkspaceState));
}

Workspace::Workspace(Allocator allocator) noexcept : allocator_(base::resolved(allocator)) {}

Workspace::Workspace(Workspace&& other) noexcept
    : allocator_(other.allocator_),
      state_(std::exchange(other.state_, nullptr)),
      released_peak_(std::exchange(other.released_peak_, 0)) {}

Workspace& Workspace::operator=(Workspace&& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(state_, other.state_);
    std::swap(released_peak_, other.released_peak_);
    return *this;
}

Workspace::~Workspace() {
    free_state();
}

Status Workspace::ensure_state() noexcept {
    if (state_ != nullptr) return Status::ok;
    void* memory = base::allocate(allocator_, sizeof(detail::WorkspaceState));
    if (memory == nullptr) return Status::out_of_memory;
    state_ = new (memory) detail::WorkspaceState;
    state_->allocator = allocator_;
    state_->bytes = sizeof(detail::WorkspaceState);
    state_->peak_bytes = std::max(state_->bytes, released_peak_);
    return Status::ok;
}

void Workspace::free_state() noexcept {
    if (state_ == nullptr) return;
    released_peak_ = state_->peak_bytes;
    state_->release_all();
    state_->~WorkspaceState();
    base::release(allocator_, std::exchange(state_, nullptr), sizeof(detail::WorkspaceState));
}

Status Workspace::release() noexcept {
    if (busy_.exchange(true, std::memory_order_acquire)) return Status::workspace_in_use;
    free_state();
    busy_.store(false, std::memory_order_release);
    return Status::ok;
}

std::uint64_t Workspace::bytes() const noexcept {
    return state_ == nullptr ? 0 : state_->bytes;
}

std::uint64_t Workspace::peak_bytes() const noexcept {
    return state_ == nullptr ? released_peak_ : state_->peak_bytes;
}

WorkspaceLock::WorkspaceLock(Workspace& workspace) noexcept : workspace_(workspace), status_(Status::workspace_in_use) {
    if (workspace.busy_.exchange(true, std::memory_order_acquire)) return;
    held_ = true;
    status_ = workspace.ensure_state();
    state_ = workspace.state_;
}

WorkspaceLock::~WorkspaceLock() {
    if (held_) workspace_.busy_.store(false, std::memory_order_release);
}

}  // namespace satori::v0
