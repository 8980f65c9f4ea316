#pragma once

#include <atomic>
#include <cstdint>

#include <satori/allocator.hpp>
#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

namespace detail {
struct WorkspaceState;
}
class WorkspaceLock;

/// @addtogroup memory
///
/// Which calls allocate: BoxBatch::assign() and RectBatch::assign(), calls that take a Workspace, calls that change a
/// Broadphase, a World or a ContactCache, and queries of a World. Each takes memory from the Allocator of that object,
/// and only when it needs more than the object holds: a second call of equal size allocates nothing. Constructors
/// allocate nothing, except that of ThreadExecutor. Executors and fit_box() use the heap. @ref guide_memory
/// "docs/memory.md" has the bytes per box, pair and contact.
/// @{

/// Owns the scratch memory and the results of batch calls. A second call of equal size with the same workspace
/// allocates nothing. A workspace serves one call at a time: another call in the meantime fails with
/// `workspace_in_use`. Results stay valid until the next call with the workspace, release() or destruction.
///
/// Memory of the calls that find pairs, beyond the results themselves: at most 220 bytes per box and 12 per reported
/// pair, for boxes of similar size spread over several columns. Sets of many sizes, or sets crowded into one column,
/// take more. sort_pairs() takes 16 bytes per pair. After `out_of_memory` the workspace can be used again; its
/// earlier results are lost.
///
/// A workspace must not be moved while a call uses it.
class SATORI_API Workspace {
public:
    /// Creates an empty workspace. Allocates nothing yet.
    explicit Workspace(Allocator allocator = {}) noexcept;
    /// Takes the content of `other`, which is then empty.
    Workspace(Workspace&& other) noexcept;
    /// Takes the content of `other`, which gets that of this one.
    Workspace& operator=(Workspace&& other) noexcept;
    /// Releases all memory; its results are gone.
    ~Workspace();

    /// Releases all memory. Results of earlier calls become invalid. `workspace_in_use` while a call runs.
    Status release() noexcept;

    /// Returns the memory held now, bytes.
    std::uint64_t bytes() const noexcept;
    /// Returns the most memory ever held, bytes.
    std::uint64_t peak_bytes() const noexcept;

private:
    friend class WorkspaceLock;
    Status ensure_state() noexcept;
    void free_state() noexcept;

    Allocator allocator_;
    detail::WorkspaceState* state_ = nullptr;
    std::uint64_t released_peak_ = 0;
    std::atomic<bool> busy_{false};
};

/// @}

SATORI_NAMESPACE_END
