#include "viewer/live_scene.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <satori/box_batch.hpp>

#include <rigid_bodies/scene_tools.hpp>
#include "cli/cli_error.hpp"
#include "scenes/input_file.hpp"
#include "scenes/recording_magic.hpp"
#include "scenes/scene_file.hpp"
#include "scenes/suggestion.hpp"
#include "viewer/analysis.hpp"
#include "viewer/usual_part.hpp"

namespace satori::viewer {

namespace {

using rigid_bodies::BodyDef;
using rigid_bodies::Rotation;
using rigid_bodies::Scene;
using rigid_bodies::Vector;

constexpr double kStaticSize = 10;  // relative to the usual box
constexpr double kGroundMargin = 50, kGroundHalfHeight = 1;

// The scenes of the example have z up, the viewer y. The axes of bodies are renamed too, so that nothing is rounded.
Vector y_up(const Vector& v) {
    return {v.x, v.z, -v.y};
}
Scene y_up(Scene scene) {
    for (BodyDef& def : scene.bodies) {
        for (Vector* v : {&def.position, &def.velocity, &def.spin}) *v = y_up(*v);
        std::swap(def.half_extents.y, def.half_extents.z);
        const Rotation& q = def.rotation;
        def.rotation = {q.x, q.z, -q.y, q.w};
    }
    for (rigid_bodies::BallJointDef& joint : scene.joints) joint.point = y_up(joint.point);
    return scene;
}

double longest(const BodyDef& def) {
    return std::max({def.half_extents.x, def.half_extents.y, def.half_extents.z}) + def.radius;
}

void add_ground(Scene& scene) {
    double lowest = std::numeric_limits<double>::infinity(), reach = 0;
    for (const BodyDef& def : scene.bodies) {
        const rigid_bodies::Matrix axes = to_matrix(def.rotation);
        const Vector& h = def.half_extents;
        const double half = std::abs(axes.x.y) * h.x + std::abs(axes.y.y) * h.y + std::abs(axes.z.y) * h.z + def.radius;
        lowest = std::min(lowest, def.position.y - half);
        reach = std::max({reach, std::abs(def.position.x), std::abs(def.position.z)});
    }
    reach += kGroundMargin;
    scene.bodies.push_back(rigid_bodies::fixed({0, lowest - kGroundHalfHeight, 0}, {reach, kGroundHalfHeight, reach}));
}

Scene scene_of(const Solids& solids) {
    Scene scene;
    std::vector<double> sizes;
    for (std::uint32_t i = 0; i < solids.cores.size(); ++i) {
        const auto [box, radius, flat] = solids[i];
        BodyDef def;
        def.position = Vector::from(box.center);
        def.half_extents = Vector::from(box.half_extents);
        def.rotation = normalized(Rotation{box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w});
        def.radius = double{radius};
        sizes.push_back(longest(def));
        scene.bodies.push_back(def);
    }
    if (sizes.empty()) return scene;
    const double usual = at_share(sizes, 0.5);
    bool any_static = false;
    for (BodyDef& def : scene.bodies) {
        // A box without thickness has no mass.
        const bool is_flat = std::min({def.half_extents.x, def.half_extents.y, def.half_extents.z}) + def.radius <= 0;
        if (!is_flat && longest(def) <= kStaticSize * usual) continue;
        def.density = 0;
        any_static = any_static || !is_flat;
    }
    if (!any_static) add_ground(scene);
    return scene;
}

Scene read_scene(const std::string& path, std::uint32_t frame) {
    scenes::InputFile file(path);
    if (scenes::is_recording(file.bytes()))
        throw cli::CliError(cli::ExitCode::invalid_scene,
                            fmt::format("{}: a recording moves by itself; leave --live out", path));
    scenes::SceneFile scene = scenes::SceneFile::read(std::move(file), path);
    if (scene.dimension() == 2)
        throw cli::CliError(cli::ExitCode::usage, fmt::format("{}: --live takes boxes, not rectangles", path));
    const BoxView view = scene.frame(frame);
    const std::vector<float> radii = scene.radii();
    if (const std::string fault = scene.radius_fault(frame, radii); !fault.empty())
        throw cli::CliError(cli::ExitCode::invalid_scene, fault);
    BoxBatch batch;
    const Status status = batch.assign(view);
    if (status == Status::invalid_box) {
        const InvalidBox& box = batch.invalid()[0];
        throw cli::CliError(cli::ExitCode::invalid_scene,
                            fmt::format("{}: {}, column {}: {}", path, scene.locate(frame, box.index), box.column,
                                        describe(box.fault)));
    }
    if (status != Status::ok) throw cli::CliError(cli::ExitCode::failed, describe(status));
    return scene_of(solids_of(view, radii));
}

}  // namespace

std::string live_scene_names() {
    return fmt::format("{}", fmt::join(rigid_bodies::scene_names(), ", "));
}

Scene load_live_scene(const std::string& name, std::optional<std::uint32_t> frame) {
    const auto known = rigid_bodies::scene_names();
    const std::vector<std::string> names(known.begin(), known.end());
    if (std::find(names.begin(), names.end(), name) != names.end()) {
        if (frame)
            throw cli::CliError(cli::ExitCode::usage,
                                fmt::format("--frame is for scene files; the live scene '{}' has no frames", name));
        return y_up(rigid_bodies::make_scene(name));
    }
    std::error_code ignored;
    if (!std::filesystem::exists(name, ignored))
        throw cli::CliError(cli::ExitCode::usage,
                            fmt::format("there is no file '{}', and no live scene of this name: {}{}", name,
                                        live_scene_names(), scenes::suggestion(name, names)));
    return read_scene(name, frame.value_or(0));
}

}  // namespace satori::viewer
