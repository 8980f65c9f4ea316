#pragma once

/// The library from C: C11, or C++. What these calls promise, cost and refuse is written where C++ has them (pairs.h: satori/pairs.hpp,
/// and so on); here is what each is given and gives.
///
///     satori_box_view view = satori_box_rows(rows, count, 40);
///     satori_pair_result found;
///     satori_box_batch_create(NULL, &boxes);
///     satori_workspace_create(NULL, &workspace);
///     satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL);
///     satori_find_overlaps(boxes, workspace, &found, NULL, NULL, NULL);
///
/// - **Handles** are made by a create function, which allocates through the allocator it is given (NULL: the process heap) and
///   sets the handle to NULL when it fails, and given back by its destroy function, which takes NULL too. A handle serves one call
///   at a time, but those to const handles.
/// - **Every call** that can fail returns a satori_status; nothing is thrown, printed or aborted. NULL for a handle, for an output, or
///   for an array whose count is not 0 is SATORI_INVALID_ARGUMENT, and nothing is changed; a result struct is then empty. Questions
///   about a NULL handle are answered as of one that holds nothing.
/// - **What may be NULL**: options, execution and buffers, which are then as their default functions have them, or none; the place for
///   an index at fault, where it is not wanted.
/// - **Options** come from their default functions and are then changed: zeros are not the defaults.
/// - **Results** have NULL where there is nothing, and on errors, though counts may say what there would have been.
/// - **Enumerations** are uint32_t, and structs are laid out as those of C++: both are the same on every compiler of a platform.
/// - **Left out**: operations on single boxes and rectangles but satori_overlaps() and satori_overlaps_rects(), rotations and poses,
///   shapes and rays against batches (a world's boxes are asked about them), corners, integer corners, fitting.
///
/// C has no namespaces: one major version in one program. Static libraries are to be linked by a C++ compiler.
#include <satori/c/base.h>
#include <satori/c/batch.h>
#include <satori/c/broadphase.h>
#include <satori/c/contacts.h>
#include <satori/c/debug_draw.h>
#include <satori/c/pairs.h>
#include <satori/c/recording.h>
#include <satori/c/rects.h>
#include <satori/c/shapes.h>
#include <satori/c/types.h>
#include <satori/c/world.h>
#include <satori/c/world_queries.h>
