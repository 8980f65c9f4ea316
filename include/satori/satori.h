#pragma once

/// @addtogroup c_api
///
/// The C API of the library, for C11 or C++. The C++ headers document promises, costs and errors (satori/pairs.hpp
/// for pairs.h, and so on). The C headers document arguments and results.
///
///     satori_box_view view = satori_box_rows(rows, count, 40);
///     satori_pair_result found;
///     satori_box_batch_create(NULL, &boxes);
///     satori_workspace_create(NULL, &workspace);
///     satori_box_batch_assign(boxes, &view, SATORI_ON_INVALID_REFUSE, NULL);
///     satori_find_overlaps(boxes, NULL, workspace, &found, NULL);
///
/// - **Handles.** A create function makes a handle. It allocates with the given allocator (NULL: the process heap)
///   and sets the handle to NULL when it fails. A destroy function frees the handle; it accepts NULL. A handle serves
///   one call at a time, except in calls that take it as const, and in queries with satori_query_options::prepared 1.
/// - **Status.** Every call that can fail returns a satori_status; nothing is thrown, printed or aborted. NULL for a
///   handle, for an output, or for an array whose count is not 0 is SATORI_INVALID_ARGUMENT. The call then changes
///   nothing, except that it empties a result struct. Calls that return no status treat a NULL handle as an empty
///   object.
/// - **NULL is legal** for options and executions, and for the second set of a call that takes one or two. It means the
///   defaults, or one set. It is legal too for a pointer to an invalid index that the caller does not need.
/// - **Options**: zeros are the defaults of satori_pair_options, satori_collide_options, satori_rect_collide_options,
///   satori_query_options, satori_execution and satori_allocator, and are legal in buffers and results. They are not
///   the defaults of other structs that have a default function, such as satori_contact_options: call the function,
///   then change members.
/// - **Results** have NULL for empty arrays, and on errors, although counts may then report the size needed.
/// - **Enumerations** are uint32_t, and structs have the layout of those in C++. Both are the same on every compiler
///   of a platform.
/// - **Not in the C API**: operations on single boxes and rectangles (except whether two overlap, how far they are
///   apart, and when they meet), rotations and poses, shapes and rays against batches (a world's boxes can be queried
///   with them), corners, integer corners, fitting, columns of a batch, single manifolds of a result.
///
/// C has no namespaces: a program can contain only one major version. A C++ compiler must link static
/// libraries, or a C compiler with `pkg-config --static --libs satori`.
#include <satori/c/base.h>
#include <satori/c/batch.h>
#include <satori/c/broadphase.h>
#include <satori/c/contacts.h>
#include <satori/c/debug_draw.h>
#include <satori/c/distances.h>
#include <satori/c/impacts.h>
#include <satori/c/pairs.h>
#include <satori/c/recording.h>
#include <satori/c/rects.h>
#include <satori/c/shapes.h>
#include <satori/c/snapshot.h>
#include <satori/c/types.h>
#include <satori/c/world.h>
#include <satori/c/world_queries.h>
