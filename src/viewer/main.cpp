#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/cli_error.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/program.hpp"
#include "cli/signals.hpp"
#include "scenes/input_file.hpp"
#include "scenes/recording_magic.hpp"
#include "scenes/scene_file.hpp"
#include "viewer/box_demo.hpp"
#include "viewer/gl/offscreen.hpp"
#include "viewer/live.hpp"
#include "viewer/live_scene.hpp"
#include "viewer/options.hpp"
#include "viewer/player.hpp"
#include "viewer/rect_demo.hpp"
#include "viewer/screen.hpp"
#include "viewer/window.hpp"

namespace satori::viewer {

namespace {

/// Owns the subjects that are shown.
struct Subjects {
    std::vector<std::unique_ptr<Subject>> owned;
    std::vector<Shown> shown;

    template <typename Kind>
    void add(std::unique_ptr<Kind> subject) {
        Kind& added = *subject;
        owned.push_back(std::move(subject));
        shown.push_back({&added, [&added] { show_panel(added); }, added.camera});
    }
};

Source open_source(const std::string& path) {
    scenes::InputFile file(path);
    if (scenes::is_recording(file.bytes())) return Recording(std::move(file), path);
    return scenes::SceneFile::read(std::move(file), path);
}

Subjects subjects_of(const Options& options) {
    if (options.scene.empty() && (options.frame || (options.pick && !options.live)))
        throw cli::CliError(cli::ExitCode::usage, "--frame and --pick need a SCENE");
    Subjects subjects;
    Live* live = nullptr;
    if (options.live) {
        const std::string name = options.scene.empty() ? "pyramid" : options.scene;
        auto added = std::make_unique<Live>(name, load_live_scene(name, options.frame),
                                            cli::resolve_isa_option(options.isa_name), options.threads);
        live = added.get();
        live->pick(options.pick);
        if (options.pick && !live->picked())
            throw cli::CliError(cli::ExitCode::usage, fmt::format("{}: there is no body {}", name, *options.pick));
        subjects.add(std::move(added));
    } else if (options.scene.empty()) {
        subjects.add(std::make_unique<RectDemo>(options.boundary));
        subjects.add(std::make_unique<BoxDemo>(options.boundary));
        if (options.boxes) std::swap(subjects.shown.front(), subjects.shown.back());
    } else {
        const RunChoices choices{options.boundary, cli::resolve_isa_option(options.isa_name), options.threads};
        const std::uint32_t frame = options.frame.value_or(0);
        auto player = std::make_unique<Player>(open_source(options.scene), frame, choices);
        player->pick(options.pick);
        if (options.pick && !player->picked())
            throw cli::CliError(cli::ExitCode::usage,
                                fmt::format("{}: there is no box {} in frame {}", options.scene, *options.pick, frame));
        subjects.add(std::move(player));
    }
    Shown& first = subjects.shown.front();
    for (const char key : options.keys) first.subject->press(key);
    for (std::uint32_t i = 0; i < options.steps; ++i) live->step();  // --steps needs --live
    if (options.camera) {
        const auto [yaw, pitch, zoom] = *options.camera;
        if (!std::isfinite(yaw) || !std::isfinite(pitch) || !std::isfinite(zoom) || !(zoom > 0))
            throw cli::CliError(cli::ExitCode::usage, "--camera: two angles and a zoom above 0 are needed");
        constexpr double kDegree = std::numbers::pi / 180;
        first.subject->camera.turn_to(yaw * kDegree, pitch * kDegree);
        first.subject->camera.magnify(zoom);
        first.first_camera = first.subject->camera;
    }
    return subjects;
}

void view(const Options& options) {
    Subjects subjects = subjects_of(options);
    Screen::Settings settings{
        .scale = options.scale, .samples = options.samples, .panel = options.panel, .trace = options.trace};
    if (!options.screenshot.empty()) {
        const gl::Offscreen offscreen;
        Screen screen(std::move(subjects.shown), nullptr, settings);
        // Dear ImGui lays out windows by their contents in the picture before.
        for (int picture = 0; picture < 2; ++picture) screen.draw(options.width, options.height);
        screen.trace();
        screen.save(options.screenshot);
        return;
    }
    Window window(options.width, options.height, options.scene.empty() ? "satori" : options.scene.c_str());
    settings.display_scale = window.display_scale();
    settings.unit = window.extents().unit();
    window.listen();
    Screen screen(std::move(subjects.shown), window.handle(), settings);
    window.run(screen);
}

}  // namespace

}  // namespace satori::viewer

int main(int argument_count, char** arguments) {
    satori::cli::set_signals("satori-view");
    const std::span<char*> words(arguments, static_cast<std::size_t>(argument_count));
    return static_cast<int>(satori::cli::run_guarded("satori-view", [&] {
        CLI::App program("Shows oriented boxes, and where they collide", "satori-view");
        satori::viewer::Options options;
        satori::cli::set_help_format(program);
        satori::viewer::add_options(program, options);
        satori::cli::set_footer(program, "",
                                {"satori-view scene.npy --frame 3", "satori-view --live pyramid",
                                 "satori-view scene.npy --screenshot scene.png"});
        return satori::cli::parse_and_run(program, words, [&] { satori::viewer::view(options); });
    }));
}
