#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "rigid_bodies/body.hpp"
#include "rigid_bodies/engine.hpp"
#include "rigid_bodies/joints.hpp"

namespace rigid_bodies {

/// Bodies before they move, for this engine or any other. z points up.
struct Scene {
    std::vector<BodyDef> bodies;  ///< the first is static: the ground
    std::vector<BallJointDef> joints;
    double seconds = 20;
    float speculative_distance = 0.02F;
    bool tiled = false;  ///< static boxes lie side by side
};

// Things that stand. Cubes have edges of 1 m.
Scene stack(int count = 10);
Scene pyramid(int rows = 20);
Scene wall(int columns = 12, int rows = 8);  ///< bricks of 1 x 0.5 x 0.5 m, every other row one less
Scene plates(int count = 10);                ///< 1 x 1 x 0.01 m
Scene heavy_on_light(double ratio = 100);    ///< two cubes

/// Boxes of many shapes that fall into a pit.
Scene heap(int count = 2000, std::uint64_t seed = 1);

/// The same with balls, capsules and rounded boxes that fit into those boxes.
Scene solids(int count = 500, std::uint64_t seed = 1);

/// The first one is pushed.
Scene dominoes(int count = 60);
/// A box on a plane, friction 0.5: it slides at 26.565 degrees and above.
Scene slope(double degrees = 26.4);
/// A solid that rolls down a plane: a ball, or a capsule that lies across it.
Scene roll(double degrees = 10, double radius = 0.5, double half_length = 0);
/// Cubes of 0.2 m that fly at 50 to 400 m/s, turned anyhow, at a wall of 5 cm.
Scene bullets(int count = 100);
/// Two bars of 2 m that spin about z, in each other's way, at up to 50 radians per second.
Scene spinning_bars(std::uint64_t seed = 1);
/// Links that hang on each other and on a static one, straight and level at first.
Scene chain(int count = 10);

/// A box that slides over a floor of tiles at 5 m/s, friction 0.2.
struct TilesDef {
    Vector half_extents{0.5, 0.5, 0.5};
    double yaw = 0;         ///< degrees, of the box
    double tile_width = 1;  ///< m
    double step = 0;        ///< m: by how much tiles differ in height
    double bend = 0;        ///< degrees: by how much the floor turns where tiles meet, up and down by turns
};
Scene tiles(const TilesDef& def = {});

/// A cube at rest on a large ground, away from its middle.
Scene cube_on_ground(double ground_half, double cube_half);

/// stack, pyramid, wall, heap, solids, dominoes, plates, slope, roll, tiles, bullets, chain, heavy_on_light.
std::span<const std::string_view> scene_names();
/// One of these. Throws std::invalid_argument.
Scene make_scene(std::string_view name);

/// An engine with the scene's bodies.
Engine make_engine(const Scene& scene, Settings settings = {});

}  // namespace rigid_bodies
