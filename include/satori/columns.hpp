#pragma once

#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/rect_batch.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

/// Where the broadphase looks for pairs: to see, or to measure, how evenly its work is spread. Nothing else needs this.
///
/// Space is divided into columns, and two boxes are compared where they stand in one column. Where boxes differ much in size or
/// shape there are several such divisions, grids: every box stands in one grid, which is its own, and in those where it has to be
/// compared with boxes of another.
///
/// In a grid, those of its boxes stand in a column whose bounds overlap or touch its region: in one at least. Regions of one grid do
/// not touch each other. Columns that hold no box are left out.

SATORI_NAMESPACE_BEGIN

/// A column of the broadphase.
struct BoxColumn {
    /// Metres. What the column has of space, cut back on all sides to what its boxes, or some that it has held, reach.
    Aabb region;
    std::uint32_t box_count = 0;  ///< boxes that stand in it
    std::uint32_t grid = 0;       ///< counted from 0; some may have no columns
};

/// The same in 2D.
struct RectColumn {
    Aabb2 region;
    std::uint32_t box_count = 0;
    std::uint32_t grid = 0;
};

/// The columns in which find_pairs(), find_overlaps() and, with no speculative distance, collide() find the pairs of these boxes: by
/// grid, in a fixed order, the same for every instruction set and number of threads. In the workspace, until its next use. Boxes
/// skipped as illegal stand in none. O(n). Errors, and `columns` is empty then: `out_of_memory`, `unsupported_isa`,
/// `workspace_in_use`, `executor_failed`.
SATORI_API Status find_columns(const BoxBatch& boxes, Workspace& workspace, std::span<const BoxColumn>& columns,
                               const Execution& execution = {}) noexcept;
SATORI_API Status find_columns(const RectBatch& rects, Workspace& workspace, std::span<const RectColumn>& columns,
                               const Execution& execution = {}) noexcept;

SATORI_NAMESPACE_END
