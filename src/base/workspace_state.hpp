#pragma once

#include <cstddef>
#include <cstdint>

#include <satori/workspace.hpp>

#include "base/assert.hpp"
#include "base/memory.hpp"

namespace satori::inline v0 {

/// What a piece of scratch memory is for. Each is its own allocation, so that one can grow without copying another.
enum class Scratch : std::uint32_t {
    entries,          ///< bounds of all boxes, input order
    classed_entries,  ///< the same by class, when there are several
    first_records,
    second_records,
    sample,              ///< of the boxes that a grid is planned for
    grid_tables,         ///< of each class's grid
    shared_grid_tables,  ///< of grids that two classes share
    changed_boxes,       ///< of a persistent world, by what is done for them
    cell_counts,
    segments,        ///< where each grid's begin
    copies,          ///< the columns that entries touch
    column_entries,  ///< entries scattered to columns
    tasks,
    workers,  ///< each worker's sort, sweep and pair buffers
    result_blocks,
    shape_answers,
    manifolds,
    placed_boxes,  ///< whose covered sides are looked for, in double
    placed_bounds,
    neighbor_begins,
    neighbors,
    found_sides,
    sort,
    result,
    count
};

namespace detail {

struct WorkspaceState {
    struct Buffer {
        void* data = nullptr;
        std::size_t size = 0;
    };

    Allocator allocator;
    Buffer buffers[static_cast<std::size_t>(Scratch::count)] = {};
    std::uint64_t bytes = 0;  ///< this struct included
    std::uint64_t peak_bytes = 0;

    /// At least `size` bytes for `what`, contents undefined; null when there is no memory. Keeps what is large enough;
    /// otherwise makes room for an eighth more, so that slowly growing worlds do not allocate each time.
    void* reserve(Scratch what, std::size_t size) noexcept;
    void release_all() noexcept;
};

}  // namespace detail

/// Marks a workspace as busy for the length of a call.
class WorkspaceLock {
public:
    explicit WorkspaceLock(Workspace& workspace) noexcept;
    ~WorkspaceLock();
    WorkspaceLock(const WorkspaceLock&) = delete;
    WorkspaceLock& operator=(const WorkspaceLock&) = delete;

    /// `ok`, `workspace_in_use` or `out_of_memory`.
    Status status() const noexcept { return status_; }

    /// `count` items of type T for `what`, or null.
    template <class T>
    T* reserve(Scratch what, std::uint64_t count) noexcept {
        SATORI_ASSERT(status_ == Status::ok);
        if (!base::fits_memory(count, sizeof(T))) return nullptr;
        return static_cast<T*>(state_->reserve(what, static_cast<std::size_t>(count != 0 ? count : 1) * sizeof(T)));
    }

    /// How many items of type T `what` has room for.
    template <class T>
    std::size_t capacity(Scratch what) const noexcept {
        SATORI_ASSERT(status_ == Status::ok);
        return state_->buffers[static_cast<std::size_t>(what)].size / sizeof(T);
    }

private:
    Workspace& workspace_;
    detail::WorkspaceState* state_ = nullptr;
    bool held_ = false;
    Status status_;
};

}  // namespace satori::inline v0
