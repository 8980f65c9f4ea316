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

/// Owns all scratch memory and the results of batch calls. Give every call one; a second call of equal size allocates
/// nothing. One call at a time: a second one meanwhile gets `workspace_in_use`. Results stay valid until the next call with
/// the same workspace, release() or destruction.
///
/// Memory of the pair-finding calls: at most 220 bytes per box and 12 per reported pair beyond the results themselves, for
/// boxes of similar size spread over several columns; worlds of many sizes, or crowded into one column, take more. sort_pairs()
/// takes 16 bytes per pair. After `out_of_memory` a workspace works on; the results it held are gone.
///
/// Not to be moved while a call uses it.
class SATORI_API Workspace {
public:
    /// Allocates nothing yet.
    explicit Workspace(Allocator allocator = {}) noexcept;
    Workspace(Workspace&& other) noexcept;
    Workspace& operator=(Workspace&& other) noexcept;
    ~Workspace();

    /// Gives all memory back. Results of earlier calls become invalid. `workspace_in_use` while a call runs.
    Status release() noexcept;

    std::uint64_t bytes() const noexcept;       ///< held now
    std::uint64_t peak_bytes() const noexcept;  ///< most ever held

private:
    friend class WorkspaceLock;
    Status ensure_state() noexcept;
    void free_state() noexcept;

    Allocator allocator_;
    detail::WorkspaceState* state_ = nullptr;
    std::uint64_t released_peak_ = 0;
    std::atomic<bool> busy_{false};
};

SATORI_NAMESPACE_END
