#pragma once

#include <cstddef>
#include <cstdint>

#include <satori/workspace.hpp>

#include "base/assert.hpp"
#include "base/memory.hpp"

namespace satori::v0 {

/// The purposes of scratch memory. Each has its own allocation, so one can grow without a copy of another.
enum class Scratch : std::uint32_t {
    entries,          ///< bounds of all boxes, in input order
    classed_entries,  ///< the same, sorted by size class, when there are several
    first_records,
    second_records,
    first_kinds,  ///< of rounded boxes: what they are
    second_kinds,
    first_motions,
    second_motions,
    sample,              ///< a sample of the boxes that a grid is planned for
    grid_tables,         ///< tables of the grid of each size class
    shared_grid_tables,  ///< tables of the grids that two size classes share
    changed_boxes,       ///< of a persistent world, grouped by what the update does for them
    cell_counts,
    segments,        ///< where the segments of each grid begin
    copies,          ///< the columns that entries touch
    column_entries,  ///< entries scattered to columns
    tasks,
    workers,  ///< sort, sweep and pair buffers of each worker
    result_blocks,
    shape_answers,
    manifolds,
    listed_hits,   ///< of a list of pairs, which may itself lie in `result`
    placed_boxes,  ///< boxes in double, to find their covered sides
    placed_bounds,
    neighbor_begins,
    neighbors,
    found_sides,
    nearest_boxes,
    world_pairs,
    query_parts,   ///< where the answers of each query of a World lie
    query_begins,  ///< where they begin in the result
    sort,
    result,
    count
};
static_assert(static_cast<std::uint32_t>(Scratch::count) <= 64);

namespace detail {

struct WorkspaceState {
    struct Buffer {
        void* data = nullptr;
        std::size_t size = 0;
    };

    Allocator allocator;
    Buffer buffers[static_cast<std::size_t>(Scratch::count)] = {};
    std::uint64_t bytes = 0;  ///< including this struct
    std::uint64_t peak_bytes = 0;

    /// Returns at least `size` bytes for `what`; their contents are undefined. Returns null when there is no memory.
    /// Keeps a buffer that is large enough. When a buffer grows, it gets an eighth more, so that slowly growing worlds
    /// do not allocate each time.
    void* reserve(Scratch what, std::size_t size) noexcept;
    void release_all() noexcept;
};

}  // namespace detail

/// Marks a workspace as busy for the duration of a call.
class WorkspaceLock {
public:
    explicit WorkspaceLock(Workspace& workspace) noexcept;
    ~WorkspaceLock();
    WorkspaceLock(const WorkspaceLock&) = delete;
    WorkspaceLock& operator=(const WorkspaceLock&) = delete;

    /// Returns `ok`, `workspace_in_use` or `out_of_memory`.
    Status status() const noexcept { return status_; }

    /// Returns `count` items of type T for `what`, or null. Nobody else in this call may still use the memory of
    /// `what`: free() ends that.
    template <class T>
    T* reserve(Scratch what, std::uint64_t count) noexcept {
        SATORI_ASSERT((in_use_ & bit(what)) == 0);
        return grow<T>(what, count);
    }

    /// Does the same for one who may have memory of `what` already, and loses its contents.
    template <class T>
    T* grow(Scratch what, std::uint64_t count) noexcept {
        SATORI_ASSERT(status_ == Status::ok);
        in_use_ |= bit(what);
        if (!base::fits_memory(count, sizeof(T))) return nullptr;
        return static_cast<T*>(state_->reserve(what, static_cast<std::size_t>(count != 0 ? count : 1) * sizeof(T)));
    }

    /// Ends the use of the memory of `what`, which others may reserve from now on.
    void free(Scratch what) noexcept { in_use_ &= ~bit(what); }

    /// Ends the use of all memory.
    void free_all() noexcept { in_use_ = 0; }

    /// Returns how many items of type T fit in the memory of `what`.
    template <class T>
    std::size_t capacity(Scratch what) const noexcept {
        SATORI_ASSERT(status_ == Status::ok);
        return state_->buffers[static_cast<std::size_t>(what)].size / sizeof(T);
    }

private:
    static constexpr std::uint64_t bit(Scratch what) noexcept {
        return std::uint64_t{1} << static_cast<std::uint32_t>(what);
    }

    Workspace& workspace_;
    detail::WorkspaceState* state_ = nullptr;
    std::uint64_t in_use_ = 0;  ///< a bit for each purpose, read by asserts alone
    bool held_ = false;
    Status status_;
};

}  // namespace satori::v0
