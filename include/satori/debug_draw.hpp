#pragma once

#include <cstdint>

#include <satori/world.hpp>

SATORI_NAMESPACE_BEGIN

/// A box to draw. Its corners are in the order of BoxCorners; kBoxEdges and kBoxFaces (satori/box_geometry.hpp) index them.
struct DebugBox {
    BoxId id;
    BoxDef box;  ///< motion, sensor and sleeping tell what colour
    Vec3d corners[8];
};

/// Bounds as the World keeps them, margins included.
struct DebugBounds {
    BoxId id;
    Vec3d min, max;
};

/// A point of contact.
struct DebugContact {
    WorldPair pair;
    Vec3d position;
    Vec3 normal;           ///< unit, from the pair's first box to the second
    float separation = 0;  ///< metres; negative: the boxes overlap by as much
    std::uint32_t feature_id = 0;
};

/// A column of the World's Broadphase: satori/columns.hpp.
struct DebugColumn {
    Vec3d min, max;               ///< its region
    std::uint32_t box_count = 0;  ///< boxes that stand in it
    std::uint32_t grid = 0;
};

/// What draws. A null function: such things are not drawn. Metres, world frame. Called on the calling thread; must not call into the World
/// but for its questions.
struct DebugDraw {
    void (*box)(const DebugBox& box, void* user) noexcept = nullptr;
    void (*bounds)(const DebugBounds& bounds, void* user) noexcept = nullptr;
    void (*contact)(const DebugContact& contact, void* user) noexcept = nullptr;
    void (*column)(const DebugColumn& column, void* user) noexcept = nullptr;
    void* user = nullptr;
};

/// Draws a World: boxes where they stand now; bounds of those that have not changed since the last update(); points of that
/// update's contacts, at their places on the pair's first box, where that stands now; columns as Broadphase::copy_columns() has
/// them: as of that update, where any are kept, and none while every box has changed since. Boxes and bounds by ascending index,
/// points by ascending pairs, columns by grid. Allocates nothing. O(boxes + contacts).
SATORI_API void debug_draw(const World& world, const DebugDraw& draw) noexcept;

SATORI_NAMESPACE_END
