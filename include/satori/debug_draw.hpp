#pragma once

#include <cstdint>

#include <satori/world.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup drawing
/// @{

/// A box to draw. Its corners are in the order of BoxCorners; kBoxEdges and kBoxFaces (satori/box_geometry.hpp) index
/// them.
struct DebugBox {
    BoxId id;          ///< the box in the World
    BoxDef box;        ///< motion, sensor and sleeping can choose the color
    Vec3d corners[8];  ///< world frame, meters; with a radius: of the box around the rounded box
};

/// Bounds of a box in a World, margins included.
struct DebugBounds {
    BoxId id;   ///< the box in the World
    Vec3d min;  ///< lower corner
    Vec3d max;  ///< upper corner
};

/// A contact point to draw.
struct DebugContact {
    WorldPair pair;                ///< the boxes that touch
    Vec3d position;                ///< where the point is, on the pair's first box
    Vec3 normal;                   ///< unit, from the pair's first box to the second
    float separation = 0;          ///< meters; negative: the boxes overlap by this much
    std::uint32_t feature_id = 0;  ///< where the point lies on both boxes
};

/// A column of the World's Broadphase; see satori/columns.hpp.
struct DebugColumn {
    Vec3d min;                    ///< lower corner of its region
    Vec3d max;                    ///< upper corner
    std::uint32_t box_count = 0;  ///< boxes that stand in it
    std::uint32_t grid = 0;       ///< number of its grid
};

/// The callbacks of debug_draw(). A null function: things of its kind are not drawn. Meters, world frame. They run on
/// the calling thread and may call only const functions of the World.
struct DebugDraw {
    void (*box)(const DebugBox& box, void* user) noexcept = nullptr;              ///< draws a box
    void (*bounds)(const DebugBounds& bounds, void* user) noexcept = nullptr;     ///< draws the bounds of a box
    void (*contact)(const DebugContact& contact, void* user) noexcept = nullptr;  ///< draws a contact point
    void (*column)(const DebugColumn& column, void* user) noexcept = nullptr;     ///< draws a column
    void* user = nullptr;                                                         ///< passed to all callbacks
};

/// Draws a World: calls the callbacks for all boxes, bounds, contact points and columns. Boxes are drawn where they
/// are now. Bounds are drawn for boxes that did not change since the last update(). Contact points are those of the
/// last update(), placed on the pair's first box where that is now. Columns are those of Broadphase::copy_columns():
/// there may be none, and there are none while every box has changed since the last update(). Boxes and bounds
/// come by ascending index, columns by grid; the order of points has no meaning. Allocates nothing. O(boxes + pairs).
SATORI_API void debug_draw(const World& world, const DebugDraw& draw) noexcept;

/// @}

SATORI_NAMESPACE_END
