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

SATORI_NAMESPACE_BEGIN

/// @addtogroup columns
///
/// The columns in which the broadphase finds pairs: for pictures, or to measure how evenly the work is spread. Other
/// programs do not need this.
///
/// A grid divides space into columns, and the broadphase compares two boxes when both stand in one column. When boxes
/// differ much in size or shape there are several grids. Every box stands in one grid of its own, and also in other
/// grids where it must be compared with their boxes.
///
/// Within a grid, a box stands in every column whose region its bounds overlap or touch, and in at least one. Regions
/// of one grid do not touch each other. Columns without boxes are left out.
/// @{

/// A column of the broadphase.
struct BoxColumn {
    /// The column's part of space, meters. It is reduced on all sides to the extent of the boxes that the column
    /// holds or has held.
    Aabb region;
    std::uint32_t box_count = 0;  ///< boxes that stand in it
    std::uint32_t grid = 0;       ///< counted from 0; a grid may have no columns
};

/// A column of the broadphase in 2D.
struct RectColumn {
    Aabb2 region;                 ///< the column's part of the plane, meters
    std::uint32_t box_count = 0;  ///< rectangles that stand in it
    std::uint32_t grid = 0;       ///< number of its grid, counted from 0
};

/// Finds the columns in which a call finds the pairs of these boxes. The calls are find_pairs(), find_overlaps() and,
/// without speculative distance, collide(). The columns are in a fixed order, by grid, the same for every instruction
/// set and number of threads. They are in the workspace until its next use. Boxes skipped as illegal stand in no
/// column. Sets of at most 128 boxes are swept in one column instead. O(n).
///
/// Errors, which make `columns` empty: `out_of_memory`, `unsupported_isa`, `workspace_in_use`, `executor_failed`.
SATORI_API Status find_columns(const BoxBatch& boxes, Workspace& workspace, std::span<const BoxColumn>& columns,
                               const Execution& execution = {}) noexcept;
/// Finds the columns of a set of rectangles.
SATORI_API Status find_columns(const RectBatch& rects, Workspace& workspace, std::span<const RectColumn>& columns,
                               const Execution& execution = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
