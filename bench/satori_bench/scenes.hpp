#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/rect.hpp>
#include <satori/types.hpp>
#include <satori/world.hpp>

namespace satori::bench {

/// A scene to measure on. It is made or read at its first use, then kept.
class BenchScene {
public:
    /// `name`: a kind and a count ("uniform_100000", "rects_100000"; "uniform20_100000": with 20 AABB overlaps per
    /// box), or the file name of a recorded scene.
    explicit BenchScene(std::string name) : name_(std::move(name)) {}

    const std::string& name() const noexcept { return name_; }
    /// Returns 2 or 3.
    int dimension() const noexcept { return name_.starts_with("rects_") ? 2 : 3; }
    /// Returns the first frame of a 3D scene. Throws when the scene cannot be made or read.
    std::span<const OrientedBox> boxes();
    /// The same for a 2D scene.
    std::span<const OrientedRect> rects();

private:
    std::string name_;
    std::vector<OrientedBox> boxes_;
    std::vector<OrientedRect> rects_;
};

/// Returns the definition of a dynamic box of a World.
inline BoxDef def_of(const OrientedBox& box) {
    BoxDef def;
    def.pose = {{box.center.x, box.center.y, box.center.z}, box.rotation};
    def.half_extents = box.half_extents;
    return def;
}

/// Returns generated scenes of 1k to 1M boxes and of 10k to 1M rectangles, and the recorded scenes of the folder
/// SATORI_SCENES_DIR when it is set.
std::vector<BenchScene> bench_scenes();

}  // namespace satori::bench
